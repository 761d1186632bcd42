"""Cases of what is shown of a value (Format.md, section 6, Fields). What is expected was thought out by hand."""

import vault_pb2

from independent import forms
from independent.cards import code_value, moment, thousandths
from independent.payloads import encoded

from .collected import laid_out
from .payload_vectors import HASH, UNKNOWN

EAN_13 = {"symbology": 11, "bytes": b"5901234123457".hex(), "text": "5901234123457"}


def cases() -> dict[str, dict]:
    found = {
        "text": case("Text: what is no UTF-8 shows as U+FFFD, one for each maximal subpart.", (1, 3, 4, 5, 16), _text()),
        "code": case("Codes: what is none is not shown, and an add-on of other than 2 or 5 digits is not.", (2,), _codes()),
        "date": case("Dates: exactly YYYY-MM-DD, a day of the calendar.", (6, 7), _dates()),
        "truth": case("A truth is true for the byte 1 alone.", (8, 11, 12), [(b"\1", True), (b"\0", False), (b"", False), (b"\2", False), (b"\1\1", False), (b"\0\1", False)]),
        "moment": case("Moments, in milliseconds since 1970: exactly 8 bytes.", (9, 17, 18), [(moment(n), n) for n in (0, -1, 1_767_225_600_000, (1 << 63) - 1, -(1 << 63))] + [(b"", None), (moment(0)[:7], None), (moment(0) + b"\0", None)]),
        "balance": case("Balances: fewer than 8 bytes count as 0 without a unit.", (10,), _balances()),
        "colour": case("Colours: exactly 3 bytes.", (13,), [(b"\x10\x20\x30", "102030"), (b"", None), (b"\x10\x20", None), (b"\x10\x20\x30\x40", None)]),
        "kind": case("Kinds: anything that is none, or no value, is 1.", (14,), [*((bytes([n]), n) for n in range(1, 9)), (None, 1), (b"", 1), (b"\0", 1), (b"\x09", 1), (b"\2\2", 1), (b"\xff", 1)]),
        "review": case("Reviews: no value is 3, anything that is none is 2.", (15,), [*((bytes([n]), n) for n in range(1, 4)), (None, 3), (b"", 2), (b"\0", 2), (b"\4", 2), (b"\3\3", 2), (b"\xff", 2)]),
        "photo": case("References to photos: exactly 32 bytes, and any side.", (19,), _photos()),
    }
    for name, wanted in found.items():
        got = decided(wanted)
        assert got == wanted["values"], (name, got)
    return found


def case(comment: str, fields: tuple, values: list[tuple]) -> dict:
    rows = [{"value": None if value is None else value.hex(), "shown": shown} for value, shown in values]
    return {"comment": comment, "fields": list(fields), "values": rows}


def decided(case: dict) -> list[dict]:
    """What this reader shows, of every field of the case."""
    rows = []
    for row in case["values"]:
        value = None if row["value"] is None else bytes.fromhex(row["value"])
        shown = [forms.FORMS[field](value) for field in case["fields"]]
        assert all(one == shown[0] for one in shown)
        rows.append({"value": row["value"], "shown": shown[0]})
    return rows


def text(case: dict) -> str:
    return laid_out(case, "values")


def _text() -> list[tuple]:
    return [
        ("Café".encode(), "Café"), (b"", ""), (b"a\0b", "a\0b"), ("\ufeffa".encode(), "\ufeffa"), ("Cafe\u0301".encode(), "Cafe\u0301"),
        (b"a\x80b", "a\ufffdb"), (b"a\xc3", "a\ufffd"), (b"\xff\xfe", "\ufffd\ufffd"), (b"\xe2\x82", "\ufffd"), (b"\xe2\x82x", "\ufffdx"),
        (b"\xf0\x9f\x92", "\ufffd"), (b"\xc0\xaf", "\ufffd\ufffd"), (b"\xe0\x80\xaf", "\ufffd\ufffd\ufffd"),
        (b"\xed\xa0\x80", "\ufffd\ufffd\ufffd"), (b"\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd"), (b"\xf0\x9f\x92\xc3\xa9", "\ufffdé"),
    ]


def _codes() -> list[tuple]:
    def with_add_on(add_on: str) -> bytes:
        return code_value({**EAN_13, "addOn": add_on})

    def of_symbology(number: int) -> bytes:
        return code_value({**EAN_13, "symbology": number})

    return [
        (code_value(EAN_13), EAN_13), (code_value(EAN_13) + UNKNOWN, EAN_13),
        *((with_add_on(digits), {**EAN_13, "addOn": digits}) for digits in ("05", "52495")),
        *((with_add_on(other), EAN_13) for other in ("", "5", "052", "0524", "052495", "5x", "5 ", "٠٥")),
        *((of_symbology(n), {**EAN_13, "symbology": n}) for n in (1, 27)), *((of_symbology(n), None) for n in (0, 28, 255)),
        (b"", None), (b"no code of ours", None), (code_value(EAN_13)[:-1], None),
        (b"\x08\x0b\x12\x01x\x1a\x01\xff", None), (b"\x08\x0b\x12\x02\xff\xfe", {"symbology": 11, "bytes": "fffe", "text": ""}),
    ]


def _dates() -> list[tuple]:
    good = ["2026-12-31", "0001-01-01", "9999-12-31", "2024-02-29", "2000-02-29", "1582-10-10"]
    other = [
        "", "2026-02-30", "2025-02-29", "1900-02-29", "0000-01-01", "2026-13-01", "2026-00-01", "2026-01-00", "2026-1-1", "26-01-01",
        "20260101", "2026-W01-1", "2026/01/01", "2026-01-01T", "2026-01-01 ", " 2026-01-01", "+026-01-01", "-001-01-01", "10000-01-01",
    ]
    return [(day.encode(), day) for day in good] + [(day.encode(), None) for day in other]


def _balances() -> list[tuple]:
    def shown(number: int, unit: str = "") -> dict:
        return {"thousandths": number, "unit": unit}

    return [
        (thousandths(37_500) + b"EUR", shown(37_500, "EUR")), (thousandths(-1), shown(-1)), (thousandths((1 << 63) - 1), shown((1 << 63) - 1)),
        (thousandths(5) + "☕".encode(), shown(5, "☕")), (thousandths(5) + b"\xff", shown(5, "\ufffd")), (b"", shown(0)), (thousandths(5)[:7], shown(0)),
    ]


def _photos() -> list[tuple]:
    def reference(photo: bytes, side: int) -> bytes:
        return encoded(vault_pb2.PhotoReference(photo=photo, side=side))

    return [
        *((reference(HASH, side), {"photo": HASH.hex(), "side": side}) for side in (0, 1, 3, 4, 200)),
        (reference(HASH[:31], 1), None), (reference(HASH + b"\0", 1), None), (reference(b"", 1), None), (b"", None), (b"no reference", None),
    ]
