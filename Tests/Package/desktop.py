"""The entry in the desktop's menu: what it runs opens the web app in the person's browser."""

import configparser
import re
import shlex
import time
from pathlib import Path

from person import TIMEOUT, Person, end, fetch
from proof import Proof

# Instead of a browser: keeps the page that it is told to open.
BROWSER = """#!/bin/sh
cp "$1" "$HOME/opened"
"""
# The page leads to the address, with the secret that signs in.
LINK = re.compile(r"url=(http://127\.0\.0\.1:\d+)/#s=[^\"]")


def prove_entry(proof: Proof, place: str, person: Person) -> None:
    """Starts the entry of a package that was unpacked to a folder, as a desktop does."""
    programs = Path(person.program).parent
    entry = configparser.RawConfigParser()
    entry.read(programs.parent / "share/applications/cardvault.desktop", encoding="utf-8")
    home = Path(person.environment["HOME"])
    browser = home / "stubs/xdg-open"
    browser.parent.mkdir()
    browser.write_text(BROWSER)
    browser.chmod(0o755)
    desktop = Person(home, person.program)
    desktop.environment["PATH"] = f"{browser.parent}:{programs}:{person.environment['PATH']}"
    process = desktop.start(*shlex.split(entry["Desktop Entry"]["Exec"]))
    try:
        link = opened(home / "opened")
        if proof.check(link is not None, f"{place}: the menu's entry opens a browser"):
            fetch(proof, f"{place}, from the menu", link[1])
    finally:
        end(proof, place, process)


def opened(page: Path) -> re.Match | None:
    """The link in the page that was opened."""
    late = time.monotonic() + TIMEOUT
    while time.monotonic() < late:
        if page.is_file() and (link := LINK.search(page.read_text())):
            return link
        time.sleep(0.1)
    return None
