"""Categories of light and colour: glare, plastic, faint and coloured print, foil, shadow, night."""

import numpy as np
from PIL import ImageChops

from . import contents
from .category import Random, Seen, card, category, pick, ramp, shot
from .lens import hard_shadow, packed, reflection, sleeve, tinted, uneven
from .light import Effect, blur, dark, noise
from .sheet import rgb
from .shot import Shot

LAMPS = [(1, 1, 1), (1, 0.82, 0.6), (0.72, 0.86, 1), (0.85, 1, 0.85)]
"""Daylight, a bulb, a blue sky, old fluorescent tubes."""

COLOURED = [
    ("#d22b2b", "#ffffff"),
    ("#e0602a", "#fff6e0"),
    ("#1f7a3a", "#f6d83a"),
    ("#14285a", "#2d2f36"),
    ("#3a1468", "#c9b4e8"),
    ("#8a5a1f", "#efd9b4"),
    ("#0a6e8a", "#d8f0f2"),
    ("#b81f5a", "#ffd9e4"),
    ("#0f3d2a", "#4f9a5f"),
    ("#5a5a60", "#9ad0e8"),
    ("#a32638", "#3a0f18"),
    ("#f0b429", "#ffffff"),
]
"""Ink and ground that differ in brightness, some a little."""

ALIKE = [
    ("#d42020", "#2f7f33"),
    ("#ff4040", "#5a96a8"),
    ("#d8d000", "#ffffff"),
    ("#c02828", "#1e1ee8"),
    ("#9c1c1c", "#101014"),
    ("#e060c0", "#5ab04a"),
    ("#4a7fff", "#c06030"),
    ("#ffe14a", "#f4f4f0"),
    ("#2a2ac8", "#1a1a1e"),
    ("#ff8a3c", "#7fb0e0"),
]
"""Ink and ground of nearly one brightness: only their colours differ."""


def whichever(random: Random):
    """A linear or a square code, evenly."""
    return contents.a_linear(random) if random.random() < 0.5 else contents.a_matrix(random)


@category("glare")
def glare(random: Random, level: float) -> Shot:
    code = whichever(random)
    at = random.uniform(0.25, 0.75), random.uniform(0.2, 0.8)

    def lamp(seen: Seen) -> tuple[Effect, ...]:
        reach = ramp(level, 0.16, 0.75) * (min(seen.width, seen.height * 1.6))
        lean = seen.angle + random.uniform(-40, 40)
        strength = ramp(level, 0.7, 4)
        return (reflection(*seen.at(*at), reach, reach * random.uniform(0.3, 0.6), lean, strength),)

    return shot(random, card(random, code), [code], random.uniform(2.6, 4.5), lamp)


@category("sleeve")
def plastic(random: Random, level: float) -> Shot:
    code = whichever(random)
    veil, streaks = ramp(level, 0.15, 0.82), ramp(level, 0.06, 0.7)
    return shot(
        random,
        card(random, code),
        [code],
        random.uniform(2.4, 4),
        lambda seen: (blur(0.15 * seen.module * 1000 / seen.size[0]), sleeve(veil, streaks)),
    )


@category("faint")
def faint(random: Random, level: float) -> Shot:
    code = whichever(random)
    step = ramp(level, 70, 5)
    ground = random.uniform(120, 225)
    paper = tuple(int(ground - warm) for warm in (0, 3, 10))
    ink = tuple(int(max(0, value - step)) for value in paper)
    return shot(
        random,
        card(random, code, colour(ink), colour(paper), whole=random.random() < 0.5),
        [code],
        random.uniform(2.6, 4.5),
        lambda _: (uneven(ramp(level, 0.2, 0.6)),),
        grain=2,
    )


def colour(numbers: tuple[int, ...]) -> str:
    """Three numbers as `#rrggbb`."""
    return "#" + "".join(f"{value:02x}" for value in numbers)


@category("coloured")
def coloured(random: Random, level: float) -> Shot:
    code = whichever(random)
    ink, ground = pick(random, COLOURED)
    lamp = tinted(*pick(random, LAMPS))
    sheet = card(random, code, ink, ground, whole=random.random() < 0.6)
    return shot(random, sheet, [code], ramp(level, 4.5, 1.5), lambda _: (lamp,), quality=80)


@category("alike")
def alike(random: Random, level: float) -> Shot:
    code = whichever(random)
    ink, ground = pick(random, ALIKE)
    lamp = tinted(*pick(random, LAMPS))
    sheet = card(random, code, ink, ground, whole=random.random() < 0.6)
    return shot(random, sheet, [code], ramp(level, 6, 2), lambda _: (lamp,), quality=82)


@category("foil")
def foil(random: Random, level: float) -> Shot:
    """Gold or silver print: it mirrors the room, so it is darker than the card here and brighter there."""
    code = whichever(random)
    metal = pick(random, ["#b8923a", "#c9a850", "#9a9ca3", "#b4b6bc"])
    ground = pick(random, ["#f7f4ee", "#ffffff", "#16161a", "#3a1f24", "#0f2a44"])
    night = ground in ("#16161a", "#3a1f24", "#0f2a44")
    sheet = card(random, code, metal, ground, whole=True)
    left, top, right, _, _ = sheet.placed[0]
    x, y = sheet.grid()
    lean, phase = random.uniform(-1, 1), random.random()
    along = (x - left + lean * (y - top)) / (right - left)
    sheen = (0.5 + 0.5 * np.sin(5 * along + 6.28 * phase)) ** 2
    away = np.abs(np.asarray(sheet.image, np.float32) - np.float32(rgb(ground))).sum(2)
    inked = (away / away.max()).clip(0, 1)
    swing = ramp(level, 0.12, 1.0)
    sheet.pour("#2a2418" if night else "#fffdf6", inked * sheen * swing)
    return shot(random, sheet, [code], random.uniform(3, 5), lambda _: (uneven(0.3),))


@category("clear")
def clear(random: Random, level: float) -> Shot:
    """A card of clear plastic: the table shows between the bars."""
    code = whichever(random)
    dark = random.random() < 0.7
    ink = "#16161a" if dark else "#ffffff"
    sheet = card(random, code, ink, "#e9eef2" if dark else "#30343a", whole=True)
    milk = int(ramp(level, 220, 20))
    inked = sheet.image.convert("L").point(lambda value: 255 if (value < 120) == dark else milk)
    sheet.outline = ImageChops.multiply(sheet.outline, inked)
    return shot(random, sheet, [code], random.uniform(3, 5))


@category("shadow")
def shadow(random: Random, level: float) -> Shot:
    code = whichever(random)
    depth = ramp(level, 0.55, 0.985)

    def cast(seen: Seen) -> tuple[Effect, ...]:
        x, y = seen.at(random.uniform(0.3, 0.7), 0.5)
        lean = seen.angle + random.uniform(-30, 30)
        edges = [hard_shadow(x, y, lean, depth, ramp(level, 12, 1.5))]
        if level > 0.5:
            reach = seen.width * random.uniform(0.15, 0.3)
            edges.append(hard_shadow(x - reach, y, lean + 150, depth * 0.7, 2))
        return tuple(edges)

    return shot(random, card(random, code), [code], random.uniform(2.4, 4), cast, grain=2.2)


@category("night")
def night(random: Random, level: float) -> Shot:
    """Little light: much noise, then the telephone's smoothing and packing."""
    code = whichever(random)
    bright = ramp(level, 0.5, 0.09)
    grains = noise(ramp(level, 5, 22), 0.8)
    return shot(
        random,
        card(random, code),
        [code],
        random.uniform(2.2, 4),
        lambda seen: (
            dark(bright),
            grains,
            blur(0.25 * seen.module * 1000 / seen.size[0]),
            packed(60),
        ),
        grain=0.5,
    )
