"""Makes all pictures, reads each of them back, and writes expected.json."""

import argparse
import json
import sys
from pathlib import Path

import zxingcpp
from PIL import Image, features

from . import categories, files, samples_cards, samples_papers, samples_trouble  # noqa: F401 (they fill the register)
from .shot import REGISTER, Pages, Shot, made
from .symbols import Symbol, said

HERE = Path(__file__).resolve().parent.parent
PICTURES = HERE / "pictures"


def wanted(code: Symbol) -> tuple[str, str]:
    """The same of a code that was drawn; ZXing-C++ tells a UPC-A as an EAN-13."""
    facts = code.facts
    name, data = facts["symbology"], facts["bytes"]
    if name == "UPC-A":
        name, data = "EAN-13", "30" + data
    return name, data + ("+" + facts["addOn"] if "addOn" in facts else "")


def read(picture: Image.Image) -> list[tuple[str, str]]:
    """The codes on a picture, sorted; one that was read with and without its add-on has it.

    A picture is turned by 45 degrees if nothing is seen on it at first, as readers do for slanted bars.
    """
    add_on = zxingcpp.EanAddOnSymbol.Read
    turns = (picture.rotate(angle, expand=True, fillcolor="white") for angle in (0, 45))
    looks = (zxingcpp.read_barcodes(turned, ean_add_on_symbol=add_on) for turned in turns)
    codes = {said(code) for code in next(filter(None, looks), [])}
    with_add_on = {(name, data.partition("+")[0]) for name, data in codes if "+" in data}
    return sorted(codes - with_add_on)


def complaint(path: Path, shot: Shot | Pages, pages: list[Image.Image]) -> str | None:
    """What is wrong with a finished file, if anything."""
    if shot.error:
        return None
    pictures = pages if path.suffix == ".pdf" else [files.upright(path)]
    got = sorted(code for picture in pictures for code in read(picture))
    want = sorted(wanted(code) for code in shot.codes)
    return None if got == want else f"{path.name}: read {got}, drawn {want}"


def main(prefixes: list[str]) -> int:
    """Makes the samples whose names start with one of the prefixes, or all of them."""
    if not features.check("raqm") or not features.check("fribidi"):
        sys.exit(
            "make: error: Arabic cannot be set\nbecause libfribidi is missing\n"
            "try: apt-get install libfribidi0"
        )
    names = [name for name in sorted(REGISTER) if name.startswith(tuple(prefixes or [""]))]
    expected, complaints = [], []
    for name in names:
        data, shot = made(name)
        (PICTURES / name).write_bytes(data)
        print(f"{name:34}{len(data) // 1024:5} KB", flush=True)
        pages = shot.sheets if isinstance(shot, Pages) else []
        problem = complaint(PICTURES / name, shot, [sheet.image for sheet in pages])
        complaints += [problem] if problem else []
        expected.append({"file": name, **shot.expected()})
    if not prefixes:
        text = json.dumps(expected, ensure_ascii=False, indent=1, sort_keys=True)
        (HERE / "expected.json").write_text(text + "\n")
    print("\n".join(complaints), file=sys.stderr)
    return 1 if complaints else 0


def asked() -> argparse.Namespace:
    """What is asked for on the command line."""
    reads = argparse.ArgumentParser(prog="make")
    reads.add_argument("names", nargs="*", metavar="NAME")
    reads.add_argument("--categories", action="store_true")
    reads.add_argument("--more", type=Path, metavar="FOLDER")
    reads.add_argument("--seed", type=int, default=1)
    reads.add_argument("--count", type=int, default=12)
    return reads.parse_args()


if __name__ == "__main__":
    asked_for = asked()
    if asked_for.more:
        categories.more(asked_for.more, asked_for.seed, asked_for.count, asked_for.names)
    elif asked_for.categories:
        categories.keep(HERE / "categories", asked_for.names)
    else:
        sys.exit(main(asked_for.names))
