"""Random bytes: the system's, or for reproducible files, a stream from a seed."""

import hashlib
import os


class Randomness:
    """`bytes(n)` returns the next n bytes."""

    def __init__(self, seed: int | None = None):
        self._seed = seed
        self._count = 0

    def bytes(self, count: int) -> bytes:
        if self._seed is None:
            return os.urandom(count)
        result = b""
        while len(result) < count:
            block = self._seed.to_bytes(8, "little") + self._count.to_bytes(8, "little")
            result += hashlib.blake2b(block, person=b"seeded bytes").digest()
            self._count += 1
        return result[:count]

    def number(self) -> int:
        """A number of 64 bits that is not 0."""
        return int.from_bytes(self.bytes(8), "little") or 1
