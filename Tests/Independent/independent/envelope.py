"""Sealed files (Format.md, section 3)."""

import hashlib
import hmac
from dataclasses import dataclass

import nacl.bindings
import nacl.exceptions

from .keys import Root
from .refusal import (
    DAMAGED, NEWER_FORMAT, NOT_SEALED, UNPROVED, WRONG_KEY, WRONG_KIND, Refusal, must,
)

MAGIC = b"CARDVLT"
VERSION = 1
VAULT, SEGMENT, DEVICE, PACK, PHOTO, BUNDLE, NOTICE, POCKET, INDEX = range(1, 10)
FREE = {0, *range(10, 256)}
HEADER = 88
CHUNK = 65_536
TAG = 16
LEAST_CONTENT = 1024
LARGEST_FILE = 64 << 20
LARGEST_OF_KIND = {VAULT: 64 << 10, NOTICE: 64 << 10, BUNDLE: 16 << 30}


@dataclass(frozen=True)
class Opened:
    kind: int
    payload: bytes


def padded_length(length: int) -> int:
    """Padmé, at least 1 KiB."""
    length = max(length, LEAST_CONTENT)
    e = length.bit_length() - 1
    s = e.bit_length()
    step = 1 << (e - s)
    return (length + step - 1) // step * step


def content_of(payload: bytes) -> bytes:
    content = len(payload).to_bytes(8, "little") + payload
    return content + bytes(padded_length(len(content)) - len(content))


def file_keys(header: bytes, root: Root, kind: int) -> tuple[bytes, bytes]:
    """The file key and the commitment for the first 56 bytes of a header."""
    output = hashlib.blake2b(header[:56], key=root.file_subkey(kind), person=b"cardvault-file\0\0")
    return output.digest()[:32], output.digest()[32:]


def header_of(root: Root, kind: int, salt: bytes, version: int = VERSION, **broken) -> bytes:
    """The 56 bytes before the commitment; `broken` is for vectors."""
    return (
        MAGIC + bytes([version, kind]) + broken.get("reserved", bytes(7)) + broken.get("key_id", root.key_id) + salt
    )


def nonce_of(index: int, last: bool) -> bytes:
    return index.to_bytes(8, "little") + bytes([last]) + bytes(15)


def sealed_chunks(content: bytes, key: bytes) -> list[bytes]:
    encrypt = nacl.bindings.crypto_aead_xchacha20poly1305_ietf_encrypt
    starts = range(0, len(content), CHUNK)
    return [
        encrypt(content[start : start + CHUNK], None, nonce_of(i, i == len(starts) - 1), key)
        for i, start in enumerate(starts)
    ]


def seal(payload: bytes, root: Root, kind: int, salt: bytes) -> bytes:
    header = header_of(root, kind, salt)
    key, commitment = file_keys(header, root, kind)
    return header + commitment + b"".join(sealed_chunks(content_of(payload), key))


def file_hash(file: bytes) -> bytes:
    return hashlib.blake2b(file, digest_size=32).digest()


def prove(file: bytes, roots: list[Root]) -> Root:
    """The root that proves the file, of any version and kind."""
    if file[:7] != MAGIC:
        raise Refusal(NOT_SEALED, "it does not begin with the magic bytes")
    if len(file) < HEADER:
        raise Refusal(UNPROVED, "shorter than a header")
    root = next((root for root in roots if root.key_id == file[16:32]), None)
    if root is None:
        raise Refusal(WRONG_KEY, "no root here has its key id")
    if not hmac.compare_digest(file_keys(file, root, file[8])[1], file[56:88]):
        raise Refusal(UNPROVED, "the commitment does not hold")
    return root


def unseal(file: bytes, roots: list[Root], kind: int | None = None) -> Opened:
    """The content of a file; `kind` is the requested one, None accepts any."""
    root = prove(file, roots)
    if file[7] != VERSION:
        raise Refusal(NEWER_FORMAT, f"version {file[7]}")
    if kind not in (None, file[8]):
        raise Refusal(WRONG_KIND, f"kind {file[8]}")
    must(len(file) <= LARGEST_OF_KIND.get(file[8], LARGEST_FILE), "a file's length")
    must(file[9:16] == bytes(7), "zeros after the kind")
    key, _ = file_keys(file, root, file[8])
    return Opened(file[8], _payload(_content(file[HEADER:], key)))


def _content(chunks: bytes, key: bytes) -> bytes:
    decrypt = nacl.bindings.crypto_aead_xchacha20poly1305_ietf_decrypt
    starts = range(0, len(chunks), CHUNK + TAG)
    content = bytearray()
    for i, start in enumerate(starts):
        chunk = chunks[start : start + CHUNK + TAG]
        must(len(chunk) > TAG, "no empty chunk")
        try:
            content += decrypt(chunk, None, nonce_of(i, i == len(starts) - 1), key)
        except nacl.exceptions.CryptoError:
            raise Refusal(DAMAGED, f"chunk {i} does not open") from None
    return bytes(content)


def _payload(content: bytes) -> bytes:
    length = int.from_bytes(content[:8], "little")
    must(length <= len(content) - 8, "the length of the payload")
    must(len(content) == padded_length(8 + length), "the padded length")
    must(not any(content[8 + length :]), "zeros as padding")
    return content[8 : 8 + length]
