"""The frozen vault: written once, and read for ever. What changes here or in the writer changes no committed file."""

import json
from pathlib import Path

import vault_pb2

from independent import envelope, wrapped
from independent.envelope import BUNDLE, DEVICE, PACK, PHOTO, SEGMENT, content_of, file_hash
from independent.keys import Root, key_line
from independent.merge import Change
from independent.payloads import SET, encoded
from independent.randomness import Randomness
from independent.reading import read_vault
from independent.report import report
from independent.story import Story, begin_story

from .collected import flipped
from .envelopes import sealed_as

SEED = 20_261_129
PASSPHRASE = b"frozen for ever"
CARDS = Path(__file__).parents[2] / "Independent" / "cards.json"
README = """# A vault of version 1

Written by `Tests/Independent` and never changed: every reader of version 1 reads it. git does not keep the key files'
mode, so copy them and `chmod 600`.

| file | what it is |
|---|---|
| `key` | the key file |
| `key-wrapped` | the same root wrapped by the passphrase `frozen for ever` (2 passes, 64 MiB) |
| `key-old` | the key file before the change of the key |
| `expected.json` | what `Tests/Independent/vault read` prints with `key`, and with `key-old` as a retired one |
| `expected-old.json` | what it prints with `key-old` alone |

The vault has a dozen cards of several devices, one of which was cloned (a fork); a conflict of names, one of notes,
concurrent spendings, joined cards, a removed card, a photo, and files of the kinds 0, 200 and 255. The key was changed
once.

- Under the old key: its header, the notice that names the new key, and what came late: a save of a tablet, another one
  in a pack, a photo, a file of kind 200, and a file of version 2.
- Under the new key: everything from before the change, sealed anew, and some saves. One of them has the name of a pack,
  another one is also in a pack. There are also a bundle and a device's state, which are no part of a vault.
- Under no key: a text, and a save that was altered on its way.
"""


def write(folder: Path) -> None:
    (folder / "vault").mkdir(parents=True)
    story = begin_story(folder / "vault", json.loads(CARDS.read_text(encoding="utf-8")), Randomness(SEED))
    vault, old, before = story.vault, story.vault.root, story.vault.everything()
    vault.add_free(0, b"of kind 0")
    vault.add_free(255, b"of kind 255")
    story.change(1, late=True)
    _late(story, old, before)
    _odd(story)
    _write_key(folder, "key", vault.root, [old])
    _write_key(folder, "key-old", old, [])
    data = wrapped.wrap(vault.root, PASSPHRASE, Randomness(SEED + 1).bytes(16), 2, 65_536)
    (folder / "key-wrapped").write_text(wrapped.wrapped_line(data) + "\n")
    (folder / "README.md").write_text(README, encoding="utf-8")


def _write_key(folder: Path, name: str, root: Root, retired: list[Root]) -> None:
    """A key file, and what a reader prints with it."""
    (folder / name).write_text(key_line(root) + "\n")
    expected = report(read_vault(folder / "vault", [root], retired))
    text = json.dumps(expected, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    (folder / name.replace("key", "expected")).with_suffix(".json").write_text(text, encoding="utf-8")


def _late(story: Story, old: Root, before: set[bytes]) -> None:
    """Files under the old key that came after the change."""
    vault = story.vault
    late = vault.first[vault.save(vault.device(), {story.ids[3]: [Change(4, SET, 2, b"late in a pack")]}, before, old)]
    late.path.unlink()
    segment = envelope.unseal(late.content, [old]).payload
    vault.put(PACK, encoded(vault_pb2.Pack(device=9, created=vault.now, segments=[segment])), old)
    vault.put(PHOTO, encoded(vault_pb2.Photo(media_type="image/webp", content=b"late")), old)
    vault.put(200, b"late", old)
    newer = sealed_as(content_of(b"of later days"), old, SEGMENT, version=2)
    (vault.folder / "segments" / f"{file_hash(newer).hex()}.segment").write_bytes(newer)


def _odd(story: Story) -> None:
    """A pack and a file that it replaces, an altered file, a misnamed one, a text, and kinds that are no part of a vault."""
    vault = story.vault
    own = [i for i, s in vault.segments.items() if s.device == story.phone.number and vault.first[i].root == vault.root]
    vault.pack(story.phone, own, [vault.first[identity] for identity in own])
    altered = vault.first[vault.save(story.laptop, {story.ids[3]: [Change(4, SET, 2, b"altered")]})]
    altered.path.write_bytes(flipped(altered.content, 40))
    misnamed = vault.first[vault.save(story.phone, {story.ids[3]: [Change(4, SET, 2, b"the last")]})]
    misnamed.path.rename(vault.folder / "packs" / f"{'5' * 64}.pack")
    (vault.folder / "segments" / "notes.txt").write_text("not ours\n")
    for kind in (DEVICE, BUNDLE):
        sealed = envelope.seal(b"", vault.root, kind, vault.random.bytes(24))
        (vault.folder / "other" / f"{file_hash(sealed).hex()}.sealed").write_bytes(sealed)
