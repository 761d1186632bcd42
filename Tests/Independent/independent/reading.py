"""Reading a whole vault."""

from dataclasses import dataclass, field
from pathlib import Path

import vault_pb2

from . import envelope, headers, payloads
from .bundles import open_bundle
from .envelope import NOTICE, PACK, PHOTO, SEGMENT, VAULT
from .folder import PLACES, Found, files_of
from .joins import Whole, merge_cards
from .keys import Root
from .merge import Merged
from .one_key import Choice
from .opening import open_folder
from .payloads import identity_of
from .refusal import NEWER_FORMAT, Refusal
from .writers import Writers


@dataclass
class Vault:
    """What was read; files are named by their paths inside the vault."""

    vault_id: bytes
    root: Root  # the only key under which files count
    choice: Choice
    segments: dict[bytes, vault_pb2.Segment] = field(default_factory=dict)
    photos: dict[bytes, vault_pb2.Photo] = field(default_factory=dict)
    free: set[tuple[int, bytes]] = field(default_factory=set)  # kind and payload
    damaged: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    retired: list[str] = field(default_factory=list)
    newer: list[str] = field(default_factory=list)
    misnamed: list[str] = field(default_factory=list)

    @property
    def saves(self) -> bool:
        """Whether a device with these keys may save."""
        return self.choice.saves and not self.newer

    @property
    def named(self) -> frozenset[bytes]:
        return self.choice.named

    def wholes(self) -> dict[bytes, Whole]:
        """The cards by the ids under which they are shown, joined ones as one."""
        return merge_cards(Writers(self.segments).revisions())

    def merged(self) -> dict[bytes, Merged]:
        return {card: whole.merged for card, whole in self.wholes().items()}


def read_vault(folder: Path, key_files: list[Root], retired: list[Root] = (), bundles: list[Path] = ()) -> Vault:
    files = files_of(folder)
    opening = open_folder(files, key_files, list(retired))
    vault = Vault(opening.vault_id, opening.root, opening.choice)
    reading = _Reading(vault, {root.key_id for root in retired})
    for file in files:
        reading.take(file)
    for path in bundles:
        reading.take_bundle(Found(path.name, path.read_bytes()))
    return vault


class _Reading:
    """Sorts files into the classes of section 1."""

    def __init__(self, vault: Vault, retired: set[bytes]):
        self.vault = vault
        self.retired = retired

    def take(self, file: Found) -> None:
        vault = self.vault
        try:
            envelope.prove(file.content, [vault.root])
        except Refusal:
            self._take_unproved(file)
            return
        try:
            is_ours = file.version != envelope.VERSION or file.kind in PLACES
            is_ours = is_ours and self._take_payload(file, envelope.unseal(file.content, [vault.root]))
        except Refusal as refusal:
            self._note(file.name, refusal)
            return
        if not is_ours:
            vault.foreign.append(file.name)
        elif file.is_misnamed:
            vault.misnamed.append(file.name)

    def take_bundle(self, file: Found) -> None:
        try:
            pack = open_bundle(file.content, [self.vault.root]).pack
        except Refusal as refusal:
            self._note(file.name, refusal)
            return
        self._take_entries(file, pack)
        for photo in pack.photos:
            self._take_photo(photo)
        for content in pack.others:
            self.take(Found(f"other/{envelope.file_hash(content).hex()}.sealed", content))

    def _take_unproved(self, file: Found) -> None:
        if file.named_hash not in (None, file.hash):
            self.vault.damaged.append(file.name)
        elif not (file.is_sealed and file.key_id in self.retired):
            self.vault.foreign.append(file.name)
        elif file.kind not in (VAULT, NOTICE):
            self.vault.retired.append(file.name)

    def _note(self, name: str, refusal: Refusal) -> None:
        (self.vault.newer if refusal.verdict == NEWER_FORMAT else self.vault.damaged).append(name)

    def _take_payload(self, file: Found, opened: envelope.Opened) -> bool:
        """Whether a file of this kind, in this folder, belongs to a vault."""
        if opened.kind == VAULT:
            headers.parse_header(opened.payload)
            return file.is_in_own_folder
        if opened.kind == NOTICE:
            headers.parse_notice(opened.payload, file.key_id)
        elif opened.kind == SEGMENT:
            self._take_segment(opened.payload)
        elif opened.kind == PACK:
            self._take_entries(file, payloads.parse_pack(opened.payload))
        elif opened.kind == PHOTO:
            self._take_photo(payloads.parse_photo(opened.payload))
        else:
            self.vault.free.add((opened.kind, opened.payload))
        return True

    def _take_segment(self, payload: bytes) -> None:
        self.vault.segments[identity_of(payload)] = payloads.parse_segment(payload)

    def _take_photo(self, photo: vault_pb2.Photo) -> None:
        self.vault.photos[identity_of(photo.content)] = photo

    def _take_entries(self, file: Found, pack: vault_pb2.Pack) -> None:
        for entry in pack.segments:
            try:
                self._take_segment(entry)
            except Refusal as refusal:
                self._note(f"{file.name}#{identity_of(entry).hex()}", refusal)
