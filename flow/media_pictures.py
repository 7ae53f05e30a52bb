"""Pictures made small enough to travel: upright, of few pixels, as PNG or JPEG.

One idea: what is drawn as lines stays exact (PNG), what is a photograph becomes JPEG, and a file
that is fine as it is stays as it is.
"""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from flow.media_web import MediaProblem
from mplex.dialog.picture_file import Decoded, PictureProblem, decode

MAX_PIXELS = 40 << 20
"""Pixels of a picture as it comes; it is decoded whole once."""

SMALL_BYTES = 400_000
"""Bytes of a PNG or JPEG file that is sent as it is, when it has no more pixels than wanted."""

PNG_BYTES = 1_000_000
"""Bytes of a PNG file beyond which a picture without transparency is sent as JPEG."""

MAX_BYTES = 8 << 20
"""Bytes that a server keeps of one picture."""

QUALITY = 88


def smaller(data: bytes, longest: int) -> tuple[bytes, int, int]:
    """Return a PNG or JPEG file with at most `longest` pixels, and the original width and height.

    Raises:
        MediaProblem: it is no picture that can be decoded, or a huge one.
    """
    try:
        found = decode(data, longest, MAX_PIXELS)
    except PictureProblem as error:
        raise MediaProblem(str(error)) from None
    fits = max(found.width, found.height) <= longest and len(data) <= SMALL_BYTES
    if fits and not found.turned and found.kind in ("PNG", "JPEG"):
        return data, found.width, found.height
    return _encoded(found), found.width, found.height


def _encoded(found: Decoded) -> bytes:
    if found.kind != "JPEG":
        png = _file(found.image, "PNG")
        if len(png) <= (MAX_BYTES if found.image.mode == "RGBA" else PNG_BYTES):
            return png
    return _file(found.image.convert("RGB"), "JPEG", quality=QUALITY)


def _file(image: Image.Image, kind: str, **how: int) -> bytes:
    file = BytesIO()
    image.save(file, kind, **how)
    return file.getvalue()
