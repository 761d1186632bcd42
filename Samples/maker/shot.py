"""What a sample is: a scene with its codes and its file, kept in one register."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePath
from zlib import crc32

import numpy as np
from PIL import Image

from . import files
from .light import Effect, daylight, noise
from .scene import Pose, lay
from .sheet import Sheet
from .surfaces import Surface
from .symbols import Symbol

WRITERS = {
    ".jpg": files.jpeg(),
    ".png": files.png(),
    ".webp": files.webp(),
    ".heic": files.heic(),
    ".avif": files.avif(),
    ".gif": files.gif(),
    ".tif": files.tiff(),
    ".pdf": files.pdf(),
}
"""How a file is written unless a sample says otherwise."""

USUAL = (daylight(), noise())
"""The light of a shot that asks for nothing else."""


@dataclass(frozen=True)
class Shot:
    """A photo: sheets on a surface, in some light."""

    surface: Surface
    things: list[tuple[Sheet, Pose]]
    codes: list[Symbol]
    effects: tuple[Effect, ...] = USUAL
    size: tuple[int, int] = (1160, 870)
    write: files.Writer | None = None
    error: str | None = None

    def pages(self, random: np.random.Generator) -> list[Image.Image]:
        """The photo."""
        scene = self.surface(self.size[::-1], random)
        for sheet, pose in self.things:
            scene = lay(scene, sheet, pose)
        for effect in self.effects:
            scene = effect(scene, random)
        return [files.photo(scene)]

    def expected(self) -> dict:
        """What expected.json says of it."""
        if self.error:
            return {"error": self.error}
        return {"codes": [code.facts for code in self.codes]}


@dataclass(frozen=True)
class Pages:
    """Sheets as they are, without a camera: a screenshot, a drawing, a document."""

    sheets: list[Sheet]
    page_codes: list[list[Symbol]]
    see_through: bool = False
    write: files.Writer | None = None
    error: str | None = field(default=None, init=False)

    @property
    def codes(self) -> list[Symbol]:
        """The codes of all pages."""
        return [code for page in self.page_codes for code in page]

    def pages(self, _: np.random.Generator) -> list[Image.Image]:
        """The sheets' pictures, with their outline as transparency where wanted."""
        out = [sheet.image for sheet in self.sheets]
        if self.see_through:
            for picture, sheet in zip(out, self.sheets):
                picture.putalpha(sheet.outline)
        return out

    def expected(self) -> dict:
        """What expected.json says of it."""
        facts = [[code.facts for code in page] for page in self.page_codes]
        return {"codes": facts[0]} if len(facts) == 1 else {"pages": facts}


Maker = Callable[[], Shot | Pages]
REGISTER: dict[str, Maker] = {}


def sample(file: str) -> Callable[[Maker], Maker]:
    """Enters a function that makes a sample under its file's name."""

    def enter(maker: Maker) -> Maker:
        REGISTER[file] = maker
        return maker

    return enter


def made(file: str) -> tuple[bytes, Shot | Pages]:
    """A sample's bytes, and the sample."""
    shot = REGISTER[file]()
    pages = shot.pages(np.random.default_rng(crc32(file.encode())))
    return (shot.write or WRITERS[PurePath(file).suffix])(pages), shot
