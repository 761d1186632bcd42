"""What else may be in a vault's folder: files of strangers, of old keys, of later programs."""

import json
from dataclasses import replace
from pathlib import Path

import vault_pb2

from independent import envelope, headers
from independent.envelope import (
    BUNDLE, DEVICE, INDEX, NOTICE, PACK, PHOTO, POCKET, SEGMENT, VAULT, content_of, file_hash,
)
from independent.headers import Header
from independent.keys import Root
from independent.payloads import encoded
from independent.randomness import Randomness
from independent.reading import read_vault
from independent.story import write_story
from independent.writing import VaultWriter
from making.collected import flipped
from making.envelopes import sealed_as

from . import photos
from .putting import put, read, refusal_of, sealed, wrong_lists

STRANGER = Root(bytes(32))
ANOTHER = Root(bytes([9]) * 32)


def checks(tests: Path, scratch: Path):
    cards = json.loads((tests / "Independent" / "cards.json").read_text(encoding="utf-8"))
    for name, check, changes in (
        ("files of others, altered files and partial files", _strangers, 0),
        ("files of newer formats", _newer, 1),
        ("files of every kind", _kinds, 0),
        ("a header counts only in the vault's own folder", _header_elsewhere, 0),
        ("headers under one key that differ", _headers_differ, 1),
        ("an older key reads its files and stops", _older_key, 1),
        ("what else is under a retired key", _retired, 1),
        ("a folder that only a retired key opens", _older_copy, 0),
        ("a notice under the current key", _notice, 1),
        ("only a proved notice in a header replaces a key", _unproved_notice, 0),
        ("headers of several vaults", _several_vaults, 0),
        ("a bundle brings files of free kinds", _bundle, 0),
        ("an altered photo", photos.altered, 0),
    ):
        yield name, lambda a=(check, scratch / name.replace(" ", "-"), cards, changes): _on_vault(*a)


def _on_vault(check, folder: Path, cards: list, changes: int) -> str | None:
    folder.mkdir()
    return check(write_story(folder, cards, Randomness(1), changes)[0])


def _header(root: Root, *notices: bytes) -> bytes:
    return sealed(root, VAULT, Header(root.key_id, 0, bytes(32), bytes(32), bytes(16), notices).encoded())


def _notice_file(under: Root, names: Root) -> bytes:
    return sealed(under, NOTICE, headers.notice_of(names, 0))


def _later_segment() -> bytes:
    revision = encoded(vault_pb2.Revision(card=bytes(16), kind=9))
    return encoded(vault_pb2.Segment(device=3, sequence=1, revisions=[revision]))


def _strangers(writer: VaultWriter) -> str | None:
    altered = writer.first[list(writer.segments)[-1]]
    altered.path.write_bytes(flipped(altered.content, 30))
    for name in (".hidden", "x.tmp", "x.partial", "~syncthing~x"):
        put(writer, f"segments/{name}", b"passed over")
    foreign = [
        put(writer, "segments/notes.txt", b"not ours"),
        put(writer, "packs/short", envelope.MAGIC),
        put(writer, "packs/other", sealed(STRANGER, SEGMENT, b"")),
        put(writer, "other.vault", _header(STRANGER)),
    ]
    broken = put(writer, "photos/broken", flipped(sealed(writer.root, PHOTO, b""), 1000))
    absent = put(writer, f"segments/{'0' * 64}.segment", b"claims to be ours")
    damaged = [altered.path.relative_to(writer.folder).as_posix(), absent, broken]
    return wrong_lists(read(writer), foreign=foreign, damaged=damaged, saves=True)


def _newer(writer: VaultWriter) -> str | None:
    old = writer.old[0]
    retired = [
        put(writer, "segments/old", sealed_as(content_of(b""), old, SEGMENT, version=2)),
        put(writer, "photos/old", sealed_as(content_of(b""), old, 12, version=0)),
        put(writer, "segments/old-revision", sealed(old, SEGMENT, _later_segment())),
    ]
    if wrong := wrong_lists(read(writer, retired=[old]), retired=retired, saves=True):
        return wrong
    pack = vault_pb2.Pack(segments=[_later_segment(), b"\x08"])
    put(writer, "packs/new", sealed(writer.root, PACK, pack))
    identities = [f"packs/new#{file_hash(entry).hex()}" for entry in pack.segments]
    newer = [put(writer, "segments/new", sealed_as(b"", writer.root, DEVICE, version=2)), identities[0]]
    vault = read(writer, retired=[old])
    return wrong_lists(vault, retired=retired, newer=newer, damaged=[identities[1]], misnamed=["packs/new"], saves=False)


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
    path = next(writer.folder.glob("*.vault"))
    copied = put(writer, f"packs/{path.name}", path.read_bytes())
    broken = put(writer, "photos/broken", sealed(writer.root, VAULT, bytes(104)))
    if wrong := wrong_lists(read(writer), foreign=[copied], damaged=[broken], saves=True):
        return wrong
    path.unlink()
    return None if refusal_of(writer) == "wrong-key" else "a header counted in another folder"


def _headers_differ(writer: VaultWriter) -> str | None:
    """A second header adds its notices; one that differs before them makes both damaged."""
    old, header = writer.old[0], writer.header
    second = replace(header, notices=(_notice_file(ANOTHER, STRANGER),))
    misnamed = [put(writer, "second.vault", sealed(writer.root, VAULT, second.encoded()))]
    put(writer, "old.vault", sealed(old, VAULT, replace(header, source=bytes(16)).encoded()))
    vault = read(writer, writer.root, old)
    if vault.choice.current != writer.root.key_id or vault.choice.rivals:
        return "the first header's notices do not count"
    if wrong := wrong_lists(read(writer, retired=[old]), misnamed=misnamed, saves=True):
        return wrong
    put(writer, "second.vault", sealed(writer.root, VAULT, replace(second, card_key=bytes(32)).encoded()))
    return None if refusal_of(writer) == "damaged" else "one of two card keys was chosen"


def _older_key(writer: VaultWriter) -> str | None:
    old = writer.old[0]
    late = writer.save(writer.device(), {bytes(16): []}, set(), old)
    vault = read(writer, old)
    if vault.saves or vault.named != {writer.root.key_id} or set(vault.segments) != {late}:
        return "the new key is not named, or stops nothing, or other segments count than the late one"
    if read(writer, old, writer.root).choice.current != writer.root.key_id:
        return "the new key does not replace the old one"
    return None if refusal_of(writer, STRANGER) == "wrong-key" else "a foreign key opened the vault"


def _retired(writer: VaultWriter) -> str | None:
    """What an old key can make counts for nothing under the new one, whether or not the old key is here."""
    old, before = writer.old[0], read(writer)
    forged = vault_pb2.Segment(device=1, sequence=1, revisions=[encoded(vault_pb2.Revision(card=bytes(16), kind=1))])
    pack = vault_pb2.Pack(device=9, segments=[encoded(forged)], replaces=[written.hash for written in writer.files])
    retired = [
        put(writer, "segments/forged", sealed(old, SEGMENT, forged)),
        put(writer, "packs/forged", sealed(old, PACK, pack)),
        put(writer, "photos/forged", sealed(old, PHOTO, vault_pb2.Photo(content=b"forged"))),
        put(writer, "other/forged", sealed(old, 200, b"forged")),
        put(writer, "other/unproved", flipped(sealed(old, 200, b"forged"), 60)),
    ]
    put(writer, "notices/forged", _notice_file(old, STRANGER))
    put(writer, "packs/forged.vault", _header(old))
    named = put(writer, f"segments/{'0' * 64}.segment", sealed(old, SEGMENT, forged))
    for roots, ids, foreign in (
        ([writer.root], [old], []), ([writer.root, old], [old], []), ([writer.root], [], before.foreign),
    ):
        vault = read(writer, *roots, retired=ids)
        if vault.segments != before.segments or vault.photos != before.photos or vault.free != before.free:
            return "a file under the old key counts"
        lists = {"retired": retired, "foreign": []}
        if not ids:
            lists = {"foreign": [*retired, *foreign, "notices/forged", "packs/forged.vault"]}
        if wrong := wrong_lists(vault, damaged=[named], named=frozenset(), saves=True, **lists):
            return wrong
    return None


def _older_copy(writer: VaultWriter) -> str | None:
    vault = read(writer, STRANGER, retired=[writer.root])
    if set(vault.segments) != set(writer.segments) or vault.choice.current is not None:
        return "it is not read, or it is written"
    return wrong_lists(vault, saves=False, root=writer.root)


def _notice(writer: VaultWriter) -> str | None:
    """It names a key, whether or not that is here, unless it is damaged."""
    old = writer.old[0]
    broken = [
        put(writer, "notices/cut", _notice_file(writer.root, STRANGER)[:-1]),
        put(writer, "notices/own", _notice_file(writer.root, writer.root)),
    ]
    if wrong := wrong_lists(read(writer, retired=[old]), damaged=broken, named=frozenset(), saves=True):
        return wrong
    good = put(writer, "packs/notice", _notice_file(writer.root, old))
    vault = read(writer, writer.root, old, retired=[old])
    return wrong_lists(vault, damaged=broken, misnamed=[good], named=frozenset([old.key_id]), saves=False)


def _unproved_notice(writer: VaultWriter) -> str | None:
    """In a header: altered, of another kind, and good."""
    notice, rival = _notice_file(writer.root, ANOTHER), replace(writer.header, notices=())
    for held, rivals in ((flipped(notice, 60), 1), (sealed(writer.root, SEGMENT, b""), 1), (notice, 0)):
        put(writer, "another.vault", sealed(ANOTHER, VAULT, replace(rival, notices=(held,)).encoded()))
        choice = read(writer, writer.root, ANOTHER).choice
        if len(choice.rivals) != rivals or rivals == 0 and choice.current != ANOTHER.key_id:
            return f"rivals: {len(choice.rivals)} instead of {rivals}"
    return None


def _several_vaults(writer: VaultWriter) -> str | None:
    put(writer, "other.vault", _header(STRANGER))
    if refusal_of(writer, writer.root, STRANGER) != "several-vaults":
        return "one of two vaults was chosen"
    if read(writer, STRANGER).vault_id != STRANGER.key_id:
        return "its key does not open the other vault"
    return wrong_lists(read(writer), foreign=["other.vault"])


def _bundle(writer: VaultWriter) -> str | None:
    others = [sealed(writer.root, 77, b"new"), sealed(STRANGER, 77, b"of a stranger")]
    path = writer.folder.with_suffix(".bundle")
    path.write_bytes(sealed(writer.root, BUNDLE, vault_pb2.Pack(others=others, vaults=[_header(STRANGER)])))
    vault = read_vault(writer.folder, [writer.root], bundles=[path])
    foreign = [f"other/{file_hash(others[1]).hex()}.sealed"]
    return wrong_lists(vault, free={(200, b"of later days"), (77, b"new")}, foreign=foreign, saves=True)
