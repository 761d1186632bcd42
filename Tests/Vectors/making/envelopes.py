"""Vectors of the envelope (Format.md, section 3)."""

import nacl.bindings

from independent import envelope
from independent.envelope import PACK, SEGMENT, content_of, file_keys, header_of, seal, sealed_chunks
from independent.keys import Root
from independent.randomness import Randomness

from .collected import OTHER, ROOT, Collected, flipped

SALT = bytes(range(0x40, 0x58))
PAYLOAD = b"Never rewrite, never overwrite."
KIND_NAMES = {
    1: "vault", 2: "segment", 3: "device", 4: "pack", 5: "photo", 6: "bundle", 7: "notice", 8: "pocket", 9: "index",
    0: "0", 10: "10", 200: "200", 255: "255",
}


def sealed_as(content: bytes, root: Root = ROOT, kind: int = SEGMENT, **header) -> bytes:
    """A file whose commitment and chunks are right for a header and content that may not be."""
    head = header_of(root, kind, SALT, **header)
    key, commitment = file_keys(head, root, kind)
    return head + commitment + b"".join(sealed_chunks(content, key))


def _with_nonce(content: bytes, nonce: bytes, extra: bytes | None = None) -> bytes:
    head = header_of(ROOT, SEGMENT, SALT)
    key, commitment = file_keys(head, ROOT, SEGMENT)
    encrypt = nacl.bindings.crypto_aead_xchacha20poly1305_ietf_encrypt
    return head + commitment + encrypt(content, extra, nonce, key)


def collect(to: Collected) -> None:
    _successes(to)
    _versions_and_magic(to)
    _lengths(to)
    _headers(to)
    _contents(to)
    _chunks(to)


def _successes(to: Collected) -> None:
    def good(name: str, payload: bytes, comment: str, kind: int = SEGMENT) -> None:
        to.envelope(f"success-{name}", "success", seal(payload, ROOT, kind, SALT), comment, kind, payload=payload)

    good("empty", b"", "An empty payload.")
    good("short", PAYLOAD, "A short payload.")
    good("zeros", bytes(100), "A payload of zeros, told from the padding by its length.")
    good("1016", b"x" * 1016, "8 + 1,016 bytes fill the least content exactly.")
    good("1017", b"x" * 1017, "8 + 1,017 bytes are padded to 1,088.")
    good("1990", b"x" * 1990, "8 + 1,990 bytes are padded to 2,048.")
    for kind, name in KIND_NAMES.items():
        if kind != SEGMENT:
            good(f"kind-{name}", PAYLOAD, f"A file of kind {kind}.", kind=kind)
    random = Randomness(3)
    good("content-65535", random.bytes(65_527), "8 + 65,527 bytes are padded to one full chunk.")
    good("content-65536", random.bytes(65_528), "8 + 65,528 bytes fill one chunk exactly.")
    good("content-65537", random.bytes(65_529), "8 + 65,529 bytes are padded to a full chunk and one of 2,048.")
    good("content-131072", random.bytes(131_064), "Two chunks, both full.")


def _versions_and_magic(to: Collected) -> None:
    good = seal(PAYLOAD, ROOT, SEGMENT, SALT)
    to.envelope("empty-file", "not-sealed", b"", "No byte at all.")
    to.envelope("text", "not-sealed", b"These are not the cards you are looking for.\n" * 40, "A text file.")
    to.envelope("magic-short", "not-sealed", good[:6], "Only six of the seven magic bytes.")
    to.envelope("magic-first", "not-sealed", flipped(good, 0), "A bit of the first magic byte flipped.")
    to.envelope("magic-last", "not-sealed", flipped(good, 6), "A bit of the last magic byte flipped.")
    to.envelope("magic-case", "not-sealed", b"cardvlt" + good[7:], "The magic bytes in small letters.")
    to.envelope("magic-shifted", "not-sealed", b"\xef\xbb\xbf" + good, "A byte order mark before the magic bytes.")
    to.envelope("magic-alone", "unproved", good[:7], "The magic bytes and nothing else.")
    for version in (0, 2, 255):
        file = sealed_as(content_of(PAYLOAD), version=version)
        to.envelope(f"version-{version}", "newer-format", file, f"Truly of version {version}: the commitment holds over that byte.")
        altered = good[:7] + bytes([version]) + good[8:]
        to.envelope(f"version-{version}-altered", "unproved", altered, f"Version 1 altered to {version}: the commitment tells.")
    head = sealed_as(content_of(PAYLOAD), version=2)
    to.envelope("version-2-header-alone", "newer-format", head[:88], "Version 2, of which only the 88 bytes are there that prove it.")
    to.envelope("version-2-other-chunks", "newer-format", head[:88] + b"of later days", "Version 2, whose chunks are none of version 1.")
    to.envelope("version-2-short", "unproved", head[:87], "Version 2, a byte too short to be proved.")
    reserved = sealed_as(content_of(PAYLOAD), version=2, reserved=b"anew" + bytes(3))
    to.envelope("version-2-reserved", "newer-format", reserved, "Version 2, which says something in the seven bytes after the kind.")
    for kind in (0, 7, 10, 200, 255):
        file = sealed_as(content_of(PAYLOAD), kind=kind, version=2)
        to.envelope(f"version-2-kind-{kind}", "newer-format", file, f"Version 2 and kind {kind}: the version is judged before the kind.")
    to.envelope(
        "version-2-other-key", "wrong-key", sealed_as(content_of(PAYLOAD), OTHER, version=2),
        "Version 2 under a key that is not at hand: nothing proves it.",
    )
    to.envelope(
        "version-2-commitment", "unproved", flipped(sealed_as(content_of(PAYLOAD), version=2), 70),
        "Version 2, with a commitment that does not hold.",
    )


def _lengths(to: Collected) -> None:
    good = seal(PAYLOAD, ROOT, SEGMENT, SALT)
    for length in (8, 9, 12, 16, 32, 55, 56, 87):
        to.envelope(f"cut-{length}", "unproved", good[:length], f"The first {length} of {len(good)} bytes.")
    for length in (88, 89, 104, 1127):
        to.envelope(f"cut-{length}", "damaged", good[:length], f"The first {length} of {len(good)} bytes.")
    longer = seal(b"x" * 1017, ROOT, SEGMENT, SALT)
    to.envelope("cut-last-byte", "damaged", longer[:-1], "The last byte is gone.")
    to.envelope("cut-last-64", "damaged", longer[:-64], "The last 64 bytes are gone, which leaves a length that may be.")
    to.envelope("longer-by-1", "damaged", good + b"\0", "A zero was appended.")
    to.envelope("longer-by-64", "damaged", good + bytes(64), "64 zeros were appended.")
    to.envelope("twice", "damaged", good + good, "The file twice, one after the other.")
    for kind, name in ((envelope.VAULT, "header"), (envelope.NOTICE, "notice")):
        payload = bytes(63_488 - 8)
        to.envelope(f"success-{name}-largest", "success", seal(payload, ROOT, kind, SALT), f"The largest {name} that fits into 64 KiB: one step more of padding is too much.", kind, payload=payload)
        to.envelope(f"{name}-too-large", "damaged", seal(bytes(65_536), ROOT, kind, SALT), f"A {name} of more than 64 KiB.", kind)


def _headers(to: Collected) -> None:
    good = seal(PAYLOAD, ROOT, SEGMENT, SALT)
    to.envelope("kind-asked-pack", "wrong-kind", good, "A segment where a pack was asked for.", PACK)
    to.envelope("kind-altered", "unproved", good[:8] + b"\4" + good[9:], "A segment that was altered to a pack.")
    to.envelope(
        "kind-altered-and-asked", "unproved", good[:8] + b"\4" + good[9:],
        "A segment that was altered to a pack, where a pack was asked for.", PACK,
    )
    for kind in (0, 7, 10, 200, 255):
        file = sealed_as(content_of(PAYLOAD), kind=kind)
        to.envelope(f"kind-{kind}", "wrong-kind", file, f"Sealed as kind {kind}, where a segment was asked for.")
        altered = good[:8] + bytes([kind]) + good[9:]
        to.envelope(f"kind-{kind}-altered", "unproved", altered, f"A segment that was altered to kind {kind}.")
    to.envelope("kind-200-damaged", "damaged", flipped(seal(PAYLOAD, ROOT, 200, SALT), 600), "A file of kind 200 whose chunk does not open.", 200)
    for offset in range(9, 16):
        to.envelope(f"reserved-{offset}-altered", "unproved", flipped(good, offset), f"A bit of the zero at {offset} flipped.")
        reserved = flipped(bytes(7), offset - 9, 7)
        to.envelope(
            f"reserved-{offset}", "damaged", sealed_as(content_of(PAYLOAD), reserved=reserved),
            f"Sealed with byte {offset} other than zero.",
        )
    to.envelope(
        "reserved-9-other-kind", "wrong-kind", sealed_as(content_of(PAYLOAD), kind=PACK, reserved=b"\1" + bytes(6)),
        "Sealed as a pack with byte 9 other than zero: the kind is judged first.",
    )
    for name, first, last, expect in (
        ("key-id", 16, 31, "wrong-key"), ("salt", 32, 55, "unproved"), ("commitment", 56, 87, "unproved"),
    ):
        for offset in (first, last):
            to.envelope(f"{name}-{offset}-altered", expect, flipped(good, offset), f"A bit of the {name.replace('-', ' ')}, at {offset}, flipped.")
    to.envelope("commitment-zeros", "unproved", good[:56] + bytes(32) + good[88:], "The commitment is all zeros.")
    other_kind = header_of(ROOT, SEGMENT, SALT)
    key, commitment = file_keys(other_kind, ROOT, PACK)
    file = other_kind + commitment + b"".join(sealed_chunks(content_of(PAYLOAD), key))
    to.envelope("subkey-of-pack", "unproved", file, "A segment sealed with the subkey of packs.")
    to.envelope("subkey-of-pack-asked", "unproved", file, "The same where a pack is asked for: the kind byte in the file chooses the subkey.", PACK)
    to.envelope("other-key", "wrong-key", seal(PAYLOAD, OTHER, SEGMENT, SALT), "Sealed under another root.")
    to.envelope(
        "other-key-id", "wrong-key", sealed_as(content_of(PAYLOAD), key_id=OTHER.key_id),
        "Sealed under this root, with a header that truly names another.",
    )
    to.envelope("other-key-id-cut", "unproved", seal(PAYLOAD, OTHER, SEGMENT, SALT)[:87], "Under another root, and too short to be proved: the length is judged first.")
    _, commitment = file_keys(header_of(OTHER, SEGMENT, SALT), OTHER, SEGMENT)
    to.envelope("other-commitment", "unproved", good[:56] + commitment + good[88:], "The commitment of another root's file.")


def _contents(to: Collected) -> None:
    def bad(name: str, content: bytes, comment: str) -> None:
        to.envelope(f"content-{name}", "damaged", sealed_as(content), comment)

    content = content_of(PAYLOAD)
    bad("length-1017", (1017).to_bytes(8, "little") + content[8:], "A length one above what is there.")
    bad("length-highest", b"\xff" * 8 + content[8:], "The highest length that can be written.")
    bad("length-2-to-63", (1 << 63).to_bytes(8, "little") + content[8:], "A length that is negative as a signed number.")
    bad("length-short", (30).to_bytes(8, "little") + content[8:], "A length one short: padding begins with a letter.")
    bad("length-big-endian", content[:8][::-1] + content[8:], "The length with its bytes in reverse.")
    bad("padding-first", flipped(content, 8 + len(PAYLOAD)), "The first byte of padding is 1.")
    bad("padding-last", flipped(content, len(content) - 1), "The last byte of padding is 1.")
    bad("padding-1088", content + bytes(64), "Padded to 1,088 where 1,024 is enough.")
    bad("padding-2048", content + bytes(1024), "Padded to 2,048 where 1,024 is enough.")
    longer = (1492).to_bytes(8, "little") + b"x" * 1492
    bad("padding-none", longer, "1,500 bytes without any padding.")
    bad("padding-1504", longer + bytes(4), "1,500 bytes padded to a multiple of 32, not 64.")
    bad("padding-1600", longer + bytes(100), "1,500 bytes padded by one step too many.")
    random = Randomness(4)
    bad("65535", (65_527).to_bytes(8, "little") + random.bytes(65_527), "65,535 bytes without padding.")
    bad("65537", (65_529).to_bytes(8, "little") + random.bytes(65_529), "65,537 bytes without padding: a last chunk of one byte.")


def _chunks(to: Collected) -> None:
    good = seal(PAYLOAD, ROOT, SEGMENT, SALT)
    content = content_of(PAYLOAD)
    for offset, name in ((88, "first"), (600, "padding"), (1112, "tag"), (1127, "last")):
        to.envelope(f"chunk-{name}-altered", "damaged", flipped(good, offset), f"A bit of the chunk, at {offset}, flipped.")
    to.envelope("chunk-not-last", "damaged", _with_nonce(content, envelope.nonce_of(0, False)), "The only chunk is not marked as the last.")
    to.envelope("chunk-number-1", "damaged", _with_nonce(content, envelope.nonce_of(1, True)), "The only chunk has the number 1.")
    to.envelope("chunk-nonce-end", "damaged", _with_nonce(content, envelope.nonce_of(0, True)[:-1] + b"\1"), "The last byte of the nonce is 1.")
    to.envelope("chunk-associated-data", "damaged", _with_nonce(content, envelope.nonce_of(0, True), good[:88]), "The header as associated data.")

    size = envelope.CHUNK + envelope.TAG
    random = Randomness(5)
    full = seal(random.bytes(131_064), ROOT, SEGMENT, SALT)
    head, one, two = full[:88], full[88 : 88 + size], full[88 + size :]
    to.envelope("chunks-swapped", "damaged", head + two + one, "Two full chunks, swapped.")
    to.envelope("chunks-first-dropped", "damaged", head + two, "The first of two chunks is gone.")
    to.envelope("chunks-last-dropped", "damaged", head + one, "The last of two chunks is gone.")
    small = seal(random.bytes(65_529), ROOT, SEGMENT, SALT)
    to.envelope("chunks-last-twice", "damaged", small + small[88 + size :], "The last of two chunks is there twice.")
    full_content = content_of(random.bytes(65_528))
    header = header_of(ROOT, SEGMENT, SALT)
    key, commitment = file_keys(header, ROOT, SEGMENT)
    encrypt = nacl.bindings.crypto_aead_xchacha20poly1305_ietf_encrypt
    empty_last = encrypt(full_content, None, envelope.nonce_of(0, False), key)
    empty_last += encrypt(b"", None, envelope.nonce_of(1, True), key)
    to.envelope("chunks-empty-last", "damaged", header + commitment + empty_last, "A full chunk, then an empty one as the last.")
