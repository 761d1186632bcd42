"""Whole vaults: the frozen one, vaults written and read here, and what may happen to their folders."""

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
SHAPES = (
    (1, False, False), (2, False, False), (2, True, False), (3, True, False), (2, False, True), (2, True, True),
    (3, False, True), (3, True, True),
)


def checks(tests: Path, scratch: Path):
    vault, unrotated = tests / "Vectors" / "vault-1", tests / "Vectors" / "vault-1-unrotated"
    yield "the frozen vault", lambda: _frozen(vault, "key")
    yield "the frozen vault with the key before", lambda: _frozen(vault, "key-old")
    yield "the frozen vault with both keys of today", lambda: _frozen(vault, "key", "key-sibling")
    yield "the frozen vault whose key was never changed", lambda: _frozen(unrotated, "key")
    yield "the frozen vault's wrapped key", lambda: _wrapped(vault)
    cards = json.loads((tests / "Independent" / "cards.json").read_text(encoding="utf-8"))
    for seed in SEEDS:
        for epochs, finish, siblings in SHAPES:
            folder = scratch / f"{seed}-{epochs}-{finish}-{siblings}"
            name = f"written and read: seed {seed}, {epochs} epochs, {'finished' if finish else 'open'}"
            name += ", siblings" if siblings else ""
            yield name, lambda a=(folder, cards, seed, epochs, finish, siblings): _round_trip(*a)
    yield "names and folders are only hints", lambda: _hints(scratch / "hints", cards)
    yield "a bundle adds its segments", lambda: _bundle(scratch / "bundle", cards)
    yield "a bundle for someone else", lambda: _for_others(cards)


def _frozen(folder: Path, *names: str) -> str | None:
    """The expected result has the name of the last key."""
    roots = [keys.parse_key_file((folder / name).read_bytes()) for name in names]
    wanted = (folder / names[-1].replace("key", "expected")).with_suffix(".json")
    same = report(read_vault(folder / "vault", roots)) == json.loads(wanted.read_text(encoding="utf-8"))
    return None if same else f"read otherwise than {wanted.name}"


def _wrapped(folder: Path) -> str | None:
    root = wrapped.parse_wrapped_file((folder / "key-wrapped").read_bytes(), frozen.PASSPHRASE)
    return None if root == keys.parse_key_file((folder / "key").read_bytes()) else "another root"


def _written(
    folder: Path, cards: list, seed: int = 1, epochs: int = 1, finish: bool = True, siblings: bool = False
) -> VaultWriter:
    folder.mkdir()
    return write_story(folder, cards, Randomness(seed), epochs, finish, siblings)


def _troubles(vault: Vault) -> list[str]:
    return vault.damaged + vault.foreign + vault.newer + vault.late + vault.needs_key + vault.misnamed


def _round_trip(folder: Path, cards: list, seed: int, epochs: int, finish: bool, siblings: bool) -> str | None:
    writer = _written(folder, cards, seed, epochs, finish, siblings)
    vault = read_vault(folder, [writer.root, *writer.siblings])
    if _troubles(vault) or vault.named:
        return f"not read: {_troubles(vault)}, named: {vault.named}"
    if len(vault.keys.top) != 1 + len(writer.siblings) or len(vault.keys.held) != epochs + siblings:
        return "other keys than were made"
    # The sibling, which is not finished by its own header, keeps the first key from being finished.
    if (vault.keys.finished == vault.keys.held - vault.keys.top) != (finish and not writer.siblings or epochs == 1):
        return "other keys are finished"
    if set(vault.segments) != set(writer.segments) or vault.claimed != writer.claimed:
        return "other segments than were written, or others are claimed"
    if vault.free != set(writer.free) or not vault.saves:
        return "a file of another kind, or whether the vault saves"
    if writer.siblings:
        alone = read_vault(folder, [writer.root])
        if alone.named != {writer.siblings[0].key_id} or not alone.needs_key or not alone.saves or alone.foreign:
            return "the sibling is not named, or stops this key"
        if set(alone.segments) != writer.everything():
            return "other segments than the own ones"
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
    if ("sibling" in forked["tags"]) != siblings or ("claimed 1" in forked["tags"]) != (epochs > 1 and not finish):
        return "what was saved apart, or under an old key"
    if forked["note"] != "note of its twin" and forked["note"] != "note of the laptop" or forked["conflicts"] != 1:
        return "the notes of a fork are no conflict"
    return None if ("twin" in forked["tags"]) == (epochs == 1) else "the tag of the twin"


def _hints(folder: Path, cards: list) -> str | None:
    writer = _written(folder, cards, epochs=2, finish=False)
    before = report(read_vault(folder, [writer.root]))
    files = [p for p in folder.rglob("*") if p.is_file()]
    for number, path in enumerate(files):
        if path.parent == folder:
            path.rename(folder / f"renamed {number}")
            continue
        shutil.copy(path, folder / "photos" / f"copy {number}.sync-conflict.photo")
        path.rename(folder / "packs" / f"renamed {number}")
    after = report(read_vault(folder, [writer.root]))
    if len(after.pop("misnamed")) != 2 * len(files) - 2 or before.pop("misnamed"):
        return "other names are wrong"
    return None if after == before else "names or folders changed what was read"


def _bundle(folder: Path, cards: list) -> str | None:
    writer = _written(folder, cards)
    path = next((folder / "packs").iterdir())
    pack = payloads.parse_pack(envelope.unseal(path.read_bytes(), [writer.root]).payload)
    path.unlink()
    without = read_vault(folder, [writer.root])
    bundle = folder.with_suffix(".bundle")
    bundle.write_bytes(envelope.seal(encoded(pack), writer.root, envelope.BUNDLE, bytes(24)))
    with_bundle = read_vault(folder, [writer.root], [bundle])
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
