"""A host of static files, as a pocket has one: it serves a folder, and can be stopped, or moved below a path."""

import functools
import http.server
import threading
from pathlib import Path

# What hosts say of these, and Python does not.
TYPES = {".webmanifest": "application/manifest+json", ".sealed": "application/octet-stream"}


class Server(http.server.ThreadingHTTPServer):
    """What answers a browser; one that leaves ends what it asked for, which is no error."""

    allow_reuse_address = True

    def handle_error(self, *_) -> None:
        pass


class Host:
    """A running host on a port of this machine, for `localhost`, which browsers trust as they do https. Ends with the block."""

    def __init__(self, folder: Path, below: str = "/"):
        self.folder, self.below, self.port = folder, below, 0
        self.server: Server | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.below}"

    def __enter__(self) -> "Host":
        self.starts()
        return self

    def __exit__(self, *_) -> None:
        self.stops()

    def starts(self) -> None:
        """Serves the folder; again on the same port."""
        below = self.below

        class Answering(http.server.SimpleHTTPRequestHandler):
            extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | TYPES

            def translate_path(self, path: str) -> str:
                inner = path.removeprefix(below) if path.startswith(below) else "nothing here"
                return super().translate_path("/" + inner)

            def log_message(self, *_) -> None:
                pass

        self.server = Server(
            ("127.0.0.1", self.port), functools.partial(Answering, directory=str(self.folder)))
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stops(self) -> None:
        """Goes off the network."""
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None
