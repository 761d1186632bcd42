"""What protobuf libraries do not report about a readable message (Format.md, section 5, Protobuf)."""

from collections.abc import Iterator

from google.protobuf.descriptor import Descriptor

DEEPEST = 32
VARINT, EIGHT_BYTES, LENGTH, START, END, FOUR_BYTES = range(6)


# The lengths allowed for singular fields, each time they occur.
LENGTHS = {
    ("Segment", 4): (0, 32), ("Segment", 11): (0, 32), ("Span", 4): (32,), ("Revision", 1): (16,),
    ("Pack", 7): (0, 16), ("Notice", 1): (16,),
}


def broken_rule(data: bytes, kind: Descriptor) -> str | None:
    """What is wrong; groups count from 0 in each embedded message."""
    embedded = {field.number: field.message_type for field in kind.fields if field.message_type}
    for depth, number, value in _fields(data):
        if depth > DEEPEST:
            return "how deep groups are nested"
        if depth > 0 or value is None:
            continue
        if len(value) not in LENGTHS.get((kind.name, number), (len(value),)):
            return f"the length of field {number} of a {kind.name}"
        wrong = broken_rule(value, embedded[number]) if number in embedded else None
        if wrong:
            return wrong
    return None


def _fields(data: bytes) -> Iterator[tuple[int, int, bytes | None]]:
    """For each field: how many groups enclose it, its number, and its value if that has a length."""
    place = depth = 0
    while place < len(data):
        tag, place = _varint(data, place)
        number, wire_type, value = tag >> 3, tag & 7, None
        if wire_type == VARINT:
            _, place = _varint(data, place)
        elif wire_type == LENGTH:
            length, start = _varint(data, place)
            place = start + length
            value = data[start:place]
        elif wire_type in (START, END):
            depth += 1 if wire_type == START else -1
        else:
            place += 8 if wire_type == EIGHT_BYTES else 4
        yield depth, number, value


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """A number, and the position after it."""
    value = shift = 0
    while data[place] & 0x80:
        value |= (data[place] & 0x7F) << shift
        place, shift = place + 1, shift + 7
    return value | data[place] << shift, place + 1
