"""Cases of where segments are sealed (Format.md, section 8). What is expected was thought out by hand."""

import vault_pb2

from independent.copies import by_identity, choose
from independent.payloads import encoded, identity_of

from .collected import laid_out
from .payload_vectors import CARD, segment_of

TOP, CARRIED, FINISHED = "top", "carried", "finished"


def segment(**changed) -> bytes:
    change = vault_pb2.Change(field=1, merge_class=1, operation=1, value=b"genuine")
    return encoded(segment_of(revisions=[encoded(vault_pb2.Revision(card=CARD, kind=1, changes=[change]))], **changed))


FIRST = segment()
NEXT = segment(sequence=2, previous=1, previous_hash=identity_of(FIRST))
LAST = segment(sequence=3, previous=2, previous_hash=identity_of(NEXT))


def file(key: str, payload: bytes = FIRST) -> dict:
    return {"in": "file", "key": key, "payload": payload.hex()}


def entry(key: str, payload: bytes = FIRST, claimed: bool = False) -> dict:
    return {"in": "pack", "key": key, "claimed": claimed, "payload": payload.hex()}


def counted(payload: bytes = FIRST, claimed: bool = False) -> dict:
    return {"identity": identity_of(payload).hex(), "payload": payload.hex(), "claimed": claimed}


def cases() -> dict[str, dict]:
    found = {}

    def add(name: str, comment: str, copies: list[dict], *segments: dict) -> None:
        wanted = {"comment": comment, "copies": copies, "segments": sorted(segments, key=lambda found: found["identity"])}
        got = decided(wanted)
        assert got == wanted["segments"], (name, got)
        found[name] = wanted

    add("file", "A segment's own file.", [file(TOP)], counted())
    add("file-carried", "Its own file under a carried key: who wrote it is only claimed.", [file(CARRIED)], counted(claimed=True))
    add("file-finished", "Its own file under a finished key is late.", [file(FINISHED)])
    add("pack", "An entry under a top key.", [entry(TOP)], counted())
    add("pack-carried", "An entry under a carried key is claimed.", [entry(CARRIED)], counted(claimed=True))
    add("pack-finished", "An entry under a finished key is late.", [entry(FINISHED)])
    add("pack-marked", "An entry that is marked stays claimed.", [entry(TOP, claimed=True)], counted(claimed=True))
    add("pack-marked-and-not", "Of two entries one has no mark: it wins.", [entry(TOP, claimed=True), entry(TOP)], counted())
    add("pack-marked-and-file", "A file of its own under a top key counts like an entry without the mark.", [entry(TOP, claimed=True), file(TOP)], counted())
    add("everywhere", "In a file and in packs, under keys of all ages: one segment.", [file(FINISHED), entry(CARRIED), entry(CARRIED, claimed=True), entry(TOP), file(CARRIED)], counted())
    add("file-carried-and-pack-marked", "Neither vouches for it.", [file(CARRIED), entry(TOP, claimed=True)], counted(claimed=True))
    after = counted(NEXT)
    add("vouched-by-next", "A segment that is not claimed vouches for the one before it.", [file(CARRIED), file(TOP, NEXT)], counted(), after)
    add("vouched-by-next-finished", "Also under a finished key.", [file(FINISHED), file(TOP, NEXT)], counted(), after)
    add("vouched-by-entry", "The next one's entry vouches as well.", [file(FINISHED), entry(TOP, NEXT)], counted(), after)
    add("vouched-entry", "An entry can be vouched for like a file.", [entry(CARRIED), file(TOP, NEXT)], counted(), after)
    add("vouched-entry-finished", "Also under a finished key.", [entry(FINISHED), file(TOP, NEXT)], counted(), after)
    add("vouched-marked", "Who is vouched for is no longer claimed, whatever its mark says.", [entry(TOP, claimed=True), file(TOP, NEXT)], counted(), after)
    add("not-vouched-by-claimed", "A claimed segment vouches for nothing.", [file(CARRIED), file(CARRIED, NEXT)], counted(claimed=True), counted(NEXT, claimed=True))
    add("not-vouched-by-marked", "Nor does one that is marked.", [file(FINISHED), entry(TOP, NEXT, claimed=True)], counted(NEXT, claimed=True))
    add("vouched-chain", "Who is vouched for vouches for the one before it.", [file(FINISHED), entry(FINISHED, NEXT), file(TOP, LAST)], counted(), after, counted(LAST))
    return found


def decided(case: dict) -> list[dict]:
    """What this reader makes of a case."""
    copies = by_identity()
    for copy in case["copies"]:
        payload = bytes.fromhex(copy["payload"])
        copies[identity_of(payload)].add(payload, copy["key"] == TOP, copy["key"] == FINISHED, copy.get("claimed", False))
    choice = choose(copies)
    return [counted(payload, identity in choice.claimed) for identity, payload in sorted(choice.payloads.items())]


def text(case: dict) -> str:
    return laid_out(case, "copies", "segments")
