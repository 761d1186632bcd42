"""Shared by the proofs of sync: devices, the changes acknowledged on them, and everything that a transport could see.

Every proof uses the real transport, found on this machine, and whole commands. Standard library only.
"""

import hashlib
import json
import os
import random as randomness
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Storms"))

import storm  # noqa: E402
from storm import DONE, Home, Outcome, Place, Tally  # noqa: E402
from transport import STYLES  # noqa: E402, F401 (the proofs import it from here)

# The name that a vault gives a file is the hash of its content (Format.md, section 1).
HASHED = re.compile(r"^([0-9a-f]{64})\.(vault|segment|pack|photo|notice|sealed)$")
HASH_BYTES = 32
# A card may have 32 tags; some are added by name.
TAGS = 24
ROTATE = ("key", "rotate", "--no-sheet", "--yes")
# The exit code without the newest key.
WRONG_KEY = 12
# The envelope (Format.md, section 3).
HEADER, CHUNK, TAG, LEAST = 88, 65_536, 16, 1024


class Device(Home):
    """One device of a person: its own home, with the key and the vault."""

    def __init__(self, folder: Path, name: str, executables: Path, environment: dict | None = None):
        self.name, self.more = name, environment or {}
        super().__init__(folder / name, executables)

    @property
    def environment(self) -> dict:
        return {**super().environment, **self.more}

    @property
    def key(self) -> Path:
        """The newest key file that is not retired."""
        files = [path for path in self.keys.iterdir() if path.is_file()]
        return max(files, key=lambda path: path.stat().st_mtime_ns)

    def restore_key(self, other: Home, *words: str) -> dict:
        """Copies the newest key of another device, as a person does with the sheet."""
        return json.loads(self.must("key", "restore", str(other.key), *words))

    def rotates(self) -> dict:
        """Changes the key, when nothing is left behind."""
        return json.loads(self.must(*ROTATE))

    def syncs(self, target, *words: str) -> tuple[Outcome, dict]:
        """Syncs; returns the report as JSON, empty on failure."""
        outcome = self.types("sync", str(target), "--format", "json", *words)
        try:
            return outcome, json.loads(outcome.output)
        except ValueError:
            return outcome, {}

    def killed(self, after: float, is_alone: bool, *words: str) -> bool:
        """Kills a command after this many seconds, alone or with its children; returns whether it was still running."""
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        words = [self.executable, *words, "--format", "json"]
        with subprocess.Popen(words, cwd=self.path, env=self.environment, start_new_session=True, **quiet) as ran:
            time.sleep(after)
            runs = ran.poll() is None
            if runs and is_alone:
                ran.kill()
            elif runs:
                os.killpg(ran.pid, signal.SIGKILL)
        return runs

    def must_sync(self, target) -> dict:
        """Syncs when nothing prevents it."""
        return json.loads(self.must("sync", str(target)))

    def joins(self, other: Home, target) -> dict:
        """Gets the newest key of another device, and the vault from a target."""
        self.restore_key(other)
        return self.must_sync(target)

    def listed(self) -> dict[str, dict]:
        """Every card by its id, as shown by any device with the vault."""
        cards = json.loads(self.must("list", "--all"))
        return {card["id"]: {key: card[key] for key in card if key != "lastUsed"} for card in cards}

    def history(self, card: str) -> list:
        return json.loads(self.must("history", card))


class Ledger:
    """Every change that a command acknowledged, so that none can be lost silently."""

    def __init__(self, seed: int):
        self.random = randomness.Random(seed)
        self.names: dict[str, str] = {}
        self.tags: dict[str, set[str]] = {}
        self.codes: set[str] = set()
        self.shared: list[str] = []
        self.count = 0

    def found(self, device: Device, cards: int) -> None:
        """Makes the vault, with cards that all devices change later."""
        device.must("init")
        for _ in range(cards):
            self.shared.append(self.add(device))

    def spread(self, target, cards: int, first: Device, *others: Device) -> dict:
        """Makes the vault, and brings it to the others through a target; returns what the last one reports."""
        self.found(first, cards)
        report = first.must_sync(target)
        for device in others:
            report = device.joins(first, target)
        return report

    def add(self, device: Device, *more: str) -> str:
        self.count += 1
        name = f"Zwetschgenmarkt {device.name} {self.count}"
        code = str(7_351_940_000_000 + self.random.randrange(10**9))
        words = ("add", "--name", name, "--code", code, "--symbology", "code128", *more)
        card = json.loads(device.must(*words))["added"][0]
        self.names[card] = name
        self.codes.add(code)
        return card

    def tag(self, device: Device, card: str) -> None:
        """Puts a tag on a card that every device has."""
        self.count += 1
        tag = f"quittengelb{device.name}{self.count}"
        device.must("edit", card, "--tag", tag)
        self.tags.setdefault(card, set()).add(tag)

    def change(self, device: Device, count: int = 1) -> None:
        for _ in range(count):
            roomy = [card for card in self.shared if len(self.tags.get(card, ())) < TAGS]
            if self.random.random() < 0.5 or not roomy:
                self.add(device)
            else:
                self.tag(device, self.random.choice(roomy))

    def check(self, tally: Tally, what: str, *devices: Device, allowed: tuple = ()) -> None:
        """Whether the devices show the same, nothing is missing, and each verifies."""
        shown = [device.listed() for device in devices]
        for device, cards in zip(devices, shown):
            lost = [name for card, name in self.names.items() if cards.get(card, {}).get("name") != name]
            tally.check(not lost, f"{what}: {device.name} lost {len(lost)} cards, such as {lost[:2]}")
            for card, tags in self.tags.items():
                missing = tags - set(cards.get(card, {}).get("tags", []))
                tally.check(not missing, f"{what}: {device.name} lost the tags {sorted(missing)[:3]}")
            tally.check(len(cards) == len(self.names), f"{what}: {device.name} has {len(cards)} cards")
            whole(tally, what, device, allowed)
        for device, cards in zip(devices[1:], shown[1:]):
            differing = [card for card in shown[0] if cards.get(card) != shown[0][card]]
            tally.check(cards == shown[0], f"{what}: {device.name} differs from {devices[0].name} in {differing[:3]}")

    def secrets(self) -> list[str]:
        """The secrets that no transport may ever see, in every form in which they could be written."""
        tags = [tag for each in self.tags.values() for tag in each]
        words = ["Zwetschgenmarkt", "quittengelb", *self.names.values(), *tags, *self.codes]
        return words + list(self.names)


def whole(tally: Tally, what: str, device: Device, allowed: tuple = ()) -> None:
    """Whether verify finds nothing wrong but what is allowed, and list prints no warning."""
    status, report = device.verified()
    wrong = ("damaged", "missing", "foreign", "retired", "newer", "rolledBack")
    alarms = {key: report.get(key) for key in wrong if report.get(key) and key not in allowed}
    tally.check(status == DONE and not alarms, f"{what}: verify of {device.name} ended with {status}: {report}")
    warned = device.types("list", "--all").errors
    tally.check(warned == "", f"{what}: list of {device.name} warns: {warned.strip()!r}")


def explained(tally: Tally, what: str, outcome: Outcome, *statuses: int) -> None:
    """Whether a command ended with one of these codes and printed what, because and try."""
    right = outcome.status in statuses and outcome.is_explained
    tally.check(right, f"{what}: ended with {outcome.status}, not {statuses}: {outcome.errors.strip()!r}")


def blake2b(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=HASH_BYTES).hexdigest()


def snapshot(folder: Path) -> dict[str, str]:
    """The files of a folder and the hash of each, without the transports' own files."""
    found = {}
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        # Syncthing keeps partly fetched files for a day, even if the file arrived another way.
        if path.is_file() and not any(part.startswith((".st", ".syncthing.")) or part == ".git" for part in parts):
            found["/".join(parts)] = blake2b(path.read_bytes())
    return found


def sound(tally: Tally, what: str, folder: Path, allowed: tuple = ()) -> None:
    """Whether every file at a target matches its name, and nothing else is there."""
    for name, digest in snapshot(folder).items():
        if name in allowed:
            continue
        told = HASHED.match(name.rpartition("/")[2])
        tally.check(bool(told), f"{what}: the target holds {name}")
        tally.check(not told or told[1] == digest, f"{what}: {name} at the target is not what it says")


def padded(size: int) -> bool:
    """Whether a sealed file may have this size (Format.md, section 3)."""
    sealed = size - HEADER
    chunks = -(-sealed // (CHUNK + TAG))
    content = sealed - chunks * TAG
    return content >= LEAST and -(-content // CHUNK) == chunks and padme(content) == content


def padme(length: int) -> int:
    """The padded length: all bits after the first few are zeros."""
    exponent = length.bit_length() - 1
    spare = exponent - (exponent.bit_length())
    return (length + (1 << spare) - 1) >> spare << spare


def is_there(tally: Tally, program: str) -> bool:
    """Whether a transport is installed; prints a note when it is not."""
    if shutil.which(program):
        return True
    tally.skip(program, "it is not installed")
    return False


def asked_for(name: str, words: str):
    """The options."""
    return storm.parsed(storm.options(name, words))


def proof(name: str, words: str, plays: tuple, is_possible=lambda place, tally: True) -> None:
    """Runs a proof as a program: its options, a folder for each play, its count."""
    asked, tally = asked_for(name, words), Tally(name)
    with Place() as place:
        if is_possible(place, tally):
            for play in plays:
                folder = place / play.__name__
                folder.mkdir()
                play(folder, asked, tally)
    tally.end()


def run(words: list, folder: Path | None = None, environment: dict | None = None) -> subprocess.CompletedProcess:
    """Runs another program; returns its output as bytes."""
    return subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
    )


def eventually(is_so, seconds: float = 60, pause: float = 0.1) -> bool:
    """Waits for something that another program does in its own time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if is_so():
            return True
        time.sleep(pause)
    return bool(is_so())


def owned_home(folder: Path) -> dict:
    """An environment for a transport's program, without any settings of this machine."""
    folder.mkdir(parents=True, exist_ok=True)
    return {"HOME": str(folder), "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8"}
