"""Categories of hard pictures: each draws one by lot, harder as `level` goes from 0 (easy) to 1 (hopeless)."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

import numpy as np
from PIL import Image

from . import contents, files
from .cards import HEIGHT, WIDTH, brand, corner, strip
from .light import Effect, daylight, noise
from .scene import Pose, coefficients, corners
from .sheet import Sheet
from .shot import Shot
from .surfaces import Surface, desk, gingham, linen, marble, slate, terrazzo, tiles, wood
from .symbols import Symbol

Random = np.random.Generator
Category = Callable[[Random, float], Shot]
CATEGORIES: dict[str, Category] = {}

SURFACES: list[Surface] = [
    wood("#4a2f1d", "#9a6b42"),
    wood("#8a6a4a", "#c9a679", 3),
    linen("#8fa3a0"),
    linen("#d9cdb8"),
    desk("#c9ccd4"),
    desk("#34363c", 0.04),
    marble("#f1eeea", "#8d8a90"),
    slate("#6b6f74"),
    terrazzo("#efe7dc", ("#b5654a", "#40635c", "#d6a74f", "#8d7f73")),
    gingham("#4b7d6a"),
    tiles("#d8c3a5", "#b98b63", "#efe6d8"),
]
CALM: list[Surface] = [desk("#b7c9c6", 0.005), desk("#7d8790", 0.01), desk("#d8d2c6", 0.005)]
"""Surfaces that pack small: for large photos."""


def category(name: str) -> Callable[[Category], Category]:
    """Enters a function that draws a category's pictures under its name."""

    def enter(maker: Category) -> Category:
        CATEGORIES[name] = maker
        return maker

    return enter


def ramp(level: float, easy: float, hard: float) -> float:
    """A measure between its easy and its hard value, in equal ratios where both are above 0."""
    if easy > 0 and hard > 0:
        return easy * (hard / easy) ** level
    return easy + (hard - easy) * level


def pick(random: Random, things: list):
    """One of some things."""
    return things[int(random.integers(len(things)))]


def card(
    random: Random, code: Symbol, ink: str = "#16161a", ground: str = "#ffffff", whole: bool = False
) -> Sheet:
    """A shop's card with a code in `ink` on a field of `ground`; `whole`, on a card all of that colour."""
    shop = contents.a_shop(random)
    wide = code.modules.shape[1] > 2 * code.modules.shape[0]
    if not whole and (ink, ground) == ("#16161a", "#ffffff"):
        if wide:
            return strip(shop, code, int(random.integers(170, 260)))
        return corner(shop, code, int(random.integers(220, 330)))
    sheet = Sheet(WIDTH, HEIGHT, ground, 32) if whole else shop.painted()
    if whole:
        shop.logo(sheet, 96, 92, 44, ink, ground)
        sheet.text((160, 108), shop.name, 48, ink, shop.face, True, fit=600)
    else:
        brand(sheet, shop, 760 if shop.rightward else 48, 86, 60, 700)
    box = (150, 220, WIDTH - 150, HEIGHT - 60) if wide else (468, 170, 788, 490)
    if not whole:
        sheet.panel((box[0] - 70, box[1] - 24, box[2] + 70, box[3] + 30), ground)
    sheet.code(code, box, ink)
    return sheet


@dataclass(frozen=True)
class Seen:
    """Where a sheet's code is on a photo."""

    sheet: Sheet
    pose: Pose
    size: tuple[int, int]
    which: int = 0

    def at(self, across: float, down: float) -> tuple[float, float]:
        """A point of the code, fractions of its width and height, in the photo's pixels."""
        left, top, right, bottom, _ = self.sheet.placed[self.which]
        x = (left + (right - left) * across) / self.sheet.width
        y = (top + (bottom - top) * down) / self.sheet.height
        target = corners(self.sheet, self.pose, self.size)
        a, b, c, d, e, f, g, h = coefficients(target, (1, 1))
        back = np.linalg.inv(np.array([[a, b, c], [d, e, f], [g, h, 1]]))
        px, py, depth = back @ np.array([x, y, 1])
        return float(px / depth), float(py / depth)

    @property
    def module(self) -> float:
        """A module's width in pixels, about."""
        return self.width / (self.columns or 1)

    @property
    def columns(self) -> float:
        """How many modules wide the code is."""
        left, _, right, _, module = self.sheet.placed[self.which]
        return (right - left) / module

    @property
    def width(self) -> float:
        """The code's width in pixels."""
        return float(np.hypot(*np.subtract(self.at(1, 0.5), self.at(0, 0.5))))

    @property
    def height(self) -> float:
        """The code's height in pixels."""
        return float(np.hypot(*np.subtract(self.at(0.5, 1), self.at(0.5, 0))))

    @property
    def angle(self) -> float:
        """The way the code's lines run, in degrees."""
        (x, y), (u, v) = self.at(0, 0.5), self.at(1, 0.5)
        return float(np.degrees(np.arctan2(v - y, u - x)))


def sized(sheet: Sheet, pixels: float) -> None:
    """Shrinks a sheet's drawing so that a module has about twice `pixels` pixels, to be warped cleanly."""
    module = sheet.placed[0][4] if sheet.placed else 5.0
    fine = module * sheet.scale / (2 * pixels)
    if fine > 1.1:
        size = tuple(max(2, ceil(side / fine)) for side in sheet.image.size)
        sheet.image = sheet.image.resize(size, Image.Resampling.BOX)
        sheet.outline = sheet.outline.resize(size, Image.Resampling.BOX)


def shot(
    random: Random,
    sheet: Sheet,
    codes: list[Symbol],
    pixels: float,
    effects: Callable[[Seen], tuple[Effect, ...]] = lambda _: (),
    *,
    roll: float | None = None,
    pitch: float | None = None,
    yaw: float | None = None,
    grain: float = 1.6,
    quality: int = 72,
    least: int | None = None,
    most: int = 2000,
    surface: Surface | None = None,
) -> Shot:
    """A photo of a sheet whose first code has modules of about `pixels` pixels, of a size that suits."""
    tilt = [random.uniform(-9, 9) if angle is None else angle for angle in (roll, pitch, yaw)]
    module = sheet.placed[0][4] if sheet.placed else 5.0
    wide = pixels / module * sheet.width
    turn = np.radians(tilt[0])
    reach = wide * max(
        abs(np.cos(turn)) + abs(np.sin(turn)) * sheet.height / sheet.width,
        (abs(np.sin(turn)) + abs(np.cos(turn)) * sheet.height / sheet.width) * 4 / 3,
    )
    least = least or int(random.integers(480, 900))
    across = int(np.clip(reach * random.uniform(1.12, 1.45), least, most)) // 4 * 4
    size = across, across * 3 // 4
    sized(sheet, pixels)
    spare = max(0.0, 0.5 - reach / across / 2) * 0.6
    x, y = 0.5 + random.uniform(-spare, spare), 0.5 + random.uniform(-spare, spare)
    pose = Pose(x, y, wide / across, *tilt)
    ground = surface or pick(random, SURFACES)
    lamp = daylight(random.uniform(0.05, 0.35), random.uniform(-0.06, 0.08), pick(random, [-1, 1]))
    after = effects(Seen(sheet, pose, size)) if sheet.placed else effects(None)
    return Shot(
        ground, [(sheet, pose)], codes, (lamp, *after, noise(grain)), size, files.jpeg(quality)
    )
