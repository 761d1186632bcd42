"""Photos that were altered, and photos under older keys (Format.md, sections 1 and 8)."""

import vault_pb2

from independent.envelope import PHOTO, file_hash
from independent.payloads import identity_of
from independent.writing import VaultWriter
from making.collected import flipped

from .putting import put, read, sealed, wrong_lists

# In the magic bytes, in the key id, in the commitment, and in the only chunk.
IN_MAGIC, IN_KEY_ID, IN_COMMITMENT, IN_CHUNK = 0, 20, 60, 500


def altered(writer: VaultWriter) -> str | None:
    """A photo is damaged wherever it is altered."""
    genuine = next(iter(writer.photos))
    written = writer.first[genuine]
    name = written.path.relative_to(writer.folder).as_posix()
    broken = [flipped(written.content, place) for place in (IN_MAGIC, IN_KEY_ID, IN_COMMITMENT, IN_CHUNK)]
    for content in (*broken, written.content[:50], written.content[:-1], b""):
        put(writer, name, content)
        vault = read(writer)
        if vault.photos:
            return "an altered photo counts"
        if wrong := wrong_lists(vault, damaged=[name], saves=True):
            return wrong
    writer.write_again(genuine)
    other, name = _not_shown(writer)
    for place in (IN_KEY_ID, IN_CHUNK):
        put(writer, name, flipped(other, place))
        vault = read(writer)
        if set(vault.photos) != {genuine}:
            return "other photos"
        if wrong := wrong_lists(vault, damaged=[name], saves=True):
            return wrong
    return None


def _not_shown(writer: VaultWriter) -> tuple[bytes, str]:
    """A photo under the vault's first key that no card shows, and its proper name."""
    content = sealed(writer.first_root, PHOTO, vault_pb2.Photo(content=b"shown by none"))
    return content, f"photos/{file_hash(content).hex()}.photo"


def of_older_keys(writer: VaultWriter) -> str | None:
    """A photo under a carried key counts, and is the same one wherever it is."""
    old, genuine = writer.first_root, next(iter(writer.photos))
    photo = vault_pb2.Photo(content=b"under an older key")
    names = [put(writer, f"photos/{place}", sealed(root, PHOTO, photo)) for place, root in enumerate((old, old, writer.root))]
    vault = read(writer)
    if set(vault.photos) != {genuine, identity_of(photo.content)}:
        return "other photos count"
    return wrong_lists(vault, misnamed=names, saves=True)


def under_finished_keys(writer: VaultWriter) -> str | None:
    """A photo counts if an unclaimed segment refers to it."""
    old, genuine = writer.first_root, next(iter(writer.photos))
    writer.write_again(genuine)
    for written in list(writer.files.values()):
        if written.kind == PHOTO and written.root == writer.root:
            written.path.unlink()
    late = [
        put(writer, "photos/not-named", sealed(old, PHOTO, vault_pb2.Photo(content=b"named by none"))),
    ]
    vault = read(writer)
    if set(vault.photos) != {genuine}:
        return "other photos than the one that a card shows"
    if wrong := wrong_lists(vault, late=late, saves=True):
        return wrong
    # Altered, it is damaged; the other stays late.
    written = writer.first[genuine]
    name = written.path.relative_to(writer.folder).as_posix()
    for place in (IN_KEY_ID, IN_CHUNK):
        put(writer, name, flipped(written.content, place))
        if wrong := wrong_lists(read(writer), damaged=[name], late=late, saves=True):
            return wrong
    return None
