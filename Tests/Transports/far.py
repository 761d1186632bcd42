"""The far side of an rclone remote: a real server on loopback, and a connection that can be recorded and cut."""

import base64
import contextlib
import re
import socket
import subprocess
import threading
import time
from pathlib import Path

from device import eventually, owned_home, run

USER, PASSWORD = "holder", "Quendelgeist7"
KINDS = ("webdav", "sftp")
# A server writes this to its log as soon as it listens.
STARTED = re.compile(r"(?:started on \[?http://|listening on )127\.0\.0\.1:(\d+)")


class Line(threading.Thread):
    """Relays bytes between rclone and its server, keeps a copy of them all, and can be cut."""

    def __init__(self, to: int):
        super().__init__(daemon=True)
        self.to = to
        self.heard = bytearray()
        self.left: int | None = None
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.is_closed = False

    def run(self) -> None:
        while not self.is_closed:
            with contextlib.suppress(OSError):
                near, _ = self.listener.accept()
                threading.Thread(target=self.connect, args=(near,), daemon=True).start()

    def connect(self, near: socket.socket) -> None:
        """Relays both ways; closes the sockets only when both are done, since their numbers are used again."""
        with near, contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.to)) as far:
            back = threading.Thread(target=self.carry, args=(far, near), daemon=True)
            back.start()
            self.carry(near, far)
            back.join()

    def cut_after(self, count: int | None) -> None:
        """Breaks every connection once this many bytes went through; None: never."""
        with self.lock:
            self.left = count

    def carry(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 14):
                with self.lock:
                    self.heard += data
                    if self.left is not None:
                        data, is_over = data[: self.left], len(data) >= self.left
                        self.left -= len(data)
                    else:
                        is_over = False
                sink.sendall(data)
                if is_over:
                    break
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.is_closed = True
        # Wakes the thread that waits for connections.
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


class Far:
    """`rclone serve` of a folder, with a user and a password, and the remote for it.

    The server remembers a listing for that many seconds. Without a memory it sees at once what a proof changes in the
    folder behind its back, but lists it again for each file: minutes with a thousand of them.
    """

    def __init__(self, kind: str, folder: Path, memory: int = 0):
        self.kind, self.folder, self.memory = kind, folder / "served", memory
        self.folder.mkdir(parents=True)
        self.home = owned_home(folder / "server-home")
        self.log = folder / "server.log"
        # The system chooses it.
        self.port = 0
        self.process: subprocess.Popen | None = None
        self.start()
        self.line = Line(self.port)
        self.line.start()

    @property
    def target(self) -> str:
        return "rclone:far:cards"

    @property
    def cards(self) -> Path:
        return self.folder / "cards"

    @property
    def environment(self) -> dict:
        """The settings that define the remote, without any file."""
        hidden = run(["rclone", "obscure", PASSWORD], environment=self.home).stdout.decode().strip()
        named = {"TYPE": self.kind, "USER": USER, "PASS": hidden}
        if self.kind == "webdav":
            named |= {"URL": f"http://127.0.0.1:{self.line.port}", "VENDOR": "other"}
        else:
            named |= {"HOST": "127.0.0.1", "PORT": str(self.line.port)}
        return {f"RCLONE_CONFIG_FAR_{key}": value for key, value in named.items()}

    def start(self) -> None:
        words = ["rclone", "serve", self.kind, "-vv", "--addr", f"127.0.0.1:{self.port}"]
        words += ["--user", USER, "--pass", PASSWORD, "--log-file", str(self.log), str(self.folder)]
        words += ["--dir-cache-time", f"{self.memory}s"]
        self.process = subprocess.Popen(words, env=self.home, stdin=subprocess.DEVNULL)
        if not eventually(self.answers, 30):
            self.stop()
            raise RuntimeError(f"rclone serve {self.kind} does not answer")

    def answers(self) -> bool:
        if told := STARTED.search(self.log.read_text() if self.log.exists() else ""):
            self.port = int(told[1])
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return self.port != 0
        return False

    def changed(self) -> None:
        """Waits until the server sees what a proof changed in the folder behind its back."""
        time.sleep(self.memory)

    def stop(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def close(self) -> None:
        self.stop()
        self.line.close()

    def __enter__(self) -> "Far":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def seen(self) -> bytes:
        """Everything that the server's owner can see: the log of requests and every byte on the line, without the
        password that opens it."""
        heard = bytes(self.line.heard)
        secret = base64.b64encode(f"{USER}:{PASSWORD}".encode())
        return self.log.read_bytes() + re.sub(re.escape(secret), b"", heard)
