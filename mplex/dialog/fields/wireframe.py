"""A sketch of a layout between other fields: panels in a grid, each in a box.

A tone is told by the kind of lines, so that it is there without colours too. Where the panels lie
is `grid_layout`'s matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mplex.dialog.field import Field
from mplex.dialog.fields.display import DisplayWidget
from mplex.dialog.fields.grid_layout import Span, arrange, fitting, place_panels
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.pixels import COL_PIXELS, ROW_PIXELS
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Rect, Size
from mplex.ui.rows import Row
from mplex.ui.surface import Surface
from mplex.vt.widths import text_width

DEFAULT_GAP = 8
"""Pixels."""
BOXED = 6
"""Columns from which on a panel has a box."""
BORDERS = 4
"""Columns of a box, and of a blank inside it on both sides."""


class Tone(NamedTuple):
    """How a tone looks."""

    lines: str
    border: str
    title: str
    text: str


TONES = {
    "default": Tone("single", "dialog", "dialog.title", "dialog"),
    "muted": Tone("rounded", "dialog.hint", "dialog.hint", "dialog.hint"),
    "highlight": Tone("heavy", "dialog.accent", "dialog.title", "dialog"),
}


class Panel(NamedTuple):
    """One panel, as far as its text goes."""

    title: str
    content: str
    tone: Tone


class WireframeWidget(DisplayWidget):
    """The widget of a `wireframe`."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit)
        panels = field["panels"] or ()
        self.columns = max(1, int(field["columns"] or 1))
        gap = DEFAULT_GAP if field["gap"] is None else int(field["gap"])
        self.gaps = gap // ROW_PIXELS, gap // COL_PIXELS
        self.spans = [
            Span(max(1, int(each.get("row_span") or 1)), max(1, int(each.get("col_span") or 1)))
            for each in panels
        ]
        self.panels = [
            Panel(
                plain_line(str(each.get("title") or "")).upper(),
                str(each.get("content") or "").rstrip("\n"),
                TONES.get(str(each.get("tone") or "default"), TONES["default"]),
            )
            for each in panels
        ]

    def content(self, cols: int) -> Sequence[Row]:
        """Return the panels, drawn."""
        if not self.panels:
            return text_rows("(no panels)", cols, self.looks["dialog.hint"])
        spans, columns = fitting(self.spans, self.columns, cols, self.gaps[1])
        places = place_panels(spans, columns)
        rects = arrange(places, columns, cols, self.gaps, self._needed)
        surface = Surface(Size(max(rect.bottom for rect in rects), cols), self.looks["dialog"])
        for panel, rect in zip(self.panels, rects, strict=True):
            self._draw_panel(surface, panel, rect)
        return [surface.row(row) for row in range(surface.size.rows)]

    def _needed(self, index: int, cols: int) -> int:
        return len(self._inside(self.panels[index], cols)) + 2 * (cols >= BOXED)

    def _inside(self, panel: Panel, cols: int) -> list[Row]:
        """Return the rows inside a panel's box, with the title where it has no border for it."""
        room = cols - BORDERS if cols >= BOXED else cols
        title = not self._title_in_border(panel, cols) and panel.title
        head = text_rows(title, room, self.looks[panel.tone.title]) if title else []
        if not panel.content:
            return head or text_rows("", room, self.looks["dialog"])
        return [*head, *text_rows(panel.content, room, self.looks[panel.tone.text])]

    def _title_in_border(self, panel: Panel, cols: int) -> bool:
        return cols >= BOXED and text_width(panel.title) <= cols - BORDERS - 2

    def _draw_panel(self, surface: Surface, panel: Panel, rect: Rect) -> None:
        rows = self._inside(panel, rect.cols)
        if rect.cols < BOXED:
            for index, row in enumerate(rows):
                surface.put_row(rect.row + index, rect.col, row)
            return
        surface.box(rect, self.looks[panel.tone.border], panel.tone.lines)
        if panel.title and self._title_in_border(panel, rect.cols):
            surface.put(
                rect.row, rect.col + 2, f" {panel.title} ", self.looks[panel.tone.title], rect.cols
            )
        for index, row in enumerate(rows):
            surface.put_row(rect.row + 1 + index, rect.col + 2, row)
