"""Plastic cards: designs of invented shops, and the ways a code stands on them."""

from dataclasses import dataclass
from zlib import crc32

import numpy as np

from .artwork import Art, Colours, wash
from .logos import Logo
from .sheet import Sheet
from .symbols import Symbol

WIDTH, HEIGHT = 856, 540
"""A card in tenths of a millimetre (ISO/IEC 7810 ID-1)."""


@dataclass(frozen=True)
class Design:
    """How one shop's things look."""

    name: str
    logo: Logo
    colours: Colours
    art: Art = wash
    tagline: str = ""
    holder: str = ""
    number: str = ""
    ink: str = "#ffffff"
    face: str = "sans"
    rightward: bool = False

    def random(self) -> np.random.Generator:
        """A random source of this shop's own."""
        return np.random.default_rng(crc32(self.name.encode()))

    def painted(
        self, width: int = WIDTH, height: int = HEIGHT, radius: int = 32, scale: float = 2
    ) -> Sheet:
        """A sheet covered with the shop's artwork."""
        sheet = Sheet(width, height, self.colours[0], radius, scale)
        self.art(sheet, self.colours, self.random())
        return sheet


def write(
    sheet: Sheet, design: Design, at: tuple[float, float], words: str, size: float, **more
) -> None:
    """Writes in the shop's ink and face, set off from its artwork."""
    sheet.text(
        at, words, size, design.ink, **{"face": design.face, "halo": design.colours[0], **more}
    )


def brand(sheet: Sheet, design: Design, x: float, y: float, size: float, width: float) -> None:
    """Logo, name and tagline in one line; from the right for scripts that run so."""
    cut, side = design.colours[0], -1 if design.rightward else 1
    anchor = "rs" if design.rightward else "ls"
    design.logo(sheet, x + side * size * 0.75, y, size * 0.75, design.ink, cut)
    start, room = x + side * size * 1.85, width - size * 1.85
    line = y + size * (0.36 if not design.tagline else 0.12)
    write(sheet, design, (start, line), design.name, size, bold=True, anchor=anchor, fit=room)
    if design.tagline:
        write(
            sheet,
            design,
            (start, line + size * 0.66),
            design.tagline,
            size * 0.42,
            anchor=anchor,
            opacity=0.88,
            fit=room,
        )


def edge_of(sheet: Sheet, design: Design, margin: float = 48) -> float:
    """Where the shop's line begins: the left edge, or the right one."""
    return sheet.width - margin if design.rightward else margin


def holder_line(sheet: Sheet, design: Design, y: float, size: float = 27) -> None:
    """The holder's name and number, at the two edges."""
    ends = [(48, "ls"), (sheet.width - 48, "rs")]
    for (x, anchor), words in zip(
        ends[::-1] if design.rightward else ends, (design.holder, design.number)
    ):
        if words:
            write(sheet, design, (x, y), words, size, anchor=anchor, fit=sheet.width * 0.46)


def front(design: Design) -> Sheet:
    """A card with no code: artwork, name, chip-less and plain."""
    sheet = design.painted()
    design.logo(sheet, WIDTH / 2, 190, 92, design.ink, design.colours[0])
    write(sheet, design, (WIDTH / 2, 372), design.name, 74, bold=True, anchor="ms", fit=760)
    write(sheet, design, (WIDTH / 2, 424), design.tagline, 31, anchor="ms", opacity=0.9, fit=760)
    holder_line(sheet, design, 500)
    return sheet


def strip(
    design: Design, symbol: Symbol, tall: float = 214, inset: float = 60, room: float = WIDTH - 96
) -> Sheet:
    """A card with a white field for a linear code in its lower half."""
    sheet = design.painted()
    brand(sheet, design, edge_of(sheet, design), 92, 66, room)
    holder_line(sheet, design, HEIGHT - tall - 62)
    top = HEIGHT - tall - 36
    sheet.panel((inset - 24, top, WIDTH - inset + 24, HEIGHT - 36))
    pad = 78 if symbol.linear else 34
    sheet.code(symbol, (inset + pad, top + 22, WIDTH - inset - pad, HEIGHT - 36 - 14))
    return sheet


def corner(design: Design, symbol: Symbol, side: float = 292, caption: bool = False) -> Sheet:
    """A card with a square code in a white field at one side."""
    sheet = design.painted()
    room = WIDTH - side - 96
    left = 40 if design.rightward else WIDTH - 40 - side
    top = (HEIGHT - side) / 2
    sheet.panel((left, top, left + side, top + side))
    sheet.code(symbol, (left + 30, top + 30, left + side - 30, top + side - 30), caption=caption)
    start = edge_of(sheet, design)
    anchor, half = ("rs", -1) if design.rightward else ("ls", 1)
    design.logo(sheet, start + half * 62, 122, 60, design.ink, design.colours[0])
    write(sheet, design, (start, 296), design.name, 64, bold=True, anchor=anchor, fit=room - 40)
    write(
        sheet, design, (start, 344), design.tagline, 29, anchor=anchor, opacity=0.9, fit=room - 40
    )
    write(sheet, design, (start, 446), design.holder, 29, anchor=anchor, fit=room - 40)
    write(
        sheet,
        design,
        (start, 488),
        design.number,
        29,
        face="mono",
        anchor=anchor,
        opacity=0.9,
        fit=room - 40,
    )
    return sheet


def back(design: Design, symbol: Symbol, small_print: tuple[str, ...] = ()) -> Sheet:
    """The back of a card: dark stripe, code, small print."""
    sheet = Sheet(WIDTH, HEIGHT, "#f3f1ec", 32)
    sheet.shape("rectangle", (0, 44, WIDTH, 142), "#26262b")
    sheet.code(symbol, (110, 178, WIDTH - 110, 392))
    for at, line in enumerate(small_print):
        sheet.text((48, 446 + 28 * at), line, 19, "#6b6a68", design.face, fit=560)
    design.logo(sheet, WIDTH - 96, 464, 40, design.colours[0], "#f3f1ec")
    return sheet


def double(design: Design, linear: Symbol, square: Symbol) -> Sheet:
    """A card with a linear code below and a square one at the top right."""
    sheet = strip(design, linear, 190, room=WIDTH - 340)
    sheet.panel((WIDTH - 256, 40, WIDTH - 40, 256))
    sheet.code(square, (WIDTH - 236, 60, WIDTH - 60, 236), caption=False)
    return sheet


def fob(design: Design, symbol: Symbol) -> Sheet:
    """A key fob: a small upright tag with a hole."""
    sheet = design.painted(330, 590, 60, 3)
    sheet.shape("ellipse", (135, 30, 195, 90), "#2a2622")
    design.logo(sheet, 165, 166, 52, design.ink, design.colours[0])
    write(sheet, design, (165, 268), design.name, 46, bold=True, anchor="ms", fit=270)
    write(sheet, design, (165, 304), design.tagline, 25, anchor="ms", fit=260)
    sheet.panel((55, 330, 275, 550), radius=22)
    sheet.code(symbol, (85, 360, 245, 520), caption=False)
    return sheet
