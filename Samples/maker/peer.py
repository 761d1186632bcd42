"""Reads pictures with ZXing-C++ at its defaults, and prints what `cardvault read --format jsonl` prints of them.

    python -m maker.peer FILE...
"""

import json
import sys

import zxingcpp

from .files import upright
from .symbols import said


def named(code: zxingcpp.Barcode) -> dict:
    """A code as cardvault states it; ZXing-C++ tells a UPC-A as an EAN-13, and has no doubt."""
    kind, data = said(code)
    if kind == "EAN-13" and data.startswith("30"):
        kind, data = "UPC-A", data[2:]
    return {"symbology": kind, "bytes": data, "sure": True}


if __name__ == "__main__":
    for path in sys.argv[1:]:
        found = zxingcpp.read_barcodes(upright(path).convert("L"))
        print(json.dumps({"path": path, "codes": [named(code) for code in found]}))
