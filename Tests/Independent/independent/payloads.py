"""Segments, packs and photos, and the rules for them (Format.md, sections 5 and 7)."""

import hashlib

import vault_pb2
from google.protobuf.message import DecodeError

from . import wire
from .refusal import DAMAGED, NEWER_FORMAT, Refusal, must

EDIT, REMOVE = 1, 2
REGISTER, SET, COUNTER, MAX, MIN = range(1, 6)
OPERATIONS = (1, 2, 3)
MOST_REVISIONS = 100_000
MOST_SPANS = 10_000
MOST_CHANGES = 10_000
LARGEST_VALUE = 1 << 20
MOST_PREVIOUS_CARDS = 64


def message_of(kind, data: bytes):
    """A message of this kind; bytes that are not one are refused."""
    message = kind()
    try:
        message.ParseFromString(data)
    except DecodeError:
        raise Refusal(DAMAGED, f"no {kind.DESCRIPTOR.name}") from None
    wrong = wire.broken_rule(data, kind.DESCRIPTOR)
    must(wrong is None, f"{wrong}")
    return message


def parse_segment(payload: bytes) -> vault_pb2.Segment:
    segment = message_of(vault_pb2.Segment, payload)
    must(segment.device != 0, "device is not 0")
    must(segment.previous < segment.sequence, "previous is below sequence")
    must(len(segment.previous_hash) == (32 if segment.previous else 0), "the length of previous_hash")
    must(len(segment.seen) <= MOST_SPANS, "how many spans")
    for span in segment.seen:
        must(1 <= span.first <= span.last, "a span's first and last")
        must(len(span.last_hash) == 32, "the length of last_hash")
    must(len(segment.undoes) in (0, 32), "the length of undoes")
    must(len(segment.previous_cards) <= MOST_PREVIOUS_CARDS, "how many previous_cards")
    must(all(len(card) == 16 for card in segment.previous_cards), "the length of a previous card's id")
    must(len(segment.revisions) <= MOST_REVISIONS, "how many revisions")
    revisions = [parse_revision(data) for data in segment.revisions]
    must(len({r.card for r in revisions}) == len(revisions), "each card at most once")
    if not all(_is_known(revision) for revision in revisions):
        raise Refusal(NEWER_FORMAT, "a revision kind, merge class or operation that is not known")
    return segment


def parse_revision(data: bytes) -> vault_pb2.Revision:
    revision = message_of(vault_pb2.Revision, data)
    must(len(revision.card) == 16, "the length of a card's id")
    must(len(revision.changes) <= MOST_CHANGES, "how many changes")
    must(all(len(c.value) <= LARGEST_VALUE for c in revision.changes), "the length of a value")
    return revision


def _is_known(revision: vault_pb2.Revision) -> bool:
    return revision.kind in (EDIT, REMOVE) and all(
        c.merge_class in range(REGISTER, MIN + 1) and c.operation in OPERATIONS
        for c in revision.changes
    )


def parse_pack(payload: bytes) -> vault_pb2.Pack:
    """A pack or bundle; each entry is checked separately when it is read."""
    pack = message_of(vault_pb2.Pack, payload)
    identities = [identity_of(payload) for payload in pack.segments]
    must(len(set(identities)) == len(identities), "no identity twice")
    must(all(len(replaced) == 32 for replaced in pack.replaces), "the length of a replaced file's hash")
    return pack


def parse_photo(payload: bytes) -> vault_pb2.Photo:
    return message_of(vault_pb2.Photo, payload)


def identity_of(content: bytes) -> bytes:
    """The identity of a segment with this payload, or of a photo with this content."""
    return hashlib.blake2b(content, digest_size=32).digest()


def parse_code(value: bytes) -> vault_pb2.Code | None:
    """A code of a card, or None if the value is not one."""
    try:
        return message_of(vault_pb2.Code, value)
    except Refusal:
        return None


def parse_photo_reference(value: bytes) -> vault_pb2.PhotoReference | None:
    """A reference to a photo, or None if the value is not one."""
    try:
        return message_of(vault_pb2.PhotoReference, value)
    except Refusal:
        return None


def encoded(message) -> bytes:
    return message.SerializeToString(deterministic=True)
