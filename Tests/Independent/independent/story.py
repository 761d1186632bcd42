"""The history of a written vault's cards: everything that a reader must get right, in a fixed order."""

import base64
from dataclasses import dataclass
from pathlib import Path

import vault_pb2

from .cards import card_changes, card_id, moment, thousandths
from .joins import JOINED_WITH
from .merge import Change
from .payloads import COUNTER, MAX, REGISTER, SET, encoded
from .randomness import Randomness
from .writing import Device, VaultWriter

START = 1_767_225_600_000  # 2026-01-01
FEWEST_WITH_JOIN = 12
SMALLEST_WEBP = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"  # one pixel
FREE_KIND = 200


@dataclass
class Story:
    """The written vault, its phone and laptop, and its cards' ids."""

    vault: VaultWriter
    phone: Device
    laptop: Device
    ids: list[bytes]

    def change(self, number: int, late: bool = False, rival: bool = False) -> VaultWriter | None:
        """The phone changes the key, and two devices save.

        If `late`, a tablet that has not heard of it saves. The `rival` is the laptop, which changes the key, too.
        """
        vault, old, before = self.vault, self.vault.root, self.vault.everything()
        other = vault.apart() if rival else None
        vault.change(self.phone)
        if late:
            vault.save(vault.device(), {self.ids[3]: [Change(4, SET, 2, b"late %d" % number)]}, before, old)
        if other:
            other.change(self.laptop)
            other.save(self.laptop, {self.ids[3]: [Change(4, SET, 2, b"rival")]})
        vault.save(self.phone, {self.ids[3]: [Change(4, SET, 3, b"twin"), Change(4, SET, 2, b"change %d" % number)]})
        vault.save(vault.device(), {self.ids[0]: [Change(12, REGISTER, 1, b"\1")]})
        return other


def write_story(
    folder: Path, cards: list[dict], random: Randomness, changes: int = 0, late: bool = False, rivals: bool = False
) -> tuple[VaultWriter, VaultWriter | None]:
    """The vault after so many changes of its key, and its rival if the last one happened on two devices at once."""
    story, rival = begin_story(folder, cards, random), None
    for number in range(1, changes + 1):
        rival = story.change(number, late, rivals and number == changes)
    return story.vault, rival


def begin_story(folder: Path, cards: list[dict], random: Randomness) -> Story:
    """Two devices write the cards; then they edit separately, remove, fork and pack. Needs at least four cards."""
    vault = VaultWriter(folder, random, START)
    phone, laptop = vault.device(), vault.device()
    ids = [card_id(card, vault.header.card_key, random) for card in cards]
    half = len(cards) // 2
    for card, content in zip(ids[:half], cards[:half]):
        vault.save(phone, {card: card_changes(content)})
    vault.save(laptop, {card: card_changes(content) for card, content in zip(ids[half:], cards[half:])})

    photo = vault.add_photo("image/webp", base64.b64decode(SMALLEST_WEBP))
    reference = vault_pb2.PhotoReference(photo=photo, side=1)
    vault.save(phone, {ids[1]: [Change(19, SET, 2, encoded(reference))]})

    # Separately: conflicting names, two spendings, two tags.
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

    # A note that is removed with its card. The card is removed on the phone and meanwhile shown on the laptop, which
    # does not bring it back.
    vault.save(laptop, {ids[2]: [Change(5, REGISTER, 1, b"a note that goes, too")]})
    before = vault.everything()
    vault.save(phone, {ids[2]: None}, before)
    vault.save(laptop, {ids[2]: [Change(18, MAX, 1, moment(vault.now))]}, before)

    # The laptop was cloned: two segments with the same number, both kept, both seen later.
    twin, before = laptop.clone(), vault.everything()
    vault.save(laptop, {ids[3]: [Change(5, REGISTER, 1, b"note of the laptop")]}, before)
    vault.save(twin, {ids[3]: [Change(5, REGISTER, 1, b"note of its twin"), Change(4, SET, 2, b"twin")]}, before)
    vault.save(twin, {ids[3]: [Change(18, MAX, 1, moment(vault.now))]})
    vault.save(phone, {ids[-1]: [Change(5, REGISTER, 1, b"seen by all")]})

    # The laptop finds that two cards are the same; the phone, which does not know that, tags the one that is joined.
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

    # Another program writes its own kind of file, and a watch saves for the first time.
    vault.add_free(FREE_KIND, b"of later days")
    watch = vault.device()
    vault.save(watch, {ids[3]: [Change(4, SET, 2, b"watch")]})

    # The phone packs its own segments; some of the replaced files stay for a while.
    own = [i for i, segment in vault.segments.items() if segment.device == phone.number]
    vault.pack(phone, own, [vault.first[identity] for identity in own])
    vault.remove_files(own[: len(own) // 2])
    return Story(vault, phone, laptop, ids)
