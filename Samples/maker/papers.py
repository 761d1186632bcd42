"""Things of paper and glass: tickets, vouchers, covers, a telephone, a letter's pages."""

from PIL import ImageDraw

from .cards import Design, brand, edge_of, write
from .sheet import Sheet
from .symbols import Symbol


def ticket(
    design: Design, symbol: Symbol, fields: tuple[tuple[str, str], ...], stub: float = 330
) -> Sheet:
    """A ticket with notches: artwork and fields at the left, the code on its stub at the right."""
    sheet = Sheet(1080, 460, "#fbf8f1", 26)
    band = design.painted(1080 - round(stub), 128, 0)
    sheet.image.paste(band.image, (0, 0))
    brand(sheet, design, 40, 64, 54, 1080 - stub - 80)
    for at, (label, words) in enumerate(fields):
        x, y = 44 + (at % 3) * (1040 - stub) / 3, 196 + (at // 3) * 118
        sheet.text((x, y), label, 21, design.colours[0], design.face, opacity=0.8)
        sheet.text((x, y + 44), words, 37, "#23232a", design.face, True, fit=(1020 - stub) / 3 - 14)
    seam = 1080 - stub
    for y in range(36, 430, 22):
        sheet.shape("line", ((seam, y), (seam, y + 11)), "#b8b2a6", width=2.5)
    pen = ImageDraw.Draw(sheet.outline)
    for y in (0, 460):
        pen.ellipse(sheet.pixels(seam - 24, y - 24, seam + 24, y + 24), fill=0)
    sheet.code(symbol, (seam + 44, 40, 1080 - 40, 420), caption=False)
    return sheet


def wide_ticket(design: Design, symbol: Symbol, fields: tuple[tuple[str, str], ...]) -> Sheet:
    """A ticket whose code (PDF417) runs along its lower edge."""
    sheet = Sheet(1040, 560, "#fdfdfb", 30)
    band = design.painted(1040, 140, 0)
    sheet.image.paste(band.image, (0, 0))
    brand(sheet, design, 44, 70, 58, 760)
    for at, (label, words) in enumerate(fields):
        x = 48 + at * 952 / len(fields)
        sheet.text((x, 196), label, 21, "#7a7a86", design.face)
        sheet.text((x, 240), words, 36, "#1d1d26", design.face, True, fit=952 / len(fields) - 20)
    sheet.shape("line", ((40, 274), (1000, 274)), "#d9d6cf", width=2)
    sheet.code(symbol, (120, 300, 920, 526), caption=False)
    return sheet


def voucher(design: Design, symbol: Symbol, value: str, note: str, foot: int = 234) -> Sheet:
    """A gift voucher: a large value over artwork, the code in a white foot."""
    sheet = design.painted(980, 366 + foot, 18)
    brand(sheet, design, 50, 84, 54, 880)
    write(sheet, design, (50, 262), value, 128, bold=True, fit=620)
    write(sheet, design, (50, 322), note, 31, opacity=0.92, fit=880)
    sheet.shape("rectangle", (0, 366, 980, 366 + foot), "#ffffff")
    sheet.code(symbol, (90, 388, 890, 354 + foot))
    return sheet


def receipt(
    design: Design, symbol: Symbol, lines: tuple[tuple[str, str], ...], height: int = 1060
) -> Sheet:
    """A till's slip with a coupon at its foot."""
    sheet = Sheet(620, height, "#f7f6f2", 0)
    ink = "#33333a"
    design.logo(sheet, 310, 96, 54, ink, "#f7f6f2")
    sheet.text((310, 206), design.name, 46, ink, design.face, True, "ms", fit=540)
    sheet.text((310, 246), design.tagline, 24, ink, "mono", anchor="ms", fit=540)
    for at, (what, price) in enumerate(lines):
        y = 318 + 42 * at
        sheet.text((44, y), what, 25, ink, "mono", fit=400)
        sheet.text((576, y), price, 25, ink, "mono", anchor="rs")
    y = 318 + 42 * len(lines)
    sheet.shape("line", ((40, y - 16), (580, y - 16)), ink, width=2)
    sheet.text((310, y + 42), design.holder, 32, ink, design.face, True, "ms", fit=540)
    sheet.text((310, y + 82), design.number, 24, ink, design.face, anchor="ms", fit=540)
    sheet.code(symbol, (40, y + 112, 580, height - 36))
    return sheet


def magazine(design: Design, symbol: Symbol, lines: tuple[str, ...], issue: str) -> Sheet:
    """A magazine's cover."""
    sheet = design.painted(860, 1120, 4)
    write(sheet, design, (430, 190), design.name, 190, bold=True, anchor="ms", fit=780)
    write(sheet, design, (430, 240), issue, 28, anchor="ms", spacing=4)
    design.logo(sheet, 430, 520, 190, design.ink, design.colours[0])
    for at, line in enumerate(lines):
        write(sheet, design, (60, 752 + 52 * at), line, 40, bold=at == 0, fit=740)
    sheet.panel((330, 908, 830, 1090), radius=3, shadow=0)
    sheet.code(symbol, (362, 924, 806, 1084))
    return sheet


def book(design: Design, symbol: Symbol, blurb: tuple[str, ...]) -> Sheet:
    """The back cover of a book."""
    sheet = design.painted(800, 1060, 4)
    write(sheet, design, (76, 150), design.name, 64, bold=True, fit=648)
    write(sheet, design, (76, 204), design.tagline, 30, opacity=0.9)
    for at, line in enumerate(blurb):
        write(sheet, design, (76, 300 + 46 * at), line, 30, face="serif", opacity=0.95, fit=648)
    design.logo(sheet, 116, 940, 44, design.ink, design.colours[0])
    sheet.panel((196, 806, 772, 1016), radius=4, shadow=0)
    sheet.code(symbol, (226, 822, 748, 1008))
    return sheet


def screen(
    design: Design,
    symbol: Symbol,
    size: tuple[int, int] = (420, 860),
    night: bool = False,
    scale: float = 2,
) -> Sheet:
    """A telephone's screen that shows a pass; at night its code is white on black."""
    wide, tall = size
    paper, ink = ("#101014", "#f4f4f6") if night else ("#ffffff", "#16161a")
    sheet = Sheet(wide, tall, "#0c0c0f" if night else "#e9ebf0", 46, scale)
    fine = "#f4f4f6" if night else "#55565e"
    sheet.text((40, 50), "9:41", 21, fine, "sans", True)
    sheet.shape("rounded_rectangle", (wide - 76, 34, wide - 36, 51), fine, radius=5)
    sheet.panel((24, 84, wide - 24, tall - 84), paper, 28, 0.2)
    head = design.painted(wide - 48, 250, 28, scale)
    sheet.image.paste(head.image, sheet.pixels(24, 84), head.outline)
    sheet.shape("rectangle", (24, 300, wide - 24, 334), paper)
    brand(sheet, design, edge_of(sheet, design), 148, 40, wide - 96)
    write(sheet, design, (wide / 2, 262), design.number, 30, bold=True, anchor="ms", fit=wide - 96)
    side = min(wide - 130, tall - 520)
    top = 334 + (tall - 84 - 334 - side - 40) / 2
    sheet.code(symbol, ((wide - side) / 2, top, (wide + side) / 2, top + side), ink, caption=False)
    sheet.text(
        (wide / 2, top + side + 52),
        design.holder,
        25,
        ink,
        design.face,
        anchor="ms",
        fit=wide - 110,
    )
    sheet.shape(
        "rounded_rectangle", (wide / 2 - 70, tall - 26, wide / 2 + 70, tall - 20), fine, radius=3
    )
    return sheet


def letter(
    design: Design, symbol: Symbol, heading: str, lines: tuple[str, ...], page: str
) -> Sheet:
    """One page of a letter (A5) with a code in a frame."""
    sheet = Sheet(1480, 2100, "#ffffff", 0, 0.6)
    head = design.painted(1480, 340, 0, 0.6)
    sheet.image.paste(head.image, (0, 0))
    brand(sheet, design, 120, 170, 110, 1240)
    sheet.text((120, 520), heading, 76, "#22222a", design.face, True, fit=1240)
    for at, line in enumerate(lines):
        sheet.text((120, 640 + 72 * at), line, 44, "#44444c", design.face, fit=1240)
    sheet.shape("rounded_rectangle", (120, 1060, 1360, 1820), "#d8d8de", radius=30)
    sheet.shape("rounded_rectangle", (126, 1066, 1354, 1814), "#ffffff", radius=26)
    sheet.code(symbol, (240, 1150, 1240, 1740))
    sheet.text((740, 1980), page, 36, "#8a8a92", design.face, anchor="ms")
    return sheet
