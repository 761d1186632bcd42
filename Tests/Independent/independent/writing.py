"""Writing vaults: devices that save, packs, and rotation."""

from dataclasses import dataclass
from pathlib import Path

import vault_pb2

from . import envelope, payloads
from .joins import merge_cards
from .keys import Root
from .merge import Change
from .payloads import EDIT, REMOVE, encoded
from .randomness import Randomness
from .writers import Writers


@dataclass
class Device:
    """What a device knows of itself."""

    number: int
    sequence: int = 0
    last: bytes = b""
    last_cards: tuple[bytes, ...] = ()

    def clone(self) -> "Device":
        return Device(self.number, self.sequence, self.last, self.last_cards)


class VaultWriter:
    """A new vault in an empty folder; `now` are milliseconds since 1970 and only ever grow."""

    def __init__(self, folder: Path, random: Randomness, now: int):
        self.folder = folder
        self.random = random
        self.now = now
        self.root = Root(0, random.bytes(32))
        self.earlier: list[Root] = []
        self.others: list[Root] = []
        self.segments: dict[bytes, vault_pb2.Segment] = {}
        self.photos: dict[bytes, vault_pb2.Photo] = {}
        self.files: dict[bytes, Path] = {}
        for name in ("", "segments", "packs", "photos"):
            (folder / name).mkdir(mode=0o700, exist_ok=True)
        self.write_vault_file(finished=False)

    @property
    def first_root(self) -> Root:
        return (self.earlier + [self.root])[0]

    def device(self) -> Device:
        return Device(self.random.number())

    def put(self, folder: str, ending: str, kind: int, payload: bytes) -> bytes:
        """Seals a payload into a file of its own and hands out the file's hash."""
        content = envelope.seal(payload, self.root, kind, self.random.bytes(24))
        identity = envelope.file_hash(content)
        path = self.folder / folder / f"{identity.hex()}.{ending}"
        path.write_bytes(content)
        path.chmod(0o600)
        self.files[identity] = path
        return identity

    def write_vault_file(self, finished: bool) -> None:
        united = [root for root in self.others if root.epoch < self.root.epoch]
        payload = payloads.VaultFile(self.first_root.key_id, self.now, finished, self.earlier, united)
        self.put("", "vault", envelope.VAULT, payload.encoded())

    def everything(self) -> set[bytes]:
        return set(self.segments)

    def save(
        self, device: Device, cards: dict[bytes, list[Change] | None], saw: set[bytes] | None = None
    ) -> bytes:
        """One segment: changes for cards, `None` to remove one; `saw` are identities, all by default."""
        self.now += 1000
        held = {i: s for i, s in self.segments.items() if saw is None or i in saw}
        highest = max((s.clock for s in held.values()), default=0)
        segment = vault_pb2.Segment(
            device=device.number,
            sequence=device.sequence + 1,
            previous=device.sequence,
            previous_hash=device.last,
            clock=max(highest + 1, self.now << 16),
            wall=self.now,
            previous_cards=device.last_cards[:64],
            previous_card_count=len(device.last_cards),
        )
        for tip, first in Writers(held).tips():
            last = tip.segment.sequence
            segment.seen.add(device=tip.segment.device, first=first, last=last, last_hash=tip.identity)
        for card, changes in cards.items():
            revision = vault_pb2.Revision(card=card, kind=REMOVE if changes is None else EDIT)
            for c in changes or []:
                revision.changes.add(
                    field=c.field, merge_class=c.merge_class, operation=c.operation, value=c.value
                )
            segment.revisions.append(encoded(revision))
        identity = self.put("segments", "segment", envelope.SEGMENT, encoded(segment))
        self.segments[identity] = segment
        device.sequence, device.last, device.last_cards = segment.sequence, identity, tuple(cards)
        return identity

    def pack(self, device: Device, identities: list[bytes], purge: bool = False) -> bytes:
        removed = self.removed_cards() if purge else set()
        pack = vault_pb2.Pack(device=device.number, created=self.now)
        for identity in sorted(identities):
            segment = self.segments[identity]
            kept = _purged(segment, removed)
            pack.segments.add(identity=identity, payload=encoded(kept), purged=kept != segment)
        return self.put("packs", "pack", envelope.PACK, encoded(pack))

    def add_photo(self, media_type: str, content: bytes) -> bytes:
        photo = vault_pb2.Photo(media_type=media_type, content=content)
        identity = self.put("photos", "photo", envelope.PHOTO, encoded(photo))
        self.photos[identity] = photo
        return identity

    def removed_cards(self) -> set[bytes]:
        wholes = merge_cards(Writers(self.segments).revisions()).values()
        return {card for whole in wholes if whole.merged.removed for card in whole.members}

    def remove_files(self, identities: list[bytes]) -> None:
        for identity in identities:
            self.files.pop(identity).unlink()

    def rotate(self, device: Device, finish: bool) -> None:
        """The next epoch: all segments in one pack, then the vault file; old files go when it is finished."""
        old = list(self.files)
        self.earlier = self.earlier + [self.root]
        self.root = Root(self.root.epoch + 1, self.random.bytes(32))
        self.now += 1000
        self.pack(device, list(self.segments), purge=True)
        for identity, photo in sorted(self.photos.items()):
            photo.identity = identity
            self.put("photos", "photo", envelope.PHOTO, encoded(photo))
        self.write_vault_file(finished=False)
        if finish:
            self.write_vault_file(finished=True)
            self.remove_files(old)

    def save_on_another_line(self, device: Device, cards: dict[bytes, list[Change] | None]) -> None:
        """Elsewhere the key is changed at the same time, and something saved: a later rotation unites the lines."""
        own = (self.earlier, self.root)
        self.rotate(device, finish=False)
        self.save(device, cards)
        self.others.append(self.root)
        self.earlier, self.root = own


def _purged(segment: vault_pb2.Segment, removed: set[bytes]) -> vault_pb2.Segment:
    """The segment without the changes of removed cards; joins stay, and edits of nothing but these and class 4."""
    kept = vault_pb2.Segment()
    kept.CopyFrom(segment)
    for index, data in enumerate(segment.revisions):
        revision = payloads.parse_revision(data)
        purged = payloads.purged(revision)
        if revision.card in removed and purged is not None:
            kept.revisions[index] = encoded(purged)
    return kept
