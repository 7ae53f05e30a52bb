"""Pictures as sixels: pixels in few colours, written over the cells.

One idea: a sixel picture is ink on the cells beneath, so it is drawn after them, again whenever
they were written, and it is removed by writing them. Scaling and choosing colours is the picture's
matter. Source: DEC STD 070, chapter 9; "DECGRA" and "DECGCI".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from mplex.geometry import Point, Rect, Size
from mplex.term.ahead import Ahead, breathe
from mplex.term.output import Output
from mplex.term.picture import (
    COVERED,
    TRANSPARENT,
    IndexedPixels,
    PictureData,
    PlacedPicture,
    Shown,
)
from mplex.term.row_diff import GAP, blank_tail
from mplex.vt.styles import DEFAULT

BAND = 6
"""Rows of pixels that are written at once."""

MAX_PIXELS = 1 << 21
"""Pixels of the largest picture that is drawn."""

AT_ONCE = 20_000
"""Pixels of a picture that is encoded within a frame; that takes some milliseconds."""

FRAME_CHARS = 4 << 20
"""Characters of pictures in one frame; what is beyond is shown by cells."""

KEPT = 24
"""Encoded pictures that are kept for when the cells beneath change."""

_REPEATED = re.compile(r"(.)\1{3,}", re.DOTALL)


_Key = tuple[str, Size, Size, Point]
"""A picture, its pixels as a whole, the cells of it that are shown, and the first one of them."""


class SixelPictures:
    """The pictures on a terminal with sixels; `cell` is a cell's height and width in pixels.

    A large one is encoded in a thread, and shown by its cells until that is done.
    """

    def __init__(self, cell: tuple[int, int]) -> None:
        self._cell = cell
        self._cols = 0
        self._placed: set[PlacedPicture] = set()
        self._wanted: dict[PlacedPicture, str] = {}
        self._encoded: dict[_Key, str] = {}
        self._ahead: Ahead[_Key, str] = Ahead()

    @property
    def busy(self) -> bool:
        """Whether a frame without pictures has something to remove."""
        return bool(self._placed)

    @property
    def waiting(self) -> bool:
        """Whether a picture is being encoded, which a frame a little later can show."""
        return self._ahead.busy

    def begin(self, pictures: Sequence[PlacedPicture], size: Size) -> Sequence[PlacedPicture]:
        """Choose the pictures above the last row: one that ends there would scroll the screen."""
        self._wanted = {}
        self._cols = size.cols
        made = self._ahead.fetch()
        if made is not None:
            self._keep(made[0], made[1] or "")
        left = FRAME_CHARS
        for placed in pictures:
            if placed.rect.bottom >= size.rows:
                continue
            encoded = self._encode(placed)
            if encoded and len(encoded) <= left:
                left -= len(encoded)
                self._wanted[placed] = encoded
        return list(self._wanted)

    def spoiled(self, rows: list[Shown]) -> list[Shown]:
        """Return the rows with the cells beneath pictures that go as if they were wrong."""
        found = list(rows)
        for placed in self._placed:
            if placed not in self._wanted:
                left, width = placed.rect.col, placed.rect.cols
                for row in range(placed.rect.row, min(placed.rect.bottom, len(found))):
                    text, attrs = found[row]
                    text = text.ljust(left + width)
                    found[row] = text[:left] + COVERED * width + text[left + width :], attrs
        return found

    def finish(self, out: Output, before: Sequence[Shown], now: Sequence[Shown]) -> None:
        """Draw what is new, and what has been written over; marks are written again upon it."""
        for placed, encoded in self._wanted.items():
            if placed not in self._placed or _written(placed.rect, self._cols, before, now):
                out.move(placed.rect.row, placed.rect.col)
                out.raw(encoded, moves=True)
                _write_marks(out, placed, now)
        self._placed = set(self._wanted)

    def forget(self) -> None:
        """Draw everything anew on the next frame."""
        self._placed = set()

    def stop(self) -> str:
        """Return nothing: pictures go with the screen."""
        self.forget()
        return ""

    def _encode(self, placed: PlacedPicture) -> str:
        height, width = self._cell
        pixels = Size(placed.whole.rows * height, placed.whole.cols * width)
        if pixels.rows * pixels.cols > MAX_PIXELS:
            return ""
        part = Rect(
            placed.crop.row * height,
            placed.crop.col * width,
            placed.rect.rows * height,
            placed.rect.cols * width,
        )
        key = (placed.picture.id, pixels, placed.rect.size, placed.crop)
        found = self._encoded.pop(key, None)
        if found is None and max(pixels.rows * pixels.cols, part.rows * part.cols) > AT_ONCE:
            self._ahead.start(key, lambda: _encoded(placed.picture, pixels, part, breathe))
            return ""
        if found is None:
            found = _encoded(placed.picture, pixels, part, _go_on)
        self._keep(key, found)
        return found

    def _keep(self, key: _Key, encoded: str) -> None:
        while len(self._encoded) >= KEPT:
            del self._encoded[next(iter(self._encoded))]
        self._encoded[key] = encoded


def _go_on() -> None:
    """Do nothing between two bands."""


def _encoded(picture: PictureData, pixels: Size, part: Rect, between: Callable[[], None]) -> str:
    """Return the sequence for a part of a picture, "" when there are no pixels."""
    indexed = picture.indexed(pixels)
    return encode(cropped(indexed, part), between) if indexed is not None else ""


def cropped(picture: IndexedPixels, part: Rect) -> IndexedPixels:
    """Return a part of a picture, in pixels."""
    if part == Rect(0, 0, *picture.size):
        return picture
    across = picture.size.cols
    rows = range(part.row, part.bottom)
    data = b"".join(picture.data[y * across + part.col : y * across + part.right] for y in rows)
    return IndexedPixels(part.size, picture.palette, data)


def encode(picture: IndexedPixels, between: Callable[[], None] = _go_on) -> str:
    """Return the sequence that draws a picture from the cursor on; the cursor is then elsewhere.

    `between` is called after every band.
    """
    rows, cols = picture.size
    used = set(picture.data)
    colours = [
        f"#{index};2;{_percent(rgb >> 16)};{_percent(rgb >> 8)};{_percent(rgb)}"
        for index, rgb in enumerate(picture.palette)
        if index in used
    ]
    bands = []
    for top in range(0, rows, BAND):
        lines = range(top, min(top + BAND, rows))
        bands.append(_band([picture.data[y * cols : (y + 1) * cols] for y in lines]))
        between()
    return f'\x1bP0;1;0q"1;1;{cols};{rows}{"".join(colours)}{"-".join(bands)}\x1b\\'


def _band(lines: Sequence[bytes]) -> str:
    """Return up to six rows of pixels, colour by colour. Hot: it sees every pixel.

    A row of pixels of one colour is a number with one byte for each of them, so that six rows
    become one by adding; each byte is then a sixel.
    """
    width = len(lines[0])
    offset = int.from_bytes(b"?" * width, "big")
    found = []
    for index in sorted(set(b"".join(lines)) - {TRANSPARENT}):
        total = offset
        for line, translate in zip(lines, _tables(index), strict=False):
            if index in line:
                total += int.from_bytes(line.translate(translate), "big")
        sixels = total.to_bytes(width, "big").decode("ascii").rstrip("?")
        found.append(f"#{index}{_REPEATED.sub(_repeat, sixels)}")
    return "$".join(found)


def _repeat(match: re.Match[str]) -> str:
    return f"!{len(match.group())}{match.group(1)}"


@lru_cache(maxsize=256)
def _tables(index: int) -> tuple[bytes, ...]:
    """Return what turns a row's indices into bits of its sixels, for each row of a band."""
    return tuple(bytes(index) + bytes([1 << row]) + bytes(255 - index) for row in range(BAND))


def _percent(channel: int) -> int:
    return ((channel & 255) * 100 + 127) // 255


def _written(rect: Rect, cols: int, before: Sequence[Shown], now: Sequence[Shown]) -> bool:
    """Say whether cells below a picture were written, or may have been together with others."""
    for row in range(rect.row, min(rect.bottom, len(now))):
        old, new = before[row], now[row]
        if old == new:
            continue
        text, attrs = new[0].ljust(cols), new[1].ljust(cols, DEFAULT.ch)
        erased = blank_tail(text, attrs, cols) < rect.right
        if erased or rect.cols < GAP or _cells(old, rect) != _cells(new, rect):
            return True
    return False


def _cells(row: Shown, rect: Rect) -> Shown:
    text, attrs = row
    text, attrs = text.ljust(rect.right), attrs.ljust(rect.right, DEFAULT.ch)
    return text[rect.col : rect.right], attrs[rect.col : rect.right]


def _write_marks(out: Output, placed: PlacedPicture, now: Sequence[Shown]) -> None:
    rect = placed.rect
    for row in range(rect.row, min(rect.bottom, len(now))):
        text, attrs = _cells(now[row], rect)
        for run in re.finditer(r"[^ ]+", text):
            start, end = run.span()
            out.write(row, rect.col + start, text[start:end], attrs[start:end])
