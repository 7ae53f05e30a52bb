"""A block of wrapped text that can be scrolled: what a dialog says above its choices."""

from __future__ import annotations

from mplex.dialog.box import draw_scroll_marks
from mplex.dialog.dialog_keys import steps
from mplex.dialog.fields.text_rows import text_lines
from mplex.dialog.plain_text import plain_text
from mplex.geometry import Rect
from mplex.ui.rows import Row
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.widths import text_width


class ScrollText:
    """Wrapped text, and the first row that is shown of it."""

    def __init__(self, text: str) -> None:
        self.text = plain_text(text).strip("\n")
        self.top = 0
        self._lines: tuple[int, list[str]] = (0, [])

    def cols(self) -> int:
        """Return the columns that the longest line needs to stay on one row."""
        return max(text_width(line) for line in self.text.split("\n"))

    def rows(self, cols: int) -> int:
        """Return the rows that the whole text needs; 0 for no text."""
        return len(self._wrapped(cols)) if self.text else 0

    def _wrapped(self, cols: int) -> list[str]:
        """Return the rows at a width; those of the last width are kept."""
        if self._lines[0] != cols:
            self._lines = (cols, text_lines(self.text, cols))
        return self._lines[1]

    def scroll(self, by: int, rows: int, cols: int) -> None:
        """Move by so many rows in a view of `rows` x `cols`, but not beyond either end."""
        self.top = max(0, min(self.top + by, self.rows(cols) - rows))

    def move(self, action: str, rows: int, cols: int) -> None:
        """Scroll by an action of `dialog_keys`; a page keeps one row of the last in view."""
        self.scroll(steps(action, rows - 1, self.rows(cols)), rows, cols)

    def hidden(self, rows: int, cols: int) -> tuple[bool, bool]:
        """Say whether a view of `rows` x `cols` hides text above, and below."""
        return self.top > 0, self.top + rows < self.rows(cols)

    def draw(self, surface: Surface, part: Rect, theme: Theme) -> None:
        """Draw the rows in view at `part`, with marks where there is more."""
        if not part.rows:
            return
        self.scroll(0, *part.size)
        style = theme["dialog"]
        for index, line in enumerate(self._wrapped(part.cols)[self.top : self.top + part.rows]):
            surface.put_row(part.row + index, part.col, Row(line, style.ch * len(line)))
        draw_scroll_marks(surface, part, self.hidden(*part.size), theme)
