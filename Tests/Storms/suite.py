"""Runs storms or proofs as programs of their own, some at a time, and adds up what they counted.

Shared by the three programs called `run`. Standard library only.
"""

import argparse
import concurrent.futures
import re
import subprocess
import sys
import time
from dataclasses import dataclass

# The longest that one proof may take: far above any healthy run.
TIMEOUT, LONG_TIMEOUT = 900, 7200
# What is repeated at the end of what a failed proof printed: lines, and characters of each.
COMPLAINT_LINES, COMPLAINT_WIDTH = 20, 300


@dataclass(frozen=True)
class Play:
    """One proof: its name, and the words of its command."""

    name: str
    words: tuple[str, ...]


def asked_for(words: str, each: str, names: tuple[str, ...], is_random: bool = True) -> argparse.Namespace:
    """The options of every program called `run`, with the wanted names."""
    parser = argparse.ArgumentParser(prog="run", description=words.partition("\n")[0])
    if is_random:
        parser.add_argument("--seed", type=int, default=1, help="of what is random")
    parser.add_argument("--long", action="store_true", help="many more random rounds, and whole matrices")
    parser.add_argument("names", metavar=each, nargs="*", help=", ".join(names))
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(names):
        parser.error(f"there is no {each} {', '.join(sorted(unknown))}")
    asked.names = [name for name in names if name in (asked.names or names)]
    return asked


def play(proof: Play, asked: argparse.Namespace) -> tuple[list[str], int, int]:
    """Runs one; returns its output with a summary, and how much passed and failed."""
    began = time.monotonic()
    words = [*proof.words, *(["--seed", str(asked.seed)] if "seed" in asked else [])]
    try:
        ran = subprocess.run(
            words, stdout=subprocess.PIPE, encoding="utf-8", check=False,
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
    summary = f"{proof.name}: {passed} passed, {failed} failed, {seconds:.0f} s"
    return [*(lines[:-1] if told else lines), summary], passed, failed


def run(turns: list[tuple[int, list[Play]]], asked: argparse.Namespace) -> None:
    """Runs all: one turn after the other, each so many at a time; ends this program with their status."""
    passed = failed = 0
    complaints: list[str] = []
    for lanes, proofs in turns:
        with concurrent.futures.ThreadPoolExecutor(lanes) as pool:
            running = [pool.submit(play, proof, asked) for proof in proofs]
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
