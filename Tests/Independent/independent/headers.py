"""Headers and successor notices (Format.md, sections 4 and 8)."""

import re
from dataclasses import dataclass

import vault_pb2

from .keys import Root
from .payloads import message_of
from .refusal import ROTATED_BEFORE_FINAL, Refusal, must

LAYOUT = 2
EARLIER_LAYOUTS = (0, 1)
FINISHED = 1
MOST_KEYS = 1000
FIXED = 29
ROW = 37
FINGERPRINT = re.compile(r"[0-9]{5}( [0-9]{5}){5}")


@dataclass(frozen=True)
class Carried:
    """A key that another one carries."""

    root: Root
    finished: bool = False

    def encoded(self) -> bytes:
        return bytes([FINISHED if self.finished else 0]) + self.root.epoch.to_bytes(4, "little") + self.root.secret


@dataclass(frozen=True)
class Header:
    """The payload of a `HASH.vault`."""

    vault_id: bytes
    made: int
    carried: tuple[Carried, ...] = ()

    def encoded(self) -> bytes:
        made = self.made.to_bytes(8, "little", signed=True)
        layout = bytes([LAYOUT if self.carried else 0])
        count = len(self.carried).to_bytes(4, "little")
        return self.vault_id + made + layout + count + b"".join(key.encoded() for key in self.carried)


def parse_header(payload: bytes, root: Root) -> Header:
    """`root` is the one under which the file is sealed."""
    must(len(payload) >= FIXED, "the length of a header")
    layout, count = payload[24], int.from_bytes(payload[25:29], "little")
    if count > 0 and layout in EARLIER_LAYOUTS:
        raise Refusal(ROTATED_BEFORE_FINAL, "its key was changed before version 1 was final")
    must(layout == (LAYOUT if count else 0), "the layout")
    must(count <= MOST_KEYS, "how many keys are carried")
    must(len(payload) == FIXED + ROW * count, "the length of a header")
    rows = [payload[start : start + ROW] for start in range(FIXED, len(payload), ROW)]
    must(all(row[0] & ~FINISHED == 0 for row in rows), "flags")
    carried = tuple(Carried(Root(int.from_bytes(row[1:5], "little"), row[5:]), bool(row[0])) for row in rows)
    secrets = [key.root.secret for key in carried] + [root.secret]
    must(len(set(secrets)) == len(secrets), "no root twice")
    ids = [key.root.key_id for key in carried] or [root.key_id]
    must(payload[:16] in ids, "the vault id is the key id of a carried key, or of the only one")
    return Header(payload[:16], int.from_bytes(payload[16:24], "little", signed=True), carried)


def notice_of(new: Root, carried: list[Root], made: int) -> vault_pb2.Notice:
    ids = [root.key_id for root in carried]
    return vault_pb2.Notice(key=new.key_id, fingerprint=new.fingerprint, created=made, carried=ids)


def parse_notice(payload: bytes, key_id: bytes) -> vault_pb2.Notice:
    """`key_id` is that of the root under which the file is sealed."""
    notice = message_of(vault_pb2.Notice, payload)
    must(len(notice.key) == 16, "the length of the new key's id")
    must(FINGERPRINT.fullmatch(notice.fingerprint) is not None, "six groups of five digits")
    must(1 <= len(notice.carried) <= MOST_KEYS, "how many keys are carried")
    must(all(len(carried) == 16 for carried in notice.carried), "the length of a carried key's id")
    ids = [notice.key, *notice.carried]
    must(len(set(ids)) == len(ids), "no key twice")
    must(key_id in notice.carried, "it carries the key that it is sealed under")
    return notice
