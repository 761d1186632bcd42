"""Writing vaults: devices that save, packs, and rotation."""

from dataclasses import dataclass
from pathlib import Path

import vault_pb2

from . import envelope, headers
from .folder import PLACES
from .headers import Carried, Header
from .keys import Root
from .merge import Change
from .payloads import EDIT, REMOVE, encoded, identity_of
from .randomness import Randomness
from .writers import Writers


HIGHEST_EPOCH = (1 << 32) - 1


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

    def write(self) -> None:
        self.path.write_bytes(self.content)
        self.path.chmod(0o600)


class VaultWriter:
    """A new vault in an empty folder; `now` are milliseconds since 1970 and only ever grow."""

    def __init__(self, folder: Path, random: Randomness, now: int):
        self.folder = folder
        self.random = random
        self.now = now
        self.first_root = self.root = Root(0, random.bytes(32))
        self.carried: list[Carried] = []
        self.siblings: list[Root] = []
        self.elsewhere: set[bytes] = set()  # segments under siblings, which nobody here can read
        self.segments: dict[bytes, vault_pb2.Segment] = {}
        self.claimed: set[bytes] = set()
        self.photos: dict[bytes, vault_pb2.Photo] = {}
        self.free: list[tuple[int, bytes]] = []
        self.files: dict[bytes, Written] = {}  # by the files' hashes
        self.first: dict[bytes, Written] = {}  # the first file of each segment and photo, by identity
        for name in ("", "notices", "segments", "packs", "photos", "other"):
            (folder / name).mkdir(mode=0o700, exist_ok=True)
        self.write_header()

    def device(self) -> Device:
        return Device(self.random.number())

    def put(self, kind: int, payload: bytes, root: Root | None = None) -> bytes:
        """Seals a payload into its own file and returns the file's hash."""
        root = root or self.root
        content = envelope.seal(payload, root, kind, self.random.bytes(24))
        hash = envelope.file_hash(content)
        folder, ending = PLACES[kind]
        written = Written(self.folder / folder / f"{hash.hex()}.{ending}", root, kind, content)
        self.files[hash] = written
        written.write()
        return hash

    def put_first(self, kind: int, payload: bytes, content: bytes, root: Root | None = None) -> bytes:
        """The first file of a segment or photo, and what its identity is the hash of; returns the identity."""
        identity = identity_of(content)
        self.first[identity] = self.files[self.put(kind, payload, root)]
        return identity

    def write_again(self, identity: bytes) -> None:
        """Puts the first file of a segment or photo, which may have been removed, in its place."""
        self.first[identity].write()

    def write_header(self) -> None:
        header = Header(self.first_root.key_id, self.now, tuple(self.carried))
        self.put(envelope.VAULT, header.encoded())

    def everything(self) -> set[bytes]:
        return set(self.segments) - self.elsewhere

    def save(
        self, device: Device, cards: dict[bytes, list[Change] | None], saw: set[bytes] | None = None,
        root: Root | None = None,
    ) -> bytes:
        """One segment: changes for cards, `None` to remove one; `saw` are identities, all by default.

        A device that does not know of a new key saves under an old `root`: its authorship is only claimed.
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
        self.segments[identity] = segment
        if root in [carried.root for carried in self.carried]:
            self.claimed.add(identity)
        device.sequence, device.last, device.last_cards = segment.sequence, identity, tuple(cards)
        return identity

    def pack(self, device: Device, identities: list[bytes], replaces: bool = False) -> bytes:
        pack = vault_pb2.Pack(device=device.number, created=self.now)
        for identity in sorted(identities):
            pack.segments.add(payload=encoded(self.segments[identity]), claimed=identity in self.claimed)
            if replaces:
                pack.replaces.append(envelope.file_hash(self.first[identity].content))
        return self.put(envelope.PACK, encoded(pack))

    def add_photo(self, media_type: str, content: bytes) -> bytes:
        photo = vault_pb2.Photo(media_type=media_type, content=content)
        identity = self.put_first(envelope.PHOTO, encoded(photo), content)
        self.photos[identity] = photo
        return identity

    def add_free(self, kind: int, payload: bytes) -> bytes:
        """A file of a kind that no program knows yet."""
        self.free.append((kind, payload))
        return self.put(kind, payload)

    def remove_files(self, identities: list[bytes]) -> None:
        for identity in identities:
            self.first[identity].path.unlink()

    def rotate(self, device: Device) -> None:
        """A new key that carries all others: everything resealed, then the header, then a notice under each."""
        self.carried = self.carried + [Carried(root) for root in [self.root, *self.siblings]]
        self.siblings, self.elsewhere = [], set()
        self._seal_anew(device, list(self.segments))

    def _seal_anew(self, device: Device, identities: list[bytes]) -> None:
        self.root = Root(min(1 + max(key.root.epoch for key in self.carried), HIGHEST_EPOCH), self.random.bytes(32))
        self.now += 1000
        self.pack(device, identities)
        for _, photo in sorted(self.photos.items()):
            self.put(envelope.PHOTO, encoded(photo))
        for kind, payload in self.free:
            self.put(kind, payload)
        self.write_header()
        roots = [key.root for key in self.carried]
        for root in roots:
            self.put(envelope.NOTICE, encoded(headers.notice_of(self.root, roots, self.now)), root)

    def finish(self, device: Device) -> None:
        """Finishes all carried keys: packs what only they have, and removes the files under them, except notices."""
        ended = {key.root for key in self.carried}
        only_there = [identity for identity in self.claimed if self.first[identity].root in ended]
        if only_there:
            self.pack(device, only_there)
        self.carried = [Carried(key.root, finished=True) for key in self.carried]
        self.write_header()
        for written in self.files.values():
            if written.root in ended and written.kind != envelope.NOTICE:
                written.path.unlink(missing_ok=True)

    def rotate_apart(
        self, old: Root, before: set[bytes], device: Device, cards: dict[bytes, list[Change] | None]
    ) -> None:
        """Elsewhere the old key is changed, too, and something is saved: a sibling, which the next key carries."""
        own = (self.carried, self.root)
        place = next(place for place, key in enumerate(self.carried) if key.root == old)
        self.carried = self.carried[:place] + [Carried(old)]
        self._seal_anew(device, sorted(before))
        self.elsewhere.add(self.save(device, cards, before))
        self.siblings.append(self.root)
        self.carried, self.root = own
