"""How a value is shown, even if it lacks its field's form (Format.md, section 6, Fields)."""

import re
from datetime import date

from . import payloads
from .cards import canonical_value

DATE = re.compile(rb"[0-9]{4}-[0-9]{2}-[0-9]{2}")
ADD_ON = re.compile(r"[0-9]{2}|[0-9]{5}")
SYMBOLOGIES = range(1, 28)
LOYALTY, OTHER = 1, 8
DRAFT, DOUBTFUL, ACCEPTED = 1, 2, 3


def text(value: bytes) -> str:
    return value.decode("utf-8", errors="replace")


def code(value: bytes) -> dict | None:
    found = payloads.parse_code(value)
    if found is None or found.symbology not in SYMBOLOGIES:
        return None
    add_on = {"addOn": found.add_on} if ADD_ON.fullmatch(found.add_on) else {}
    return {"symbology": found.symbology, "bytes": found.bytes.hex(), "text": found.text, **add_on}


def shown_codes(values: list[bytes]) -> list[bytes]:
    """The first of several codes with the same canonical code."""
    found = {}
    for value in values:
        if code(value) is not None:
            found.setdefault(canonical_value(value), value)
    return list(found.values())


def day(value: bytes) -> str | None:
    try:
        return date.fromisoformat(value.decode()).isoformat() if DATE.fullmatch(value) else None
    except ValueError:
        return None


def truth(value: bytes) -> bool:
    return value == b"\1"


def moment(value: bytes) -> int | None:
    """Milliseconds since 1970."""
    return int.from_bytes(value, "big") - (1 << 63) if len(value) == 8 else None


def balance(value: bytes) -> dict:
    if len(value) < 8:
        return {"thousandths": 0, "unit": ""}
    return {"thousandths": int.from_bytes(value[:8], "big", signed=True), "unit": text(value[8:])}


def colour(value: bytes) -> str | None:
    return value.hex() if len(value) == 3 else None


def kind(value: bytes | None) -> int:
    return value[0] if value is not None and len(value) == 1 and LOYALTY <= value[0] <= OTHER else LOYALTY


def review(value: bytes | None) -> int:
    if value is None:
        return ACCEPTED
    return value[0] if len(value) == 1 and DRAFT <= value[0] <= ACCEPTED else DOUBTFUL


def photo(value: bytes) -> dict | None:
    found = payloads.parse_photo_reference(value)
    return {"photo": found.photo.hex(), "side": found.side} if found and len(found.photo) == 32 else None


FORMS = {
    1: text, 2: code, 3: text, 4: text, 5: text, 6: day, 7: day, 8: truth, 9: moment, 10: balance, 11: truth, 12: truth,
    13: colour, 14: kind, 15: review, 16: text, 17: moment, 18: moment, 19: photo,
}
