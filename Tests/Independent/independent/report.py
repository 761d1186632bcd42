"""The output of `read`: a vault as JSON, the same for the same vault, no matter who read it."""

from . import forms, payloads
from .bundles import Bundle
from .merge import Field, Merged
from .payloads import MIN, REGISTER, SET
from .reading import Vault

NAME, CODES, TAGS, NOTE, REVIEW = (1, REGISTER), (2, SET), (4, SET), (5, REGISTER), (15, REGISTER)
# Added to a register's number for its suggestion, of class 5.
SUGGESTIONS = 64


def report(vault: Vault) -> dict:
    cards = vault.merged()
    return {
        "vaultID": vault.vault_id.hex(),
        "key": vault.root.key_id.hex(),
        "fingerprint": vault.root.fingerprint,
        "rivals": _sorted(vault.choice.rivals),
        "named": _sorted(vault.named),
        "saves": vault.saves,
        "cards": [card_report(card, m) for card, m in cards.items() if not m.removed],
        "removed": [card.hex() for card, m in cards.items() if m.removed],
        "segments": len(vault.segments),
        "photos": _sorted(vault.photos),
        "other": [{"kind": kind, "payload": payload.hex()} for kind, payload in sorted(vault.free)],
        "damaged": sorted(vault.damaged),
        "foreign": sorted(vault.foreign),
        "retired": sorted(vault.retired),
        "newer": sorted(vault.newer),
        "misnamed": sorted(vault.misnamed),
    }


def _sorted(ids) -> list[str]:
    return sorted(one.hex() for one in ids)


def bundle_report(bundle: Bundle) -> dict:
    return {
        "cards": [card_report(card, merged) for card, merged in bundle.shown().items()],
        "device": bundle.pack.device,
        "devices": sorted({payloads.parse_segment(data).device for data in bundle.pack.segments}),
        "forOthers": bundle.for_others,
        "others": len(bundle.pack.others),
        "photos": sorted(payloads.identity_of(photo.content).hex() for photo in bundle.pack.photos),
        "segments": len(bundle.pack.segments),
        "source": bundle.pack.source.hex(),
        "vaults": len(bundle.pack.vaults),
    }


def card_report(card: bytes, merged: Merged) -> dict:
    return {
        "id": card.hex(),
        "name": _text(merged, _shown(merged, NAME)),
        "tags": [forms.text(value) for value in _values(merged, TAGS)],
        "codes": [_code(value) for value in forms.shown_codes(_values(merged, CODES))],
        "note": _text(merged, _shown(merged, NOTE)),
        "fields": _fields(merged),
        "conflicts": sum(len(field.conflicts) for field in merged.fields.values()),
    }


def _fields(merged: Merged) -> dict:
    """By number; by number and class if a field has changes of several classes."""
    numbers = [number for number, _ in merged.fields]
    return {
        str(number) if numbers.count(number) == 1 else f"{number}/{merge_class}": {
            "class": merge_class, **field_report(field),
        }
        for (number, merge_class), field in merged.fields.items()
    }


def field_report(field: Field) -> dict:
    return {
        "values": [value.hex() for value in field.values],
        "conflicts": [None if value is None else value.hex() for value in field.conflicts],
    }


def _shown(merged: Merged, register: tuple[int, int]) -> tuple[int, int]:
    """A register, or the suggestion shown in its place."""
    is_decided = register in merged.fields or REVIEW in merged.fields
    return register if is_decided else (register[0] + SUGGESTIONS, MIN)


def _code(value: bytes) -> dict:
    """Without an add-on, which this report has never included."""
    shown = forms.code(value)
    return {name: shown[name] for name in ("symbology", "bytes", "text")}


def _values(merged: Merged, key: tuple[int, int]) -> list[bytes]:
    return merged.fields[key].values if key in merged.fields else []


def _text(merged: Merged, key: tuple[int, int]) -> str | None:
    values = _values(merged, key)
    return forms.text(values[0]) if values else None
