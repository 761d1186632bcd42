"""Merging the revisions of one card (Format.md, section 6)."""

from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from .payloads import COUNTER, EDIT, MAX, REGISTER, REMOVE, SET

ADD, CLEAR = 2, 3


class Change(NamedTuple):
    field: int
    merge_class: int
    operation: int
    value: bytes


class Span(NamedTuple):
    writer: int
    first: int
    last: int


class Revision(NamedTuple):
    """One revision of a card; its dot is (writer, sequence)."""

    writer: int
    sequence: int
    seen: tuple[Span, ...]
    clock: int
    kind: int
    changes: tuple[Change, ...]
    card: bytes = b""

    def knew(self, other: "Revision") -> bool:
        if (self.writer, self.sequence) == (other.writer, other.sequence):
            return False
        return any(s.writer == other.writer and s.first <= other.sequence <= s.last for s in self.seen)

    @property
    def revives(self) -> bool:
        if self.kind != EDIT:
            return False
        return not self.changes or any(change.merge_class != MAX for change in self.changes)


class Made(NamedTuple):
    """A change and the revision that made it, in the order of the merge."""

    by: Revision
    operation: int
    value: bytes


@dataclass
class Field:
    """What a field shows; a conflict of None is a clearing concurrent with the shown value."""

    values: list[bytes]
    conflicts: list[bytes | None]


@dataclass
class Merged:
    removed: bool
    fields: dict[tuple[int, int], Field]


def merge(revisions: list[Revision]) -> Merged:
    ordered = sorted(set(revisions), key=lambda r: (r.clock, r.writer, r.sequence, r.kind, r.changes, r.card))
    removals = [r for r in ordered if r.kind == REMOVE]
    removed = all(
        any(removal.knew(edit) for removal in removals) for edit in ordered if edit.revives
    )
    changes = defaultdict(list)
    for revision in ordered:
        for c in revision.changes:
            changes[c.field, c.merge_class].append(Made(revision, c.operation, c.value))
    fields = {}
    for key, made in sorted(changes.items()):
        result = _field(key[1], made)
        if result.values or result.conflicts:
            fields[key] = result
    return Merged(removed, fields)


def _field(merge_class: int, made: list[Made]) -> Field:
    if merge_class == REGISTER:
        shown, conflicts = _register(made)
        return Field([] if shown.operation == CLEAR else [shown.value], conflicts)
    if merge_class == SET:
        elements = {m.value: None for m in _unremoved(made, same_value=True)}
        return Field(list(elements), [])
    if merge_class == COUNTER:
        return _counter(made)
    values = [m.value for m in _unremoved(made, same_value=False)]
    choose = max if merge_class == MAX else min
    return Field([choose(values)] if values else [], [])


def _register(made: list[Made]) -> tuple[Made, list[bytes | None]]:
    """The value shown, and the other current values, each once."""
    standing = [
        m for m in made
        if not any(other.by.knew(m.by) for other in made)
    ] or made
    values = [None if m.operation == CLEAR else m.value for m in standing]
    others = {value for value in values if value != values[-1]}
    return standing[-1], sorted(others, key=lambda value: (value is not None, value or b""))


def _unremoved(made: list[Made], same_value: bool) -> list[Made]:
    removals = [m for m in made if m.operation == CLEAR]
    return [
        m for m in made
        if m.operation != CLEAR
        and not any(
            removal.by.knew(m.by) for removal in removals
            if not same_value or removal.value == m.value
        )
    ]


def _number(value: bytes) -> int:
    return int.from_bytes(value[:8], "big", signed=True) if len(value) >= 8 else 0


def _counter(made: list[Made]) -> Field:
    bases = [m for m in made if m.operation != ADD]
    additions = [m for m in made if m.operation == ADD]
    total, unit, conflicts, shown = 0, b"", [], None
    if bases:
        shown, conflicts = _register(bases)
        additions = [m for m in additions if not shown.by.knew(m.by)]
        if shown.operation != CLEAR:
            total, unit = _number(shown.value), shown.value[8:]
    if not additions and (shown is None or shown.operation == CLEAR):
        return Field([], conflicts)
    total = (total + sum(_number(m.value) for m in additions)) % (1 << 64)
    return Field([total.to_bytes(8, "big") + unit], conflicts)
