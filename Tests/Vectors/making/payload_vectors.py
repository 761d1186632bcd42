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

    def add(name: str, expect: str, body: bytes, comment: str, **facts) -> None:
        facts |= {"replaces": facts.get("replaces", 0)} if expect == "success" else {}
        to.add("pack-payload", name, expect, body, comment, **facts)

    def pack(*entries: bytes, **changed) -> bytes:
        return encoded(vault_pb2.Pack(device=7, created=MADE, segments=entries, **changed))

    photo = vault_pb2.Photo(media_type="image/jpeg", content=b"\xff\xd8\xff\xd9")
    add("success-none", "success", pack(), "No segment.", segments=0)
    add("success-two", "success", pack(one, two), "Two segments.", segments=2)
    add("replaces-31", "damaged", pack(one, replaces=[HASH[:31]]), "The hash of a replaced file of 31 bytes.")
    add("replaces-33", "damaged", pack(one, replaces=[HASH + b"\0"]), "The hash of a replaced file of 33 bytes.")
    add("success-replaces", "success", pack(one, replaces=[HASH]), "It replaces another file.", segments=1, replaces=1)
    add("success-replaces-two", "success", pack(one, replaces=[HASH, bytes(32)]), "It replaces two files, in no order.", segments=1, replaces=2)
    add("success-replaces-alone", "success", pack(replaces=[HASH]), "It replaces a file and has no segment.", segments=0, replaces=1)
    add("success-photos", "success", pack(one, photos=[photo]), "With a photo, as in a bundle.", segments=1)
    add("success-unknown-field", "success", pack(one) + UNKNOWN, "A field that is not known.", segments=1)
    add("segment-twice", "damaged", pack(one, one), "One segment twice.")
    add("segment-twice-apart", "damaged", pack(one, two, one), "One segment twice, with another one between.")
    add("success-segment-empty", "success", pack(b""), "An entry without a payload: damaged, which does not affect the pack.", segments=1)
    add("cut", "damaged", pack(one)[:-1], "The last byte is gone.")
    add("text", "damaged", b"no message of ours", "A text.")


def _photos(to: Collected) -> None:
    photo = encoded(vault_pb2.Photo(media_type="image/webp", content=b"RIFF"))

    def add(name: str, expect: str, body: bytes, comment: str, **facts) -> None:
        to.add("photo-payload", name, expect, body, comment, **facts)

    add("success", "success", photo, "A photo.", media_type="image/webp")
    add("success-unknown-field", "success", photo + UNKNOWN, "A field that is not known.", media_type="image/webp")
    add("cut", "damaged", photo[:-1], "The last byte is gone.")
