"""Plastic cards, one symbology each, on tables of all kinds."""

from . import cards, props, shops
from .light import daylight, glare, leaves, noise, window
from .scene import Pose
from .shot import Shot, sample
from .surfaces import desk, gingham, linen, marble, slate, tatami, terrazzo, tiles, wood
from .symbols import symbol

CONFETTI = ("#c9785a", "#4f6d7a", "#d9b26a", "#8a8f86", "#2f4858")


@sample("qr-loyalty.jpg")
def qr_loyalty():
    code = symbol("QR Code", "ONDEA-4471-0093")
    return Shot(
        wood("#4a2f1d", "#9a6b42"),
        [
            (props.coffee(), Pose(0.15, 0.22, 0.36)),
            (cards.corner(shops.COFFEE, code), Pose(0.57, 0.58, 0.66, -8, 14, -5)),
        ],
        [code],
        (window(), noise(1.6)),
        (1400, 1050),
    )


@sample("qr-latin1.jpg")
def qr_latin1():
    code = symbol("QR Code", "Pâtisserie Élisorne · carte n° 2207", option_1=3)
    return Shot(
        marble("#f1eeea", "#8d8a90"),
        [
            (props.sprig("#7f9a74", "#b4c9a2"), Pose(0.16, 0.24, 0.42, 38)),
            (cards.corner(shops.PASTRY, code), Pose(0.54, 0.56, 0.68, 6, -10, 6)),
        ],
        [code],
    )


@sample("qr-eci-utf8.jpg")
def qr_eci():
    code = symbol("QR Code", "会員:みずなぎ-00317", eci=26)
    return Shot(
        tatami(),
        [(cards.corner(shops.BATH, code), Pose(0.48, 0.52, 0.68, -5, 12, 0))],
        [code],
        (leaves(0.34, 0.98, 0.02), daylight(), noise(1.6)),
    )


@sample("qr-utf8-arabic.jpg")
def qr_utf8():
    code = symbol("QR Code", "حلويات نورسان ٢٠٤٨٧٧".encode())
    return Shot(
        tiles("#1f6f78", "#e9e2cf", "#d8cdb4"),
        [(cards.corner(shops.SWEETS, code), Pose(0.5, 0.52, 0.7, 4, 10, 8))],
        [code],
    )


@sample("micro-qr-fob.jpg")
def micro_qr():
    code = symbol("Micro QR Code", "VR-20417")
    return Shot(
        linen("#5c6f80"),
        [
            (cards.fob(shops.BIKE, code), Pose(0.44, 0.5, 0.34, -14, 6, 4)),
            (props.coin(), Pose(0.8, 0.3, 0.14)),
            (props.coin("#b5b8bd", "#e6e8ea", "5"), Pose(0.75, 0.68, 0.12, 40)),
        ],
        [code],
        size=(1000, 860),
    )


@sample("code128-library.jpg")
def code128():
    code = symbol("Code 128", "YAS-0048213")
    return Shot(
        wood("#6d5640", "#b89a74", 3),
        [
            (props.notebook(), Pose(0.84, 0.36, 0.62, 14)),
            (props.glasses(), Pose(0.8, 0.24, 0.36, 22)),
            (cards.strip(shops.LIBRARY, code), Pose(0.44, 0.58, 0.66, -4, 14, 6)),
        ],
        [code],
        (window(4, 0.26), noise(1.6)),
    )


@sample("datamatrix-pharmacy.heic")
def data_matrix():
    code = symbol("Data Matrix", "MYRTONI/5520/HEBE")
    return Shot(
        terrazzo("#e9e5dd", CONFETTI),
        [(cards.corner(shops.PHARMACY, code), Pose(0.5, 0.5, 0.68, -9, -9, 4))],
        [code],
    )


@sample("gs1-datamatrix-optician.jpg")
def gs1_data_matrix():
    code = symbol("Data Matrix", "[01]09521234543213[17]271231[10]VL20[21]417")
    return Shot(
        desk("#c9ccd4"),
        [
            (props.glasses(), Pose(0.26, 0.2, 0.4, -16)),
            (cards.corner(shops.EYES, code), Pose(0.55, 0.58, 0.66, 7, 8, -8)),
        ],
        [code],
        (leaves(0.22, 0.0, 0.0), daylight(), noise()),
    )


@sample("ean13-grocer.jpg")
def ean13():
    code = symbol("EAN-13", "299104477120")
    return Shot(
        linen("#d9cdb8"),
        [
            (props.sprig(), Pose(0.88, 0.2, 0.46, 140)),
            (cards.strip(shops.GROCER, code), Pose(0.46, 0.56, 0.68, 5, 12, -6)),
        ],
        [code],
    )


@sample("ean8-bakery.webp")
def ean8():
    code = symbol("EAN-8", "2001183")
    return Shot(
        gingham("#c4463a"),
        [(cards.strip(shops.BAKERY, code, inset=170), Pose(0.5, 0.52, 0.66, -10, 8, 6))],
        [code],
    )


@sample("upca-tools.jpg")
def upca():
    code = symbol("UPC-A", "40029100741")
    return Shot(
        slate("#5a5f63"),
        [
            (props.pencil(), Pose(0.55, 0.1, 0.62, 8)),
            (cards.strip(shops.TOOLS, code), Pose(0.5, 0.57, 0.68, -3, 16, 5)),
        ],
        [code],
        (glare(0.85, 0.1, 0.35, 60), daylight(), noise()),
    )


@sample("upce-kiosk.jpg")
def upce():
    code = symbol("UPC-E", "0425261")
    return Shot(
        desk("#2f6f73", 0.03),
        [
            (props.coffee("#ffffff", "#f2d9c4"), Pose(0.88, 0.2, 0.34)),
            (cards.strip(shops.KIOSK, code, inset=150), Pose(0.46, 0.56, 0.66, 8, 6, -4)),
        ],
        [code],
    )


@sample("code39-gym.jpg")
def code39():
    code = symbol("Code 39", "KM-3-70412")
    return Shot(
        desk("#3c3f46", 0.05),
        [(cards.strip(shops.GYM, code, inset=44), Pose(0.5, 0.5, 0.72, -6, 12, 10))],
        [code],
        (glare(0.2, 0.12, 0.3, 90), daylight(0.4), noise(2.4)),
    )


@sample("code93-parcel.avif")
def code93():
    code = symbol("Code 93", "PAKO14-8821")
    return Shot(
        terrazzo("#f0dfe6", ("#a05a8a", "#5b4b8a", "#d9a24a", "#efc7d8")),
        [(cards.strip(shops.PARCEL, code), Pose(0.5, 0.52, 0.68, 4, -8, -6))],
        [code],
    )


@sample("codabar-library.jpg")
def codabar():
    code = symbol("Codabar", "A20613000417725B")
    print_ = (
        "Dieser Ausweis ist nicht übertragbar.",
        "Verlust bitte sofort am Tresen melden.",
        "Bücherei Quittenhof · Am Obstgarten 3",
    )
    return Shot(
        linen("#7c3f33"),
        [
            (cards.front(shops.ARCHIVE), Pose(0.72, 0.22, 0.5, 12)),
            (cards.back(shops.ARCHIVE, code, print_), Pose(0.42, 0.6, 0.66, -5, 8, 4)),
        ],
        [code],
    )


@sample("itf-car-wash.jpg")
def itf():
    code = symbol("ITF", "29510045881207")
    return Shot(
        desk("#d7dde2", 0.04),
        [
            (cards.strip(shops.WASH, code), Pose(0.5, 0.52, 0.7, 3, 14, -8)),
            (props.coin("#b5b8bd", "#e6e8ea", "1"), Pose(0.9, 0.16, 0.11, 20)),
        ],
        [code],
    )


@sample("qr-tea-house.jpg")
def tea():
    code = symbol("QR Code", "CHAMARU:0612", option_1=4)
    return Shot(
        wood("#83623f", "#c9a26d", 5),
        [
            (props.sprig("#4d6b3c", "#86a866"), Pose(0.86, 0.84, 0.46, 200)),
            (cards.corner(shops.TEA, code), Pose(0.47, 0.47, 0.66, 7, 10, 6)),
        ],
        [code],
        (leaves(0.28, 0.0, 1.0), daylight(), noise(1.6)),
    )


@sample("code128-toys.gif")
def gif():
    code = symbol("Code 128", "TUHYK88-0007")
    return Shot(
        desk("#f3c9a6", 0),
        [(cards.strip(shops.TOYS, code), Pose(0.5, 0.5, 0.82, -3))],
        [code],
        (daylight(0.1),),
        (760, 560),
    )


@sample("ean13-garden.tif")
def tiff():
    code = symbol("EAN-13", "299310077100")
    return Shot(
        desk("#8fa893", 0),
        [(cards.strip(shops.GARDEN, code), Pose(0.5, 0.5, 0.8, 4))],
        [code],
        (daylight(0.1),),
        (760, 560),
    )
