"""What lies under the cards: wood, cloth, stone, paper; each makes an array of colours 0 to 255."""

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw

from .artwork import field, smooth
from .sheet import rgb

Surface = Callable[[tuple[int, int], np.random.Generator], np.ndarray]
"""Size (height, width) in pixels and a random source in; height x width x 3 floats out."""


def mixed(first: str, second: str, amount: np.ndarray) -> np.ndarray:
    """Colours between two, by an array of 0 to 1."""
    low, high = (np.array(rgb(colour), np.float32) for colour in (first, second))
    return low + (high - low) * np.clip(amount, 0, 1)[..., None]


def grid(size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """x and y of every pixel in units of a thousandth of the width."""
    y, x = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32) * (1000 / size[1])
    return x, y


def wood(dark: str, light: str, planks: int = 4) -> Surface:
    """Planks of wood that run across."""

    def paint(size, random):
        x, y = grid(size)
        depth = 1000 * size[0] / size[1] / planks
        plank = np.floor(y / depth).astype(int)
        out = np.zeros((*size, 3), np.float32)
        for at in range(plank.max() + 1):
            rows = np.flatnonzero(plank[:, 0] == at)
            shape = (len(rows), size[1])
            bend = field(shape, (1, 1.4), random, 2)
            across = np.linspace(0, 1, len(rows), dtype=np.float32)[:, None]
            grain = np.sin((across * 7 + bend * 1.1 + random.random() * 9) * 6.28) * 0.18
            fibre = field(shape, (depth / 3, 7), random, 3) * 0.13
            tone = 0.5 + grain + fibre + random.normal(0, 0.09)
            gap = smooth(2.2 - np.minimum(y[rows] - at * depth, (at + 1) * depth - y[rows]), 2)
            out[rows] = mixed(dark, light, tone) * (1 - 0.6 * gap[..., None])
        return out

    return paint


def linen(colour: str, depth: float = 0.16, thread: float = 4.5) -> Surface:
    """Woven cloth with a few soft folds."""

    def paint(size, random):
        x, y = grid(size)
        wobble = field(size, (6, 8), random, 3)
        warp = np.sin((x + wobble) * 6.28 / thread) * np.where(
            np.sin(y * 3.14 / thread) > 0, 1, 0.4
        )
        weft = np.sin((y + wobble) * 6.28 / thread) * np.where(
            np.sin(x * 3.14 / thread) > 0, 0.4, 1
        )
        slub = field(size, (130, 12), random, 2) + field(size, (12, 170), random, 2)
        folds = field(size, (1.2, 1.8), random, 2)
        light = 1 + depth * (0.3 * (warp + weft) + 0.25 * slub + 0.5 * folds)
        return np.array(rgb(colour), np.float32) * light[..., None]

    return paint


def gingham(colour: str, check: float = 66) -> Surface:
    """Chequered table cloth."""

    def paint(size, random):
        x, y = grid(size)
        bend = field(size, (1, 1), random, 2) * 7
        bands = sum(
            smooth(np.abs(((at + bend) % (2 * check)) - check) - check / 2, 1.5) for at in (x, y)
        )
        cloth = linen("#ffffff", 0.1, 5)(size, random) / 255
        return mixed("#f4f1ea", colour, bands / 2) * cloth

    return paint


def marble(base: str, vein: str) -> Surface:
    """Polished stone with veins."""

    def paint(size, random):
        cloud = field(size, (2, 3), random, 5)
        thin = np.exp(-np.abs(field(size, (1.2, 2), random, 5) + 0.15 * cloud) * 24)
        wide = np.exp(-np.abs(field(size, (1, 1.5), random, 4) + 0.4) * 8)
        return mixed(base, vein, 0.14 + 0.06 * cloud + 0.45 * thin + 0.2 * wide)

    return paint


def terrazzo(base: str, chips: tuple[str, ...]) -> Surface:
    """Poured floor with chips of coloured stone."""

    def paint(size, random):
        picture = Image.new("RGB", (size[1] * 2, size[0] * 2), rgb(base))
        pen, unit = ImageDraw.Draw(picture), size[1] / 500
        for _ in range(520):
            x, y = random.random(2) * picture.size
            reach = unit * (2 + 9 * random.random() ** 2)
            angles = np.sort(random.random(6)) * 6.28
            reaches = reach * random.uniform(0.6, 1.2, 6)
            points = [(x + r * np.cos(a), y + r * np.sin(a) * 0.8) for a, r in zip(angles, reaches)]
            pen.polygon(points, rgb(chips[int(random.integers(len(chips)))]))
        chipped = np.asarray(picture.reduce(2), np.float32)
        return chipped * (1 + 0.012 * field(size, (40, 60), random, 3))[..., None]

    return paint


def desk(colour: str, grain: float = 0.02) -> Surface:
    """A matt desk top, felt or painted board."""

    def paint(size, random):
        clouds = field(size, (2, 3), random, 2) * 0.02 + field(size, (160, 220), random, 2) * grain
        return np.array(rgb(colour), np.float32) * (1 + clouds)[..., None]

    return paint


def slate(colour: str) -> Surface:
    """Split dark stone."""

    def paint(size, random):
        relief = field(size, (4, 6), random, 6)
        light = 2 * sum(np.gradient(relief))
        return np.array(rgb(colour), np.float32) * (1 + 0.10 * relief + 0.45 * light)[..., None]

    return paint


def tatami() -> Surface:
    """A straw mat with its cloth border."""

    def paint(size, random):
        x, y = grid(size)
        reed = np.sin(y * 6.28 / 6) * 0.06 + field(size, (170, 3), random, 2) * 0.05
        knot = np.where(np.sin(x * 6.28 / 36) > 0.92, -0.07, 0)
        straw = mixed(
            "#b59f5f", "#d8c88c", 0.55 + reed + knot + field(size, (1, 2), random, 2) * 0.08
        )
        border = smooth(x - 872, 2)[..., None]
        cloth = linen("#23402f", 0.2, 5)(size, random)
        return straw * (1 - border) + cloth * border

    return paint


def tiles(first: str, second: str, grout: str, side: float = 150) -> Surface:
    """Glazed tiles in two colours, each a little different."""

    def paint(size, random):
        x, y = grid(size)
        column, row = (x // side).astype(int), (y // side).astype(int)
        tone = random.normal(0, 0.07, (row.max() + 1, column.max() + 1))[row, column]
        pick = ((column + row) % 2).astype(np.float32)
        u, v = x % side, y % side
        edge = np.minimum(np.minimum(u, side - u), np.minimum(v, side - v))
        bevel = 0.10 * np.exp(-np.minimum(u, v) / 7) - 0.13 * np.exp(
            -np.minimum(side - u, side - v) / 7
        )
        glaze = field(size, (3, 4), random, 4) * 0.03
        colours = mixed(first, second, pick) * (1 + tone + bevel + glaze)[..., None]
        return np.where(
            (edge < 3.2)[..., None],
            np.array(rgb(grout), np.float32) * (1 + glaze)[..., None],
            colours,
        )

    return paint
