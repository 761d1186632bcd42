"""Whole vaults: the frozen one, vaults written and read here, and what may happen to their folders."""

import json
import shutil
from pathlib import Path

from independent import bundles, envelope, keys, payloads, wrapped
from independent.cards import derived_id
from independent.payloads import encoded
from independent.randomness import Randomness
from independent.reading import Vault, read_vault
from independent.refusal import Refusal
from independent.report import bundle_report, report
from independent.story import write_story
from independent.writing import VaultWriter
from making import frozen

SEEDS = range(1, 6)
SHAPES = ((0, False, False), (1, False, False), (1, True, False), (2, True, False), (1, False, True), (2, True, True))


def checks(tests: Path, scratch: Path):
    vault = tests / "Vectors" / "vault-1"
    yield "the frozen vault", lambda: _frozen(vault, "key", "key-old")
    yield "the frozen vault with the key before", lambda: _frozen(vault, "key-old")
    yield "the frozen vault's wrapped key", lambda: _wrapped(vault)
    cards = json.loads((tests / "Independent" / "cards.json").read_text(encoding="utf-8"))
    for seed in SEEDS:
        for shape in SHAPES:
            words = "{} changes{}{}".format(shape[0], ", late" if shape[1] else "", ", rivals" if shape[2] else "")
            folder = scratch / f"{seed} {words}"
            yield f"written and read: seed {seed}, {words}", lambda a=(folder, cards, seed, *shape): _round_trip(*a)
    yield "names and folders are only hints", lambda: _hints(scratch / "hints", cards)
    yield "a bundle adds its segments", lambda: _bundle(scratch / "bundle", cards)
    yield "a bundle for someone else", lambda: _for_others(cards)


def _frozen(folder: Path, name: str, *retired: str) -> str | None:
    root, *more = (keys.parse_key_file((folder / name).read_bytes()) for name in (name, *retired))
    wanted = (folder / name.replace("key", "expected")).with_suffix(".json")
    same = report(read_vault(folder / "vault", [root], more)) == json.loads(wanted.read_text(encoding="utf-8"))
    return None if same else f"read otherwise than {wanted.name}"


def _wrapped(folder: Path) -> str | None:
    root = wrapped.parse_wrapped_file((folder / "key-wrapped").read_bytes(), frozen.PASSPHRASE)
    return None if root == keys.parse_key_file((folder / "key").read_bytes()) else "another root"


def _written(folder: Path, cards: list) -> VaultWriter:
    folder.mkdir()
    return write_story(folder, cards, Randomness(1))[0]


def _round_trip(folder: Path, cards: list, seed: int, changes: int, late: bool, rivals: bool) -> str | None:
    folder.mkdir()
    writer, rival = write_story(folder, cards, Randomness(seed), changes, late, rivals)
    vault = read_vault(folder, [writer.root], writer.old)
    if vault.damaged or vault.newer or vault.misnamed or vault.named or vault.choice.rivals:
        return "not read, or a key is named"
    if len(vault.retired) != changes * late or bool(vault.foreign) != rivals:
        return "other files under retired keys, or foreign ones"
    if set(vault.segments) != set(writer.segments) or vault.photos != writer.photos or vault.free != set(writer.free):
        return "other contents than were written"
    if not vault.saves or read_vault(folder, [writer.root, *writer.old]).choice.current != writer.root.key_id:
        return "it does not save, or an old key is current"
    if changes and (wrong := _with_old_key(folder, writer, rival, late)):
        return wrong
    if rival and (wrong := _with_rival(folder, writer, rival)):
        return wrong
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
    if {"rival", "late 1", "late 2"} & {*forked["tags"]}:
        return "what was saved under another key"
    if forked["note"] != "note of its twin" and forked["note"] != "note of the laptop" or forked["conflicts"] != 1:
        return "the notes of a fork are no conflict"
    return None if ("twin" in forked["tags"]) == (changes == 0) else "the tag of the twin"


def _with_old_key(folder: Path, writer: VaultWriter, rival: VaultWriter | None, late: bool) -> str | None:
    vault = read_vault(folder, [writer.old[-1]])
    if vault.saves or vault.named != {w.root.key_id for w in (writer, rival) if w}:
        return "the old key saves, or names other keys"
    return None if len(vault.segments) == late else "other segments under the old key"


def _with_rival(folder: Path, writer: VaultWriter, rival: VaultWriter) -> str | None:
    both = {writer.root.key_id, rival.root.key_id}
    vault = read_vault(folder, [writer.root, rival.root], writer.old)
    if vault.choice.current != min(both) or vault.choice.rivals != both - {min(both)} or not vault.saves:
        return "of rivals the lower id is not current"
    other = read_vault(folder, [rival.root], writer.old)
    return None if set(other.segments) == set(rival.segments) and other.saves else "the rival is read otherwise"


def _hints(folder: Path, cards: list) -> str | None:
    writer = _written(folder, cards)
    before = report(read_vault(folder, [writer.root]))
    files = [p for p in folder.rglob("*") if p.is_file()]
    for number, path in enumerate(files):
        if path.parent == folder:
            path.rename(folder / f"renamed {number}")
            continue
        shutil.copy(path, folder / "photos" / f"copy {number}.sync-conflict.photo")
        path.rename(folder / "packs" / f"renamed {number}")
    after = report(read_vault(folder, [writer.root]))
    if len(after.pop("misnamed")) != 2 * len(files) - 1 or before.pop("misnamed"):
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
    with_bundle = read_vault(folder, [writer.root], bundles=[bundle])
    if len(without.segments) >= len(with_bundle.segments) or with_bundle.damaged:
        return "the bundle added nothing"
    return None if set(with_bundle.segments) == set(writer.segments) else "other segments than were written"


def _for_others(cards: list) -> str | None:
    cards = [{**card, "id": f"{place:032x}"} for place, card in enumerate(cards)]
    card_key, source = bytes(32), bytes(range(16))
    pack = bundles.pack_for_others(cards, source, 1_767_225_600_000, {cards[0]["id"]: [b"RIFF"]})
    file = bundles.sealed_for_others(encoded(pack), b"secret", Randomness(1))
    if source in file:
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
        bundles.adopted_id(card_key, source, card, shown), bundles.adopted_id(card_key, b"x" * 16, card, shown),
        bundles.adopted_id(card_key, source, card, b"x" * 32), derived_id(card_key, card),
    }
    return None if len(ids) == 4 else "ids of different sources or contents are the same"
