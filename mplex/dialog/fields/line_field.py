"""What the widgets of one typed line share: label, line, keys, clicks.

One idea: such a widget is a label and a `LineInput`; a kind says what its text means. Enter, Tab,
Up and Down are not a line's: they are left to the form.
"""

from __future__ import annotations

from mplex.dialog.field import Field
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import draw_label, indent_at, label_height
from mplex.dialog.fields.line_input import LineInput
from mplex.dialog.fields.widget import FieldWidget, Took
from mplex.geometry import Point, Rect
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.surface import Surface

BLANK = "This must be filled in."
"""What is wrong with a required field that is empty."""


def input_rect(field: Field, cols: int, rows: int = 1, right: int = 0) -> Rect:
    """Return where a field's input stands; `right` columns beside it are kept for something."""
    left = indent_at(cols)
    return Rect(label_height(field), left, rows, max(1, cols - left - right))


def rows_in_view(height: int, page: int, cursor: int) -> tuple[int, int]:
    """Return the rows that must be in view: all of them if they fit a page, else the cursor's."""
    return (0, height - 1) if height <= page else (cursor, cursor)


class LineField(FieldWidget):
    """A label, and a line to type under it."""

    typing = True

    def __init__(self, field: Field, kit: Kit, line: LineInput) -> None:
        super().__init__(field, kit.looks)
        self.line = line

    def height(self, cols: int) -> int:
        """Return the rows of the label and the line."""
        return label_height(self.field) + 1

    def part(self, cols: int) -> Rect:
        """Return where the line stands."""
        return input_rect(self.field, cols)

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the label and the line."""
        draw_label(surface, self.field, self.looks, focus=focus, marked=self.marked)
        return self.line.draw(surface, self.part(surface.size.cols), focus)

    def problem(self) -> str:
        """Return that a required line is blank."""
        return BLANK if self.field["required"] and not self.line.text.strip() else ""

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Edit the line."""
        if not self.line.takes(event):
            return Took.NO
        self.edited(self.line.on_key(event))
        return Took.YES

    def on_paste(self, text: str) -> Took:
        """Insert a paste at the cursor."""
        self.edited(self.line.paste(text))
        return Took.YES

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Put the cursor where the line is clicked."""
        on_line = self.part(cols).contains(event.row, event.col)
        if event.button == 1 and (event.action == "drag" or (event.action == "down" and on_line)):
            self.line.click(event.col)
            self._invalidate()
            return Took.YES
        return Took.NO

    def edited(self, changed: bool) -> None:
        """Draw anew after an edit, and tell about it when the line has changed."""
        if changed:
            self.changed()
        else:
            self._invalidate()
