"""Whether a frame of a camera is on a disk while it is read: in folders, and in what both processes mapped or opened.

Standard library only.
"""

import contextlib
import mmap
import os
import random
import stat
from pathlib import Path

from person import Tally
from server import Served

# Folders for temporary files, besides the one that a process was told of; other programs use them, too.
TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm")
DEPTH = 2
# A frame is larger than a page that leads to a link.
SMALL = 16 << 10
# File systems tell the time of a change in ticks.
TICK = 1
# Nearly the grey of the frame that it is put on, so that it looks like nothing.
MARK = bytes(random.Random().choices(range(120, 136), k=64))


def files(served: Served) -> set[Path]:
    """Every large file of the person's outside the vault's folder, and of ours among the temporary ones."""
    person = served.person
    found = {path for path in below(person.path) if person.state not in path.parents}
    # Other proofs have folders there, which change.
    found |= {path for folder in TEMPORARY for path in below(folder, 0) if "cardvault" in path.name}
    return {path for path in found if changed(path, least=SMALL)}


def below(root: str | Path, depth: int | None = None) -> set[Path]:
    """The files of a folder and of those below it."""
    found = set()
    for folder, folders, names in os.walk(root):
        if depth is not None and len(Path(folder).relative_to(root).parts) >= depth:
            folders.clear()
        found |= {Path(folder) / name for name in names}
    return found


def changed(path: Path, since: float = 0, least: int = 1) -> bool:
    """Whether it is a file of at least so many bytes that changed since then."""
    with contextlib.suppress(OSError):
        told = path.stat()
        return stat.S_ISREG(told.st_mode) and told.st_size >= least and told.st_mtime >= since - TICK
    return False


def holds(path: Path) -> bool:
    """Whether a file has the mark."""
    with contextlib.suppress(OSError, ValueError), path.open("rb") as file:
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as octets:
            return octets.find(MARK) >= 0
    return False


def processes(served: Served) -> dict[int, str]:
    """The server and its readers."""
    server = served.server()
    found = {server: "server"}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError):
            if int(path.read_text().rpartition(")")[2].split()[1]) == server:
                found[int(path.parts[2])] = "reader"
    return found


def temporary(process: int) -> set[str]:
    """Where a process puts temporary files."""
    words = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    return {*TEMPORARY, *(os.fsdecode(word[7:]) for word in words if word.startswith(b"TMPDIR=/"))}


def kept(served: Served, folders: set[str], opened: set[Path], since: float) -> list[Path]:
    """The files with the mark."""
    found = below(served.person.path) | opened
    for folder in folders:
        found |= below(folder, DEPTH)
    return [path for path in found if changed(path, since) and holds(path)]


def stores_nothing(served: Served, before: set[Path], since: float, tally: Tally) -> None:
    """While frames with the mark are read: no new file, none with the mark, and no memory that a file backs."""
    new = files(served) - before
    tally.check(not new, f"while frames are read, there are new files: {sorted(new)[:3]}")
    folders, opened = set(TEMPORARY), set()
    found = processes(served)
    tally.check(len(found) > 1, "no reader runs while frames are read")
    for process, what in found.items():
        own = Path(f"/proc/{process}")
        try:
            lines = (own / "maps").read_text().splitlines()
            folders |= temporary(process)
            # Also those without a name; what is mapped for writing is refused below.
            opened |= set((own / "fd").iterdir())
        except PermissionError:
            tally.skip(f"the memory of the {what}", "only the superuser may look into it")
            continue
        except (FileNotFoundError, ProcessLookupError):
            tally.skip(f"the memory of the {what}", "it has ended")
            continue
        mapped = [words for words in (line.split(maxsplit=5) for line in lines) if len(words) == 6]
        odd = [words[5] for words in mapped if "w" in words[1] and "s" in words[1]]
        tally.check(not odd, f"the {what} shares memory with {odd[:3]} while frames are read")
        opened |= {Path(words[5]) for words in mapped if words[5].startswith("/")}
    left = kept(served, folders, opened, since)
    tally.check(not left, f"while frames are read, they are in {left[:3]}")
    control = served.person.path / "control"
    control.write_bytes(bytes(SMALL) + MARK)
    tally.check(control in kept(served, folders, opened, since), "a frame in a file is not found: nothing is proved")
    control.unlink()
