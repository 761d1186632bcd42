"""Runs storms or proofs as programs of their own, some at a time, and adds up what they counted.

Shared by the three programs called `run`. Standard library only.
"""

import argparse
import concurrent.futures
import contextlib
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
# As many hexadecimal digits as git shows of a commit's name.
SEED_DIGITS = 7
# Where files are in memory, and how many bytes must be free there.
MEMORY, ROOM = "/dev/shm", 2 << 30
# The longest that one proof may take: far above any healthy run.
TIMEOUT, LONG_TIMEOUT = 900, 7200
# What is repeated at the end of what a failed proof printed: lines, and characters of each.
COMPLAINT_LINES, COMPLAINT_WIDTH = 20, 300


@dataclass(frozen=True)
class Play:
    """One proof: its name, and the words of its command."""

    name: str
    words: tuple[str, ...]


def commit_seed() -> int:
    """The seed of a commit: the same for each run of it, another for the next, so that in time all is played."""
    with contextlib.suppress(OSError, ValueError):
        words = ["git", "-C", str(CHECKOUT), "rev-parse", "HEAD"]
        told = subprocess.run(words, capture_output=True, encoding="utf-8", check=False).stdout
        return int(told[:SEED_DIGITS], 16)
    # A checkout without its history.
    return 1


def asked_for(words: str, each: str, names: tuple[str, ...]) -> argparse.Namespace:
    """The options of every program called `run`: with a seed, which is printed, and the wanted names; `is_for_some` if
    they were given."""
    parser = argparse.ArgumentParser(prog="run", description=words.partition("\n")[0])
    parser.add_argument("--executable", help="the folder with the executables")
    parser.add_argument("--seed", type=int, help="of the samples and other random choices; by default the commit's")
    parser.add_argument("--long", action="store_true", help="everything, which takes long")
    parser.add_argument("names", metavar=each, nargs="*", help=", ".join(names))
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(names):
        parser.error(f"there is no {each} {', '.join(sorted(unknown))}")
    asked.is_for_some = bool(asked.names)
    asked.names = [name for name in names if name in (asked.names or names)]
    if asked.seed is None:
        asked.seed = commit_seed()
    print(f"seed {asked.seed}; to repeat these samples: --seed {asked.seed}", flush=True)
    return asked


def in_memory() -> dict[str, str]:
    """An environment for temporary files in memory, where syncing one takes no time; the usual one without room."""
    with contextlib.suppress(OSError):
        there = os.statvfs(MEMORY)
        has_room = there.f_bavail * there.f_frsize >= ROOM
        # The proofs put programs there, too.
        if has_room and not there.f_flag & os.ST_NOEXEC:
            return {**os.environ, "TMPDIR": MEMORY}
    return dict(os.environ)


def play(proof: Play, asked: argparse.Namespace, environment: dict[str, str]) -> tuple[list[str], int, int]:
    """Runs one; returns its output with a summary, and how much passed and failed."""
    began = time.monotonic()
    words = [*proof.words, "--seed", str(asked.seed)]
    words += ["--executable", asked.executable] if asked.executable else []
    try:
        ran = subprocess.run(
            words, env=environment, stdout=subprocess.PIPE, encoding="utf-8", check=False,
            timeout=LONG_TIMEOUT if asked.long else TIMEOUT)
        lines, status = ran.stdout.splitlines(), ran.returncode
    except subprocess.TimeoutExpired as hung:
        # What it printed so far is in bytes.
        lines, status = [*(hung.stdout or b"").decode("utf-8", "replace").splitlines(), f"{proof.name}: hangs"], 1
    told = re.fullmatch(r"(\d+) passed, (\d+) failed", lines[-1] if lines else "")
    passed, failed = (int(told[1]), int(told[2])) if told else (0, 0)
    # One that ended without its count, or with an error, is itself a failure.
    if status != 0 and failed == 0:
        failed = 1
    seconds = time.monotonic() - began
    summary = f"{proof.name}: {passed} passed, {failed} failed, seed {asked.seed}, {seconds:.0f} s"
    return [*(lines[:-1] if told else lines), summary], passed, failed


def run(turns: list[tuple[int, list[Play]]], asked: argparse.Namespace, saves_much: bool) -> None:
    """Runs all: one turn after the other, each so many at a time; ends this program with their status.

    Proofs that run thousands of commands, each of which syncs files, do so in memory, and on the disk with --long.
    """
    environment = in_memory() if saves_much and not asked.long else dict(os.environ)
    passed = failed = 0
    complaints: list[str] = []
    for lanes, proofs in turns:
        with concurrent.futures.ThreadPoolExecutor(lanes) as pool:
            running = [pool.submit(play, proof, asked, environment) for proof in proofs]
            for done in concurrent.futures.as_completed(running):
                lines, more_passed, more_failed = done.result()
                print("\n".join(lines), flush=True)
                passed, failed = passed + more_passed, failed + more_failed
                if more_failed:
                    complaints += lines[-COMPLAINT_LINES:]
    # Of a long log, people often keep only the end.
    for line in complaints:
        print(line[:COMPLAINT_WIDTH])
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
