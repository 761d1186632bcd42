"""The hashes of all vectors, in the form that `sha256sum --check` reads: no vector changes or vanishes unnoticed."""

import hashlib
from pathlib import Path

NAME = "hashes"
KINDS = {".vector", ".json", ".txt"}
FROZEN = "vault-1"


def hashed(folder: Path) -> dict[str, str]:
    """The SHA-256 of each vector by its path, sorted."""
    found = {}
    for path in folder.rglob("*"):
        place = path.relative_to(folder)
        is_frozen = place.parts[0] == FROZEN and path.name != "README.md"
        if path.is_file() and (is_frozen or path.suffix in KINDS):
            found[place.as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    return dict(sorted(found.items()))


def listed(folder: Path) -> dict[str, str]:
    """What the list says."""
    path = folder / NAME
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = [line.split("  ", 1) for line in lines]
    return {name: digest for digest, name in rows}


def changed(folder: Path) -> list[str]:
    """The listed vectors that are gone or have other bytes."""
    here = hashed(folder)
    return [name for name, digest in listed(folder).items() if here.get(name) != digest]


def update(folder: Path) -> str | None:
    """Lists vectors that were added; the list stays as it is where others changed."""
    names = changed(folder)
    if names:
        return f"changed or gone: {', '.join(names)}\nA vector never changes; remove its line from `hashes` if this one must."
    rows = [f"{digest}  {name}\n" for name, digest in hashed(folder).items()]
    (folder / NAME).write_text("".join(rows), encoding="utf-8")
    return None
