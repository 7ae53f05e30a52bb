"""The widget of kind `text`: one line, or with `multiline` a page that grows from four rows.

Value: the text as it was typed. In a page Enter makes a new line, so that Tab leaves it.
"""

from __future__ import annotations

from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import draw_label, label_height
from mplex.dialog.fields.line_field import (
    BLANK,
    LineField,
    input_rect,
    rows_in_view,
)
from mplex.dialog.fields.line_input import LineInput
from mplex.dialog.fields.page_input import PageInput
from mplex.dialog.fields.widget import FieldWidget, KeyHint, Took
from mplex.dialog.wheel import wheel_rows
from mplex.geometry import Point, Rect
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.surface import Surface

MIN_ROWS = 4
"""Rows of an empty page."""
GROWS_TO = 8
"""Rows of a page that there is room for below it."""
BAR = "│"
"""Stands left of a page, so that an empty one is seen as something to write on."""
PAGE_HINTS = (KeyHint("Enter", "new line"),)


class TextWidget(FieldWidget):
    """A text field: whichever of the two widgets its `multiline` asks for."""

    def __new__(cls, field: Field, kit: Kit) -> TextWidget:
        """Return the widget of one line or of a page."""
        if cls is TextWidget:
            cls = TextPage if field["multiline"] else TextLine
        return super().__new__(cls)


class TextLine(LineField, TextWidget):
    """One line of text."""

    def __init__(self, field: Field, kit: Kit) -> None:
        placeholder = field.text("placeholder")
        line = LineInput(kit.looks, field.text("default"), placeholder=placeholder)
        super().__init__(field, kit, line)

    def value(self) -> str:
        """Return the line."""
        return self.line.text

    def restore(self, value: Any) -> None:
        """Take back a line."""
        if isinstance(value, str):
            self.line.set(value)
            self._invalidate()


class TextPage(TextWidget):
    """Several lines of text, wrapped; it grows up to the form's page and scrolls then."""

    typing = True

    def __init__(self, field: Field, kit: Kit) -> None:
        FieldWidget.__init__(self, field, kit.looks)
        placeholder = field.text("placeholder")
        self._page = PageInput(kit.looks, field.text("default"), placeholder=placeholder)

    def height(self, cols: int) -> int:
        """Return the rows of the label and of the text, at least four and at most a page."""
        label = label_height(self.field)
        wanted = self._page.rows(input_rect(self.field, cols).cols)
        return label + max(MIN_ROWS, min(wanted, self.page - label))

    def room(self, cols: int) -> int:
        """Return the rows up to which it grows before anything else has to move for it."""
        return max(self.height(cols), label_height(self.field) + GROWS_TO)

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the label, a bar along the page, and the rows in view."""
        draw_label(surface, self.field, self.looks, focus=focus, marked=self.marked)
        part = self._part(surface.size.cols)
        if part.col:
            style = self.looks["dialog.accent" if focus else "dialog.hint"]
            surface.fill(Rect(part.row, part.col - 1, part.rows, 1), BAR, style)
        return self._page.draw(surface, self._part(surface.size.cols), focus)

    def value(self) -> str:
        """Return the text, lines parted by line feeds."""
        return self._page.text

    def restore(self, value: Any) -> None:
        """Take back a text."""
        if isinstance(value, str):
            self._page.set(value)
            self._invalidate()

    def problem(self) -> str:
        """Return that a required text is blank."""
        return BLANK if self.field["required"] and not self._page.text.strip() else ""

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys that edit a page."""
        return PAGE_HINTS

    def enter(self, direction: int) -> None:
        """Go to the row at which the focus arrives."""
        if direction:
            # The width is not known here; rows are counted at the width that was drawn last.
            self._page.arrive(direction)
            self._invalidate()

    def focus_rows(self, cols: int) -> tuple[int, int]:
        """Return the row of the cursor when the whole does not fit."""
        cursor = self._page.cursor_row(self._part(cols))
        return rows_in_view(self.height(cols), self.page, cursor)

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Edit the text; Up in the first row and Down in the last leave it."""
        inner = self._part(cols).cols
        if not self._page.takes(event, inner):
            return Took.NO
        self._edited(self._page.on_key(event, inner))
        return Took.YES

    def on_paste(self, text: str) -> Took:
        """Insert a paste at the cursor, with its lines."""
        self._edited(self._page.paste(text))
        return Took.YES

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Put the cursor where the text is clicked; the wheel scrolls a text that is too long."""
        part = self._part(cols)
        by = wheel_rows(event)
        if by:
            if not self._page.scroll(by, part.cols):
                return Took.NO
        elif event.button == 1 and (
            event.action == "drag"
            or (event.action == "down" and part.contains(event.row, event.col))
        ):
            self._page.click(event.row, event.col, part.cols)
        else:
            return Took.NO
        self._invalidate()
        return Took.YES

    def _part(self, cols: int) -> Rect:
        return input_rect(self.field, cols, self.height(cols) - label_height(self.field))

    def _edited(self, changed: bool) -> None:
        if changed:
            self.changed()
        else:
            self._invalidate()
