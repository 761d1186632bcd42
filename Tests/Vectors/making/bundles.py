"""Vectors of bundles (Format.md, section 7)."""

import hashlib

import vault_pb2

from independent import bundles, envelope, wrapped
from independent.cards import code_value, moment, thousandths
from independent.envelope import BUNDLE
from independent.payloads import encoded, identity_of
from independent.vectors import CARD_KEY

from .collected import OTHER, ROOT, Collected, flipped
from .payload_vectors import CARD, CARD_2, HASH, MADE, UNKNOWN, segment_of

SOURCE = bytes(range(0x80, 0x90))
SALT = bytes(range(0x40, 0x58))
WRAP_SALT = bytes(range(0xA0, 0xB0))
PASSPHRASE = b"for someone else"
LEAST = (2, 65_536)
JPEG = b"\xff\xd8\xff\xd9"


def collect(to: Collected) -> None:
    _payloads(to)
    _files(to)


def _payloads(to: Collected) -> None:
    segment = encoded(segment_of())
    photo = vault_pb2.Photo(media_type="image/jpeg", content=JPEG)

    def add(name: str, expect: str, body: bytes, comment: str, whose: str = "key", **facts) -> None:
        header = {"for": whose, **(facts if expect == "success" else {})}
        to.add("bundle-payload", name, expect, body, comment, **header)

    def own(**fields) -> bytes:
        return encoded(vault_pb2.Pack(**{"device": 7, "created": MADE, "segments": [segment], **fields}))

    def others(**fields) -> bytes:
        return encoded(vault_pb2.Pack(**{"created": MADE, "segments": [segment], "source": SOURCE, **fields}))

    def good(name: str, body: bytes, comment: str, whose: str = "key", segments: int = 1, photos: int = 0, **more) -> None:
        counts = {"segments": segments, "photos": photos, "others": 0, **more}
        add(f"success-{name}", "success", body, comment, whose, **counts)

    good("own", own(), "For who has the key.")
    good("own-all", own(photos=[photo], vaults=[b"any", b"thing"], cards=[CARD, CARD_2]), "With a photo, vault files and chosen cards.", photos=1)
    good("own-others", own(others=[b"any"]), "With a file of a free kind, judged as its own file would be.", others=1)
    good("own-nothing", encoded(vault_pb2.Pack()), "No byte at all: it holds nothing.", segments=0)
    good("own-vault-largest", own(vaults=[bytes(65_536)]), "A vault file of the most bytes.")
    good("others", others(), "For someone else.", "others")
    good("others-photo", others(photos=[photo]), "For someone else, with a photo.", "others", photos=1)
    good("photos-first", encoded(vault_pb2.Pack(photos=[photo])) + own(), "Photos before all else.", photos=1)
    good("unknown-field", own() + UNKNOWN, "A field that is not known.")
    good("unknown-group", own() + b"\xfb\x3f\x08\x01\xfc\x3f", "A group that is not known, with a number in it.")
    good("replaces", own(replaces=[HASH]), "A field that means nothing in a bundle.")

    def bad(name: str, body: bytes, comment: str, whose: str = "key", expect: str = "damaged") -> None:
        add(name, expect, body, comment, whose)

    bad("own-source", own(source=SOURCE), "A source in one for who has the key.")
    bad("others-no-source", others(source=b""), "No source in one for someone else.", "others")
    bad("others-vault", others(vaults=[b"any"]), "A vault file in one for someone else.", "others")
    bad("others-others", others(others=[b"any"]), "A file of a free kind in one for someone else.", "others")
    bad("source-15", others(source=SOURCE[:15]), "A source of 15 bytes.", "others")
    bad("source-17", others(source=SOURCE + b"\0"), "A source of 17 bytes.", "others")
    bad("card-15", own(cards=[CARD[:15]]), "A chosen card's id of 15 bytes.")
    bad("card-twice", own(cards=[CARD, CARD]), "A chosen card twice.")
    bad("segment-twice", own(segments=[segment, segment]), "A segment twice.")
    bad("segment-malformed", own(segments=[b"\x08"]), "A segment that is none.")
    newer = vault_pb2.Revision(card=CARD, kind=9)
    later = encoded(segment_of(revisions=[encoded(newer)]))
    bad("segment-newer", own(segments=[later]), "A segment with a revision kind that is not known.", expect="newer-format")
    bad("photo-twice", own(photos=[photo, photo]), "A photo twice.")
    bad("photo-twice-differing", own(photos=[photo, vault_pb2.Photo(media_type="image/webp", content=JPEG)]), "One content with two media types.")
    bad("vault-too-large", own(vaults=[bytes(65_537)]), "A vault file of a byte too many.")
    bad("others-too-many", own(others=[b""] * 100_001), "100,001 files of free kinds.")
    bad("vaults-too-many", own(vaults=[b""] * 2_001), "2,001 vault files.")
    bad("cut", own()[:-1], "The last byte is gone.")
    bad("text", b"no message of ours", "A text.")
    bad("length-huge", own() + b"\x1a" + b"\xff" * 9 + b"\x01", "A segment of nearly 2^64 bytes.")
    bad("length-beyond", own() + b"\x2a\x80\x80\x80\x20", "A photo of 64 MiB, of which nothing follows.")
    bad("group-open", own() + b"\xfb\x3f\x08\x01", "A group without an end.")


def _files(to: Collected) -> None:
    card = {"id": CARD.hex(), "name": "Gym", "tags": ["town"], "codes": [{"symbology": 11, "bytes": b"5901234123457".hex()}]}
    payload = encoded(bundles.pack_for_others([card], SOURCE, MADE))

    def line(passes: int = LEAST[0]) -> bytes:
        return wrapped.wrapped_line(wrapped.wrap(ROOT, PASSPHRASE, WRAP_SALT, passes, LEAST[1])).encode()

    good_line, sealed = line(), envelope.seal(payload, ROOT, BUNDLE, SALT)

    def add(name: str, expect: str, body: bytes, comment: str, passphrase: bytes = PASSPHRASE) -> None:
        facts = {}
        if expect == "success":
            ids = bundles.open_bundle(body, [], passphrase).adopted(CARD_KEY)
            facts = {"cards": len(ids), "ids": hashlib.blake2b(b"".join(ids), digest_size=32).hexdigest()}
        to.add("bundle", name, expect, body, comment, passphrase=passphrase.hex(), **facts)

    whole = good_line + b"\n" + sealed
    add("success", "success", whole, "A card for someone else.")
    add("passphrase-other", "wrong-passphrase", whole, "Another passphrase.", b"For someone else")
    add("line-letter", "damaged", flipped(good_line, 60) + b"\n" + sealed, "A wrong letter in the line.")
    add("line-no-end", "damaged", good_line + sealed, "No line feed after the line.")
    add("line-carriage-return", "damaged", good_line + b"\r\n" + sealed, "A carriage return before the line feed.")
    add("line-alone", "damaged", good_line + b"\n", "The line without an envelope.")
    add("line-cut", "damaged", good_line[:100], "Cut within the line.")
    add("line-capitals", "not-sealed", good_line.upper() + b"\n" + sealed, "The line in capitals, as a QR Code has it.")
    add("line-plain-key", "not-sealed", b"cardvault-key1" + good_line[22:] + b"\n" + sealed, "The line of a plain key before the envelope.")
    for memory, words in ((65_535, "Less memory than must be asked for."), (524_289, "A KiB more memory than a bundle may ask for."), (0xFFFF_FFFF, "More memory than any key may ask for.")):
        add(f"line-memory-{memory}", "cost-out-of-bounds", _with_memory(memory) + b"\n" + sealed, words)
    add("line-passes-5", "cost-out-of-bounds", _with_passes(5) + b"\n" + sealed, "A pass more than a bundle may ask for.")
    add("success-passes-4", "success", line(passes=4) + b"\n" + sealed, "As many passes as a bundle may ask for.")
    add("line-version-2", "newer-format", _with_version(2) + b"\n" + sealed, "A wrapped key of version 2.")
    add("other-key", "damaged", good_line + b"\n" + envelope.seal(payload, OTHER, BUNDLE, SALT), "The envelope is sealed under another root.")
    add("kind-pack", "wrong-kind", good_line + b"\n" + envelope.seal(payload, ROOT, envelope.PACK, SALT), "A pack after the line.")
    own = encoded(vault_pb2.Pack(device=7, created=MADE))
    add("own-payload", "damaged", good_line + b"\n" + envelope.seal(own, ROOT, BUNDLE, SALT), "A payload as for who has the key: no source.")
    add("cut-last-byte", "damaged", whole[:-1], "The last byte is gone.")
    add("envelope-altered", "damaged", flipped(whole, len(whole) - 40), "A bit of the envelope is flipped.")
    add("longer", "damaged", whole + b"\0", "A byte too many.")
    add("blank-first", "not-sealed", b" " + whole, "A blank before the line.")
    cards = [{**card, "id": number.to_bytes(16, "big").hex(), "note": "x" * 900} for number in range(80)]
    large = encoded(bundles.pack_for_others(cards, SOURCE, MADE))
    add("success-chunks", "success", good_line + b"\n" + envelope.seal(large, ROOT, BUNDLE, SALT), "80 cards in two chunks.")
    everything = encoded(_of_everything())
    add("success-everything", "success", good_line + b"\n" + envelope.seal(everything, ROOT, BUNDLE, SALT), "A card with all that a bundle carries, and cards with what counts as nothing.")


def _of_everything() -> vault_pb2.Pack:
    """Values that stand in no order, are there twice in canonical form, or are as good as none."""
    photo = vault_pb2.Photo(media_type="image/jpeg", content=JPEG)
    absent = encoded(vault_pb2.PhotoReference(photo=bytes(32), side=2))
    full = [
        (1, 1, 1, "Café".encode()), (2, 2, 2, code_value({"symbology": 13, "bytes": b"012345678905".hex()})),
        (2, 2, 2, code_value({"symbology": 11, "bytes": b"0012345678905".hex()})),
        (2, 2, 2, code_value({"symbology": 1, "bytes": b"a".hex(), "text": "a"})), (3, 1, 1, b"0042"), (4, 2, 2, b"town"),
        (4, 2, 2, b"city"), (5, 1, 1, b"upstairs"), (6, 1, 1, b"2026-01-01"), (7, 1, 1, b"2026-12-31"), (8, 1, 1, b"\1"),
        (9, 5, 1, moment(MADE)), (10, 3, 1, thousandths(5_000) + b"EUR"), (13, 1, 1, b"\x10\x20\x30"), (14, 1, 1, b"\3"),
        (15, 1, 1, b"\2"), (21, 1, 1, b"1234"), (22, 1, 1, b"https://example.com"), (23, 1, 1, b"Ada"), (19, 2, 2, encoded(vault_pb2.PhotoReference(photo=identity_of(JPEG), side=1))), (19, 2, 2, absent),
    ]
    nothing = [
        (1, 1, 3, b""), (6, 1, 1, b"2026-02-30"), (8, 1, 1, b"\0"), (9, 5, 1, moment(MADE)), (10, 3, 1, b"short"), (11, 1, 1, b"\1"), (12, 1, 1, b"\1"),
        (13, 1, 1, b"\1"), (14, 1, 1, b"\1"), (15, 1, 1, b"\1"), (16, 1, 1, b"photo"), (17, 5, 1, moment(MADE)), (18, 4, 1, moment(MADE)), (99, 1, 1, b"x"),
    ]
    revisions = []
    for card, changes in ((CARD, full), (CARD_2, nothing)):
        revision = vault_pb2.Revision(card=card, kind=1)
        for number, merge_class, operation, value in changes:
            revision.changes.add(field=number, merge_class=merge_class, operation=operation, value=value)
        revisions.append(encoded(revision))
    payload = encoded(vault_pb2.Segment(device=1, sequence=1, clock=MADE << 16, wall=MADE, revisions=revisions))
    return vault_pb2.Pack(created=MADE, source=SOURCE, segments=[payload], photos=[photo])


def _line_with(offset: int, value: bytes) -> bytes:
    data = wrapped.wrap(ROOT, PASSPHRASE, WRAP_SALT, *LEAST)
    return wrapped.wrapped_line(data[:offset] + value + data[offset + len(value) :]).encode()


def _with_memory(kibibytes: int) -> bytes:
    return _line_with(6, kibibytes.to_bytes(4, "little"))


def _with_passes(passes: int) -> bytes:
    return _line_with(2, passes.to_bytes(4, "little"))


def _with_version(version: int) -> bytes:
    return _line_with(0, bytes([version]))
