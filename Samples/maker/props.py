"""Things that lie about on a table, seen from above."""

from math import cos, pi, sin

import numpy as np
from PIL import ImageDraw

from .artwork import field, smooth
from .sheet import Sheet


def cut(sheet: Sheet, kind: str, box: tuple, **more) -> None:
    """Adds a shape to a sheet's outline, which starts empty."""
    points = (
        sheet.pixels(*box) if not isinstance(box[0], tuple) else [sheet.pixels(*at) for at in box]
    )
    getattr(ImageDraw.Draw(sheet.outline), kind)(points, fill=255, **more)


def blank(width: int, height: int, colour: str) -> Sheet:
    """A sheet with nothing in its outline yet."""
    sheet = Sheet(width, height, colour, 0)
    sheet.outline.paste(0, (0, 0, *sheet.outline.size))
    return sheet


def coffee(cup: str = "#f2efe9", saucer: str = "#dfe4e6") -> Sheet:
    """A cup of coffee on its saucer, with a heart in the milk."""
    sheet = blank(600, 600, saucer)
    cut(sheet, "ellipse", (5, 5, 595, 595))
    x, y = sheet.grid()
    away = np.hypot(x - 300, y - 300)
    sheet.pour("#ffffff", 0.5 * np.exp(-(((away - 270) / 14) ** 2)))
    sheet.pour("#000000", 0.22 * np.exp(-(((away - 205) / 22) ** 2)))
    sheet.shape("rounded_rectangle", (440, 268, 560, 332), cup, radius=26)
    sheet.pour("#000000", 0.35 * smooth(210 - np.hypot(x - 312, y - 314), 40))
    sheet.pour(cup, smooth(188 - away, 2))
    sheet.pour("#000000", 0.30 * smooth(168 - np.hypot(x - 296, y - 295), 14))
    sheet.pour("#6b3f22", smooth(162 - away, 2))
    sheet.pour("#b57a45", 0.9 * np.exp(-(((away - 150) / 16) ** 2)))
    u, v = (x - 300) / 88, (292 - y) / 88
    heart = u * u + v * v - 1 - np.cbrt(u * u * v**3)
    sheet.pour("#f4e3cb", smooth(-heart, 0.14))
    sheet.pour("#a86c3b", 0.6 * np.exp(-(((heart + 0.42) / 0.1) ** 2)) * smooth(-heart, 0.1))
    return sheet


def pencil(colour: str = "#d8a127") -> Sheet:
    """A pencil."""
    sheet = blank(900, 46, colour)
    cut(sheet, "polygon", ((0, 4), (800, 4), (896, 21), (896, 25), (800, 42), (0, 42)))
    _, y = sheet.grid()
    sheet.pour("#ffffff", 0.35 * np.exp(-(((y - 15) / 5) ** 2)))
    sheet.pour("#000000", 0.35 * smooth(y - 33, 4))
    sheet.shape("polygon", ((790, 0), (900, 0), (900, 46), (790, 46), (800, 23)), "#e3c49a")
    sheet.shape("polygon", ((868, 0), (900, 0), (900, 46), (868, 46)), "#2c2c30")
    sheet.shape("rectangle", (0, 0, 50, 46), "#c96a6a")
    sheet.shape("rectangle", (50, 0, 92, 46), "#b9bcc2")
    return sheet


def sprig(colour: str = "#5f7f58", light: str = "#8fae7f") -> Sheet:
    """A twig with leaves in pairs."""
    sheet = blank(760, 420, colour)
    x, y = sheet.grid()
    sheet.pour(
        light,
        0.6 * np.clip(field(sheet.image.size[::-1], (6, 9), np.random.default_rng(3), 3), 0, 1),
    )
    stem = [(20 + 660 * t / 40, 210 + 46 * sin(t / 40 * 2.6)) for t in range(41)]
    cut(sheet, "line", tuple(stem), width=sheet.pixels(7)[0])
    for at in range(4, 41, 5):
        for side in (-1, 1):
            angle, long = side * 0.85, 150 - at * 1.6
            root = stem[at]
            leaf = []
            for run in (1, -1):
                for t in np.linspace(0, 1, 14)[::run]:
                    u, v = long * t, run * long * 0.21 * sin(pi * t**0.85)
                    leaf.append(
                        (
                            root[0] + u * cos(angle) - v * sin(angle),
                            root[1] + u * sin(angle) + v * cos(angle),
                        )
                    )
            cut(sheet, "polygon", tuple(leaf))
            tip = (root[0] + long * cos(angle), root[1] + long * sin(angle))
            sheet.shape("line", (root, tip), light, 0.8, width=3)
    return sheet


def coin(colour: str = "#c9a45c", rim: str = "#e9d29a", words: str = "2") -> Sheet:
    """A coin of no country."""
    sheet = blank(240, 240, colour)
    cut(sheet, "ellipse", (2, 2, 238, 238))
    x, y = sheet.grid()
    away = np.hypot(x - 120, y - 120)
    sheet.pour(rim, 0.8 * np.exp(-(((away - 106) / 6) ** 2)))
    sheet.pour("#000000", 0.25 * np.exp(-(((away - 96) / 4) ** 2)))
    sheet.pour("#ffffff", 0.3 * np.exp(-((((x + y) / 2 - 90) / 34) ** 2)))
    sheet.text((123, 163), words, 124, "#000000", "serif", True, "ms", opacity=0.35)
    sheet.text((120, 160), words, 124, rim, "serif", True, "ms")
    return sheet


def telephone(shown: Sheet) -> Sheet:
    """A telephone that shows a sheet on its screen."""
    rim = 18
    body = Sheet(shown.width + 2 * rim, shown.height + 2 * rim, "#1b1c20", 64, shown.scale)
    body.panel((3, 3, body.width - 3, body.height - 3), "#0a0a0c", 60, 0)
    body.image.paste(shown.image, body.pixels(rim, rim), shown.outline)
    body.shape(
        "rounded_rectangle",
        (body.width / 2 - 52, rim + 16, body.width / 2 + 52, rim + 44),
        "#0a0a0c",
        radius=14,
    )
    return body


def notebook(colour: str = "#f6f2e6", line: str = "#9db4c8") -> Sheet:
    """A ruled page."""
    sheet = Sheet(1000, 1300, colour, 14, 1)
    for y in range(150, 1290, 62):
        sheet.shape("line", ((0, y), (1000, y)), line, 0.75, width=2)
    sheet.shape("line", ((130, 0), (130, 1300)), "#d58b84", 0.8, width=2)
    return sheet


def glasses() -> Sheet:
    """A pair of spectacles, folded."""
    sheet = blank(700, 260, "#3a2a22")
    for x in (170, 530):
        ImageDraw.Draw(sheet.outline).ellipse(
            sheet.pixels(x - 140, 15, x + 140, 245), outline=255, width=sheet.pixels(19)[0]
        )
    ImageDraw.Draw(sheet.outline).arc(
        sheet.pixels(290, 60, 410, 180), 190, 350, fill=255, width=sheet.pixels(17)[0]
    )
    cut(sheet, "rounded_rectangle", (20, 20, 680, 37), radius=sheet.pixels(8)[0])
    x, y = sheet.grid()
    sheet.pour("#b58257", 0.5 + 0.5 * np.sin(x / 31 + np.sin(y / 17)))
    return sheet
