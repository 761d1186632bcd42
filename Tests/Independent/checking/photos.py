"""Photos that were altered, and photos under older keys (Format.md, sections 1 and 8)."""

import vault_pb2

from independent.envelope import PHOTO, file_hash
from independent.writing import VaultWriter
from making.collected import flipped

from .putting import put, read, sealed, wrong_lists

HASH = bytes(range(32))
# In the magic bytes, in the key id, in the commitment, and in the only chunk.
IN_MAGIC, IN_KEY_ID, IN_COMMITMENT, IN_CHUNK = 0, 20, 60, 500


def altered(writer: VaultWriter) -> str | None:
    """A photo that a card shows is damaged wherever it is altered; one that no card shows, only behind its header."""
    genuine = next(iter(writer.photos))
    written = writer.files[genuine]
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
    put(writer, name, flipped(other, IN_KEY_ID))
    if wrong := wrong_lists(read(writer), foreign=[name], saves=True):
        return wrong
    put(writer, name, flipped(other, IN_CHUNK))
    vault = read(writer)
    return wrong_lists(vault, damaged=[name], saves=True) or (None if set(vault.photos) == {genuine} else "other photos")


def _not_shown(writer: VaultWriter) -> tuple[bytes, str]:
    """A photo under the vault's first key that no card shows, and its proper name."""
    content = sealed(writer.first_root, PHOTO, vault_pb2.Photo(content=b"shown by none"))
    return content, f"photos/{file_hash(content).hex()}.photo"


def of_older_keys(writer: VaultWriter) -> str | None:
    """An identity under a carried key counts if nothing else is that photo."""
    old, genuine = writer.first_root, next(iter(writer.photos))
    forged = put(writer, "photos/forged", sealed(old, PHOTO, vault_pb2.Photo(identity=genuine, content=b"forged")))
    late = put(writer, "photos/sealed-anew", sealed(old, PHOTO, vault_pb2.Photo(identity=HASH, content=b"came late")))
    first = sealed(old, PHOTO, vault_pb2.Photo(content=b"first"))
    names = [forged, late, put(writer, "photos/first", first)]
    again = vault_pb2.Photo(identity=file_hash(first), content=b"forged, too")
    names.append(put(writer, "photos/again", sealed(old, PHOTO, again)))
    vault = read(writer)
    if {i: photo.content for i, photo in vault.photos.items() if i != genuine} != {HASH: b"came late", file_hash(first): b"first"}:
        return "another photo counts"
    if vault.photos[genuine].content == b"forged":
        return "a forged photo counts"
    return wrong_lists(vault, misnamed=names, saves=True)


def under_finished_keys(writer: VaultWriter) -> str | None:
    """A first file counts if an unclaimed segment refers to it; a resealed one does not."""
    old, genuine = writer.first_root, next(iter(writer.photos))
    writer.write_again(genuine)
    for written in list(writer.files.values()):
        if written.kind == PHOTO and written.root == writer.root:
            written.path.unlink()
    late = [
        put(writer, "photos/not-named", sealed(old, PHOTO, vault_pb2.Photo(content=b"named by none"))),
        put(writer, "photos/again", sealed(old, PHOTO, vault_pb2.Photo(identity=genuine, content=b"again"))),
    ]
    vault = read(writer)
    if set(vault.photos) != {genuine} or vault.photos[genuine].content == b"again":
        return "other photos than the one that a card shows"
    if wrong := wrong_lists(vault, late=late, saves=True):
        return wrong
    # Altered, the one that a card shows is damaged; the others stay late.
    written = writer.files[genuine]
    name = written.path.relative_to(writer.folder).as_posix()
    other, other_name = _not_shown(writer)
    late.append(put(writer, other_name, flipped(other, IN_CHUNK)))
    for place in (IN_KEY_ID, IN_CHUNK):
        put(writer, name, flipped(written.content, place))
        if wrong := wrong_lists(read(writer), damaged=[name], late=late, saves=True):
            return wrong
    return None
