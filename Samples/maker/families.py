"""Draws a folder of hard pictures, family by family, with what they say in its expected.json."""

import json
from multiprocessing import Pool
from pathlib import Path
from zlib import crc32

import numpy as np

from . import (  # noqa: F401 (they fill FAMILIES)
    families_camera,
    families_layout,
    families_light,
    families_nothing,
    families_shape,
)
from .family import FAMILIES
from .shot import Shot


def drawn(name: str, level: float, seed: int) -> tuple[bytes, Shot]:
    """One picture of a family: its file's bytes, and what it is."""
    random = np.random.default_rng([crc32(name.encode()), round(level * 1000), seed])
    shot = FAMILIES[name](random, level)
    return shot.write(shot.pages(random)), shot


def one(job: tuple[Path, str, int, float, int]) -> dict:
    """Draws one picture into a folder, and says what expected.json says of it."""
    folder, name, number, level, seed = job
    data, shot = drawn(name, level, seed)
    file = f"{name}-{number:02}.jpg"
    (folder / file).write_bytes(data)
    print(f"{file:24}{len(data) // 1024:5} KB", flush=True)
    facts = shot.expected()
    return {"file": file, "family": name, "level": round(level, 3), **facts}


def more(folder: Path, seed: int, count: int, names: list[str]) -> None:
    """Draws `count` pictures of each family, from easy to hopeless."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [
        (folder, name, at + 1, at / max(1, count - 1), seed)
        for name in sorted(FAMILIES)
        if not names or name in names
        for at in range(count)
    ]
    with Pool() as pool:
        expected = pool.map(one, jobs, 1)
    written = folder / "expected.json"
    old = json.loads(written.read_text()) if written.exists() and names else []
    kept = [each for each in old if each["family"] not in names]
    everything = sorted(kept + expected, key=lambda each: each["file"])
    written.write_text(
        json.dumps(everything, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    )
