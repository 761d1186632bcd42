"""The files of a vault's folder (Format.md, section 1)."""

from dataclasses import dataclass
from pathlib import Path

from .envelope import MAGIC

FOLDERS = ("", "segments", "packs", "photos")
ENDINGS = (".vault", ".segment", ".pack", ".photo")


@dataclass(frozen=True)
class Found:
    """A file, by its path inside of the vault."""

    name: str
    content: bytes

    @property
    def is_sealed(self) -> bool:
        return self.content.startswith(MAGIC)

    @property
    def claims_to_be_ours(self) -> bool:
        return self.name.endswith(ENDINGS)

    @property
    def key_id(self) -> bytes:
        return self.content[16:32]

    @property
    def epoch(self) -> int:
        return int.from_bytes(self.content[12:16], "little")

    @property
    def kind(self) -> int:
        return self.content[8] if len(self.content) > 8 else 0


def is_passed_over(name: str) -> bool:
    return name.startswith((".", "~syncthing~")) or name.endswith((".partial", ".tmp"))


def files_of(vault: Path) -> list[Found]:
    found = []
    for folder in FOLDERS:
        place = vault / folder
        for path in sorted(place.iterdir()) if place.is_dir() else []:
            if path.is_file() and not is_passed_over(path.name):
                found.append(Found(path.relative_to(vault).as_posix(), path.read_bytes()))
    return sorted(found, key=lambda file: file.name)
