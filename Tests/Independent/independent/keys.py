"""Root keys, what is derived from them, and key files (Format.md, section 2)."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

from . import bech32m
from .refusal import MALFORMED, NEWER_FORMAT, Refusal

PREFIX = "cardvault-key"


@dataclass(frozen=True)
class Root:
    """A root key."""

    secret: bytes

    def subkey(self, number: int, length: int) -> bytes:
        """libsodium's crypto_kdf_derive_from_key."""
        return hashlib.blake2b(
            b"",
            digest_size=length,
            key=self.secret,
            salt=number.to_bytes(8, "little") + bytes(8),
            person=b"cardvlt1" + bytes(8),
        ).digest()

    @cached_property
    def key_id(self) -> bytes:
        return self.subkey(1, 16)

    @property
    def fingerprint(self) -> str:
        """Six groups of five digits, to be compared aloud."""
        raw = self.subkey(2, 30)
        groups = [int.from_bytes(raw[i : i + 5], "big") % 100_000 for i in range(0, 30, 5)]
        return " ".join(f"{group:05}" for group in groups)

    def file_subkey(self, kind: int) -> bytes:
        return self.subkey(16 + kind, 32)


def key_line(root: Root) -> str:
    return bech32m.encode(PREFIX, b"\x01" + root.secret)


def line_of(file: bytes) -> str:
    """The single line of a key file, without trailing blanks and line ends."""
    try:
        return file.rstrip(b" \r\n").decode("ascii")
    except UnicodeDecodeError:
        raise Refusal(MALFORMED, "not ASCII") from None


def parse_key_line(line: str) -> Root:
    prefix, data = bech32m.decode(line)
    if prefix != PREFIX:
        raise Refusal(MALFORMED, "another prefix")
    if data[:1] > b"\x01":
        raise Refusal(NEWER_FORMAT, "a key file of a later version")
    if len(data) != 33 or data[0] != 1:
        raise Refusal(MALFORMED, "another length or version")
    return Root(data[1:])


def parse_key_file(file: bytes) -> Root:
    return parse_key_line(line_of(file))
