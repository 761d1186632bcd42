"""The system calls of a command, as strace records them."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

# Calls that change files. Names missing on one processor's Linux are marked, so that strace ignores them.
CHANGING = (
    "openat",
    "mkdirat",
    "write",
    "pwrite64",
    "ftruncate",
    "fchmod",
    "fsync",
    "fdatasync",
    "linkat",
    "renameat",
    "renameat2",
    "unlinkat",
    "?mkdir",
    "?link",
    "?rename",
    "?unlink",
)
# Further calls that change files, which cardvault does not use: a storm must notice if it starts to.
UNKNOWN = (
    "?open",
    "?creat",
    "openat2",
    "writev",
    "pwritev",
    "fallocate",
    "truncate",
    "copy_file_range",
    "sendfile",
    "splice",
    "symlinkat",
    "?symlink",
    "?rmdir",
)
# Calls that refer to their file only by its descriptor.
BY_DESCRIPTOR = ("write", "pwrite64", "ftruncate", "fchmod", "fsync", "fdatasync", "close")
HEX = r"((?:\\x[0-9a-f]{2})*)"


@dataclass
class Call:
    """One system call; `number` counts the calls of that name in its thread, from 1."""

    thread: int
    name: str
    number: int
    words: str
    result: str = ""

    @property
    def succeeded(self) -> bool:
        return not self.result.startswith(("-1", "?"))

    @property
    def was_injected(self) -> bool:
        return "(INJECTED)" in self.result or self.result.startswith("?")

    @property
    def value(self) -> int:
        """The call's return value."""
        return int(re.match(r"-?\d+", self.result)[0])

    @property
    def descriptors(self) -> list[tuple[int, str]]:
        """The descriptors among its arguments and the paths they stand for; AT_FDCWD is -100."""
        found = re.findall(rf"\b(\d+|AT_FDCWD)<{HEX}>", self.words)
        return [(-100 if number == "AT_FDCWD" else int(number), text(path)) for number, path in found]

    @property
    def strings(self) -> list[bytes]:
        """The bytes in quotes among its arguments."""
        return [raw(string) for string in re.findall(rf'"{HEX}"', self.words)]

    @property
    def paths(self) -> list[str]:
        """The files and folders concerned; a name is relative to the folder whose descriptor precedes it."""
        folders = [path for _, path in self.descriptors]
        if self.name in BY_DESCRIPTOR:
            return folders[:1]
        names = [string.decode(errors="replace") for string in self.strings]
        folders = folders or [os.sep]
        return [os.path.join(folders[min(index, len(folders) - 1)], name) for index, name in enumerate(names)]

    def is_in(self, home: Path) -> bool:
        """Whether one of its files or folders is in the home."""
        return any(path.startswith(str(home) + os.sep) for path in self.paths)

    @property
    def opens_for_change(self) -> bool:
        """Whether it opens a file for writing, or does not open a file."""
        return self.name != "openat" or any(
            flag in self.words for flag in ("O_CREAT", "O_TMPFILE", "O_TRUNC", "O_WRONLY", "O_RDWR")
        )

    @property
    def is_answer(self) -> bool:
        """Whether it writes the command's result."""
        return self.name == "write" and self.words.startswith("1<")

    @property
    def speaks(self) -> bool:
        """Whether it writes the command's result or errors."""
        return self.name == "write" and self.words.startswith(("1<", "2<"))


def raw(string: str) -> bytes:
    return bytes.fromhex(string.replace("\\x", ""))


def text(string: str) -> str:
    return raw(string).decode(errors="replace")


def strace(log: Path, names: tuple, *more: str) -> tuple:
    """The arguments to run a command under strace: its own threads, without the programs that it starts.

    The photo reader is such a program; it has no files of the vault open.
    """
    traced = ",".join(names)
    return ("strace", "-f", "-b", "execve", "-qq", "-xx", "-y", "-o", str(log), "-e", f"trace={traced}", *more)


def read(log: Path) -> list[Call]:
    """The calls that strace recorded, in the order in which they ended."""
    calls: list[Call] = []
    begun: dict[int, Call] = {}
    counts: dict[tuple[int, str], int] = {}
    for line in log.read_text().splitlines():
        if not (match := re.match(r"(\d+) +(.*)", line)):
            continue
        thread, rest = int(match[1]), match[2]
        if resumed := re.match(r"<\.\.\. \w+ resumed>(.*?)\) *= (.*)", rest):
            if call := begun.pop(thread, None):
                call.words, call.result = call.words + resumed[1], resumed[2]
                calls.append(call)
        elif started := re.match(r"(\w+)\((.*)", rest):
            name = started[1]
            counts[thread, name] = counts.get((thread, name), 0) + 1
            call = Call(thread, name, counts[thread, name], started[2])
            if whole := re.match(r"(.*)\) *= (.*)", started[2]):
                call.words, call.result = whole[1], whole[2]
                calls.append(call)
            else:
                call.words = call.words.replace(" <unfinished ...>", "")
                begun[thread] = call
    # A call in progress when the process was killed did not happen.
    for call in begun.values():
        call.result = "?"
        calls.append(call)
    return calls
