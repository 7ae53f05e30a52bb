"""Pictures among the cells of a frame: which, where, how much of each, and how to get its pixels.

One idea: a frame only says where a picture stands; beneath it are cells that show it with block
characters, so a terminal without graphics needs nothing else. Decoding is done by who makes the
picture (`mplex.dialog.picture`), sending it by `kitty_pictures` and `sixel`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from mplex.geometry import Point, Rect, Size
from mplex.vt.styles import DEFAULT

TRANSPARENT = 255
"""The palette index of pixels through which the background is seen."""

BLOCKS = frozenset(" ▀▄█")
"""The characters that stand for a picture's pixels; all others are marks drawn over it."""

COVERED = "\x01"
"""A cell with a picture's ink on it, which differs from everything a row can hold."""

Shown = tuple[str, str]
"""A row as the renderer keeps it: text and attributes, both perhaps shorter than the row."""


class IndexedPixels(NamedTuple):
    """A picture in few colours, row by row, one byte for each pixel."""

    size: Size
    """Rows and columns of pixels."""
    palette: tuple[int, ...]
    """The colours as 0xRRGGBB, at most 255."""
    data: bytes
    """An index into the palette for each pixel, or `TRANSPARENT`."""


class Png(NamedTuple):
    """A picture as a PNG file; the file is empty when it could not be made."""

    file: bytes
    size: Size
    """Rows and columns of its pixels."""


class PictureData(Protocol):
    """A decoded picture; two with the same `id` show the same."""

    @property
    def id(self) -> str:
        """What tells it from other pictures."""

    def png(self, pixels: Size) -> Png:
        """Return the picture with about so many pixels, fewer when it has no more."""

    def indexed(self, pixels: Size) -> IndexedPixels | None:
        """Return the picture scaled to exactly so many pixels in at most 255 colours."""


class PlacedPicture(NamedTuple):
    """A picture, or a part of one, on some cells."""

    picture: PictureData
    rect: Rect
    """The cells that show it."""
    whole: Size
    """The cells that the whole picture would take."""
    crop: Point = Point(0, 0)
    """Which cell of the whole is the first one of `rect`."""
    blank: str = DEFAULT.ch
    """The style of what is around it: that of the cells beneath once the picture is drawn."""

    def moved(self, rows: int, cols: int, inside: Rect) -> PlacedPicture | None:
        """Return it so many cells further, cut to `inside`; None when nothing of it is left."""
        row, col = self.rect.row + rows, self.rect.col + cols
        top, left = max(row, inside.row), max(col, inside.col)
        bottom = min(row + self.rect.rows, inside.bottom)
        right = min(col + self.rect.cols, inside.right)
        if top >= bottom or left >= right:
            return None
        crop = Point(self.crop.row + top - row, self.crop.col + left - col)
        return self._replace(rect=Rect(top, left, bottom - top, right - left), crop=crop)


def overlaps(one: Rect, other: Rect) -> bool:
    """Say whether two rectangles share a cell."""
    return (
        one.row < other.bottom
        and other.row < one.bottom
        and one.col < other.right
        and other.col < one.right
    )


def beneath(rows: Sequence[Shown], pictures: Sequence[PlacedPicture]) -> list[Shown]:
    """Return rows with blanks for all cells that pictures will show; marks over them stay."""
    found = list(rows)
    for placed in pictures:
        left, right = placed.rect.col, placed.rect.right
        for row in range(placed.rect.row, min(placed.rect.bottom, len(found))):
            text, attrs = found[row]
            text, attrs = text.ljust(right), attrs.ljust(right, DEFAULT.ch)
            inside = [
                (" ", placed.blank) if char in BLOCKS else (char, attr)
                for char, attr in zip(text[left:right], attrs[left:right], strict=True)
            ]
            found[row] = (
                text[:left] + "".join(char for char, _ in inside) + text[right:],
                attrs[:left] + "".join(attr for _, attr in inside) + attrs[right:],
            )
    return found
