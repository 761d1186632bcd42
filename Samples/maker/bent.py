"""Sheets that do not lie flat: around a bottle, creased, wavy; and a screen seen pixel by pixel."""

import numpy as np
from PIL import Image

from .artwork import field
from .lens import light, numbers
from .light import Effect
from .scene import blend, coefficients
from .sheet import Sheet


def looked_up(picture: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """The colours of a picture at points between its pixels; its rim outside."""
    u = np.clip(u, 0, picture.shape[1] - 1.001)
    v = np.clip(v, 0, picture.shape[0] - 1.001)
    left, top = u.astype(np.int32), v.astype(np.int32)
    right, down = (u - left)[..., None], (v - top)[..., None]
    above = picture[top, left] * (1 - right) + picture[top, left + 1] * right
    below = picture[top + 1, left] * (1 - right) + picture[top + 1, left + 1] * right
    return above * (1 - down) + below * down


def bottle(
    label: Sheet, arc: float, wide: float, roll: float = 0, pitch: float = 0, upright: bool = True
) -> Effect:
    """A bottle with a label on it, before a scene.

    The label goes around the bottle by `arc` degrees; the bottle is `wide` times the photo's width, leans
    by `roll`, and is looked at from above by `pitch` degrees. Not `upright`, the label's x runs along the
    bottle. A ray is cast for every pixel, from four bottle widths away.
    """

    def stand(scene, random):
        picture, outline = label.image, label.outline
        if not upright:
            picture, outline = (each.rotate(90, expand=True) for each in (picture, outline))
        shrink = 2.2 * wide * scene.shape[1] / picture.width * np.radians(arc) / 2
        if shrink < 1:
            size = [max(2, round(side * shrink)) for side in picture.size]
            picture, outline = (
                each.resize(size, Image.Resampling.BOX) for each in (picture, outline)
            )
        face, mask = np.asarray(picture, np.float32), np.asarray(outline, np.float32)[..., None]
        tall, across = scene.shape[:2]
        fine = 2
        y, x = np.mgrid[0 : tall * fine, 0 : across * fine].astype(np.float32)
        x = (x / fine - across / 2) / (wide * across / 2)
        y = (y / fine - tall / 2) / (wide * across / 2)
        turn, nod = np.radians(roll), np.radians(pitch)
        x, y = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
        far = 8.0
        dx, dy, dz = (
            x / far,
            (y * np.cos(nod) / far + np.sin(nod)),
            np.cos(nod) - y * np.sin(nod) / far,
        )
        oy, oz = -far * np.sin(nod), -far * np.cos(nod)
        a, b, c = dx * dx + dz * dz, oz * dz, oz * oz - 1
        root = b * b - a * c
        hit = root > 0
        t = (-b - np.sqrt(np.maximum(root, 0))) / a
        px, py, pz = t * dx, oy + t * dy, oz + t * dz
        angle = np.arctan2(px, -pz)
        half = np.radians(arc) / 2
        ratio = picture.height / picture.width
        u = (angle / half + 1) / 2 * picture.width
        v = (py / (half * 2 * ratio) + 0.5) * picture.height
        on = hit & (u > 0) & (u < picture.width) & (v > 0) & (v < picture.height)
        lamp = np.clip(np.cos(angle + 0.5), 0.12, 1) ** 0.6
        glass = np.array(random.uniform(25, 130, 3), np.float32) * lamp[..., None]
        paper = looked_up(face, u, v) * lamp[..., None]
        paper = paper + 55 * np.exp(-(((angle + 0.75) / 0.10) ** 2))[..., None]
        stuck = np.where(on[..., None], looked_up(mask, u, v) / 255, 0)
        body = glass * (1 - stuck) + paper * stuck
        body = np.where(hit[..., None], body, 0).reshape(tall, fine, across, fine, 3).mean((1, 3))
        cover = hit.astype(np.float32).reshape(tall, fine, across, fine).mean((1, 3))
        return scene * (1 - cover[..., None]) + body

    return stand


def wavy(height: float, waves: float = 2.5, creases: int = 0) -> Effect:
    """Everything lies on limp paper: moved by up to `height` thousandths of the width, and shaded so."""

    def bend(photo, random):
        tall, wide = photo.shape[:2]
        relief = field((tall, wide), (waves, waves * 1.3), random, 2)
        y, x = np.mgrid[0:tall, 0:wide].astype(np.float32)
        for _ in range(creases):
            angle, at = random.random() * np.pi, random.uniform(0.25, 0.75, 2) * (wide, tall)
            side = ((x - at[0]) * np.cos(angle) + (y - at[1]) * np.sin(angle)) / wide
            relief += random.choice([-1, 1]) * 1.6 * np.exp(-np.abs(side) * 14)
        down, across = np.gradient(relief)
        lamp = 1 + np.clip((across * 0.8 + down * 0.6) * height * wide / 1000 * 1.1, -0.45, 0.45)
        move = height * wide / 1000 * relief
        return looked_up(photo, x + move * 0.8, y + move) * lamp[..., None]

    return bend


def display(
    shown: Image.Image,
    target: list[tuple[float, float]],
    bands: float = 0.1,
    softness: int = 1,
) -> Effect:
    """A screen in the photo: every pixel of `shown` is three lit stripes, the sensor sees through a Bayer mask.

    `target` has the screen's corners on the photo. The stripes and the sensor's own grid make the moire, less
    of it the softer the lens (`softness` times a mean of the nine nearest pixels). `bands` is the strength of
    the dark bars that a screen lit in pulses shows. A fiftieth of white is the room's reflection.
    """

    def glow(photo, random):
        tall, wide = photo.shape[:2]
        fine = 4
        numbers_of = coefficients([(x * fine, y * fine) for x, y in target], shown.size)
        lit = light(np.asarray(shown.convert("RGB"), np.float32))
        out = np.zeros((tall, wide, 3), np.float32)
        cover = np.zeros((tall, wide), np.float32)
        a, b, c, d, e, f, g, h = numbers_of
        for row in range(0, tall, 50):
            rows = min(50, tall - row)
            y, x = np.mgrid[row * fine : (row + rows) * fine, 0 : wide * fine].astype(np.float32)
            depth = g * x + h * y + 1
            u, v = (a * x + b * y + c) / depth, (d * x + e * y + f) / depth
            on = (u >= 0) & (v >= 0) & (u < shown.width) & (v < shown.height)
            i, j = (
                np.clip(u, 0, shown.width - 1).astype(int),
                np.clip(v, 0, shown.height - 1).astype(int),
            )
            third, across, down = (u % 1 * 3).astype(int), u % 1 * 3 % 1, v % 1
            open_ = (across > 0.12) & (across < 0.88) & (down > 0.08) & (down < 0.92) & on
            colour = lit[j, i]
            for channel in range(3):
                ray = np.where(open_ & (third == channel), colour[..., channel] * 4.2, 0)
                out[row : row + rows, :, channel] = ray.reshape(rows, fine, wide, fine).mean((1, 3))
            cover[row : row + rows] = on.reshape(rows, fine, wide, fine).mean((1, 3))
        y = np.arange(tall, dtype=np.float32)[:, None] / tall
        roll = 1 - bands * (0.5 + 0.5 * np.sin(6.28 * (random.uniform(2, 5) * y + random.random())))
        seen = out * roll[..., None] + 0.02
        for _ in range(softness):
            seen = np.stack([boxed(seen[..., at]) / 16 for at in range(3)], 2)
        return blend(photo, numbers(bayer(seen)), cover * 255)

    return glow


def bayer(lit: np.ndarray) -> np.ndarray:
    """What a sensor with one colour a pixel makes of light: the other two are means of the neighbours."""
    tall, wide = lit.shape[:2]
    y, x = np.mgrid[0:tall, 0:wide]
    sites = ((y % 2 == 0) & (x % 2 == 0), (y + x) % 2 == 1, (y % 2 == 1) & (x % 2 == 1))
    out = np.empty_like(lit)
    for channel, site in enumerate(sites):
        total, count = (boxed(np.where(site, each, 0)) for each in (lit[..., channel], 1.0))
        out[..., channel] = np.where(site, lit[..., channel], total / np.maximum(count, 1e-6))
    return out


def boxed(plane: np.ndarray) -> np.ndarray:
    """The sum of every pixel and its eight neighbours, the near ones twice."""
    wide = np.pad(plane, 1, "reflect")
    rows = wide[:-2] + 2 * wide[1:-1] + wide[2:]
    return rows[:, :-2] + 2 * rows[:, 1:-1] + rows[:, 2:]
