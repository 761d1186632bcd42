"""Categories of what stands where: several codes, an add-on beside, crowded, damaged and cut-off ones."""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from . import contents
from .category import SURFACES, Random, card, category, pick, ramp, shot, sized
from .files import jpeg
from .lens import defocus
from .light import daylight, noise
from .scene import Pose
from .sheet import Sheet
from .shot import Shot
from .symbols import Symbol


def placed(random: Random, things: list, codes: list[Symbol], size: tuple[int, int]) -> Shot:
    """A photo of some sheets."""
    effects = (daylight(random.uniform(0.05, 0.3)), defocus(0.5), noise(1.6))
    return Shot(pick(random, SURFACES), things, codes, effects, size, jpeg(72))


@category("several")
def several(random: Random, level: float) -> Shot:
    """Codes of different kinds and sizes; the smallest shrinks with the level."""
    way = int(random.integers(3))
    across = int(ramp(level, 1500, 1100))
    if way == 0:
        codes = [
            contents.a_code(random, "EAN-13", "Code 128", "ITF"),
            contents.a_code(random, "QR Code", "Data Matrix", "Aztec"),
        ]
        sheet = Sheet(856, 540, pick(random, ["#ffffff", "#f2e9d8", "#e6eef4"]), 32)
        shop = contents.a_shop(random)
        sheet.text((48, 90), shop.name, 56, "#2a2a30", shop.face, True, fit=480)
        sheet.code(codes[0], (80, 280, 660, 500))
        side = ramp(level, 210, 70)
        sheet.code(codes[1], (800 - side, 40, 800, 40 + side), caption=False)
        pose = Pose(0.5, 0.5, 0.62, random.uniform(-30, 30), *random.uniform(-12, 12, 2))
        return placed(random, [(sheet, pose)], codes, (across, across * 3 // 4))
    if way == 1:
        codes = [contents.a_code(random) for _ in range(2)]
        sheets = [card(random, code) for code in codes]
        small = ramp(level, 0.42, 0.16)
        poses = [
            Pose(0.34, 0.38, 0.56, random.uniform(-25, 25), *random.uniform(-10, 10, 2)),
            Pose(0.8, 0.76, small, random.uniform(-60, 60), *random.uniform(-10, 10, 2)),
        ]
        return placed(random, list(zip(sheets, poses)), codes, (across, across * 3 // 4))
    sheet = Sheet(900, 1200, "#fdfdfb", 0)
    codes, rows, columns = [], int(ramp(level, 2, 6)), 2
    for row in range(rows):
        for column in range(columns):
            code = contents.a_code(random)
            codes.append(code)
            tall = 1120 / rows
            x, y = 40 + 420 * column, 40 + tall * row
            sheet.code(code, (x + 50, y + tall * 0.12, x + 350, y + tall * 0.88))
    pose = Pose(0.5, 0.5, 0.62, random.uniform(-8, 8), *random.uniform(-8, 8, 2))
    return placed(random, [(sheet, pose)], codes, (1100, 1300))


@category("add-on")
def beside(random: Random, level: float) -> Shot:
    """An EAN with its add-on, and another EAN near it."""
    codes = [
        contents.a_code(random, "EAN-13", add_on=True),
        contents.a_code(random, "EAN-13", "UPC-A", "EAN-8"),
    ]
    sheet = Sheet(1000, 700, pick(random, ["#ffffff", "#f6f1e4"]), 0)
    shop = contents.a_shop(random)
    sheet.text((60, 110), shop.name, 70, "#2a2a30", shop.face, True, fit=860)
    beside_it = random.random() < 0.5
    sheet.code(codes[0], (60, 180, 560, 400))
    if beside_it:
        sheet.code(codes[1], (640, 200, 950, 400))
    else:
        sheet.code(codes[1], (100, 460, 500, 660))
    return shot(random, sheet, codes, ramp(level, 4, 1.2), roll=random.uniform(-20, 20), most=1800)


@category("crowded")
def crowded(random: Random, level: float) -> Shot:
    """No quiet zone to speak of: words, frames, the sheet's own edge at the bars."""
    code = contents.a_linear(random) if random.random() < 0.6 else contents.a_matrix(random)
    sheet = Sheet(856, 540, "#ffffff", 10)
    sheet.code(code, (130, 150, 726, 400))
    left, top, right, bottom, module = sheet.placed[0]
    gap = ramp(level, 5, 0.6) * module
    way = int(random.integers(4))
    ink = pick(random, ["#16161a", "#8a1f2a", "#1f3f8a"])
    if way == 0:
        box = (left - gap - 6, top - gap - 6, right + gap + 6, bottom + gap + 6)
        sheet.shape("rectangle", (0, 0, 856, box[1]), ink)
        sheet.shape("rectangle", (0, box[3], 856, 540), ink)
        sheet.shape("rectangle", (0, 0, box[0] + 6, 540), ink)
        sheet.shape("rectangle", (box[2] - 6, 0, 856, 540), ink)
    elif way == 1:
        for row in range(9):
            y = top + 24 + row * 27
            if y < bottom + 20:
                sheet.text((right + gap, y), contents.letters(random, 12), 25, ink, "mono", True)
                sheet.text(
                    (left - gap, y), contents.letters(random, 12), 25, ink, "mono", True, "rs"
                )
    elif way == 2:
        box = [sheet.pixels(side)[0] for side in (left - gap, top - 60, right + gap, bottom + 60)]
        sheet.outline.paste(0, (0, 0, *sheet.outline.size))
        ImageDraw.Draw(sheet.outline).rectangle(box, fill=255)
        surface = pick(random, SURFACES[:6])
        return shot(random, sheet, [code], random.uniform(2.4, 4), surface=surface)
    else:
        x, y, u, v = left - gap, top - 8, right + gap, bottom + 44
        for side in ((x - 5, y, x, v), (u, y, u + 5, v), (x, y - 5, u, y), (x, v, u, v + 5)):
            sheet.shape("rectangle", side, ink)
    return shot(random, sheet, [code], random.uniform(2.4, 4))


@category("damaged")
def damaged(random: Random, level: float) -> Shot:
    """Scratched, stained, written over, torn, or printed with dead dots."""
    code = contents.a_linear(random) if random.random() < 0.55 else contents.a_matrix(random)
    sheet = card(random, code)
    left, top, right, bottom, module = sheet.placed[0]
    way = int(random.integers(5))
    mask = Image.new("L", sheet.image.size, 0)
    pen, unit = ImageDraw.Draw(mask), sheet.scale

    def inside() -> tuple[float, float]:
        return random.uniform(left, right) * unit, random.uniform(top, bottom) * unit

    if way == 0:
        for _ in range(int(ramp(level, 5, 90))):
            (x, y), reach = inside(), random.normal(0, (right - left) * 0.2 * unit, 2)
            pen.line(
                (x, y, x + reach[0], y + reach[1]),
                fill=220,
                width=max(1, int(unit * random.uniform(1, 2.5))),
            )
        sheet.stain(pick(random, ["#ffffff", "#e8e4da"]), mask, 0, 0)
    elif way == 1:
        for _ in range(int(ramp(level, 2, 12))):
            (x, y), r = inside(), unit * random.uniform(10, 30)
            pen.ellipse((x - r, y - r * 0.8, x + r, y + r * 0.8), fill=235)
        soft = mask.filter(ImageFilter.GaussianBlur(3))
        sheet.stain(pick(random, ["#5a3a20", "#ffffff", "#22222a"]), soft, 0, 0, 0.9)
    elif way == 2:
        for _ in range(int(ramp(level, 1, 6))):
            points = [inside() for _ in range(6)]
            pen.line(points, fill=255, width=int(unit * random.uniform(2, 5)), joint="curve")
        sheet.stain(pick(random, ["#1f2f8a", "#16161a", "#a01f2a"]), mask, 0, 0)
    elif way == 3:
        share = ramp(level, 0.15, 0.85)
        points = [
            ((left - 40) * unit, (bottom + 60) * unit),
            ((right + 60) * unit, (bottom + 60) * unit),
        ]
        for at in np.linspace(1, 0, 14):
            x = left - 40 + (right - left + 100) * at
            y = bottom - (bottom - top) * share * (0.4 + 0.6 * at) + random.uniform(-8, 8)
            points.append((x * unit, y * unit))
        pen.polygon(points, fill=255)
        sheet.stain("#f4f1ea", mask, 0, 0)
    else:
        for _ in range(int(ramp(level, 1, 9))):
            if random.random() < 0.5:
                x = random.uniform(left, right)
                pen.rectangle(
                    (
                        x * unit,
                        (top - 20) * unit,
                        (x + module * random.uniform(0.5, 1.2)) * unit,
                        (bottom + 20) * unit,
                    ),
                    fill=255,
                )
            else:
                y = random.uniform(top, bottom)
                pen.rectangle((left * unit, y * unit, right * unit, (y + 9) * unit), fill=255)
        sheet.stain("#ffffff", mask, 0, 0)
    return shot(random, sheet, [code], random.uniform(2.6, 4.2))


@category("cut-off")
def cut_off(random: Random, level: float) -> Shot:
    """Codes that leave the photo: nothing can be read, and nothing may be."""
    code = contents.a_linear(random) if random.random() < 0.75 else contents.a_matrix(random)
    sheet = card(random, code)
    left, top, right, bottom, module = sheet.placed[0]
    pixels = random.uniform(2.4, 4)
    sized(sheet, pixels)
    across = 800
    wide = pixels / module * sheet.width
    gone = random.uniform(0.3, 0.6) if code.linear else random.uniform(0.45, 0.6)
    middle = (left + gone * (right - left) - sheet.width / 2) / sheet.width * wide
    edge = -middle / across if random.random() < 0.5 else None
    if edge is None:
        middle = (left + (1 - gone) * (right - left) - sheet.width / 2) / sheet.width * wide
        edge = 1 - middle / across
    pose = Pose(edge, 0.5, wide / across, random.uniform(-6, 6), random.uniform(-6, 6), 0)
    return placed(random, [(sheet, pose)], [], (across, 600))
