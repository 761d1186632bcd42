"""Vectors of key files and of keys as people type them (Format.md, section 2)."""

from independent import bech32m, keys, typed, wrapped
from independent.bech32m import ALPHABET, five_bit_values, with_checksum
from independent.keys import Root

from .collected import OTHER, ROOT, Collected, key_file, root_facts

BYTES = b"\x01" + ROOT.secret


def collect(to: Collected) -> None:
    _key_files(to)
    _typed_keys(to)


def _key_files(to: Collected) -> None:
    line = keys.key_line(ROOT).encode()

    def good(name: str, body: bytes, comment: str, root: Root = ROOT) -> None:
        to.add("key-file", f"success-{name}", "success", body, comment, **root_facts(root))

    def bad(name: str, body: bytes, comment: str, expect: str = "malformed") -> None:
        to.add("key-file", name, expect, body, comment)

    good("plain", key_file(ROOT), "As programs write it.")
    good("no-line-feed", line, "Without the line feed.")
    good("carriage-return", line + b"\r\n", "A carriage return before the line feed.")
    good("blanks", line + b"  \n\n", "Blanks and line feeds at the end.")
    good("capitals", line.upper() + b"\n", "In capitals.")
    good("other", key_file(OTHER), "Another root.", OTHER)

    values = five_bit_values(BYTES)
    extra = values[:-1] + [values[-1] | 1]
    prefix = keys.PREFIX
    bad("empty", b"", "No byte at all.")
    bad("blank-first", b" " + line, "A blank before the line.")
    bad("blank-within", line[:40] + b" " + line[40:], "A blank within the line.")
    bad("byte-order-mark", b"\xef\xbb\xbf" + line, "A byte order mark before the line.")
    bad("two-lines", line + b"\n" + line + b"\n", "The line twice.")
    bad("nul-last", line + b"\0", "A NUL after the line.")
    bad("not-ascii", line[:-1] + "é".encode(), "A letter that is not ASCII.")
    bad("mixed-case", line[:14] + line[14:].upper(), "The prefix in small letters, the rest in capitals.")
    bad("bech32", with_checksum(prefix, values, bech32m.BECH32).encode(), "The checksum of Bech32 instead of Bech32m.")
    changed = b"q" if line[30:31] != b"q" else b"p"
    bad("one-letter", line[:30] + changed + line[31:], "One letter is another.")
    bad("letter-b", line[:30] + b"b" + line[31:], "A letter that Bech32 does not have.")
    bad("letter-missing", line[:30] + line[31:], "One letter is missing.")
    bad("prefix-other", bech32m.encode("cardvault-kez", BYTES).encode(), "Another prefix, with a checksum that fits.")
    bad("prefix-wrapped", bech32m.encode(wrapped.PREFIX, BYTES).encode(), "The prefix of wrapped keys over a plain key.")
    bad("prefix-none", line.rpartition(b"1")[2], "Only what comes after the 1.")
    bad("extra-bits", with_checksum(prefix, extra).encode(), "A bit left over is 1.")
    bad("extra-letter", with_checksum(prefix, values + [0]).encode(), "Five zero bits too many.")
    bad("32-bytes", bech32m.encode(prefix, BYTES[:-1]).encode(), "A byte too few.")
    bad("34-bytes", bech32m.encode(prefix, BYTES + b"\0").encode(), "A byte too many.")
    bad("version-0", bech32m.encode(prefix, b"\0" + BYTES[1:]).encode(), "A version that never was.")
    bad("version-2", bech32m.encode(prefix, b"\2" + BYTES[1:]).encode(), "A later version.", "newer-format")


def _typed_keys(to: Collected) -> None:
    line = keys.key_line(ROOT)
    head = b"\x01\x02" + (2).to_bytes(4, "little") + (65_536).to_bytes(4, "little")
    wrapped_line = wrapped.wrapped_line(head + bytes((i * 7 + 3) % 256 for i in range(112)))
    groups, long = typed.groups_of(line), typed.groups_of(wrapped_line)

    def add(name: str, expect: str, text: str, comment: str, **header) -> None:
        to.add("typed-key", name, expect, text.encode(), comment, **header)

    add("success-groups", "success", " ".join(groups), "15 groups with blanks between.", line=line)
    add("success-joined", "success", "".join(groups), "Without blanks.", line=line)
    add("success-capitals", "success", " ".join(groups).upper(), "In capitals.", line=line)
    mixed = "\r\n".join(g.capitalize() for g in groups) + "\n\n"
    add("success-lines", "success", mixed, "A group a line, capitals and small letters mixed.", line=line)
    oddly = "".join(groups)
    oddly = "  ".join(oddly[i : i + 7] for i in range(0, len(oddly), 7))
    add("success-odd-blanks", "success", oddly, "Blanks where no groups end.", line=line)
    add("success-wrapped", "success", " ".join(long), "51 groups of a wrapped key.", line=wrapped_line)

    def with_group(number: int, group: str, of: list[str] = groups) -> str:
        return " ".join(of[: number - 1] + [group] + of[number:])

    def other(letter: str) -> str:
        return ALPHABET[(ALPHABET.index(letter) + 9) % 32]

    first, ninth, last = groups[0], groups[8], groups[14]
    add("letter-first", "group 1", with_group(1, other(first[0]) + first[1:]), "The first letter is another.")
    add("letter-group-9", "group 9", with_group(9, ninth[:3] + other(ninth[3]) + ninth[4]), "The fourth letter of group 9 is another.")
    add("letter-last", "group 15", with_group(15, other(last[0]) + last[1:]), "A letter of the last, shorter group is another.")
    add("check-group-2", "group 2", with_group(2, groups[1][:4] + other(groups[1][4])), "The check of group 2 is another.")
    add("letter-outside", "group 4", with_group(4, "b" + groups[3][1:]), "A letter in group 4 that keys do not have.")
    swapped = next(n for n in range(3, 15) if groups[n - 1][1] != groups[n - 1][2])
    g = groups[swapped - 1]
    add("letters-swapped", f"group {swapped}", with_group(swapped, g[0] + g[2] + g[1] + g[3:]), "Two neighbours in a group are swapped.")
    add("groups-swapped", "group 6", " ".join(groups[:5] + [groups[6], groups[5]] + groups[7:]), "Groups 6 and 7 are swapped.")
    add("letter-missing", "group 5", with_group(5, groups[4][:1] + groups[4][2:]), "A letter of group 5 is missing.")
    add("two-wrong", "group 3", " ".join(groups[:2] + [other(groups[2][0]) + groups[2][1:], groups[3], other(groups[4][0]) + groups[4][1:]] + groups[5:]), "Groups 3 and 5 are wrong: the first is named.")
    add("wrapped-group-40", "group 40", with_group(40, other(long[39][0]) + long[39][1:], long), "Group 40 of a wrapped key, whose number is taken modulo 32.")

    assert long[0] != long[32]
    far = [long[32]] + long[1:32] + [long[0]] + long[33:]
    add("wrapped-groups-1-33", "malformed", " ".join(far), "Groups 1 and 33 swapped: only the checksum of the whole tells.")
    forged = other(ninth[0]) + ninth[1:4]
    add("forged-group", "malformed", with_group(9, forged + typed.check_character(8, forged)), "A changed group with a fitting check: the checksum of the whole tells.")
    add("group-missing", "malformed", " ".join(groups[:14]), "The last group is missing.")
    add("nothing", "malformed", " \n", "Only a blank.")
    whole = line.rpartition("1")[2] + "qqqq"
    add("too-long", "malformed", " ".join(typed.groups_of("1" + whole)), "One group too many, each with a fitting check.")
