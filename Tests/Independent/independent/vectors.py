"""Test vectors: their text form, and this reader's result for one (Tests/Vectors/README.md)."""

import base64
import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from . import bundles, envelope, headers, keys, payloads, pockets, typed, wrapped
from .keys import Root
from .refusal import Refusal

COLUMNS = 76
# The card key of the vault that merges the bundles' cards.
CARD_KEY = bytes(range(0xE0, 0x100))


@dataclass
class Vector:
    """Header and body; the header's order is kept."""

    header: dict[str, str]
    body: bytes = field(repr=False)

    def text(self) -> str:
        lines = [f"{key}: {value}" for key, value in self.header.items()]
        encoded = base64.b64encode(self.body).decode()
        lines.append("")
        lines += [encoded[i : i + COLUMNS] for i in range(0, len(encoded), COLUMNS)]
        return "\n".join(lines) + "\n"

    @staticmethod
    def parse(text: str) -> "Vector":
        head, _, body = text.partition("\n\n")
        if not _:
            head, body = text.rstrip("\n"), ""
        header = dict(line.split(": ", 1) for line in head.splitlines())
        return Vector(header, base64.b64decode("".join(body.split()), validate=True))

    @property
    def root(self) -> Root:
        return Root(bytes.fromhex(self.header["root"]))


def _envelope(vector: Vector) -> dict[str, str]:
    opened = envelope.unseal(vector.body, [vector.root], int(vector.header["kind"]))
    return {"payload-hash": hashlib.blake2b(opened.payload, digest_size=32).hexdigest()}


def _root_facts(root: Root) -> dict[str, str]:
    return {"root": root.secret.hex(), "key-id": root.key_id.hex(), "fingerprint": root.fingerprint}


def _wrapped(vector: Vector) -> dict[str, str]:
    passphrase = bytes.fromhex(vector.header["passphrase"])
    return _root_facts(wrapped.parse_wrapped_file(vector.body, passphrase))


def _typed(vector: Vector) -> dict[str, str]:
    return {"line": typed.line_from_typed(vector.body.decode("utf-8"))}


def _header(vector: Vector) -> dict[str, str]:
    header = headers.parse_header(vector.body)
    three = hashlib.blake2b(header.card_key + header.state_key + header.source, digest_size=32)
    return {"vault-id": header.vault_id.hex(), "notices": str(len(header.notices)), "keys": three.hexdigest()}


def _notice(vector: Vector) -> dict[str, str]:
    return {"names": headers.parse_notice(vector.body, vector.root.key_id).key.hex()}


def _segment(vector: Vector) -> dict[str, str]:
    segment = payloads.parse_segment(vector.body)
    return {"revisions": str(len(segment.revisions))}


def _pack(vector: Vector) -> dict[str, str]:
    pack = payloads.parse_pack(vector.body)
    return {"segments": str(len(pack.segments)), "replaces": str(len(pack.replaces))}


def _photo(vector: Vector) -> dict[str, str]:
    return {"media-type": payloads.parse_photo(vector.body).media_type}


def _bundle_payload(vector: Vector) -> dict[str, str]:
    pack = bundles.parse_bundle(vector.body, vector.header["for"] == "others")
    counts = {"segments": pack.segments, "photos": pack.photos, "others": pack.others}
    return {name: str(len(entries)) for name, entries in counts.items()}


def _bundle(vector: Vector) -> dict[str, str]:
    bundle = bundles.open_bundle(vector.body, [], bytes.fromhex(vector.header["passphrase"]))
    ids = b"".join(bundle.adopted(CARD_KEY))
    return {"cards": str(len(bundle.shown())), "ids": hashlib.blake2b(ids, digest_size=32).hexdigest()}


def _pocket(vector: Vector) -> dict[str, str]:
    content = pockets.opened(vector.body, vector.header["words"].encode())
    # The line's salt is what the words come from.
    line = vector.body[: bundles.LINE - 1].decode("ascii")
    words = pockets.words_of(vector.root, wrapped.parse_wrapped_line(line)[10:26])
    return {"words": words, "published": str(content["published"]), "cards": str(len(content["cards"]))}


KINDS = {
    "bundle": _bundle,
    "bundle-payload": _bundle_payload,
    "envelope": _envelope,
    "key-file": lambda vector: _root_facts(keys.parse_key_file(vector.body)),
    "wrapped-key": _wrapped,
    "typed-key": _typed,
    "vault-payload": _header,
    "notice-payload": _notice,
    "segment-payload": _segment,
    "pack-payload": _pack,
    "photo-payload": _photo,
    "pocket": _pocket,
}


def judged(vector: Vector) -> tuple[str, dict[str, str]]:
    """The verdict, and on success the result."""
    try:
        return "success", KINDS[vector.header["what"]](vector)
    except Refusal as refusal:
        return refusal.verdict, {}


def disagreement(vector: Vector) -> str | None:
    """How this reader's result differs from the vector."""
    verdict, facts = judged(vector)
    if verdict != vector.header["expect"]:
        return f"expected {vector.header['expect']}, got {verdict}"
    for key, value in facts.items():
        if vector.header.get(key) != value:
            return f"expected {key} {vector.header.get(key)}, got {value}"
    return None


def vector_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*.vector"))
