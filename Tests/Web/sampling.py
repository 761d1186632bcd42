"""What a proof plays of a matrix: everything with --long, otherwise a sample that changes with the commit's seed.

Every page and every state is played at least once; of many symbologies, some. Standard library only.
"""

import random


def dealt(items, places, asked) -> dict:
    """Deals the items to the places, each to one of them and as many to each; with --long, each to all."""
    items, places = list(items), list(places)
    if asked.long:
        return {place: items for place in places}
    # Both are shuffled: otherwise what does not divide evenly would always be in the first places.
    chance = random.Random(asked.seed)
    order, mixed = chance.sample(places, len(places)), chance.sample(range(len(items)), len(items))
    hands = {place: sorted(mixed[number::len(places)]) for number, place in enumerate(order)}
    return {place: [items[number] for number in hands[place]] for place in places}


def some(items, count: int, asked) -> list:
    """So many of the items, in their order; all of them with --long."""
    items = list(items)
    if asked.long or count >= len(items):
        return items
    return [items[number] for number in sorted(random.Random(asked.seed).sample(range(len(items)), count))]
