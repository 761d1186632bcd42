"""Reading a whole vault."""

from dataclasses import dataclass, field
from pathlib import Path

import vault_pb2

from . import copies, envelope, headers, payloads
from .bundles import open_bundle
from .envelope import NOTICE, PACK, PHOTO, SEGMENT, VAULT
from .folder import PLACES, Found, files_of
from .joins import Whole, merge_cards
from .keys import Root
from .keyset import KeySet, Named, is_stopped, shown_keys
from .merge import Merged
from .opening import open_folder
from .payloads import identity_of
from .refusal import NEWER_FORMAT, ROTATED_BEFORE_FINAL, Refusal
from .writers import Writers

PHOTOS = 19


@dataclass
class Vault:
    """What was read; files are named by their paths inside the vault."""

    vault_id: bytes
    keys: KeySet
    roots: list[Root]
    segments: dict[bytes, vault_pb2.Segment] = field(default_factory=dict)
    sources: dict[bytes, bytes] = field(default_factory=dict)
    claimed: set[bytes] = field(default_factory=set)
    photos: dict[bytes, vault_pb2.Photo] = field(default_factory=dict)
    notices: list[Named] = field(default_factory=list)
    free: set[tuple[int, bytes]] = field(default_factory=set)  # kind and payload
    damaged: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    newer: list[str] = field(default_factory=list)
    needs_key: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    misnamed: list[str] = field(default_factory=list)
    newer_under_current: bool = False

    @property
    def current(self) -> Root:
        return next(root for root in self.roots if root.key_id == self.keys.current)

    @property
    def saves(self) -> bool:
        """Whether a device with these keys may save."""
        return not self.newer_under_current and not is_stopped(self.notices, self.keys)

    @property
    def named(self) -> set[bytes]:
        return shown_keys(self.notices, self.keys)

    def wholes(self) -> dict[bytes, Whole]:
        """The cards by the ids under which they are shown, joined ones as one."""
        return merge_cards(Writers(self.segments).revisions())

    def merged(self) -> dict[bytes, Merged]:
        return {card: whole.merged for card, whole in self.wholes().items()}


def read_vault(folder: Path, key_files: list[Root], bundles: list[Path] = ()) -> Vault:
    files = files_of(folder)
    opening = open_folder(files, key_files)
    vault = Vault(opening.vault_id, opening.keys, opening.roots)
    reading = _Reading(vault)
    for file in files:
        reading.take(file)
    for path in bundles:
        reading.take_bundle(Found(path.name, path.read_bytes()))
    reading.finish()
    return vault


class _Reading:
    """Judges files that no held key proves, and what is under finished keys, after reading all others."""

    def __init__(self, vault: Vault):
        self.vault = vault
        self.copies = copies.by_identity()
        self.unproved: list[Found] = []
        self.ended: list[tuple[Found, set[bytes]]] = []
        self.unopened: list[Found] = []
        self.ended_photos: list[tuple[Found, vault_pb2.Photo]] = []

    def take(self, file: Found) -> None:
        vault = self.vault
        try:
            envelope.prove(file.content, vault.roots)
        except Refusal:
            self.unproved.append(file)
            return
        is_notice = file.kind == NOTICE and file.version == envelope.VERSION
        if file.key_id in vault.keys.finished and not is_notice:
            if not self._take_ended(file):
                vault.late.append(file.name)
            return
        if file.version == envelope.VERSION and file.kind not in PLACES:
            vault.foreign.append(file.name)
            return
        try:
            opened = envelope.unseal(file.content, vault.roots)
            is_ours = self._take_payload(file, opened)
        except Refusal as refusal:
            self._note(file.name, refusal, file.key_id)
            return
        if not is_ours:
            vault.foreign.append(file.name)
        elif file.is_misnamed:
            vault.misnamed.append(file.name)

    def take_bundle(self, file: Found) -> None:
        try:
            envelope.prove(file.content, self.vault.roots)
            if file.key_id in self.vault.keys.finished:
                self.vault.late.append(file.name)
                return
            pack = open_bundle(file.content, self.vault.roots).pack
        except Refusal as refusal:
            self._note(file.name, refusal, file.key_id)
            return
        self._take_entries(file, pack)
        for photo in pack.photos:
            self._take_photo(photo)
        for place, contents in (("notices/{}.notice", pack.notices), ("other/{}.sealed", pack.others)):
            for content in contents:
                self.take(Found(place.format(envelope.file_hash(content).hex()), content))

    def _note(self, name: str, refusal: Refusal, key_id: bytes) -> None:
        if refusal.verdict == NEWER_FORMAT:
            self.vault.newer.append(name)
            self.vault.newer_under_current |= key_id == self.vault.keys.current
        else:
            self.vault.damaged.append(name)

    def _take_payload(self, file: Found, opened: envelope.Opened) -> bool:
        """Whether a file of this kind, in this folder, belongs to a vault."""
        vault, is_top = self.vault, file.key_id in self.vault.keys.top
        if opened.kind == VAULT:
            return self._is_own_header(file, opened.payload)
        if opened.kind == NOTICE:
            notice = headers.parse_notice(opened.payload, file.key_id)
            vault.notices.append(Named(file.key_id, notice.key, tuple(notice.carried)))
        elif opened.kind == SEGMENT:
            payloads.parse_segment(opened.payload)
            self.copies[identity_of(opened.payload)].add(opened.payload, is_top)
        elif opened.kind == PACK:
            self._take_entries(file, payloads.parse_pack(opened.payload))
        elif opened.kind == PHOTO:
            self._take_photo(payloads.parse_photo(opened.payload))
        else:
            vault.free.add((opened.kind, opened.payload))
        return True

    def _take_ended(self, file: Found) -> bool:
        """A segment under a finished key may be vouched for, and a photo may be referenced."""
        try:
            payload = envelope.unseal(file.content, self.vault.roots).payload
        except Refusal:
            self.unopened.append(file)
            return True
        try:
            if file.kind == PHOTO:
                self.ended_photos.append((file, payloads.parse_photo(payload)))
                return True
            if file.kind == SEGMENT:
                entries = [payload]
            elif file.kind == PACK:
                entries = [entry.payload for entry in payloads.parse_pack(payload).segments]
            else:
                return False
        except Refusal:
            return False
        for entry in entries:
            try:
                payloads.parse_segment(entry)
            except Refusal:
                continue
            self.copies[identity_of(entry)].add(entry, finished=True)
        self.ended.append((file, {identity_of(entry) for entry in entries}))
        return True

    def _is_own_header(self, file: Found, payload: bytes) -> bool:
        try:
            header = headers.parse_header(payload, next(r for r in self.vault.roots if r.key_id == file.key_id))
        except Refusal as refusal:
            if refusal.verdict == ROTATED_BEFORE_FINAL:  # under a carried key, or the folder would not have been opened
                return False
            raise
        return file.is_in_own_folder and header.vault_id == self.vault.vault_id

    def _take_photo(self, photo: vault_pb2.Photo) -> None:
        self.vault.photos[identity_of(photo.content)] = photo

    def _take_entries(self, file: Found, pack: vault_pb2.Pack) -> None:
        is_top = file.key_id in self.vault.keys.top
        for entry in pack.segments:
            try:
                payloads.parse_segment(entry.payload)
            except Refusal as refusal:
                self._note(f"{file.name}#{identity_of(entry.payload).hex()}", refusal, file.key_id)
                continue
            self.copies[identity_of(entry.payload)].add(entry.payload, is_top, claimed=entry.claimed)

    def finish(self) -> None:
        vault, choice = self.vault, copies.choose(self.copies)
        vault.sources, vault.claimed = choice.payloads, choice.claimed
        vault.segments = {identity: payloads.parse_segment(data) for identity, data in vault.sources.items()}
        for file, identities in self.ended:
            if not identities <= set(vault.segments):
                vault.late.append(file.name)
            elif file.is_misnamed:
                vault.misnamed.append(file.name)
        self._finish_photos()
        for file in self.unopened:
            (vault.damaged if _is_altered(file) else vault.late).append(file.name)
        named = {notice.key for notice in vault.notices if notice.key not in vault.keys.held}
        for file in self.unproved:
            if _is_altered(file):
                vault.damaged.append(file.name)
            elif file.is_sealed and file.key_id in named:
                vault.needs_key.append(file.name)
            else:
                vault.foreign.append(file.name)

    def _finish_photos(self) -> None:
        vault = self.vault
        unclaimed = [segment for identity, segment in vault.segments.items() if identity not in vault.claimed]
        referred = {photo for segment in unclaimed for photo in _photos_of(segment)}
        for file, photo in self.ended_photos:
            identity = identity_of(photo.content)
            if identity not in referred and identity not in vault.photos:
                vault.late.append(file.name)
                continue
            vault.photos.setdefault(identity, photo)
            if file.is_misnamed:
                vault.misnamed.append(file.name)


def _is_altered(file: Found) -> bool:
    """Whether its name is a hash that its content does not have."""
    return file.named_hash is not None and file.named_hash != file.hash


def _photos_of(segment: vault_pb2.Segment) -> set[bytes]:
    """The identities that its photo references name."""
    revisions = [payloads.parse_revision(data) for data in segment.revisions]
    values = (c.value for revision in revisions for c in revision.changes if c.field == PHOTOS)
    references = (payloads.parse_photo_reference(value) for value in values)
    return {reference.photo for reference in references if reference}
