"""What a proof plays of a matrix: everything with --long, otherwise what its author chose by hand.

Standard library only.
"""


def picked(items, by_hand, asked) -> list:
    """The items of a matrix, or those chosen by hand, in their order."""
    return [item for item in items if asked.long or item in by_hand]


def dealt(items, places, asked) -> dict:
    """Each item in each place with --long; otherwise each item in one place, in turn."""
    items, places = list(items), list(places)
    if asked.long:
        return {place: items for place in places}
    return {place: items[number::len(places)] for number, place in enumerate(places)}
