"""Under which key a folder is read and written (Format.md, section 8, One key). Only their ids distinguish keys."""

from dataclasses import dataclass

Replaced = dict[bytes, set[bytes]]  # for each key that proves a header: the keys whose notices its headers hold


@dataclass(frozen=True)
class Choice:
    opens: bytes | None  # the key under which the folder is read
    current: bytes | None
    rivals: frozenset[bytes]
    moves: bool  # to the current key, from the one that the state is sealed with
    saves: bool
    named: frozenset[bytes]  # the keys to bring


def choose(
    replaced: Replaced, key_files: set[bytes], retired: set[bytes], saved: bytes | None,
    notices: set[tuple[bytes, bytes]],
) -> Choice:
    """`saved` seals the device's state; `notices` in the folder are pairs of the key that seals one and the named key."""
    left = _not_replaced(replaced, key_files)
    current = saved if saved in left else _first(left, notices)
    if current is None:
        opened = _not_replaced(replaced, retired)
        opens = saved if saved in opened else _first(opened, notices)
        return Choice(opens, None, frozenset(), False, False, frozenset())
    moves = saved != current and any(_replaces(replaced, key, saved) for key in key_files & replaced.keys())
    named = frozenset(key for under, key in notices if under == current)
    if moves and named and saved in key_files & replaced.keys():
        # The current key was replaced, too: the device stays with what it has.
        return Choice(saved, saved, frozenset(), False, False, named)
    saves = not named and (saved in (None, current) or moves)
    rivals = {key for key in left - {current} if not (key in replaced[current] and current in replaced[key])}
    return Choice(current, current, frozenset(rivals), moves, saves, named)


def _first(keys: set[bytes], notices: set[tuple[bytes, bytes]]) -> bytes | None:
    """The lowest id, of those that prove no notice if there are any."""
    return min(keys - {under for under, _ in notices} or keys, default=None)


def _not_replaced(replaced: Replaced, keys: set[bytes]) -> set[bytes]:
    among = keys & replaced.keys()
    left = {key for key in among if not any(_replaces(replaced, other, key) for other in among)}
    return left or among


def _replaces(replaced: Replaced, key: bytes, other: bytes) -> bool:
    return other in replaced[key] and key not in replaced.get(other, set())
