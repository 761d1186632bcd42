"""Writes pictures in every format, and reads them back upright."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from time import gmtime

import numpy as np
import pillow_heif
from PIL import Image, ImageOps

pillow_heif.register_heif_opener()

Writer = Callable[[list[Image.Image]], bytes]
"""Pages in (one for a photo), the file's bytes out."""

TURNS = {
    1: (),
    2: (Image.Transpose.FLIP_LEFT_RIGHT,),
    3: (Image.Transpose.ROTATE_180,),
    4: (Image.Transpose.FLIP_TOP_BOTTOM,),
    5: (Image.Transpose.TRANSPOSE,),
    6: (Image.Transpose.ROTATE_90,),
    7: (Image.Transpose.TRANSVERSE,),
    8: (Image.Transpose.ROTATE_270,),
}
"""What to do to an upright picture so that an EXIF orientation (Exif 2.32, 4.6.4 A) rights it again."""


def photo(array: np.ndarray) -> Image.Image:
    """A scene's numbers as a picture."""
    return Image.fromarray(np.clip(np.round(array), 0, 255).astype(np.uint8))


def saved(pages: list[Image.Image], kind: str, **options) -> bytes:
    """The bytes of a file of `kind`."""
    out = BytesIO()
    pages[0].save(out, kind, **options)
    return out.getvalue()


def jpeg(quality: int = 74, orientation: int = 1, **options) -> Writer:
    """A JPEG; an `orientation` other than 1 is stored turned, with EXIF to right it."""

    def write(pages):
        picture, exif = pages[0], Image.Exif()
        for turn in TURNS[orientation]:
            picture = picture.transpose(turn)
        if orientation != 1:
            exif[0x0112] = orientation
            options["exif"] = exif
        return saved([picture], "JPEG", quality=quality, optimize=True, **options)

    return write


def cmyk(quality: int = 80) -> Writer:
    """A JPEG in the four colours of print, with the black that dark tones need."""

    def write(pages):
        inks = 255 - np.asarray(pages[0], np.float32)
        black = inks.min(2, keepdims=True) * 0.9
        rest = (inks - black) / np.maximum(1 - black / 255, 1 / 255)
        four = np.concatenate([rest, black], 2)
        picture = Image.fromarray(np.clip(np.round(four), 0, 255).astype(np.uint8), "CMYK")
        return saved([picture], "JPEG", quality=quality, optimize=True)

    return write


def truncated(share: float = 0.42) -> Writer:
    """A JPEG that ends too early."""

    def write(pages):
        whole = jpeg(70)(pages)
        return whole[: int(len(whole) * share)]

    return write


def png(colours: int | None = None) -> Writer:
    """A PNG, of a palette if a number of colours is given."""

    def write(pages):
        picture = (
            pages[0] if colours is None else pages[0].quantize(colours, dither=Image.Dither.NONE)
        )
        return saved([picture], "PNG", optimize=True)

    return write


def webp(quality: int = 74) -> Writer:
    """A WebP."""
    return lambda pages: saved(pages, "WEBP", quality=quality, method=6)


def heic(quality: int = 56) -> Writer:
    """A HEIC."""
    return lambda pages: saved(pages, "HEIF", quality=quality)


def avif(quality: int = 58) -> Writer:
    """An AVIF."""
    return lambda pages: saved(pages, "AVIF", quality=quality, speed=6, max_threads=1)


def gif() -> Writer:
    """A GIF of 128 colours."""
    return lambda pages: saved([pages[0].quantize(128)], "GIF", optimize=True)


def tiff() -> Writer:
    """A TIFF, packed without loss."""
    return lambda pages: saved([pages[0].quantize(128)], "TIFF", compression="tiff_adobe_deflate")


def pdf() -> Writer:
    """A PDF with a picture a page, dated 2026-01-01."""
    day = gmtime(1_767_225_600)
    return lambda pages: saved(
        pages,
        "PDF",
        save_all=True,
        append_images=pages[1:],
        resolution=152.4,
        quality=82,
        creationDate=day,
        modDate=day,
    )


def upright(path: Path) -> Image.Image:
    """A picture file as a person sees it: turned upright, on white, in RGB."""
    picture = ImageOps.exif_transpose(Image.open(path))
    if picture.mode in ("RGBA", "P"):
        picture = picture.convert("RGBA")
        ground = Image.new("RGBA", picture.size, "white")
        return Image.alpha_composite(ground, picture).convert("RGB")
    return picture.convert("RGB")
