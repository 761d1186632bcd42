"""What happens to the cards of a written vault: all that a reader must get right, in a fixed order."""

import base64
from pathlib import Path

import vault_pb2

from .cards import card_changes, card_id, moment, thousandths
from .joins import JOINED_WITH
from .merge import Change
from .payloads import COUNTER, MAX, REGISTER, SET, encoded
from .randomness import Randomness
from .writing import VaultWriter

START = 1_767_225_600_000  # 2026-01-01
FEWEST_WITH_JOIN = 12
SMALLEST_WEBP = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"  # one pixel


def write_story(
    folder: Path, cards: list[dict], random: Randomness, epochs: int, finish: bool, lines: bool = False
) -> VaultWriter:
    """Two devices write the cards; then they edit apart, remove, fork, pack and rotate. Takes four cards or more.

    With `lines` the first rotation happens on two devices at once, and the second one unites that.
    """
    vault = VaultWriter(folder, random, START)
    phone, laptop = vault.device(), vault.device()
    ids = [card_id(card, vault.root, random) for card in cards]
    half = len(cards) // 2
    for card, content in zip(ids[:half], cards[:half]):
        vault.save(phone, {card: card_changes(content)})
    vault.save(laptop, {card: card_changes(content) for card, content in zip(ids[half:], cards[half:])})

    photo = vault.add_photo("image/webp", base64.b64decode(SMALLEST_WEBP))
    reference = vault_pb2.PhotoReference(photo=photo, side=1)
    vault.save(phone, {ids[1]: [Change(19, SET, 2, encoded(reference))]})

    # Apart: a conflict of names, two spendings, two tags.
    before = vault.everything()
    vault.save(
        phone,
        {
            ids[0]: [Change(1, REGISTER, 1, "Name of the phone".encode())],
            ids[1]: [Change(10, COUNTER, 2, thousandths(-10_000)), Change(4, SET, 2, b"phone")],
        },
        before,
    )
    vault.save(
        laptop,
        {
            ids[0]: [Change(1, REGISTER, 1, "Name of the laptop".encode())],
            ids[1]: [Change(10, COUNTER, 2, thousandths(-2_500)), Change(4, SET, 2, b"laptop")],
        },
        before,
    )

    # Removed on the phone, shown on the laptop meanwhile, which brings nothing back.
    before = vault.everything()
    vault.save(phone, {ids[2]: None}, before)
    vault.save(laptop, {ids[2]: [Change(18, MAX, 1, moment(vault.now))]}, before)

    # The laptop was cloned: two segments with one number, both kept, both seen later.
    twin, before = laptop.clone(), vault.everything()
    vault.save(laptop, {ids[3]: [Change(5, REGISTER, 1, b"note of the laptop")]}, before)
    vault.save(twin, {ids[3]: [Change(5, REGISTER, 1, b"note of its twin"), Change(4, SET, 2, b"twin")]}, before)
    vault.save(twin, {ids[3]: [Change(18, MAX, 1, moment(vault.now))]})
    vault.save(phone, {ids[-1]: [Change(5, REGISTER, 1, b"seen by all")]})

    # The laptop finds that two cards are one; the phone, which has not heard of it, tags the one that goes.
    if len(cards) >= FEWEST_WITH_JOIN:
        going, staying = ids[-6], ids[-7]
        before = vault.everything()
        vault.save(
            laptop,
            {
                going: [Change(*JOINED_WITH, 2, staying)],
                staying: [Change(1, REGISTER, 1, cards[-7]["name"].encode())],
            },
            before,
        )
        vault.save(phone, {going: [Change(4, SET, 2, b"joined")]}, before)

    # The phone packs its own; a part of the covered files stays for a while.
    own = [i for i, segment in vault.segments.items() if segment.device == phone.number]
    vault.pack(phone, own)
    vault.remove_files(own[: len(own) // 2])

    tablet = vault.device()
    for epoch in range(1, epochs):
        if lines and epoch == 1:
            vault.save_on_another_line(laptop, {ids[3]: [Change(4, SET, 2, b"another line")]})
        vault.rotate(phone, finish)
        vault.save(phone, {ids[3]: [Change(4, SET, 3, b"twin"), Change(4, SET, 2, b"epoch %d" % epoch)]})
        vault.save(tablet, {ids[0]: [Change(12, REGISTER, 1, b"\1")]})
    return vault
