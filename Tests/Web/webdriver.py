"""WebKit's engine through the W3C WebDriver protocol, on a screen of its own. Standard library only."""

import base64
import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from person import HANG, eventually

DRIVER = "WebKitWebDriver"
# Debian keeps it in the library's folder, whose name has the version.
BROWSERS = ("usr/lib/*/webkit2gtk-4.*/MiniBrowser", "usr/lib/*/webkitgtk-6.*/MiniBrowser")

TYPE = """
  const label = [...document.querySelectorAll("label")].find((each) => each.textContent.trim().startsWith(arguments[0]));
  const field = document.getElementById(label.htmlFor) ?? label.querySelector("input, textarea");
  field.value = arguments[1];
  field.dispatchEvent(new Event("input", { bubbles: true }));
"""
CLICK = """
  const names = (each) => [each.getAttribute("aria-label"), each.textContent.trim()];
  const found = [...document.querySelectorAll("button, summary, label.either")]
    .find((each) => each.checkVisibility() && names(each).some((name) => name?.startsWith(arguments[0])));
  found?.click();
  return Boolean(found);
"""


def browser() -> Path | None:
    return next((path for pattern in BROWSERS for path in sorted(Path("/").glob(pattern), reverse=True)), None)


def missing() -> list[str]:
    """What is not installed."""
    programs = [name for name in (DRIVER, "Xvfb") if not shutil.which(name)]
    return programs if browser() else [*programs, "MiniBrowser"]


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]


class WebKit:
    """A browser with its driver and its screen. Ends with the block."""

    def __init__(self, home: Path):
        self.home, self.stack, self.session = home, contextlib.ExitStack(), ""
        self.port = free_port()

    def __enter__(self) -> "WebKit":
        self.home.mkdir(parents=True, exist_ok=True)
        with self.stack:
            display = self._screen()
            environment = {
                "HOME": str(self.home), "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8",
                "DISPLAY": display, "XDG_RUNTIME_DIR": str(self.home), "GDK_BACKEND": "x11",
                "NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1",
            }
            log = self.stack.enter_context((self.home / "log").open("wb"))
            self._runs([DRIVER, f"--port={self.port}", "--host=127.0.0.1"], env=environment, stdout=log, stderr=log)
            if not eventually(self._is_ready, HANG):
                raise RuntimeError(f"{DRIVER} does not answer: {(self.home / 'log').read_text()[-1000:]}")
            options = {"binary": str(browser()), "args": ["--automation"]}
            wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
            self.session = self._asks("POST", "/session", wanted)["sessionId"]
            # Its own folder of the block is left; the rest ends in `__exit__`.
            self.stack = self.stack.pop_all()
        return self

    def __exit__(self, *_) -> None:
        with contextlib.suppress(OSError, RuntimeError):
            self._asks("DELETE", f"/session/{self.session}")
        self.stack.close()

    def opens(self, address: str) -> None:
        """Loads an address."""
        self._asks("POST", f"/session/{self.session}/url", {"url": address})

    def answers(self, script: str, *given):
        """What a function's body returns in the page."""
        return self._asks("POST", f"/session/{self.session}/execute/sync", {"script": script, "args": list(given)})

    def pictures(self, path: Path) -> None:
        """Takes a picture of what the window shows."""
        path.write_bytes(base64.b64decode(self._asks("GET", f"/session/{self.session}/screenshot")))

    def shows(self, *headings: str) -> bool:
        """Waits for a page with one of these headings."""
        script = "return document.querySelector('h1')?.textContent ?? ''"
        return eventually(lambda: self.answers(script) in headings, HANG)

    def types(self, label: str, words: str) -> None:
        """Types into the field of this label, as the page notices it."""
        self.answers(TYPE, label, words)

    def clicks(self, name: str) -> bool:
        """Clicks the control of this name, once there is one."""
        return eventually(lambda: self.answers(CLICK, name), HANG)

    def says(self, words: str) -> bool:
        """Waits until the page shows these words."""
        return eventually(lambda: words in self.answers("return document.body.innerText"), HANG)

    def tabs(self) -> list[str]:
        return self._asks("GET", f"/session/{self.session}/window/handles")

    def opens_tab(self) -> str:
        """Opens another tab, and goes to it."""
        tab = self._asks("POST", f"/session/{self.session}/window/new", {"type": "tab"})["handle"]
        self.goes_to(tab)
        return tab

    def goes_to(self, tab: str) -> None:
        self._asks("POST", f"/session/{self.session}/window", {"handle": tab})

    def _screen(self) -> str:
        """Starts a screen in memory, which chooses a free number itself."""
        ours, theirs = os.pipe()
        words = ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "1440x900x24", "-nolisten", "tcp"]
        self._runs(words, pass_fds=(theirs,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs)
        with os.fdopen(ours) as told:
            return f":{told.readline().strip()}"

    def _runs(self, words: list[str], **more) -> None:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, start_new_session=True, **more)

        def end() -> None:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

        self.stack.callback(end)

    def _is_ready(self) -> bool:
        with contextlib.suppress(OSError, RuntimeError, ValueError):
            return bool(self._asks("GET", "/status").get("ready"))
        time.sleep(0.1)
        return False

    def _asks(self, method: str, path: str, body: dict | None = None):
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, method=method)
        asked.add_header("Content-Type", "application/json")
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(asked, timeout=HANG) as answer:
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as refused:
            raise RuntimeError(f"{path}: {refused.read().decode('utf-8', 'replace')[:500]}") from None
