"""A line that is typed inside a widget: it edits, scrolls sideways and follows clicks.

A part of widgets, not one itself: it knows no field, no label and no value. A line may be masked;
then nothing of it is drawn but how long it is.
"""

from __future__ import annotations

from mplex.dialog.caps import FORM_ANSWER_MAX
from mplex.dialog.fields.edit_cells import column_of, index_at, scrolled, shown
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Point, Rect
from mplex.term.keys import KeyEvent
from mplex.ui.line_edit import LineEdit
from mplex.ui.rows import Row, styled
from mplex.ui.surface import Surface, dimmed_style
from mplex.ui.theme import Theme
from mplex.vt.widths import cut

MASK = "•"
MORE_LEFT, MORE_RIGHT = "‹", "›"
"""What stands at the edge of a line that goes on beyond it."""


class LineInput:
    """An edited line that is drawn in one row."""

    def __init__(
        self,
        looks: Theme,
        text: str = "",
        *,
        limit: int = FORM_ANSWER_MAX,
        placeholder: str = "",
        masked: bool = False,
    ) -> None:
        self._looks = looks
        self._edit = LineEdit(text, limit=limit)
        self._placeholder = plain_line(placeholder)
        self._masked = masked
        self._first = 0
        self._col = 0

    @property
    def text(self) -> str:
        """The line."""
        return self._edit.text

    @property
    def at_end(self) -> bool:
        """Whether the cursor is behind the last character."""
        return self._edit.cursor == len(self._edit.text)

    def set(self, text: str) -> None:
        """Begin anew with another line."""
        self._edit.load(text)

    def replace(self, text: str) -> bool:
        """Replace the line as an edit that can be undone; return whether it has changed."""
        before = self._edit.text
        self._edit.set(text)
        return self._edit.text != before

    def wipe(self) -> None:
        """Forget the line and everything that was ever in it."""
        self._edit.wipe()

    def takes(self, event: KeyEvent) -> bool:
        """Say whether a key edits."""
        return self._edit.takes(event)

    def on_key(self, event: KeyEvent) -> bool:
        """Take a key that edits; return whether the line has changed."""
        before = self._edit.text
        self._edit.on_key(event)
        return self._edit.text != before

    def paste(self, text: str) -> bool:
        """Insert a paste; line ends in it become blanks. Return whether the line has changed."""
        before = self._edit.text
        self._edit.insert(text.rstrip("\r\n"))
        return self._edit.text != before

    def click(self, col: int) -> None:
        """Put the cursor where the surface's column `col` shows a character."""
        self._edit.move(index_at(self._shape(), col - self._col + self._first))

    def draw(self, surface: Surface, part: Rect, focus: bool) -> Point | None:
        """Draw the line into a row of the surface; return where the cursor stands with focus."""
        style = self._looks["dialog.input"]
        surface.fill(part, " ", style)
        if part.cols < 1:
            return None
        line = shown(self._shape())
        cursor = column_of(self._shape(), self._edit.cursor) if focus else 0
        total = len(line) + (1 if focus else 0)
        self._col = part.col
        self._first = scrolled(self._first if focus else 0, cursor, total, part.cols)
        if line:
            surface.put_row(part.row, part.col, styled(cut(line, self._first, part.cols), style))
            self._draw_marks(surface, part, total)
        else:
            dim = dimmed_style(style.ch)
            surface.put(part.row, part.col, self._placeholder, dim, part.cols)
        return Point(part.row, part.col + cursor - self._first) if focus else None

    def _draw_marks(self, surface: Surface, part: Rect, total: int) -> None:
        if part.cols < 3:
            return
        attr = self._looks["dialog.accent"].ch
        if self._first:
            surface.put_row(part.row, part.col, Row(MORE_LEFT, attr))
        if self._first + part.cols < total:
            surface.put_row(part.row, part.right - 1, Row(MORE_RIGHT, attr))

    def _shape(self) -> str:
        """Return what is drawn for the line: itself, or a dot for each character."""
        return MASK * len(self._edit.text) if self._masked else self._edit.text
