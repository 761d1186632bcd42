"""Light, lens and sensor: what happens to a scene before it is a photo. Arrays of colours 0 to 255."""

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .artwork import field

Effect = Callable[[np.ndarray, np.random.Generator], np.ndarray]


def grid(photo: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """x and y of every pixel, from 0 to 1."""
    y, x = np.mgrid[0 : photo.shape[0], 0 : photo.shape[1]].astype(np.float32)
    return x / photo.shape[1], y / photo.shape[0]


def daylight(strength: float = 0.28, warm: float = 0.04, side: float = -1) -> Effect:
    """Light that falls in from one side (-1 left, 1 right) and above, with a dim rim."""

    def shine(photo, _):
        x, y = grid(photo)
        fall = 1 + strength * (0.5 - (x if side < 0 else 1 - x)) + strength * 0.6 * (0.5 - y)
        rim = 1 - 0.22 * np.clip(np.hypot(x - 0.5, y - 0.5) - 0.3, 0, 1) ** 1.5 * 2
        tint = np.array([1 + warm, 1, 1 - warm], np.float32)
        return photo * (fall * rim)[..., None] * tint

    return shine


def window(slats: int = 5, strength: float = 0.34, slope: float = 0.55) -> Effect:
    """Sun through a window: the bars' shadows lie slanted over everything."""

    def shine(photo, _):
        height, width = photo.shape[:2]
        gobo = Image.new("L", (width // 2, height // 2), 0)
        pen = ImageDraw.Draw(gobo)
        step = width * 0.62 / slats
        for at in range(-2, slats + 3):
            left = at * step - slope * height * 0.1
            pen.polygon(
                [
                    (left, 0),
                    (left + step * 0.78, 0),
                    (left + step * 0.78 + slope * height / 2, height),
                    (left + slope * height / 2, height),
                ],
                255,
            )
        soft = gobo.filter(ImageFilter.GaussianBlur(width * 0.007)).resize((width, height))
        lit = np.asarray(soft, np.float32)[..., None] / 255
        sun = np.array([1.10, 1.05, 0.96], np.float32)
        return photo * ((1 - strength) + (strength + 0.04) * lit * sun)

    return shine


def leaves(strength: float = 0.3, x: float = 0.95, y: float = 0.0, reach: float = 0.8) -> Effect:
    """The soft shadow of a plant that stands outside the picture."""

    def shine(photo, random):
        height, width = photo.shape[:2]
        mask = Image.new("L", (width // 2, height // 2), 0)
        pen = ImageDraw.Draw(mask)
        for _ in range(9):
            angle = np.arctan2(0.5 - y, 0.5 - x) + random.normal(0, 0.5)
            length = reach * width / 2 * random.uniform(0.5, 0.9)
            side = np.array([-np.sin(angle), np.cos(angle)]) * length * 0.085
            ahead = np.array([np.cos(angle), np.sin(angle)]) * length
            root = np.array([x * width, y * height]) / 2 + random.normal(0, width * 0.02, 2)
            points = [
                root + ahead * t + side * s * np.sin(np.pi * min(1, t * 1.05))
                for s, run in ((1, np.linspace(0.1, 1, 16)), (-1, np.linspace(1, 0.1, 16)))
                for t in run
            ]
            pen.polygon([tuple(point) for point in points], 255)
        soft = mask.filter(ImageFilter.GaussianBlur(width * 0.008)).resize((width, height))
        return photo * (1 - strength * np.asarray(soft, np.float32)[..., None] / 255)

    return shine


def glare(
    x: float, y: float, reach: float = 0.22, strength: float = 150, slant: float = 0.6
) -> Effect:
    """A lamp's reflection: a bright streak with a soft rim."""

    def shine(photo, _):
        across, down = grid(photo)
        ratio = photo.shape[0] / photo.shape[1]
        u, v = across - x, (down - y) * ratio
        along, beside = u * slant + v * (1 - slant), u * (1 - slant) - v * slant
        spot = np.exp(-((along / reach) ** 2) - (beside / (reach * 0.33)) ** 2)
        return photo + strength * spot[..., None] * np.array([1, 0.98, 0.93], np.float32)

    return shine


def dark(level: float = 0.3, tint: tuple[float, float, float] = (1.0, 0.86, 0.66)) -> Effect:
    """An evening room: little light, and warm."""

    def shine(photo, _):
        x, y = grid(photo)
        pool = np.exp(-((x - 0.5) ** 2 + (y - 0.45) ** 2) * 2.2)
        return photo * (level * (0.45 + 0.7 * pool))[..., None] * np.array(tint, np.float32)

    return shine


def haze(contrast: float = 0.3, level: float = 150) -> Effect:
    """Washed-out tones: everything drawn towards one grey."""
    return lambda photo, _: level + (photo - level) * contrast


def blur(sigma: float) -> Effect:
    """Out of focus: `sigma` in thousandths of the width."""

    def soften(photo, _):
        picture = Image.fromarray(np.clip(photo, 0, 255).astype(np.uint8))
        pixels = sigma * photo.shape[1] / 1000
        return np.asarray(picture.filter(ImageFilter.GaussianBlur(pixels)), np.float32)

    return soften


def shake(length: float, angle: float = 20) -> Effect:
    """A moved camera: a smear of `length` thousandths of the width."""

    def smear(photo, _):
        count = max(2, round(length * photo.shape[1] / 1000))
        steps = [
            (t * np.cos(np.radians(angle)), t * np.sin(np.radians(angle)))
            for t in np.arange(count) - count / 2
        ]
        return sum(np.roll(photo, (round(dy), round(dx)), (0, 1)) for dx, dy in steps) / count

    return smear


def noise(sigma: float = 2.0, colour: float = 0.4) -> Effect:
    """Sensor noise: grains of brightness, and fewer of colour."""

    def grain(photo, random):
        grey = random.standard_normal(photo.shape[:2], np.float32)[..., None]
        hue = random.standard_normal(photo.shape, np.float32)
        return photo + sigma * (grey + colour * hue)

    return grain


def scuffs(strength: float = 12) -> Effect:
    """Wear: faint clouds and fine scratches over everything."""

    def wear(photo, random):
        height, width = photo.shape[:2]
        scratches = Image.new("L", (width, height), 0)
        pen = ImageDraw.Draw(scratches)
        for _ in range(90):
            x, y = random.random(2) * (width, height)
            dx, dy = random.normal(0, width * 0.04, 2)
            pen.line((x, y, x + dx, y + dy), fill=int(random.integers(60, 200)))
        lines = np.asarray(scratches.filter(ImageFilter.GaussianBlur(0.7)), np.float32) / 255
        return (
            photo + strength * (field((height, width), (5, 7), random, 4) * 0.4 + lines)[..., None]
        )

    return wear
