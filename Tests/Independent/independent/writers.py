"""Which writer a segment belongs to, and what its spans mean (Format.md, section 5, Writers and forks)."""

from collections import defaultdict
from dataclasses import dataclass, field

import vault_pb2

from .merge import Change, Revision, Span
from .payloads import parse_revision


@dataclass
class Held:
    """A segment that is here."""

    identity: bytes
    segment: vault_pb2.Segment
    parent: "Held | None" = None
    children: list["Held"] = field(default_factory=list)
    writer: int = 0


class Writers:
    """The segments that are here, each with its writer."""

    def __init__(self, segments: dict[bytes, vault_pb2.Segment]):
        self.held = {identity: Held(identity, segment) for identity, segment in segments.items()}
        self.forked: set[int] = set()
        devices = defaultdict(list)
        for held in self.held.values():
            devices[held.segment.device].append(held)
        for device, branch in devices.items():
            branch.sort(key=lambda held: (held.segment.sequence, held.identity))
            self._link(branch)
            if _is_one_line(branch) and not self._is_contradicted(device, branch):
                for held in branch:
                    held.writer = device
            else:
                self.forked.add(device)
                self._divide(device, branch)

    def _link(self, branch: list[Held]) -> None:
        for held in branch:
            parent = self.held.get(held.segment.previous_hash)
            if parent is None or parent.segment.device != held.segment.device:
                continue
            if parent.segment.sequence == held.segment.previous:
                held.parent = parent
                parent.children.append(held)

    def _is_contradicted(self, device: int, branch: list[Held]) -> bool:
        """Whether a span ends at the number of a segment that is here, but names another one."""
        identities = {held.segment.sequence: held.identity for held in branch}
        return any(
            span.device == device and identities.get(span.last, span.last_hash) != span.last_hash
            for held in self.held.values()
            for span in held.segment.seen
        )

    def _divide(self, device: int, branch: list[Held]) -> None:
        firsts = [held for held in branch if held.segment.previous == 0]
        for held in branch:
            if held.parent and len(held.parent.children) == 1:
                held.writer = held.parent.writer
            elif firsts == [held]:
                held.writer = device
            else:
                held.writer = int.from_bytes(held.identity[:8], "little")

    def _spans(self, segment: vault_pb2.Segment) -> list[Span]:
        spans = []
        for span in segment.seen:
            if span.device not in self.forked:
                spans.append(Span(span.device, span.first, span.last))
                continue
            held = self.held.get(span.last_hash)
            if held and held.segment.device != span.device:
                held = None
            while held and held.segment.sequence >= span.first:
                spans.append(Span(held.writer, held.segment.sequence, held.segment.sequence))
                held = held.parent
        return spans

    def knew(self, identity: bytes) -> set[bytes]:
        """The identities of everything here that the segment's writer had seen."""
        spans = self._spans(self.held[identity].segment)
        return {
            other.identity for other in self.held.values()
            if any(s.writer == other.writer and s.first <= other.segment.sequence <= s.last for s in spans)
        }

    def revisions(self) -> dict[bytes, list[Revision]]:
        """The revisions of each card."""
        cards = defaultdict(list)
        for held in self.held.values():
            seen = tuple(self._spans(held.segment))
            for data in held.segment.revisions:
                revision = parse_revision(data)
                changes = tuple(
                    Change(c.field, c.merge_class, c.operation, c.value) for c in revision.changes
                )
                cards[revision.card].append(
                    Revision(
                        held.writer, held.segment.sequence, seen, held.segment.clock, revision.kind, changes,
                        revision.card,
                    )
                )
        return cards

    def tips(self) -> list[tuple[Held, int]]:
        """The segments without a child, each with the lowest number of its line, which a writer names as seen."""
        result = []
        for held in self.held.values():
            if held.children:
                continue
            first = held
            while first.parent:
                first = first.parent
            result.append((held, first.segment.sequence))
        return sorted(result, key=lambda tip: (tip[0].segment.device, tip[0].segment.sequence, tip[0].identity))


def _is_one_line(branch: list[Held]) -> bool:
    return all(
        later.segment.previous > earlier.segment.sequence
        or later.segment.previous == earlier.segment.sequence
        and later.segment.previous_hash == earlier.identity
        for earlier, later in zip(branch, branch[1:])
    )
