"""A real Syncthing with its own home, on loopback, without discovery, relays or reports."""

import json
import socket
import subprocess
import urllib.error
import urllib.request
import xml.etree.ElementTree as trees
from pathlib import Path

from device import eventually, owned_home, run

SETTINGS = {
    "globalAnnounceEnabled": "false",
    "localAnnounceEnabled": "false",
    "relaysEnabled": "false",
    "natEnabled": "false",
    "startBrowser": "false",
    "urAccepted": "-1",
    "crashReportingEnabled": "false",
    "autoUpgradeIntervalH": "0",
    "reconnectionIntervalS": "1",
    "setLowPriority": "false",
    "stunKeepaliveStartS": "0",
    "progressUpdateIntervalS": "1",
}


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]


class Instance:
    """One Syncthing, controlled through its web API."""

    def __init__(self, folder: Path, name: str):
        self.name, self.home = name, folder / f"syncthing-{name}"
        self.environment = owned_home(folder / f"home-{name}") | {"STNOUPGRADE": "1", "STNODEFAULTFOLDER": "1"}
        self.key, self.port, self.gui = f"key-of-{name}", free_port(), free_port()
        self.process: subprocess.Popen | None = None
        words = ["syncthing", "generate", f"--home={self.home}", "--no-default-folder", "--skip-port-probing"]
        made = run(words, environment=self.environment)
        if made.returncode != 0:
            raise RuntimeError(f"syncthing generate ended with {made.returncode}: {made.stdout.decode()}")
        self.id = trees.parse(self.home / "config.xml").find("device").get("id")

    def knows(self, other: "Instance", folders: dict[str, Path]) -> None:
        """Makes it share these folders with another one."""
        path = self.home / "config.xml"
        tree = trees.parse(path)
        root = tree.getroot()
        gui = root.find("gui")
        gui.find("address").text = f"127.0.0.1:{self.gui}"
        gui.find("apikey").text = self.key
        options = root.find("options")
        for listed in options.findall("listenAddress"):
            options.remove(listed)
        trees.SubElement(options, "listenAddress").text = f"tcp://127.0.0.1:{self.port}"
        for name, value in SETTINGS.items():
            for old in options.findall(name):
                options.remove(old)
            trees.SubElement(options, name).text = value
        device = trees.SubElement(root, "device", id=other.id, name=other.name, compression="never")
        trees.SubElement(device, "address").text = f"tcp://127.0.0.1:{other.port}"
        for name, place in folders.items():
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
            shared = {"id": name, "path": str(place), "type": "sendreceive", "rescanIntervalS": "3600"}
            shared |= {"fsWatcherEnabled": "true", "fsWatcherDelayS": "1", "autoNormalize": "true"}
            folder = trees.SubElement(root, "folder", shared)
            for each in (self.id, other.id):
                trees.SubElement(folder, "device", id=each)
            trees.SubElement(folder, "minDiskFree", unit="").text = "0"
        tree.write(path)

    def start(self) -> None:
        words = ["syncthing", "serve", f"--home={self.home}", "--no-browser", "--no-restart"]
        log = (self.home / "log").open("ab")
        self.process = subprocess.Popen(
            words, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
        )
        log.close()
        if not eventually(lambda: self.asks("/rest/system/ping") is not None, 60):
            raise RuntimeError(f"syncthing does not answer: {(self.home / 'log').read_text()[-1000:]}")

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None

    def asks(self, path: str, method: str = "GET") -> dict | None:
        """Its answer; nothing while it is not running."""
        asked = urllib.request.Request(f"http://127.0.0.1:{self.gui}{path}", method=method)
        asked.add_header("X-API-Key", self.key)
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(asked, timeout=20) as answer:
                return json.loads(answer.read() or b"{}")
        except (OSError, urllib.error.URLError, ValueError):
            return None

    def looks(self, folder: str) -> None:
        """Makes it scan a folder now."""
        self.asks(f"/rest/db/scan?folder={folder}", "POST")

    def is_done(self, folder: str, other: "Instance") -> bool:
        """Whether it has everything that it knows of, and so has the other one."""
        status = self.asks(f"/rest/db/status?folder={folder}") or {}
        there = self.asks(f"/rest/db/completion?folder={folder}&device={other.id}") or {}
        idle = status.get("state") == "idle" and status.get("needTotalItems") == 0
        return idle and there.get("completion") == 100 and not there.get("needDeletes")
