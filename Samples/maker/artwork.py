"""Patterns and colour washes that fill a sheet; each takes the sheet, its colours and a random source."""

from collections.abc import Callable

import numpy as np
from PIL import Image

from .sheet import Sheet, rgb

Colours = tuple[str, ...]
Art = Callable[[Sheet, Colours, np.random.Generator], None]


def smooth(edge: np.ndarray, softness: float) -> np.ndarray:
    """0 below the edge, 1 above it, with a soft step between."""
    return np.clip(edge / softness + 0.5, 0, 1)


def field(
    shape: tuple[int, int],
    cells: tuple[float, float],
    random: np.random.Generator,
    octaves: int = 4,
) -> np.ndarray:
    """Cloud-like noise around 0, of `cells` (down, across) clouds in its lowest octave."""
    total, amount = np.zeros(shape, np.float32), 1.0
    for octave in range(octaves):
        size = [max(2, round(cell * 2**octave) + 1) for cell in cells]
        grains = Image.fromarray(random.standard_normal(size).astype(np.float32))
        total += amount * np.asarray(grains.resize(shape[::-1], Image.Resampling.BICUBIC))
        amount /= 2
    return total / 1.6


def wash(sheet: Sheet, colours: Colours, _: np.random.Generator) -> None:
    """A gradient from the first colour, top left, to the second."""
    x, y = sheet.grid()
    sheet.pour(colours[0], np.ones_like(x))
    sheet.pour(colours[1], (x / sheet.width * 0.7 + y / sheet.height * 0.5) / 1.2)


def glow(sheet: Sheet, colours: Colours, random: np.random.Generator) -> None:
    """Soft clouds of the later colours on the first."""
    x, y = sheet.grid()
    sheet.pour(colours[0], np.ones_like(x))
    for colour in colours[1:] * 2:
        at, reach = random.random(2), 0.25 + 0.25 * random.random()
        distance = ((x / sheet.width - at[0]) ** 2 + (y / sheet.height - at[1]) ** 2) / reach**2
        sheet.pour(colour, np.exp(-distance) * 0.85)


def waves(sheet: Sheet, colours: Colours, random: np.random.Generator) -> None:
    """Swells of water or hills, one colour behind the other."""
    wash(sheet, colours, random)
    x, y = sheet.grid()
    for layer, colour in enumerate((*colours[1:], colours[0])):
        phase, swell = random.random(2) * 6, 0.05 + 0.03 * random.random()
        crest = (
            0.42
            + 0.15 * layer
            + swell * np.sin(x / sheet.width * 5 + phase[0])
            + 0.03 * np.sin(x / sheet.width * 11 + phase[1])
        )
        sheet.pour(colour, smooth(y - crest * sheet.height, 2) * 0.6)


def sunburst(sheet: Sheet, colours: Colours, _: np.random.Generator) -> None:
    """Rays from a low sun."""
    wash(sheet, colours, _)
    x, y = sheet.grid()
    angle = np.arctan2(y - sheet.height * 0.95, x - sheet.width * 0.78)
    sheet.pour(colours[2], smooth(np.sin(angle * 26), 0.04) * 0.4)
    away = np.hypot(y - sheet.height * 0.95, x - sheet.width * 0.78)
    sheet.pour(colours[3], smooth(sheet.height * 0.33 - away, 2))


def rings(sheet: Sheet, colours: Colours, random: np.random.Generator) -> None:
    """Large rings that cross each other."""
    wash(sheet, colours, random)
    x, y = sheet.grid()
    for colour in colours[2:] * 2:
        at = random.random(2) * (sheet.width, sheet.height)
        away = np.hypot(x - at[0], y - at[1])
        sheet.pour(colour, smooth(np.abs((away % 90) - 45) - 30, 2) * smooth(330 - away, 2) * 0.35)


def dots(sheet: Sheet, colours: Colours, random: np.random.Generator) -> None:
    """A halftone that fades away downwards."""
    wash(sheet, colours, random)
    x, y = sheet.grid()
    u, v = (x + y) / 1.414, (x - y) / 1.414
    away = np.hypot(u % 34 - 17, v % 34 - 17)
    sheet.pour(colours[2], smooth(15 * (1.05 - y / sheet.height) - away, 1) * 0.6)


def contours(sheet: Sheet, colours: Colours, random: np.random.Generator) -> None:
    """Lines of a map of hills."""
    wash(sheet, colours, random)
    hills = field(sheet.image.size[::-1], (2.2, 3.2), random, 3) * 7
    line = np.abs(hills - np.round(hills))
    slope = np.hypot(*np.gradient(hills)) + 1e-4
    sheet.pour(colours[2], smooth(1.6 - line / slope, 1) * 0.65)


def seigaiha(sheet: Sheet, colours: Colours, random: np.random.Generator) -> None:
    """The Japanese wave scales."""
    wash(sheet, colours, random)
    x, y = sheet.grid()
    size = 92.0
    paint = np.zeros_like(x)
    for row in range(-1, int(sheet.height / size * 4) + 5):
        middle = row * size / 4
        across = (x + (row % 2) * size / 2) % size - size / 2
        away = np.hypot(across, y - middle)
        ring = smooth(np.abs((away / (size / 2) * 3.5) % 1 - 0.5) - 0.27, 0.08)
        inside = (away < size / 2) & (y <= middle + 0.5)
        paint = np.where(inside, ring, paint)
    sheet.pour(colours[2], paint * 0.38)


def lattice(sheet: Sheet, colours: Colours, random: np.random.Generator) -> None:
    """Eight-pointed stars and crosses."""
    wash(sheet, colours, random)
    x, y = sheet.grid()
    size = 108.0
    u, v = (x % size) - size / 2, (y % size) - size / 2
    square, diamond = np.maximum(abs(u), abs(v)), (abs(u) + abs(v)) / 1.414
    star = np.minimum(square, diamond)
    sheet.pour(colours[2], smooth(3 - np.abs(star - 38), 1.2) * 0.42)
    sheet.pour(colours[2], smooth(1.6 - np.abs(star - 28), 1.2) * 0.3)
    sheet.pour(colours[3], smooth(14 - np.maximum(square, diamond), 1.2) * 0.3)
    far = np.maximum(abs(abs(u) - size / 2), abs(abs(v) - size / 2))
    sheet.pour(colours[3], smooth(9 - far, 1.2) * 0.25)


def weave(sheet: Sheet, colours: Colours, random: np.random.Generator) -> None:
    """Crossing diagonal ribbons, as on a plaid."""
    wash(sheet, colours, random)
    x, y = sheet.grid()
    for sign, colour in ((1, colours[2]), (-1, colours[3])):
        across = (x + sign * y) % 120
        sheet.pour(colour, smooth(26 - abs(across - 60), 1) * 0.35)
        sheet.pour(colour, smooth(3 - abs(across - 8), 1) * 0.5)


def facets(sheet: Sheet, colours: Colours, random: np.random.Generator) -> None:
    """Cut-glass triangles."""
    columns, rows = 9, 6
    points = np.stack(np.meshgrid(np.arange(columns + 1.0), np.arange(rows + 1.0)), -1)
    points[1:-1, 1:-1] += random.uniform(-0.32, 0.32, (rows - 1, columns - 1, 2))
    points *= (sheet.width / columns, sheet.height / rows)
    first, second = (np.array(rgb(colour), float) for colour in colours[:2])
    for row in range(rows):
        for column in range(columns):
            corners = [
                tuple(points[row + r, column + c]) for r, c in ((0, 0), (0, 1), (1, 1), (1, 0))
            ]
            for triangle in (corners[:3], [corners[0], corners[2], corners[3]]):
                mix = np.clip((column / columns + row / rows) / 2 + random.normal(0, 0.13), 0, 1)
                shade = tuple(int(value) for value in first + (second - first) * mix)
                sheet.shape("polygon", tuple(triangle), shade)


def plain(sheet: Sheet, colours: Colours, _: np.random.Generator) -> None:
    """One colour."""
    x, _y = sheet.grid()
    sheet.pour(colours[0], np.ones_like(x))
