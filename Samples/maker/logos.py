"""Logos of simple shapes, each drawn around a point at a given radius."""

from collections.abc import Callable
from math import cos, pi, sin

from .sheet import Sheet

Logo = Callable[[Sheet, float, float, float, str, str], None]
"""Sheet, centre x and y, radius, colour, and the colour of what is cut out."""


def disc(sheet: Sheet, x: float, y: float, r: float, colour: str) -> None:
    """A filled circle."""
    sheet.shape("ellipse", (x - r, y - r, x + r, y + r), colour)


def sun(sheet, x, y, r, colour, cut):
    """A sun with twelve rays."""
    for at in range(12):
        turn = at * pi / 6
        tip, side = (x + r * cos(turn), y + r * sin(turn)), 0.14
        base = [(x + 0.68 * r * cos(turn + s), y + 0.68 * r * sin(turn + s)) for s in (-side, side)]
        sheet.shape("polygon", (tip, *base), colour)
    disc(sheet, x, y, r * 0.52, colour)


def leaf(sheet, x, y, r, colour, cut):
    """A leaf with its vein."""
    edge = [(x + r * (t - 0.5) * 1.9, y - r * 0.62 * sin(pi * t) ** 0.8) for t in steps(20)]
    under = [(px, 2 * y - py) for px, py in reversed(edge)]
    turned = [turn(point, x, y, -0.75) for point in edge + under]
    sheet.shape("polygon", tuple(turned), colour)
    sheet.shape("line", (turned[2], turned[16]), cut, width=r * 0.08)


def drop(sheet, x, y, r, colour, cut):
    """A drop of water with a glint."""
    disc(sheet, x, y + r * 0.25, r * 0.68, colour)
    sheet.shape(
        "polygon", ((x, y - r), (x - r * 0.6, y - r * 0.02), (x + r * 0.6, y - r * 0.02)), colour
    )
    sheet.shape(
        "arc",
        (x - r * 0.42, y - r * 0.17, x + r * 0.42, y + r * 0.67),
        cut,
        start=30,
        end=110,
        width=r * 0.1,
    )


def mountain(sheet, x, y, r, colour, cut):
    """Two peaks, the higher one with snow."""
    sheet.shape(
        "polygon",
        ((x - r, y + r * 0.7), (x - r * 0.1, y - r * 0.8), (x + r * 0.8, y + r * 0.7)),
        colour,
    )
    sheet.shape(
        "polygon",
        ((x + r * 0.1, y + r * 0.7), (x + r * 0.55, y - r * 0.15), (x + r, y + r * 0.7)),
        colour,
    )
    sheet.shape(
        "polygon",
        (
            (x - r * 0.1, y - r * 0.8),
            (x - r * 0.4, y - r * 0.3),
            (x - r * 0.2, y - r * 0.42),
            (x - r * 0.05, y - r * 0.25),
            (x + r * 0.1, y - r * 0.42),
            (x + r * 0.2, y - r * 0.3),
        ),
        cut,
    )


def cup(sheet, x, y, r, colour, cut):
    """A cup with steam."""
    sheet.shape("ellipse", (x + r * 0.2, y - r * 0.1, x + r * 0.95, y + r * 0.5), colour)
    sheet.shape("ellipse", (x + r * 0.4, y + r * 0.06, x + r * 0.75, y + r * 0.34), cut)
    sheet.shape(
        "chord", (x - r * 0.8, y - r * 0.95, x + r * 0.6, y + r * 0.75), colour, start=0, end=180
    )
    for at in (-0.4, -0.1, 0.2):
        wave = [(x + r * (at + 0.07 * sin(t * 6)), y - r * (0.25 + t * 0.6)) for t in steps(14)]
        sheet.shape("line", tuple(wave), colour, width=r * 0.08)


def fish(sheet, x, y, r, colour, cut):
    """A fish."""
    body = [
        (x - r * 0.15 + r * 0.8 * cos(t * 2 * pi), y + r * 0.45 * sin(t * 2 * pi))
        for t in steps(40)
    ]
    sheet.shape("polygon", tuple(body), colour)
    sheet.shape(
        "polygon",
        ((x + r * 0.45, y), (x + r, y - r * 0.5), (x + r * 0.85, y), (x + r, y + r * 0.5)),
        colour,
    )
    disc(sheet, x - r * 0.55, y - r * 0.1, r * 0.09, cut)
    sheet.shape(
        "arc",
        (x - r * 0.55, y - r * 0.4, x - r * 0.1, y + r * 0.4),
        cut,
        start=-70,
        end=70,
        width=r * 0.07,
    )


def book(sheet, x, y, r, colour, cut):
    """An open book."""
    for side in (-1, 1):
        page = (
            (x + side * r * 0.06, y - r * 0.45),
            (x + side * r * 0.5, y - r * 0.65),
            (x + side * r, y - r * 0.5),
            (x + side * r, y + r * 0.5),
            (x + side * r * 0.5, y + r * 0.38),
            (x + side * r * 0.06, y + r * 0.6),
        )
        sheet.shape("polygon", page, colour)
        for line in (-0.3, -0.08, 0.14):
            sheet.shape(
                "line",
                ((x + side * r * 0.22, y + r * line), (x + side * r * 0.82, y + r * (line - 0.08))),
                cut,
                width=r * 0.05,
            )


def star(sheet, x, y, r, colour, cut):
    """An eight-pointed star of two squares."""
    for offset in (0, pi / 4):
        corners = [
            (x + r * cos(offset + k * pi / 2), y + r * sin(offset + k * pi / 2)) for k in range(4)
        ]
        sheet.shape("polygon", tuple(corners), colour)
    disc(sheet, x, y, r * 0.34, cut)


def flower(sheet, x, y, r, colour, cut):
    """A blossom of five petals."""
    for k in range(5):
        at = k * 2 * pi / 5 - pi / 2
        disc(sheet, x + r * 0.56 * cos(at), y + r * 0.56 * sin(at), r * 0.4, colour)
    disc(sheet, x, y, r * 0.24, cut)


def wheel(sheet, x, y, r, colour, cut):
    """A spoked wheel."""
    sheet.shape("ellipse", (x - r, y - r, x + r, y + r), colour)
    disc(sheet, x, y, r * 0.8, cut)
    for k in range(6):
        dx, dy = 0.85 * r * cos(k * pi / 6), 0.85 * r * sin(k * pi / 6)
        sheet.shape("line", ((x - dx, y - dy), (x + dx, y + dy)), colour, width=r * 0.07)
    disc(sheet, x, y, r * 0.2, colour)


def house(sheet, x, y, r, colour, cut):
    """A house with a door."""
    sheet.shape(
        "polygon", ((x - r, y + r * 0.05), (x, y - r * 0.85), (x + r, y + r * 0.05)), colour
    )
    sheet.shape("rectangle", (x - r * 0.68, y, x + r * 0.68, y + r * 0.8), colour)
    sheet.shape("rectangle", (x - r * 0.18, y + r * 0.25, x + r * 0.18, y + r * 0.8), cut)


def moon(sheet, x, y, r, colour, cut):
    """A crescent."""
    arc = [(x + r * cos(t), y + r * sin(t)) for t in (pi * (0.35 + 1.3 * s) for s in steps(30))]
    back = [
        (x + r * (0.38 + 0.78 * cos(t)), y + r * 0.78 * sin(t))
        for t in (pi * (1.63 - 1.26 * s) for s in steps(30))
    ]
    sheet.shape("polygon", tuple(arc + back), colour)


def bolt(sheet, x, y, r, colour, cut):
    """A flash."""
    points = ((0.2, -1), (-0.6, 0.15), (-0.08, 0.15), (-0.25, 1), (0.6, -0.25), (0.08, -0.25))
    sheet.shape("polygon", tuple((x + px * r, y + py * r) for px, py in points), colour)


def steps(count: int) -> list[float]:
    """`count` + 1 numbers from 0 to 1."""
    return [at / count for at in range(count + 1)]


def turn(point: tuple[float, float], x: float, y: float, angle: float) -> tuple[float, float]:
    """A point turned around x, y."""
    dx, dy = point[0] - x, point[1] - y
    return (x + dx * cos(angle) - dy * sin(angle), y + dx * sin(angle) + dy * cos(angle))
