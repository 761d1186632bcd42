"""Cases of the merge (Format.md, section 6). What is expected was thought out by hand; the merge must agree."""

from independent.merge import Change, Revision, Span, merge
from independent.report import field_report

from .collected import laid_out

A, B, C = 1, 2, 3
EDIT, REMOVE = 1, 2
REGISTER, SET, COUNTER, MAX, MIN = range(1, 6)
NAME, TAGS, NOTE, BALANCE, USED, LAST_USED = 1, 4, 5, 10, 9, 18


def edit(writer: int, sequence: int, clock: int, *changes: tuple, seen: list = (), kind: int = EDIT) -> dict:
    """A change is (field, class, operation, value)."""
    return {
        "writer": writer, "sequence": sequence, "seen": [list(span) for span in seen], "clock": clock, "kind": kind,
        "changes": [[number, merge_class, operation, value.hex()] for number, merge_class, operation, value in changes],
    }


def remove(writer: int, sequence: int, clock: int, seen: list = ()) -> dict:
    return edit(writer, sequence, clock, seen=seen, kind=REMOVE)


def field(number: int, merge_class: int, *values: bytes, conflicts: tuple = ()) -> dict:
    return {
        "field": number, "class": merge_class, "values": [value.hex() for value in values],
        "conflicts": [None if value is None else value.hex() for value in conflicts],
    }


def case(comment: str, revisions: list[dict], fields: list[dict], removed: bool = False) -> dict:
    return {"comment": comment, "revisions": revisions, "removed": removed, "fields": fields}


def name(value: bytes, operation: int = 1) -> tuple:
    return (NAME, REGISTER, operation, value)


def tag(value: bytes, operation: int = 2) -> tuple:
    return (TAGS, SET, operation, value)


def number(value: int) -> bytes:
    return (value % (1 << 64)).to_bytes(8, "big")


def balance(operation: int, value: int, unit: bytes = b"") -> tuple:
    return (BALANCE, COUNTER, operation, number(value) + unit)


def cases() -> dict[str, dict]:
    found = {**_registers(), **_sets(), **_counters(), **_extremes(), **_removals(), **_own_dots()}
    for key, wanted in found.items():
        got = merged(wanted)
        assert got == {"removed": wanted["removed"], "fields": wanted["fields"]}, (key, got)
    return found


def merged(case: dict) -> dict:
    """What the merge makes of a case."""
    revisions = [
        Revision(
            r["writer"], r["sequence"], tuple(Span(*span) for span in r["seen"]), r["clock"], r["kind"],
            tuple(Change(*c[:3], bytes.fromhex(c[3])) for c in r["changes"]),
        )
        for r in case["revisions"]
    ]
    result = merge(revisions)
    fields = [
        {"field": key[0], "class": key[1], **field_report(shown)} for key, shown in result.fields.items()
    ]
    return {"removed": result.removed, "fields": fields}


def text(case: dict) -> str:
    return laid_out(case, "revisions", "fields")


def _registers() -> dict[str, dict]:
    first = edit(A, 1, 10, name(b"old"))
    return {
        "register-later": case("An edit that knew the first one stands alone.", [first, edit(B, 1, 20, name(b"new"), seen=[(A, 1, 1)])], [field(NAME, REGISTER, b"new")]),
        "register-clock-behind": case("Knowing decides before clocks do.", [first, edit(B, 1, 5, name(b"new"), seen=[(A, 1, 1)])], [field(NAME, REGISTER, b"new")]),
        "register-conflict": case("Two edits apart: the higher clock shows, the other is a conflict.", [edit(A, 1, 20, name(b"phone")), edit(B, 1, 10, name(b"laptop"))], [field(NAME, REGISTER, b"phone", conflicts=(b"laptop",))]),
        "register-tie": case("One clock: the higher writer shows.", [edit(B, 1, 10, name(b"of B")), edit(A, 1, 10, name(b"of A"))], [field(NAME, REGISTER, b"of B", conflicts=(b"of A",))]),
        "register-same-value": case("Two edits apart to one value are no conflict.", [edit(A, 1, 10, name(b"same")), edit(B, 1, 20, name(b"same"))], [field(NAME, REGISTER, b"same")]),
        "register-three": case("Of three apart two agree: one conflict, named once.", [edit(A, 1, 10, name(b"x")), edit(B, 1, 20, name(b"x")), edit(C, 1, 30, name(b"y"))], [field(NAME, REGISTER, b"y", conflicts=(b"x",))]),
        "register-cleared": case("A clearing that knew the value: the field is gone.", [first, edit(A, 2, 20, name(b"", 3), seen=[(A, 1, 1)])], []),
        "register-cleared-apart": case("A clearing apart from an edit that shows is a conflict without a value.", [edit(A, 1, 10, name(b"", 3)), edit(B, 1, 20, name(b"kept"))], [field(NAME, REGISTER, b"kept", conflicts=(None,))]),
        "register-clearing-shows": case("A clearing with the higher clock shows; the value is the conflict.", [edit(A, 1, 10, name(b"kept")), edit(B, 1, 20, name(b"", 3))], [field(NAME, REGISTER, conflicts=(b"kept",))]),
        "register-all-seen": case("Two edits that claim to have known each other: none stands, so all do.", [edit(A, 1, 10, name(b"one"), seen=[(B, 1, 1)]), edit(B, 1, 20, name(b"two"), seen=[(A, 1, 1)])], [field(NAME, REGISTER, b"two", conflicts=(b"one",))]),
        "register-own-dot": case("An edit that claims to have known itself stands all the same: only others count.", [edit(A, 1, 10, name(b"mine"), seen=[(A, 1, 1)])], [field(NAME, REGISTER, b"mine")]),
        "register-known-by-another-field": case("Who knew the name but changed the note leaves the name standing.", [first, edit(B, 1, 20, (NOTE, REGISTER, 1, b"note"), seen=[(A, 1, 1)])], [field(NAME, REGISTER, b"old"), field(NOTE, REGISTER, b"note")]),
        "register-same-device-unseen": case("What a writer did not list it did not know, were it its own.", [first, edit(A, 2, 20, name(b"new"))], [field(NAME, REGISTER, b"new", conflicts=(b"old",))]),
        "classes-apart": case("One field number with two classes is two fields.", [first, edit(A, 2, 20, (NAME, SET, 2, b"element"), seen=[(A, 1, 1)])], [field(NAME, REGISTER, b"old"), field(NAME, SET, b"element")]),
        "unknown-field": case("A field that nobody knows merges by its class.", [edit(A, 1, 10, (99, REGISTER, 1, b"\0")), edit(B, 1, 20, (99, REGISTER, 1, b"\1"))], [field(99, REGISTER, b"\1", conflicts=(b"\0",))]),
    }


def _own_dots() -> dict[str, dict]:
    """A revision whose `seen` covers its own dot never knew itself."""
    own = [(A, 1, 1)]
    apart = edit(B, 1, 5, name(b"apart"))
    return {
        "own-dot-set": case("A revision that adds and removes an element, and claims to have known itself, leaves it there.", [edit(A, 1, 10, tag(b"x"), tag(b"x", 3), seen=own)], [field(TAGS, SET, b"x")]),
        "own-dot-counter": case("The base of a revision that claims to have known itself did not know its addition.", [edit(A, 1, 10, balance(2, 5), balance(1, 7), seen=own)], [field(BALANCE, COUNTER, number(12))]),
        "own-dot-max": case("A clearing and a value in one revision that claims to have known itself: the value is there.", [edit(A, 1, 10, (LAST_USED, MAX, 3, b""), (LAST_USED, MAX, 1, b"5"), seen=own)], [field(LAST_USED, MAX, b"5")], removed=True),
        "own-dot-register": case("Two names in one revision that claims to have known itself stand, beside one from elsewhere.", [apart, edit(A, 1, 10, name(b"one"), name(b"two"), seen=own)], [field(NAME, REGISTER, b"two", conflicts=(b"apart", b"one"))]),
        "counter-base-short": case("A base of fewer than 8 bytes counts as 0, and has no unit.", [edit(A, 1, 10, (BALANCE, COUNTER, 1, b"\0\1"))], [field(BALANCE, COUNTER, number(0))]),
        "counter-base-short-and-name": case("The same where another revision changes another field.", [edit(A, 1, 10, (BALANCE, COUNTER, 1, b"\0\1")), edit(A, 2, 20, name(b"x"), seen=own)], [field(NAME, REGISTER, b"x"), field(BALANCE, COUNTER, number(0))]),
    }


def _sets() -> dict[str, dict]:
    both = edit(A, 1, 10, tag(b"z"), tag(b"a"))
    return {
        "set-order": case("Elements stand in the order of their first additions, not of their bytes.", [both, edit(B, 1, 20, tag(b"m"), tag(b"z"))], [field(TAGS, SET, b"z", b"a", b"m")]),
        "set-removed": case("A removal takes what it knew, of the same bytes.", [both, edit(B, 1, 20, tag(b"a", 3), seen=[(A, 1, 1)])], [field(TAGS, SET, b"z")]),
        "set-added-apart": case("An addition that the removal did not know keeps the element.", [both, edit(B, 1, 20, tag(b"a", 3), seen=[(A, 1, 1)]), edit(C, 1, 15, tag(b"a"))], [field(TAGS, SET, b"z", b"a")]),
        "set-order-after-removal": case("The first addition that was not removed gives the place.", [edit(A, 1, 10, tag(b"a")), edit(A, 2, 20, tag(b"m")), edit(B, 1, 30, tag(b"a", 3), seen=[(A, 1, 2)]), edit(A, 3, 40, tag(b"a"))], [field(TAGS, SET, b"m", b"a")]),
        "set-all-removed": case("Nothing is left of a set.", [both, edit(A, 2, 20, tag(b"a", 3), tag(b"z", 3), seen=[(A, 1, 1)])], []),
    }


def _counters() -> dict[str, dict]:
    base = edit(A, 1, 10, balance(1, 50_000, b"EUR"))
    return {
        "counter-two-spend": case("Two devices spend 10 each of 50: 30 are left.", [base, edit(A, 2, 20, balance(2, -10_000), seen=[(A, 1, 1)]), edit(B, 1, 20, balance(2, -10_000), seen=[(A, 1, 1)])], [field(BALANCE, COUNTER, number(30_000) + b"EUR")]),
        "counter-new-base": case("A new base swallows the additions that it knew, not the others.", [base, edit(A, 2, 20, balance(2, -10_000), seen=[(A, 1, 1)]), edit(B, 1, 30, balance(1, 39_000, b"EUR"), seen=[(A, 1, 2)]), edit(C, 1, 25, balance(2, -1_000), seen=[(A, 1, 1)])], [field(BALANCE, COUNTER, number(38_000) + b"EUR")]),
        "counter-two-bases": case("Two bases apart: the higher clock wins, additions count where it did not know them, the other base is a conflict as it was written.", [edit(A, 1, 10, balance(2, 7)), edit(A, 2, 20, balance(1, 100, b"EUR"), seen=[(A, 1, 1)]), edit(B, 1, 30, balance(1, 200, b"USD"))], [field(BALANCE, COUNTER, number(207) + b"USD", conflicts=(number(100) + b"EUR",))]),
        "counter-no-base": case("Additions without a base count from 0, without a unit.", [edit(A, 1, 10, balance(2, 5)), edit(B, 1, 20, balance(2, -8))], [field(BALANCE, COUNTER, number(-3))]),
        "counter-wraps": case("Sums wrap as signed 64-bit numbers.", [edit(A, 1, 10, balance(1, (1 << 63) - 1)), edit(A, 2, 20, balance(2, 1), seen=[(A, 1, 1)])], [field(BALANCE, COUNTER, number(-(1 << 63)))]),
        "counter-cleared": case("A clearing that knew everything: the field is gone.", [base, edit(A, 2, 20, balance(2, -1_000), seen=[(A, 1, 1)]), edit(A, 3, 30, (BALANCE, COUNTER, 3, b""), seen=[(A, 1, 2)])], []),
        "counter-cleared-apart": case("An addition that the clearing did not know counts from 0.", [base, edit(A, 2, 20, (BALANCE, COUNTER, 3, b""), seen=[(A, 1, 1)]), edit(B, 1, 15, balance(2, -1_000), seen=[(A, 1, 1)])], [field(BALANCE, COUNTER, number(-1_000))]),
    }


def _extremes() -> dict[str, dict]:
    def last_used(value: bytes, operation: int = 1) -> tuple:
        return (LAST_USED, MAX, operation, value)

    def used(value: bytes, operation: int = 1) -> tuple:
        return (USED, MIN, operation, value)

    early, late = b"\x80\0\0\0\0\0\0\1", b"\x80\0\0\0\0\0\1\0"
    before_1970 = b"\x7f\xff\xff\xff\xff\xff\xff\xff"
    return {
        "max": case("The greatest value, whatever the clocks say, and never a conflict.", [edit(A, 1, 10, last_used(late), name(b"card")), edit(B, 1, 20, last_used(early)), edit(C, 1, 30, last_used(before_1970))], [field(NAME, REGISTER, b"card"), field(LAST_USED, MAX, late)]),
        "max-cleared": case("A clearing takes what it knew; the greatest of the rest shows.", [edit(A, 1, 10, last_used(late), name(b"card")), edit(B, 1, 20, last_used(early)), edit(A, 2, 30, last_used(b"", 3), seen=[(A, 1, 1)])], [field(NAME, REGISTER, b"card"), field(LAST_USED, MAX, early)]),
        "min": case("The least value.", [edit(A, 1, 10, used(late)), edit(B, 1, 20, used(early))], [field(USED, MIN, early)]),
        "min-cleared": case("A clearing that knew all of them.", [edit(A, 1, 10, used(late)), edit(B, 1, 20, used(b"", 3), seen=[(A, 1, 1)])], []),
    }


def _removals() -> dict[str, dict]:
    made = edit(A, 1, 10, name(b"card"))
    shown = (LAST_USED, MAX, 1, b"\x80\0\0\0\0\0\0\1")
    named = field(NAME, REGISTER, b"card")
    used = field(LAST_USED, MAX, b"\x80\0\0\0\0\0\0\1")
    tagged = field(TAGS, SET, b"x")
    return {
        "removed": case("A removal that knew the edit. Fields merge as ever.", [made, remove(B, 1, 20, [(A, 1, 1)])], [named], True),
        "removed-unknowing": case("A removal that did not know the edit removes nothing.", [made, remove(B, 1, 20)], [named]),
        "removed-and-edited": case("An edit that did not know the removal brings the card back.", [made, remove(B, 1, 20, [(A, 1, 1)]), edit(A, 2, 15, tag(b"x"), seen=[(A, 1, 1)])], [named, tagged]),
        "removed-and-edited-later": case("An edit that knew the removal brings the card back as well.", [made, remove(B, 1, 20, [(A, 1, 1)]), edit(A, 2, 30, tag(b"x"), seen=[(A, 1, 1), (B, 1, 1)])], [named, tagged]),
        "removed-and-shown": case("An edit of nothing but class 4 does not revive.", [made, remove(B, 1, 20, [(A, 1, 1)]), edit(A, 2, 30, shown, seen=[(A, 1, 1)])], [named, used], True),
        "removed-and-emptied": case("An edit without changes revives.", [made, remove(B, 1, 20, [(A, 1, 1)]), edit(A, 2, 30, seen=[(A, 1, 1)])], [named]),
        "removed-and-used": case("Class 4 beside another class revives.", [made, remove(B, 1, 20, [(A, 1, 1)]), edit(A, 2, 30, shown, tag(b"x"), seen=[(A, 1, 1)])], [named, tagged, used]),
        "removed-by-two": case("Each edit is known by some removal, none by all.", [made, edit(B, 1, 10, tag(b"x")), remove(C, 1, 20, [(A, 1, 1)]), remove(C, 2, 30, [(B, 1, 1)])], [named, tagged], True),
        "removal-alone": case("A removal whose edits are not here.", [remove(A, 2, 20, [(A, 1, 1)])], [], True),
        "only-shown": case("Nothing but class 4: no edit revives, so the card is not there yet.", [edit(A, 1, 10, shown)], [used], True),
    }
