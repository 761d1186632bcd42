"""A Catima zip, the same in every run, for the benchmarks that import one."""

import csv
import io
import random
import zipfile
import zlib
from pathlib import Path

WIDTH, HEIGHT = 640, 404
KINDS = ["QR_CODE", "CODE_128", "PDF_417", "AZTEC"]


def png(number: int) -> bytes:
    """A picture of a card: a coloured field with some noise, as photos do not compress to nothing."""
    noise = random.Random(number)
    colour = bytes(noise.randrange(256) for _ in range(3))
    plain = colour * WIDTH
    rows = b"".join(
        b"\0" + (noise.randbytes(3 * 96) + plain[3 * 96 :] if row % 16 == 0 else plain) for row in range(HEIGHT)
    )

    def chunk(kind: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")

    size = WIDTH.to_bytes(4, "big") + HEIGHT.to_bytes(4, "big")
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size + bytes([8, 2, 0, 0, 0]))
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    )


def make_catima(path: Path, count: int, sides: tuple[str, ...]) -> None:
    """Version 2 of Catima's zip: groups, cards, each in one group, and pictures of these sides of each card."""
    table = io.StringIO()
    table.write("2\r\n\r\n")
    rows = csv.writer(table)
    rows.writerow(["_id"])
    groups = [f"Group {number}" for number in range(10)]
    rows.writerows([group] for group in groups)
    table.write("\r\n")
    rows.writerow(
        "_id store note validfrom expiry balance balancetype cardid barcodeid barcodetype barcodeencoding headercolor "
        "starstatus lastused archive".split()
    )
    for number in range(1, count + 1):
        kind = KINDS[number % len(KINDS)]
        rows.writerow(
            [number, f"Shop {number:04}", f"note {number}", "", 1893456000000, number % 50, "EUR", 10**12 + number, "",
             kind, "", -number, int(number % 7 == 0), 1700000000, 0]
        )
    table.write("\r\n")
    rows.writerow(["cardId", "groupId"])
    rows.writerows([number, groups[number % len(groups)]] for number in range(1, count + 1))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("catima.csv", table.getvalue())
        for number in range(1, count + 1):
            for side in sides:
                archive.writestr(f"card_{number}_{side}.png", png(2 * number + (side == "back")), zipfile.ZIP_STORED)
