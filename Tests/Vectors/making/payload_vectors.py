"""Vectors of payloads (Format.md, sections 4, 5 and 7)."""

import vault_pb2

from independent import payloads
from independent.keys import Root
from independent.payloads import encoded

from .collected import OTHER, ROOT, Collected

CARD, CARD_2 = bytes(range(16)), bytes(range(16, 32))
HASH = bytes(range(0x20, 0x40))
UNKNOWN = b"\xfa\x3f\x05later"  # field 1,007, length-delimited
MADE = 1_767_225_600_000


def collect(to: Collected) -> None:
    _vaults(to)
    _packs(to)
    _photos(to)


def _vaults(to: Collected) -> None:
    first, second, third = ROOT, Root(1, OTHER.secret), Root(2, bytes(range(64, 96)))

    def payload(
        earlier: list[Root], newest: Root, finished: bool = False, made: int = MADE, united: list[Root] = ()
    ) -> bytes:
        return payloads.VaultFile((earlier + [newest])[0].key_id, made, finished, earlier, list(united)).encoded()

    def add(
        name: str, expect: str, body: bytes, root: Root, comment: str, finished: bool = False, united: int = 0
    ) -> None:
        facts = {"vault_id": body[:16].hex(), "finished": "yes" if finished else "no"}
        facts |= {"united": united} if united else {}
        to.add("vault-payload", name, expect, body, comment, root=root.secret.hex(), epoch=root.epoch, **(facts if expect == "success" else {}))

    good = payload([first], second)
    add("success-epoch-0", "success", payload([], first), first, "The first epoch: the vault id is the key id of the file's own root.")
    add("success-epoch-1", "success", good, second, "The second epoch, with the root of the first.")
    add("success-epoch-2", "success", payload([first, second], third), third, "The third epoch.")
    add("success-finished", "success", payload([first], second, True), second, "Earlier epochs are finished.", True)
    add("success-before-1970", "success", payload([], first, made=-1), first, "Made a millisecond before 1970.")

    def bad(name: str, body: bytes, comment: str, root: Root = second) -> None:
        add(name, "damaged", body, root, comment)

    bad("empty", b"", "No byte at all.")
    bad("28-bytes", good[:28], "Cut within n.")
    bad("root-cut", good[:-1], "The last byte is gone.")
    bad("root-missing", good[:29], "n is 1, and no root follows.")
    bad("longer", good + b"\0", "A byte too many.")
    bad("root-too-many", good + OTHER.secret, "n is 1, and two roots follow.")
    bad("n-below-epoch", payload([], first), "n is 0 in epoch 1.")
    bad("n-above-epoch", payload([first, second], third), "n is 2 in epoch 1.")
    bad("n-big-endian", good[:25] + b"\0\0\0\1" + good[29:], "n with its bytes in reverse.")
    bad("flag-1", good[:24] + b"\2" + good[25:], "Bit 1 of the flags.")
    bad("flag-7", good[:24] + b"\x81" + good[25:], "Bit 7 of the flags beside bit 0.")
    bad("vault-id", second.key_id + good[16:], "The vault id is the key id of the second root.")
    bad("vault-id-epoch-0", OTHER.key_id + payload([], first)[16:], "The vault id is another root's.", first)
    many = [Root(i, i.to_bytes(32, "big")) for i in range(1001)]
    newest = Root(1001, ROOT.secret)
    bad("epoch-1001", payload(many, newest), "More than 1,000 earlier epochs.", newest)

    line = [first, second]

    def others(count: int) -> list[Root]:
        return [Root(1, (1000 + i).to_bytes(32, "big")) for i in range(count)]

    for count, comment in ((1, "One root of another line."), (100, "As many roots of other lines as may be.")):
        united = payload(line, third, united=others(count))
        add(f"success-united-{count}", "success", united, third, comment, united=count)
    bad("united-101", payload(line, third, united=others(101)), "More than 100 roots of other lines.", third)
    bad("united-cut", payload(line, third, united=others(2))[:-1], "The last byte of another line's root is gone.", third)
    bad("united-twice", payload(line, third, united=others(1) * 2), "A root of another line twice.", third)
    bad("united-first", payload(line, third, united=[Root(1, ROOT.secret)]), "The first root stands as another line's, too.", third)
    bad("united-own", payload(line, third, united=[Root(1, third.secret)]), "The file's own root stands as another line's.", third)
    bad("root-twice", payload([first, Root(1, ROOT.secret)], third), "The roots of two epochs are one.", third)
    for name, epoch, comment in (
        ("0", 0, "the first epoch"), ("2", 2, "the file's own epoch"), ("big-endian", 1 << 24, "epoch 1, its bytes in reverse"),
    ):
        body = payload(line, third, united=[Root(epoch, OTHER.secret)])
        bad(f"united-epoch-{name}", body, f"A root of another line of {comment}.", third)


def segment_of(**changed) -> vault_pb2.Segment:
    fields = {"device": 7, "sequence": 1, "clock": MADE << 16, "wall": MADE, **changed}
    return vault_pb2.Segment(**fields)


def _packs(to: Collected) -> None:
    one, two = encoded(segment_of()), encoded(segment_of(device=8))
    entry = vault_pb2.PackedSegment

    def add(name: str, expect: str, body: bytes, comment: str, **facts) -> None:
        to.add("pack-payload", name, expect, body, comment, **facts)

    def pack(*entries: vault_pb2.PackedSegment, **changed) -> bytes:
        return encoded(vault_pb2.Pack(device=7, created=MADE, segments=entries, **changed))

    first, second = entry(identity=HASH, payload=one), entry(identity=HASH[::-1], payload=two)
    purged = entry(identity=HASH, payload=one, purged=True)
    photo = vault_pb2.Photo(identity=HASH, media_type="image/jpeg", content=b"\xff\xd8\xff\xd9")
    add("success-none", "success", pack(), "No segment.", segments=0)
    add("success-two", "success", pack(first, second), "Two segments.", segments=2)
    add("success-same-payload", "success", pack(first, entry(identity=HASH[::-1], payload=one)), "One payload under two identities: sealed twice, a fork.", segments=2)
    add("success-purged", "success", pack(purged, second), "One of two segments is purged.", segments=2)
    add("success-replaces", "success", pack(first, replaces=[HASH]), "It replaces another pack.", segments=1)
    add("success-photos", "success", pack(first, photos=[photo]), "With a photo, as in a bundle.", segments=1)
    add("success-unknown-field", "success", pack(first) + UNKNOWN, "A field that is not known.", segments=1)
    add("identity-twice", "damaged", pack(first, first), "One segment twice.")
    add("identity-twice-differing", "damaged", pack(first, entry(identity=HASH, payload=two)), "Two segments with one identity.")
    add("identity-31", "damaged", pack(entry(identity=HASH[:31], payload=one)), "An identity of 31 bytes.")
    add("identity-none", "damaged", pack(entry(payload=one)), "A segment without an identity.")
    add("cut", "damaged", pack(first)[:-1], "The last byte is gone.")
    add("text", "damaged", b"no message of ours", "A text.")


def _photos(to: Collected) -> None:
    def photo(identity: bytes) -> bytes:
        return encoded(vault_pb2.Photo(identity=identity, media_type="image/webp", content=b"RIFF"))

    def add(name: str, expect: str, body: bytes, comment: str, **facts) -> None:
        to.add("photo-payload", name, expect, body, comment, **facts)

    add("success-first", "success", photo(b""), "A first file: no identity.", media_type="image/webp")
    add("success-again", "success", photo(HASH), "Sealed anew: the identity is kept.", media_type="image/webp")
    add("identity-31", "damaged", photo(HASH[:31]), "An identity of 31 bytes.")
    add("cut", "damaged", photo(HASH)[:-1], "The last byte is gone.")
