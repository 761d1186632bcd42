"""Headers and successor notices (Format.md, sections 4 and 8)."""

import re
from dataclasses import dataclass

import vault_pb2

from .keys import Root
from .payloads import message_of
from .refusal import must

SAME = 104  # the bytes in which all headers under one key are equal
MOST_NOTICES = 16
LARGEST_NOTICE = 2048
FINGERPRINT = re.compile(r"[0-9]{5}( [0-9]{5}){5}")


@dataclass(frozen=True)
class Header:
    """The payload of a `HASH.vault`."""

    vault_id: bytes
    made: int
    card_key: bytes
    state_key: bytes
    source: bytes
    notices: tuple[bytes, ...] = ()  # whole files, the latest first

    def encoded(self) -> bytes:
        made = self.made.to_bytes(8, "little", signed=True)
        fixed = self.vault_id + made + self.card_key + self.state_key + self.source
        notices = b"".join(len(file).to_bytes(4, "little") + file for file in self.notices)
        return fixed + bytes([len(self.notices)]) + notices

    def after(self, notice: bytes) -> "Header":
        """The header under the key that this notice names."""
        return Header(
            self.vault_id, self.made, self.card_key, self.state_key, self.source,
            (notice, *self.notices[: MOST_NOTICES - 1]),
        )


def parse_header(payload: bytes) -> Header:
    must(len(payload) > SAME, "the length of a header")
    count, place, notices = payload[SAME], SAME + 1, []
    must(count <= MOST_NOTICES, "how many notices")
    for _ in range(count):
        must(place + 4 <= len(payload), "the length of a notice is there")
        start = place + 4
        place = start + int.from_bytes(payload[place:start], "little")
        must(place - start <= LARGEST_NOTICE, "the length of a notice")
        must(place <= len(payload), "a notice is there")
        notices.append(payload[start:place])
    must(place == len(payload), "nothing after the notices")
    made = int.from_bytes(payload[16:24], "little", signed=True)
    return Header(payload[:16], made, payload[24:56], payload[56:88], payload[88:SAME], tuple(notices))


def notice_of(new: Root, made: int) -> vault_pb2.Notice:
    return vault_pb2.Notice(key=new.key_id, fingerprint=new.fingerprint, created=made)


def parse_notice(payload: bytes, key_id: bytes) -> vault_pb2.Notice:
    """`key_id` is that of the root under which the file is sealed."""
    notice = message_of(vault_pb2.Notice, payload)
    must(len(notice.key) == 16, "the length of the new key's id")
    must(notice.key != key_id, "it names another key than the one that seals it")
    must(FINGERPRINT.fullmatch(notice.fingerprint) is not None, "six groups of five digits")
    return notice
