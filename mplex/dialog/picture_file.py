"""Bytes of a picture file to upright pixels of a bounded size; what is wrong with them otherwise.

One idea: what comes in is hostile. Only a few formats are tried, sizes are looked at before any
pixel is made, and whatever a decoder throws becomes a `PictureProblem`. What is made of the pixels
is for others: cells and palettes in `picture_codec`, smaller files in `flow`.
"""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image, UnidentifiedImageError

FORMATS: Final = ("PNG", "JPEG", "GIF", "WEBP", "BMP")
"""What is decoded; other decoders are older, rarer, or run programs."""

MAX_PIXELS: Final = 6 << 20
"""Pixels of a picture that is decoded whole, unless the caller allows more."""

JPEG_SCALE: Final = 8
"""A JPEG file can be decoded at an eighth of its height and width, so it may have more pixels."""

WITH_ALPHA: Final = ("RGBA", "LA", "PA", "RGBa", "La")

ORIENTATION: Final = 0x0112
TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""EXIF's orientations, and what makes each upright."""

ACROSS: Final = (5, 6, 7, 8)
"""The orientations that exchange width and height."""


class PictureProblem(Exception):
    """A picture can't be decoded; its text says why, without the picture's name."""


class Decoded(NamedTuple):
    """The pixels of a picture, upright, and the size of the original."""

    image: Image.Image
    """RGBA, or RGB when nothing of it is transparent."""
    height: int
    width: int
    kind: str
    """One of `FORMATS`."""
    turned: bool
    """Whether the file has its pixels in another order than they are seen."""


def decode(data: bytes, longest: int, most: int = MAX_PIXELS) -> Decoded:
    """Return a picture with at most `longest` pixels on its longer side.

    Raises:
        PictureProblem: it is no picture that can be decoded, or has more than `most` pixels.
    """
    if not data:
        raise PictureProblem("it is empty")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return _decode(data, longest, most)
        except PictureProblem:
            raise
        except UnidentifiedImageError:
            raise PictureProblem(f"it is no {', '.join(FORMATS[:-1])} or {FORMATS[-1]}") from None
        except Image.DecompressionBombError:
            raise PictureProblem("it has far too many pixels") from None
        # Decoders raise whatever their parsing stumbles upon, from struct.error to MemoryError.
        except Exception as error:
            raise PictureProblem(f"it is broken ({type(error).__name__})") from error


def pixel_count(data: bytes) -> int:
    """Return how many pixels a picture file says that it has, 0 when it is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with Image.open(BytesIO(data), formats=FORMATS) as image:
                return int(image.width) * int(image.height)
        # What is wrong with it is said when it is decoded.
        except Exception:
            return 0


def _decode(data: bytes, longest: int, most: int) -> Decoded:
    with Image.open(BytesIO(data), formats=FORMATS) as image:
        kind = str(image.format)
        width, height = image.size
        if kind == "JPEG" and width * height <= most * JPEG_SCALE * JPEG_SCALE:
            image.draft("RGB", (longest, longest))
        if image.width * image.height > most:
            limit = f"{most >> 20} million" if most >= 1 << 20 else str(most)
            raise PictureProblem(f"it has {width}x{height} pixels; {limit} can be shown")
        found = _in_full_colour(image)
        found.thumbnail((longest, longest), Image.Resampling.BOX)
        turn = image.getexif().get(ORIENTATION, 1)
        if turn in ACROSS:
            width, height = height, width
        turned = turn in TURNS
        return Decoded(
            found.transpose(TURNS[turn]) if turned else found, height, width, kind, turned
        )


def _in_full_colour(image: Image.Image) -> Image.Image:
    """Return it as RGB, or as RGBA when it has transparent pixels."""
    if image.mode.startswith("I"):
        # Sixteen bits of grey, which a plain conversion cuts at 255.
        return image.convert("I").point(lambda value: value / 256).convert("L").convert("RGB")
    if image.mode not in WITH_ALPHA and "transparency" not in image.info:
        return image.convert("RGB")
    found = image.convert("RGBA")
    return found if found.getchannel("A").getextrema()[0] != 255 else found.convert("RGB")
