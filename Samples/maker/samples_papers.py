"""Tickets, vouchers, covers, receipts, telephones and documents."""

from . import cards, papers, props, shops
from .files import png
from .light import daylight, leaves, noise, window
from .scene import Pose
from .shot import Pages, Shot, sample
from .surfaces import desk, linen, marble, slate, terrazzo, wood
from .symbols import symbol


@sample("aztec-ticket.jpg")
def aztec():
    code = symbol("Aztec", "LINNBAHN/RT/2026-05-14/QUELLEN-HOHENLINN/2.KL/7F3A91C0D2", option_1=2)
    fields = (
        ("Von", "Quellen"),
        ("Nach", "Hohenlinn"),
        ("Klasse", "2"),
        ("Datum", "14. Mai 2026"),
        ("Ab", "08:17"),
        ("Preis", "18,40"),
    )
    return Shot(
        linen("#3f4f63"),
        [(papers.ticket(shops.TRAIN, code, fields), Pose(0.5, 0.52, 0.82, -6, 10, 4))],
        [code],
        (window(4, 0.24), noise(1.6)),
    )


@sample("pdf417-ferry.jpg")
def pdf417():
    code = symbol(
        "PDF417",
        "M1TAMSIN/ORLA  AV7QK2 ISOLA FARO AV0417 134Y012C0031 AURIVENTO",
        option_2=4,
        option_1=3,
    )
    fields = (("Passeggero", "O. Tamsin"), ("Da", "Isola"), ("A", "Faro Nero"), ("Ponte", "12C"))
    return Shot(
        wood("#3d5a66", "#86a7ae", 4),
        [(papers.wide_ticket(shops.FERRY, code, fields), Pose(0.5, 0.52, 0.8, 3, 10, -4))],
        [code],
    )


@sample("qr-gs1-voucher.jpg")
def gs1_qr():
    code = symbol("QR Code", "[8018]952000000000417725[8020]LAMPYRIS-22[21]MILO7")
    fields = (
        ("Film", "Glutnacht"),
        ("Saal", "Blauer Saal"),
        ("Plätze", "F7, F8"),
        ("Tag", "3. Juni"),
        ("Uhrzeit", "20:30"),
        ("Karte", "Freunde"),
    )
    return Shot(
        linen("#6d1f33"),
        [(papers.ticket(shops.CINEMA, code, fields), Pose(0.5, 0.5, 0.82, 7, -8, 5))],
        [code],
        (daylight(0.4), noise()),
    )


@sample("gs1-128-gift-voucher.jpg")
def gs1_128():
    code = symbol("GS1-128", "[01]09521234543213[10]FW26[21]0417")
    return Shot(
        marble("#efe9e2", "#a08d7c"),
        [
            (props.sprig("#8a3b46", "#c77a7f"), Pose(0.12, 0.86, 0.4, -30)),
            (
                papers.voucher(
                    shops.GIFT, code, "25 crowns", "for something you did not know you needed"
                ),
                Pose(0.52, 0.48, 0.78, -4, 10, 4),
            ),
        ],
        [code],
        size=(1320, 960),
    )


@sample("databar-receipt.jpg")
def databar():
    code = symbol("GS1 DataBar", "0952123454321")
    lines = (
        ("Mele gialle 1,2 kg", "3,10"),
        ("Finocchi", "1,95"),
        ("Basilico", "1,20"),
        ("Pomodori", "2,75"),
        ("Totale", "9,00"),
    )
    return Shot(
        wood("#5b4027", "#a97f52", 5),
        [(papers.receipt(shops.FRUIT, code, lines, 920), Pose(0.5, 0.5, 0.5, 4, 6, -4))],
        [code],
        size=(1000, 1160),
    )


@sample("databar-expanded.jpg")
def databar_expanded():
    code = symbol("GS1 DataBar Expanded", "[01]99521234543216[3103]000750")
    return Shot(
        terrazzo("#dfe6ea", ("#7fa3bf", "#3e5f7d", "#e0c27a", "#b5bcc2")),
        [
            (
                papers.voucher(
                    shops.DAIRY, code, "2 für 1", "auf jeden Laib vom Wolkenweider Bergkäse"
                ),
                Pose(0.5, 0.5, 0.8, 6, 8, 4),
            )
        ],
        [code],
    )


@sample("databar-expanded-stacked.jpg")
def databar_stacked():
    code = symbol(
        "GS1 DataBar Expanded Stacked", "[01]99521234543216[3922]0995[17]701130", caption=""
    )
    return Shot(
        linen("#c9b48f"),
        [
            (
                papers.voucher(
                    shops.FRUIT, code, "20 % in meno", "su frutta e verdura di stagione", 330
                ),
                Pose(0.5, 0.5, 0.74, -7, 6, -5),
            )
        ],
        [code],
    )


@sample("databar-limited.jpg")
def databar_limited():
    code = symbol("GS1 DataBar Limited", "0952123454321")
    return Shot(
        slate("#55606b"),
        [(cards.strip(shops.PHARMACY, code, inset=120), Pose(0.5, 0.5, 0.7, 5, 10, 5))],
        [code],
    )


@sample("ean13-addon2.jpg")
def magazine():
    code = symbol("EAN-13", "977123456700+05")
    lines = ("Vom Warten auf den Süden", "Elf Häfen, ein Koffer", "Was Möwen wissen")
    return Shot(
        linen("#e4ddcf"),
        [
            (props.coffee(), Pose(0.86, 0.12, 0.36)),
            (
                papers.magazine(shops.MAGAZINE, code, lines, "MAI 2026  ·  HEFT 5"),
                Pose(0.46, 0.53, 0.72, -3, 8, 3),
            ),
        ],
        [code],
        (leaves(0.24, 1.0, 0.6), daylight(), noise(1.6)),
        (960, 1180),
    )


@sample("ean13-addon5.jpg")
def book():
    code = symbol("EAN-13", "978123456789+51895")
    blurb = (
        "Jeden Abend um zehn legt die letzte",
        "Fähre an, und niemand steigt aus.",
        "Als Tove die Lotsin vertritt, findet sie",
        "im Logbuch ihren eigenen Namen.",
        "",
        "„Ein Buch wie ein Nebelhorn.“",
    )
    return Shot(
        wood("#7b5836", "#bf945f", 4),
        [
            (props.glasses(), Pose(0.82, 0.14, 0.4, 30)),
            (papers.book(shops.NOVEL, code, blurb), Pose(0.46, 0.53, 0.7, 5, 6, -4)),
        ],
        [code],
        (window(4, 0.28), noise(1.6)),
        (960, 1180),
    )


@sample("inverted-phone.png")
def inverted():
    code = symbol("QR Code", "LAMPYRIS-FREUND-7731")
    sheet = papers.screen(shops.CINEMA, code, (430, 900), night=True, scale=1.6)
    return Pages([sheet], [[code]], write=png(160))


@sample("transparent-card.png")
def transparent():
    code = symbol("Code 128", "HRAUN-10-4471")
    sheet = cards.strip(shops.SWIM, code)
    return Pages([sheet], [[code]], see_through=True, write=png())


@sample("phone-pass.jpg")
def phone():
    code = symbol("Aztec", "TINDELAS-2026-BJORKENES", option_1=3)
    shown = papers.screen(shops.CLIMB, code)
    return Shot(
        desk("#d9b99b", 0.03),
        [
            (props.coffee("#fbfaf7", "#cfd8d6"), Pose(0.17, 0.2, 0.42)),
            (props.telephone(shown), Pose(0.58, 0.52, 0.44, 9, 6, -4)),
        ],
        [code],
        (leaves(0.26, 1.0, 0.0), daylight(), noise(1.6)),
        (960, 1160),
    )


@sample("membership.pdf")
def document():
    first = symbol("QR Code", "WIERZBNA:2026:0088:ŻANETA".encode())
    second = symbol("Code 128", "MW-2026-0088")
    lines = (
        (
            "Szanowna Pani,",
            "oto karta przyjaciół muzeum na rok 2026.",
            "Proszę pokazać ten kod przy wejściu.",
        ),
        ("Druga karta jest dla osoby, którą", "Pani zaprosi. Kod działa w szatni", "i w kawiarni."),
    )
    sheets = [
        papers.letter(shops.MUSEUM, code, heading, text, f"strona {page} z 2")
        for code, heading, text, page in (
            (first, "Witamy w muzeum", lines[0], 1),
            (second, "Karta dla gościa", lines[1], 2),
        )
    ]
    return Pages(sheets, [[first], [second]])
