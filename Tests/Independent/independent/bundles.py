"""Bundles (Format.md, section 7): files that are passed on."""

import hashlib
from dataclasses import dataclass

import vault_pb2

from . import envelope, forms, payloads, wrapped
from .cards import card_changes, derived_id
from .envelope import BUNDLE
from .keys import Root
from .merge import Merged, merge
from .payloads import COUNTER, EDIT, MIN, REGISTER, SET, encoded, identity_of
from .randomness import Randomness
from .refusal import DAMAGED, MALFORMED, NOT_SEALED, UNPROVED, WRONG_KEY, Refusal, must
from .writers import Writers

LARGEST_HEADER = 64 << 10
MOST_ENTRIES = 1_000_000
MOST_HEADERS = 2_000
MOST_CARDS = 100_000
MOST_OTHERS = 100_000
LINE = 225
DEVICE = 1


@dataclass
class Bundle:
    """The contents of a bundle; `pack` obeys the rules."""

    pack: vault_pb2.Pack
    for_others: bool

    def shown(self) -> dict[bytes, Merged]:
        """The chosen and shown cards, by their ids in the vault they come from."""
        segments = {identity_of(data): payloads.parse_segment(data) for data in self.pack.segments}
        merged = {card: merge(of_card) for card, of_card in sorted(Writers(segments).revisions().items())}
        chosen = set(self.pack.cards) or set(merged)
        return {card: m for card, m in merged.items() if card in chosen and not m.removed}

    def adopted(self, card_key: bytes) -> list[bytes]:
        """The ids that its cards get in the vault with this card key."""
        photos = {identity_of(photo.content) for photo in self.pack.photos}
        return [
            adopted_id(card_key, self.pack.source, card, shown_hash(merged, photos))
            for card, merged in self.shown().items()
        ]


def parse_bundle(payload: bytes, for_others: bool) -> vault_pb2.Pack:
    pack = payloads.parse_pack(payload)
    must(max(len(pack.segments), len(pack.photos)) <= MOST_ENTRIES, "how many segments and photos")
    photos = [identity_of(photo.content) for photo in pack.photos]
    must(len(set(photos)) == len(photos), "no photo twice")
    must(all(len(file) <= LARGEST_HEADER for file in pack.vaults), "the length of a header")
    must(len(pack.vaults) <= MOST_HEADERS, "how many headers")
    must(len(pack.source) == (16 if for_others else 0), "the length of source")
    must(not (for_others and (pack.vaults or pack.others)), "no headers and files of free kinds for others")
    must(all(len(file) <= envelope.LARGEST_FILE for file in pack.others), "the length of a file of a free kind")
    must(len(pack.others) <= MOST_OTHERS, "how many files of free kinds")
    must(all(len(card) == 16 for card in pack.cards), "the length of a card's id")
    must(len(set(pack.cards)) == len(pack.cards) <= MOST_CARDS, "chosen cards")
    for data in pack.segments:
        payloads.parse_segment(data)
    return pack


def open_bundle(file: bytes, roots: list[Root] = (), passphrase: bytes | None = None) -> Bundle:
    if file[:7] == envelope.MAGIC:
        opened = envelope.unseal(file, list(roots), BUNDLE)
        return Bundle(parse_bundle(opened.payload, False), False)
    prefix = f"{wrapped.PREFIX}1".encode()
    if not file.startswith(prefix):
        raise Refusal(NOT_SEALED, "neither magic bytes nor the line of a wrapped key")
    root = _root(file[:LINE], passphrase)
    must(file[LINE : LINE + 7] == envelope.MAGIC, "an envelope after the line")
    try:
        opened = envelope.unseal(file[LINE:], [root], BUNDLE)
    except Refusal as refusal:
        unproved = refusal.verdict in (WRONG_KEY, UNPROVED)
        raise Refusal(DAMAGED if unproved else refusal.verdict, refusal.because) from None
    return Bundle(parse_bundle(opened.payload, True), True)


def _root(line: bytes, passphrase: bytes | None) -> Root:
    must(line[-1:] == b"\n" and line.isascii() and line == line.lower(), "small letters and a line feed")
    try:
        data = wrapped.parse_wrapped_line(
            line[:-1].decode("ascii"), wrapped.PASSES_FOR_OTHERS, wrapped.MEMORY_KIB_FOR_OTHERS
        )
    except Refusal as refusal:
        raise Refusal(DAMAGED if refusal.verdict == MALFORMED else refusal.verdict, refusal.because) from None
    return wrapped.unwrap(data, passphrase or b"")


# The registers that bundles carry, and which of their values mean more than no value.
REGISTERS = {
    1: bool, 3: bool, 5: bool, 6: forms.day, 7: forms.day, 8: forms.truth,
    13: forms.colour, 14: lambda value: forms.kind(value) > 1, 21: bool, 22: bool, 23: bool,
}


def shown_hash(merged: Merged, photos: set[bytes]) -> bytes:
    """The part of a card that others get; `photos` are the identities of those that are there."""

    def shown(number: int, merge_class: int) -> list[bytes]:
        field = merged.fields.get((number, merge_class))
        return field.values if field else []

    values = [(n, value) for n, counts in REGISTERS.items() for value in shown(n, REGISTER) if counts(value)]
    if (8, b"\1") in values:
        values += [(9, value) for value in shown(9, MIN) if len(value) == 8]
    values += [(10, value) for value in shown(10, COUNTER) if len(value) >= 8]
    values += [(2, value) for value in forms.shown_codes(shown(2, SET))] + [(4, value) for value in shown(4, SET)]
    for value in shown(19, SET):
        reference = payloads.parse_photo_reference(value)
        if reference and reference.photo in photos:
            values.append((19, encoded(reference)))
    parts = [n.to_bytes(4, "little") + len(value).to_bytes(4, "little") + value for n, value in sorted(values)]
    return hashlib.blake2b(b"".join(parts), digest_size=32).digest()


def adopted_id(card_key: bytes, source: bytes, card: bytes, shown: bytes) -> bytes:
    """The id of another vault's card in the vault with this card key."""
    return derived_id(card_key, b"\0" + source + card + shown)


def pack_for_others(
    cards: list[dict], source: bytes, now: int, photos: dict[str, list[bytes]] | None = None
) -> vault_pb2.Pack:
    """Cards from JSON, each with an id; `photos` are WebP, by the ids."""
    segment = vault_pb2.Segment(device=DEVICE, sequence=1, clock=now << 16, wall=now)
    pack = vault_pb2.Pack(created=now, source=source)
    for card in cards:
        revision = vault_pb2.Revision(card=bytes.fromhex(card["id"]), kind=EDIT)
        for c in card_changes(card):
            revision.changes.add(field=c.field, merge_class=c.merge_class, operation=c.operation, value=c.value)
        for content in (photos or {}).get(card["id"], []):
            identity = identity_of(content)
            if content not in [photo.content for photo in pack.photos]:
                pack.photos.add(media_type="image/webp", content=content)
            reference = encoded(vault_pb2.PhotoReference(photo=identity, side=1))
            revision.changes.add(field=19, merge_class=payloads.SET, operation=2, value=reference)
        segment.revisions.append(encoded(revision))
    pack.segments.append(encoded(segment))
    return pack


def sealed_for_others(payload: bytes, passphrase: bytes, random: Randomness) -> bytes:
    root = Root(random.bytes(32))
    line = wrapped.wrapped_line(wrapped.wrap(root, passphrase, random.bytes(16), 2, 65_536))
    return line.encode() + b"\n" + envelope.seal(payload, root, BUNDLE, random.bytes(24))
