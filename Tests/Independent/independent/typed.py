"""Keys as people type them from the recovery sheet (Format.md, section 2)."""

from . import keys, wrapped
from .bech32m import ALPHABET
from .refusal import MALFORMED, Refusal

PREFIXES = {59: keys.PREFIX, 202: wrapped.PREFIX}


def _twice(value: int) -> int:
    value <<= 1
    return value ^ 41 if value > 31 else value


def check_character(group: int, characters: str) -> str:
    """The check of the group with this number, counted from 0."""
    rest = group % 32
    for character in characters:
        rest = _twice(rest) ^ ALPHABET.index(character)
    return ALPHABET[_twice(rest)]


def groups_of(line: str) -> list[str]:
    """The recovery sheet's form of the line of a key file or wrapped key file."""
    rest = line.lower().rpartition("1")[2]
    fours = [rest[i : i + 4] for i in range(0, len(rest), 4)]
    return [four + check_character(number, four) for number, four in enumerate(fours)]


def line_from_typed(text: str) -> str:
    """The typed line; `group N` counts from 1, as people do."""
    characters = "".join(text.split()).lower()
    rest = ""
    for number, start in enumerate(range(0, len(characters), 5)):
        group = characters[start : start + 5]
        known = all(c in ALPHABET for c in group)
        if len(group) < 2 or not known or check_character(number, group[:-1]) != group[-1]:
            raise Refusal(f"group {number + 1}", "its check character does not fit")
        rest += group[:-1]
    if len(rest) not in PREFIXES:
        raise Refusal(MALFORMED, "neither as long as a key nor as a wrapped key")
    line = PREFIXES[len(rest)] + "1" + rest
    (keys.parse_key_line if PREFIXES[len(rest)] == keys.PREFIX else wrapped.parse_wrapped_line)(line)
    return line
