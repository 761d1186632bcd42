"""What else may be in a vault's folder: files of strangers, of old keys, of later programs."""

import json
from pathlib import Path

import vault_pb2

from independent import envelope, headers
from independent.envelope import (
    BUNDLE, DEVICE, INDEX, NOTICE, PACK, PHOTO, POCKET, SEGMENT, VAULT, content_of, file_hash,
)
from independent.headers import Carried, Header
from independent.keys import Root
from independent.payloads import encoded, identity_of
from independent.randomness import Randomness
from independent.reading import read_vault
from independent.story import write_story
from independent.writing import VaultWriter
from making.collected import flipped
from making.envelopes import sealed_as

from . import photos
from .putting import put, read, refusal_of, sealed, wrong_lists

STRANGER = Root(0, bytes(32))
HASH = bytes(range(32))


def checks(tests: Path, scratch: Path):
    cards = json.loads((tests / "Independent" / "cards.json").read_text(encoding="utf-8"))
    for name, check, epochs, finish, siblings in (
        ("files of others, altered files and partial files", _strangers, 1, True, False),
        ("files of newer formats", _newer, 2, False, False),
        ("files of every kind", _kinds, 1, True, False),
        ("a header counts only in the vault's own folder", _header_elsewhere, 2, True, False),
        ("an older key reads its files and stops", _older_key, 2, False, False),
        ("a file that needs a key, and one that altered", _needs_key, 2, False, True),
        ("what comes under a finished key is late", _late, 2, True, False),
        ("what an old key can forge", _forged, 2, False, False),
        ("a vault that was rotated before version 1 was final", _rotated_before, 2, False, False),
        ("an altered photo", photos.altered, 1, True, False),
        ("photos under an older key", photos.of_older_keys, 2, False, False),
        ("photos under a finished key", photos.under_finished_keys, 2, True, False),
        ("a notice that names a held key", _named_and_held, 2, False, False),
        ("headers of several vaults", _several_vaults, 1, True, False),
        ("a bundle brings notices and files of free kinds", _bundle, 1, True, False),
    ):
        yield name, lambda a=(check, scratch / name.replace(" ", "-"), cards, epochs, finish, siblings): _on_vault(*a)


def _on_vault(check, folder: Path, cards: list, epochs: int, finish: bool, siblings: bool) -> str | None:
    folder.mkdir()
    return check(write_story(folder, cards, Randomness(1), epochs, finish, siblings))


def _packed(segment: vault_pb2.Segment) -> vault_pb2.Pack:
    return vault_pb2.Pack(device=9, segments=[vault_pb2.PackedSegment(payload=encoded(segment))])


def _later_segment(root: Root) -> bytes:
    revision = encoded(vault_pb2.Revision(card=bytes(16), kind=9))
    return sealed(root, SEGMENT, vault_pb2.Segment(device=3, sequence=1, revisions=[revision]))


def _strangers(writer: VaultWriter) -> str | None:
    altered = writer.first[list(writer.segments)[-1]]
    altered.path.write_bytes(flipped(altered.content, 30))
    for name in (".hidden", "x.tmp", "x.partial", "~syncthing~x"):
        put(writer, f"segments/{name}", b"passed over")
    foreign = [
        put(writer, "segments/notes.txt", b"not ours"),
        put(writer, "packs/short", envelope.MAGIC),
        put(writer, "packs/other", sealed(STRANGER, SEGMENT, b"")),
        put(writer, "other.vault", sealed(STRANGER, VAULT, Header(STRANGER.key_id, 0).encoded())),
    ]
    broken = put(writer, "photos/broken", flipped(sealed(writer.root, PHOTO, b""), 1000))
    absent = put(writer, f"segments/{'0' * 64}.segment", b"claims to be ours")
    damaged = [altered.path.relative_to(writer.folder).as_posix(), absent, broken]
    return wrong_lists(read(writer), foreign=foreign, damaged=damaged, saves=True)


def _newer(writer: VaultWriter) -> str | None:
    old = writer.first_root
    newer = [
        put(writer, "segments/old", sealed_as(content_of(b""), old, SEGMENT, version=2)),
        put(writer, "photos/old", sealed_as(content_of(b""), old, 12, version=0)),
        put(writer, "segments/old-revision", _later_segment(old)),
    ]
    first = wrong_lists(read(writer), newer=newer, saves=True)
    newer.append(put(writer, "segments/new-revision", _later_segment(writer.root)))
    return first or wrong_lists(read(writer), newer=newer, saves=False)


def _kinds(writer: VaultWriter) -> str | None:
    foreign = [
        put(writer, f"other/kind-{kind}", sealed(writer.root, kind, b"")) for kind in (DEVICE, BUNDLE, POCKET, INDEX)
    ]
    foreign.append(put(writer, "other/state-cut", sealed(writer.root, DEVICE, b"")[:-1]))
    good, damaged = [], []
    for kind in (0, 10, 255):
        content = sealed(writer.root, kind, b"later")
        good.append(put(writer, f"other/{file_hash(content).hex()}.sealed", content))
        damaged.append(put(writer, f"other/broken-{kind}", content[:-1]))
    vault = read(writer)
    free = {(200, b"of later days"), (0, b"later"), (10, b"later"), (255, b"later")}
    return wrong_lists(vault, foreign=foreign, damaged=damaged, free=free, saves=True)


def _header_elsewhere(writer: VaultWriter) -> str | None:
    paths = list(writer.folder.glob("*.vault"))
    for path in paths[1:]:
        path.rename(writer.folder / "packs" / path.name)
    foreign = [f"packs/{path.name}" for path in paths[1:]]
    if wrong := wrong_lists(read(writer), foreign=foreign):
        return wrong
    paths[0].rename(writer.folder / "segments" / paths[0].name)
    return None if refusal_of(writer) == "not-sealed" else "a header counted in another folder"


def _older_key(writer: VaultWriter) -> str | None:
    vault = read(writer, writer.first_root)
    if vault.saves or vault.named != {writer.root.key_id} or not vault.needs_key or vault.foreign:
        return "the new key is not named, or stops nothing"
    if set(vault.segments) != {i for i in writer.segments if writer.first[i].root == writer.first_root}:
        return "other segments than those of the old key"
    return None if refusal_of(writer, Root(1, bytes(32))) == "wrong-key" else "a foreign key opened the vault"


def _needs_key(writer: VaultWriter) -> str | None:
    sibling = writer.siblings[0]
    whole = [
        written.path.relative_to(writer.folder).as_posix() for written in writer.files.values() if written.root == sibling
    ]
    if wrong := wrong_lists(read(writer), needs_key=whole):
        return wrong
    altered = next(writer.first[i] for i in writer.segments if writer.first[i].root == sibling)
    altered.path.write_bytes(flipped(altered.content, 500))
    name = altered.path.relative_to(writer.folder).as_posix()
    return wrong_lists(read(writer), needs_key=[n for n in whole if n != name], damaged=[name])


def _late(writer: VaultWriter) -> str | None:
    old = writer.first_root
    segment = vault_pb2.Segment(device=9, sequence=1)
    late = [
        put(writer, "late.vault", sealed(old, VAULT, Header(old.key_id, 0).encoded())),
        put(writer, "segments/late", sealed(old, SEGMENT, segment)),
        put(writer, "packs/late", sealed(old, PACK, _packed(vault_pb2.Segment(device=9, sequence=2)))),
        put(writer, "photos/late", sealed(old, PHOTO, vault_pb2.Photo(media_type="image/webp"))),
        put(writer, "other/late", sealed(old, 200, b"late")),
        put(writer, "other/newer", sealed_as(b"", old, 200, version=2)),
        put(writer, "notices/newer", sealed_as(b"", old, NOTICE, version=2)),
    ]
    before = read(writer)
    if wrong := wrong_lists(before, late=late, saves=True):
        return wrong
    # What other keys have, too, is not late; nor is what something vouches for, in its own file or in a pack.
    for identity in writer.segments:
        if writer.first[identity].root == old:
            writer.write_again(identity)
    vouched = vault_pb2.Segment(device=11, sequence=1)
    following = vault_pb2.Segment(device=11, sequence=2, previous=1, previous_hash=identity_of(encoded(vouched)))
    misnamed = [
        put(writer, "packs/vouched", sealed(old, PACK, _packed(vouched))),
        put(writer, "segments/following", sealed(writer.root, SEGMENT, following)),
    ]
    after = read(writer)
    more = {identity_of(encoded(segment)) for segment in (vouched, following)}
    if after.claimed or set(after.segments) != set(before.segments) | more:
        return "what is vouched for is claimed, or another segment counts"
    return wrong_lists(after, late=late, misnamed=misnamed)


def _forged(writer: VaultWriter) -> str | None:
    old, before = writer.first_root, read(writer)
    revision = encoded(vault_pb2.Revision(card=HASH[:16], kind=1))
    forged = vault_pb2.Segment(device=1, sequence=1, revisions=[revision])
    pack = _packed(forged)
    pack.replaces.extend(hash for hash, written in writer.files.items() if written.kind in (SEGMENT, PACK))
    header = Header(STRANGER.key_id, 0, (Carried(STRANGER, True),))
    files = {
        "pack": (PACK, "packs", pack),
        "photo": (PHOTO, "photos", vault_pb2.Photo(content=b"forged")),
        "notice": (NOTICE, "notices", headers.notice_of(STRANGER, [old, writer.root], 0)),
    }
    for name, (kind, folder, message) in files.items():
        put(writer, f"{folder}/{name}", sealed(old, kind, message))
    put(writer, "forged.vault", sealed(old, VAULT, header.encoded()))
    misnamed = [f"{folder}/{name}" for name, (_, folder, _) in files.items()]
    for roots in ((writer.root,), (writer.root, old)):
        vault = read(writer, *roots)
        if vault.claimed != before.claimed | {identity_of(encoded(forged))}:
            return "a forged entry is not claimed"
        if any(vault.sources.get(identity) != payload for identity, payload in before.sources.items()):
            return "a forged pack replaces something"
        if any(vault.photos.get(i) != photo for i, photo in before.photos.items()) or vault.keys != before.keys or vault.vault_id != before.vault_id:
            return "a forged photo displaces another, or a forged header counts"
        if wrong := wrong_lists(vault, misnamed=misnamed, foreign=["forged.vault"], named={STRANGER.key_id}, saves=True):
            return wrong
    return None


def _rotated_before(writer: VaultWriter) -> str | None:
    vault_id = writer.first_root.key_id
    earlier = vault_id + bytes(8) + b"\0\1\0\0\0" + writer.first_root.secret
    file = sealed(writer.root, VAULT, earlier)
    put(writer, "earlier.vault", file)
    if refusal_of(writer) != "rotated-before-final":
        return "it is read"
    old_layout = sealed(writer.first_root, VAULT, STRANGER.key_id + bytes(8) + b"\0\1\0\0\0" + STRANGER.secret)
    put(writer, "earlier.vault", old_layout)
    broken = put(writer, "broken.vault", sealed(writer.first_root, VAULT, bytes(28)))
    return wrong_lists(read(writer, writer.root, writer.first_root), foreign=["earlier.vault"], damaged=[broken])


def _named_and_held(writer: VaultWriter) -> str | None:
    """A notice that names a held key asks for nothing; nor is a key asked for that no notice names."""
    put(writer, "notices/held", sealed(writer.root, NOTICE, headers.notice_of(writer.first_root, [writer.root], 0)))
    return wrong_lists(read(writer), misnamed=["notices/held"], named=set(), saves=True)


def _several_vaults(writer: VaultWriter) -> str | None:
    put(writer, "other.vault", sealed(STRANGER, VAULT, Header(STRANGER.key_id, 0).encoded()))
    if refusal_of(writer, writer.root, STRANGER) != "several-vaults":
        return "one of two vaults was chosen"
    if read(writer, STRANGER).vault_id != STRANGER.key_id:
        return "its key does not open the other vault"
    return wrong_lists(read(writer), foreign=["other.vault"])


def _bundle(writer: VaultWriter) -> str | None:
    notice = sealed(writer.root, NOTICE, headers.notice_of(STRANGER, [writer.root], 0))
    pack = vault_pb2.Pack(notices=[notice], others=[sealed(writer.root, 77, b"new")])
    path = writer.folder.with_suffix(".bundle")
    path.write_bytes(sealed(writer.root, BUNDLE, pack))
    vault = read_vault(writer.folder, [writer.root], [path])
    return wrong_lists(vault, free={(200, b"of later days"), (77, b"new")}, named={STRANGER.key_id}, saves=False)
