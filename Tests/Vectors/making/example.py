"""The worked example of Format.md, section 13: its lines, as they stand there."""

import vault_pb2

from independent import envelope, keys, typed
from independent.envelope import SEGMENT, content_of, file_hash, seal
from independent.payloads import encoded

from .collected import ROOT
from .envelopes import SALT

WIDTH = 32


def segment() -> vault_pb2.Segment:
    change = vault_pb2.Change(field=1, merge_class=1, operation=1, value="Café".encode())
    revision = vault_pb2.Revision(card=bytes(range(16)), kind=1, changes=[change])
    wall = 1_767_225_600_000
    return vault_pb2.Segment(device=7, sequence=1, clock=wall << 16, wall=wall, revisions=[encoded(revision)])


def text() -> str:
    payload = encoded(segment())
    content = content_of(payload)
    file = seal(payload, ROOT, SEGMENT, SALT)
    _, commitment = envelope.file_keys(file, ROOT, SEGMENT)
    assert commitment == file[56:88]
    rows = [
        ("root", ROOT.secret), ("key file", keys.key_line(ROOT)), ("key id", ROOT.key_id),
        ("fingerprint", ROOT.fingerprint), ("as typed", " ".join(typed.groups_of(keys.key_line(ROOT)))),
        ("subkey 18", ROOT.file_subkey(SEGMENT)), ("payload", payload), ("content", content[: 8 + len(payload)]),
        ("", f"… then zeros, {len(content):,} bytes in all"), ("magic, version, kind", file[:9]), ("zeros", file[9:16]),
        ("key id", file[16:32]), ("salt", file[32:56]), ("file key", envelope.file_keys(file, ROOT, SEGMENT)[0]),
        ("commitment", file[56:88]), ("chunk 0", file[88:120]), ("", f"… {len(file) - 136:,} bytes more, then the tag"),
        ("tag", file[-16:]), ("hash of the file", file_hash(file)),
    ]
    return "".join(_row(name, value) for name, value in rows)


def _row(name: str, value: bytes | str) -> str:
    lines = [value] if isinstance(value, str) else [value[i : i + WIDTH].hex() for i in range(0, len(value), WIDTH)]
    if len(lines[0]) > 96:
        cut = lines[0].rindex(" ", 0, 78)
        lines = [lines[0][:cut], lines[0][cut + 1 :]]
    return "".join(f"{name if i == 0 else '':22}{line}\n" for i, line in enumerate(lines))
