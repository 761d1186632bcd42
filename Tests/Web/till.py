"""A card at the till: found in the list, shown, and read from a picture of the screen."""

import base64
import json
import subprocess
import xml.etree.ElementTree as trees
from pathlib import Path

from playwright.sync_api import Page

from browser import awaited, goes, heading, quiet
from person import HANG, Person, Tally

# What ZBar calls the symbologies that it reads.
ZBAR = {
    "EAN-13": "EAN-13", "EAN-8": "EAN-8", "UPC-A": "UPC-A", "UPC-E": "UPC-E", "Code 128": "CODE-128",
    "Code 39": "CODE-39", "Code 93": "CODE-93", "Codabar": "Codabar", "ITF": "I2/5", "QR Code": "QR-Code",
    "GS1 DataBar": "DataBar", "GS1 DataBar Expanded": "DataBar-Exp",
}
# ZBar reports these as EAN-13 unless asked.
SETTINGS = ["-Supca.enable", "-Supce.enable"]
# Whether the list has one card, with this name.
FOUND = """(name) => {
  const found = document.querySelectorAll("a[data-key]");
  return found.length === 1 && found[0].textContent.replace(/\\s+/g, " ").includes(name);
}"""
NAMESPACE = "{http://zbar.sourceforge.net/2008/barcode}"


def number(code: dict) -> tuple[str, bytes, str]:
    return code["symbology"], bytes.fromhex(code["bytes"]), code.get("addOn") or ""


def shown(page: Page, name: str, picture: Path, tally: Tally) -> bool:
    """Finds the card in the list and takes a picture of its code at the till."""
    goes(page, "Cards")
    page.get_by_label("Search cards").fill(name)
    awaited(page, FOUND, name, f"the list does not show {name} alone")
    page.locator("a[data-key]").click()
    heading(page, name)
    surface = page.locator(".till .surface")
    surface.wait_for()
    quiet(page)
    scale = int(surface.locator("canvas").get_attribute("data-scale") or 0)
    if not tally.check(scale >= 1, f"{name}: no code is shown: {surface.inner_text()!r}"):
        return False
    # As bright in the dark.
    white = surface.evaluate("(node) => getComputedStyle(node).backgroundColor")
    tally.check(white == "rgb(255, 255, 255)", f"{name}: the code lies on {white}")
    surface.screenshot(path=picture)
    return True


def by_zbar(picture: Path) -> list[tuple[str, bytes]]:
    return all_by_zbar(picture)[picture]


def all_by_zbar(*pictures: Path) -> dict[Path, list[tuple[str, bytes]]]:
    """What ZBar reads on each picture, all read by one process."""
    words = ["zbarimg", "--quiet", "--xml", "--nodbus", *SETTINGS, *map(str, pictures)]
    ran = subprocess.run(words, capture_output=True, check=False, timeout=HANG * max(1, len(pictures)))
    found = {picture: [] for picture in pictures}
    for source in trees.fromstring(ran.stdout).iter(f"{NAMESPACE}source") if ran.stdout else ():
        for symbol in source.iter(f"{NAMESPACE}symbol"):
            data = symbol.find(f"{NAMESPACE}data")
            text = data.text or ""
            octets = base64.b64decode(text) if data.get("format") == "base64" else text.encode()
            found[Path(source.get("href"))].append((symbol.get("type"), octets))
    return found


def by_cardvault(person: Person, picture: Path) -> list[tuple[str, bytes, str]]:
    return all_by_cardvault(person, picture)[picture]


def all_by_cardvault(person: Person, *pictures: Path) -> dict[Path, list[tuple[str, bytes, str]]]:
    """What `cardvault read` reads on each picture, all read by one process."""
    words = ["read", *map(str, pictures), "--format", "jsonl"]
    outcome = person.types(*words, timeout=HANG * max(1, len(pictures)))
    lines = {Path(line["path"]): line for line in map(json.loads, outcome.output.splitlines())}
    return {path: [number(code) for code in lines.get(path, {}).get("codes", [])] for path in pictures}
