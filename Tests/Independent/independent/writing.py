"""Writing vaults: devices that save, pack, and change the key."""

import copy
from dataclasses import dataclass
from pathlib import Path

import vault_pb2

from . import envelope, headers
from .envelope import VAULT
from .folder import PLACES
from .headers import Header
from .keys import Root
from .merge import Change
from .payloads import EDIT, REMOVE, encoded, identity_of
from .randomness import Randomness
from .writers import Writers


@dataclass
class Device:
    """A device's knowledge of itself."""

    number: int
    sequence: int = 0
    last: bytes = b""
    last_cards: tuple[bytes, ...] = ()

    def clone(self) -> "Device":
        return Device(self.number, self.sequence, self.last, self.last_cards)


@dataclass(frozen=True)
class Written:
    """A written file, and the root under which it is sealed."""

    path: Path
    root: Root
    kind: int
    content: bytes

    @property
    def hash(self) -> bytes:
        return envelope.file_hash(self.content)

    def write(self) -> None:
        self.path.write_bytes(self.content)
        self.path.chmod(0o600)


class VaultWriter:
    """A new vault in an empty folder; `now` are milliseconds since 1970 and only ever grow."""

    def __init__(self, folder: Path, random: Randomness, now: int):
        self.folder = folder
        self.random = random
        self.now = now
        self.root = Root(random.bytes(32))
        self.header = Header(self.root.key_id, now, random.bytes(32), random.bytes(32), random.bytes(16))
        self.old: list[Root] = []  # replaced keys, the first one first
        self.segments: dict[bytes, vault_pb2.Segment] = {}  # under the current key
        self.photos: dict[bytes, vault_pb2.Photo] = {}
        self.free: list[tuple[int, bytes]] = []
        self.files: list[Written] = []  # under the key that was current then
        self.first: dict[bytes, Written] = {}  # the first file of each segment and photo, by identity
        for name in ("", "notices", "segments", "packs", "photos", "other"):
            (folder / name).mkdir(mode=0o700, exist_ok=True)
        self.put(VAULT, self.header.encoded())

    def apart(self) -> "VaultWriter":
        """Another device, which knows what this one knows and goes on by itself in a copy of the folder."""
        other = copy.copy(self)
        for name in ("old", "segments", "photos", "free", "files", "first"):
            setattr(other, name, copy.copy(getattr(self, name)))
        return other

    def device(self) -> Device:
        return Device(self.random.number())

    def put(self, kind: int, payload: bytes, root: Root | None = None) -> Written:
        """Seals a payload into its own file."""
        root = root or self.root
        content = envelope.seal(payload, root, kind, self.random.bytes(24))
        folder, ending = PLACES[kind]
        written = Written(self.folder / folder / f"{envelope.file_hash(content).hex()}.{ending}", root, kind, content)
        written.write()
        if root == self.root:
            self.files.append(written)
        return written

    def put_first(self, kind: int, payload: bytes, content: bytes, root: Root | None = None) -> bytes:
        """The first file of a segment or photo, and what its identity is the hash of; returns the identity."""
        identity = identity_of(content)
        self.first[identity] = self.put(kind, payload, root)
        return identity

    def write_again(self, identity: bytes) -> None:
        """Puts the first file of a segment or photo, which may have been removed, in its place."""
        self.first[identity].write()

    def everything(self) -> set[bytes]:
        return set(self.segments)

    def save(
        self, device: Device, cards: dict[bytes, list[Change] | None], saw: set[bytes] | None = None,
        root: Root | None = None,
    ) -> bytes:
        """One segment: changes for cards, `None` to remove one; `saw` are identities, all by default.

        A device that has not heard of the change saves under an old `root`: the segment is in no list here.
        """
        self.now += 1000
        saw = self.everything() if saw is None else saw
        held = {i: s for i, s in self.segments.items() if i in saw}
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
        payload = encoded(segment)
        identity = self.put_first(envelope.SEGMENT, payload, payload, root)
        if root in (None, self.root):
            self.segments[identity] = segment
        device.sequence, device.last, device.last_cards = segment.sequence, identity, tuple(cards)
        return identity

    def pack(self, device: Device, identities: list[bytes], replaced: list[Written] = ()) -> Written:
        pack = vault_pb2.Pack(device=device.number, created=self.now)
        for identity in sorted(identities):
            pack.segments.append(encoded(self.segments[identity]))
        pack.replaces.extend(sorted(written.hash for written in replaced))
        return self.put(envelope.PACK, encoded(pack))

    def add_photo(self, media_type: str, content: bytes) -> bytes:
        photo = vault_pb2.Photo(media_type=media_type, content=content)
        identity = self.put_first(envelope.PHOTO, encoded(photo), content)
        self.photos[identity] = photo
        return identity

    def add_free(self, kind: int, payload: bytes) -> Written:
        """A file of a kind that no program knows yet."""
        self.free.append((kind, payload))
        return self.put(kind, payload)

    def remove_files(self, identities: list[bytes]) -> None:
        for identity in identities:
            self.first[identity].path.unlink()

    def change(self, device: Device) -> None:
        """A new key: everything sealed anew, the header, the notice; then the old files are removed, but late ones."""
        old, anew = self.root, [written for written in self.files if written.kind != VAULT]
        self.old.append(old)
        self.root = Root(self.random.bytes(32))
        self.now += 1000
        for _, photo in sorted(self.photos.items()):
            self.put(envelope.PHOTO, encoded(photo))
        for kind, payload in self.free:
            self.put(kind, payload)
        self.pack(device, list(self.segments), anew)
        notice = self.put(envelope.NOTICE, encoded(headers.notice_of(self.root, self.now)), old)
        self.header = self.header.after(notice.content)
        self.put(VAULT, self.header.encoded())
        for written in anew:
            written.path.unlink(missing_ok=True)
