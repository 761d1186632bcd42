"""Cases of keys as a set (Format.md, section 8). What is expected was thought out by hand; the rules must agree."""

from independent.keyset import Named, is_stopped, key_set, shown_keys

from .collected import laid_out

K0, K1, K2, K3, K4, K5, X, Y = (f"{number:02x}" * 16 for number in (0xA0, 0x51, 0x32, 0x73, 0x14, 0x25, 0xEE, 0xEF))


def header(under: str, *carries: str, finished: tuple = ()) -> dict:
    return {"under": under, "carries": [{"key": key, "finished": key in finished} for key in carries]}


def notice(under: str, key: str, *carried: str) -> dict:
    return {"under": under, "key": key, "carried": list(carried)}


def case(
    comment: str, headers: list[dict], key_files: list[str], held: list[str], top: list[str], current: str | None,
    finished: tuple = (), notices: tuple = (), named: tuple = (), saved: str | None = None, stopped: bool = False,
) -> dict:
    return {
        "comment": comment, "headers": headers, "keyFiles": key_files, "saved": saved, "notices": list(notices),
        "held": sorted(held), "top": sorted(top), "current": current, "finished": sorted(finished),
        "read": sorted(set(held) - set(finished)), "named": sorted(named), "stopped": stopped,
    }


def cases() -> dict[str, dict]:
    found = {**_held(), **_finished(), **_current(), **_named()}
    for key, wanted in found.items():
        got = decided(wanted)
        assert got == {name: wanted[name] for name in got}, (key, got)
    return found


def decided(case: dict) -> dict:
    """What this reader makes of a case."""
    carries = {}
    for one in case["headers"]:
        marks = carries.setdefault(bytes.fromhex(one["under"]), {})
        for carried in one["carries"]:
            key = bytes.fromhex(carried["key"])
            marks[key] = marks.get(key, False) or carried["finished"]
    saved = bytes.fromhex(case["saved"]) if case["saved"] else None
    keys = key_set(carries, {bytes.fromhex(key) for key in case["keyFiles"]}, saved)
    notices = [
        Named(bytes.fromhex(n["under"]), bytes.fromhex(n["key"]), tuple(bytes.fromhex(key) for key in n["carried"]))
        for n in case["notices"]
    ]

    def listed(ids) -> list[str]:
        return sorted(one.hex() for one in ids)

    return {
        "held": listed(keys.held), "top": listed(keys.top), "current": keys.current.hex() if keys.current else None,
        "finished": listed(keys.finished), "read": listed(keys.read), "named": listed(shown_keys(notices, keys)),
        "stopped": is_stopped(notices, keys),
    }


def text(case: dict) -> str:
    return laid_out(case, *(key for key in ("headers", "notices") if case[key]))


def _held() -> dict[str, dict]:
    first, second = header(K0), header(K1, K0)
    third = header(K2, K0, K1)
    siblings = [first, second, header(K2, K0)]
    both = [*siblings, header(K3, K0, K1, K2)]
    return {
        "first": case("A vault's first key.", [first], [K0], [K0], [K0], K0),
        "none": case("No key file.", [first, second], [], [], [], None),
        "no-header": case("The key file of a key whose header is not here.", [first], [K1], [], [], None),
        "rotated": case("The new key holds the one that it carries.", [first, second], [K1], [K0, K1], [K1], K1),
        "rotated-both-files": case("The old key's file is still there.", [first, second], [K0, K1], [K0, K1], [K1], K1),
        "rotated-old-file": case("Only the old key's file is there.", [first, second], [K0], [K0], [K0], K0),
        "rotated-header-late": case("Both key files are here, and the new key's header is not.", [first], [K0, K1], [K0], [K0], K0),
        "rotated-old-header-gone": case("The first key's own header is not needed.", [second], [K1], [K0, K1], [K1], K1),
        "old-header-gone-old-file": case("The first key's header is gone, and it is the only key file: nothing proves that it is this vault's.", [second], [K0], [], [], None),
        "rotated-twice": case("A key carries all that the one before it carried.", [first, second, third], [K2], [K0, K1, K2], [K2], K2),
        "middle-file": case("Of three keys the file of the second.", [first, second, third], [K1], [K0, K1], [K1], K1),
        "siblings-one-file": case("Two devices rotated at once: each holds its own key.", siblings, [K1], [K0, K1], [K1], K1),
        "siblings-both-files": case("Both files are here: two top keys, and without a state the least id is current.", siblings, [K1, K2], [K0, K1, K2], [K1, K2], K2),
        "siblings-joined": case("A key that carries both.", both, [K3], [K0, K1, K2, K3], [K3], K3),
        "siblings-joined-all-files": case("A key that carries both, and all files are here.", both, [K0, K1, K2, K3], [K0, K1, K2, K3], [K3], K3),
        "two-headers": case("Two headers under one key count together.", [first, header(K2, K0), header(K2, K1)], [K2], [K0, K1, K2], [K2], K2),
        "carried-adds-none": case("A header under a carried key carries another one: it adds none.", [first, header(K0, X), second], [K1], [K0, K1], [K1], K1),
        "carried-adds-none-with-file": case("The same, and the carried key's file is still here.", [first, header(K0, X), second], [K0, K1], [K0, K1], [K1], K1),
        "carried-carries-none-away": case("A header under a carried key without a key file carries a top key, which stays one.", [header(K0, K3), second, header(K3)], [K1, K3], [K0, K1, K3], [K1, K3], K1),
        "carried-carries-none-away-with-file": case("The same, and the carried key's file is here: who carries the top key is carried itself.", [header(K0, K3), second, header(K3)], [K0, K1, K3], [K0, K1, K3], [K1, K3], K1),
        "carried-carries-middle-away": case("Three keys, of which the last does not carry the first: who carries that is carried itself.", [first, second, header(K2, K1)], [K0, K1, K2], [K0, K1, K2], [K0, K2], K2),
        "carry-around": case("Three keys carry one another in a circle: each is a top key.", [header(K1, K2), header(K2, K4), header(K4, K1)], [K1, K2, K4], [K1, K2, K4], [K1, K2, K4], K4),
        "top-adds-with-file": case("The same header before the key was changed: it adds the key.", [header(K0, X)], [K0], [K0, X], [K0], K0),
        "carry-one-another": case("Two keys whose files are here carry each other, which only a forged header makes: both are top keys.", [header(K1, K2), header(K2, K1)], [K1, K2], [K1, K2], [K1, K2], K2),
    }


def _finished() -> dict[str, dict]:
    first = header(K0)
    ended = header(K1, K0, finished=(K0,))
    return {
        "finished": case("A finished key is held and not read.", [first, ended], [K1], [K0, K1], [K1], K1, (K0,)),
        "finished-by-a-second-header": case("Finishing wrote a second header: what any of them lists as finished is.", [first, header(K1, K0), ended], [K1], [K0, K1], [K1], K1, (K0,)),
        "finished-one": case("One of two carried keys is finished.", [header(K2, K0, K1, finished=(K0,))], [K2], [K0, K1, K2], [K2], K2, (K0,)),
        "finished-by-a-carried-key": case("A header under a carried key finishes nothing.", [first, ended, header(K2, K0, K1)], [K2], [K0, K1, K2], [K2], K2),
        "finished-by-a-carried-key-with-file": case("The same, and the carried key's file is here.", [first, ended, header(K2, K0, K1)], [K1, K2], [K0, K1, K2], [K2], K2),
        "finished-by-one-sibling": case("Of two top keys that carry it one lists it as finished: it is not.", [ended, header(K2, K0)], [K1, K2], [K0, K1, K2], [K1, K2], K2),
        "finished-by-both-siblings": case("Both list it as finished: it is.", [ended, header(K2, K0, finished=(K0,))], [K1, K2], [K0, K1, K2], [K1, K2], K2, (K0,)),
        "finished-by-a-sibling-not-held": case("The other top key's file is not here: its header cannot be read.", [ended, header(K2, K0)], [K1], [K0, K1], [K1], K1, (K0,)),
        "finished-by-who-carries-it": case("Of two top keys only one carries it, and lists it as finished: it is.", [ended, header(K2, K3)], [K1, K2], [K0, K1, K2, K3], [K1, K2], K2, (K0,)),
        "finished-key-file": case("The file of a finished key is still here.", [first, ended], [K0, K1], [K0, K1], [K1], K1, (K0,)),
    }


def _current() -> dict[str, dict]:
    siblings = [header(K0), header(K1, K0), header(K2, K0)]
    files = [K1, K2]
    held = [K0, K1, K2]
    return {
        "current-stays": case("A device goes on with the key that it last saved under, though another top key has a lesser id.", siblings, files, held, files, K1, saved=K1),
        "current-least": case("Of top keys whose ids differ in the last byte only the lesser one.", [header(K1[:-2] + "52"), header(K1)], [K1[:-2] + "52", K1], [K1[:-2] + "52", K1], [K1[:-2] + "52", K1], K1),
        "current-carried": case("It last saved under a key that is carried now: the top key.", siblings[:2], [K0, K1], [K0, K1], [K1], K1, saved=K0),
        "current-carried-by-two": case("Two top keys carry it: of these the one with the least id.", siblings, [K0, K1, K2], held, files, K2, saved=K0),
        "current-header-late": case("The key that would carry it has no header here.", siblings[:1], [K0, K1], [K0], [K0], K0, saved=K0),
        "current-carried-by-greater": case("Of two top keys only the one with the greater id carries it: it is that one.", [header(K0), header(K1, K0), header(K2)], [K0, K1, K2], held, files, K1, saved=K0),
        "current-not-held": case("The file of the key that it last saved under is gone: the device saves nothing.", siblings, [K1], [K0, K1], [K1], None, saved=K2),
        "current-header-gone": case("The header of the key that it last saved under is gone: the device saves nothing.", siblings[:2], [K1, K2], [K0, K1], [K1], None, saved=K2),
        "current-finished": case("It last saved under a key that is finished now: the top key.", [header(K0), header(K1, K0, finished=(K0,))], [K0, K1], [K0, K1], [K1], K1, (K0,), saved=K0),
    }


def _named() -> dict[str, dict]:
    first, second = header(K0), header(K1, K0)
    one = notice(K0, K1, K0)
    two = (one, notice(K0, K2, K0, K1), notice(K1, K2, K0, K1))
    fork = (one, notice(K0, K2, K0))
    return {
        "notice": case("A device with the old key stops, and shows the new one.", [first], [K0], [K0], [K0], K0, notices=(one,), named=(K1,), stopped=True),
        "notice-held": case("The named key is held: nothing to bring.", [first, second], [K1], [K0, K1], [K1], K1, notices=(one,)),
        "notice-current-held": case("A notice under the current key names a held key that does not carry it: it names none, and stops nothing.", [first, header(K1)], [K0, K1], [K0, K1], [K0, K1], K0, notices=(one,), saved=K0),
        "notice-header-late": case("The named key's file is here, and its header is not.", [first], [K0, K1], [K0], [K0], K0, notices=(one,), named=(K1,), stopped=True),
        "notices-chain": case("Of two later keys only the one is shown that carries the other.", [first, second], [K0], [K0], [K0], K0, notices=two, named=(K2,), stopped=True),
        "notices-chain-middle": case("The second of three keys is held.", [first, second], [K1], [K0, K1], [K1], K1, notices=two, named=(K2,), stopped=True),
        "notice-under-another-key": case("A notice under a key that is not held proves nothing.", [first], [K0], [K0], [K0], K0, notices=(notice(K1, K2, K0, K1),)),
        "notices-fork": case("Two devices rotated at once: both keys are shown.", [first], [K0], [K0], [K0], K0, notices=fork, named=(K1, K2), stopped=True),
        "notices-fork-one-held": case("One of two siblings is held: the other one is shown, and stops nothing.", [first, second], [K1], [K0, K1], [K1], K1, notices=fork, named=(K2,)),
        "notice-under-finished": case("Notices are read under finished keys, too.", [first, header(K1, K0, finished=(K0,))], [K1], [K0, K1], [K1], K1, (K0,), notices=fork, named=(K2,)),
        "notice-sibling-way-out": case("The named key was lost, and the device rotated all the same.", [first, header(K2, K0)], [K2], [K0, K2], [K2], K2, notices=fork, named=(K1,)),
        "notice-current-of-two": case("Two top keys are held, and a notice is under the one that is not current.", [header(K1), header(K2)], [K1, K2], [K1, K2], [K1, K2], K1, saved=K1, notices=(notice(K2, K3, K2),), named=(K3,)),
        "notices-one-another": case("Forged notices name keys that carry one another: both are shown.", [first], [K0], [K0], [K0], K0, notices=(notice(K0, X, K0, Y), notice(K0, Y, K0, X)), named=(X, Y), stopped=True),
        "notice-twice": case("A notice twice shows its key once.", [first], [K0], [K0], [K0], K0, notices=(one, one), named=(K1,), stopped=True),
    }
