"""Vectors of pockets (Format.md, section 7): a file, its words, and the vault's root that they come from."""

from independent import bundles, wrapped
from independent.envelope import BUNDLE, seal
from independent.keys import Root
from independent.pockets import sealed, words_of

from .collected import ROOT, Collected, flipped

OWN = Root(bytes(range(64, 96)))
SALT, FILE_SALT = bytes(range(0x70, 0x80)), bytes(range(0x80, 0x98))
BARS = "10100011010011101110110111010011101010110110011101001110101011001101"
CONTENT = {
    "published": 1_796_000_000_123,
    "cards": [
        {
            "name": "Corner Bakery", "kind": "loyalty", "favourite": True, "tags": ["food"], "expires": "2031-12-31",
            "codes": [{
                "symbology": "Code 128", "shown": "A-1", "symbol": {
                    "rows": [BARS], "heights": [36], "quiet": {"horizontal": 10, "vertical": 0}, "shape": "linear"},
            }],
        },
        {"name": "Café “Ω”", "kind": "gift", "balance": "25.25 EUR", "number": "77", "codes": []},
    ],
}


def collect(to: Collected) -> None:
    words = words_of(ROOT, SALT)
    file = sealed(CONTENT, OWN, words, SALT, FILE_SALT)
    line = file[: bundles.LINE]

    def add(name: str, expect: str, body: bytes, comment: str, typed: str = words) -> None:
        facts = {"published": CONTENT["published"], "cards": len(CONTENT["cards"])} if expect == "success" else {}
        to.add("pocket", name, expect, body, comment, root=ROOT.secret.hex(), words=typed, **facts)

    add("success-two-cards", "success", file, "Two cards in one step of 64 KiB.")
    largest = {"published": 0, "cards": [{"name": "x", "kind": "other", "codes": [], "note": "y" * 70_000}]}
    facts = {"published": 0, "cards": 1}
    to.add("pocket", "success-two-steps", "success", sealed(largest, OWN, words, SALT, FILE_SALT),
           "A card that takes two steps.", root=ROOT.secret.hex(), words=words, **facts)
    other = " ".join(reversed(words.split()))
    add("words-other-order", "wrong-passphrase", file[:1_400], "The words in another order.", other)
    add("words-two-blanks", "wrong-passphrase", file[:1_400], "Two blanks between the words.", words.replace(" ", "  "))
    add("no-line", "not-sealed", file[bundles.LINE:][:1_400], "The envelope alone.")
    add("line-altered", "damaged", flipped(line, 100) + file[bundles.LINE:][:1_200], "A bit of the line flipped: its checksum tells.")
    add("header-altered", "unproved", line + flipped(file[bundles.LINE:][:1_200], 40), "A bit of the salt flipped.")
    add("cut", "damaged", file[:-65_000], "Only the beginning of the file.")
    add("last-byte-altered", "damaged", flipped(file, len(file) - 1), "A bit of the last byte flipped.")
    add("bundle", "wrong-kind", line + seal(b"[]", OWN, BUNDLE, FILE_SALT), "A bundle in its place.")
    costly = wrapped.wrapped_line(wrapped.wrap(OWN, words.encode(), SALT, 5, 65_536))
    add("passes-5", "cost-out-of-bounds", f"{costly}\n".encode() + file[bundles.LINE:][:1_200], "More passes than a stranger's file may cost.")
