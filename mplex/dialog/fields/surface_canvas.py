"""An urwid canvas that holds a finished surface: cells with styles, no text to lay out again.

Widgets draw cells; urwid's containers and its canvas cache see an ordinary canvas. Who draws what
is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Literal

import urwid

from mplex.geometry import Point
from mplex.ui.surface import Surface
from mplex.vt.clusters import expand


class SurfaceCanvas(urwid.Canvas):
    """The rows of a surface; `surface` is what a form draws directly."""

    def __init__(self, surface: Surface, cursor: Point | None = None) -> None:
        super().__init__()
        self.surface = surface
        if cursor is not None:
            self.cursor = (cursor.col, cursor.row)

    def rows(self) -> int:
        """Return the number of rows."""
        return self.surface.size.rows

    def cols(self) -> int:
        """Return the number of columns."""
        return self.surface.size.cols

    def content(
        self,
        trim_left: int = 0,
        trim_top: int = 0,
        cols: int = 0,
        rows: int = 0,
        attr: Mapping[Hashable, Hashable] | None = None,
    ) -> Iterator[list[tuple[Hashable, Literal["0", "U"] | None, bytes]]]:
        """Yield rows of (attribute character, charset, UTF-8 text), as urwid wants them."""
        last = trim_top + (rows or self.rows() - trim_top)
        right = trim_left + (cols or self.cols() - trim_left)
        for row in range(trim_top, last):
            text = self.surface.texts[row][trim_left:right]
            attrs = self.surface.attrs[row][trim_left:right]
            yield list(_runs(text, attrs))


def _runs(text: str, attrs: str) -> Iterator[tuple[Hashable, Literal["0", "U"] | None, bytes]]:
    start = 0
    for col in range(1, len(text) + 1):
        if col == len(text) or attrs[col] != attrs[start]:
            yield attrs[start], None, expand(text[start:col]).encode()
            start = col
