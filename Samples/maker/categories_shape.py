"""Categories of shape: turned, mirrored, inverted, tilted, around a bottle, wavy, with low bars."""

import numpy as np

from . import contents
from .bent import bottle, wavy
from .category import SURFACES, Random, card, category, pick, ramp, shot
from .files import jpeg
from .lens import defocus, mirrored
from .light import daylight, noise
from .sheet import Sheet
from .shot import Shot


def whichever(random: Random):
    """A linear or a square code, or PDF417."""
    kind = random.random()
    if kind < 0.15:
        return contents.a_code(random, "PDF417")
    return contents.a_linear(random) if kind < 0.6 else contents.a_matrix(random)


@category("turned")
def turned(random: Random, level: float) -> Shot:
    code = whichever(random)
    angle = pick(random, [17, 23, 33, 40, 52, 60, 68, 75, 82]) + random.uniform(-4, 4)
    angle += pick(random, [0, 90, 180, 270])
    return shot(random, card(random, code), [code], ramp(level, 4.5, 1.2), roll=angle)


@category("mirrored")
def selfie(random: Random, level: float) -> Shot:
    code = whichever(random)
    return shot(
        random,
        card(random, code),
        [code],
        ramp(level, 4.5, 1.4),
        lambda seen: (defocus(ramp(level, 0.1, 0.7) * seen.module), mirrored),
        roll=random.uniform(-30, 30),
        pitch=random.uniform(-20, 20),
    )


@category("inverted")
def inverted(random: Random, level: float) -> Shot:
    code = whichever(random)
    ink = pick(random, ["#ffffff", "#f4f0e0", "#e8e8ee", "#d9b45a"])
    ground = pick(random, ["#101014", "#14285a", "#5a1020", "#0f4a38", "#3a3a40"])
    return shot(
        random,
        card(random, code, ink, ground, whole=random.random() < 0.6),
        [code],
        ramp(level, 4.5, 1.4),
        lambda seen: (defocus(ramp(level, 0.1, 0.6) * seen.module),),
        roll=random.uniform(-20, 20),
    )


@category("tilted")
def tilted(random: Random, level: float) -> Shot:
    """Seen from far aside, and out of focus at the lens's will."""
    code = whichever(random)
    steep = ramp(level, 30, 74)
    lean = random.random() < 0.5
    angles = (steep * pick(random, [-1, 1]), random.uniform(-12, 12))
    pitch, yaw = angles if lean else angles[::-1]
    return shot(
        random,
        card(random, code),
        [code],
        random.uniform(3, 4.5),
        lambda seen: (defocus(ramp(level, 0.15, 0.5) * seen.module),),
        roll=random.uniform(-25, 25),
        pitch=pitch,
        yaw=yaw,
    )


@category("curved")
def curved(random: Random, level: float) -> Shot:
    """A label on a bottle or a can; the bars run along it, or around it."""
    code = contents.a_linear(random) if random.random() < 0.65 else contents.a_matrix(random)
    sheet = Sheet(856, 620, "#fbfaf5", 0)
    shop = contents.a_shop(random)
    sheet.text((428, 120), shop.name, 64, "#2a2a30", shop.face, True, "ms", fit=760)
    sheet.code(code, (110, 190, 746, 560))
    upright = not code.linear or random.random() < 0.7
    arc = ramp(level, 70, 200) if upright else ramp(level, 40, 120)
    size = 900, 900
    wide = random.uniform(0.6, 0.85)
    around = bottle(
        sheet, arc, wide, random.uniform(-20, 20) * (0.3 + level), random.uniform(-25, 25), upright
    )
    effects = (
        around,
        daylight(random.uniform(0.05, 0.3)),
        defocus(ramp(level, 0.3, 1)),
        noise(1.6),
    )
    return Shot(pick(random, SURFACES), [], [code], effects, size, jpeg(72))


@category("wavy")
def limp(random: Random, level: float) -> Shot:
    """A receipt or a bag: limp, then creased."""
    code = whichever(random)
    bend = wavy(ramp(level, 2, 22), ramp(level, 2, 4), int(level * 7))
    return shot(random, card(random, code), [code], random.uniform(2.6, 4), lambda _: (bend,))


@category("slim")
def slim(random: Random, level: float) -> Shot:
    """Bars much wider than tall, as on key fobs and edges of tickets, at a slant."""
    code = contents.a_linear(random)
    sheet = Sheet(860, 300, pick(random, ["#ffffff", "#f3ead8", "#e8eef0"]), 60)
    tall = ramp(level, 90, 9)
    sheet.code(code, (120, 110, 740, 110 + tall), caption=False)
    shop = contents.a_shop(random)
    sheet.text((430, 84), shop.name, 38, "#3a3a44", shop.face, True, "ms", fit=560)
    sheet.text((430, 150 + tall), code.caption, 28, "#3a3a44", "mono", anchor="ms", fit=480)
    turn = float(np.clip(random.normal(0, 14), -40, 40))
    return shot(random, sheet, [code], random.uniform(2.2, 3.6), roll=turn)
