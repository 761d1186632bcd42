"""Cases of the rules of keys (Format.md, section 8). What is expected was thought out by hand; the rules must agree."""

from independent.one_key import choose

from .collected import laid_out

K0, K1, K2, K3, X = (f"{number:02x}" * 16 for number in (0xA0, 0x51, 0x32, 0x73, 0xEE))
INPUT = ("headers", "keyFiles", "retired", "notices")


def header(under: str, *notices: str) -> dict:
    """`notices` are the keys that seal the notices of the header."""
    return {"under": under, "notices": list(notices)}


def notice(under: str, key: str) -> dict:
    return {"under": under, "key": key}


def case(
    comment: str, headers: list[dict], key_files: tuple, current: str | None, retired: tuple = (), saved: str | None = None,
    notices: tuple = (), rivals: tuple = (), moves: bool = False, reads: bool | None = None, saves: bool | None = None,
    named: tuple = (),
) -> dict:
    """Who has a current key reads and saves, unless stated otherwise."""
    has = current is not None
    return {
        "comment": comment, "headers": headers, "keyFiles": list(key_files), "retired": list(retired), "saved": saved,
        "notices": list(notices), "current": current, "rivals": sorted(rivals), "moves": moves,
        "reads": has if reads is None else reads, "saves": has if saves is None else saves, "named": sorted(named),
    }


def cases() -> dict[str, dict]:
    found = {**_candidates(), **_rivals(), **_states(), **_retired(), **_notices()}
    for key, wanted in found.items():
        got = decided(wanted)
        assert got == {name: wanted[name] for name in got}, (key, got)
    return found


def decided(case: dict) -> dict:
    """What this reader makes of a case."""
    def ids(names: list[str]) -> set[bytes]:
        return {bytes.fromhex(name) for name in names}

    def listed(found) -> list[str]:
        return sorted(one.hex() for one in found)

    replaced = {}
    for one in case["headers"]:
        replaced.setdefault(bytes.fromhex(one["under"]), set()).update(ids(one["notices"]))
    saved = bytes.fromhex(case["saved"]) if case["saved"] else None
    notices = {(bytes.fromhex(one["under"]), bytes.fromhex(one["key"])) for one in case["notices"]}
    choice = choose(replaced, ids(case["keyFiles"]), ids(case["retired"]), saved, notices)
    return {
        "current": choice.current.hex() if choice.current else None, "rivals": listed(choice.rivals),
        "moves": choice.moves, "reads": choice.opens is not None, "saves": choice.saves, "named": listed(choice.named),
    }


def text(case: dict) -> str:
    return laid_out(case, *(key for key in ("headers", "notices") if case[key]))


FIRST, SECOND, THIRD = header(K0), header(K1, K0), header(K2, K1, K0)
RIVAL = header(K2, K0)
MADE, MADE_RIVAL = notice(K0, K1), notice(K0, K2)


def _candidates() -> dict[str, dict]:
    return {
        "first": case("A vault's first key.", [FIRST], (K0,), K0),
        "none": case("No key file.", [FIRST], (), None),
        "no-header": case("The key file of a key that proves no header here.", [FIRST], (K1,), None),
        "changed": case("The key was changed: the new one replaces the old one, whose file is not here.", [FIRST, SECOND], (K1,), K1, notices=(MADE,)),
        "changed-both-files": case("The old key's file is still here: the new key replaces it, though its id is higher.", [FIRST, header(X, K0)], (K0, X), X, notices=(notice(K0, X),)),
        "changed-old-header-gone": case("The old key's header is gone, and nothing misses it.", [SECOND], (K0, K1), K1),
        "changed-header-late": case("Both key files are here, and the new key's header is not.", [FIRST], (K0, K1), K0),
        "changed-other-file": case("Only the old key's file is here, and no notice: it does not know of the change.", [FIRST, SECOND], (K0,), K0),
        "changed-twice": case("Each key replaces the ones before it: its header has their notices.", [FIRST, SECOND, THIRD], (K0, K1, K2), K2),
        "changed-twice-last-notice": case("The last header has only the last notice: the first key is replaced by the second.", [FIRST, SECOND, header(K2, K1)], (K0, K1, K2), K2),
        "changed-twice-middle-and-last-notice": case("The same without the second key's file: nothing tells that the first key was replaced, so there are two.", [FIRST, SECOND, header(K2, K1)], (K0, K2), K2, rivals=(K0,)),
        "two-headers": case("Two headers under one key count together.", [FIRST, SECOND, header(K2, K0), header(K2, K1)], (K0, K1, K2), K2),
        "own-notice": case("A header that holds a notice under its own key does not replace it: only another key does.", [header(K0, K0)], (K0,), K0),
        "notice-of-a-stranger": case("A header holds a notice under a key that is not here.", [header(K1, X)], (K1,), K1),
    }


def _rivals() -> dict[str, dict]:
    apart = [FIRST, SECOND, RIVAL]
    solved = [FIRST, SECOND, RIVAL, header(K1, K2, K0)]
    made = (MADE, MADE_RIVAL)
    return {
        "rivals": case("Two changes at once: without a state the lower id is current.", apart, (K1, K2), K2, rivals=(K1,), notices=made),
        "rivals-one-file": case("Who has one of the two keys does not know of the other.", apart, (K1,), K1, notices=made),
        "rivals-all-files": case("The key that both replace is still here.", apart, (K0, K1, K2), K2, rivals=(K1,), notices=made),
        "rivals-saved": case("A device goes on under the key that it last saved under.", apart, (K1, K2), K1, saved=K1, rivals=(K2,), notices=made),
        "rivals-three": case("Three changes at once.", [*apart, header(K3, K0)], (K1, K2, K3), K3, saved=K3, rivals=(K1, K2), notices=made),
        "rivals-last-byte": case("Two ids that differ in the last byte.", [header(K1[:-2] + "52"), header(K1)], (K1[:-2] + "52", K1), K1, rivals=(K1[:-2] + "52",)),
        "rivals-old-saved": case("The key that both replace was the one last saved under: the lower id, to which the device moves.", apart, (K0, K1, K2), K2, saved=K0, rivals=(K1,), moves=True, notices=made),
        "rivals-solved": case("A second header under the chosen key replaces the other one, though its id is lower.", solved, (K1, K2), K1, notices=(*made, notice(K2, K1))),
        "rivals-solved-saved": case("The same on a device whose own key was the other one: it moves.", solved, (K1, K2), K1, saved=K2, moves=True, notices=(*made, notice(K2, K1))),
        "rivals-solved-not-held": case("The same on a device that has only the other key: it stops, and shows the chosen one.", solved, (K2,), K2, saved=K2, saves=False, notices=(*made, notice(K2, K1)), named=(K1,)),
        "replace-one-another": case("Two people chose differently: each key replaces the other, so neither is replaced, and nobody is asked again. Without a state the lower id is current.", [*solved, header(K2, K1, K0)], (K0, K1, K2), K2),
        "replace-one-another-saved": case("The same on a device that saved under the higher id: it goes on.", [*solved, header(K2, K1, K0)], (K1, K2), K1, saved=K1),
        "replace-around": case("Three keys replace one another in a circle: none is replaced.", [header(K1, K2), header(K2, K3), header(K3, K1)], (K1, K2, K3), K2, rivals=(K1, K3)),
        "replace-one-another-and-replaced": case("Two keys replace each other, and a third one replaces both.", [header(K1, K2), header(K2, K1), header(K3, K1, K2)], (K1, K2, K3), K3),
    }


def _states() -> dict[str, dict]:
    return {
        "saved": case("The state is sealed under the current key.", [FIRST], (K0,), K0, saved=K0),
        "moves": case("The current key replaces the one that the state is sealed with: the device moves.", [FIRST, SECOND], (K0, K1), K1, saved=K0, moves=True, notices=(MADE,)),
        "moves-from-retired": case("The same where the old key is retired already, as another folder of the vault has moved.", [FIRST, SECOND], (K1,), K1, retired=(K0,), saved=K0, moves=True, notices=(MADE,)),
        "moves-old-header-gone": case("The same where the old key's header is gone.", [SECOND], (K0, K1), K1, saved=K0, moves=True),
        "moves-twice": case("Two changes that this device had not heard of.", [FIRST, SECOND, THIRD], (K0, K1, K2), K2, saved=K0, moves=True, notices=(MADE,)),
        "moves-not-to-a-replaced-key": case("The current key was replaced by one that is not here: the device stays with its own, and shows the last one.", [FIRST, SECOND], (K0, K1), K0, saved=K0, saves=False, notices=(MADE, notice(K1, K2)), named=(K2,)),
        "moves-not-to-a-replaced-rival": case("Of two keys that replace the device's own, the one with the lower id was replaced by one that is not here: the device moves to the other.", [FIRST, SECOND, RIVAL], (K0, K1, K2), K1, saved=K0, moves=True, rivals=(K2,), notices=(MADE, MADE_RIVAL, notice(K2, K3))),
        "moves-past-a-replaced-stranger": case("The same where the key with the lower id does not replace the device's own.", [FIRST, SECOND, header(K2)], (K0, K1, K2), K1, saved=K0, moves=True, rivals=(K2,), notices=(MADE, notice(K2, K3))),
        "moves-to-neither": case("Both were replaced by keys that are not here: the device stays with its own.", [FIRST, SECOND, RIVAL], (K0, K1, K2), K0, saved=K0, saves=False, notices=(MADE, MADE_RIVAL, notice(K1, X), notice(K2, K3)), named=(K3,)),
        "moves-to-neither-stranger": case("The same where the key with the lower id does not replace the device's own.", [FIRST, SECOND, header(K2)], (K0, K1, K2), K0, saved=K0, saves=False, notices=(MADE, notice(K1, X), notice(K2, K3)), named=(K3,)),
        "moves-through-another": case("The current key replaces the second key, and only that replaces the one that the state is sealed with.", [FIRST, SECOND, header(K2, K1)], (K0, K1, K2), K2, saved=K0, moves=True),
        "moves-header-late": case("The new key's header is not here: the device goes on under the old one.", [FIRST], (K0, K1), K0, saved=K0),
        "older-header-gone": case("The header of the key that the state is sealed with is gone: the folder is older.", [FIRST], (K0, K1), K0, saved=K1, saves=False),
        "older-unrelated": case("The state is sealed under a key that the current one does not replace.", [FIRST, SECOND], (K1,), K1, retired=(X,), saved=X, saves=False),
        "older-nothing": case("A state, and no key that opens the folder.", [FIRST], (K1,), None, saved=K1),
    }


def _retired() -> dict[str, dict]:
    return {
        "retired-only": case("Only a retired key proves a header: the folder is an older copy, which is only read.", [FIRST], (K1,), None, retired=(K0,), saved=K1, reads=True),
        "retired-only-no-state": case("The same without a state, and without any other key file.", [FIRST], (), None, retired=(K0,), reads=True),
        "retired-no-candidate": case("A retired key is none to save under, though its id is lower.", [header(K1), header(K2)], (K1,), K1, retired=(K2,)),
        "retired-replaces": case("A header under a retired key holds a notice under the current one: only candidates replace.", [header(K0, K1), SECOND], (K1,), K1, retired=(K0,), saved=K1),
        "retired-notice": case("A notice under a retired key stops nobody.", [FIRST, SECOND], (K1,), K1, retired=(K0,), saved=K1, notices=(notice(K0, X),)),
        "retired-only-notice": case("A folder that only a retired key opens, with a notice under it: there is no current key that names one.", [FIRST], (), None, retired=(K0,), reads=True, notices=(MADE,)),
        "retired-no-header": case("A retired key that proves no header here.", [FIRST], (), None, retired=(K1,)),
    }


def _notices() -> dict[str, dict]:
    return {
        "notice": case("A notice under the current key: the device reads, and shows the new key.", [FIRST], (K0,), K0, saved=K0, saves=False, notices=(MADE,), named=(K1,)),
        "notice-header-late": case("The new key's file is here, and its header is not.", [FIRST], (K0, K1), K0, saved=K0, saves=False, notices=(MADE,), named=(K1,)),
        "notice-two": case("Two notices under the current key: both keys are shown.", [FIRST], (K0,), K0, saves=False, notices=(MADE, MADE_RIVAL), named=(K1, K2)),
        "notice-under-another": case("A notice under a key that is not current stops nobody.", [FIRST], (K0,), K0, notices=(notice(K1, K2),)),
        "notice-under-rival": case("A notice under a rival of the current key.", [header(K1), header(K2)], (K1, K2), K1, saved=K1, rivals=(K2,), notices=(notice(K2, X),)),
        "notice-names-rival": case("A notice under the current key names a key whose header is here and does not replace it: it stops the device all the same.", [header(K1), header(K2)], (K1, K2), K1, saved=K1, rivals=(K2,), saves=False, notices=(notice(K1, K2),), named=(K2,)),
        "notice-decides-nothing": case("A notice alone makes no key replace another.", [header(K1), header(K2)], (K1, K2), K2, rivals=(K1,), notices=(notice(K1, K2),)),
        "notice-forged": case("Who has the replaced key names another one: the current key is not concerned.", [FIRST, SECOND], (K0, K1), K1, saved=K1, notices=(MADE, notice(K0, X))),
        "notice-way-out": case("The named key was lost, and this device changed the key itself.", [FIRST, RIVAL], (K0, K2), K2, saved=K0, moves=True, notices=(MADE, MADE_RIVAL)),
    }
