"""Categories of the camera: out of focus, moved, packed hard, too few pixels or far too many, a screen."""

from dataclasses import replace

from PIL import Image

from . import contents, papers, props
from .bent import display
from .category import CALM, Random, Seen, card, category, pick, ramp, shot, sized
from .files import jpeg
from .lens import defocus, moved, packed
from .light import Effect, daylight, noise
from .scene import Pose, corners
from .sheet import Sheet
from .shot import Shot


def whichever(random: Random):
    """A linear or a square code, or PDF417."""
    kind = random.random()
    if kind < 0.1:
        return contents.a_code(random, "PDF417")
    return contents.a_linear(random) if kind < 0.6 else contents.a_matrix(random)


@category("defocus")
def out_of_focus(random: Random, level: float) -> Shot:
    """The disc of a lens out of focus, its radius in modules; half of them are also seen from aside."""
    code = whichever(random)
    aside = random.uniform(25, 45) if random.random() < 0.5 else random.uniform(-8, 8)
    return shot(
        random,
        card(random, code),
        [code],
        random.uniform(2.5, 5),
        lambda seen: (defocus(ramp(level, 0.5, 1.9) * seen.module),),
        pitch=aside,
    )


@category("motion")
def shaken(random: Random, level: float) -> Shot:
    code = whichever(random)
    angle, bow = random.uniform(0, 180), random.uniform(0, 0.5)

    def smear(seen: Seen) -> tuple[Effect, ...]:
        length = ramp(level, 0.8, 4.5) * seen.module
        return (defocus(0.3 * seen.module), moved(length, angle, bow * length / 4))

    return shot(random, card(random, code), [code], random.uniform(2.5, 5), smear)


@category("packed")
def squeezed(random: Random, level: float) -> Shot:
    """Sent on by messengers, at JPEG quality 30 to 5."""
    code = whichever(random)
    quality, times = round(ramp(level, 30, 5)), 1 + int(level * 3)
    made = shot(random, card(random, code), [code], ramp(level, 3.5, 1.5), grain=1.2)
    sent = packed(quality, times - 1) if times > 1 else None
    effects = (*made.effects, sent) if sent else made.effects
    return replace(made, effects=effects, write=jpeg(quality))


@category("coarse")
def coarse(random: Random, level: float) -> Shot:
    """Few pixels a module: an old web camera, a thumbnail."""
    code = whichever(random)
    return shot(
        random,
        card(random, code),
        [code],
        ramp(level, 2.0, 0.8),
        lambda seen: (defocus(0.45),),
        least=480,
        grain=2.5,
        quality=70,
    )


@category("moire")
def screen(random: Random, level: float) -> Shot:
    """A telephone's or a desk's screen, photographed so near that its pixels show."""
    code = contents.a_matrix(random) if random.random() < 0.65 else contents.a_linear(random)
    shop = contents.a_shop(random)
    if code.linear:
        shown = Sheet(420, 560, "#eef0f4", 0, 2)
        shown.panel((16, 60, 404, 500))
        shown.text((210, 150), shop.name, 40, "#222228", shop.face, True, "ms", fit=340)
        shown.code(code, (44, 230, 376, 420))
    else:
        shown = papers.screen(shop, code, night=random.random() < 0.25)
    cell = pick(random, [2, 3, 4]) if level < 0.7 else 2
    module = shown.placed[0][4] * shown.scale
    factor = cell / module
    pixels = [round(side * factor) for side in shown.image.size]
    picture = shown.image.resize(pixels, Image.Resampling.LANCZOS)
    pitch = ramp(level, 3.4, 1.15)
    wide = pixels[0] * pitch
    across = int(min(1600, max(700, wide * 1.5, pixels[1] * pitch * 1.4 * 4 / 3)))
    size = across, across * 3 // 4
    body = props.telephone(shown)
    pose = Pose(
        0.5,
        0.5,
        wide / across * body.width / shown.width,
        random.uniform(-12, 12) * (1 + level),
        random.uniform(-18, 18),
        random.uniform(-18, 18),
    )
    flat = replace(pose, width=wide / across)
    glow = display(
        picture, corners(shown, flat, size), random.uniform(0, 0.35), 2 if level < 0.4 else 1
    )
    effects = (daylight(0.2), glow, defocus(0.5), noise(1.6))
    return Shot(pick(random, CALM), [(body, pose)], [code], effects, size, jpeg(74))


def large(random: Random, sheet: Sheet, codes: list, wide: float, **more) -> Shot:
    """A photo of 12 MP with a sheet somewhere on it, `wide` pixels across."""
    size = 4000, 3000
    x, y = random.uniform(0.2, 0.8), random.uniform(0.2, 0.8)
    pose = Pose(x, y, wide / size[0], *random.uniform(-12, 12, 3))
    things = [(sheet, pose)]
    for prop in (props.coffee, props.sprig, props.coin, props.notebook):
        if random.random() < 0.4:
            place = Pose(
                (x + random.uniform(0.35, 0.65)) % 1, random.random(), random.uniform(0.1, 0.3)
            )
            things.insert(0, (prop(), place))
    effects = (daylight(0.2), noise(0.8, 0))
    return Shot(pick(random, CALM), things, codes, effects, size, jpeg(58), **more)


@category("tiny")
def tiny(random: Random, level: float) -> Shot:
    """A code of 400 to 100 pixels in a photo of 4000."""
    code = whichever(random)
    sheet = card(random, code)
    left, _, right, _, module = sheet.placed[0]
    wide = ramp(level, 400, 100)
    pixels = wide / ((right - left) / module)
    sized(sheet, max(pixels, 1))
    return large(random, sheet, [code], wide / (right - left) * sheet.width)


@category("pdf417-large")
def dense(random: Random, level: float) -> Shot:
    """PDF417 of few pixels a module in a photo of 12 MP: a boarding pass held far away."""
    code = contents.a_code(random, "PDF417")
    sheet = Sheet(1400, 620, "#fbfbf8", 24, 3)
    shop = contents.a_shop(random)
    sheet.text((70, 110), shop.name, 60, "#22222a", shop.face, True, fit=800)
    sheet.code(code, (120, 200, 1280, 540), caption=False)
    pixels = ramp(level, 4.5, 1.3)
    wide = pixels / sheet.placed[0][4] * sheet.width
    sized(sheet, pixels)
    return large(random, sheet, [code], wide)
