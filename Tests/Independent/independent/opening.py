"""Opening a vault's folder: which vault it is, and under which key (Format.md, sections 4 and 8)."""

from collections import defaultdict
from dataclasses import dataclass

from . import envelope, headers
from .envelope import NOTICE, VAULT
from .folder import Found
from .headers import SAME, Header
from .keys import Root
from .one_key import Choice, choose
from .refusal import DAMAGED, NOT_SEALED, SEVERAL_VAULTS, WRONG_KEY, Refusal


@dataclass
class Opening:
    vault_id: bytes
    root: Root
    choice: Choice


def open_folder(files: list[Found], key_files: list[Root], retired: list[Root]) -> Opening:
    """There is no state here: a folder with headers of several vaults is not opened."""
    roots, sealed = [*key_files, *retired], [file for file in files if file.is_sealed]
    found, refused = _headers([f for f in sealed if f.kind == VAULT and f.is_in_own_folder], roots)
    replaced = {key: _replaced(of_key, roots) for key, of_key in found.items()}
    ids = ({root.key_id for root in key_files}, {root.key_id for root in retired})
    choice = choose(replaced, *ids, None, _named(sealed, roots))
    if choice.opens is None:
        raise refused or Refusal(WRONG_KEY if any(f.kind == VAULT for f in sealed) else NOT_SEALED, "no header opens")
    counted = ids[0] if choice.current else ids[1]
    vaults = {header.vault_id for key in counted & found.keys() for header in found[key]}
    if len(vaults) > 1:
        raise Refusal(SEVERAL_VAULTS, f"the folder holds several vaults: {', '.join(sorted(v.hex() for v in vaults))}")
    return Opening(vaults.pop(), next(root for root in roots if root.key_id == choice.opens), choice)


def _headers(candidates: list[Found], roots: list[Root]) -> tuple[dict[bytes, list[Header]], Refusal | None]:
    """The headers by the ids of the keys that prove them, and why one is not read."""
    found, refused = defaultdict(list), None
    for file in candidates:
        try:
            root = envelope.prove(file.content, roots)
        except Refusal:
            continue
        try:
            found[root.key_id].append(headers.parse_header(envelope.unseal(file.content, [root], VAULT).payload))
        except Refusal as refusal:
            refused = refusal
    same = {key: of_key for key, of_key in found.items() if len({h.encoded()[:SAME] for h in of_key}) == 1}
    if same.keys() != found.keys():
        refused = Refusal(DAMAGED, "the headers under one key differ")
    return same, refused


def _replaced(of_key: list[Header], roots: list[Root]) -> set[bytes]:
    """The keys that prove a notice of these headers, which do not vouch for the contents."""
    found = set()
    for file in (file for header in of_key for file in header.notices):
        try:
            root = envelope.prove(file, roots)
        except Refusal:
            continue
        if (file[7], file[8]) == (envelope.VERSION, NOTICE):
            found.add(root.key_id)
    return found


def _named(files: list[Found], roots: list[Root]) -> set[tuple[bytes, bytes]]:
    """For each notice in the folder the key that seals it and the key that it names."""
    found = set()
    for file in files:
        try:
            payload = envelope.unseal(file.content, roots, NOTICE).payload
            found.add((file.key_id, headers.parse_notice(payload, file.key_id).key))
        except Refusal:
            pass
    return found
