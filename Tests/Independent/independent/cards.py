"""Converts cards from a JSON file to changes (Format.md, section 6, Fields)."""

import hashlib

import vault_pb2

from .merge import Change
from .payloads import COUNTER, REGISTER, SET, encoded

EAN_13, UPC_A, UPC_E = 11, 13, 14


def code_value(code: dict) -> bytes:
    return encoded(
        vault_pb2.Code(
            symbology=code["symbology"],
            bytes=bytes.fromhex(code["bytes"]),
            text=code.get("text", ""),
            aim_identifier=code.get("aim", ""),
            add_on=code.get("addOn"),
        )
    )


def _ean_13_of_upc_e(digits: bytes) -> bytes:
    """Number system, six digits, check digit (GS1 General Specifications, 5.2.2.4.2)."""
    system, d, check = digits[:1], digits[1:7], digits[7:]
    last = int(d[5:6])
    if last <= 2:
        body = d[:2] + d[5:6] + b"0000" + d[2:5]
    elif last == 3:
        body = d[:3] + b"00000" + d[3:5]
    elif last == 4:
        body = d[:4] + b"00000" + d[4:5]
    else:
        body = d[:5] + b"0000" + d[5:6]
    return b"0" + system + body + check


def canonical_code(code: dict) -> bytes:
    symbology, payload = code["symbology"], bytes.fromhex(code["bytes"])
    if symbology == UPC_A and len(payload) == 12 and payload.isdigit():
        symbology, payload = EAN_13, b"0" + payload
    elif symbology == UPC_E and len(payload) == 8 and payload.isdigit():
        symbology, payload = EAN_13, _ean_13_of_upc_e(payload)
    add_on = b"\0" + code["addOn"].encode() if "addOn" in code else b""
    return bytes([symbology]) + payload + add_on


def canonical_value(value: bytes) -> bytes:
    """The canonical form of a stored code."""
    code = vault_pb2.Code.FromString(value)
    add_on = {"addOn": code.add_on} if code.HasField("add_on") else {}
    return canonical_code({"symbology": code.symbology, "bytes": code.bytes.hex(), **add_on})


def derived_id(card_key: bytes, code: bytes) -> bytes:
    """The id of a card that was imported with one code, in canonical form."""
    return hashlib.blake2b(code, digest_size=16, key=card_key).digest()


def card_id(card: dict, card_key: bytes, random) -> bytes:
    if "id" in card:
        return bytes.fromhex(card["id"])
    if len(card.get("codes", [])) == 1:
        return derived_id(card_key, canonical_code(card["codes"][0]))
    return random.bytes(16)


def card_changes(card: dict) -> list[Change]:
    changes = []
    if "name" in card:
        changes.append(Change(1, REGISTER, 1, card["name"].encode()))
    changes += [Change(2, SET, 2, code_value(code)) for code in card.get("codes", [])]
    changes += [Change(4, SET, 2, tag.encode()) for tag in card.get("tags", [])]
    if "note" in card:
        changes.append(Change(5, REGISTER, 1, card["note"].encode()))
    if "expires" in card:
        changes.append(Change(7, REGISTER, 1, card["expires"].encode()))
    if "balance" in card:
        changes.append(Change(10, COUNTER, 1, thousandths(card["balance"]) + card["currency"].encode()))
    return changes


def thousandths(number: int) -> bytes:
    return number.to_bytes(8, "big", signed=True)


def moment(milliseconds: int) -> bytes:
    """A signed 64-bit number with its first bit flipped, so that bytes sort in the order of time."""
    return (milliseconds + (1 << 63)).to_bytes(8, "big")
