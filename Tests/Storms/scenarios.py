"""The commands that storms interrupt, the homes that they start in, and what must be so afterwards."""

import argparse
import os
import random
import shutil
from pathlib import Path
from collections.abc import Callable
from dataclasses import dataclass

from storm import DONE, NOTHING_FOUND, PARTLY_DONE, PICTURES, Home, Tally, fill, options, parsed, sampled

# More than the 128 loose segments of its own that a device has when it packs them (Format.md, section 7).
PACKED_BY = 140
NO_VAULT = 10


def always(home: Home) -> bool:
    return True


def current(home: Home) -> set[str]:
    """The ids of the keys that count on this device."""
    return {path.name for path in home.keys.iterdir() if path.is_file()}


def sealed(folder: Path) -> set[str]:
    """The ids of the keys under which a folder's files are, except headers and notices, which outlive their keys."""
    files = [path for path in folder.rglob("*.*") if path.is_file() and not path.name.startswith(".")]
    return {path.read_bytes()[16:32].hex() for path in files if path.suffix not in (".notice", ".vault")}


def is_moved(home: Home) -> bool:
    """Whether all that can be read is under one key that counts on this device, and the one before is retired.

    Changes that were stopped may have left the files of keys under which nothing is, and files under the old key of which
    nothing is left to take in.
    """
    retired = {path.name for path in (home.keys / "retired").glob("*")}
    ids = sealed(home.vault) - retired
    left = sealed(home.vault) & retired
    is_one = len(ids) == 1 and ids <= current(home) and bool(retired)
    return is_one and (not left or home.types("merge", "--retired").status == NOTHING_FOUND)


def is_clean(home: Home) -> bool:
    return is_moved(home) and sealed(home.path / TARGET) <= current(home)


def is_exported(home: Home) -> bool:
    bundle = home.path / "cards.bundle"
    return bundle.exists() and bundle.read_bytes().startswith(b"CARDVLT")


def is_packed(home: Home) -> bool:
    return any((home.vault / "packs").glob("*.pack"))


@dataclass(frozen=True)
class Scenario:
    """A command, the home it runs in, and how to check its effects beyond the cards."""

    name: str
    base: str
    words: tuple
    has_effect: Callable = always
    # Whether the command must do it; packing, for example, is postponed when there is no room.
    is_needed: bool = True
    # Files that were removed at a target may be back after a power loss, until the next sync.
    is_lasting: bool = True
    # Whether nothing is there after a refusal; a device that moves to a key is moved by whatever command comes next.
    is_undone: bool = True


# The folder that some homes sync with, and the file of the key that another device made.
TARGET, SHEET = "./target", "sheet"
ROTATE = ("key", "rotate", "--no-sheet", "--yes")
# Those that change a key, or follow one that was changed.
OF_KEYS = ("rotate", "restore", "move", "fetch", "clean", "take in")
NEW_CARD = ("add", "--name", "Zoo", "--code", "200000", "--symbology", "code128")
PHOTOS = tuple(str(PICTURES / name) for name in ("code128-library.jpg", "code39-gym.jpg"))
EDIT = ("edit", "Card 1", "--tag", "blue", "--expires", "2040-12-31")

SCENARIOS = (
    Scenario("init", "nothing", ("init",)),
    Scenario("import", "cards", ("import", "--no-review", *PHOTOS)),
    Scenario("add", "cards", NEW_CARD),
    Scenario("edit", "cards", EDIT),
    Scenario("remove", "cards", ("remove", "Card 2", "--yes")),
    Scenario("pack", "loose", EDIT, is_packed, is_needed=False),
    Scenario("rotate", "cards", ROTATE, is_moved),
    # This device has its own unsent saves when it gets the key that another one made.
    Scenario("restore", "arrived", ("key", "restore", SHEET), is_moved, is_undone=False),
    Scenario("move", "restored", ("list", "--all"), is_moved),
    Scenario("fetch", "behind", ("sync", TARGET), is_clean, is_lasting=False, is_undone=False),
    Scenario("clean", "rotated", ("sync", TARGET), is_clean, is_lasting=False),
    Scenario("take in", "retired", ("merge", "--retired", "--yes"), is_moved),
    Scenario("export", "cards", ("export", "cards.bundle"), is_exported),
)


def make_bases(home: Home) -> None:
    """Keeps the homes that scenarios start in."""
    make_key_bases(home)
    keep_loose(home)


def make_key_bases(home: Home) -> None:
    """Keeps those that take no hundreds of saves."""
    home.keep("nothing")
    fill(home, 4)
    home.must("remove", "Card 3", "--yes")
    home.keep("cards")
    home.must("sync", TARGET)
    home.keep("synced")
    home.must(*ROTATE)
    home.must("add", "--name", "Card 4")
    home.keep("rotated")
    keep_behind(home)


def keep_behind(home: Home) -> None:
    """Keeps the homes of a device that was away when the key was changed, and one with what it saved meanwhile."""
    home.must("sync", TARGET)
    changed = [(path.relative_to(home.path), path.read_bytes()) for path in files_of(home.vault, home.path / TARGET)]
    (new,) = current(home)
    key = (home.keys / new).read_bytes()
    home.put_back("synced")
    before = set(files_of(home.vault))
    home.must("add", "--name", "Card 5", "--photo", PHOTOS[0])
    home.must("edit", "Card 1", "--tag", "late")
    late = [(path.relative_to(home.path), path.read_bytes()) for path in set(files_of(home.vault)) - before]
    put(home, [(Path(SHEET), key)])
    home.keep("away")
    put(home, [each for each in changed if each[0].parts[0] == Path(TARGET).name])
    put(home, [((home.keys / new).relative_to(home.path), key)])
    home.keep("behind")
    home.put_back("away")
    put(home, changed)
    home.keep("arrived")
    put(home, [((home.keys / new).relative_to(home.path), key)])
    home.keep("restored")
    home.put_back("rotated")
    put(home, late)
    home.keep("retired")


def files_of(*folders: Path) -> list[Path]:
    return [path for folder in folders for path in folder.rglob("*.*") if path.is_file()]


def put(home: Home, files: list[tuple[Path, bytes]]) -> None:
    for name, data in files:
        (home.path / name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        (home.path / name).touch(mode=0o600)
        (home.path / name).write_bytes(data)


def keep_loose(home: Home) -> None:
    """Keeps the home that the next save packs."""
    home.empty()
    fill(home, 120)
    for number in range(120, PACKED_BY):
        home.keep("loose")
        home.must("edit", "Card 0", "--tag", f"tag{number}")
        if is_packed(home):
            return
        home.forget("loose")
    raise RuntimeError(f"{PACKED_BY} saves made no pack")


def seen(home: Home) -> dict | None:
    """The cards by name; `None` where there is no vault."""
    outcome = home.types("list", "--all", "--format", "json")
    # A device without the newest key shows what it has, and warns.
    return None if outcome.status == NO_VAULT else home.cards(DONE, PARTLY_DONE)


def seen_before(home: Home, scenario: Scenario) -> dict | None:
    """Puts the home of a scenario back; returns its cards, which may not be read in it, as that moves a device."""
    home.put_back(scenario.base)
    before = seen(home)
    home.put_back(scenario.base)
    return before


def torn(before: dict | None, wanted: dict | None, after: dict | None) -> list[str]:
    """What is wrong with cards that are neither as they were nor as the command makes them."""
    before, wanted, after = before or {}, wanted or {}, after or {}
    names = sorted({*before, *wanted, *after})
    found = [name for name in names if after.get(name) not in (before.get(name), wanted.get(name))]
    return [f"“{name}” is neither as it was nor as it was to be" for name in found]


def verify(home: Home, cards: dict | None, when: str, wrong: list[str]) -> None:
    """Verifies the vault's files, if there is a vault with cards."""
    if cards is not None:
        status, report = home.verified()
        if status != DONE:
            wrong.append(f"verify ended with {status} {when}: {report}")


def asked_for(storm: str, words: str, case: str) -> tuple[argparse.Namespace, Tally]:
    """The options of a storm that interrupts scenarios; the program ends here where that is not possible."""
    parser = options(storm, words)
    parser.add_argument("--scenario", action="append", help="this one only; may be given again")
    parser.add_argument("--only", metavar=case, help="one case, as a failure names it")
    asked, tally = parsed(parser), Tally(storm)
    if os.geteuid() != 0 or not shutil.which("strace"):
        tally.skip("everything", "following a process that hides its memory takes root, and strace")
        tally.end()
    return asked, tally


def played(asked: argparse.Namespace) -> list[Scenario]:
    """The scenarios that are asked for."""
    return [scenario for scenario in SCENARIOS if scenario.name in (asked.scenario or [scenario.name])]


def chosen(cases: list, asked: argparse.Namespace, kind: Callable) -> list:
    """The cases that are asked for, or a sample of all."""
    if asked.only:
        cases = [case for case in cases if str(case).endswith(" " + asked.only)]
    return sampled(cases, asked.sample, random.Random(asked.seed), kind)
