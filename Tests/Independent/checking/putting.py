"""Adds files to a written vault, and checks what a reader then lists."""

from independent import envelope
from independent.keys import Root
from independent.payloads import encoded
from independent.reading import Vault, read_vault
from independent.refusal import Refusal
from independent.writing import VaultWriter

SALT = bytes(24)


def put(writer: VaultWriter, name: str, content: bytes) -> str:
    (writer.folder / name).write_bytes(content)
    return name


def sealed(root: Root, kind: int, message) -> bytes:
    return envelope.seal(message if isinstance(message, bytes) else encoded(message), root, kind, SALT)


def read(writer: VaultWriter, *roots: Root, retired: list[Root] = ()) -> Vault:
    return read_vault(writer.folder, list(roots) or [writer.root], retired)


def refusal_of(writer: VaultWriter, *roots: Root) -> str:
    try:
        read(writer, *roots)
        return "none"
    except Refusal as refusal:
        return refusal.verdict


def wrong_lists(vault: Vault, **wanted) -> str | None:
    """The lists that differ from those expected; lists that are not named must be empty."""
    for name in ("damaged", "foreign", "retired", "newer", "misnamed"):
        got = sorted(getattr(vault, name))
        if got != sorted(wanted.pop(name, [])):
            return f"{name}: {got}"
    for name, value in wanted.items():
        if getattr(vault, name) != value:
            return f"{name}: {getattr(vault, name)}"
    return None
