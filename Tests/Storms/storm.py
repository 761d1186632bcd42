"""Shared by the storms: homes with a vault, the commands run in them, and the count of passed checks.

A storm damages a home while commands run, or between them, and then checks that the vault still opens and that every
change that a command had acknowledged is there. Standard library only.
"""

import argparse
import concurrent.futures
import contextlib
import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
PICTURES = CHECKOUT / "Samples" / "pictures"
# The exit codes that a command may end with; their meaning never changes (Failures/ExitStatus.swift).
DONE, PARTLY_DONE, IN_USE, DAMAGED, NOTHING_FOUND, CONFLICT, USAGE = 0, 3, 11, 13, 14, 15, 64
STABLE_STATUSES = {0, 1, 3, 10, 11, 12, 13, 14, 15, 64, 130}
# Used instead of an exit code if it did not end. A fault in a call that wakes another thread of its own can cause
# that; no file system does.
HUNG = -1000
# The longest that a command may take, under strace and next to other work: far above any healthy run.
TIMEOUT = 60


@dataclass(frozen=True)
class Outcome:
    """A command's outcome; its status is negative when a signal ended it."""

    status: int
    output: str
    errors: str

    @property
    def failure(self) -> dict:
        """The error in JSON form, or None."""
        for line in self.errors.splitlines():
            if line.startswith('{"'):
                try:
                    told = json.loads(line)
                except ValueError:
                    return {}
                # Notices may precede it.
                if "error" in told:
                    return told
        return {}

    @property
    def is_explained(self) -> bool:
        """Whether an error has what, because and try, and its exit code is a stable one."""
        words = self.failure
        told = all(words.get(key) for key in ("error", "because", "try"))
        return told and words.get("exit") == self.status and self.status in STABLE_STATUSES


def running(session: int) -> str:
    """The programs of a session and what each waits for, as far as the machine reports it."""
    words = ["ps", "-o", "pid,ppid,etimes,stat,wchan:24,args", "--sid", str(session)]
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=5).stdout
    return ""


class Home:
    """A home folder with a vault, its keys and its state; always at the same path, as the state depends on it."""

    timeout = TIMEOUT

    def __init__(self, folder: Path, executables: Path):
        self.path = folder / "home"
        self.kept = folder / "kept"
        self.executable = str(executables / "cardvault")
        self.vault = self.path / ".local/share/cardvault/vault"
        self.keys = self.path / ".config/cardvault/keys"
        self.state = self.path / ".local/state/cardvault"
        self.kept.mkdir(parents=True, exist_ok=True)
        self.empty()

    @property
    def environment(self) -> dict:
        """Nothing from the caller's environment is passed on."""
        return {"HOME": str(self.path), "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8"}

    def types(self, *words: str, before: tuple = (), timeout: float | None = None) -> Outcome:
        """Runs cardvault with these arguments, under a program such as strace when `before` names one.

        It is stopped after this many seconds; by default after the home's timeout.
        """
        timeout = timeout or self.timeout
        with subprocess.Popen(
            [*before, self.executable, *words],
            cwd=self.path,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ) as ran:
            try:
                output, errors = ran.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                found = running(ran.pid)
                # Killing a tracer leaves the traced processes running.
                os.killpg(ran.pid, signal.SIGKILL)
                _, errors = ran.communicate()
                return Outcome(HUNG, "", f"hung after {timeout} s:\n{found}{errors.decode(errors='replace')}")
        return Outcome(ran.returncode, output.decode(), errors.decode(errors="replace"))

    def must(self, *words: str, statuses: tuple = (DONE,)) -> str:
        """Runs a command that no storm disturbs; it must succeed."""
        outcome = self.types(*words, "--format", "json")
        if outcome.status not in statuses:
            raise RuntimeError(f"cardvault {words[0]} ended with {outcome.status}: {outcome.errors}")
        return outcome.output

    def empty(self) -> None:
        """Makes the home an empty folder."""
        shutil.rmtree(self.path, ignore_errors=True)
        self.path.mkdir(mode=0o700)

    def keep(self, name: str) -> None:
        """Saves a copy of the current home."""
        shutil.copytree(self.path, self.kept / name, symlinks=True)

    def forget(self, name: str) -> None:
        """Deletes a saved copy."""
        shutil.rmtree(self.kept / name)

    def put_back(self, name: str) -> None:
        """Restores the home from a saved copy."""
        shutil.rmtree(self.path, ignore_errors=True)
        shutil.copytree(self.kept / name, self.path, symlinks=True)

    def cards(self, *statuses: int) -> dict[str, dict]:
        """Every card by its name, without values that differ between runs."""
        cards = {}
        for card in json.loads(self.must("list", "--all", statuses=statuses or (DONE,))):
            name = card["name"] if card["name"] not in cards else f"{card['name']} again {card['id']}"
            cards[name] = {key: card[key] for key in card if key not in ("added", "id", "lastUsed")}
        return cards

    def verified(self) -> tuple[int, dict]:
        """The exit code and output of verify."""
        outcome = self.types("verify", "--format", "json")
        try:
            return outcome.status, json.loads(outcome.output)
        except ValueError:
            return outcome.status, {"unreadable": outcome.output + outcome.errors}

    def litter(self) -> list[str]:
        """Leftovers of stopped writes: hidden and temporary files."""
        found = []
        for root in (self.vault, self.keys, self.state):
            for path in root.rglob("*"):
                if path.is_file() and (path.name.startswith(".") or path.name.endswith(".tmp")):
                    found.append(path.name)
        return found


def fill(home: Home, count: int) -> None:
    """Makes a vault of this many cards, each saved separately."""
    home.must("init")
    for number in range(count):
        code = str(100_000 + number)
        home.must("add", "--name", f"Card {number}", "--code", code, "--symbology", "code128")


class Tally:
    """Counts passed and failed checks, and names each failure when it happens."""

    def __init__(self, storm: str):
        self.storm, self.passed, self.failed, self.skipped = storm, 0, 0, 0

    def check(self, is_right: bool, what: str) -> bool:
        """Counts one check; `what` names it if it failed."""
        if is_right:
            self.passed += 1
        else:
            self.failed += 1
            print(f"{self.storm}: failed: {what}", flush=True)
        return is_right

    def skip(self, what: str, because: str) -> None:
        """Prints what was not checked, and why."""
        self.skipped += 1
        print(f"{self.storm}: skipped: {what}, because {because}", flush=True)

    def remark(self, words: str) -> None:
        """Prints a note that is neither passed nor failed."""
        print(f"{self.storm}: {words}", flush=True)

    def end(self) -> None:
        """Prints the last line and ends the program; to skip everything is not a failure."""
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        sys.exit(1 if self.failed or not (self.passed or self.skipped) else 0)


def options(storm: str, words: str) -> argparse.ArgumentParser:
    """The options of a storm or proof whose doc string is `words`; --sample only where it says so."""
    parser = argparse.ArgumentParser(prog=storm, description=words.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="of what is random")
    if "--sample" in words:
        parser.add_argument("--sample", type=int, help="how many rounds or cases; by default as with --long")
    return parser


def parsed(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """The parsed options, with the folder of the executables."""
    asked = parser.parse_args()
    asked.executable = executables(parser)
    return asked


def executables(parser: argparse.ArgumentParser) -> Path:
    """The folder with the executables to test."""
    folder = os.environ.get("CARDVAULT_BIN")
    if not folder:
        parser.error("CARDVAULT_BIN is not set: it names the folder with the executables to test, as Tests/run.sh does")
    if not Path(folder, "cardvault").exists():
        parser.error(f"there is no cardvault in CARDVAULT_BIN, {folder}")
    return Path(folder).resolve()


class Place(tempfile.TemporaryDirectory):
    """A temporary folder, deleted at the end. The path has no links, as the vault's state depends on it."""

    def __init__(self):
        super().__init__(prefix="cardvault-storm-", ignore_cleanup_errors=True)

    def __enter__(self) -> Path:
        return Path(os.path.realpath(super().__enter__()))


def sampled(cases: list, count: int | None, random, kind) -> list:
    """This many of the cases, evenly from each kind; all of them without a count."""
    if count is None:
        return cases
    kinds: dict = {}
    for case in random.sample(cases, len(cases)):
        kinds.setdefault(kind(case), []).append(case)
    chosen: list = []
    while len(chosen) < min(count, len(cases)):
        for rest in kinds.values():
            if rest and len(chosen) < count:
                chosen.append(rest.pop())
    return chosen


def together(threads: list[threading.Thread]) -> None:
    """Starts threads, and waits for them."""
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def spread(work, cases: list, prepare, arguments: tuple):
    """Does the work on each case in as many processes as there are processors; yields the results."""
    processors = len(os.sched_getaffinity(0))
    with concurrent.futures.ProcessPoolExecutor(
        processors,
        mp_context=multiprocessing.get_context("fork"),
        initializer=prepare,
        initargs=arguments,
    ) as pool:
        yield from pool.map(work, cases, chunksize=4)
