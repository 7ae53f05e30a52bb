"""A text of several lines that is typed inside a widget: wrapped, scrolled, followed by clicks.

A part of widgets, not one itself: it knows no field, no label and no value. Up and Down go by the
rows that are seen, which is why they are here and not in the editor.
"""

from __future__ import annotations

from typing import NamedTuple

from mplex.dialog.caps import FORM_ANSWER_MAX
from mplex.dialog.fields.edit_cells import column_of, index_at, shown, wrap_line
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Point, Rect
from mplex.term.keys import CTRL, Key, KeyEvent
from mplex.ui.rows import styled
from mplex.ui.surface import Surface, dimmed_style
from mplex.ui.text_edit import DOWN, UP, TextEdit
from mplex.ui.theme import Theme
from mplex.vt.widths import cut

ABOVE, BELOW = "▲", "▼"
"""What stands in the last column where rows are hidden."""
PAGE_UP, PAGE_DOWN = Key("PPage"), Key("NPage")
FIRST, LAST = Key("Home", CTRL), Key("End", CTRL)


class PageRow(NamedTuple):
    """One row as it is wrapped: its characters, from one to before another."""

    start: int
    end: int
    last: bool
    """Whether the line ends here."""


class PageInput:
    """An edited text that is drawn in several rows."""

    def __init__(self, looks: Theme, text: str = "", *, placeholder: str = "") -> None:
        self._looks = looks
        self._edit = TextEdit(text, limit=FORM_ANSWER_MAX)
        self._edit.move(0)
        self._placeholder = plain_line(placeholder)
        self._top = 0
        self._part = Rect(0, 0, 1, 1)
        self._wanted: int | None = None
        self._rows: list[PageRow] = []
        self._laid_out: tuple[str, int] = ("", 0)

    @property
    def text(self) -> str:
        """The text."""
        return self._edit.text

    def set(self, text: str) -> None:
        """Begin anew with another text."""
        self._edit.load(text)
        self._edit.move(0)

    def rows(self, cols: int) -> int:
        """Return the rows of the whole text at a width of `cols`, its last column unused."""
        return len(self._layout(cols))

    def takes(self, event: KeyEvent, cols: int) -> bool:
        """Say whether a key means something; Up in the first row and Down in the last do not."""
        if event.key in UP:
            return self._row_of_cursor(cols) > 0
        if event.key in DOWN:
            return self._row_of_cursor(cols) < self.rows(cols) - 1
        return event.key in (PAGE_UP, PAGE_DOWN) or self._edit.takes(event)

    def on_key(self, event: KeyEvent, cols: int) -> bool:
        """Take a key that `takes` takes; return whether the text has changed."""
        before = self._edit.text
        page = max(1, self._part.rows - 1)
        if event.key in UP | DOWN:
            self._go(-1 if event.key in UP else 1, cols)
        elif event.key in (PAGE_UP, PAGE_DOWN):
            self._go(-page if event.key == PAGE_UP else page, cols)
        else:
            self._wanted = None
            self._edit.on_key(event)
        return self._edit.text != before

    def paste(self, text: str) -> bool:
        """Insert a paste; return whether the text has changed."""
        before = self._edit.text
        self._wanted = None
        self._edit.insert(text)
        return self._edit.text != before

    def click(self, row: int, col: int, cols: int) -> None:
        """Put the cursor where the surface shows a character at (row, col)."""
        self._wanted = None
        self._put_at(row - self._part.row + self._top, col - self._part.col, cols)

    def scroll(self, by: int, cols: int) -> bool:
        """Move the view and the cursor with it; return whether anything is hidden at all."""
        rows = self.rows(cols)
        if rows <= self._part.rows:
            return False
        self._top = max(0, min(self._top + by, rows - self._part.rows))
        at = self._row_of_cursor(cols)
        within = max(self._top, min(at, self._top + self._part.rows - 1))
        if within != at:
            self._put_at(within, 0, cols)
        return True

    def arrive(self, direction: int) -> None:
        """Put the cursor into the row in which one arrives: the first from above, else the last."""
        cols = self._part.cols
        self._wanted = None
        self._put_at(0 if direction > 0 else self.rows(cols) - 1, 0, cols)

    def cursor_row(self, part: Rect) -> int:
        """Return the row of a surface in which the cursor will be drawn, with focus."""
        at = self._row_of_cursor(part.cols)
        top = max(at - part.rows + 1, min(self._top, at))
        return part.row + at - max(0, min(top, self.rows(part.cols) - part.rows))

    def draw(self, surface: Surface, part: Rect, focus: bool) -> Point | None:
        """Draw the rows in view; return where the cursor stands with focus."""
        style, self._part = self._looks["dialog.input"], part
        surface.fill(part, " ", style)
        text, rows = self._edit.text, self._layout(part.cols)
        at = self._row_of_cursor(part.cols)
        if focus:
            self._top = max(at - part.rows + 1, min(self._top, at))
        self._top = max(0, min(self._top, len(rows) - part.rows))
        for row, (start, end, _) in enumerate(rows[self._top : self._top + part.rows]):
            line = cut(shown(text[start:end]), 0, part.cols)
            surface.put_row(part.row + row, part.col, styled(line, style))
        if not text:
            dim = dimmed_style(style.ch)
            surface.put(part.row, part.col, self._placeholder, dim, part.cols)
        self._draw_marks(surface, len(rows))
        if not focus:
            return None
        start = rows[at].start
        col = min(column_of(text[start : rows[at].end], self._edit.cursor - start), part.cols - 1)
        return Point(part.row + at - self._top, part.col + col)

    def _draw_marks(self, surface: Surface, total: int) -> None:
        part, style = self._part, self._looks["dialog.accent"]
        if self._top:
            surface.put(part.row, part.right - 1, ABOVE, style)
        if self._top + part.rows < total:
            surface.put(part.bottom - 1, part.right - 1, BELOW, style)

    def _layout(self, cols: int) -> list[PageRow]:
        """Return the rows of the text; the last column stays free for the cursor and the marks."""
        asked = self._edit.text, max(1, cols - 1)
        if asked != self._laid_out or not self._rows:
            self._rows, self._laid_out = _wrapped(*asked), asked
        return self._rows

    def _row_of_cursor(self, cols: int) -> int:
        cursor, rows = self._edit.cursor, self._layout(cols)
        low, high = 0, len(rows) - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if rows[middle].start <= cursor else (low, middle - 1)
        return low

    def _go(self, by: int, cols: int) -> None:
        """Move by so many rows, in the column where the moving began."""
        at = self._row_of_cursor(cols)
        row = self._layout(cols)[at]
        if self._wanted is None:
            line = self._edit.text[row.start : row.end]
            self._wanted = column_of(line, self._edit.cursor - row.start)
        self._put_at(at + by, self._wanted, cols)

    def _put_at(self, at: int, col: int, cols: int) -> None:
        rows = self._layout(cols)
        row = rows[max(0, min(at, len(rows) - 1))]
        index = row.start + index_at(self._edit.text[row.start : row.end], col)
        # The place behind a wrapped row is the begin of the next one.
        self._edit.move(index if row.last else min(index, max(row.start, row.end - 1)))


def _wrapped(text: str, cols: int) -> list[PageRow]:
    rows: list[PageRow] = []
    base = 0
    for line in text.split("\n"):
        if len(line) <= cols and line.isascii() and line.isprintable():
            rows.append(PageRow(base, base + len(line), True))
            base += len(line) + 1
            continue
        spans = wrap_line(line, cols)
        rows += [PageRow(base + start, base + end, False) for start, end in spans[:-1]]
        rows.append(PageRow(base + spans[-1].start, base + spans[-1].end, True))
        base += len(line) + 1
    return rows
