"""The frozen vault: written once, and read for ever. What changes here or in the writer changes no committed file."""

import json
from pathlib import Path

import vault_pb2

from independent import envelope, wrapped
from independent.envelope import BUNDLE, DEVICE, PHOTO, SEGMENT, content_of, file_hash
from independent.keys import Root, key_line
from independent.merge import Change
from independent.payloads import SET, encoded
from independent.randomness import Randomness
from independent.reading import read_vault
from independent.report import report
from independent.story import Story, begin_story

from .collected import flipped
from .envelopes import sealed_as

SEED = 20_261_122
PASSPHRASE = b"frozen for ever"
CARDS = Path(__file__).parents[2] / "Independent" / "cards.json"
README = """# A vault of version 1

Written by `Tests/Independent` and never changed: every reader of version 1 reads it. git does not keep the key files'
mode, so copy them and `chmod 600`.

| file | what it is |
|---|---|
| `key` | the key file |
| `key-wrapped` | the same root wrapped by the passphrase `frozen for ever` (2 passes, 64 MiB) |
| `key-old` | the key file before the last change of key |
| `key-sibling` | the key file of a key that another device made at the same time |
| `expected.json`, `expected-old.json`, `expected-sibling.json` | what `Tests/Independent/vault read` prints with `key`, with `key-old`, and with `key` and `key-sibling` together |

The vault has a dozen cards of three devices, one of which was cloned (a fork); a conflict of names, one of notes,
concurrent spendings, joined cards, a removed card, a photo, and files of the kinds 0, 200 and 255. The key was changed
twice. The first change is finished, and one of its packs has a save of the watch, marked as claimed. The second change is
not finished, and happened on two devices at once. There is a notice under each carried key.

- Under the first key: a save and a photo that came late, a segment that the one after it vouches for, and the photo's
  first file, to which a card refers.
- Under the second key: everything that the first change made, a save of the watch, which is claimed, a file of version
  2, and a photo that is nowhere else.
- Under the third key: all of it sealed anew, a segment that has the name of a pack, a bundle and a device's state.
- Under its sibling: all of it as well, except what the other device did not know, and a save.
- Under no key: a text, and a file that was altered on its way.
"""
UNROTATED = """# A vault whose key was never changed

Written by `Tests/Independent` and never changed. `key` is its key file; git does not keep its mode, so copy it and
`chmod 600`. `expected.json` is what `Tests/Independent/vault read` prints of it.

It has a dozen cards of two devices, one of which was cloned (a fork); a conflict of names, one of notes, concurrent
spendings, joined cards, a removed card, a photo, and a pack, some of whose segments also have files of their own.
"""


def write(folder: Path) -> None:
    cards = json.loads(CARDS.read_text(encoding="utf-8"))
    story, laptop = begin_story(_new(folder / "vault"), cards, Randomness(SEED))
    vault, first, before = story.vault, story.vault.root, story.vault.everything()
    story.rotate(1, finish=False)
    vault.finish(story.phone)
    old = vault.root
    vault.add_free(0, b"of kind 0")
    vault.add_free(255, b"of kind 255")
    story.rotate(2, finish=False, apart=laptop)
    _odd_files(story, first, old, before)
    _odd_kinds(story, first)

    for name, root, more in (("key", vault.root, []), ("key-old", old, []), ("key-sibling", vault.siblings[0], [vault.root])):
        _write_key(folder, name, root, more)
    data = wrapped.wrap(vault.root, PASSPHRASE, Randomness(SEED + 1).bytes(16), 2, 65_536)
    (folder / "key-wrapped").write_text(wrapped.wrapped_line(data) + "\n")
    (folder / "README.md").write_text(README, encoding="utf-8")


def write_unrotated(folder: Path) -> None:
    cards = json.loads(CARDS.read_text(encoding="utf-8"))
    story, _ = begin_story(_new(folder / "vault"), cards, Randomness(SEED + 2))
    _write_key(folder, "key", story.vault.root, [])
    (folder / "README.md").write_text(UNROTATED, encoding="utf-8")


def _write_key(folder: Path, name: str, root: Root, more: list[Root]) -> None:
    """A key file, and what a reader prints with it and more keys."""
    (folder / name).write_text(key_line(root) + "\n")
    expected = report(read_vault(folder / "vault", [root, *more]))
    text = json.dumps(expected, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    (folder / name.replace("key", "expected")).with_suffix(".json").write_text(text, encoding="utf-8")


def _odd_files(story: Story, first: Root, old: Root, before: set[bytes]) -> None:
    """What a reader names, and a segment that another one vouches for."""
    vault = story.vault
    named = {vault.segments[identity].previous_hash for identity in vault.everything() - vault.claimed}
    vault.write_again(min(identity for identity in named if identity and vault.first[identity].root == first))
    vault.save(vault.device(), {story.ids[3]: [Change(4, SET, 2, b"too late")]}, before, first)
    newest = [vault.first[identity] for identity in vault.segments if vault.first[identity].root == vault.root]
    newest[-1].path.rename(vault.folder / "packs" / f"{'5' * 64}.pack")
    altered = newest[-2]
    vault.save(story.phone, {story.ids[3]: [Change(4, SET, 2, b"the last")]})
    altered.path.write_bytes(flipped(altered.content, 40))
    newer = sealed_as(content_of(b"of later days"), old, SEGMENT, version=2)
    (vault.folder / "segments" / f"{file_hash(newer).hex()}.segment").write_bytes(newer)
    (vault.folder / "segments" / "notes.txt").write_text("not ours\n")


def _odd_kinds(story: Story, first: Root) -> None:
    """Photos under older keys, and files of kinds that are no part of a vault."""
    vault = story.vault
    vault.write_again(next(iter(vault.photos)))
    old = vault.carried[-1].root
    for root, content in ((first, b"late"), (old, b"elsewhere")):
        vault.put(PHOTO, encoded(vault_pb2.Photo(media_type="image/webp", content=content)), root)
    for kind in (DEVICE, BUNDLE):
        sealed = envelope.seal(b"", vault.root, kind, vault.random.bytes(24))
        (vault.folder / "other" / f"{file_hash(sealed).hex()}.sealed").write_bytes(sealed)


def _new(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder
