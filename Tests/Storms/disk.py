"""A model of a disk that loses power: it keeps what was synced, and of the rest what the storm decides.

A file's content is durable after an fsync of the file; a name after an fsync of its folder. The model holds a whole
home. It is fed the system calls of a command one by one, and writes what a power loss at that point leaves.
"""

import os
import random as randomness
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from calls import Call


@dataclass
class File:
    """A plain file: its content, and each change since it was last synced."""

    durable: bytes = b""
    now: bytes = b""
    since: list = field(default_factory=list)

    def change(self, to: bytes) -> None:
        self.since.append(self.now)
        self.now = to

    def sync(self) -> None:
        self.durable, self.since = self.now, []


@dataclass
class Folder:
    """A folder: its names now and on the disk."""

    durable: dict = field(default_factory=dict)
    now: dict = field(default_factory=dict)


class Disk:
    """The home as a tree of folders and files, with the changes of names that are not durable yet."""

    def __init__(self, home: Path, source: Path):
        """A disk with the contents of `source`, for calls that refer to it as `home`."""
        self.home = str(home)
        self.root = self.load(source)
        self.open: dict[int, File | Folder] = {}
        # Changes of names in order: each is a list of (folder, name, file or folder or None).
        self.renamings: list[list[tuple]] = []

    def load(self, path: Path) -> File | Folder:
        if path.is_dir():
            names = {inner.name: self.load(inner) for inner in path.iterdir()}
            return Folder(dict(names), dict(names))
        return File(path.read_bytes(), path.read_bytes())

    # What calls do

    def feed(self, call: Call) -> bool:
        """Replays one successful call; returns whether it changed or synced anything in the home."""
        follow = getattr(self, f"follow_{call.name}", None)
        if follow is None:
            raise RuntimeError(f"the model of the disk does not know {call.name}")
        return follow(call) is not None

    def find(self, path: str):
        """The folder and last name of a path in the home; `None` elsewhere."""
        path = os.path.normpath(path)
        if not path.startswith(self.home + os.sep):
            return None
        here = self.root
        *folders, name = os.path.relpath(path, self.home).split(os.sep)
        for folder in folders:
            here = here.now.get(folder)
            if not isinstance(here, Folder):
                return None
        return here, name

    def located(self, path: str):
        """The file or folder at a path in the home."""
        if os.path.normpath(path) == self.home:
            return self.root
        place = self.find(path)
        return place[0].now.get(place[1]) if place else None

    def renamed(self, *changes: tuple) -> bool:
        for folder, name, what in changes:
            if what is None:
                folder.now.pop(name, None)
            else:
                folder.now[name] = what
        self.renamings.append(list(changes))
        return True

    def follow_openat(self, call: Call):
        descriptor, path = call.value, call.paths[0]
        self.open.pop(descriptor, None)
        if "O_TMPFILE" in call.words:
            if self.located(path) is not None:
                self.open[descriptor] = File()
                return True
            return None
        what, place = self.located(path), self.find(path)
        if what is None and place and "O_CREAT" in call.words:
            what = File()
            self.renamed((*place, what))
        elif isinstance(what, File) and "O_TRUNC" in call.words:
            what.change(b"")
        if what is not None:
            self.open[descriptor] = what
        return True if call.opens_for_change and what is not None else None

    def follow_close(self, call: Call):
        self.open.pop(call.descriptors[0][0], None)

    def opened(self, call: Call):
        """The file that a call writes or syncs by its descriptor."""
        return self.open.get(call.descriptors[0][0])

    def follow_write(self, call: Call):
        if (file := self.opened(call)) is None:
            return None
        # Every file of ours is written from beginning to end.
        file.change(file.now + call.strings[0][: call.value])
        return True

    def follow_pwrite64(self, call: Call):
        if (file := self.opened(call)) is None:
            return None
        at = int(call.words.rsplit(",", 1)[1])
        written = call.strings[0][: call.value]
        file.change(file.now[:at].ljust(at, b"\0") + written + file.now[at + len(written) :])
        return True

    def follow_ftruncate(self, call: Call):
        if (file := self.opened(call)) is None:
            return None
        length = int(call.words.rsplit(",", 1)[1])
        file.change(file.now[:length].ljust(length, b"\0"))
        return True

    def follow_fchmod(self, call: Call):
        return None

    def follow_fsync(self, call: Call):
        what = self.opened(call)
        if isinstance(what, File):
            what.sync()
        elif isinstance(what, Folder):
            what.durable = dict(what.now)
            for renaming in self.renamings:
                renaming[:] = [change for change in renaming if change[0] is not what]
            self.renamings = [renaming for renaming in self.renamings if renaming]
        return True if what is not None else None

    follow_fdatasync = follow_fsync

    def follow_mkdirat(self, call: Call):
        place = self.find(call.paths[0])
        return self.renamed((*place, Folder())) if place else None

    follow_mkdir = follow_mkdirat

    def follow_unlinkat(self, call: Call):
        place = self.find(call.paths[0])
        return self.renamed((*place, None)) if place else None

    follow_unlink = follow_unlinkat

    def follow_renameat(self, call: Call):
        old, new = call.paths
        what, here, there = self.located(old), self.find(old), self.find(new)
        if what is None or there is None:
            return None
        return self.renamed((*there, what), (*here, None))

    follow_rename = follow_renameat2 = follow_renameat

    def follow_linkat(self, call: Call):
        old, new = call.paths
        if old.startswith("/proc/self/fd/"):
            what = self.open.get(int(old.rsplit("/", 1)[1]))
        elif "AT_EMPTY_PATH" in call.words and not call.strings[0]:
            what = self.opened(call)
        else:
            what = self.located(old)
        there = self.find(new)
        return self.renamed((*there, what)) if there and what is not None else None

    follow_link = follow_linkat

    # What a power loss leaves

    def write_out(self, to: Path, variant: str, seed: int) -> None:
        """Makes `to` the home after a power loss.

        Variants: `strict`: only what was synced. `empty`, `half`: all names, and of content that was not synced
        nothing, or half of what was added. `kept`: everything. `some`: at random, for each change separately.
        """
        random = randomness.Random(seed)
        names = self.names(variant, random)
        shutil.rmtree(to, ignore_errors=True)
        self.write_folder(self.root, to, names, lambda file: self.content(file, variant, random))

    def names(self, variant: str, random: randomness.Random):
        """The names left in each folder afterwards."""
        if variant == "strict":
            return lambda folder: folder.durable
        if variant != "some":
            return lambda folder: folder.now
        after: dict[int, dict] = {}
        for renaming in self.renamings:
            if random.random() < 0.5:
                for folder, name, what in renaming:
                    after.setdefault(id(folder), dict(folder.durable))[name] = what
        return lambda folder: after.get(id(folder), folder.durable)

    def content(self, file: File, variant: str, random: randomness.Random) -> bytes:
        if not file.since or variant == "kept":
            return file.now
        if variant == "half":
            return file.now[: (len(file.durable) + len(file.now)) // 2]
        if variant == "some":
            return random.choice([file.durable, *file.since, file.now, file.now[: len(file.now) // 2]])
        return file.durable

    def write_folder(self, folder: Folder, path: Path, names, content) -> None:
        path.mkdir(mode=0o700)
        for name, what in names(folder).items():
            if isinstance(what, Folder):
                self.write_folder(what, path / name, names, content)
            elif what is not None:
                (path / name).touch(mode=0o600)
                (path / name).write_bytes(content(what))
