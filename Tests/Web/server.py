"""A real `cardvault serve` on a terminal of its own, as a person starts it."""

import contextlib
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path

from person import HANG, Person

COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\r")
LINK = re.compile(r"(https?://[^/\s]+/)#s=([^\s\"'<>]+)")
# Six digits, or three and three.
CODE = re.compile(r"(?<![\w.:/-])(\d{3}) ?(\d{3})(?![\w.:/-])")
# Wide enough for no line to be broken.
ROWS, COLUMNS = 50, 400


class Served:
    """A running server, and what its terminal shows. Ends with the block."""

    def __init__(self, person: Person, *words: str, environment: dict | None = None):
        self.person, self.words, self.more = person, words, environment or {}
        self._text = ""
        self._used: set[str] = set()
        self._changed = threading.Condition()
        self.process: subprocess.Popen | None = None
        self.origin, self.port = "", 0

    def __enter__(self) -> "Served":
        ours, theirs = pty.openpty()
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = self.person.environment | {"TERM": "xterm", "NO_COLOR": "1"} | self.more
        self.process = subprocess.Popen(
            [self.person.executable, "serve", "--port", "0", *self.words],
            cwd=self.person.path, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        )
        os.close(theirs)
        threading.Thread(target=self._listen, args=(ours,), daemon=True).start()
        try:
            self._awaited(lambda: LINK.search(self._text), "the link")
        except RuntimeError:
            self.stop()
            raise
        self.origin = LINK.search(self._text)[1].rstrip("/")
        self.port = int(self.origin.rpartition(":")[2])
        return self

    def __exit__(self, *_) -> None:
        self.stop()

    @property
    def text(self) -> str:
        """Everything that the terminal showed."""
        with self._changed:
            return self._text

    def stop(self) -> int:
        """Ends it as Control-C does; returns its status."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        return self.process.returncode

    def link(self) -> str:
        """The newest link, which nobody has used yet."""
        return self._fresh("a new link", lambda: [match[0] for match in LINK.finditer(self._text)])

    def code(self) -> str:
        """The newest code, which nobody has used yet."""
        return self._fresh("a new code", self._codes)

    def shown_secret(self) -> str:
        """The newest link's secret, which stays unused."""
        with self._changed:
            return LINK.findall(self._text)[-1][1]

    def shown_code(self) -> str:
        """The newest code, which stays as it is."""
        self._awaited(lambda: self._codes(), "a code")
        with self._changed:
            return self._codes()[-1]

    def server(self) -> int:
        """The process that listens on the port: `cardvault` may have started it."""
        inodes = {each[9] for each in sockets() if int(each[1].rpartition(":")[2], 16) == self.port and each[3] == "0A"}
        for path in Path("/proc").glob("[0-9]*/fd/*"):
            with contextlib.suppress(OSError):
                target = os.readlink(path)
                if target.startswith("socket:[") and target[8:-1] in inodes:
                    return int(path.parts[2])
        raise RuntimeError(f"nobody listens on port {self.port}")

    def _codes(self) -> list[str]:
        return [match[1] + match[2] for match in CODE.finditer(LINK.sub("", self._text))]

    def _fresh(self, what: str, found) -> str:
        self._awaited(lambda: found() and found()[-1] not in self._used, what)
        with self._changed:
            newest = found()[-1]
        self._used.add(newest)
        return newest

    def _awaited(self, is_so, what: str) -> None:
        deadline = time.monotonic() + HANG
        with self._changed:
            while not is_so():
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"the terminal does not show {what}: {self._text[-2000:]!r}")
                self._changed.wait(0.2)

    def _listen(self, terminal: int) -> None:
        heard = b""
        while True:
            try:
                part = os.read(terminal, 4096)
            except OSError:
                part = b""
            if not part:
                break
            heard += part
            with self._changed:
                self._text = COLOURS.sub("", heard.decode("utf-8", "replace"))
                self._changed.notify_all()
        os.close(terminal)


def sockets() -> list[list[str]]:
    """The TCP sockets of this machine, as proc(5) lists them."""
    found = []
    for name in ("tcp", "tcp6"):
        with contextlib.suppress(OSError):
            found += [line.split() for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
    return found


def memory(process: int) -> tuple[int, int]:
    """The resident bytes of a process: now, and the most so far."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    return tuple(int(fields[name].split()[0]) * 1024 for name in ("VmRSS", "VmHWM"))


def arguments() -> dict[int, str]:
    """The arguments of every process on this machine: what `ps` shows to anybody."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            found[int(path.parts[2])] = path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    return found
