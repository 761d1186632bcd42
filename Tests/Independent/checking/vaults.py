"""Whole vaults: the frozen one, ones that are written and read, and what may happen to their folders."""

import hashlib
import json
import shutil
from pathlib import Path

from independent import bundles, envelope, keys, payloads, wrapped
from independent.keys import Root
from independent.payloads import encoded
from independent.randomness import Randomness
from independent.reading import Vault, read_vault
from independent.refusal import Refusal
from independent.report import bundle_report, report
from independent.story import write_story
from independent.writing import VaultWriter
from making import frozen

SEEDS = range(1, 6)
FROZEN = "c05371bb629b6f0bd1decf8d3465711e"


def checks(tests: Path, scratch: Path):
    vault = tests / "Vectors" / "vault-1"
    yield "the frozen vault", lambda: _frozen(vault)
    yield "the frozen vault is unchanged", lambda: _unchanged(vault)
    yield "the frozen vault's wrapped key", lambda: _wrapped(vault)
    cards = json.loads((tests / "Independent" / "cards.json").read_text(encoding="utf-8"))
    for seed in SEEDS:
        for epochs, finish, lines in (
            (1, False, False), (2, False, False), (2, True, False), (3, True, False), (3, False, True), (3, True, True),
        ):
            folder = scratch / f"{seed}-{epochs}-{finish}-{lines}"
            name = f"written and read: seed {seed}, {epochs} epochs, {'finished' if finish else 'open'}"
            name += ", two lines" if lines else ""
            yield name, lambda a=(folder, cards, seed, epochs, finish, lines): _round_trip(*a)
    yield "names and folders are only hints", lambda: _hints(scratch / "hints", cards)
    yield "files of others, altered files and partial files", lambda: _strangers(scratch / "strangers", cards)
    yield "an older key reads its epoch and says so", lambda: _older_key(scratch / "older", cards)
    yield "a purge hides nothing that is at hand", lambda: _purge(scratch / "purge", cards)
    yield "a bundle adds its segments", lambda: _bundle(scratch / "bundle", cards)
    yield "a bundle for someone else", lambda: _for_others(cards)


def _frozen(folder: Path) -> str | None:
    root = keys.parse_key_file((folder / "key").read_bytes())
    wanted = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    return None if report(read_vault(folder / "vault", root)) == wanted else "read otherwise than expected"


def _unchanged(folder: Path) -> str | None:
    """Never adapt the digest: a reader that no longer reads this vault is the one that is wrong."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.name != "README.md"):
        content = path.read_bytes()
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + envelope.file_hash(content))
        if len(path.stem) == 64 and path.stem != envelope.file_hash(content).hex():
            return f"{path.name} is not named by its hash"
    return None if digest.hexdigest() == FROZEN else f"its digest is {digest.hexdigest()}"


def _wrapped(folder: Path) -> str | None:
    root = wrapped.parse_wrapped_file((folder / "key-wrapped").read_bytes(), frozen.PASSPHRASE)
    return None if root == keys.parse_key_file((folder / "key").read_bytes()) else "another root"


def _written(
    folder: Path, cards: list, seed: int = 1, epochs: int = 1, finish: bool = True, lines: bool = False
) -> VaultWriter:
    folder.mkdir()
    return write_story(folder, cards, Randomness(seed), epochs, finish, lines)


def _troubles(vault: Vault) -> list[str]:
    return vault.damaged + vault.foreign + vault.newer + vault.late + vault.wrong_key + vault.other


def _round_trip(folder: Path, cards: list, seed: int, epochs: int, finish: bool, lines: bool) -> str | None:
    writer = _written(folder, cards, seed, epochs, finish, lines)
    vault = read_vault(folder, writer.root)
    if _troubles(vault):
        return f"not read: {_troubles(vault)}"
    if set(vault.segments) != set(writer.segments):
        return "other segments than were written"
    seen = report(vault)
    by_name = {card["name"]: card for card in seen["cards"]}
    joined = len(cards) - 6
    if set(by_name) != {"Name of the laptop"} | {c["name"] for n, c in enumerate(cards) if n not in (0, 2, joined)}:
        return f"other cards: {sorted(by_name)}"
    whole = by_name[cards[joined - 1]["name"]]
    if whole["tags"] != ["joined"] or len(whole["codes"]) != 2 or whole["conflicts"]:
        return "the joined cards are not one"
    if by_name["Name of the laptop"]["conflicts"] != 1 or len(seen["removed"]) != 1:
        return "no conflict, or no removed card"
    spent = bytes.fromhex(by_name["Gift card"]["fields"]["10"]["values"][0])
    if spent != (37_500).to_bytes(8, "big") + b"EUR" or {*by_name["Gift card"]["tags"]} != {"phone", "laptop"}:
        return "spendings or tags were lost"
    forked = by_name["Supermarket"]
    if ("another line" in forked["tags"]) != lines or len(vault.united) != lines:
        return "the other line of keys"
    if forked["note"] != "note of its twin" and forked["note"] != "note of the laptop" or forked["conflicts"] != 1:
        return "the notes of a fork are no conflict"
    return None if ("twin" in forked["tags"]) == (epochs == 1) else "the tag of the twin"


def _hints(folder: Path, cards: list) -> str | None:
    writer = _written(folder, cards, epochs=2, finish=False)
    before = report(read_vault(folder, writer.root))
    files = [p for p in folder.rglob("*") if p.is_file()]
    for number, path in enumerate(files):
        shutil.copy(path, folder / "photos" / f"copy {number}.sync-conflict.photo")
        path.rename(folder / "packs" / f"renamed {number}")
    return None if report(read_vault(folder, writer.root)) == before else "names or folders changed what was read"


def _strangers(folder: Path, cards: list) -> str | None:
    writer = _written(folder, cards)
    segments = folder / "segments"
    altered = sorted(path for path in segments.iterdir())[0]
    content = bytearray(altered.read_bytes())
    content[-1] ^= 1
    altered.write_bytes(content)
    (segments / "notes.txt").write_text("not ours")
    (segments / f"{'0' * 64}.segment").write_text("says that it is ours")
    (segments / ".hidden").write_text("passed over")
    (segments / "x.tmp").write_text("passed over")
    (segments / "~syncthing~x").write_text("passed over")
    other = envelope.seal(b"", Root(0, bytes(32)), envelope.SEGMENT, bytes(24))
    (segments / "other").write_bytes(other)
    later = payloads.parse_segment(next(iter(read_vault(folder, writer.root).sources.values())))
    later.revisions[:] = [encoded(payloads.vault_pb2.Revision(card=bytes(16), kind=9))]
    (segments / "later").write_bytes(envelope.seal(encoded(later), writer.root, envelope.SEGMENT, bytes(24)))
    vault = read_vault(folder, writer.root)
    if vault.damaged != sorted([f"segments/{'0' * 64}.segment", f"segments/{altered.name}"]):
        return f"damaged: {vault.damaged}"
    if vault.foreign != ["segments/notes.txt"] or vault.wrong_key != ["segments/other"]:
        return f"foreign: {vault.foreign}, of another key: {vault.wrong_key}"
    return None if vault.newer == ["segments/later"] else f"newer: {vault.newer}"


def _older_key(folder: Path, cards: list) -> str | None:
    writer = _written(folder, cards, epochs=2, finish=False)
    vault = read_vault(folder, writer.first_root)
    if not vault.key_changed or len(vault.segments) != len(writer.segments) - 2 or not vault.wrong_key:
        return "the old epoch is not read, or the change of key not seen"
    try:
        read_vault(folder, Root(1, bytes(32)))
    except Refusal as refusal:
        return None if refusal.verdict == "wrong-key" else f"got {refusal.verdict}"
    return "a foreign key opened the vault"


def _purge(folder: Path, cards: list) -> str | None:
    writer = _written(folder, cards, epochs=2, finish=False)
    merged = read_vault(folder, writer.root).merged()
    removed = [m for m in merged.values() if m.removed]
    if len(removed) != 1 or not removed[0].fields:
        return "the whole segments of the removed card were not read"
    for path in (folder / "segments").iterdir():
        if path.read_bytes()[12] == 0:
            path.unlink()
    for path in (folder / "packs").iterdir():
        if path.read_bytes()[12] == 0:
            path.unlink()
    removed = [m for m in read_vault(folder, writer.root).merged().values() if m.removed]
    return None if len(removed) == 1 and len(removed[0].fields) == 1 else "the purged card came back, or kept its fields"


def _bundle(folder: Path, cards: list) -> str | None:
    writer = _written(folder, cards)
    path = next((folder / "packs").iterdir())
    pack = payloads.parse_pack(envelope.unseal(path.read_bytes(), [writer.root]).payload)
    path.unlink()
    without = read_vault(folder, writer.root)
    bundle = folder.with_suffix(".bundle")
    bundle.write_bytes(envelope.seal(encoded(pack), writer.root, envelope.BUNDLE, bytes(24)))
    with_bundle = read_vault(folder, writer.root, [bundle])
    if len(without.segments) >= len(with_bundle.segments) or with_bundle.damaged:
        return "the bundle added nothing"
    return None if set(with_bundle.segments) == set(writer.segments) else "other segments than were written"


def _for_others(cards: list) -> str | None:
    cards = [{**card, "id": f"{place:032x}"} for place, card in enumerate(cards)]
    root = Root(0, bytes(32))
    source = bundles.source_of(root)
    pack = bundles.pack_for_others(cards, source, 1_767_225_600_000, {cards[0]["id"]: [b"RIFF"]})
    file = bundles.sealed_for_others(encoded(pack), b"secret", Randomness(1))
    if root.secret in file or root.key_id in file or root.key_id == source:
        return "it names its vault"
    seen = bundle_report(bundles.open_bundle(file, [], b"secret"))
    if [card["name"] for card in seen["cards"]] != [card["name"] for card in cards] or len(seen["photos"]) != 1:
        return "other cards or photos than were written"
    for wrong, verdict in ((b"Secret", "wrong-passphrase"), (b"", "wrong-passphrase")):
        try:
            bundles.open_bundle(file, [], wrong)
            return "opened by another passphrase"
        except Refusal as refusal:
            if refusal.verdict != verdict:
                return f"got {refusal.verdict}"
    card, shown = bytes.fromhex(cards[0]["id"]), bytes(32)
    ids = {
        bundles.adopted_id(root, source, card, shown), bundles.adopted_id(root, b"x" * 16, card, shown),
        bundles.adopted_id(root, source, card, b"x" * 32), root.card_id(card),
    }
    return None if len(ids) == 4 else "ids of different sources or contents are the same"
