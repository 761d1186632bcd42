"""An altered photo (Format.md, section 1)."""

import vault_pb2

from independent.envelope import PHOTO, file_hash
from independent.writing import VaultWriter
from making.collected import flipped

from .putting import put, read, sealed, wrong_lists

# In the magic bytes, in the key id, in the commitment, and in the only chunk.
IN_MAGIC, IN_KEY_ID, IN_COMMITMENT, IN_CHUNK = 0, 20, 60, 500


def altered(writer: VaultWriter) -> str | None:
    """A photo is damaged wherever it is altered, whether or not a card shows it."""
    genuine = next(iter(writer.photos))
    other = sealed(writer.root, PHOTO, vault_pb2.Photo(content=b"shown by none"))
    for content, left in ((writer.first[genuine].content, set()), (other, {genuine})):
        name = f"photos/{file_hash(content).hex()}.photo"
        broken = [flipped(content, place) for place in (IN_MAGIC, IN_KEY_ID, IN_COMMITMENT, IN_CHUNK)]
        for wrong in (*broken, content[:50], content[:-1], b""):
            put(writer, name, wrong)
            vault = read(writer)
            if set(vault.photos) != left:
                return "an altered photo counts"
            if lists := wrong_lists(vault, damaged=[name], saves=True):
                return lists
        (writer.folder / name).unlink()
        writer.write_again(genuine)
    return None
