"""A hostile transport: what sync tools do to a vault's files while commands run, and a little worse."""

import random as randomness
import re
import shutil
import threading
from pathlib import Path

# How six transports rename a copy of `name.suffix` that they consider a conflict.
STYLES = {
    "Syncthing": "{stem}.sync-conflict-20261121-101530-ABCDEF7.{suffix}",
    "Dropbox": "{stem} (Anna's conflicted copy 2026-11-21).{suffix}",
    "OneDrive": "{stem}-ANNAS-LAPTOP.{suffix}",
    "Nextcloud": "{stem} (conflicted copy 2026-11-21 101530).{suffix}",
    "rclone": "{stem}.{suffix}.conflict1",
    "plain copy": "{stem} (1).{suffix}",
}
SAVED = re.compile(r"^[0-9a-f]{64}\.(segment|pack)$")


class Transport(threading.Thread):
    """Duplicates files, renames them and restores old ones; it never removes the only copy."""

    def __init__(self, vault: Path, cellar: Path, seed: int, pause: float):
        super().__init__(daemon=True)
        self.vault, self.cellar, self.pause = vault, cellar, pause
        self.random = randomness.Random(seed)
        self.ending = threading.Event()
        self.deeds = dict.fromkeys(("duplicated", "renamed", "put back"), 0)
        cellar.mkdir()

    def run(self) -> None:
        while not self.ending.wait(self.pause):
            try:
                self.meddle()
            except FileNotFoundError:
                # A pack replaced its segments meanwhile.
                continue

    def stop(self) -> None:
        self.ending.set()
        self.join()

    def meddle(self) -> None:
        files = [path for path in self.vault.rglob("*") if path.is_file() and SAVED.match(path.name)]
        if not files:
            return
        path = self.random.choice(files)
        if not (self.cellar / path.name).exists():
            shutil.copy2(path, self.cellar / path.name)
        deed = self.random.choice(list(self.deeds))
        if deed == "put back":
            self.put_back(path.parent)
        else:
            style = self.random.choice(list(STYLES.values()))
            stem, _, suffix = path.name.partition(".")
            other = path.with_name(style.format(stem=stem, suffix=suffix))
            if deed == "renamed":
                path.rename(other)
            else:
                self.arrive(path, other)
        self.deeds[deed] += 1

    def put_back(self, folder: Path) -> None:
        """Restores an old file, under its own name or another one."""
        old = self.random.choice(list(self.cellar.iterdir()))
        name = old.name if self.random.random() < 0.5 else f"old {self.random.randrange(1000)} {old.name}"
        self.arrive(old, folder / name)

    def arrive(self, source: Path, to: Path) -> None:
        """Files arrive whole under names that readers ignore, then get their own."""
        half = to.with_name(f".syncthing.{to.name}.tmp")
        shutil.copy2(source, half)
        half.rename(to)
