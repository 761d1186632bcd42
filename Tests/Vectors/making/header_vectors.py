"""Vectors of headers and notices (Format.md, sections 4 and 8)."""

import vault_pb2

from independent.headers import Carried, Header
from independent.keys import Root
from independent.payloads import encoded

from .collected import OTHER, ROOT, Collected
from .payload_vectors import MADE, UNKNOWN

FIRST, SECOND, THIRD = ROOT, Root(1, OTHER.secret), Root(2, bytes(range(64, 96)))


def collect(to: Collected) -> None:
    _headers(to)
    _notices(to)


def header_of(*carried: Root | Carried, vault: Root = FIRST, made: int = MADE) -> bytes:
    keys = [key if isinstance(key, Carried) else Carried(key) for key in carried]
    return Header(vault.key_id, made, tuple(keys)).encoded()


def _headers(to: Collected) -> None:
    def add(name: str, expect: str, body: bytes, root: Root, comment: str, **facts) -> None:
        to.add("vault-payload", name, expect, body, comment, root=root.secret.hex(), epoch=root.epoch, **facts)

    def good(name: str, body: bytes, comment: str, root: Root = SECOND, carried: int = 1, finished: int = 0, vault: Root = FIRST) -> None:
        facts = {"carried": carried, "finished": finished} if carried else {"finished": "no"}
        facts = {"vault_id": vault.key_id.hex(), **facts}
        add(f"success-{name}", "success", body, root, comment, **facts)

    def bad(name: str, body: bytes, comment: str, root: Root = SECOND, expect: str = "damaged") -> None:
        add(name, expect, body, root, comment)

    one, none = header_of(FIRST), header_of()
    both = header_of(FIRST, SECOND)
    good("epoch-0", none, "The first epoch: the vault id is the key id of the file's own root.", FIRST, 0)
    good("second", one, "The second key carries the first.")
    good("third", both, "The third key carries both.", THIRD, 2)
    good("order", header_of(SECOND, FIRST), "The carried keys in another order: it means nothing.", THIRD, 2)
    good("finished", header_of(Carried(FIRST, True)), "The carried key is finished.", finished=1)
    good("finished-one", header_of(Carried(FIRST, True), SECOND), "One of two carried keys is finished.", THIRD, 2, 1)
    good("without-first-epoch", header_of(THIRD, vault=THIRD), "The vault id is the key id of a key of epoch 2: epochs decide nothing.", Root(3, SECOND.secret), vault=THIRD)
    good("siblings", header_of(FIRST, SECOND, Root(1, THIRD.secret)), "Two carried keys of one epoch.", Root(2, bytes(32)), 3)
    good("epoch-skipped", one, "The epoch is not one above the greatest that it carries: it decides nothing.", Root(7, SECOND.secret))
    good("epoch-below", header_of(Root(7, FIRST.secret)), "A carried key of a greater epoch: it decides nothing.")
    good("epoch-highest", header_of(Root(0xFFFF_FFFF, FIRST.secret)), "A carried key of the highest epoch that fits.")
    good("before-1970", header_of(made=-1), "Made a millisecond before 1970.", FIRST, 0)
    good("epoch-of-first", none, "A first key of another epoch than 0: it decides nothing.", Root(3, FIRST.secret), 0)
    many = [Root(0, number.to_bytes(32, "big")) for number in range(1001)]
    good("1000-keys", header_of(*many[:1000], vault=many[999]), "As many carried keys as may be.", carried=1000, vault=many[999])

    def changed(body: bytes, offset: int, value: bytes) -> bytes:
        return body[:offset] + value + body[offset + len(value) :]

    bad("empty", b"", "No byte at all.")
    bad("28-bytes", one[:28], "Cut within n.")
    bad("28-bytes-first", none[:28], "Cut within n, which is 0.", FIRST)
    bad("root-cut", one[:-1], "The last byte is gone.")
    bad("root-missing", one[:29], "n is 1, and no key follows.")
    bad("longer", one + b"\0", "A byte too many.")
    bad("longer-first", none + b"\0", "A byte too many after n, which is 0.", FIRST)
    bad("root-too-many", changed(both, 25, b"\1"), "n is 1, and two keys follow.", THIRD)
    bad("rows-of-36-bytes", one[:29] + one[30:], "A carried key without its flags.")
    bad("n-big-endian", changed(one, 25, b"\0\0\0\1"), "n with its bytes in reverse.")
    bad("n-1001", header_of(*many, vault=many[0]), "More than 1,000 carried keys.")
    bad("n-highest", changed(one, 25, b"\xff\xff\xff\xff"), "The highest n that can be written.")
    bad("first-layout-1", changed(none, 24, b"\1"), "n is 0, with layout 1.", FIRST)
    bad("first-layout-2", changed(none, 24, b"\2"), "n is 0, with layout 2.", FIRST)
    for layout in (3, 130, 255):
        bad(f"layout-{layout}", changed(one, 24, bytes([layout])), f"n is 1, with layout {layout}.")
    for bit in (1, 6, 7):
        bad(f"flag-{bit}", changed(one, 29, bytes([1 << bit])), f"Bit {bit} of a carried key's flags.")
    bad("flag-second", changed(both, 66, b"\3"), "Bits 0 and 1 of the second carried key's flags.", THIRD)
    bad("root-twice", header_of(FIRST, FIRST), "A root twice.", THIRD)
    bad("root-twice-epochs", header_of(FIRST, Root(1, FIRST.secret)), "A root twice, with two epochs.", THIRD)
    bad("root-own", header_of(FIRST, SECOND), "The root that seals the header is carried, too.")
    bad("root-own-epoch", header_of(FIRST, Root(0, SECOND.secret)), "The same with another epoch.")
    bad("vault-id", header_of(FIRST, vault=THIRD), "The vault id is no carried key's.")
    bad("vault-id-own", header_of(FIRST, vault=SECOND), "The vault id is that of the root that seals the header, which carries another.")
    bad("vault-id-epoch-0", header_of(vault=SECOND), "The vault id is another root's.", FIRST)
    bad("n-below-epoch", none, "n is 0 in epoch 1.")

    earlier = FIRST.key_id + MADE.to_bytes(8, "little", signed=True)
    row = (1).to_bytes(4, "little") + THIRD.secret
    for name, body, root, comment in (
        ("layout-0", earlier + b"\0\1\0\0\0" + FIRST.secret, SECOND, "n is 1, with layout 0: flags and roots of the days before."),
        ("layout-1", earlier + b"\1\1\0\0\0" + FIRST.secret, SECOND, "n is 1, with layout 1: finished in the days before."),
        ("layout-0-united", earlier + b"\0\2\0\0\0" + FIRST.secret + SECOND.secret + row, Root(2, bytes(32)), "n is 2, with layout 0, and a root of another line."),
        ("layout-0-today", changed(one, 24, b"\0"), SECOND, "n is 1, with layout 0, though what follows is as long as that of today."),
    ):
        bad(name, body, comment, root, "rotated-before-final")


def _notices(to: Collected) -> None:
    def add(name: str, expect: str, body: bytes, comment: str, **facts) -> None:
        to.add("notice-payload", name, expect, body, comment, root=FIRST.secret.hex(), epoch=0, **facts)

    def notice(new: Root = SECOND, **changed) -> bytes:
        fields = {"key": new.key_id, "fingerprint": new.fingerprint, "created": MADE, "carried": [FIRST.key_id]}
        return encoded(vault_pb2.Notice(**{**fields, **changed}))

    def good(name: str, body: bytes, comment: str, carried: int = 1, names: Root = SECOND) -> None:
        add(f"success-{name}", "success", body, comment, names=names.key_id.hex(), carried=carried)

    def bad(name: str, body: bytes, comment: str) -> None:
        add(name, "damaged", body, comment)

    ids = [number.to_bytes(16, "big") for number in range(1000)]
    good("one", notice(), "The second key carries the first.")
    good("two", notice(THIRD, carried=[FIRST.key_id, SECOND.key_id]), "The third key carries both.", 2, THIRD)
    good("two-swapped", notice(THIRD, carried=[SECOND.key_id, FIRST.key_id]), "The same in another order.", 2, THIRD)
    good("before-1970", notice(created=-1), "Made a millisecond before 1970.")
    good("no-moment", notice(created=0), "Made in the first moment of 1970, which is not written.")
    good("1000-keys", notice(carried=[FIRST.key_id, *ids[:999]]), "As many carried keys as may be.", 1000)
    good("unknown-field", notice() + UNKNOWN, "A field that is not known.")
    bad("empty", b"", "No byte at all.")
    bad("text", b"no message of ours", "A text.")
    bad("cut", notice()[:-1], "The last byte is gone.")
    bad("key-none", notice(key=b""), "No new key.")
    bad("key-15", notice(key=SECOND.key_id[:15]), "The new key's id of 15 bytes.")
    bad("key-17", notice(key=SECOND.key_id + b"\0"), "The new key's id of 17 bytes.")
    bad("key-own", notice(key=FIRST.key_id, carried=[SECOND.key_id]), "The new key is the one that the notice is sealed under.")
    bad("key-carried", notice(carried=[FIRST.key_id, SECOND.key_id]), "The new key carries itself.")
    bad("fingerprint-none", notice(fingerprint=""), "No fingerprint.")
    good_print = SECOND.fingerprint
    bad("fingerprint-five", notice(fingerprint=good_print[:-6]), "A fingerprint of five groups.")
    bad("fingerprint-letter", notice(fingerprint="x" + good_print[1:]), "A letter in the fingerprint.")
    bad("fingerprint-blanks", notice(fingerprint=good_print.replace(" ", "  ")), "Two blanks between the groups.")
    bad("fingerprint-line-feed", notice(fingerprint=good_print + "\n"), "A line feed after the fingerprint.")
    bad("fingerprint-digits", notice(fingerprint=good_print.replace(good_print[0], "\u0663")), "A digit that is not ASCII in the fingerprint.")
    bad("carried-none", notice(carried=[]), "No carried key.")
    bad("carried-15", notice(carried=[FIRST.key_id, ids[0][:15]]), "A carried key's id of 15 bytes.")
    bad("carried-17", notice(carried=[FIRST.key_id, ids[0] + b"\0"]), "A carried key's id of 17 bytes.")
    bad("carried-twice", notice(carried=[FIRST.key_id, FIRST.key_id]), "A carried key twice.")
    bad("carried-not-own", notice(carried=[THIRD.key_id]), "The key that the notice is sealed under is not carried.")
    bad("carried-1001", notice(carried=[FIRST.key_id, *ids]), "More than 1,000 carried keys.")
