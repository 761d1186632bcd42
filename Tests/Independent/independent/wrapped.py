"""Keys wrapped with a passphrase (Format.md, section 2)."""

import hashlib
import hmac

import nacl.bindings
import nacl.exceptions
import nacl.pwhash.argon2id

from . import bech32m
from .keys import Root, line_of
from .refusal import (
    COST_OUT_OF_BOUNDS, DAMAGED, MALFORMED, NEWER_FORMAT, WRONG_PASSPHRASE, Refusal,
)

PREFIX = "cardvault-wrapped-key"
LENGTH = 122
ARGON2ID = 2
PASSES = range(2, 16 + 1)
MEMORY_KIB = range(65_536, 2_097_152 + 1)
PASSES_FOR_OTHERS = range(2, 4 + 1)
MEMORY_KIB_FOR_OTHERS = range(65_536, 524_288 + 1)
NONCE = bytes(24)


def derive(passphrase: bytes, data: bytes) -> tuple[bytes, bytes]:
    """The key for the root and the commitment, from the passphrase and the 42 bytes before the commitment."""
    key = nacl.pwhash.argon2id.kdf(
        32,
        passphrase,
        data[10:26],
        opslimit=int.from_bytes(data[2:6], "little"),
        memlimit=int.from_bytes(data[6:10], "little") * 1024,
    )
    output = hashlib.blake2b(data[:42], key=key, person=b"cardvault-wrap\0\0").digest()
    return output[:32], output[32:]


def wrap(
    root: Root, passphrase: bytes, salt: bytes, passes: int = 3, memory_kib: int = 262_144,
    key_id: bytes | None = None,
) -> bytes:
    """The 122 bytes of a wrapped key; a `key_id` other than the root's own is for vectors."""
    head = b"\x01" + bytes([ARGON2ID]) + passes.to_bytes(4, "little") + memory_kib.to_bytes(4, "little")
    head += salt + (root.key_id if key_id is None else key_id)
    key, commitment = derive(passphrase, head)
    encrypt = nacl.bindings.crypto_aead_xchacha20poly1305_ietf_encrypt
    return head + commitment + encrypt(root.secret, None, NONCE, key)


def wrapped_line(data: bytes) -> str:
    return bech32m.encode(PREFIX, data)


def parse_wrapped_line(line: str, passes: range = PASSES, memory_kib: range = MEMORY_KIB) -> bytes:
    """The bytes of a wrapped key that may be tried with a passphrase."""
    prefix, data = bech32m.decode(line)
    if prefix != PREFIX:
        raise Refusal(MALFORMED, "another prefix")
    if data[:1] > b"\x01":
        raise Refusal(NEWER_FORMAT, "a wrapped key of a later version")
    if len(data) != LENGTH or data[0] != 1:
        raise Refusal(MALFORMED, "another length or version")
    if data[1] != ARGON2ID:
        raise Refusal(NEWER_FORMAT, "another algorithm")
    if int.from_bytes(data[2:6], "little") not in passes:
        raise Refusal(COST_OUT_OF_BOUNDS, "passes")
    if int.from_bytes(data[6:10], "little") not in memory_kib:
        raise Refusal(COST_OUT_OF_BOUNDS, "memory")
    return data


def unwrap(data: bytes, passphrase: bytes) -> Root:
    if not 1 <= len(passphrase) <= 1024:
        raise Refusal(WRONG_PASSPHRASE, "no passphrase has this length")
    key, commitment = derive(passphrase, data)
    if not hmac.compare_digest(commitment, data[42:74]):
        raise Refusal(WRONG_PASSPHRASE, "the commitment does not hold")
    decrypt = nacl.bindings.crypto_aead_xchacha20poly1305_ietf_decrypt
    try:
        root = Root(decrypt(data[74:], None, NONCE, key))
    except nacl.exceptions.CryptoError:
        raise Refusal(DAMAGED, "the root does not open") from None
    if root.key_id != data[26:42]:
        raise Refusal(DAMAGED, "the root has another key id")
    return root


def parse_wrapped_file(file: bytes, passphrase: bytes) -> Root:
    return unwrap(parse_wrapped_line(line_of(file)), passphrase)
