"""The commands that storms interrupt, the homes that they start in, and what must be so afterwards."""

import argparse
import os
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass

from storm import DONE, PICTURES, Home, Tally, fill, options, parsed, sampled

# More than the 128 loose segments of its own that a device has when it packs them (Format.md, section 7).
PACKED_BY = 140


def always(home: Home) -> bool:
    return True


def key_ids(home: Home) -> dict[int, str]:
    """The ids of each epoch's keys that the vault's files name in their headers (Format.md, section 3).

    Notices are left out: they outlive their keys.
    """
    files = [path for path in home.vault.rglob("*.*") if path.is_file() and not path.name.startswith(".")]
    files = [path for path in files if path.suffix != ".notice"]
    headers = [path.read_bytes()[:32] for path in files]
    return {int.from_bytes(header[12:16], "little"): header[16:32].hex() for header in headers}


def is_rotated(home: Home) -> bool:
    ids = key_ids(home)
    return max(ids) >= 1 and (home.keys / ids[max(ids)]).exists()


def is_finished(home: Home) -> bool:
    return len(key_ids(home)) == 1 and is_rotated(home)


def is_taken_in(home: Home) -> bool:
    return is_finished(home) and CLAIMED in home.cards()


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


CLAIMED = "Card 5"
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
    Scenario("rotate", "cards", ("key", "rotate", "--yes"), is_rotated),
    Scenario("finish", "rotated", ("key", "rotate", "--finish", "--yes"), is_finished),
    Scenario("take in", "claimed", ("key", "rotate", "--finish", "--take-in", "--yes"), is_taken_in),
    Scenario("export", "cards", ("export", "cards.bundle"), is_exported),
)


def make_bases(home: Home) -> None:
    """Keeps the homes that scenarios start in."""
    home.keep("nothing")
    fill(home, 4)
    home.must("remove", "Card 3", "--yes")
    home.keep("cards")
    home.must("key", "rotate", "--yes")
    # A segment of its own in the new epoch, and one that was removed before.
    home.must("add", "--name", "Card 4")
    home.keep("rotated")
    keep_claimed(home)
    keep_loose(home)


def keep_claimed(home: Home) -> None:
    """Keeps a home whose key was changed, with a save of another device that has only the old key."""
    home.put_back("cards")
    shutil.rmtree(home.state)
    before = set(home.vault.rglob("*.segment"))
    home.must("add", "--name", CLAIMED)
    saves = {path: path.read_bytes() for path in set(home.vault.rglob("*.segment")) - before}
    home.put_back("rotated")
    for path, data in saves.items():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        path.write_bytes(data)
    home.keep("claimed")


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
    return None if outcome.status == 10 else home.cards()


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
