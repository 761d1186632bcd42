"""Categories with a target of their own, drawn only when named: tables of cards, and what stands beside an ITF."""

from dataclasses import replace

import numpy as np
from PIL import Image

from . import contents
from .cards import HEIGHT, WIDTH, brand
from .category import SURFACES, Random, category, pick, ramp, shot, sized
from .files import jpeg
from .lens import defocus
from .light import blur, daylight, noise
from .scene import Pose, corners
from .sheet import Sheet
from .shot import Shot
from .surfaces import wood
from .symbols import Symbol, symbol

TABLE = 4000, 3000
"""A photo of a table: 12 megapixels, as phones take them."""

ON_CARDS = (
    *("EAN-13", "EAN-8", "UPC-A", "Code 128", "Code 39", "Code 93", "Codabar", "ITF"),
    *("QR Code", "Data Matrix", "Aztec", "PDF417"),
)
"""The kinds of codes on a table's cards."""

INKS = [("#16161a", "#ffffff")] * 10 + [("#f4f0e0", "#14285a")]
"""Ink and ground of a code: one of eleven is light on dark."""

MODULE = 5
"""The parts of an ITF's narrow bar: one more or less is a fifth of ink that spreads or is lacking."""


BESIDE = 300
"""The most room for what stands beside an ITF, in 0.1 mm."""


def of_any_size(random: Random, code: Symbol) -> Sheet:
    """A shop's card with a field anywhere on it, whose code is as large as cards have them, in 0.1 mm."""
    shop, (ink, ground) = contents.a_shop(random), pick(random, INKS)
    sheet = shop.painted()
    brand(sheet, shop, 760 if shop.rightward else 48, 86, 60, 700)
    if code.linear:
        wide = random.uniform(200, 280) if code.kind == "EAN-8" else random.uniform(300, 500)
        tall, margin, room = random.uniform(90, 140), 10 * wide / code.modules.shape[1], 42
    elif code.kind == "PDF417":
        wide = random.uniform(380, 580)
        tall = wide * code.modules.shape[0] / code.modules.shape[1]
        margin, room = 4 * wide / code.modules.shape[1], 0
    else:
        wide = tall = random.uniform(120, 200)
        margin, room = 4 * wide / code.modules.shape[1], 0
    x = random.uniform(margin + 10, WIDTH - 10 - margin - wide)
    y = random.uniform(margin + 10, HEIGHT - 10 - margin - tall - room)
    field = (x - margin, y - margin, x + wide + margin, y + tall + room + margin)
    sheet.panel(field, ground, 8)
    sheet.code(code, (x, y, x + wide, y + tall + room), ink, caption=room > 0)
    return sheet


def within(random: Random, sheet: Sheet, cell: tuple[float, float, float, float]) -> Pose:
    """Where a card may lie, at any angle, so that it stays in a cell of the photo (pixels)."""
    left, top, right, bottom = cell
    middle = Pose(0, 0, random.uniform(780, 1080) / TABLE[0], random.uniform(0, 360))
    middle = replace(middle, pitch=random.uniform(-14, 14), yaw=random.uniform(-14, 14))
    reach = np.abs(corners(sheet, middle, TABLE)).max(0) + 15
    room = np.array([right - left, bottom - top]) / 2
    fit = min(1, *(room / reach))
    x, y = (left + right) / 2, (top + bottom) / 2
    dx, dy = (room - reach * fit) * random.uniform(-1, 1, 2)
    return replace(middle, x=(x + dx) / TABLE[0], y=(y + dy) / TABLE[1], width=middle.width * fit)


@category("tables")
def tables(random: Random, level: float) -> Shot:
    """Four to nine cards on a table, at any angle; focus and sensor get worse."""
    codes = [contents.a_code(random, *ON_CARDS) for _ in range(int(random.integers(4, 10)))]
    columns, rows = 3, 2 if len(codes) <= 6 else 3
    wide, tall = TABLE[0] / columns, TABLE[1] / rows
    things = []
    for cell, code in zip(random.permutation(columns * rows), codes):
        row, column = divmod(int(cell), columns)
        sheet = of_any_size(random, code)
        box = (column * wide, row * tall, (column + 1) * wide, (row + 1) * tall)
        pose = within(random, sheet, box)
        # So large a photo is warped at its own size; a sheet as fine as the photo then stays smooth.
        sized(sheet, sheet.placed[0][4] * pose.width * TABLE[0] / sheet.width / 2)
        things.append((sheet, pose))
    soft, grain = ramp(level, 0.7, 1.8), ramp(level, 2, 6)
    lamp = daylight(random.uniform(0.05, 0.35), random.uniform(-0.06, 0.08), pick(random, [-1, 1]))
    effects = (lamp, blur(soft * 1000 / TABLE[0]), noise(grain))
    return Shot(pick(random, SURFACES), things, codes, effects, TABLE, jpeg(86))


def as_printed(code: Symbol, wide: int, gain: int) -> Symbol:
    """An ITF whose wide bars are `wide` parts of a module, and whose bars are `gain` parts wider."""
    row = code.modules[0]
    ends = np.flatnonzero(np.diff(row, prepend=~row[:1], append=~row[-1:]))
    widths = np.where(np.diff(ends) > 1, wide, MODULE)
    bars = row[ends[:-1]]
    return replace(code, modules=np.repeat(bars, widths + np.where(bars, gain, -gain))[None, :])


def beside(
    random: Random, sheet: Sheet, thing: str, edge: float, rightward: bool, high: float
) -> list[Symbol]:
    """Draws what stands beside an ITF, away from an edge, and says which codes are on it."""
    ink = pick(random, ["#16161a", "#3a3a44", "#6a6a70"])
    top, bottom = (sheet.height - high) / 2, (sheet.height + high) / 2

    def span(wide: float) -> tuple[float, float]:
        return (edge, edge + wide) if rightward else (edge - wide, edge)

    if thing == "lines":
        step, thick = pick(random, [10, 15, 25, 35]), pick(random, [1.5, 2.5, 5, 7.5])
        for at in range(int(random.integers(4, 8))):
            left, right = span(at * step + thick)
            x = right - thick if rightward else left
            sheet.shape("rectangle", (x, top, x + thick, bottom), ink)
    elif thing == "wood":
        left, right = span(random.uniform(75, 200))
        wide, tall = sheet.pixels(right - left, high)
        planks = wood("#4a2f1d", "#9a6b42", 2)((wide, tall), random)
        grain = Image.fromarray(np.clip(planks, 0, 255).astype(np.uint8).swapaxes(0, 1))
        sheet.image.paste(grain, sheet.pixels(left, top))
    elif thing == "text":
        (left, right), size = span(random.uniform(75, 150)), random.uniform(14, 32)
        for y in np.arange(top + size, bottom, size * 1.3):
            sheet.text((left, y), contents.letters(random, 20), size, ink, fit=right - left)
    elif thing in ("EAN-13", "Code 128", "QR Code"):
        code = contents.a_code(random, thing)
        columns = code.modules.shape[1]
        module = pick(random, [1.5, 2, 2.5] if code.linear else [2.5, 4, 5])
        left, right = span(columns * min(module, int(2 * BESIDE / columns) / 2))
        side = max(high, 0 if code.linear else right - left + 1)
        middle = sheet.height / 2
        sheet.code(code, (left, middle - side / 2, right, middle + side / 2), caption=False)
        return [code]
    return []


@category("itf")
def itf(random: Random, level: float) -> Shot:
    """An ITF alone, or beside what a reader may take for its rest; it gets smaller."""
    digits = contents.digits(random, 2 * int(random.integers(3, 9)))
    wide, gain = pick(random, [2, 2.6, 3, 3]), int(random.integers(-1, 2))
    code = as_printed(symbol("ITF", digits), round(wide * MODULE), gain)
    around = [None, "lines", "QR Code", "EAN-13", "Code 128", "wood", "text", "frame"]
    thing, sides = pick(random, around), pick(random, ["left", "right", "both"])
    # In 0.1 mm: a part of a module is a pixel of the sheet, and half a unit.
    long, tall = code.modules.shape[1] / 2, random.uniform(30, 160)
    gap = pick(random, [10, 12, 15, 20, 28, 45]) * MODULE / 2
    before, after = (
        40 + gap + (BESIDE if thing not in (None, "frame") and sides in (at, "both") else 0)
        for at in ("left", "right")
    )
    high = max(tall, 160) * random.uniform(0.5, 1.6)
    sheet = Sheet(round(before + long + after), round(max(tall, high) + 160), "#ffffff", 12)
    x, y = before, (sheet.height - tall) / 2
    if thing == "frame":
        rim = (x - gap - 3, y - 40, x + long + gap + 3, y + tall + 60)
        sheet.shape("rectangle", rim, "#16161a")
        sheet.shape("rectangle", (rim[0] + 3, rim[1] + 3, rim[2] - 3, rim[3] - 3), "#ffffff")
    caption = 34 * (random.random() < 0.5)
    sheet.code(code, (x, y, x + long, y + tall + caption), caption=caption > 0)
    codes = [code]
    for at, edge in (("left", x - gap), ("right", x + long + gap)):
        if thing and sides in (at, "both"):
            codes += beside(random, sheet, thing, edge, at == "right", high)
    pixels, soft = ramp(level, 4.2, 1.5), pick(random, [0.1, 0.2, 0.35, 0.5])
    return shot(
        random,
        sheet,
        codes,
        pixels / MODULE,
        lambda _: (defocus(soft * pixels),),
        roll=pick(random, [0, 0, 90, 180]) + random.uniform(-12, 12),
        grain=random.uniform(0, 6),
        quality=90,
        most=4000,
    )
