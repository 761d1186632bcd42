"""Lens and sensor, in linear light: defocus, motion, glare, plastic before the card, rolling bands.

A photo's numbers are taken as light to the power 1/2.2 (the curve of sRGB, roughly): what blurs, blurs
light and not numbers, so that a lamp's reflection spreads over dark bars as it does in a camera.
"""

from io import BytesIO

import numpy as np
from PIL import Image, ImageDraw

from .artwork import field
from .files import jpeg, photo
from .light import Effect

GAMMA = 2.2


def light(numbers: np.ndarray) -> np.ndarray:
    """Light from 0 to 1 of a photo's numbers."""
    return (np.clip(numbers, 0, 255) / 255) ** GAMMA


def numbers(light: np.ndarray) -> np.ndarray:
    """A photo's numbers of light; what is brighter than white is white."""
    return np.clip(light, 0, 1) ** (1 / GAMMA) * 255


def spread(photo: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    """A photo whose every point spreads its light as `kernel` says."""
    tall, wide = (side // 2 for side in kernel.shape)
    lit = np.pad(light(photo), ((tall, tall), (wide, wide), (0, 0)), "reflect")
    shape = [a + b for a, b in zip(lit.shape[:2], kernel.shape)]
    wave = np.fft.rfft2(kernel / kernel.sum(), shape)[..., None]
    out = np.fft.irfft2(np.fft.rfft2(lit, shape, (0, 1)) * wave, shape, (0, 1))
    return numbers(out[2 * tall : photo.shape[0] + 2 * tall, 2 * wide : photo.shape[1] + 2 * wide])


def defocus(radius: float) -> Effect:
    """Out of focus: every point becomes a disc of `radius` pixels."""
    reach = int(np.ceil(radius + 1))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
    return lambda photo, _: spread(photo, disc)


def moved(length: float, angle: float, bow: float = 0) -> Effect:
    """A camera that moved `length` pixels while it looked, in a line or in a bow."""
    reach = int(np.ceil(length / 2 + abs(bow) + 2))
    path = np.zeros((2 * reach + 1, 2 * reach + 1), np.float64)
    turn = np.radians(angle)
    for t in np.linspace(-0.5, 0.5, max(24, int(length * 8))):
        along, beside = t * length, bow * (4 * t * t - 0.5)
        x = along * np.cos(turn) - beside * np.sin(turn) + reach
        y = along * np.sin(turn) + beside * np.cos(turn) + reach
        left, top = int(x), int(y)
        for row, share in ((top, top + 1 - y), (top + 1, y - top)):
            path[row, left] += share * (left + 1 - x)
            path[row, left + 1] += share * (x - left)
    return lambda photo, _: spread(photo, path)


def reflection(
    x: float, y: float, long: float, wide: float, angle: float, strength: float
) -> Effect:
    """A lamp in a glossy card: an oval around a point, lengths in pixels, `strength` in whites.

    Its middle is even, so that what is stronger than white is blown out to a hard-edged patch.
    """

    def shine(photo, _):
        down, across = np.mgrid[0 : photo.shape[0], 0 : photo.shape[1]].astype(np.float32)
        turn = np.radians(angle)
        u = (across - x) * np.cos(turn) + (down - y) * np.sin(turn)
        v = (down - y) * np.cos(turn) - (across - x) * np.sin(turn)
        away = (u / long) ** 2 + (v / wide) ** 2
        lamp = strength * np.exp(-(away**1.5)) + 0.06 * strength * np.exp(-away / 9)
        return numbers(light(photo) + lamp[..., None] * np.array([1, 0.97, 0.92]))

    return shine


def sleeve(veil: float, streaks: float) -> Effect:
    """A wallet's plastic window before everything: milky, creased, with long reflections."""

    def cover(photo, random):
        tall, wide = photo.shape[:2]
        cloud = np.clip(0.6 + 0.3 * field((tall, wide), (2, 3), random, 3), 0.1, 1.2)
        lit = light(photo) * (1 - veil * cloud[..., None]) + 0.75 * veil * cloud[..., None]
        y, x = np.mgrid[0:tall, 0:wide].astype(np.float32) / wide
        for _ in range(5):
            angle, at = random.normal(0.9, 0.4), random.random()
            wave = 0.012 * np.sin(9 * (x - y) + 6 * random.random())
            across = (x * np.cos(angle) + y * np.sin(angle)) * 0.8 + wave - at
            width = random.uniform(0.004, 0.03)
            lit += (streaks * random.uniform(0.3, 1) * np.exp(-((across / width) ** 2)))[..., None]
        creases = Image.new("L", (wide, tall), 0)
        pen = ImageDraw.Draw(creases)
        for _ in range(14):
            start = random.random(2) * (wide, tall)
            points = start + np.cumsum(random.normal(0, wide * 0.03, (4, 2)), 0)
            pen.line([tuple(point) for point in points], fill=int(random.integers(80, 255)))
        return numbers(lit + 0.5 * streaks * np.asarray(creases, np.float32)[..., None] / 255)

    return cover


def hard_shadow(x: float, y: float, angle: float, depth: float, edge: float = 3) -> Effect:
    """One side of a line through a point lies in the shadow of something near; `depth` 0 to 1."""

    def shade(photo, _):
        down, across = np.mgrid[0 : photo.shape[0], 0 : photo.shape[1]].astype(np.float32)
        turn = np.radians(angle)
        side = (across - x) * np.cos(turn) + (down - y) * np.sin(turn)
        return numbers(light(photo) * (1 - depth / (1 + np.exp(-side / edge)))[..., None])

    return shade


def uneven(strength: float) -> Effect:
    """Light that falls off from one corner to the other, by `strength` (0 to 1) of itself."""

    def shine(photo, random):
        tall, wide = photo.shape[:2]
        y, x = np.mgrid[0:tall, 0:wide].astype(np.float32)
        ways = (x / wide, 1 - x / wide, y / tall, (x / wide + y / tall) / 2)
        fall = ways[int(random.integers(len(ways)))]
        return numbers(light(photo) * (1 - strength * fall)[..., None])

    return shine


def tinted(red: float, green: float, blue: float) -> Effect:
    """A lamp of one colour."""
    return lambda photo, _: numbers(light(photo) * np.array([red, green, blue]))


def mirrored(photo: np.ndarray, _: np.random.Generator) -> np.ndarray:
    """As a selfie camera stores it."""
    return photo[:, ::-1]


def packed(quality: int, times: int = 1) -> Effect:
    """Sent as a JPEG of this quality by a messenger, perhaps from one person to the next."""

    def send(scene, _):
        out = photo(scene)
        for _time in range(times):
            out = Image.open(BytesIO(jpeg(quality)([out]))).convert("RGB")
        return np.asarray(out, np.float32)

    return send
