"""Which segments count, and which of them are claimed (Format.md, section 8)."""

from collections import defaultdict
from dataclasses import dataclass

from .payloads import parse_segment


@dataclass
class Copies:
    """Where a segment is: all its copies are the same bytes."""

    payload: bytes = b""
    is_sure: bool = False  # under a top key, in its own file or as an entry without a mark
    is_read: bool = False  # under a key that is not finished

    def add(self, payload: bytes, top: bool = False, finished: bool = False, claimed: bool = False) -> None:
        self.payload = payload
        self.is_sure |= top and not claimed
        self.is_read |= not finished


@dataclass
class Choice:
    """Which of a vault's segments count."""

    payloads: dict[bytes, bytes]
    claimed: set[bytes]


def choose(copies: dict[bytes, Copies]) -> Choice:
    """Copies by identities; a vouched segment vouches for the one before it, and so on."""
    sure = {identity for identity, found in copies.items() if found.is_sure}
    while True:
        before = {parse_segment(copies[identity].payload).previous_hash for identity in sure}
        more = before & set(copies) - sure
        if not more:
            break
        sure |= more
    counted = {i: found.payload for i, found in copies.items() if found.is_read or i in sure}
    return Choice(counted, set(counted) - sure)


def by_identity() -> defaultdict[bytes, Copies]:
    return defaultdict(Copies)
