"""Cases of joined cards (Format.md, section 6). What is expected was thought out by hand; the merge must agree."""

from independent.joins import merge_cards
from independent.merge import Change, Revision, Span
from independent.report import field_report

from .collected import laid_out
from .merges import A, B, BALANCE, C, COUNTER, LAST_USED, MAX, NAME, REGISTER, SET, TAGS, balance, edit, field, name, number, remove, tag

X, Y, Z, W = (bytes([n]) * 16 for n in (1, 2, 3, 9))
JOINED = 20


def of(card: bytes, write: dict) -> dict:
    return {"card": card.hex(), **write}


def join(card: bytes, operation: int = 2) -> tuple:
    """A change that says which card it was joined into."""
    return (JOINED, SET, operation, card)


def joined(*cards: bytes) -> dict:
    return field(JOINED, SET, *cards)


def whole(card: bytes, *fields: dict, members: tuple = (), removed: bool = False) -> dict:
    ids = sorted(members or (card,))
    return {"id": card.hex(), "members": [i.hex() for i in ids], "removed": removed, "fields": list(fields)}


def case(comment: str, revisions: list[dict], cards: list[dict]) -> dict:
    return {"comment": comment, "revisions": revisions, "cards": cards}


def cases() -> dict[str, dict]:
    found = {**_names(), **_fields(), **_removals(), **_oddities()}
    for key, wanted in found.items():
        got = decided(wanted)
        assert got == wanted["cards"], (key, got)
    return found


def decided(case: dict) -> list[dict]:
    """What the merge makes of a case."""
    revisions = {}
    for r in case["revisions"]:
        card = bytes.fromhex(r["card"])
        revisions.setdefault(card, []).append(
            Revision(
                r["writer"], r["sequence"], tuple(Span(*span) for span in r["seen"]), r["clock"], r["kind"],
                tuple(Change(*c[:3], bytes.fromhex(c[3])) for c in r["changes"]), card,
            )
        )
    return [
        {
            "id": card.hex(), "members": [member.hex() for member in found.members],
            "removed": found.merged.removed,
            "fields": [
                {"field": key[0], "class": key[1], **field_report(shown)}
                for key, shown in found.merged.fields.items()
            ],
        }
        for card, found in merge_cards(revisions).items()
    ]


def text(case: dict) -> str:
    return laid_out(case, "revisions", "cards")


SEEN_A1 = [(A, 1, 1)]
SEEN_AB = [(A, 1, 1), (B, 1, 1)]


def _made() -> list[dict]:
    """Two cards on two devices that knew nothing of one another."""
    return [of(X, edit(A, 1, 10, name(b"x"), tag(b"red"))), of(Y, edit(B, 1, 20, name(b"y"), tag(b"blue")))]


def _joined() -> list[dict]:
    """Y was joined into X, and the name of X chosen."""
    return _made() + [
        of(Y, edit(A, 2, 30, join(X), seen=SEEN_AB)), of(X, edit(A, 2, 30, name(b"x"), seen=SEEN_AB)),
    ]


TAGGED = field(TAGS, SET, b"red", b"blue")


def _names() -> dict[str, dict]:
    parts = [of(card, edit(A, n, 10 * n, tag(bytes([64 + n])), seen=[(A, 1, n - 1)] if n > 1 else [])) for n, card in ((1, X), (2, Y), (3, Z))]

    def all_of(card: bytes, *targets: bytes) -> dict:
        return whole(card, field(TAGS, SET, b"A", b"B", b"C"), joined(*targets), members=(X, Y, Z))

    return {
        "into-the-lesser": case("The card that was joined into stays: its id is the joined card's.", _joined(), [whole(X, field(NAME, REGISTER, b"x"), TAGGED, joined(X), members=(X, Y))]),
        "into-the-greater": case("Also when its id is the greater one.", parts[:2] + [of(X, edit(A, 4, 40, join(Y), seen=[(A, 1, 3)]))], [whole(Y, field(TAGS, SET, b"A", b"B"), joined(Y), members=(X, Y))]),
        "chain": case("Joined into a card that was joined into another: all three are the last one.", parts + [of(Z, edit(A, 4, 40, join(X), seen=[(A, 1, 3)])), of(X, edit(B, 1, 40, join(Y), seen=[(A, 1, 3)]))], [all_of(Y, X, Y)]),
        "both-ways": case("Two devices that join the same two cards, one into the other each: the least id.", parts[:2] + [of(Y, edit(A, 4, 40, join(X), seen=[(A, 1, 2)])), of(X, edit(B, 1, 50, join(Y), seen=[(A, 1, 2)]))], [whole(X, field(TAGS, SET, b"A", b"B"), joined(X, Y), members=(X, Y))]),
        "into-two": case("One card joined into two on two devices: the lesser of these.", parts + [of(X, edit(B, 1, 40, join(Z), seen=[(A, 1, 3)])), of(X, edit(C, 1, 50, join(Y), seen=[(A, 1, 3)]))], [all_of(Y, Z, Y)]),
        "taken-back": case("A join that was taken back by one who knew it: two cards again, each with what is its own.", _joined() + [of(Y, edit(A, 3, 40, join(X, 3), seen=[(A, 1, 2), (B, 1, 1)]))], [whole(X, field(NAME, REGISTER, b"x"), field(TAGS, SET, b"red")), whole(Y, field(NAME, REGISTER, b"y"), field(TAGS, SET, b"blue"))]),
        "taken-back-apart": case("A taking back that did not know the join takes nothing back.", _joined() + [of(Y, edit(C, 1, 40, join(X, 3), seen=SEEN_AB))], [whole(X, field(NAME, REGISTER, b"x"), TAGGED, joined(X), members=(X, Y))]),
    }


def _fields() -> dict[str, dict]:
    later = edit(B, 2, 25, (NAME, REGISTER, 1, b"new y"), seen=[(B, 1, 1)])
    gift = [of(X, edit(A, 1, 10, balance(1, 30_000, b"EUR"))), of(Y, edit(B, 1, 20, balance(1, 20_000, b"EUR"), seen=SEEN_A1))]
    kept = [of(Y, edit(A, 2, 30, join(X), seen=SEEN_AB)), of(X, edit(A, 2, 30, balance(1, 30_000, b"EUR"), seen=SEEN_AB))]
    spend = [of(Y, edit(B, 2, 25, balance(2, -5_000), seen=[(A, 1, 1), (B, 1, 1)])), of(X, edit(C, 1, 40, balance(2, -1_000), seen=[(A, 1, 2), (B, 1, 1)]))]
    return {
        "known-before": case("A change of one card knew what the other one said before they were one: without a choice that was written, it wins.", [of(X, edit(A, 1, 10, name(b"x"))), of(Y, edit(B, 1, 20, name(b"y"), seen=SEEN_A1)), of(Y, edit(B, 2, 30, join(X), seen=SEEN_AB))], [whole(X, field(NAME, REGISTER, b"y"), joined(X), members=(X, Y))]),
        "edited-elsewhere": case("A change of the card that went, by one who had not heard of the join: it lands on the joined card, beside the choice.", _joined() + [of(Y, later)], [whole(X, field(NAME, REGISTER, b"x", conflicts=(b"new y",)), TAGGED, joined(X), members=(X, Y))]),
        "balances": case("Two balances are not added up: the one that was chosen counts, less what either side spent without knowing of it.", gift + kept + spend, [whole(X, field(BALANCE, COUNTER, number(24_000) + b"EUR"), joined(X), members=(X, Y))]),
        "same-amounts": case("One save that spent the same on two cards counts twice once they are one.", gift + [of(X, edit(C, 1, 25, balance(2, -1_000), seen=SEEN_AB)), of(Y, edit(C, 1, 25, balance(2, -1_000), seen=SEEN_AB)), of(Y, edit(A, 2, 30, join(X), seen=SEEN_AB))], [whole(X, field(BALANCE, COUNTER, number(18_000) + b"EUR"), joined(X), members=(X, Y))]),
        "same-save": case("One save that named two cards did not know itself: a conflict, should they be joined; the order of ids decides a tie of one kind and other changes.", [of(X, edit(A, 1, 10, name(b"one"))), of(Y, edit(A, 1, 10, name(b"two"))), of(Y, edit(B, 1, 20, join(X), seen=SEEN_A1))], [whole(X, field(NAME, REGISTER, b"two", conflicts=(b"one",)), joined(X), members=(X, Y))]),
    }


def _removals() -> dict[str, dict]:
    seen_all = [(A, 1, 2), (B, 1, 1)]
    fields = (field(NAME, REGISTER, b"x"), TAGGED, joined(X))
    both = [of(X, remove(B, 2, 40, seen_all)), of(Y, remove(B, 2, 40, seen_all))]
    return {
        "removed": case("A removal of the joined card by one who knew all of it.", _joined() + both, [whole(X, *fields, members=(X, Y), removed=True)]),
        "removed-one-id": case("One removal that knew all is enough, whichever id it names.", _joined() + both[1:], [whole(X, *fields, members=(X, Y), removed=True)]),
        "removed-before-hearing": case("A removal of one card by one who had not heard of the join: the joining brings it back.", _joined() + [of(Y, remove(B, 2, 25, [(B, 1, 1)]))], [whole(X, *fields, members=(X, Y))]),
        "removed-and-shown": case("The joined card was removed, and merely shown under its old id: it stays removed.", _joined() + both + [of(Y, edit(C, 1, 50, (LAST_USED, MAX, 1, b"\x80\0\0\0\0\0\0\1"), seen=[(B, 1, 1)]))], [whole(X, fields[0], fields[1], field(LAST_USED, MAX, b"\x80\0\0\0\0\0\0\1"), fields[2], members=(X, Y), removed=True)]),
        "removed-and-parted": case("Removed, and parted by one who knew neither: the parting is an edit of the card that it parts, which comes back; the other does not.", _joined() + both + [of(Y, edit(C, 1, 35, join(X, 3), seen=seen_all))], [whole(X, field(NAME, REGISTER, b"x"), field(TAGS, SET, b"red"), removed=True), whole(Y, field(NAME, REGISTER, b"y"), field(TAGS, SET, b"blue"))]),
    }


def _oddities() -> dict[str, dict]:
    one = of(X, edit(A, 1, 10, name(b"x")))
    named = field(NAME, REGISTER, b"x")
    return {
        "with-itself": case("A card that was joined into itself is a card.", [one, of(X, edit(A, 2, 20, join(X), seen=SEEN_A1))], [whole(X, named, joined(X))]),
        "no-id": case("An element of another length than 16 bytes joins nothing.", [one, of(X, edit(A, 2, 20, join(b"\2" * 15), seen=SEEN_A1))], [whole(X, named, joined(b"\2" * 15))]),
        "not-here": case("Joined into a card that is not here yet: it has that card's id already.", [one, of(X, edit(A, 2, 20, join(W), seen=SEEN_A1))], [whole(W, named, joined(W), members=(X, W))]),
    }
