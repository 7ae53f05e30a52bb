"""A sketch of a layout between other fields: panels in a grid, each in a box.

A tone is told by the kind of lines, so that it is there without colours too. Where the panels lie
is `grid_layout`'s matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mplex.dialog.field import Field
from mplex.dialog.fields.display import KEPT_WIDTHS, DisplayWidget
from mplex.dialog.fields.drawn_rows import DrawnRows
from mplex.dialog.fields.grid_layout import Span, arrange, fitting, place_panels
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.text_rows import text_lines, text_rows
from mplex.dialog.pixels import COL_PIXELS, ROW_PIXELS
from mplex.dialog.plain_text import plain_line, plain_text
from mplex.geometry import Rect
from mplex.ui.rows import Row, styled
from mplex.ui.surface import Surface
from mplex.vt.widths import text_width

DEFAULT_GAP = 8
"""Pixels."""
BOXED = 6
"""Columns from which on a panel has a box."""
BORDERS = 4
"""Columns of a box, and of a blank inside it on both sides."""
BLOCK = 16
"""Rows that are drawn together, when one of them comes into view."""
KEPT_BLOCKS = 32


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
        self._lines: dict[tuple[int, int], tuple[list[str], list[str]]] = {}

    def content(self, cols: int) -> Sequence[Row]:
        """Return the panels, drawn."""
        if not self.panels:
            return text_rows("(no panels)", cols, self.looks["dialog.hint"])
        spans, columns = fitting(self.spans, self.columns, cols, self.gaps[1])
        places = place_panels(spans, columns)
        rects = arrange(places, columns, cols, self.gaps, self._needed)
        rows = max(rect.bottom for rect in rects)
        blocks: dict[int, list[Row]] = {}

        def row(index: int) -> Row:
            block = index // BLOCK
            if block not in blocks:
                if len(blocks) >= KEPT_BLOCKS:
                    del blocks[next(iter(blocks))]
                blocks[block] = self._block(rects, Rect(block * BLOCK, 0, BLOCK, cols))
            return blocks[block][index % BLOCK]

        return DrawnRows(rows, cols, row)

    def _block(self, rects: Sequence[Rect], view: Rect) -> list[Row]:
        """Return the rows of a part of the picture that is as wide as the picture."""
        surface = Surface(view.size, self.looks["dialog"])
        for index, rect in enumerate(rects):
            if rect.row < view.bottom and rect.bottom > view.row:
                self._draw_panel(surface, index, rect, view)
        return [surface.row(row) for row in range(view.rows)]

    def _needed(self, index: int, cols: int) -> int:
        return sum(map(len, self._inside(index, cols))) + 2 * (cols >= BOXED)

    def _inside(self, index: int, cols: int) -> tuple[list[str], list[str]]:
        """Return the lines inside a panel's box: its title where the border has no room, its text.

        They are kept: a panel is asked for its height first, and then drawn in parts.
        """
        found = self._lines.get((index, cols))
        if found is None:
            if len(self._lines) >= KEPT_WIDTHS * len(self.panels):
                self._lines.clear()
            panel = self.panels[index]
            room = cols - BORDERS if cols >= BOXED else cols
            title = not self._title_in_border(panel, cols) and panel.title
            head = text_lines(plain_text(title), room) if title else []
            # Without anything to say it is one blank row.
            body = text_lines(plain_text(panel.content), room) if panel.content or not head else []
            found = self._lines[index, cols] = head, body
        return found

    def _title_in_border(self, panel: Panel, cols: int) -> bool:
        return cols >= BOXED and text_width(panel.title) <= cols - BORDERS - 2

    def _draw_panel(self, surface: Surface, index: int, rect: Rect, view: Rect) -> None:
        """Draw what is in view of a panel."""
        panel = self.panels[index]
        head, body = self._inside(index, rect.cols)
        boxed = rect.cols >= BOXED
        if boxed:
            # Borders out of view come to lie just beside the surface.
            top = max(rect.row, view.row - 1)
            bottom = min(rect.bottom, view.bottom + 1)
            box = Rect(top - view.row, rect.col, bottom - top, rect.cols)
            surface.box(box, self.looks[panel.tone.border], panel.tone.lines)
            if panel.title and self._title_in_border(panel, rect.cols):
                title, style = f" {panel.title} ", self.looks[panel.tone.title]
                surface.put(rect.row - view.row, rect.col + 2, title, style, rect.cols)
        first = rect.row + boxed
        for row in range(max(0, view.row - first), min(len(head) + len(body), view.bottom - first)):
            line = head[row] if row < len(head) else body[row - len(head)]
            style = self.looks[panel.tone.title if row < len(head) else panel.tone.text]
            at = rect.col + 2 * boxed
            surface.put_row(first + row - view.row, at, styled(line, style))
