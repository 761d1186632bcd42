"""Vectors of packs and photos (Format.md, section 7)."""

import vault_pb2

from independent.payloads import encoded

from .collected import Collected

CARD, CARD_2 = bytes(range(16)), bytes(range(16, 32))
HASH = bytes(range(0x20, 0x40))
UNKNOWN = b"\xfa\x3f\x05later"  # field 1,007, length-delimited
MADE = 1_767_225_600_000


def collect(to: Collected) -> None:
    _packs(to)
    _photos(to)


def segment_of(**changed) -> vault_pb2.Segment:
    fields = {"device": 7, "sequence": 1, "clock": MADE << 16, "wall": MADE, **changed}
    return vault_pb2.Segment(**fields)


def _packs(to: Collected) -> None:
    one, two = encoded(segment_of()), encoded(segment_of(device=8))
    entry = vault_pb2.PackedSegment

    def add(name: str, expect: str, body: bytes, comment: str, **facts) -> None:
        facts |= {"claimed": facts.get("claimed", 0)} if expect == "success" else {}
        to.add("pack-payload", name, expect, body, comment, **facts)

    def pack(*entries: vault_pb2.PackedSegment, **changed) -> bytes:
        return encoded(vault_pb2.Pack(device=7, created=MADE, segments=entries, **changed))

    first, second = entry(payload=one), entry(payload=two)
    photo = vault_pb2.Photo(media_type="image/jpeg", content=b"\xff\xd8\xff\xd9")
    add("success-none", "success", pack(), "No segment.", segments=0)
    add("success-two", "success", pack(first, second), "Two segments.", segments=2)
    claimed = entry(payload=two, claimed=True)
    add("success-claimed", "success", pack(first, claimed), "One of two segments was taken in from a key that had been replaced.", segments=2, claimed=1)
    add("replaces-31", "damaged", pack(first, replaces=[HASH[:31]]), "The hash of a replaced file of 31 bytes.")
    add("success-replaces", "success", pack(first, replaces=[HASH]), "It replaces another file.", segments=1)
    add("success-photos", "success", pack(first, photos=[photo]), "With a photo, as in a bundle.", segments=1)
    add("success-unknown-field", "success", pack(first) + UNKNOWN, "A field that is not known.", segments=1)
    add("segment-twice", "damaged", pack(first, first), "One segment twice.")
    add("segment-twice-claimed", "damaged", pack(first, entry(payload=one, claimed=True)), "One segment twice, once with the mark.")
    add("success-segment-empty", "success", pack(entry()), "An entry without a payload: damaged, which does not affect the pack.", segments=1)
    add("cut", "damaged", pack(first)[:-1], "The last byte is gone.")
    add("text", "damaged", b"no message of ours", "A text.")


def _photos(to: Collected) -> None:
    photo = encoded(vault_pb2.Photo(media_type="image/webp", content=b"RIFF"))

    def add(name: str, expect: str, body: bytes, comment: str, **facts) -> None:
        to.add("photo-payload", name, expect, body, comment, **facts)

    add("success", "success", photo, "A photo.", media_type="image/webp")
    add("success-unknown-field", "success", photo + UNKNOWN, "A field that is not known.", media_type="image/webp")
    add("cut", "damaged", photo[:-1], "The last byte is gone.")
