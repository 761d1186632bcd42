"""The files of a vault's folder (Format.md, section 1)."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from . import envelope
from .envelope import MAGIC, NOTICE, PACK, PHOTO, SEGMENT, VAULT

FOLDERS = ("", "notices", "segments", "packs", "photos", "other")
PLACES = {
    VAULT: ("", "vault"), SEGMENT: ("segments", "segment"), PACK: ("packs", "pack"), PHOTO: ("photos", "photo"),
    NOTICE: ("notices", "notice"), **{kind: ("other", "sealed") for kind in envelope.FREE},
}
NAME = re.compile(r"([0-9a-f]{64})\.(vault|notice|segment|pack|photo|sealed)")


@dataclass(frozen=True)
class Found:
    """A file, by its path inside the vault."""

    name: str
    content: bytes

    @property
    def is_sealed(self) -> bool:
        return self.content.startswith(MAGIC) and len(self.content) >= envelope.HEADER

    @cached_property
    def hash(self) -> bytes:
        return envelope.file_hash(self.content)

    @property
    def named_hash(self) -> bytes | None:
        """The hash in its name."""
        match = NAME.fullmatch(self.name.rpartition("/")[2].lower())
        return bytes.fromhex(match[1]) if match else None

    @property
    def is_in_own_folder(self) -> bool:
        """Whether it is in the vault's own folder, the only place where headers count."""
        return "/" not in self.name

    @property
    def is_misnamed(self) -> bool:
        folder, ending = PLACES[self.kind]
        return self.name != f"{folder}/{self.hash.hex()}.{ending}".lstrip("/")

    @property
    def key_id(self) -> bytes:
        return self.content[16:32]

    @property
    def version(self) -> int:
        return self.content[7]

    @property
    def kind(self) -> int:
        return self.content[8]


def is_passed_over(name: str) -> bool:
    return name.lower().startswith((".", "~syncthing~")) or name.lower().endswith((".partial", ".tmp"))


def files_of(vault: Path) -> list[Found]:
    found = []
    inner = [place for place in vault.iterdir() if place.is_dir() and place.name.lower() in FOLDERS] if vault.is_dir() else []
    for place in [vault, *inner]:
        for path in sorted(place.iterdir()) if place.is_dir() else []:
            if path.is_file() and not is_passed_over(path.name):
                found.append(Found(path.relative_to(vault).as_posix(), path.read_bytes()))
    return sorted(found, key=lambda file: file.name)
