"""A sheet to draw on in tenths of a millimetre, and the fonts for every script."""

from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from .symbols import GUARDS, Symbol

FONTS = "/usr/share/fonts"
FACES = {
    "sans": "truetype/noto/NotoSansDisplay-{}.ttf",
    "serif": "truetype/noto/NotoSerif-{}.ttf",
    "italic": "truetype/noto/NotoSerif-{}Italic.ttf",
    "mono": "truetype/dejavu/DejaVuSansMono{}.ttf",
    "cjk": "opentype/noto/NotoSansCJK-{}.ttc",
    "cjk-serif": "opentype/noto/NotoSerifCJK-{}.ttc",
    "arabic": "truetype/noto/NotoKufiArabic-{}.ttf",
    "naskh": "truetype/noto/NotoNaskhArabic-{}.ttf",
    "hebrew": "truetype/noto/NotoSansHebrew-{}.ttf",
    "thai": "truetype/noto/NotoSansThai-{}.ttf",
}
SCRIPTS = [
    (0x0590, 0x05FF, "hebrew"),
    (0x0600, 0x06FF, "arabic"),
    (0x0E00, 0x0E7F, "thai"),
    (0x3000, 0x9FFF, "cjk"),
    (0xAC00, 0xD7AF, "cjk"),
]


def face_for(words: str, face: str) -> str:
    """The face that has the letters of `words`: `face` itself, or the one of their script."""
    for first, last, script in SCRIPTS:
        if any(first <= ord(letter) <= last for letter in words):
            if face in FACES and face.startswith(script) or (face, script) == ("naskh", "arabic"):
                return face
            return "cjk-serif" if (script, face) == ("cjk", "serif") else script
    return face


@cache
def font(face: str, bold: bool, pixels: int) -> ImageFont.FreeTypeFont:
    """A font of the machine; a missing one stops with the package's name."""
    weight = {True: "Bold", False: "" if face == "italic" else "Regular"}[bold]
    if face == "mono":
        weight = "-Bold" if bold else ""
    try:
        return ImageFont.truetype(
            f"{FONTS}/{FACES[face].format(weight)}", pixels, layout_engine=ImageFont.Layout.RAQM
        )
    except OSError as error:
        raise SystemExit(
            f"make: error: the font {face} is missing\nbecause {error}\n"
            "try: apt-get install fonts-noto-core fonts-noto-cjk fonts-dejavu-core"
        ) from error


def rgb(colour: str | tuple) -> tuple[int, int, int]:
    """`#rrggbb` as three numbers."""
    if isinstance(colour, tuple):
        return colour[:3]
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def shifted(mask: Image.Image, right: int, down: int) -> Image.Image:
    """A mask moved by some pixels, with nothing where it was."""
    out = Image.new("L", mask.size, 0)
    out.paste(mask, (right, down))
    return out


class Sheet:
    """A piece of card or paper seen from straight above; transparent outside its outline."""

    def __init__(
        self, width: int, height: int, colour: str = "#ffffff", radius: int = 30, scale: float = 2
    ):
        """Makes an empty sheet of `width` x `height` units with rounded corners."""
        self.width, self.height, self.scale, self.radius = width, height, scale, radius
        self.image = Image.new("RGB", self.pixels(width, height), rgb(colour))
        self.outline = Image.new("L", self.image.size, 0)
        self.placed: list[tuple[float, float, float, float, float]] = []
        ImageDraw.Draw(self.outline).rounded_rectangle(
            (2, 2, self.image.width - 3, self.image.height - 3), round(radius * scale), fill=255
        )

    def pixels(self, *units: float) -> tuple[int, ...]:
        """Units as whole pixels."""
        return tuple(round(unit * self.scale) for unit in units)

    def grid(self) -> tuple[np.ndarray, np.ndarray]:
        """The units from the left and from the top of every pixel."""
        y, x = np.mgrid[0 : self.image.height, 0 : self.image.width].astype(np.float32) / self.scale
        return x, y

    def pour(self, colour: str, amount: np.ndarray) -> None:
        """Mixes a colour in, where `amount` (0 to 1, an array of pixels) says."""
        mask = Image.fromarray((np.clip(amount, 0, 1) * 255).astype(np.uint8))
        self.image.paste(rgb(colour), (0, 0), mask)

    def stain(
        self, colour: str, mask: Image.Image, left: float, top: float, opacity: float = 1
    ) -> None:
        """Mixes a colour in through a mask of pixels whose corner is at `left`, `top`."""
        if opacity < 1:
            mask = mask.point(lambda value: round(value * opacity))
        self.image.paste(rgb(colour), self.pixels(left, top), mask)

    def shape(self, kind: str, box: tuple, colour: str, opacity: float = 1, **more) -> None:
        """Fills one of ImageDraw's shapes, its coordinates in units."""
        mask = Image.new("L", self.image.size, 0)
        points = (
            self.pixels(*box) if not isinstance(box[0], tuple) else [self.pixels(*at) for at in box]
        )
        for name in ("radius", "width"):
            if name in more:
                more[name] = self.pixels(more[name])[0]
        getattr(ImageDraw.Draw(mask), kind)(points, fill=255, **more)
        self.stain(colour, mask, 0, 0, opacity)

    def panel(
        self, box: tuple, colour: str = "#ffffff", radius: float = 16, shadow: float = 0.25
    ) -> None:
        """A filled field with round corners and a soft shade around it."""
        mask = Image.new("L", self.image.size, 0)
        ImageDraw.Draw(mask).rounded_rectangle(self.pixels(*box), self.pixels(radius)[0], fill=255)
        if shadow:
            soft = shifted(mask, 0, self.pixels(4)[0])
            self.stain(
                "#000000", soft.filter(ImageFilter.GaussianBlur(self.pixels(7)[0])), 0, 0, shadow
            )
        self.stain(colour, mask, 0, 0)

    def text(
        self,
        at: tuple[float, float],
        words: str,
        size: float,
        colour: str = "#ffffff",
        face: str = "sans",
        bold: bool = False,
        anchor: str = "ls",
        opacity: float = 1,
        spacing: float = 0,
        fit: float | None = None,
        halo: str | None = None,
    ) -> None:
        """Writes `words` on a baseline, made smaller to be at most `fit` wide, with a soft `halo` behind."""
        face = face_for(words, face)
        letters = font(face, bold, self.pixels(size)[0])
        width = letters.getlength(words) / self.scale + spacing * (len(words) - 1)
        if fit and width > fit:
            shrink = fit / width * 0.995
            return self.text(
                at,
                words,
                size * shrink,
                colour,
                face,
                bold,
                anchor,
                opacity,
                spacing * shrink,
                halo=halo,
            )
        mask = Image.new("L", self.image.size, 0)
        pen, (x, y) = ImageDraw.Draw(mask), at
        if spacing:
            x -= {"l": 0, "m": width / 2, "r": width}[anchor[0]]
            for letter in words:
                pen.text(self.pixels(x, y), letter, 255, letters, anchor="l" + anchor[1])
                x += letters.getlength(letter) / self.scale + spacing
        else:
            pen.text(self.pixels(x, y), words, 255, letters, anchor=anchor)
        if halo:
            soft = mask.filter(ImageFilter.GaussianBlur(self.pixels(size * 0.2)[0]))
            self.stain(halo, soft.point(lambda value: min(255, value * 2)), 0, 0, 0.8)
        self.stain(colour, mask, 0, 0, opacity)

    def code(
        self,
        symbol: Symbol,
        box: tuple[float, float, float, float],
        dark: str = "#16161a",
        caption: bool = True,
    ) -> None:
        """Draws a symbol centred in `box` (left, top, right, bottom), with its digits below.

        `placed` then has where its bars are, and how wide a module is.
        """
        left, top, right, bottom = box
        room = 0 if not caption else 42 if symbol.kind in GUARDS else 34 if symbol.caption else 0
        columns, rows = symbol.modules.shape[1], symbol.modules.shape[0]
        module = (right - left) / columns
        if not symbol.linear:
            module = min(module, (bottom - top - room) / rows)
        module = max(1, int(module * self.scale)) / self.scale
        wide, tall = module * columns, bottom - top - room if symbol.linear else module * rows
        left, top = (left + right - wide) / 2, top + (bottom - top - room - tall) / 2
        self.placed.append((left, top, left + wide, top + tall, module))
        bars = symbol.modules.astype(np.uint8) * 255
        if "addOn" in symbol.facts:
            self.add_on(symbol, (left, top, wide, tall), module, dark)
            bars = bars[:, : GUARDS[symbol.kind][-1][1]]
            wide = module * bars.shape[1]
        bars = Image.fromarray(bars).resize(self.pixels(wide, tall), Image.Resampling.NEAREST)
        self.stain(dark, bars, left, top)
        if not caption:
            return
        if symbol.kind in GUARDS:
            self.retail_digits(symbol, left, top + tall, module, dark)
        elif symbol.caption:
            self.text(
                ((left + left + wide) / 2, top + tall + (28 if symbol.linear else 24 + 3 * module)),
                symbol.caption,
                25,
                dark,
                "mono",
                anchor="ms",
                fit=wide,
            )

    def add_on(self, symbol: Symbol, box: tuple, module: float, dark: str) -> None:
        """The two or five digits' bars beside a retail symbol, lower than its own, digits above."""
        left, top, wide, tall = box
        bars = symbol.modules[:, GUARDS[symbol.kind][-1][1] :].astype(np.uint8) * 255
        gap = int(np.flatnonzero(bars[0])[0])
        bars = Image.fromarray(bars[:, gap:])
        across, size = module * bars.width, min(34, module * 10)
        drop = size + 6
        place = left + wide - across
        self.stain(
            dark,
            bars.resize(self.pixels(across, tall + 16 - drop), Image.Resampling.NEAREST),
            place,
            top + drop,
        )
        self.text(
            (place + across / 2, top + drop - 7),
            symbol.facts["addOn"],
            size,
            dark,
            "mono",
            anchor="ms",
            spacing=module * 2,
        )

    def retail_digits(
        self, symbol: Symbol, left: float, bottom: float, module: float, dark: str
    ) -> None:
        """The guard bars below a retail symbol, and its digits between them."""
        for first, last in GUARDS[symbol.kind]:
            bars = Image.fromarray(symbol.modules[:, first:last].astype(np.uint8) * 255)
            size = self.pixels(module * (last - first), 16)
            self.stain(
                dark, bars.resize(size, Image.Resampling.NEAREST), left + first * module, bottom
            )
        digits, size = symbol.facts["text"], min(36, module * 11)
        line = bottom + size * 0.85 + 2
        ends = {"EAN-13": (1, 12, 7), "EAN-8": (0, 8, 4), "UPC-A": (1, 11, 6), "UPC-E": (1, 7, 7)}
        first, last, middle = ends[symbol.kind]
        inner = GUARDS[symbol.kind]
        halves = [(digits[first:middle], inner[0][1], inner[1][0])]
        if middle < last:
            halves.append((digits[middle:last], inner[1][1], inner[2][0]))
        for half, start, end in halves:
            step = (end - start) / len(half)
            for at, digit in enumerate(half):
                x = left + (start + (at + 0.5) * step) * module
                self.text((x, line), digit, size, dark, "mono", anchor="ms")
        edge = inner[-1][1] * module + left
        if first:
            self.text((left - 3 * module, line), digits[0], size, dark, "mono", anchor="rs")
        if last < len(digits):
            self.text((edge + 3 * module, line), digits[-1], size, dark, "mono", anchor="ls")
