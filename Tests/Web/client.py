"""Requests byte by byte, as no browser would send them, and a session that sends them as our pages do."""

import http.client
import json
import re
import socket
import urllib.parse
from dataclasses import dataclass
from pathlib import Path

from person import HANG
from server import Served

CLOSED = "closed"
DESCRIPTION = Path(__file__).resolve().parents[2] / "Sources/Wallet/JSON.md"
# The method of each call, as the description has it.
METHODS = {name: method for method, name in re.findall(r"`(GET|POST) ([a-z-]+)`", DESCRIPTION.read_text("utf-8"))}
READS = [name for name, method in METHODS.items() if method == "GET"]


@dataclass(frozen=True)
class Reply:
    """An answer; its status is `CLOSED` if the server closed the connection instead."""

    status: int | str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def is_refusal(self) -> bool:
        return self.status == CLOSED or 400 <= self.status < 500

    def header(self, name: str) -> str | None:
        """All values of a header, in one line."""
        values = [value for key, value in self.headers if key.lower() == name.lower()]
        return ", ".join(values) if values else None


def exchanged(port: int, octets: bytes, timeout: float = HANG, address: str = "127.0.0.1") -> Reply:
    """Sends these bytes and returns the answer. Raises TimeoutError when there is none."""
    with socket.create_connection((address, port), timeout=timeout) as line:
        try:
            line.sendall(octets)
        except (BrokenPipeError, ConnectionResetError):
            # It may have refused before everything was sent; an answer may be waiting.
            pass
        answer = http.client.HTTPResponse(line, method=octets.partition(b" ")[0].decode("latin-1"))
        try:
            answer.begin()
        except TimeoutError:
            raise
        except (OSError, http.client.HTTPException):
            return Reply(CLOSED)
        try:
            body = answer.read()
        except http.client.IncompleteRead as cut:
            body = cut.partial
        except ConnectionResetError:
            body = b""
        return Reply(answer.status, tuple(answer.getheaders()), body)


def written(method: str, target: str, headers: list[tuple[str, str]], body: bytes = b"", version: str = "1.1") -> bytes:
    """A request as bytes."""
    lines = [f"{method} {target} HTTP/{version}", *(f"{name}: {value}" for name, value in headers), "", ""]
    return "\r\n".join(lines).encode("utf-8", "surrogateescape") + body


def site_files(port: int) -> dict[str, str]:
    """The addresses of the files that a page names, by the files' names."""
    page = exchanged(port, written("GET", "/", [("Host", f"127.0.0.1:{port}"), ("Connection", "close")]))
    return {address.rpartition("/")[2]: address for address in re.findall(r'"(/site/[^"]*)"', page.body.decode())}


class Session:
    """A browser that signed in: its cookie and its token."""

    def __init__(self, served: Served, cookie: str, token: str):
        self.port, self.origin, self.cookie, self.token = served.port, served.origin, cookie, token

    def headers(self, **changes: str | None) -> list[tuple[str, str]]:
        """What our pages send. A change replaces a header, or leaves it out with None; `_` stands for `-`."""
        usual = {
            "Host": f"127.0.0.1:{self.port}",
            "Origin": self.origin,
            "Sec-Fetch-Site": "same-origin",
            "Content-Type": "application/json",
            "X-Cardvault": self.token,
            "Cookie": self.cookie,
        }
        usual |= {name.replace("_", "-"): value for name, value in changes.items()}
        return [(name, value) for name, value in usual.items() if value is not None]

    def request(self, name: str, body: bytes = b"{}", method: str | None = None, **changes: str | None) -> bytes:
        """A call as bytes, with its own method unless another is given; GET has its parameters in a header."""
        method = method or METHODS.get(name, "POST")
        if method == "GET":
            asked = {"Content_Type": None, "X_Cardvault_Parameters": urllib.parse.quote(body, safe="")} | changes
            return written(method, f"/api/{name}", [*self.headers(**asked), ("Connection", "close")])
        length = [("Content-Length", str(len(body))), ("Connection", "close")]
        return written(method, f"/api/{name}", self.headers(**changes) + length, body)

    def call(self, name: str, timeout: float = HANG, **fields) -> Reply:
        """Calls the server as our pages do."""
        return exchanged(self.port, self.request(name, json.dumps(fields).encode()), timeout)

    def must(self, name: str, **fields):
        """A call that must succeed; returns its answer."""
        reply = self.call(name, **fields)
        if reply.status != 200:
            raise RuntimeError(f"{name} was answered with {reply.status}: {reply.body[:500]!r}")
        return reply.json


def uploaded(session: Session, name: str, octets: bytes, **headers: str) -> Reply:
    """Hands a file to the server."""
    return exchanged(session.port, session.request(name, octets, Content_Type="application/octet-stream", **headers),
                     2 * HANG)


def attempt(served: Served, **fields: str) -> Reply:
    """Tries to sign in."""
    nobody = Session(served, "", "")
    return exchanged(served.port, nobody.request("sign-in", json.dumps(fields).encode(), Cookie=None, X_Cardvault=""))


def signed_in(served: Served) -> Session:
    """Signs in with the newest link; if a lock replaced that just now, with the one that follows it."""
    reply = attempt(served, secret=served.link().partition("#s=")[2])
    if reply.status == 403:
        reply = attempt(served, secret=served.link().partition("#s=")[2])
    if reply.status != 200:
        raise RuntimeError(f"the link was answered with {reply.status}: {reply.body[:500]!r}")
    return Session(served, (reply.header("Set-Cookie") or "").partition(";")[0], reply.json["token"])
