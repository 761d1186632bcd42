"""Writes everything into a folder, and the example into the document."""

import shutil
import sys
from pathlib import Path

from . import (
    bundles, envelopes, example, forks, frozen, hashes, header_vectors, joining, key_rules, merges, payload_vectors,
    plain_keys, pockets, segments, shown, wrapped_keys,
)
from .collected import Collected

CASES = {"merge": merges, "joined": joining, "writers": forks, "keys": key_rules, "shown": shown}
SUBFOLDERS = ("envelope", "key-file", "wrapped-key", "typed-key", "vault-payload", "notice-payload", "segment-payload",
              "pack-payload", "photo-payload", "bundle", "bundle-payload", "pocket", *CASES)


def main(folder: Path) -> str | None:
    """Hands out what went wrong."""
    collected = Collected()
    for part in (envelopes, plain_keys, wrapped_keys, header_vectors, payload_vectors, segments, bundles, pockets):
        part.collect(collected)
    for name in SUBFOLDERS:
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)
    for path, vector in collected.vectors.items():
        (folder / path).write_text(vector.text(), encoding="utf-8")
    for folder_name, part in CASES.items():
        for name, case in part.cases().items():
            (folder / folder_name / f"{name}.json").write_text(part.text(case), encoding="utf-8")
    if not (folder / hashes.FROZEN).exists():  # made once
        frozen.write(folder / hashes.FROZEN)
    (folder / "example.txt").write_text(example.text(), encoding="utf-8")
    return hashes.update(folder)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
