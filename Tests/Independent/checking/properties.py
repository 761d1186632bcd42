"""What must hold for every input: any altered bit or missing byte is refused, and a merge does not depend on order."""

import itertools
import json
from pathlib import Path

import vault_pb2

from independent import bech32m, envelope, payloads
from independent.keys import Root, key_line, parse_key_line
from independent.randomness import Randomness
from independent.refusal import Refusal
from independent.typed import groups_of, line_from_typed
from making import joining, key_rules, merges
from making.collected import flipped
from making.envelopes import sealed_as

ROOT = Root(bytes(range(32)))
MOST_ORDERS = 24


def checks(vectors: Path):
    yield "every flipped bit of a file is refused", _flipped_bits
    yield "a file that is cut anywhere is refused", _cuts
    yield "what is larger than the limits is damaged", _limits
    yield "the examples of BIP-350", _bip_350
    yield "random keys come back from lines and typed groups", _keys
    for path in sorted((vectors / "merge").glob("*.json")):
        yield f"merge/{path.name} in other orders", lambda path=path: _orders(merges.merged, json.loads(path.read_text(encoding="utf-8")))
    yield "every version and every kind is proved", _versions_and_kinds
    for path in sorted((vectors / "keys").glob("*.json")):
        yield f"keys/{path.name} in the other order, and twice", lambda path=path: _keys_reversed(json.loads(path.read_text(encoding="utf-8")))
    for path in sorted((vectors / "joined").glob("*.json")):
        yield f"joined/{path.name} in other orders", lambda path=path: _orders(joining.decided, json.loads(path.read_text(encoding="utf-8")))


def _refused(file: bytes) -> bool:
    try:
        envelope.unseal(file, [ROOT], envelope.SEGMENT)
        return False
    except Refusal:
        return True


def _flipped_bits() -> str | None:
    file = envelope.seal(b"payload", ROOT, envelope.SEGMENT, bytes(24))
    for position in range(len(file) * 8):
        changed = bytearray(file)
        changed[position // 8] ^= 1 << position % 8
        if not _refused(bytes(changed)):
            return f"bit {position} may be flipped"
    return None


def _cuts() -> str | None:
    file = envelope.seal(b"x" * 2000, ROOT, envelope.SEGMENT, bytes(24))
    for length in range(len(file)):
        if not _refused(file[:length]):
            return f"{length} bytes are enough"
    return None


def _versions_and_kinds() -> str | None:
    """A flipped bit of the 88 bytes is never proved; what is proved is judged by version, then by kind."""
    for version in range(256):
        for kind in range(256) if version < 3 else (0, 2, 255):
            file = sealed_as(envelope.content_of(b"payload"), ROOT, kind, version=version)
            try:
                envelope.unseal(file, [ROOT], envelope.SEGMENT)
                verdict = "success"
            except Refusal as refusal:
                verdict = refusal.verdict
            wanted = "newer-format" if version != 1 else "success" if kind == envelope.SEGMENT else "wrong-kind"
            if verdict != wanted:
                return f"version {version}, kind {kind}: {verdict}"
    for position in range(88 * 8):
        try:
            envelope.unseal(flipped(file, position // 8, position % 8), [ROOT])
            return f"bit {position} may be flipped"
        except Refusal as refusal:
            if refusal.verdict not in ("not-sealed", "wrong-key", "unproved"):
                return f"bit {position}: {refusal.verdict}"
    return None


def _keys_reversed(case: dict) -> str | None:
    wanted = key_rules.decided(case)
    got = key_rules.decided({**case, **{key: case[key][::-1] + case[key] for key in key_rules.INPUT}})
    return None if got == wanted else f"got {json.dumps(got)}"


def _limits() -> str | None:
    """Section 10, exactly at the limit and one above; files of this size are too large for vectors."""
    def change(size: int) -> bytes:
        one = vault_pb2.Change(field=5, merge_class=1, operation=1, value=bytes(size))
        return payloads.encoded(vault_pb2.Revision(card=bytes(16), kind=1, changes=[one]))

    span = vault_pb2.Span(device=1, first=1, last=1, last_hash=bytes(32))
    edits = [
        payloads.encoded(vault_pb2.Revision(card=number.to_bytes(16, "big"), kind=1)) for number in range(100_001)
    ]
    for name, at_limit, above in (
        ("value", {"revisions": [change(1 << 20)]}, {"revisions": [change((1 << 20) + 1)]}),
        ("spans", {"seen": [span] * 10_000}, {"seen": [span] * 10_001}),
        ("revisions", {"revisions": edits[:-1]}, {"revisions": edits}),
    ):
        payloads.parse_segment(payloads.encoded(vault_pb2.Segment(device=7, sequence=1, **at_limit)))
        try:
            payloads.parse_segment(payloads.encoded(vault_pb2.Segment(device=7, sequence=1, **above)))
            return f"{name} above the limit"
        except Refusal:
            pass
    return None


def _bip_350() -> str | None:
    """Valid and invalid strings from that document whose data are whole bytes or empty."""
    if bech32m.decode("A1LQFN3A") != ("a", b"") or bech32m.decode("?1v759aa") != ("?", b""):
        return "a valid string is read otherwise"
    values = list(range(31, -1, -1))
    if bech32m.with_checksum("abcdef", values) != "abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx":
        return "another checksum"
    for invalid in ("M1VUXWEZ", "16plkw9", "1p2gdwpf", "qyrz8wqd2c9m", "y1b0jsk6g", "mm1crxm3i", "in1muywd"):
        try:
            bech32m.decode(invalid)
            return f"{invalid} is taken"
        except Refusal:
            pass
    return None


def _keys() -> str | None:
    random = Randomness(6)
    for number in range(50):
        root = Root(random.bytes(32))
        line = key_line(root)
        if parse_key_line(line) != root or line_from_typed(" ".join(groups_of(line)).upper()) != line:
            return f"key {number} does not come back"
    return None


def _orders(merged, case: dict) -> str | None:
    wanted = merged(case)
    orders = itertools.islice(itertools.permutations(case["revisions"]), MOST_ORDERS)
    for order in orders:
        if merged({**case, "revisions": list(order)}) != wanted:
            return "another order gives another card"
        if merged({**case, "revisions": list(order) + [order[0]]}) != wanted:
            return "a revision that is there twice counts twice"
    return None
