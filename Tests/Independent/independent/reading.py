"""Reading a whole vault."""

from dataclasses import dataclass, field
from pathlib import Path

import vault_pb2

from . import envelope, payloads
from .bundles import open_bundle
from .folder import Found, files_of
from .joins import Whole, merge_cards
from .keys import Root
from .merge import Merged
from .refusal import DAMAGED, NEWER_FORMAT, NOT_SEALED, WRONG_KEY, Refusal
from .writers import Writers


@dataclass
class Vault:
    """What was read; files are named by their paths inside of the vault."""

    root: Root
    vault_id: bytes = b""
    finished: bool = False
    ended: set[bytes] = field(default_factory=set)
    key_changed: bool = False
    earlier: list[Root] = field(default_factory=list)
    united: list[Root] = field(default_factory=list)
    segments: dict[bytes, vault_pb2.Segment] = field(default_factory=dict)
    sources: dict[bytes, bytes] = field(default_factory=dict)
    purged: dict[bytes, bytes] = field(default_factory=dict)
    newest_purged: dict[bytes, bytes] | None = None
    photos: dict[bytes, vault_pb2.Photo] = field(default_factory=dict)
    damaged: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    newer: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    wrong_key: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)

    @property
    def roots(self) -> list[Root]:
        return self.earlier + self.united + [self.root]

    def wholes(self) -> dict[bytes, Whole]:
        """The cards by the ids that they are shown under, joined ones as one."""
        return merge_cards(Writers(self.segments).revisions())

    def merged(self) -> dict[bytes, Merged]:
        return {card: whole.merged for card, whole in self.wholes().items()}

    def note(self, name: str, refusal: Refusal) -> None:
        lists = {
            NOT_SEALED: self.foreign, WRONG_KEY: self.wrong_key, DAMAGED: self.damaged,
        }
        lists.get(refusal.verdict, self.newer).append(name)


def read_vault(folder: Path, root: Root, bundles: list[Path] = ()) -> Vault:
    vault = Vault(root)
    files = files_of(folder)
    _open_vault_files(vault, files)
    # What packs under earlier keys say is held against all else.
    for file in sorted(files, key=lambda file: _is_older_pack(vault, file)):
        if file.key_id in vault.ended:
            vault.late.append(file.name)
        else:
            _take(vault, file)
    vault.late.sort()
    for path in bundles:
        _take_bundle(vault, Found(path.name, path.read_bytes()))
    for identity, payload in vault.purged.items():
        if identity not in vault.segments:
            vault.segments[identity] = payloads.parse_segment(payload)
            vault.sources[identity] = payload
    return vault


def _is_older_pack(vault: Vault, file: Found) -> bool:
    return file.is_sealed and file.kind == envelope.PACK and file.key_id != vault.root.key_id


def _open_vault_files(vault: Vault, files: list[Found]) -> None:
    """Finds the vault files of the epoch at hand, and with them the earlier roots."""
    opened = []
    candidates = [file for file in files if file.is_sealed and file.kind == envelope.VAULT]
    for file in candidates:
        if file.key_id != vault.root.key_id:
            continue
        try:
            payload = envelope.unseal(file.content, [vault.root], envelope.VAULT).payload
            opened.append(payloads.parse_vault_file(payload, vault.root))
        except Refusal:
            pass  # named below, with the rest
    if not opened:
        raise Refusal(WRONG_KEY if candidates else NOT_SEALED, "no vault file opens with this key")
    vault.vault_id = opened[0].vault_id
    vault.earlier, vault.united = opened[0].earlier, opened[0].united
    known = {root.key_id for root in vault.roots}
    vault.key_changed = any(file.epoch > 0 and file.key_id not in known for file in candidates)
    vault.finished = any(file.finished for file in opened)
    if vault.finished:
        vault.ended = {root.key_id for root in vault.earlier + vault.united}
    else:
        vault.ended = set().union(*(_ended_by(file, vault) for file in candidates))


def _ended_by(file: Found, vault: Vault) -> set[bytes]:
    """The keys that a vault file of an earlier epoch says are finished."""
    root = next((root for root in vault.earlier + vault.united if root.key_id == file.key_id), None)
    if root is None:
        return set()
    try:
        read = payloads.parse_vault_file(envelope.unseal(file.content, [root], envelope.VAULT).payload, root)
    except Refusal:
        return set()
    if not read.finished or read.vault_id != vault.vault_id:
        return set()
    listed = {past.key_id for past in read.earlier + read.united}
    return {past.key_id for past in vault.earlier + vault.united if past.epoch < root.epoch} & listed


def _take_bundle(vault: Vault, file: Found) -> None:
    try:
        _take_pack(vault, file, open_bundle(file.content, vault.roots).pack)
    except Refusal as refusal:
        vault.note(file.name, refusal)


def _take(vault: Vault, file: Found) -> None:
    if not file.is_sealed:
        (vault.damaged if file.claims_to_be_ours else vault.foreign).append(file.name)
        return
    try:
        opened = envelope.unseal(file.content, vault.roots)
        _take_payload(vault, file, opened)
    except Refusal as refusal:
        vault.note(file.name, refusal)


def _take_payload(vault: Vault, file: Found, opened: envelope.Opened) -> None:
    own_identity = envelope.file_hash(file.content)
    if opened.kind == envelope.VAULT:
        root = next(root for root in vault.roots if root.key_id == file.key_id)
        payloads.parse_vault_file(opened.payload, root)
    elif opened.kind == envelope.SEGMENT:
        _take_segment(vault, own_identity, opened.payload)
    elif opened.kind == envelope.PACK:
        _take_pack(vault, file, payloads.parse_pack(opened.payload))
    elif opened.kind == envelope.PHOTO:
        photo = payloads.parse_photo(opened.payload)
        vault.photos[photo.identity or own_identity] = photo
    else:
        vault.other.append(file.name)


def _take_pack(vault: Vault, file: Found, pack: vault_pb2.Pack) -> None:
    is_older = _is_older_pack(vault, file)
    if is_older and vault.newest_purged is None:
        vault.newest_purged = dict(vault.purged)
    for entry in pack.segments:
        try:
            _take_entry(vault, entry, is_older)
        except Refusal as refusal:
            vault.note(f"{file.name}#{entry.identity.hex()}", refusal)
    for photo in pack.photos:
        vault.photos[photo.identity] = photo


def _take_entry(vault: Vault, entry: vault_pb2.PackedSegment, is_older: bool) -> None:
    if entry.identity in vault.segments and is_older:
        return
    if entry.purged:
        payloads.parse_segment(entry.payload)
        known = vault.purged.get(entry.identity)
        vault.purged[entry.identity] = payloads.combined(known, entry.payload) if known else entry.payload
    elif not is_older or payloads.is_purged(vault.newest_purged.get(entry.identity), entry.payload):
        _take_segment(vault, entry.identity, entry.payload)


def _take_segment(vault: Vault, identity: bytes, payload: bytes) -> None:
    vault.segments[identity] = payloads.parse_segment(payload)
    vault.sources[identity] = payload
