"""Pictures as widgets use them: found by their source, fitted into cells, drawn, or explained.

One idea: `Picture` never fails. It has either pixels or a `problem`, and `draw` shows whichever it
is, so a widget need not care. Pillow is loaded when the first picture is drawn; without it
everything works, and pictures say what is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from mplex.dialog.fields.kit import MediaBox
from mplex.dialog.fields.text_rows import wrapped_cells
from mplex.dialog.lazy import picture_codec
from mplex.dialog.picture_pixels import Pixels, pixels_of
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Point, Rect, Size
from mplex.term.picture import PlacedPicture
from mplex.ui.rows import Row, padded
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.clusters import cells
from mplex.vt.styles import Style

NOT_LOADED = "not loaded: the program that asks sent its name only"
NOT_THERE = "its bytes are not here"
NO_SOURCE = "no source is given"

UNKNOWN = Size(480, 640)
"""Pixels that a picture is taken to have before anything is known of it."""

PLACEHOLDER_COLS = 44
"""Columns of the box that stands for a picture that can't be shown, where there is room."""

SIGN = "▨"
"""Stands before the name of such a picture where there is no room for a box."""


class Picture:
    """What a `src` or `thumbnail` of a form stands for; decoded when it is first looked at."""

    def __init__(self, source: object, media: MediaBox, alt: str = "") -> None:
        self._source: Mapping[str, Any] = source if isinstance(source, Mapping) else {}
        self._written = source if isinstance(source, str) else ""
        self._media = media
        self.alt = plain_line(alt)
        self.whole = True
        """Whether it was there when it was drawn; otherwise it is on its way."""

    @property
    def name(self) -> str:
        """What to call it: a file's name, an address, or its description."""
        return plain_line(str(self._source.get("name") or short_source(self._written)))

    @property
    def problem(self) -> str:
        """Why it can't be shown, a clause for behind its name; empty when it can."""
        if self._source.get("problem"):
            return plain_line(str(self._source["problem"]))
        pixels = self._pixels
        if pixels is not None:
            return pixels.problem
        if self._written:
            return NOT_LOADED
        return NOT_THERE if self._source else NO_SOURCE

    @property
    def warning(self) -> str:
        """What to tell the program that asks: empty, or a sentence with the picture's name."""
        problem = self.problem
        name = self.name or self.alt
        return (f"{name}: {problem}" if name else f"a picture: {problem}") if problem else ""

    @property
    def early_warning(self) -> str:
        """What can be said without decoding it: most of what can be wrong, for its `warning`."""
        media = self._source.get("media")
        if "_pixels" in self.__dict__ or not isinstance(media, str):
            return self.warning
        return self.warning if self._media.get(media) is None or picture_codec() is None else ""

    @property
    def natural(self) -> Size:
        """Rows and columns of the original's pixels; zeros when they are not known."""
        given = Size(_count(self._source.get("height")), _count(self._source.get("width")))
        if given.rows and given.cols:
            return given
        if self._pixels is None:
            return Size(0, 0)
        return UNKNOWN if self._pixels.loading else self._pixels.natural

    @cached_property
    def _pixels(self) -> Pixels | None:
        media = self._source.get("media")
        data = self._media.get(media) if isinstance(media, str) else None
        return None if data is None else pixels_of(data)

    def fitted(self, room: Size) -> Size:
        """Return the cells it takes in `room`: all of its picture, or a box for what is wrong."""
        room = Size(max(1, room.rows), max(1, room.cols))
        if self.problem:
            cols = min(PLACEHOLDER_COLS, room.cols)
            return Size(min(len(_said(self, cols - 4)) + 2, room.rows), cols)
        pixels = self._pixels
        known = pixels is not None and not pixels.loading
        return fitted(pixels.natural if pixels is not None and known else self.natural, room)

    def draw(
        self, surface: Surface, at: Point, size: Size, looks: Theme, *, colours: int, role: str = ""
    ) -> None:
        """Draw it into `size` cells (as `fitted` gave them); `role` is the style around it."""
        around = looks[role or "dialog"]
        pixels = self._pixels
        if self.problem or pixels is None:
            draw_placeholder(surface, Rect(*at, *size), self, looks)
            return
        rows = [] if pixels.loading else pixels.cells(size, colours)
        self.whole = bool(rows)
        if not rows:
            surface.put(at.row, at.col, f"{SIGN} {self.name or self.alt} …", width=size.cols)
            return
        for index, row in enumerate(rows):
            surface.put_row(at.row + index, at.col, seen_on(padded(row, size.cols), around))
        if not colours:
            # Its shades are made of all kinds of characters, which would stay upon a real picture.
            return
        placed = PlacedPicture(pixels, Rect(*at, *size), size, blank=around.ch)
        surface.place([placed], Point(0, 0), Rect(0, 0, *surface.size))


def fitted(natural: Size, room: Size) -> Size:
    """Return the largest cells inside `room` with the aspect of `natural` pixels.

    A cell is taken to be twice as high as wide. Nothing is shown larger than a pixel for a column.
    """
    height, width = max(1, natural.rows), max(1, natural.cols)
    cols = min(room.cols, width)
    rows = -(-cols * height // (2 * width))
    if rows > room.rows:
        rows = room.rows
        cols = min(cols, max(1, round(2 * rows * width / height)))
    return Size(max(1, rows), cols)


def seen_on(row: Row, around: Style) -> Row:
    """Return a row of a picture whose transparent cells are in the style around it."""
    return Row(row.text, row.attrs.replace("\0", around.ch)) if around.id else row


def draw_placeholder(surface: Surface, rect: Rect, picture: Picture, looks: Theme) -> None:
    """Draw what stands for a picture that can't be shown: its name, what it shows, and why not."""
    if rect.rows < 3 or rect.cols < 6:
        surface.put(rect.row, rect.col, f"{SIGN} {picture.name or picture.alt}", width=rect.cols)
        return
    surface.box(rect, looks["dialog.hint"], "rounded")
    for index, (text, role) in enumerate(_said(picture, rect.cols - 4)[: rect.rows - 2]):
        line = Row(text, looks[role].ch * len(text))
        surface.put_row(rect.row + 1 + index, rect.col + 2, line)


def _said(picture: Picture, cols: int) -> list[tuple[str, str]]:
    """Return the rows in a placeholder's box, with their roles."""
    lines = [(picture.name, "dialog.label"), (picture.problem, "dialog.warning")]
    if picture.alt and picture.alt != picture.name:
        lines.insert(1, (picture.alt, "dialog.hint"))
    return [
        (row, role)
        for text, role in lines
        if text
        for row in wrapped_cells(cells(text), max(1, cols))
    ]


def short_source(source: str) -> str:
    """Return what of a path or an address names the file; of a data: URL only its type."""
    if source.startswith("data:"):
        return source[5:].partition(",")[0].partition(";")[0]
    return source.rstrip("/").rpartition("/")[2] or source


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
