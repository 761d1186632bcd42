"""Cases of writers and forks (Format.md, section 5). What is expected was thought out by hand."""

import vault_pb2

from independent.writers import Writers

from .collected import laid_out

D, OTHER = 7, 8


def identity(number: int) -> bytes:
    """An identity whose number as a writer is this one."""
    return number.to_bytes(8, "little") + bytes(24)


def segment(
    number: int, sequence: int, previous: int = 0, parent: int | None = None, device: int = D, seen: tuple = ()
) -> dict:
    """`number` makes the identity, `parent` the hash of the one before; a span is (device, first, last, number)."""
    return {
        "identity": identity(number).hex(), "device": device, "sequence": sequence, "previous": previous,
        "previousHash": "" if parent is None else identity(parent).hex(),
        "seen": [[*span[:3], identity(span[3]).hex()] for span in seen],
    }


def case(comment: str, segments: list[dict], writers: list[int], knew: list[list[int]] | None = None) -> dict:
    """`writers` in the order of the segments; `knew` are numbers that make identities, nothing known by default."""
    knew = knew or [[] for _ in segments]
    return {
        "comment": comment, "segments": segments, "writers": writers,
        "knew": [[identity(number).hex() for number in numbers] for numbers in knew],
    }


def decided(case: dict) -> dict:
    """What this reader makes of a case."""
    messages = {}
    for s in case["segments"]:
        message = vault_pb2.Segment(
            device=s["device"], sequence=s["sequence"], previous=s["previous"],
            previous_hash=bytes.fromhex(s["previousHash"]),
        )
        for device, first, last, last_hash in s["seen"]:
            message.seen.add(device=device, first=first, last=last, last_hash=bytes.fromhex(last_hash))
        messages[bytes.fromhex(s["identity"])] = message
    writers = Writers(messages)
    return {
        "writers": [writers.held[i].writer for i in messages],
        "knew": [sorted(known.hex() for known in writers.knew(i)) for i in messages],
    }


def text(case: dict) -> str:
    return laid_out(case, "segments", "knew")


def cases() -> dict[str, dict]:
    found = {**_lines(), **_forks(), **_spans()}
    for key, wanted in found.items():
        got = decided(wanted)
        assert got == {"writers": wanted["writers"], "knew": wanted["knew"]}, (key, got)
    return found


ONE, TWO, THREE = segment(11, 1), segment(12, 2, 1, 11), segment(13, 3, 2, 12)


def _lines() -> dict[str, dict]:
    return {
        "line": case("Three in a line: the device is the writer.", [ONE, TWO, THREE], [D, D, D]),
        "line-skipped": case("Numbers were skipped, as the segment says itself.", [ONE, segment(14, 4, 1, 11)], [D, D]),
        "line-gap": case("The third is not here: a line all the same.", [ONE, TWO, segment(14, 4, 3, 13)], [D, D, D]),
        "line-beginning-missing": case("Only the third is here.", [THREE], [D]),
        "line-of-strangers": case("The second follows a segment that is not here and may be a fork: nothing tells yet.", [ONE, segment(14, 4, 3, 99)], [D, D]),
    }


def _forks() -> dict[str, dict]:
    twin = segment(22, 2, 1, 11)
    return {
        "fork": case("Two children of one parent: each is a writer of its own.", [ONE, TWO, twin], [D, 12, 22]),
        "fork-continued": case("An only child belongs to its parent's writer.", [ONE, TWO, twin, THREE, segment(23, 3, 2, 22)], [D, 12, 22, 12, 22]),
        "fork-skipped": case("The twin skipped a number: two children all the same.", [ONE, TWO, segment(23, 3, 1, 11)], [D, 12, 23]),
        "fork-late": case("The fork comes after two of the line.", [ONE, TWO, THREE, segment(23, 3, 2, 12)], [D, D, 13, 23]),
        "fork-first": case("Two first segments: neither is the device's.", [ONE, segment(21, 1), TWO], [11, 21, 11]),
        "fork-again": case("A fork of a fork.", [ONE, TWO, twin, segment(23, 3, 2, 22), segment(33, 3, 2, 22)], [D, 12, 22, 23, 33]),
        "fork-three": case("Three children of one parent.", [ONE, TWO, twin, segment(32, 2, 1, 11)], [D, 12, 22, 32]),
        "fork-parent-missing": case("Two of one number whose parent is not here.", [ONE, THREE, segment(23, 3, 2, 12)], [D, 13, 23]),
        "fork-hash-other": case("The second names another first one, which is not here.", [ONE, segment(22, 2, 1, 21)], [D, 22]),
        "fork-number-other": case("The hash names the second, the number the first: no parent.", [ONE, TWO, segment(23, 3, 1, 12)], [D, D, 23]),
        "fork-of-one-device": case("A fork of one device leaves the other's line as it is.", [ONE, TWO, twin, segment(81, 1, device=OTHER), segment(82, 2, 1, 81, OTHER)], [D, 12, 22, OTHER, OTHER]),
        "fork-parent-of-other-device": case("The parent is another device's: no parent.", [segment(81, 1, device=OTHER), segment(22, 2, 1, 81), segment(32, 2, 1, 81)], [OTHER, 22, 32]),
    }


def _spans() -> dict[str, dict]:
    twin, after = segment(22, 2, 1, 11), segment(23, 3, 2, 22)

    def reader(*seen: tuple) -> dict:
        return segment(81, 1, device=OTHER, seen=seen)

    def seen(comment: str, segments: list[dict], writers: list[int], knew: list[int]) -> dict:
        return case(comment, segments, writers, [[] for _ in segments[:-1]] + [knew])

    forked, writers = [ONE, TWO, twin, THREE, after], [D, 12, 22, 12, 22, OTHER]
    return {
        "span-line": seen("A span of a line: from first through last.", [ONE, TWO, THREE, reader((D, 2, 3, 13))], [D, D, D, OTHER], [12, 13]),
        "span-line-last-missing": seen("The span's last segment is not here: the rest is known.", [ONE, TWO, reader((D, 1, 9, 19))], [D, D, OTHER], [11, 12]),
        "span-fork": seen("A span of a fork: its last one and the parents, not the other branch.", [*forked, reader((D, 1, 3, 13))], writers, [11, 12, 13]),
        "span-fork-first": seen("A span of a fork goes no further back than first.", [*forked, reader((D, 2, 3, 23))], writers, [22, 23]),
        "span-fork-both": seen("Two spans for two branches.", [*forked, reader((D, 1, 2, 12), (D, 1, 3, 23))], writers, [11, 12, 22, 23]),
        "span-fork-unknown": seen("A span of a fork whose last one is not here says nothing.", [*forked, reader((D, 1, 4, 44))], writers, []),
        "span-fork-gap": seen("A parent that is not here ends what a span of a fork says.", [ONE, THREE, segment(23, 3, 2, 12), reader((D, 1, 3, 13))], [D, 13, 23, OTHER], [13]),
        "span-contradicted": seen("A span that ends at a number that is here with another identity: a fork of which one side is not here.", [ONE, TWO, reader((D, 1, 2, 22))], [D, D, OTHER], []),
        "span-own": case("A segment knows its own line only by its span.", [ONE, segment(12, 2, 1, 11, seen=((D, 1, 1, 11),)), THREE], [D, D, D], [[], [11], []]),
    }
