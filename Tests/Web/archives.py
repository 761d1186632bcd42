"""Zip archives as other wallets write them, also with a password, which Python's own module cannot write."""

import io
import struct
import zipfile
import zlib

WHEN = (2026, 1, 31, 12, 0, 0)
# The same date as the format has it (APPNOTE.TXT, 4.4.6): hours, minutes and two seconds; years since 1980.
DOS_TIME, DOS_DATE = 12 << 11, 46 << 9 | 1 << 5 | 31
ENCRYPTED, STORED, VERSION = 1, 0, 20


def zipped(members: dict[str, bytes]) -> bytes:
    """An archive without a password."""
    octets = io.BytesIO()
    with zipfile.ZipFile(octets, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, WHEN), data, zipfile.ZIP_DEFLATED)
    return octets.getvalue()


def locked(members: dict[str, bytes], password: str) -> bytes:
    """An archive with a password, by the traditional encryption (APPNOTE.TXT, 6.1)."""
    files, directory = b"", b""
    for name, data in members.items():
        check = zlib.crc32(data)
        # Eleven bytes that should be random, and one that tells a wrong password.
        sealed = encrypted(bytes(range(11)) + bytes([check >> 24]) + data, password)
        fields = struct.pack("<HHHHHLLLHH", VERSION, ENCRYPTED, STORED, DOS_TIME, DOS_DATE, check, len(sealed),
                             len(data), len(name.encode()), 0)
        directory += b"PK\x01\x02" + struct.pack("<H", VERSION) + fields
        directory += struct.pack("<HHHLL", 0, 0, 0, 0, len(files)) + name.encode()
        files += b"PK\x03\x04" + fields + name.encode() + sealed
    end = struct.pack("<HHHHLLH", 0, 0, len(members), len(members), len(directory), len(files), 0)
    return files + directory + b"PK\x05\x06" + end


def encrypted(data: bytes, password: str) -> bytes:
    keys = [0x12345678, 0x23456789, 0x34567890]

    def crc(value: int, octet: int) -> int:
        return zlib.crc32(bytes([octet]), value ^ 0xFFFFFFFF) ^ 0xFFFFFFFF

    def take(octet: int) -> None:
        keys[0] = crc(keys[0], octet)
        keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = crc(keys[2], keys[1] >> 24)

    for octet in password.encode():
        take(octet)
    sealed = bytearray()
    for octet in data:
        mask = (keys[2] | 2) & 0xFFFF
        sealed.append(octet ^ (mask * (mask ^ 1) >> 8 & 0xFF))
        take(octet)
    return bytes(sealed)
