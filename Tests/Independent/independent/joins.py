"""Cards that were joined into others (Format.md, section 6, Joined cards)."""

from collections import defaultdict
from dataclasses import dataclass

from .merge import Merged, Revision, merge
from .payloads import SET

JOINED_WITH = (20, SET)


@dataclass
class Whole:
    """One card, which may consist of several."""

    members: list[bytes]
    merged: Merged


def joined_into(card: bytes, alone: Merged) -> list[bytes]:
    """The cards that one card was joined into, according to its own revisions."""
    field = alone.fields.get(JOINED_WITH)
    return [value for value in field.values if len(value) == 16 and value != card] if field else []


def merge_cards(revisions: dict[bytes, list[Revision]]) -> dict[bytes, Whole]:
    """All cards, by the id under which each is shown."""
    alone = {card: merge(of_card) for card, of_card in revisions.items()}
    targets = {card: joined_into(card, merged) for card, merged in alone.items()}
    neighbours = defaultdict(set)
    for card, others in targets.items():
        for other in others:
            neighbours[card].add(other)
            neighbours[other].add(card)
    wholes = {card: Whole([card], merged) for card, merged in alone.items() if card not in neighbours}
    left = set(neighbours)
    while left:
        part = _reached(left.pop(), neighbours)
        left -= part
        sinks = [card for card in part if not targets.get(card)]
        together = [revision for card in sorted(part) for revision in revisions.get(card, [])]
        wholes[min(sinks or part)] = Whole(sorted(part), merge(together))
    return dict(sorted(wholes.items()))


def _reached(start: bytes, neighbours: dict[bytes, set[bytes]]) -> set[bytes]:
    reached, waiting = {start}, [start]
    while waiting:
        new = neighbours[waiting.pop()] - reached
        reached |= new
        waiting += new
    return reached
