"""Makes files as someone can who has a replaced key, what it opened, and the files of today.

Runs with the independent writer: OLD (a copy of the vault from before the change), its KEY, NOW (the vault's folder
today), the new folder TO, how many files a FLOOD has; with 0, it makes only a header that differs from the vault's own.
"""

import os
import sys
from pathlib import Path

import vault_pb2

from independent import envelope, folder, headers, keys
from independent.envelope import NOTICE, PACK, PHOTO, SEGMENT, VAULT
from independent.folder import PLACES
from independent.headers import Header
from independent.keys import Root
from independent.payloads import EDIT, REGISTER, REMOVE, SET, encoded, identity_of

FORGED = "Faelschung"
LATER = 1_900_000_000_000  # milliseconds since 1970


class Forger:
    def __init__(self, old: Path, key: Path, now: Path, to: Path):
        self.root, self.to = keys.parse_key_file(key.read_bytes()), to
        self.now = folder.files_of(now)
        self.header = None
        self.segments: dict[bytes, vault_pb2.Segment] = {}
        for file in folder.files_of(old):
            opened = envelope.unseal(file.content, [self.root])
            if opened.kind == VAULT:
                self.header = headers.parse_header(opened.payload)
            for payload in self.payloads(opened):
                self.segments[identity_of(payload)] = vault_pb2.Segment.FromString(payload)
        self.cards = sorted({vault_pb2.Revision.FromString(each).card for s in self.segments.values() for each in s.revisions})

    @staticmethod
    def payloads(opened) -> list[bytes]:
        if opened.kind == PACK:
            return list(vault_pb2.Pack.FromString(opened.payload).segments)
        return [opened.payload] if opened.kind == SEGMENT else []

    def put(self, content: bytes, kind: int) -> None:
        inner, ending = PLACES[kind]
        (self.to / inner).mkdir(parents=True, exist_ok=True)
        (self.to / inner / f"{envelope.file_hash(content).hex()}.{ending}").write_bytes(content)

    def seal(self, payload: bytes, kind: int) -> bytes:
        content = envelope.seal(payload, self.root, kind, os.urandom(24))
        self.put(content, kind)
        return content

    def save(self, device: int, revisions: list, last: tuple = ()) -> bytes:
        """A save of a device, or one that goes on where that device stopped."""
        sequence, previous_hash = (last[0].sequence, last[1]) if last else (0, b"")
        segment = vault_pb2.Segment(
            device=device, sequence=sequence + 1, previous=sequence, previous_hash=previous_hash, clock=LATER << 16, wall=LATER)
        segment.revisions.extend(encoded(each) for each in revisions)
        for identity, each in self.segments.items():
            segment.seen.add(device=each.device, first=1, last=each.sequence, last_hash=identity)
        return encoded(segment)

    def revisions(self, number: int) -> list:
        """A new card, a card that is renamed, and one that is removed."""
        new = vault_pb2.Revision(card=os.urandom(16), kind=EDIT)
        new.changes.add(field=1, merge_class=REGISTER, operation=1, value=f"{FORGED} {number}".encode())
        other = vault_pb2.Revision(card=self.cards[0], kind=EDIT)
        other.changes.add(field=1, merge_class=REGISTER, operation=1, value=FORGED.encode())
        other.changes.add(field=4, merge_class=SET, operation=2, value=FORGED.encode())
        return [new, other, vault_pb2.Revision(card=self.cards[1], kind=REMOVE)]

    def saves(self) -> None:
        """Loose and in packs, of an unknown device and of each known one; a pack that claims to replace all of today."""
        last = {each.device: (each, identity) for identity, each in sorted(
            self.segments.items(), key=lambda item: item[1].sequence)}
        payloads = [self.save(int.from_bytes(os.urandom(8), "little"), self.revisions(0))]
        payloads += [self.save(device, self.revisions(1), tip) for device, tip in last.items()]
        # As if a device had been cloned: another save with the number of its last one.
        payloads += [self.save(device, self.revisions(2), (vault_pb2.Segment(sequence=tip[0].previous), tip[0].previous_hash))
                     for device, tip in last.items()]
        for payload in payloads:
            self.seal(payload, SEGMENT)
        pack = vault_pb2.Pack(device=7, created=LATER, segments=payloads, replaces=[file.hash for file in self.now])
        self.seal(encoded(pack), PACK)
        self.seal(encoded(vault_pb2.Photo(media_type="image/webp", content=b"forged")), PHOTO)
        self.seal(b"forged", 200)

    def notices(self, count: int) -> None:
        """Notices that name keys which nobody has."""
        for _ in range(count):
            self.seal(encoded(headers.notice_of(Root(os.urandom(32)), LATER)), NOTICE)

    def headers(self, count: int) -> None:
        """Headers under the old key, with notices of the thief's own."""
        for _ in range(count):
            notice = envelope.seal(encoded(headers.notice_of(Root(os.urandom(32)), LATER)), self.root, NOTICE, os.urandom(24))
            self.seal(self.header.after(notice).encoded(), VAULT)

    def differing(self) -> None:
        """A header under the old key with another card key."""
        header = self.header
        self.seal(Header(header.vault_id, header.made, os.urandom(32), header.state_key, header.source).encoded(), VAULT)

    def copies(self, count: int) -> None:
        """The proved beginnings of today's files before something else, and today's headers under other names."""
        for number in range(count):
            file = self.now[number % len(self.now)]
            self.put(file.content[: envelope.HEADER] + os.urandom(1040), file.kind)
        for file in self.now:
            if file.kind == VAULT:
                (self.to / "segments" / f"{file.hash.hex()}.segment").write_bytes(file.content)
                (self.to / f"{os.urandom(32).hex()}.vault").write_bytes(file.content)


def main() -> None:
    old, key, now, to = map(Path, sys.argv[1:5])
    forger, flood = Forger(old, key, now, to), int(sys.argv[5])
    if flood == 0:
        forger.differing()
        return
    forger.saves()
    forger.notices(flood)
    forger.headers(flood // 4)
    forger.copies(flood // 8)


if __name__ == "__main__":
    main()
