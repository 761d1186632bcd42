"""Draws a folder of hard pictures, by category, with what they say in its expected.json."""

import json
from dataclasses import replace
from multiprocessing import Pool
from pathlib import Path
from zlib import crc32

import numpy as np

from . import (  # noqa: F401 (they fill CATEGORIES)
    categories_camera,
    categories_layout,
    categories_light,
    categories_measured,
    categories_nothing,
    categories_shape,
)
from .category import CATEGORIES
from .files import webp
from .shot import Shot

KEPT_SEED = 2026
"""The seed of the pictures that are kept beside the code; tune on another."""

MEASURED = ("itf", "tables")
"""The categories with a target of their own: drawn only when named, and never kept."""

KEPT = {
    **dict.fromkeys([name for name in CATEGORIES if name not in MEASURED], (0.3, 0.65)),
    **dict.fromkeys(("moire", "pdf417-large", "tiny"), (0.45,)),
    "cut-off": (0.1, 0.4, 0.8),
    "nothing": (0.05, 0.15, 0.3, 0.4, 0.55),
    "stripes": (0.15, 0.3, 0.9),
}
"""The levels of each category's kept pictures."""


def drawn(name: str, level: float, seed: int) -> tuple[bytes, Shot]:
    """One picture of a category: its file's bytes, and what it is."""
    random = np.random.default_rng([crc32(name.encode()), round(level * 1000), seed])
    shot = CATEGORIES[name](random, level)
    if seed == KEPT_SEED and name != "packed":
        shot = replace(shot, write=webp(76 if name == "alike" else 58))
    return shot.write(shot.pages(random)), shot


def one(job: tuple[Path, str, int, float, int]) -> dict:
    """Draws one picture into a folder, and says what expected.json says of it.

    Kept ones are WebP, half as large; but what is packed as a JPEG stays one.
    """
    folder, name, number, level, seed = job
    data, shot = drawn(name, level, seed)
    file = f"{name}-{number:02}.{'webp' if data[:4] == b'RIFF' else 'jpg'}"
    (folder / file).write_bytes(data)
    print(f"{file:24}{len(data) // 1024:5} KB", flush=True)
    facts = shot.expected()
    return {"file": file, "category": name, "level": round(level, 3), **facts}


def more(folder: Path, seed: int, count: int, names: list[str]) -> None:
    """Draws `count` pictures of each category, from easy to hopeless."""
    levels = [at / max(1, count - 1) for at in range(count)]
    fill(folder, seed, dict.fromkeys(CATEGORIES, levels), names)


def keep(folder: Path, names: list[str]) -> None:
    """Draws the pictures that are kept beside the code."""
    fill(folder, KEPT_SEED, KEPT, names)


def fill(folder: Path, seed: int, levels: dict, names: list[str]) -> None:
    """Draws the categories of `names`, or all that are kept, and says in expected.json what they say."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = {name: levels[name] for name in sorted(levels) if name in (names or KEPT)}
    for name in chosen:
        for old in folder.glob(f"{name}-[0-9]*.*"):
            old.unlink()
    jobs = [
        (folder, name, at + 1, level, seed)
        for name, each in chosen.items()
        for at, level in enumerate(each)
    ]
    with Pool() as pool:
        expected = pool.map(one, jobs, 1)
    written = folder / "expected.json"
    if names and written.exists():
        old = json.loads(written.read_text())
        expected += [entry for entry in old if entry["category"] not in chosen]
    expected.sort(key=lambda entry: entry["file"])
    text = json.dumps(expected, ensure_ascii=False, indent=1, sort_keys=True)
    written.write_text(text + "\n")
