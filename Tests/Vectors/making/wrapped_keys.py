"""Vectors of wrapped keys (Format.md, section 2); nearly all at the least cost."""

from independent import bech32m
from independent.bech32m import five_bit_values, with_checksum
from independent.keys import Root
from independent.wrapped import PREFIX, wrap, wrapped_line

from .collected import OTHER, ROOT, Collected, flipped, root_facts

SALT = bytes(range(0x60, 0x70))
PASSPHRASE = "pass the café".encode()
LEAST = {"passes": 2, "memory_kib": 65_536}


def collect(to: Collected) -> None:
    data = wrap(ROOT, PASSPHRASE, SALT, **LEAST)
    _successes(to, data)
    _refusals_after_derivation(to, data)
    _refusals_before_derivation(to, data)


def _file(data: bytes) -> bytes:
    return wrapped_line(data).encode() + b"\n"


def _successes(to: Collected, data: bytes) -> None:
    def good(name: str, body: bytes, comment: str, root: Root = ROOT, passphrase: bytes = PASSPHRASE) -> None:
        to.add("wrapped-key", f"success-{name}", "success", body, comment, passphrase=passphrase.hex(), **root_facts(root))

    good("plain", _file(data), "Two passes and 64 MiB, the least.")
    good("capitals", _file(data).upper(), "In capitals.")
    good("other", _file(wrap(OTHER, PASSPHRASE, SALT, **LEAST)), "Another root.", OTHER)
    good("passes-3", _file(wrap(ROOT, PASSPHRASE, SALT, 3, 65_536)), "Three passes.")
    good("memory-65537", _file(wrap(ROOT, PASSPHRASE, SALT, 2, 65_537)), "One KiB more than the least memory.")
    for name, passphrase, comment in (
        ("blanks", b" two  blanks ", "A passphrase with blanks at both ends, which count."),
        ("bytes", bytes(range(128, 160)) + b"\0x", "A passphrase that is no UTF-8 and has a NUL in it."),
        ("one-byte", b"x", "A passphrase of one byte."),
        ("1024-bytes", b"0123456789abcdef" * 64, "A passphrase of 1,024 bytes."),
    ):
        good(f"passphrase-{name}", _file(wrap(ROOT, passphrase, SALT, **LEAST)), comment, passphrase=passphrase)


def _refusals_after_derivation(to: Collected, data: bytes) -> None:
    def bad(name: str, expect: str, body: bytes, comment: str, passphrase: bytes = PASSPHRASE) -> None:
        to.add("wrapped-key", name, expect, body, comment, passphrase=passphrase.hex())

    wrong = "wrong-passphrase"
    bad("passphrase-other", wrong, _file(data), "Another passphrase.", b"pass the coffee")
    bad("passphrase-decomposed", wrong, _file(data), "The same letters, decomposed (NFD).", "pass the cafe\u0301".encode())
    bad("passphrase-blank", wrong, _file(data), "A blank after the passphrase.", PASSPHRASE + b" ")
    bad("passphrase-line-feed", wrong, _file(data), "A line feed after the passphrase.", PASSPHRASE + b"\n")
    for name, offset in (("passes", 2), ("memory", 6), ("salt", 10), ("key-id", 41), ("commitment", 42), ("commitment-end", 73)):
        bad(f"{name}-altered", wrong, _file(flipped(data, offset)), f"A bit at {offset} flipped, under a checksum that fits: cannot be told from a wrong passphrase.")
    bad("root-altered", "damaged", _file(flipped(data, 74)), "A bit of the sealed root flipped: the commitment holds.")
    bad("tag-altered", "damaged", _file(flipped(data, 121)), "A bit of the tag flipped: the commitment holds.")
    bad("key-id-other", "damaged", _file(wrap(ROOT, PASSPHRASE, SALT, 2, 65_536, OTHER.key_id)), "Truly wrapped, with the key id of another root.")


def _refusals_before_derivation(to: Collected, data: bytes) -> None:
    def bad(name: str, expect: str, body: bytes, comment: str) -> None:
        to.add("wrapped-key", name, expect, body, comment, passphrase=PASSPHRASE.hex())

    def put(offset: int, value: bytes) -> bytes:
        return _file(data[:offset] + value + data[offset + len(value) :])

    for passes in (0, 1, 17, 0xFFFF_FFFF):
        bad(f"passes-{passes}", "cost-out-of-bounds", put(2, passes.to_bytes(4, "little")), f"{passes} passes: refused before anything is derived.")
    for memory in (0, 65_535, 2_097_153, 0xFFFF_FFFF):
        bad(f"memory-{memory}", "cost-out-of-bounds", put(6, memory.to_bytes(4, "little")), f"{memory} KiB: refused before anything is derived.")
    bad("version-2", "newer-format", put(0, b"\2"), "A later version.")
    bad("version-0", "malformed", put(0, b"\0"), "A version that never was.")
    bad("algorithm-3", "newer-format", put(1, b"\3"), "An algorithm that is not known.")
    values = five_bit_values(data)
    bad("121-bytes", "malformed", _file(data[:-1]), "A byte too few.")
    bad("123-bytes", "malformed", _file(data + b"\0"), "A byte too many.")
    bad("extra-bits", "malformed", with_checksum(PREFIX, values[:-1] + [values[-1] | 1]).encode(), "A bit left over is 1.")
    bad("extra-letter", "malformed", with_checksum(PREFIX, values + [0]).encode(), "Five zero bits too many.")
    bad("bech32", "malformed", with_checksum(PREFIX, values, bech32m.BECH32).encode(), "The checksum of Bech32 instead of Bech32m.")
    bad("prefix-plain", "malformed", bech32m.encode("cardvault-key", data).encode(), "The prefix of plain keys over a wrapped key.")
    line = _file(data)
    swap = line[:100] + line[101:102] + line[100:101] + line[102:]
    assert swap != line
    bad("letters-swapped", "malformed", swap, "Two neighbouring letters are swapped.")
