"""Barcode symbols: encoded by zint, described by what ZXing-C++ reads off a clean drawing of them."""

from dataclasses import dataclass, field

import numpy as np
import zint
import zxingcpp

KINDS = {
    "QR Code": "QRCODE",
    "Micro QR Code": "MICROQR",
    "Code 128": "CODE128",
    "GS1-128": "GS1_128",
    "PDF417": "PDF417",
    "Aztec": "AZTEC",
    "Data Matrix": "DATAMATRIX",
    "EAN-13": "EANX",
    "EAN-8": "EANX",
    "UPC-A": "UPCA",
    "UPC-E": "UPCE",
    "Code 39": "CODE39",
    "Code 93": "CODE93",
    "Codabar": "CODABAR",
    "ITF": "C25INTER",
    "GS1 DataBar": "DBAR_OMN",
    "GS1 DataBar Stacked": "DBAR_STK",
    "GS1 DataBar Limited": "DBAR_LTD",
    "GS1 DataBar Expanded": "DBAR_EXP",
    "GS1 DataBar Expanded Stacked": "DBAR_EXPSTK",
}
"""Our names of symbologies, and zint's."""

NAMES = {
    "DataBar Omni": "GS1 DataBar",
    "DataBar Stacked": "GS1 DataBar Stacked",
    "DataBar Limited": "GS1 DataBar Limited",
    "DataBar Expanded": "GS1 DataBar Expanded",
    "DataBar Expanded Stacked": "GS1 DataBar Expanded Stacked",
}
"""ZXing-C++'s names of symbologies where they are not ours."""

OPTIONS = {"QR Code": {"option_1": 2}, "Data Matrix": {"option_3": 100}, "PDF417": {"option_2": 5}}
"""QR at level M, square Data Matrix, PDF417 of five columns, unless a sample says otherwise."""

GUARDS = {
    "EAN-13": [(0, 3), (45, 50), (92, 95)],
    "EAN-8": [(0, 3), (31, 36), (64, 67)],
    "UPC-A": [(0, 10), (45, 50), (85, 95)],
    "UPC-E": [(0, 3), (45, 51)],
}
"""The modules whose bars reach down between the digits (GS1 General Specifications 5.2)."""


@dataclass(frozen=True)
class Symbol:
    """One symbol: its dark modules, how it is drawn, and what a reader must say of it."""

    kind: str
    modules: np.ndarray = field(compare=False)
    facts: dict = field(compare=False)
    caption: str = ""

    @property
    def linear(self) -> bool:
        """Whether the symbol is one row of bars, to be drawn as tall as wished."""
        return self.modules.shape[0] == 1


def symbol(
    kind: str, data: str | bytes, caption: str | None = None, eci: int | None = None, **options: int
) -> Symbol:
    """Encodes `data` as a symbol of `kind`; GS1 data is written with square brackets, bytes go as is."""
    gs1 = isinstance(data, str) and data.startswith("[")
    maker = zint.Symbol()
    maker.symbology = getattr(zint.Symbology, KINDS[kind])
    if isinstance(data, str):
        maker.input_mode = zint.InputMode.GS1 if gs1 else zint.InputMode.UNICODE
    maker.show_text, maker.scale = False, 0.5
    maker.warn_level = zint.WarningLevel.FAIL_ALL
    if eci is not None:
        maker.eci = eci
    for name, value in {**OPTIONS.get(kind, {}), **options}.items():
        setattr(maker, name, value)
    maker.encode(data)
    maker.buffer()
    dark = trimmed(np.array(maker.bitmap)[..., 0] < 128)
    if maker.rows == 1:
        dark = dark[dark.shape[0] // 2][None, :]
    facts = facts_of(dark, kind, eci)
    printed = facts["text"].replace("\x1d", "") if caption is None else caption
    if gs1 and caption is None:
        printed = str(data).replace("[", "(").replace("]", ")")
    return Symbol(kind, dark, facts, printed)


def trimmed(dark: np.ndarray) -> np.ndarray:
    """The part of a bitmap that holds dark modules."""
    rows, columns = np.flatnonzero(dark.any(1)), np.flatnonzero(dark.any(0))
    return dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def facts_of(dark: np.ndarray, kind: str, eci: int | None) -> dict:
    """What a reader must say of the modules `dark`, read off a clean drawing of them."""
    tall = np.repeat(dark, 40, 0) if dark.shape[0] == 1 else dark
    clean = np.pad(np.kron(~tall, np.ones((4, 4))).astype(np.uint8) * 255, 60, constant_values=255)
    plain, stated = (
        found(clean, mode) for mode in (zxingcpp.TextMode.Plain, zxingcpp.TextMode.HexECI)
    )
    facts = {
        "symbology": NAMES.get(str(plain.format), str(plain.format)),
        "text": plain.text,
        "bytes": plain.bytes.hex(),
        "aimIdentifier": plain.symbology_identifier,
        "gs1": plain.content_type == zxingcpp.ContentType.GS1,
    }
    extra = plain.extra or {}
    said = bytes.fromhex(stated.text.replace(" ", ""))[3:]
    if said.startswith(b"\\") and not plain.bytes.startswith(b"\\"):
        facts["eci"] = int(said[1:7])
    if facts.get("eci") != eci:
        raise ValueError(f"{kind}: ECI {facts.get('eci')} read, {eci} written")
    if plain.ec_level:
        facts["errorCorrection"] = plain.ec_level
    if "Version" in extra:
        facts["version"] = extra["Version"]
    return retail(facts, kind, extra) if kind in GUARDS else facts


def retail(facts: dict, kind: str, extra: dict) -> dict:
    """The facts of an EAN or UPC symbol: the digits as printed, the add-on apart."""
    digits = extra.get("UPCE") or facts["text"]
    if add_on := extra.get("EanAddOn"):
        facts["addOn"], digits = add_on, digits.removesuffix(add_on)
    if kind == "UPC-A":
        digits = digits[-12:]
    return {**facts, "symbology": kind, "text": digits, "bytes": digits.encode().hex()}


def found(picture: np.ndarray, mode: zxingcpp.TextMode) -> zxingcpp.Barcode:
    """The one symbol on a clean picture, with its add-on if it has one."""
    codes = zxingcpp.read_barcodes(
        picture, text_mode=mode, ean_add_on_symbol=zxingcpp.EanAddOnSymbol.Read
    )
    return max(codes, key=lambda code: len(code.bytes))


def said(code: zxingcpp.Barcode) -> tuple[str, str]:
    """Symbology and bytes (hex) of a code that was read, in expected.json's terms."""
    data, extra = code.bytes, code.extra or {}
    name = NAMES.get(str(code.format), str(code.format))
    if add_on := extra.get("EanAddOn"):
        data = data.removesuffix(add_on.encode())
    if printed := extra.get("UPCE"):
        data = printed.encode()
    return name, data.hex() + ("+" + add_on if add_on else "")
