"""The shops, libraries and lines whose cards the samples show: all of them invented."""

from . import artwork as art
from . import logos as logo
from .cards import Design

COFFEE = Design(
    "Brûlerie Ondéa",
    logo.cup,
    ("#3b2117", "#8a4b2a", "#d99a5b", "#f0c48a"),
    art.contours,
    "Carte de fidélité",
    "Maëlle Tissandre",
    "4471 0093",
    face="serif",
)
PASTRY = Design(
    "Pâtisserie Élisorne",
    logo.flower,
    ("#c2476f", "#f08aa2", "#ffd3dc", "#ffe9c9"),
    art.dots,
    "Douceurs depuis toujours",
    "Noé Garandel",
    "N° 2207",
    face="italic",
)
BATH = Design(
    "湯処 みずなぎ",
    logo.drop,
    ("#0e3a5c", "#1f6f8f", "#bfe3e8", "#f2d6a2"),
    art.seigaiha,
    "温泉 会員カード",
    "水凪 あかり",
    "00317",
    face="serif",
)
LIBRARY = Design(
    "Библиотека Ясенник",
    logo.book,
    ("#1d4638", "#3c7a55", "#cfe3b0", "#e8c86c"),
    art.rings,
    "Читательский билет",
    "Лада Огнёва",
    "№ 0048213",
    face="serif",
)
SWEETS = Design(
    "حلويات نورسان",
    logo.star,
    ("#0b4f4a", "#137a6c", "#e6c36a", "#f6e3b0"),
    art.lattice,
    "بطاقة الولاء",
    "ليان الزهري",
    "٢٠٤٨ ٧٧",
    rightward=True,
)
PHARMACY = Design(
    "Φαρμακείο Μυρτώνη",
    logo.leaf,
    ("#0f5d7a", "#2aa39a", "#6cc3ae", "#1c8190"),
    art.waves,
    "Κάρτα μέλους",
    "Ήβη Καλλιρρόη",
    "MY-5520",
)
GROCER = Design(
    "Morrowfen Grocers",
    logo.leaf,
    ("#1f5a2e", "#6fae3d", "#f3e27a", "#f7f3d6"),
    art.facets,
    "Fresh from the fen",
    "Orla Tamsin",
    "Member since 2019",
)
BAKERY = Design(
    "Bäckerei Krumbelow",
    logo.sun,
    ("#b5652a", "#e9a54b", "#fff0cf", "#fff7e6"),
    art.sunburst,
    "Brotkarte",
    "Jost Albenau",
    "Karte 118",
)
TOOLS = Design(
    "Brackenhollow Tools",
    logo.bolt,
    ("#22262b", "#4b525a", "#f2a516", "#f7c65a"),
    art.weave,
    "Trade account",
    "D. Quillfeather",
    "TR-0291",
)
KIOSK = Design(
    "Kiosk Pinnetal",
    logo.house,
    ("#d8322f", "#f06a3c", "#ffd24a", "#ffe9a8"),
    art.sunburst,
    "Zehn Kaffee, einer frei",
    "",
    "Treuekarte",
)
GYM = Design(
    "KETTLEMOOR",
    logo.mountain,
    ("#15151b", "#2f2a55", "#7d5cff", "#ff5c8a"),
    art.glow,
    "Climb · Lift · Swim",
    "Ines Hallorand",
    "Level 3",
)
PARCEL = Design(
    "Papilo Pako",
    logo.wheel,
    ("#4b1d78", "#8b3fc0", "#f4b6ff", "#ffd66b"),
    art.waves,
    "Pakaĵkarto",
    "Ŝelma Ĉirkaŭ",
    "Loko 14",
)
ARCHIVE = Design(
    "Bücherei Quittenhof",
    logo.book,
    ("#6a4a1c", "#b98a2d", "#f3dfa4", "#fbeecb"),
    art.dots,
    "Leseausweis",
    "Frieda Möwenthal",
    "gültig bis 12/2027",
    face="serif",
)
WASH = Design(
    "Sudsmarine",
    logo.drop,
    ("#0646a8", "#16a7e0", "#9fe7ff", "#ffffff"),
    art.waves,
    "Car wash · ten for eight",
    "",
    "Prepaid",
)
FRUIT = Design(
    "Pomarela",
    logo.flower,
    ("#c43a1c", "#f0902e", "#ffe08a", "#fff3cf"),
    art.rings,
    "Frutta e verdura",
    "BUONO SCONTO",
    "20% sulla prossima spesa",
)
DAIRY = Design(
    "Wolkenweide",
    logo.moon,
    ("#2b5fa0", "#7fb6e6", "#ffffff", "#fdf6dc"),
    art.waves,
    "Käse am Markt",
    "GUTSCHEIN",
    "Ein Laib für zwei",
)
TRAIN = Design(
    "Linnbahn",
    logo.wheel,
    ("#7a1430", "#c4313f", "#ffb4a2", "#ffe0c2"),
    art.weave,
    "Die Bahn durchs Linntal",
)
FERRY = Design(
    "Aurivento",
    logo.fish,
    ("#08405e", "#0f8a9d", "#a8e6df", "#ffe3a3"),
    art.waves,
    "Traghetti delle isole",
)
EYES = Design(
    "Vitalume Optik",
    logo.sun,
    ("#27304f", "#4a5b9c", "#7f8fd8", "#d98f6c"),
    art.glow,
    "Brillenpass",
    "Tilda Grünspan",
    "VL 20 417",
)
GIFT = Design(
    "Fenwhistle",
    logo.star,
    ("#6b1e3c", "#b83a5e", "#f3a5b5", "#ffd9a8"),
    art.lattice,
    "Books · Records · Oddities",
    face="serif",
)
TEA = Design(
    "차마루 다원",
    logo.leaf,
    ("#33512f", "#7d9a4f", "#dfe8b8", "#f5f0d8"),
    art.contours,
    "찻집 스탬프 카드",
    "윤새벽",
    "No. 0612",
)
BIKE = Design(
    "Velorelay", logo.wheel, ("#e0532b", "#f59a32", "#ffe0a6", "#ffffff"), art.dots, "Bike share"
)
MAGAZINE = Design(
    "SOLVENTE", logo.moon, ("#e3982a", "#d4482f", "#ffd98a", "#a92f2a"), art.sunburst, face="serif"
)
NOVEL = Design(
    "Die Stille der Fähren",
    logo.fish,
    ("#12343b", "#2d6a6f", "#8fc1b5", "#f4d8a8"),
    art.contours,
    "Roman · Runa Teichgräber",
    face="serif",
)
CINEMA = Design(
    "Kino Lampyris",
    logo.star,
    ("#0d0b1f", "#3a1d63", "#d14fa0", "#ffb35c"),
    art.glow,
    "Freundeskreis",
    "Milo Abendroth",
    "2 × Parkett",
)
MUSEUM = Design(
    "Muzeum Wierzbna",
    logo.house,
    ("#2c2c54", "#5a5aa0", "#c5c5f0", "#f0d9b5"),
    art.facets,
    "Karta przyjaciół muzeum",
    "Żaneta Świerczyk",
    "ważna do 2027",
)
SWIM = Design(
    "Sundhöll Hraunsel",
    logo.fish,
    ("#045a7a", "#23b0c9", "#c8f4f2", "#ffffff"),
    art.rings,
    "Árskort",
    "Þórdís Æsudóttir",
    "10 skipti",
)
GARDEN = Design(
    "Jardín Almoravela",
    logo.flower,
    ("#6f2a6b", "#c05a94", "#e58fae", "#a8437c"),
    art.waves,
    "Vivero y jardín",
    "Íñigo Zubelarre",
    "Socio 771",
    face="serif",
)
TOYS = Design(
    "Hračkárna Ťuhýk",
    logo.sun,
    ("#1769aa", "#38b6c9", "#ffe66d", "#ff6b6b"),
    art.facets,
    "Klubová karta",
    "Žofie Dvořáčková",
    "Klub 88",
)
CLIMB = Design(
    "Tindelås",
    logo.mountain,
    ("#203a43", "#4b8a8b", "#e4efe7", "#ffcf8a"),
    art.contours,
    "Turkort",
    "Åse Bjørkenes",
    "2026",
)
