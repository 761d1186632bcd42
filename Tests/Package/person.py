"""A person who uses an installed cardvault: the main job, names to complete, and a page."""

import contextlib
import json
import os
import re
import signal
import subprocess
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from proof import Proof

CHECKOUT = Path(__file__).resolve().parents[2]
SAMPLES = CHECKOUT / "Samples/pictures"
PHOTOS = ("ean13-grocer.jpg", "qr-loyalty.jpg", "none.jpg")
CARD = "ean13 grocer"
# The longest that anything may take.
TIMEOUT = 60

COMPLETING = """
source <("$0" --generate-completion-script bash)
COMP_WORDS=("$0" show "$1") COMP_CWORD=2 COMP_LINE="$0 show $1" COMP_POINT=${#COMP_LINE}
_cardvault "$0" "$1" show
printf '%s\\n' "${COMPREPLY[@]}"
"""


class Person:
    """Someone with a home folder.

    `around` goes before each command, for a person on another system, who also sees other paths.
    """

    def __init__(self, home: Path, program: Path | str, around: Sequence[str] = (), samples: Path = SAMPLES):
        self.program, self.around, self.samples = str(program), list(around), samples
        self.environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}

    def start(self, *words: str, before: Sequence[str] = ()) -> subprocess.Popen:
        """Starts a program; `before` is a command of this system that starts it in turn."""
        variables = [f"{name}={value}" for name, value in self.environment.items()]
        return subprocess.Popen(
            [*before, *self.around, "env", "-i", *variables, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, encoding="utf-8", errors="replace", start_new_session=True)

    def run(self, *words: str, before: Sequence[str] = ()) -> tuple[int, str, str]:
        """Runs a program; its status, output and errors."""
        process = self.start(*words, before=before)
        try:
            output, errors = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            return 124, output, f"{errors}\nit hangs"
        return process.returncode, output, errors

    def types(self, *words: str) -> tuple[int, str, str]:
        return self.run(self.program, *words)

    def cards(self) -> list[tuple[str, str]]:
        """The cards' ids and names: what programs of different commits state in the same way."""
        cards = json.loads(self.types("list", "--all", "--format", "json")[1] or "[]")
        return sorted((card["id"], card["name"]) for card in cards)

    def work(self, proof: Proof, place: str) -> None:
        """Imports, lists and shows the samples, and completes a name."""
        status, _, errors = self.types("init")
        proof.check(status == 0, f"{place}: init", errors)
        # 3: one of the photos has no code.
        status, _, errors = self.types("import", "--no-review", *(f"{self.samples}/{name}" for name in PHOTOS))
        proof.check(status == 3, f"{place}: import", errors)
        status, output, errors = self.types("list", "--format", "plain")
        proof.check(status == 0 and CARD in output, f"{place}: list", output + errors)
        status, output, errors = self.types("show", CARD, "--as", "text")
        proof.check(status == 0 and output.strip().isdigit(), f"{place}: show", output + errors)
        status, output, errors = self.types("show", CARD, "--as", "png")
        proof.check(status == 0 and "PNG" in output[:8], f"{place}: a picture for the till", errors)
        status, output, errors = self.run("bash", "-c", COMPLETING, self.program, "ean")
        proof.check(output == "ean13_grocer\n", f"{place}: bash completes a name", output + errors)

    def serve(self, proof: Proof, place: str, *words: str) -> None:
        """Serves a page, by `serve` with other words if there are any, and fetches it."""
        process = self.start(self.program, *(words or ("serve", "--port", "0")), "--format", "json")
        try:
            line = process.stdout.readline()
            address = json.loads(line or "{}").get("address", "")
            if proof.check(re.match("http://", address) is not None, f"{place}: serve", line):
                fetch(proof, place, address)
        finally:
            end(proof, place, process)


def end(proof: Proof, place: str, process: subprocess.Popen) -> None:
    """Ends a server, and whatever started it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        # Its output ends with the last of them.
        process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        proof.check(False, f"{place}: the server ends when asked to")


def fetch(proof: Proof, place: str, address: str) -> None:
    """Fetches a page."""
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT) as answer:
            page = answer.read().decode()
        proof.check("<title>" in page, f"{place}: a page", page[:200])
    except OSError as error:
        proof.check(False, f"{place}: a page", str(error))
