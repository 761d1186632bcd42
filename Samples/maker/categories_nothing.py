"""Pictures with nothing to read that look as if there were: stripes, checks, keys, print."""

import numpy as np

from . import contents
from .category import Random, category, pick, shot
from .lens import defocus
from .sheet import Sheet
from .shot import Shot

DARK = ["#16161a", "#2a2a30", "#3a2418", "#14285a"]


def fence(random: Random) -> Sheet:
    """Planks with gaps of many widths."""
    sheet, x = Sheet(900, 640, "#cfd8de", 0), 0.0
    while x < 900:
        wide = random.uniform(12, 46)
        sheet.shape(
            "rectangle", (x, 60, x + wide, 640), pick(random, ["#5a4632", "#6b543c", "#4a3826"])
        )
        x += wide + random.uniform(5, 30)
    for y in (150, 480):
        sheet.shape("rectangle", (0, y, 900, y + 26), "#4e3c2a")
    return sheet


def piano(_: Random) -> Sheet:
    """Piano keys."""
    sheet = Sheet(910, 420, "#f8f6f0", 0)
    for at in range(26):
        sheet.shape("rectangle", (at * 35 - 1, 0, at * 35 + 1, 420), "#2a2a30")
        if at % 7 not in (0, 3):
            sheet.shape("rectangle", (at * 35 - 11, 0, at * 35 + 11, 260), "#101014")
    return sheet


def shirt(random: Random) -> Sheet:
    """A shirt's stripes."""
    sheet, x = Sheet(900, 640, "#f2f4f6", 0), 0
    widths = [int(wide) for wide in random.integers(2, 9, 6)]
    while x < 900:
        for wide in widths:
            sheet.shape("rectangle", (x, 0, x + wide * 2, 640), "#2a3f6a")
            x += wide * 2 + widths[wide % 6] * 2
    return sheet


def crossword(random: Random) -> Sheet:
    """A crossword, with something like a finder pattern in three corners."""
    count = int(random.integers(19, 27))
    side, sheet = 800 / count, Sheet(860, 860, "#ffffff", 0)
    dark = random.random((count, count)) < 0.42
    for top, left in ((0, 0), (0, count - 7), (count - 7, 0)):
        y, x = np.mgrid[0:7, 0:7] - 3
        ring = np.maximum(abs(x), abs(y)) != 2
        dark[top : top + 7, left : left + 7] = ring
    if random.random() < 0.5:
        dark = dark & (random.random((count, count)) > 0.12)
    for row in range(count):
        for column in range(count):
            box = (
                30 + column * side,
                30 + row * side,
                30 + (column + 1) * side,
                30 + (row + 1) * side,
            )
            sheet.shape("rectangle", box, "#16161a" if dark[row, column] else "#ffffff")
    return sheet


def keyboard(random: Random) -> Sheet:
    """The keys of a computer."""
    sheet = Sheet(1000, 380, "#2b2d33", 20)
    for row in range(5):
        for at in range(14):
            x, y = 20 + at * 68 + row * 8, 20 + row * 70
            sheet.shape("rounded_rectangle", (x, y, x + 58, y + 58), "#e8e8ea", radius=8)
            sheet.text((x + 29, y + 40), contents.letters(random, 1), 28, "#22222a", anchor="ms")
    return sheet


def checks(random: Random) -> Sheet:
    """A chess board, or a finer one."""
    count = int(random.choice([8, 10, 16, 24, 32]))
    sheet, side = Sheet(800, 800, "#f4f0e6", 0), 800 / count
    for row in range(count):
        for column in range(row % 2, count, 2):
            sheet.shape(
                "rectangle",
                (column * side, row * side, (column + 1) * side, (row + 1) * side),
                "#22222a",
            )
    return sheet


def receipt(random: Random) -> Sheet:
    """A till's slip with words and numbers only."""
    sheet, shop = Sheet(560, 1000, "#f8f7f3", 0), contents.a_shop(random)
    sheet.text((280, 90), shop.name, 46, "#2a2a30", shop.face, True, "ms", fit=500)
    for row in range(22):
        words = contents.letters(random, int(random.integers(4, 14)))
        sheet.text((40, 160 + row * 36), words, 24, "#33333a", "mono")
        sheet.text(
            (520, 160 + row * 36), contents.digits(random, 4), 24, "#33333a", "mono", anchor="rs"
        )
    sheet.text((280, 970), "*" * 30, 26, "#33333a", "mono", anchor="ms")
    return sheet


def random_bars(random: Random) -> Sheet:
    """Bars of an ornament: like a barcode, of no symbology."""
    sheet, x = Sheet(856, 540, "#ffffff", 32), 120.0
    while x < 730:
        wide = 5 * int(random.integers(1, 5))
        sheet.shape("rectangle", (x, 150, x + wide, 420), pick(random, DARK[:2]))
        x += wide + 5 * int(random.integers(1, 5))
    sheet.text((428, 470), contents.digits(random, 13), 36, "#22222a", "mono", anchor="ms")
    return sheet


def ruler(_: Random) -> Sheet:
    """A ruler's lines."""
    sheet = Sheet(1060, 200, "#f0dca0", 6)
    for at in range(101):
        tall = 90 if at % 10 == 0 else 66 if at % 5 == 0 else 44
        sheet.shape("rectangle", (30 + at * 10, 0, 32 + at * 10, tall), "#22222a")
        if at % 10 == 0:
            sheet.text((31 + at * 10, 136), str(at // 10), 34, "#22222a", anchor="ms")
    return sheet


def books(random: Random) -> Sheet:
    """A shelf of books."""
    sheet, x = Sheet(1000, 620, "#3a2c20", 0), 10.0
    while x < 980:
        wide, tall = random.uniform(14, 60), random.uniform(420, 590)
        tone = pick(random, ["#7a2a2a", "#e8e0cc", "#22324a", "#d0b060", "#2f4a3a", "#f4f2ec"])
        sheet.shape("rectangle", (x, 610 - tall, x + wide, 610), tone)
        for y in (640 - tall, 560):
            sheet.shape("rectangle", (x, y, x + wide, y + 6), "#16161a")
        x += wide + 2
    return sheet


def blinds(random: Random) -> Sheet:
    """A window's slats, or a zebra crossing."""
    sheet, step = Sheet(900, 640, "#f4f2ea", 0), random.uniform(14, 60)
    for at in range(int(640 / step)):
        sheet.shape("rectangle", (0, at * step, 900, at * step + step * 0.45), "#4a4c52")
    return sheet


def halftone(random: Random) -> Sheet:
    """Squares by lot: the texture of a matrix code with no finder."""
    count = int(random.integers(16, 40))
    sheet, side = Sheet(760, 760, "#ffffff", 0), 700 / count
    for row in range(count):
        for column in np.flatnonzero(random.random(count) < 0.5):
            box = (
                30 + column * side,
                30 + row * side,
                30 + (column + 1) * side,
                30 + (row + 1) * side,
            )
            sheet.shape("rectangle", box, "#16161a")
    return sheet


THINGS = [
    fence,
    piano,
    shirt,
    crossword,
    keyboard,
    checks,
    receipt,
    random_bars,
    ruler,
    books,
    blinds,
    halftone,
]


@category("nothing")
def nothing(random: Random, level: float) -> Shot:
    """One of the things after the other, as the level goes up."""
    sheet = THINGS[min(int(level * len(THINGS)), len(THINGS) - 1)](random)
    soft = random.uniform(0.4, 1.4)
    turn = pick(random, [0, 0, 90, 30]) + random.uniform(-8, 8)
    return shot(random, sheet, [], random.uniform(3, 6), lambda _: (defocus(soft),), roll=turn)


@category("stripes")
def stripes(random: Random, level: float) -> Shot:
    """Bars and checks only, by lot: what linear readers see numbers in."""
    makers = [random_bars, fence, shirt, books, ruler, halftone, crossword]
    sheet = pick(random, makers)(random)
    return shot(random, sheet, [], random.uniform(2, 6), roll=random.uniform(-45, 45))
