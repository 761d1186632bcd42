"""Cases of the copies of a segment (Format.md, section 8). What is expected was thought out by hand."""

import vault_pb2

from independent.copies import Entry, by_identity, choose
from independent.payloads import encoded

from .collected import laid_out
from .payload_vectors import CARD, HASH, segment_of

PARENT, CHILD = HASH, HASH[::-1]
TOP, CARRIED, FINISHED = "top", "carried", "finished"


def segment(value: bytes = b"genuine", **changed) -> bytes:
    change = vault_pb2.Change(field=1, merge_class=1, operation=1, value=value)
    return encoded(segment_of(revisions=[encoded(vault_pb2.Revision(card=CARD, kind=1, changes=[change]))], **changed))


GENUINE, FORGED = segment(), segment(b"forged")
NEXT = segment(sequence=2, previous=1, previous_hash=PARENT)


def file(key: str, payload: bytes = GENUINE, identity: bytes = PARENT) -> dict:
    return {"identity": identity.hex(), "in": "file", "key": key, "payload": payload.hex()}


def entry(key: str, payload: bytes = GENUINE, identity: bytes = PARENT, claimed: bool = False) -> dict:
    return {"identity": identity.hex(), "in": "pack", "key": key, "claimed": claimed, "payload": payload.hex()}


def counted(payload: bytes = GENUINE, identity: bytes = PARENT, claimed: bool = False) -> dict:
    return {"identity": identity.hex(), "payload": payload.hex(), "claimed": claimed}


def cases() -> dict[str, dict]:
    found = {}

    def add(name: str, comment: str, copies: list[dict], *segments: dict) -> None:
        wanted = {"comment": comment, "copies": copies, "segments": list(segments)}
        got = decided(wanted)
        assert got == wanted["segments"], (name, got)
        found[name] = wanted

    add("file", "A segment's own file.", [file(TOP)], counted())
    add("file-carried", "Its own file under a carried key: who wrote it is only claimed.", [file(CARRIED)], counted(claimed=True))
    add("file-finished", "Its own file under a finished key is late.", [file(FINISHED)])
    add("pack", "An entry under a top key.", [entry(TOP)], counted())
    add("pack-carried", "An entry under a carried key is claimed.", [entry(CARRIED)], counted(claimed=True))
    add("pack-marked", "An entry that is marked stays claimed.", [entry(TOP, claimed=True)], counted(claimed=True))
    add("pack-marked-and-not", "Of two entries one has no mark: it wins.", [entry(TOP, claimed=True), entry(TOP)], counted())
    add("file-carried-and-pack", "The entry under a top key proves what the file says.", [file(CARRIED), entry(TOP)], counted())
    add("pack-before-file", "An entry under a top key comes before the segment's own file.", [file(TOP, FORGED), entry(TOP)], counted())
    add("file-before-pack-marked", "The segment's own file comes before an entry that is marked.", [file(TOP), entry(TOP, FORGED, claimed=True)], counted())
    add("file-carried-before-pack-marked", "So does one under a carried key, and the segment stays claimed.", [file(CARRIED), entry(TOP, FORGED, claimed=True)], counted(claimed=True))
    add("pack-before-pack-marked", "An entry without a mark comes before one with it.", [entry(TOP, FORGED, claimed=True), entry(TOP)], counted())
    add("file-finished-and-pack-marked", "An entry that is marked vouches for nothing: a file under a finished key is late.", [file(FINISHED), entry(TOP, FORGED, claimed=True)], counted(FORGED, claimed=True))
    add("file-before-pack-carried", "The segment's own file comes before an entry under a carried key.", [file(CARRIED), entry(CARRIED, FORGED)], counted(claimed=True))
    after = counted(NEXT, CHILD)
    add("vouched-by-next", "A segment that is not claimed vouches for the one before it.", [file(CARRIED), file(TOP, NEXT, CHILD)], counted(), after)
    add("vouched-by-next-finished", "Also under a finished key.", [file(FINISHED), file(TOP, NEXT, CHILD)], counted(), after)
    add("vouched-by-entry", "The next one's entry vouches as well.", [file(FINISHED), entry(TOP, NEXT, CHILD)], counted(), after)
    add("not-vouched-by-claimed", "A claimed segment vouches for nothing.", [file(CARRIED), file(CARRIED, NEXT, CHILD)], counted(claimed=True), counted(NEXT, CHILD, claimed=True))
    add("not-vouched-by-marked", "Nor does one that is marked.", [file(FINISHED), entry(TOP, NEXT, CHILD, claimed=True)], counted(NEXT, CHILD, claimed=True))
    add("not-vouched-entry", "An entry under a carried key is not vouched for: its identity is a claim.", [entry(CARRIED), file(TOP, NEXT, CHILD)], counted(claimed=True), after)
    last = segment(sequence=3, previous=2, previous_hash=CHILD)
    third = bytes(reversed(range(32)))
    add("vouched-chain", "Who is vouched for vouches for the one before it.", [file(FINISHED), file(FINISHED, NEXT, CHILD), file(TOP, last, third)], counted(last, third), counted(), after)
    return found


def decided(case: dict) -> list[dict]:
    """What this reader makes of a case."""
    copies = by_identity()
    for copy in case["copies"]:
        of_segment, payload = copies[bytes.fromhex(copy["identity"])], bytes.fromhex(copy["payload"])
        if copy["in"] == "file":
            of_segment.file = payload
            of_segment.file_is_top, of_segment.file_is_finished = copy["key"] == TOP, copy["key"] == FINISHED
        else:
            of_segment.entries.add(Entry(copy["claimed"], payload, copy["key"] == TOP))
    choice = choose(copies)
    return [
        counted(payload, identity, identity in choice.claimed)
        for identity, payload in sorted(choice.payloads.items())
    ]


def text(case: dict) -> str:
    return laid_out(case, "copies", "segments")
