"""The frozen vault: written once, and read for ever. What changes here or in the writer changes no committed file."""

import json
import tempfile
from pathlib import Path

from independent import wrapped
from independent.keys import key_line
from independent.randomness import Randomness
from independent.reading import read_vault
from independent.report import report
from independent.story import write_story

SEED = 20_260_101
PASSPHRASE = b"frozen for ever"
CARDS = Path(__file__).parents[2] / "Independent" / "cards.json"
README = """# A vault of version 1

Written by `Tests/Independent` and never changed: what reads version 1 reads this. `key` is its key file, `key-wrapped`
the same root wrapped by the passphrase `frozen for ever` (2 passes, 64 MiB); git does not keep their mode, so copy them
and `chmod 600`. `expected.json` is what `Tests/Independent/vault read` says of it.

A dozen cards of two devices, one of which was cloned (a fork); a conflict of names, one of notes, spendings apart, a removed
card, a photo; then a rotation that is finished, with a pack that is purged of the removed card, two segments of the new epoch
in files of their own, and one of the old epoch that came late.
"""


def write(folder: Path) -> None:
    cards = json.loads(CARDS.read_text(encoding="utf-8"))
    vault = write_story(_new(folder / "vault"), cards, Randomness(SEED), epochs=2, finish=True)
    # The same vault before the rotation, for a file that came late.
    with tempfile.TemporaryDirectory() as before:
        write_story(_new(Path(before) / "vault"), cards, Randomness(SEED), epochs=1, finish=True)
        late = sorted((Path(before) / "vault" / "segments").iterdir())[0]
        (folder / "vault" / "segments" / late.name).write_bytes(late.read_bytes())
    (folder / "key").write_text(key_line(vault.root) + "\n")
    data = wrapped.wrap(vault.root, PASSPHRASE, Randomness(SEED + 1).bytes(16), 2, 65_536)
    (folder / "key-wrapped").write_text(wrapped.wrapped_line(data) + "\n")
    expected = report(read_vault(folder / "vault", vault.root))
    text = json.dumps(expected, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    (folder / "expected.json").write_text(text, encoding="utf-8")
    (folder / "README.md").write_text(README, encoding="utf-8")


def _new(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder
