"""The commands that storms interrupt, and the homes that they start in."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass

from storm import PICTURES, Home, fill

# A device packs its own segments when more than 128 of them are loose (Format.md, section 7). If this many saves
# make no pack, the executable makes none.
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
    command: str
    has_effect: Callable = always
    # Whether the command must do it; packing, for example, is postponed when there is no room.
    is_needed: bool = True


CLAIMED = "Card 5"
NEW_CARD = ("add", "--name", "Zoo", "--code", "200000", "--symbology", "code128")
PHOTOS = tuple(str(PICTURES / name) for name in ("code128-library.jpg", "code39-gym.jpg"))
EDIT = ("edit", "Card 1", "--tag", "blue", "--expires", "2040-12-31")

SCENARIOS = (
    Scenario("init", "nothing", ("init",), "init"),
    Scenario("import", "cards", ("import", "--no-review", *PHOTOS), "import"),
    Scenario("add", "cards", NEW_CARD, "add"),
    Scenario("edit", "cards", EDIT, "edit"),
    Scenario("remove", "cards", ("remove", "Card 2", "--yes"), "remove"),
    Scenario("pack", "loose", EDIT, "pack", is_packed, is_needed=False),
    Scenario("rotate", "cards", ("key", "rotate", "--yes"), "key rotate", is_rotated),
    Scenario("finish", "rotated", ("key", "rotate", "--finish", "--yes"), "key rotate", is_finished),
    Scenario("take in", "claimed", ("key", "rotate", "--finish", "--take-in", "--yes"), "key rotate", is_taken_in),
    Scenario("export", "cards", ("export", "cards.bundle"), "export", is_exported),
)


def make_bases(home: Home, known: set[str]) -> set[str]:
    """Keeps the homes that scenarios start in, as far as the executable can make them; returns their names."""
    home.keep("nothing")
    fill(home, 4)
    home.must("remove", "Card 3", "--yes")
    home.keep("cards")
    made = {"nothing", "cards"}
    if "key rotate" in known:
        home.must("key", "rotate", "--yes")
        # A segment of its own in the new epoch, and one that was removed before.
        home.must("add", "--name", "Card 4")
        home.keep("rotated")
        made.add("rotated")
        keep_claimed(home)
        made.add("claimed")
    if is_loose_base_made(home):
        made.add("loose")
    return made


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


def is_loose_base_made(home: Home) -> bool:
    """Keeps the home that the next save packs; there is none if the executable does not know packs."""
    home.empty()
    fill(home, 120)
    for number in range(120, PACKED_BY):
        home.keep("loose")
        home.must("edit", "Card 0", "--tag", f"tag{number}")
        if is_packed(home):
            return True
        home.forget("loose")
    return False


def possible(known: set[str], made: set[str]) -> tuple[list[Scenario], list[tuple[Scenario, str]]]:
    """The scenarios that the executable can play, and the others with the reason."""
    played, skipped = [], []
    for scenario in SCENARIOS:
        if scenario.base not in made:
            skipped.append((scenario, f"this cardvault cannot make a home that is {scenario.base}"))
        elif scenario.command != "pack" and scenario.command not in known:
            skipped.append((scenario, f"this cardvault knows no “{scenario.command}”"))
        else:
            played.append(scenario)
    return played, skipped


def seen(home: Home) -> dict | None:
    """The cards by name; `None` where there is no vault."""
    outcome = home.types("list", "--all", "--format", "json")
    return None if outcome.status == 10 else home.cards()

