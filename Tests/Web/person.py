"""Shared by the proofs of the web app: a person's home with a vault of every kind of card, and the options of a proof.

Standard library only, so that the proofs that need no browser run without the virtual environment too.
"""

import argparse
import contextlib
import functools
import json
import subprocess
import sys
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Transports"))

from device import Device, eventually, whole  # noqa: E402, F401 (the proofs import them from here)
from storm import CHECKOUT, PARTLY_DONE, DONE, PICTURES, Outcome, Place, Tally, executables  # noqa: E402, F401

# Longer than anything that should happen takes, on a slow machine next to other work.
HANG = 60
PIN = "47110815"


def completed(digits: str) -> str:
    """The digits of an EAN-13 with its check digit."""
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return digits + str(-total % 10)


def in_days(count: int) -> str:
    return (date.today() + timedelta(days=count)).isoformat()


@dataclass(frozen=True)
class Sort:
    """A card of the filled vault: its name, code and symbology, and further options of `add`."""

    name: str
    code: str
    symbology: str
    more: tuple[str, ...] = ()


LONG_NAME = "Friends of the Botanical Garden and Palm House, annual family membership"
SORTS = (
    Sort("Corner Bakery", "5901234123457", "ean13", ("--tag", "food", "--favourite", "--colour", "#b5541c")),
    Sort("City Library", "A20931847B", "codabar", ("--tag", "books", "--kind", "library", "--expires", in_days(12))),
    Sort("Iron Works Gym", "https://ironworks.example/m/99182-ab", "qr",
         ("--tag", "sport,food", "--holder", "Eva Hartmann", "--web", "https://ironworks.example", "--note",
          "Bring a towel.")),
    Sort("Bookshop gift card", "GC-7781-2239-0042", "code128",
         ("--kind", "gift", "--balance", "25.25 EUR", "--pin", PIN)),
    Sort("東京図書館 利用者カード", "TKY88120", "code39", ("--tag", "books", "--colour", "#e0b400")),
    Sort("متجر الكتب", completed("622100123456"), "ean13", ("--colour", "#5c3b8a")),
    Sort(LONG_NAME, "FBG/2026/HARTMANN/EVA/FAMILY/0081772", "pdf417", ("--tag", "garden", "--expires", in_days(45))),
    Sort("Wide ticket", "TICKET-2026-AB-" + "99887766554433221100" * 2, "code128", ("--kind", "ticket",)),
    Sort("Parking", "PARK-" + "0123456789" * 30, "qr", ("--note", "Level -2.\nAsk at the desk.")),
    Sort("Summer coupon", completed("978014300723"), "ean13",
         ("--kind", "coupon", "--one-time", "--expires", in_days(3))),
    Sort("Museum pass", "MP:2291:XX9", "datamatrix", ("--valid-from", in_days(20))),
    Sort("Bakery", completed("590123499999"), "ean13"),
    Sort("Bakery", completed("590123488888"), "ean13"),
    Sort("Winter coupon", completed("978014300111"), "ean13", ("--expires", "2020-01-31")),
    Sort("Former gym", "OLDGYM-5521-77", "aztec", ("--archived",)),
    Sort("Locker", "", "", ("--number", "Row 17-4402-90",)),
)
REMOVED = Sort("Flower shop", completed("590777712345"), "ean13")
# Photos whose codes stay drafts: one code, three on one photo, and a worn one.
DRAFTS = ("ean13-grocer.jpg", "three-codes.jpg", "worn.jpg")


class Person(Device):
    """A person's home, and what they type."""

    def __init__(self, place: Path, name: str, executables: Path, environment: dict | None = None):
        super().__init__(place, name, executables, environment)
        self.ids: dict[str, str] = {}

    def whispers(self, passphrase: str, *words: str) -> Outcome:
        """Runs a command that reads the key's passphrase."""
        ran = subprocess.run(
            [self.executable, *words, "--passphrase-fd", "0"],
            cwd=self.path, env=self.environment, input=f"{passphrase}\n".encode(), capture_output=True,
            check=False, timeout=HANG,
        )
        return Outcome(ran.returncode, ran.stdout.decode(), ran.stderr.decode(errors="replace"))

    def adds(self, sort: Sort) -> str:
        """Adds a card; returns its id."""
        words = ["--code", sort.code, "--symbology", sort.symbology] if sort.code else []
        added = json.loads(self.must("add", "--name", sort.name, *words, *sort.more))["added"][0]
        self.ids.setdefault(sort.name, added)
        return added

    def imports(self, *pictures: str) -> None:
        """Imports sample photos; what they hold becomes drafts."""
        paths = [str(PICTURES / name) for name in pictures]
        outcome = self.types("import", *paths, "--no-review", "--format", "json")
        if outcome.status not in (DONE, PARTLY_DONE):
            raise RuntimeError(f"cardvault import ended with {outcome.status}: {outcome.errors}")

    def starts(self, *sorts: Sort) -> "Person":
        """Makes a vault with these cards."""
        self.must("init")
        for sort in sorts:
            self.adds(sort)
        return self

    def fills(self) -> None:
        """Makes a vault with a card of every kind, two that share a code, a removed one, and drafts."""
        self.starts(*SORTS)
        self.adds(Sort("Corner Bakery (old)", SORTS[0].code, SORTS[0].symbology, ("--duplicate",)))
        self.must("remove", self.adds(REMOVED), "--yes")
        self.imports(*DRAFTS)

    def keeps_photo(self, sort: Sort, picture: str) -> None:
        """Keeps a sample photo of a card's front."""
        self.must("edit", self.ids[sort.name], "--photo", str(PICTURES / picture))

    def disagrees(self, other: "Person", target: Path, card: str) -> None:
        """Gives a card another name on each of two devices: a conflict."""
        self.must_sync(target)
        other.restore_key(self)
        other.must_sync(target)
        self.must("edit", card, "--name", "Library")
        other.must("edit", card, "--name", "Town library")
        for device in (other, self):
            device.must_sync(target)


@functools.cache
def numbers() -> tuple[str, ...]:
    """Every number of the filled vault: none may be in a list, a title or an address."""
    typed = [sort.code for sort in (*SORTS, REMOVED) if sort.code]
    return (*typed, PIN, "17-4402-90", *(code["text"] for code in expected(*DRAFTS)))


def expected(*names: str) -> list[dict]:
    """The codes on sample photos, over all pages."""
    entries = {each["file"]: each for each in json.loads((CHECKOUT / "Samples/expected.json").read_text("utf-8"))}
    found = []
    for name in names:
        entry = entries[name]
        found += entry.get("codes") or [code for page in entry.get("pages", []) for code in page]
    return found


def proof(name: str, words: str, play) -> None:
    """Runs a proof as a program: its options, its folder, its count."""
    parser = argparse.ArgumentParser(prog=name, description=words.partition("\n")[0])
    parser.add_argument("--long", action="store_true", help="many more rounds, and whole matrices")
    asked = parser.parse_args()
    asked.executable = executables(parser)
    if not (asked.executable / "cardvault-web").exists():
        parser.error(f"there is no cardvault-web in CARDVAULT_BIN, {asked.executable}")
    tally = Tally(name)
    with Place() as place, contextlib.ExitStack() as stack:
        play(place, asked, tally, stack)
    tally.end()
