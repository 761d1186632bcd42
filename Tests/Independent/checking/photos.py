"""Photos under older keys (Format.md, section 8)."""

import vault_pb2

from independent.envelope import PHOTO, file_hash
from independent.writing import VaultWriter

from .putting import put, read, sealed, wrong_lists

HASH = bytes(range(32))


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
    return wrong_lists(vault, late=late, saves=True)
