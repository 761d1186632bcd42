"""Draws what a terminal shows as a picture, for the README.

usage: python -m maker.terminal OUTPUT.png < text with colours (ISO/IEC 8613-6)
"""

import re
import sys

from PIL import Image, ImageDraw, ImageFont

CELL = (10, 20)
MARGIN = 24
BACKGROUND, TEXT, FAINT, WARNING = "#10141c", "#d7dde8", "#7d8798", "#e5c07b"
QUARTERS = dict(zip(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█", range(16), strict=True))
FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono"


class Style:
    """The colours that escape codes have set."""

    def __init__(self):
        self.ink, self.paper, self.bold = TEXT, None, False

    def take(self, codes: list[int]):
        """Applies the numbers of one escape code; the palette's 16 and 231 are black and white."""
        match codes:
            case [] | [0, *_]:
                self.__init__()
            case [1, *_]:
                self.bold = True
            case [2, *_]:
                self.ink = FAINT
            case [33, *_]:
                self.ink = WARNING
            case [38, 5, 16, *rest]:
                self.ink = "#000000"
                if rest:
                    self.take(rest)
            case [48, 5, 231, *_]:
                self.paper = "#ffffff"


def draw(text: str) -> Image.Image:
    """The lines of `text` on a dark terminal as wide and high as they need."""
    fonts = [ImageFont.truetype(f"{FONTS}{kind}.ttf", 16) for kind in ("", "-Bold")]
    lines = text.rstrip("\n").split("\n")
    width = max(len(re.sub(r"\x1b\[[\d;]*m", "", line)) for line in lines)
    size = (width * CELL[0] + 2 * MARGIN, len(lines) * CELL[1] + 2 * MARGIN)
    image = Image.new("RGB", size, BACKGROUND)
    pen, style = ImageDraw.Draw(image), Style()
    for row, line in enumerate(lines):
        column = 0
        for part in re.split(r"(\x1b\[[\d;]*m)", line):
            if part.startswith("\x1b"):
                style.take([int(code) for code in part[2:-1].split(";") if code])
                continue
            for character in part:
                corner = (MARGIN + column * CELL[0], MARGIN + row * CELL[1])
                put(pen, corner, character, style, fonts)
                column += 1
    return image


def put(pen, corner, character, style, fonts):
    """Draws one cell: blocks as rectangles, so that they join, everything else as text."""
    (x, y), (wide, high) = corner, CELL
    if style.paper:
        pen.rectangle((x, y, x + wide - 1, y + high - 1), style.paper)
    if character not in QUARTERS:
        pen.text((x, y), character, style.ink, fonts[style.bold])
        return
    for bit in range(4):
        if QUARTERS[character] >> bit & 1:
            left, top = x + bit % 2 * wide // 2, y + bit // 2 * high // 2
            pen.rectangle((left, top, left + wide // 2 - 1, top + high // 2 - 1), style.ink)


if __name__ == "__main__":
    draw(sys.stdin.read()).save(sys.argv[1], optimize=True)
