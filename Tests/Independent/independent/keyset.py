"""Which keys a machine holds, saves under, reads with and is told about (Format.md, section 8).

Only their ids distinguish keys; `carries` combines the headers under a key: for each key that it carries, whether it
lists it as finished.
"""

from dataclasses import dataclass
from typing import NamedTuple


class Named(NamedTuple):
    """The contents of a proved notice."""

    under: bytes
    key: bytes
    carried: tuple[bytes, ...]


@dataclass(frozen=True)
class KeySet:
    held: frozenset[bytes]
    top: frozenset[bytes]
    finished: frozenset[bytes]
    current: bytes | None  # None if no key is held, or not the one last saved under

    @property
    def read(self) -> frozenset[bytes]:
        return self.held - self.finished


def key_set(carries: dict[bytes, dict[bytes, bool]], files: set[bytes], saved: bytes | None = None) -> KeySet:
    """`files` are the keys whose key files are here; `saved` is the key under which this device last saved."""
    opened = files & carries.keys()
    carried = {key for upper in opened for key in carries[upper]}
    # A key that carries one and is carried by it does not count, so keys that carry one another are all top keys.
    top = {key for key in opened if all(upper in carried for upper in opened if key in carries[upper])}
    held = opened.union(*(carries[key] for key in top))
    finished = {key for key in held - top if _is_finished(key, [carries[upper] for upper in top])}
    if saved is None or saved in top:
        current = saved or min(top, default=None)
    else:
        current = min((upper for upper in top if saved in carries[upper]), default=None)
    return KeySet(frozenset(held), frozenset(top), frozenset(finished), current)


def _is_finished(key: bytes, lists: list[dict[bytes, bool]]) -> bool:
    marks = [marks[key] for marks in lists if key in marks]
    return bool(marks) and all(marks)


def shown_keys(notices: list[Named], keys: KeySet) -> set[bytes]:
    """The keys that the person is asked to get."""
    counted = [n for n in notices if n.under in keys.held and n.key not in keys.held]
    named = {notice.key for notice in counted}
    hidden = {key for notice in counted for key in notice.carried if key != notice.key}
    # Forged notices may name keys that carry one another; then all of them are shown.
    return named - hidden or named


def is_stopped(notices: list[Named], keys: KeySet) -> bool:
    """Whether a notice stops this device from saving."""
    return any(notice.under == keys.current and notice.key not in keys.held for notice in notices)
