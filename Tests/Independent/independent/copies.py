"""Which copy of a segment counts, and which segments are claimed (Format.md, section 8)."""

from collections import defaultdict
from dataclasses import dataclass, field

from .payloads import parse_segment


@dataclass(frozen=True, order=True)
class Entry:
    """A pack's entry for a segment."""

    claimed: bool
    payload: bytes
    top: bool


@dataclass
class Copies:
    """All readable copies of one segment; `file` is the payload in the segment's own file."""

    entries: set[Entry] = field(default_factory=set)
    file: bytes | None = None
    file_is_top: bool = False
    file_is_finished: bool = False

    @property
    def is_sealed_under_top(self) -> bool:
        """Whether a holder of a top key made a copy without marking it as claimed."""
        return self.file is not None and self.file_is_top or any(e.top and not e.claimed for e in self.entries)

    def chosen(self, vouched: bool) -> bytes | None:
        """The payload that counts: after the segment's own file, a copy that a person accepted comes before claims."""
        entries = sorted(self.entries, key=lambda e: (not e.top, e))
        best = entries[0] if entries else None
        if best and best.top and not best.claimed:
            return best.payload
        if self.file is not None and (vouched or not self.file_is_finished):
            return self.file
        return best.payload if best else None


@dataclass
class Choice:
    """Which of a vault's segments count."""

    payloads: dict[bytes, bytes]
    claimed: set[bytes]
    vouched: set[bytes]


def choose(copies: dict[bytes, Copies]) -> Choice:
    """Copies by identities; a vouched segment vouches for the one before it, and so on."""
    vouched: set[bytes] = set()
    while True:
        chosen = {identity: of_segment.chosen(identity in vouched) for identity, of_segment in copies.items()}
        payloads = {identity: payload for identity, payload in chosen.items() if payload is not None}
        proved = {i for i in payloads if i in vouched or copies[i].is_sealed_under_top}
        before = {parse_segment(payloads[identity]).previous_hash for identity in proved}
        more = {i for i in before if i in copies and copies[i].file is not None} - vouched
        if not more:
            return Choice(payloads, set(payloads) - proved, vouched)
        vouched |= more


def by_identity() -> defaultdict[bytes, Copies]:
    return defaultdict(Copies)
