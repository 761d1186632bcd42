"""Opening a vault's folder: which vault it is, and which keys are held (Format.md, sections 4 and 8)."""

from collections import defaultdict
from dataclasses import dataclass

from . import envelope, headers
from .envelope import VAULT
from .folder import Found
from .headers import Header
from .keys import Root
from .keyset import KeySet, key_set
from .refusal import NOT_SEALED, ROTATED_BEFORE_FINAL, SEVERAL_VAULTS, WRONG_KEY, Refusal

Headers = dict[bytes, list[Header]]


@dataclass
class Opening:
    vault_id: bytes
    keys: KeySet
    roots: list[Root]  # of held keys


def open_folder(files: list[Found], key_files: list[Root]) -> Opening:
    candidates = [file for file in files if file.is_in_own_folder and file.is_sealed and file.kind == VAULT]
    found, refused = _headers(candidates, key_files)
    keys = _keys(found, key_files)
    earlier = [key_id for key_id, refusal in refused if refusal.verdict == ROTATED_BEFORE_FINAL]
    if any(key_id not in keys.held - keys.top for key_id in earlier):
        raise Refusal(ROTATED_BEFORE_FINAL, "its key was changed before version 1 was final: export from the older program")
    if not found:
        for _, refusal in refused:
            raise refusal
        raise Refusal(WRONG_KEY if candidates else NOT_SEALED, "no header opens with this key")
    vaults = {header.vault_id for key in keys.top for header in found[key]}
    if len(vaults) > 1:
        ids = ", ".join(sorted(vault.hex() for vault in vaults))
        raise Refusal(SEVERAL_VAULTS, f"the folder holds several vaults: {ids}")
    vault_id = vaults.pop()
    found = {key: [h for h in of_key if h.vault_id == vault_id] for key, of_key in found.items()}
    found = {key: of_key for key, of_key in found.items() if of_key}
    keys = _keys(found, key_files)
    roots = {carried.root.key_id: carried.root for key in keys.top for header in found[key] for carried in header.carried}
    roots |= {root.key_id: root for root in key_files if root.key_id in keys.held}
    return Opening(vault_id, keys, [roots[key_id] for key_id in sorted(roots)])


def _headers(candidates: list[Found], key_files: list[Root]) -> tuple[Headers, list[tuple[bytes, Refusal]]]:
    """The headers that the key files prove, by the ids of their keys, and why others are not read."""
    found, refused = defaultdict(list), []
    for file in candidates:
        try:
            root = envelope.prove(file.content, key_files)
        except Refusal:
            continue
        try:
            found[root.key_id].append(headers.parse_header(envelope.unseal(file.content, key_files, VAULT).payload, root))
        except Refusal as refusal:
            refused.append((root.key_id, refusal))
    return dict(found), refused


def _keys(found: Headers, key_files: list[Root]) -> KeySet:
    carries = {}
    for key_id, of_key in found.items():
        marks = carries.setdefault(key_id, {})
        for carried in (carried for header in of_key for carried in header.carried):
            marks[carried.root.key_id] = marks.get(carried.root.key_id, False) or carried.finished
    return key_set(carries, {root.key_id for root in key_files})
