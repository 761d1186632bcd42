"""Where the vectors are collected before they are written."""

import hashlib
import json

from independent import keys
from independent.envelope import SEGMENT
from independent.keys import Root
from independent.vectors import Vector

ROOT = Root(bytes(range(32)))
OTHER = Root(bytes(range(32, 64)))


class Collected:
    """Vectors by their paths."""

    def __init__(self):
        self.vectors: dict[str, Vector] = {}

    def add(self, what: str, name: str, expect: str, body: bytes, comment: str, **header) -> None:
        path = f"{what}/{name}.vector"
        assert path not in self.vectors, path
        named = {key.replace("_", "-"): str(value) for key, value in header.items()}
        self.vectors[path] = Vector({"what": what, "expect": expect, **named, "comment": comment}, body)

    def envelope(
        self, name: str, expect: str, file: bytes, comment: str, kind: int = SEGMENT, root: Root = ROOT,
        payload: bytes | None = None,
    ) -> None:
        facts = {"root": root.secret.hex(), "kind": kind}
        if payload is not None:
            facts["payload_hash"] = hashlib.blake2b(payload, digest_size=32).hexdigest()
        self.add("envelope", name, expect, file, comment, **facts)


def root_facts(root: Root) -> dict[str, str]:
    return {"root": root.secret.hex(), "key_id": root.key_id.hex(), "fingerprint": root.fingerprint}


def flipped(data: bytes, offset: int, bit: int = 0) -> bytes:
    changed = bytearray(data)
    changed[offset] ^= 1 << bit
    return bytes(changed)


def key_file(root: Root) -> bytes:
    return keys.key_line(root).encode() + b"\n"


def laid_out(case: dict, *rows: str) -> str:
    """A case as JSON: one value a line, and of these lists one item a line."""
    def value(key: str) -> str:
        if key not in rows:
            return json.dumps(case[key])
        return "[\n" + ",\n".join("    " + json.dumps(item) for item in case[key]) + "\n  ]"

    return "{\n" + ",\n".join(f'  "{key}": {value(key)}' for key in case) + "\n}\n"
