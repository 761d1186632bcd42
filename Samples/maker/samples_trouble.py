"""What makes reading hard: many codes or none, turned, skewed, blurred, dark, broken."""

from dataclasses import replace

from . import cards, papers, props, shops
from .files import cmyk, jpeg, truncated
from .light import blur, dark, daylight, glare, haze, leaves, noise, scuffs, shake, window
from .scene import Pose
from .shot import Shot, sample
from .surfaces import desk, gingham, linen, marble, slate, terrazzo, tiles, wood
from .symbols import symbol


@sample("two-codes.jpg")
def two():
    first, second = symbol("EAN-13", "299104477335"), symbol("QR Code", "TINDELAS-2026-0311")
    return Shot(
        wood("#5a3d26", "#a87b4e"),
        [
            (cards.strip(shops.GROCER, first), Pose(0.4, 0.3, 0.54, -10, 8, 4)),
            (cards.corner(shops.CLIMB, second), Pose(0.6, 0.72, 0.54, 5, 8, 4)),
        ],
        [first, second],
        (window(5, 0.25), noise(1.6)),
        (1400, 1050),
    )


@sample("two-codes-one-card.webp")
def double():
    first, second = symbol("Code 128", "MW-2026-0417"), symbol("QR Code", "WIERZBNA:0417")
    return Shot(
        linen("#a7adb5"),
        [(cards.double(shops.MUSEUM, first, second), Pose(0.5, 0.5, 0.74, -5, 8, 4))],
        [first, second],
    )


@sample("three-codes.jpg")
def three():
    codes = [
        symbol("Code 128", "YAS-0050021"),
        symbol("UPC-A", "40029100802"),
        symbol("Data Matrix", "MYRTONI/6001"),
    ]
    return Shot(
        marble("#2f3338", "#8a8f98"),
        [
            (
                cards.strip(replace(shops.LIBRARY, number="№ 0050021"), codes[0]),
                Pose(0.28, 0.25, 0.45, -9),
            ),
            (cards.strip(shops.TOOLS, codes[1]), Pose(0.72, 0.38, 0.45, 7)),
            (cards.corner(shops.PHARMACY, codes[2]), Pose(0.42, 0.77, 0.45, -4)),
            (props.pencil("#3f8f8a"), Pose(0.83, 0.82, 0.34, -30)),
        ],
        codes,
        size=(1500, 1125),
    )


@sample("none.jpg")
def none():
    return Shot(
        linen("#8fa3a0"),
        [
            (props.sprig(), Pose(0.14, 0.3, 0.44, 60)),
            (cards.front(shops.GARDEN), Pose(0.55, 0.54, 0.66, -7, 10, 5)),
        ],
        [],
        (leaves(0.3, 1, 0), daylight(), noise(1.6)),
    )


@sample("broken.jpg")
def broken():
    code = symbol("EAN-13", "299104477120")
    return Shot(
        gingham("#3f6fa3"),
        [(cards.strip(shops.GROCER, code), Pose(0.5, 0.55, 0.68, -4))],
        [code],
        write=truncated(),
        error="damaged",
    )


def turned(orientation: int):
    """The same card as a camera stores it that was held in another way."""
    code = symbol("EAN-13", f"29910447{orientation}120")
    return Shot(
        tiles("#d8c3a5", "#b98b63", "#efe6d8"),
        [(cards.strip(shops.GROCER, code), Pose(0.5, 0.52, 0.7, -6, 10, 4))],
        [code],
        size=(1000, 760),
        write=jpeg(70, orientation),
    )


@sample("exif-3-upside-down.jpg")
def exif_3():
    return turned(3)


@sample("exif-6-quarter-turn.jpg")
def exif_6():
    return turned(6)


@sample("exif-7-mirrored.jpg")
def exif_7():
    code = symbol("QR Code", "TINDELAS-2026-EXIF7")
    return Shot(
        slate("#6b6f74"),
        [(cards.corner(shops.CLIMB, code), Pose(0.5, 0.5, 0.68, 5, 8, 5))],
        [code],
        size=(1000, 760),
        write=jpeg(70, 7),
    )


@sample("large-12mp.jpg")
def large():
    code = symbol("Code 128", "HRAUN-10-9920")
    return Shot(
        desk("#b7c9c6", 0),
        [
            (
                props.telephone(papers.screen(shops.CLIMB, symbol("Aztec", "X"), scale=3)),
                Pose(1.06, 0.5, 0.3, 10),
            ),
            (cards.strip(shops.SWIM, code), Pose(0.46, 0.53, 0.56, -7, 12, 5)),
        ],
        [code],
        (daylight(), noise(1.1, 0)),
        (4000, 3000),
        jpeg(66),
    )


@sample("skewed.jpg")
def skewed():
    code = symbol("QR Code", "CHAMARU:0613", option_1=3)
    return Shot(
        wood("#6a5138", "#b08d62", 5),
        [(cards.corner(shops.TEA, code), Pose(0.5, 0.52, 0.74, 24, 46, -16))],
        [code],
    )


@sample("turned-45.jpg")
def diagonal():
    code = symbol("Code 128", "PAKO-14-9007")
    return Shot(
        terrazzo("#efe7dc", ("#b5654a", "#40635c", "#d6a74f", "#8d7f73")),
        [(cards.strip(shops.PARCEL, code), Pose(0.5, 0.5, 0.66, 45))],
        [code],
    )


@sample("upside-down.jpg")
def upside_down():
    code = symbol("PDF417", "BTW: Papilo Pako · tenejo 14 · ŝlosilo 8821".encode(), option_2=4)
    return Shot(
        linen("#4e5a4a"),
        [(cards.strip(shops.PARCEL, code, 230), Pose(0.5, 0.5, 0.7, 176, 6, 4))],
        [code],
    )


@sample("blurred.jpg")
def blurred():
    code = symbol("QR Code", "ONDEA-4471-0094")
    return Shot(
        wood("#4a2f1d", "#9a6b42"),
        [(cards.corner(shops.COFFEE, code), Pose(0.5, 0.53, 0.7, -5, 12, 6))],
        [code],
        (daylight(), blur(3.6), noise(1.6)),
    )


@sample("shaken.jpg")
def shaken():
    code = symbol("Data Matrix", "VL-20418")
    return Shot(
        desk("#c9ccd4"),
        [(cards.corner(shops.EYES, code), Pose(0.5, 0.52, 0.7, 6, 8, -6))],
        [code],
        (daylight(), shake(7, 25), noise(1.6)),
    )


@sample("dark.jpg")
def night():
    code = symbol("QR Code", "CHAMARU:0614", option_1=3)
    return Shot(
        wood("#5a4330", "#a5855c", 4),
        [(cards.corner(shops.TEA, code), Pose(0.5, 0.52, 0.7, -6, 10, 5))],
        [code],
        (dark(0.3), noise(4, 0.8)),
    )


@sample("low-contrast.jpg")
def faint():
    code = symbol("Code 128", "QUITTE-0417")
    return Shot(
        marble("#e6e2dc", "#9a948c"),
        [(cards.strip(shops.ARCHIVE, code), Pose(0.5, 0.52, 0.7, 4, 8, 4))],
        [code],
        (haze(0.26, 168), daylight(0.2), noise(1.4)),
    )


@sample("reflection.jpg")
def reflection():
    code = symbol("Code 39", "KM-3-70999")
    return Shot(
        desk("#34363c", 0.04),
        [(cards.strip(shops.GYM, code, inset=44), Pose(0.5, 0.52, 0.74, -5, 10, 6))],
        [code],
        (daylight(0.3), glare(0.4, 0.53, 0.24, 175, 0.4), noise(2)),
    )


@sample("noisy.jpg")
def noisy():
    code = symbol("QR Code", "LAMPYRIS-FREUND-7740", option_1=3)
    return Shot(
        linen("#4a2b45"),
        [(cards.corner(shops.CINEMA, code), Pose(0.5, 0.52, 0.7, 6, 10, -5))],
        [code],
        (dark(0.6, (0.95, 0.95, 1.0)), noise(24, 0.7)),
        (760, 570),
        jpeg(60),
    )


@sample("worn.jpg")
def worn():
    code = symbol("ITF", "29510045889999")
    return Shot(
        linen("#6e7f88"),
        [(cards.strip(shops.WASH, code), Pose(0.5, 0.52, 0.72, -4, 8, 6))],
        [code],
        (scuffs(34), daylight(), noise(2.5)),
    )


@sample("small-in-view.jpg")
def small():
    code = symbol("Data Matrix", "MYRTONI/77")
    return Shot(
        gingham("#4b7d6a"),
        [
            (props.coffee(), Pose(0.2, 0.26, 0.34)),
            (props.sprig(), Pose(0.84, 0.22, 0.36, 120)),
            (cards.corner(shops.PHARMACY, code), Pose(0.6, 0.66, 0.36, -14, 8, 4)),
        ],
        [code],
        (window(5, 0.22), noise(1.6)),
        (1400, 1050),
    )


@sample("cmyk.jpg")
def four_inks():
    code = symbol("EAN-13", "299771004520")
    return Shot(
        linen("#d8c7d4"),
        [(cards.strip(shops.GARDEN, code), Pose(0.5, 0.52, 0.7, 4, 8, 5))],
        [code],
        write=cmyk(),
    )
