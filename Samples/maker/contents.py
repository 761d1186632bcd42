"""What the codes of the categories say: invented numbers of every symbology, drawn by lot."""

import numpy as np

from . import shops
from .cards import Design
from .symbols import Symbol, symbol

LETTERS = "ABCDEFGHKLMNPRSTUVWXYZ"
LINEAR = {
    "EAN-13": 8,
    "Code 128": 7,
    "UPC-A": 3,
    "EAN-8": 2,
    "Code 39": 2,
    "ITF": 2,
    "Codabar": 1,
    "Code 93": 1,
    "UPC-E": 1,
    "GS1 DataBar": 1,
}
"""How often a linear code is of each kind: about as often as cards have it (our estimate)."""

MATRIX = {"QR Code": 6, "Data Matrix": 2, "Aztec": 2, "Micro QR Code": 0.5}
"""The same of square codes."""

DESIGNS = [thing for thing in vars(shops).values() if isinstance(thing, Design)]


def digits(random: np.random.Generator, count: int) -> str:
    """So many digits."""
    return "".join(str(digit) for digit in random.integers(0, 10, count))


def letters(random: np.random.Generator, count: int) -> str:
    """So many letters."""
    return "".join(LETTERS[at] for at in random.integers(0, len(LETTERS), count))


def words(kind: str, random: np.random.Generator) -> str:
    """What a card's code of `kind` says, as zint wants it."""
    some = int(random.integers(0, 4))
    match kind:
        case "EAN-13":
            return f"2{digits(random, 11)}"
        case "EAN-8":
            return f"2{digits(random, 6)}"
        case "UPC-A":
            return f"4{digits(random, 10)}"
        case "UPC-E":
            return "0" + "".join(str(digit) for digit in random.integers([1] * 5 + [5], 10))
        case "ITF":
            return digits(random, 8 + 2 * some)
        case "Codabar":
            return f"A{digits(random, 8 + 2 * some)}B"
        case "Code 39" | "Code 93":
            return f"{letters(random, 2)}-{digits(random, 4 + some)}"
        case "GS1 DataBar" | "GS1 DataBar Limited":
            return f"0952{digits(random, 9)}"
        case "PDF417":
            return f"{letters(random, 6)}/{digits(random, 10)}/{letters(random, 9 + 8 * some)}"
        case "Micro QR Code":
            return digits(random, 9)
        case "Code 128" if some < 2:
            return digits(random, 10 + 4 * some)
        case "QR Code" if some == 3:
            return f"HTTPS://KARTE.EXAMPLE/{letters(random, 5)}/{digits(random, 8)}"
    return f"{letters(random, 3)}-{digits(random, 6)}-{letters(random, some)}".strip("-")


def a_code(random: np.random.Generator, *kinds: str, add_on: bool = False) -> Symbol:
    """A code of one of `kinds`, or of any kind if none is named."""
    chances = {kind: {**LINEAR, **MATRIX}.get(kind, 1) for kind in kinds or (*LINEAR, *MATRIX)}
    shares = np.array(list(chances.values())) / sum(chances.values())
    kind = str(random.choice(list(chances), p=shares))
    data = words(kind, random)
    if add_on:
        data = f"97{data[2:]}+{digits(random, int(random.choice([2, 5])))}"
    options = {"option_1": int(random.integers(1, 4))} if kind == "QR Code" else {}
    if kind == "PDF417":
        options = {"option_1": 3, "option_2": int(random.integers(3, 7))}
    return symbol(kind, data, **options)


def a_linear(random: np.random.Generator) -> Symbol:
    """A linear code."""
    return a_code(random, *LINEAR)


def a_matrix(random: np.random.Generator) -> Symbol:
    """A square code."""
    return a_code(random, *MATRIX)


def a_shop(random: np.random.Generator) -> Design:
    """A shop."""
    return DESIGNS[int(random.integers(len(DESIGNS)))]
