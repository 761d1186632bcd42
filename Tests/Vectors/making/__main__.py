"""Writes everything into a folder, and the example into the document."""

import json
import shutil
import sys
from pathlib import Path

from . import (
    bundles, envelopes, example, forks, frozen, joining, merges, payload_vectors, plain_keys, segments,
    wrapped_keys,
)
from .collected import Collected

SUBFOLDERS = ("envelope", "key-file", "wrapped-key", "typed-key", "vault-payload", "segment-payload",
              "pack-payload", "photo-payload", "bundle", "bundle-payload", "merge", "joined", "writers")


def main(folder: Path) -> None:
    collected = Collected()
    for part in (envelopes, plain_keys, wrapped_keys, payload_vectors, segments, bundles):
        part.collect(collected)
    for name in SUBFOLDERS:
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)
    for path, vector in collected.vectors.items():
        (folder / path).write_text(vector.text(), encoding="utf-8")
    for name, case in merges.cases().items():
        (folder / "merge" / f"{name}.json").write_text(merges.text(case), encoding="utf-8")
    for name, case in joining.cases().items():
        (folder / "joined" / f"{name}.json").write_text(joining.text(case), encoding="utf-8")
    for name, case in forks.cases().items():
        (folder / "writers" / f"{name}.json").write_text(forks.text(case), encoding="utf-8")
    if not (folder / "vault-1").exists():  # frozen: made once
        frozen.write(folder / "vault-1")
    (folder / "example.txt").write_text(example.text(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
