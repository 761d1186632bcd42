"""Which copy of a segment counts, and which segments are claimed (Format.md, section 8)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from .payloads import combined, is_purged, parse_segment


@dataclass(frozen=True, order=True)
class Entry:
    """A pack's entry for a segment."""

    claimed: bool
    payload: bytes
    purged: bool
    top: bool


@dataclass
class Copies:
    """All readable copies of one segment; `file` is the payload in the segment's own file."""

    entries: set[Entry] = field(default_factory=set)
    file: bytes | None = None
    file_is_top: bool = False
    file_is_finished: bool = False

    def _whole(self, proved: bool) -> list[bytes]:
        """A copy accepted by a person comes before claims by old keys; `proved` ones have no mark, either."""
        entries = sorted(self.entries, key=lambda e: (not e.top, e))
        return [e.payload for e in entries if not e.purged and (e.top and not e.claimed) == proved]

    def _purged(self, top: bool) -> bytes | None:
        return combination(e.payload for e in sorted(self.entries) if e.purged and e.top == top)

    @property
    def is_sealed_under_top(self) -> bool:
        """Whether a holder of a top key made a copy without marking it as claimed."""
        return self.file is not None and self.file_is_top or any(e.top and not e.claimed for e in self.entries)

    @property
    def is_purged_under_top(self) -> bool:
        return any(e.top and e.purged and not e.claimed for e in self.entries)

    def chosen(self, vouched: bool) -> tuple[bytes, bool] | None:
        """The payload that counts, and whether it is a purged one."""
        purged = self._purged(top=True)
        for payload in self._whole(proved=True):
            return payload, False
        if self.file is not None and (vouched or not self.file_is_finished):
            return self.file, False
        for payload in self._whole(proved=False):
            if is_purged(purged, payload):
                return payload, False
        purged = purged or self._purged(top=False)
        return None if purged is None else (purged, True)


def combination(payloads: Iterable[bytes]) -> bytes | None:
    result = None
    for payload in payloads:
        result = payload if result is None else combined(result, payload)
    return result


@dataclass
class Choice:
    """Which of a vault's segments count."""

    payloads: dict[bytes, bytes]
    purged: set[bytes]
    claimed: set[bytes]
    vouched: set[bytes]


def choose(copies: dict[bytes, Copies]) -> Choice:
    """Copies by identities; a vouched segment vouches for the one before it, and so on."""
    vouched = {i for i, c in copies.items() if c.file is not None and c.is_purged_under_top}
    while True:
        payloads, purged = {}, set()
        for identity, of_segment in copies.items():
            found = of_segment.chosen(identity in vouched)
            if found:
                payloads[identity] = found[0]
                if found[1]:
                    purged.add(identity)
        proved = {i for i in payloads if i in vouched or copies[i].is_sealed_under_top}
        before = {parse_segment(payloads[identity]).previous_hash for identity in proved}
        more = {i for i in before if i in copies and copies[i].file is not None} - vouched
        if not more:
            return Choice(payloads, purged, set(payloads) - proved, vouched)
        vouched |= more


def by_identity() -> defaultdict[bytes, Copies]:
    return defaultdict(Copies)
