"""Bech32m (BIP-350), without its limit of 90 characters."""

from .refusal import MALFORMED, Refusal

ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
GENERATOR = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
BECH32M = 0x2BC830A3
BECH32 = 1


def _remainder(values: list[int]) -> int:
    rest = 1
    for value in values:
        top = rest >> 25
        rest = (rest & 0x1FFFFFF) << 5 ^ value
        for bit, factor in enumerate(GENERATOR):
            if top >> bit & 1:
                rest ^= factor
    return rest


def _expanded(prefix: str) -> list[int]:
    return [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix]


def five_bit_values(data: bytes) -> list[int]:
    """The bits of the bytes in groups of five, the last one padded with zeros."""
    count = (len(data) * 8 + 4) // 5
    number = int.from_bytes(data, "big") << (count * 5 - len(data) * 8)
    return [number >> 5 * (count - 1 - i) & 31 for i in range(count)]


def with_checksum(prefix: str, values: list[int], constant: int = BECH32M) -> str:
    """The line for unchecked five-bit values; the vectors use it to break the rules about them."""
    rest = _remainder(_expanded(prefix) + values + [0] * 6) ^ constant
    checksum = [rest >> 5 * (5 - i) & 31 for i in range(6)]
    return prefix + "1" + "".join(ALPHABET[v] for v in values + checksum)


def encode(prefix: str, data: bytes) -> str:
    return with_checksum(prefix, five_bit_values(data))


def decode(line: str) -> tuple[str, bytes]:
    """The prefix and the bytes of a line."""
    if any(not 33 <= ord(c) <= 126 for c in line):
        raise Refusal(MALFORMED, "a character that is no printable ASCII")
    if line.lower() != line and line.upper() != line:
        raise Refusal(MALFORMED, "capitals and small letters mixed")
    line = line.lower()
    prefix, separator, rest = line.rpartition("1")
    if not separator or not prefix or len(rest) < 6:
        raise Refusal(MALFORMED, "no prefix, or too short")
    if any(c not in ALPHABET for c in rest):
        raise Refusal(MALFORMED, "a character outside the alphabet")
    values = [ALPHABET.index(c) for c in rest]
    if _remainder(_expanded(prefix) + values) != BECH32M:
        raise Refusal(MALFORMED, "the checksum does not fit")
    values = values[:-6]
    number = 0
    for value in values:
        number = number << 5 | value
    extra = len(values) * 5 % 8
    if extra > 4 or number & (1 << extra) - 1:
        raise Refusal(MALFORMED, "bits are left over that are not zeros")
    return prefix, (number >> extra).to_bytes(len(values) * 5 // 8, "big")
