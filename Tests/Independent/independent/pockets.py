"""Pockets (Format.md, section 7): cards in a page for a phone."""

import hashlib
import json
import re
from pathlib import Path

from . import envelope, wrapped
from .bundles import LINE
from .envelope import POCKET
from .keys import Root
from .refusal import DAMAGED, MALFORMED, NOT_SEALED, Refusal, must

WORDS_SUBKEY = 3
WORD_COUNT = 6
STEP = 65_536
LIST = Path(__file__).resolve().parents[3] / "Sources/Sealing/Secrets/WordList.swift"


def word_list() -> list[str]:
    """The words, in their order."""
    return re.search(r'text = """\n(.*?)"""', LIST.read_text("ascii"), re.DOTALL)[1].split()


def words_of(vault: Root, salt: bytes) -> str:
    """The words that a vault's root gives a pocket whose wrapped key has this salt."""
    output = hashlib.blake2b(salt, key=vault.subkey(WORDS_SUBKEY, 32), person=b"cardvault-pocket").digest()
    words = word_list()
    return " ".join(words[int.from_bytes(output[2 * i : 2 * i + 2], "little") % 2048] for i in range(WORD_COUNT))


def payload_of(content: dict) -> bytes:
    """The JSON, and blanks up to the next step."""
    data = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    return data + b" " * (-(len(data) + 8) % STEP)


def sealed(content: dict, root: Root, words: str, salt: bytes, file_salt: bytes) -> bytes:
    line = wrapped.wrapped_line(wrapped.wrap(root, words.encode(), salt, 3, 65_536))
    return f"{line}\n".encode() + envelope.seal(payload_of(content), root, POCKET, file_salt)


def opened(file: bytes, words: bytes) -> dict:
    """What a pocket's file holds."""
    if not file.startswith(f"{wrapped.PREFIX}1".encode()):
        raise Refusal(NOT_SEALED, "it does not begin with a wrapped key")
    line = file[:LINE]
    must(len(line) == LINE and line.endswith(b"\n") and line == line.lower(), "the line of the wrapped key")
    try:
        data = wrapped.parse_wrapped_line(
            line[:-1].decode("ascii"), wrapped.PASSES_FOR_OTHERS, wrapped.MEMORY_KIB_FOR_OTHERS)
    except Refusal as refusal:
        if refusal.verdict == MALFORMED:
            raise Refusal(DAMAGED, "the line of the wrapped key") from None
        raise
    root = wrapped.unwrap(data, words)
    payload = envelope.unseal(file[LINE:], [root], POCKET).payload
    content = json.loads(payload.decode("utf-8"))
    must(isinstance(content["published"], int) and isinstance(content["cards"], list), "what it holds")
    return content
