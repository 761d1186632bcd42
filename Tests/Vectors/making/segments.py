"""Vectors of segments (Format.md, section 5)."""

import vault_pb2

from independent.payloads import encoded

from .collected import Collected
from .payload_vectors import CARD, CARD_2, HASH, UNKNOWN, segment_of

Change, Revision, Span = vault_pb2.Change, vault_pb2.Revision, vault_pb2.Span
HIGHEST = (1 << 64) - 1


def revision(card: bytes = CARD, kind: int = 1, **changed) -> bytes:
    fields = {"field": 1, "merge_class": 1, "operation": 1, "value": b"Name", **changed}
    return encoded(Revision(card=card, kind=kind, changes=[Change(**fields)]))


def many(count: int) -> bytes:
    change = Change(field=1, merge_class=1, operation=1)
    return encoded(Revision(card=CARD, kind=1, changes=[change] * count))


def span(**changed) -> vault_pb2.Span:
    return Span(**{"device": 9, "first": 1, "last": 3, "last_hash": HASH, **changed})


def collect(to: Collected) -> None:
    def add(name: str, expect: str, body: bytes, comment: str, **facts) -> None:
        to.add("segment-payload", name, expect, body, comment, **facts)

    def good(name: str, comment: str, count: int = 0, body: bytes = b"", **changed) -> None:
        add(f"success-{name}", "success", body or encoded(segment_of(**changed)), comment, revisions=count)

    def bad(name: str, comment: str, expect: str = "damaged", **changed) -> None:
        add(name, expect, encoded(segment_of(**changed)), comment)

    removal = encoded(Revision(card=CARD_2, kind=2))
    good("least", "A device and a number, no revision.")
    good("two-cards", "An edit and a removal.", 2, revisions=[revision(), removal])
    good("skipped", "Numbers 2 and 3 were skipped.", sequence=4, previous=1, previous_hash=HASH)
    good("first-skipped", "The first segment has the number 3.", sequence=3)
    good("highest", "The highest numbers.", device=HIGHEST, sequence=HIGHEST, previous=HIGHEST - 1, previous_hash=HASH, clock=HIGHEST)
    good("seen", "Two spans, one of them of one segment.", seen=[span(), span(device=10, first=5, last=5)])
    good("previous-cards", "64 cards of the segment before.", sequence=2, previous=1, previous_hash=HASH, previous_cards=[bytes([i]) * 16 for i in range(64)], previous_card_count=70)
    good("undo", "It takes a segment back.", undoes=HASH)
    good("no-changes", "An edit without changes: a card without fields.", 1, revisions=[encoded(Revision(card=CARD, kind=1))])
    good("field-99", "A card field that is not known.", 1, revisions=[revision(field=99)])
    good("field-0", "Card field 0, which is not known either.", 1, revisions=[revision(field=0)])
    good("classes", "Every merge class.", 5, revisions=[revision(bytes([c]) * 16, merge_class=c) for c in range(1, 6)])
    good("operations", "Every operation.", 3, revisions=[revision(bytes([o]) * 16, operation=o) for o in range(1, 4)])
    good("changes-10000", "A revision of 10,000 changes.", 1, revisions=[many(10_000)])
    good("unknown-field", "A field of the segment that is not known.", 1, encoded(segment_of(revisions=[revision()])) + UNKNOWN)
    good("unknown-field-revision", "A field of a revision that is not known.", 1, revisions=[revision() + UNKNOWN])
    backwards = b"\x10\x01" + b"\x09" + (7).to_bytes(8, "little")
    good("order", "The fields in another order: sequence before device.", body=backwards)

    add("empty", "damaged", b"", "No byte at all: no device.")
    add("text", "damaged", b"no message of ours", "A text.")
    add("cut", "damaged", encoded(segment_of(undoes=HASH))[:-1], "The last byte is gone.")
    bad("device-0", "Device 0.", device=0)
    bad("sequence-0", "Number 0.", sequence=0)
    bad("previous-same", "The segment before has the same number.", sequence=2, previous=2, previous_hash=HASH)
    bad("previous-above", "The segment before has a higher number.", sequence=2, previous=3, previous_hash=HASH)
    bad("previous-hash-none", "A segment before without its hash.", sequence=2, previous=1)
    bad("previous-hash-first", "The hash of a segment before the first.", previous_hash=HASH)
    bad("previous-hash-31", "A hash of 31 bytes.", sequence=2, previous=1, previous_hash=HASH[:31])
    bad("previous-hash-33", "A hash of 33 bytes.", sequence=2, previous=1, previous_hash=HASH + b"\0")
    bad("span-first-0", "A span that begins with 0.", seen=[span(first=0)])
    bad("span-backwards", "A span that ends before it begins.", seen=[span(first=4)])
    bad("span-hash-none", "A span without a hash.", seen=[span(last_hash=b"")])
    bad("span-hash-31", "A span's hash of 31 bytes.", seen=[span(last_hash=HASH[:31])])
    bad("second-span", "The second of two spans begins with 0.", seen=[span(), span(first=0)])
    bad("card-none", "A revision without a card.", revisions=[revision(b"")])
    bad("card-15", "A card of 15 bytes.", revisions=[revision(CARD[:15])])
    bad("card-17", "A card of 17 bytes.", revisions=[revision(CARD + b"\0")])
    bad("card-twice", "Two revisions of one card.", revisions=[revision(), revision(value=b"Other")])
    bad("revision-text", "A revision that is a text.", revisions=[b"no message of ours"])
    bad("revision-cut", "A revision whose last byte is gone.", revisions=[revision()[:-1]])
    bad("changes-10001", "A revision of 10,001 changes.", revisions=[many(10_001)])
    newer = "newer-format"
    bad("undoes-31", "A segment that is taken back, of 31 bytes.", undoes=HASH[:31])
    bad("undoes-33", "A segment that is taken back, of 33 bytes.", undoes=HASH + b"\0")
    before = {"sequence": 2, "previous": 1, "previous_hash": HASH}
    bad("previous-cards-15", "The second card of the segment before has 15 bytes.", previous_cards=[CARD, CARD_2[:15]], **before)
    bad("previous-cards-17", "A card of the segment before has 17 bytes.", previous_cards=[CARD + b"\0"], **before)
    bad("previous-cards-none", "A card of the segment before has no byte.", previous_cards=[b""], **before)
    bad("previous-cards-65", "65 cards of the segment before.", previous_cards=[bytes([i]) * 16 for i in range(65)], previous_card_count=70, **before)
    bad("kind-0", "A revision without a kind.", newer, revisions=[revision(kind=0)])
    bad("kind-3", "A revision kind of later days.", newer, revisions=[revision(kind=3)])
    bad("class-0", "A change without a merge class.", newer, revisions=[revision(merge_class=0)])
    bad("class-6", "A merge class of later days.", newer, revisions=[revision(merge_class=6)])
    bad("operation-0", "A change without an operation.", newer, revisions=[revision(operation=0)])
    bad("operation-4", "An operation of later days.", newer, revisions=[revision(operation=4)])
    bad("second-revision", "The second of two revisions has a merge class of later days.", newer, revisions=[revision(), revision(CARD_2, merge_class=200)])
    _wire(add)


def _groups(depth: int) -> bytes:
    """Groups of a field that is not known, each within the one before."""
    return b"\xfb\x3f" * depth + b"\xfc\x3f" * depth


def _in_span(more: bytes) -> bytes:
    """A span with more fields than are known."""
    message = encoded(span()) + more
    length = len(message)
    return b"\x2a" + bytes([length & 0x7F | 0x80, length >> 7]) + message


def _wire(add) -> None:
    """How protobuf is read: what is odd but valid, and what is neither."""
    least = encoded(segment_of())

    def good(name: str, more: bytes, comment: str) -> None:
        add(f"success-wire-{name}", "success", least + more, comment, revisions=0)

    good("last-counts", b"\x10\x02\x10\x03", "A number three times: the last one counts.")
    good("other-type", b"\x08\x05", "The device as a varint: an unknown field.")
    good("varint-ten-bytes", b"\x10\x81" + b"\x80" * 8 + b"\x00", "A number of ten bytes that is 1.")
    good("tag-five-bytes", b"\x90\x80\x80\x80\x00\x01", "The tag of the sequence in five bytes.")
    good("device-name", b"\x62\x05Phone", "What people call the device: reserved.")
    good("device-name-bytes", b"\x62\x02\xff\xfe", "What people call the device, which is no UTF-8.")
    good("groups-32", _groups(32), "Groups that are nested 32 deep.")
    good("groups-32-in-span", _in_span(_groups(32)), "Groups that are nested 32 deep, in a span.")
    good("groups-apart", _groups(32) + _groups(32), "Twice 32 groups, one after the other.")
    good("group-of-known-field", b"\x0b\x08\x01\x0c", "The device as a group: an unknown field.")
    good("command", b"\x6a\x10" + CARD, "The command that wrote it: reserved.")
    for name, more, comment in (
        ("varint-eleven-bytes", b"\x10\x81" + b"\x80" * 9 + b"\x00", "A number of eleven bytes."),
        ("tag-six-bytes", b"\x90\x80\x80\x80\x80\x00\x01", "The tag of the sequence in six bytes."),
        ("type-6", b"\xfe\x3f\x00", "A wire type that there is not."),
        ("field-0", b"\x02\x00", "Field number 0."),
        ("undoes-31-then-32", b"\x5a\x1f" + HASH[:31] + b"\x5a\x20" + HASH, "A segment that is taken back, of 31 bytes, then one of 32."),
        ("groups-33", _groups(33), "Groups that are nested 33 deep."),
        ("groups-33-in-span", _in_span(_groups(33)), "Groups that are nested 33 deep, in a span."),
        ("group-end", b"\xfc\x3f", "The end of a group that did not begin."),
        ("group-open", b"\xfb\x3f\x08\x01", "A group without an end."),
        ("group-other-end", b"\xfb\x3f\x84\x40", "A group that is closed by another number."),
        ("length-beyond", b"\xfa\x3f\x05lat", "A field that is longer than what is left."),
    ):
        add(f"wire-{name}", "damaged", least + more, comment)
