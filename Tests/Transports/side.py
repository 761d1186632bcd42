"""A place that devices sync with, into which someone else puts files, too: a folder, a git repository, a WebDAV remote."""

import contextlib
from pathlib import Path

from device import is_there
from far import Far
from repository import Repository
from storm import Tally

FOLDER, GIT, WEBDAV = "a folder", "git", "WebDAV"
PROGRAMS = {FOLDER: None, GIT: "git", WEBDAV: "rclone"}


class Side:
    """One such place."""

    def __init__(self, kind: str, place: Path, far: Far | None):
        self.kind, self.far, self.work = kind, far, place / "work"
        self.repository = Repository(place / "cards.git") if kind == GIT else None
        self.target = far.target if far else self.repository.target if self.repository else place / "target"
        self.environment = far.environment if far else {}

    def opened(self) -> Path:
        """A folder with its files; `changed` brings back what is done there."""
        if self.repository:
            return self.repository.checked_out(self.work)
        return self.far.cards if self.far else self.target

    def changed(self) -> None:
        if self.repository:
            self.repository.push_all(self.work)
        if self.far:
            self.far.changed()

    def put(self, files: dict[str, bytes]) -> None:
        """Someone else puts files there."""
        folder = self.opened()
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        self.changed()


@contextlib.contextmanager
def side(kind: str, place: Path):
    place.mkdir(exist_ok=True)
    with contextlib.ExitStack() as stack:
        yield Side(kind, place, stack.enter_context(Far("webdav", place, memory=1)) if kind == WEBDAV else None)


def kinds(tally: Tally) -> list[str]:
    """Those for which the programs are installed."""
    return [kind for kind, program in PROGRAMS.items() if program is None or is_there(tally, program)]
