"""Vectors of headers and notices (Format.md, sections 4 and 8)."""

import hashlib

import vault_pb2

from independent import envelope
from independent.envelope import NOTICE
from independent.headers import Header, notice_of
from independent.payloads import encoded

from .collected import OTHER, ROOT, Collected
from .payload_vectors import MADE, UNKNOWN

CARD_KEY, STATE_KEY, SOURCE = bytes(range(0x40, 0x60)), bytes(range(0x60, 0x80)), bytes(range(0x80, 0x90))
SALT = bytes(range(0x40, 0x58))


def collect(to: Collected) -> None:
    _headers(to)
    _notices(to)


def header_of(*notices: bytes, vault_id: bytes = ROOT.key_id, made: int = MADE) -> bytes:
    return Header(vault_id, made, CARD_KEY, STATE_KEY, SOURCE, notices).encoded()


def _headers(to: Collected) -> None:
    def good(name: str, body: bytes, comment: str, notices: int = 0) -> None:
        keys = hashlib.blake2b(body[24:104], digest_size=32).hexdigest()
        facts = {"vault_id": body[:16].hex(), "notices": notices, "keys": keys}
        to.add("vault-payload", f"success-{name}", "success", body, comment, **facts)

    def bad(name: str, body: bytes, comment: str) -> None:
        to.add("vault-payload", name, "damaged", body, comment)

    notice = envelope.seal(encoded(notice_of(OTHER, MADE)), ROOT, NOTICE, SALT)
    none, one = header_of(), header_of(notice)
    good("first", none, "A vault's first key: no notice.")
    good("notice", one, "A notice under the key before.", 1)
    good("notice-twice", header_of(notice, notice), "A notice twice: a header does not vouch for the contents of notices.", 2)
    good("notice-other", header_of(b"no notice"), "A notice that is no file of ours.", 1)
    good("notice-empty", header_of(b""), "A notice of no byte.", 1)
    good("notice-empty-between", header_of(notice, b"", notice), "A notice of no byte between two others.", 3)
    good("notice-2048", header_of(bytes(2048)), "A notice of the most bytes.", 1)
    good("notices-16", header_of(*[bytes([n]) * (n + 1) for n in range(16)]), "As many notices as may be.", 16)
    good("notices-16-largest", header_of(*[bytes([n]) * 2048 for n in range(16)]), "As many notices as may be, each of the most bytes.", 16)
    good("before-1970", header_of(made=-1), "Made a millisecond before 1970.")
    good("moment-0", header_of(made=0), "Made in the first moment of 1970.")
    good("vault-id-other", header_of(notice, vault_id=OTHER.key_id), "Another vault id: it is that of the vault's first key, which is not here.", 1)
    good("zeros", bytes(105), "Every byte is zero.")
    good("highest", b"\xff" * 104 + b"\0", "Every byte before n is 255.")

    def with_count(count: int, body: bytes) -> bytes:
        return body[:104] + bytes([count]) + body[105:]

    def with_length(length: int, order: str = "little") -> bytes:
        return one[:105] + length.to_bytes(4, order) + one[109:]

    bad("empty", b"", "No byte at all.")
    bad("cut-16", none[:16], "Only the vault id.")
    bad("cut-103", none[:103], "Cut within the source.")
    bad("cut-104", none[:104], "Cut before n.")
    bad("longer", none + b"\0", "A byte after n, which is 0.")
    bad("longer-notice", one + b"\0", "A byte after the notice.")
    bad("longer-length", one + bytes(4), "A length after the notice, which n does not count.")
    bad("n-0", with_count(0, one), "n is 0, and a notice follows.")
    bad("n-1", with_count(1, header_of(notice, notice)), "n is 1, and two notices follow.")
    bad("n-2", with_count(2, one), "n is 2, and one notice follows.")
    bad("n-1-nothing", with_count(1, none), "n is 1, and nothing follows.")
    bad("n-17", header_of(*[b"x"] * 17), "17 notices.")
    bad("n-17-empty", header_of(*[b""] * 17), "17 notices of no byte.")
    bad("n-255", header_of(*[b""] * 255), "255 notices of no byte.")
    bad("notice-2049", header_of(bytes(2049)), "A notice of a byte too many.")
    bad("notice-2049-last", header_of(*[notice] * 15, bytes(2049)), "The last of 16 notices has a byte too many.")
    bad("length-cut", one[:108], "Cut within the length of the notice.")
    bad("length-alone", one[:109], "The notice's length, and nothing of the notice.")
    bad("notice-cut", one[:-1], "The notice's last byte is gone.")
    bad("notice-cut-second", header_of(notice, notice)[:-1], "The second notice's last byte is gone.")
    bad("length-second-cut", header_of(notice, b"")[:-1], "Cut within the length of the second notice.")
    bad("length-short", with_length(len(notice) - 1), "The notice's length is one too few.")
    bad("length-long", with_length(len(notice) + 1), "The notice's length is one too many.")
    bad("length-big-endian", with_length(len(notice), "big"), "The notice's length with its bytes in reverse.")
    bad("length-highest", with_length(0xFFFF_FFFF), "The highest length that can be written.")
    bad("length-64-KiB-more", with_length(len(notice) + 65_536), "A length that is right in its lower 16 bits.")


def _notices(to: Collected) -> None:
    def add(name: str, expect: str, body: bytes, comment: str, **facts) -> None:
        to.add("notice-payload", name, expect, body, comment, root=ROOT.secret.hex(), **facts)

    def notice(**changed) -> bytes:
        fields = {"key": OTHER.key_id, "fingerprint": OTHER.fingerprint, "created": MADE}
        return encoded(vault_pb2.Notice(**{**fields, **changed}))

    def good(name: str, body: bytes, comment: str, names: bytes = OTHER.key_id) -> None:
        add(f"success-{name}", "success", body, comment, names=names.hex())

    def bad(name: str, body: bytes, comment: str) -> None:
        add(name, "damaged", body, comment)

    good("plain", notice(), "Another key replaced this one.")
    good("before-1970", notice(created=-1), "Made a millisecond before 1970.")
    good("no-moment", notice(created=0), "Made in the first moment of 1970, which is not written.")
    good("fingerprint-other", notice(fingerprint="00000 00001 00002 00003 00004 00005"), "A fingerprint that is another key's: a notice is a claim.")
    good("fingerprint-own", notice(fingerprint=ROOT.fingerprint), "The fingerprint of the key that seals it: a notice is a claim.")
    good("key-zeros", notice(key=bytes(16)), "The new key's id is all zeros.", bytes(16))
    good("unknown-field", notice() + UNKNOWN, "A field that is not known.")
    good("key-last-counts", notice(key=bytes(16)) + notice(), "The new key's id twice: the last one counts.")
    bad("empty", b"", "No byte at all.")
    bad("text", b"no message of ours", "A text.")
    bad("cut", notice()[:-1], "The last byte is gone.")
    bad("key-none", notice(key=b""), "No new key.")
    bad("key-15", notice(key=OTHER.key_id[:15]), "The new key's id of 15 bytes.")
    bad("key-17", notice(key=OTHER.key_id + b"\0"), "The new key's id of 17 bytes.")
    bad("key-15-then-16", notice(key=OTHER.key_id[:15]) + notice(), "The new key's id twice, first of 15 bytes.")
    bad("key-own", notice(key=ROOT.key_id), "The new key is the one that the notice is sealed under.")
    good_print = OTHER.fingerprint
    bad("fingerprint-none", notice(fingerprint=""), "No fingerprint.")
    bad("fingerprint-five", notice(fingerprint=good_print[:-6]), "A fingerprint of five groups.")
    bad("fingerprint-seven", notice(fingerprint=good_print + " 00000"), "A fingerprint of seven groups.")
    bad("fingerprint-letter", notice(fingerprint="x" + good_print[1:]), "A letter in the fingerprint.")
    bad("fingerprint-blanks", notice(fingerprint=good_print.replace(" ", "  ")), "Two blanks between the groups.")
    bad("fingerprint-blank-last", notice(fingerprint=good_print + " "), "A blank after the fingerprint.")
    bad("fingerprint-line-feed", notice(fingerprint=good_print + "\n"), "A line feed after the fingerprint.")
    bad("fingerprint-digits", notice(fingerprint=good_print.replace(good_print[0], "\u0663")), "A digit that is not ASCII in the fingerprint.")
