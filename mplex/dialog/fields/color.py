"""The widget of kind `color`: `#rrggbb` typed, with a swatch, or picked from a palette.

Value: `#rrggbb` in small letters; while what is typed is no colour, the last one that was.
"""

from __future__ import annotations

from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.field_defaults import BLACK, color_default
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import indent_at, label_height
from mplex.dialog.fields.line_field import (
    LineField,
    input_rect,
    rows_in_view,
)
from mplex.dialog.fields.line_input import LineInput
from mplex.dialog.fields.palette import ROWS, Palette, swatch_style
from mplex.dialog.fields.usual_keys import OPEN, PRESS
from mplex.dialog.fields.widget import KeyHint, Took
from mplex.geometry import Point, Rect
from mplex.term.keys import Key, KeyEvent, MouseEvent
from mplex.ui.surface import Surface

HEX_COLS = len(BLACK) + 1
"""Columns of the line: the colour, and the cursor behind it."""
SWATCH = "      "
UNKNOWN = "  ??  "
"""In the place of the swatch while what is typed is no colour."""
OPENER = "▾"
LIMIT = 32
BEGINNINGS = frozenset("#0123456789abcdefABCDEF")
"""What a colour is typed with."""
NO_COLOR = "This is no colour; write it like #1e90ff or #19f."
CLOSED_HINTS = (KeyHint("↓", "palette"),)
OPEN_HINTS = (KeyHint("←↑↓→", "colour"), KeyHint("Enter", "pick"), KeyHint("Esc", "close"))


def read_color(text: str) -> str:
    """Return the colour that a text says as `#rrggbb`, "" when it says none; # may be left out."""
    text = text.strip().lower()
    text = text if text.startswith("#") else f"#{text}"
    found = color_default(text)
    return found if found != BLACK or text in ("#000", BLACK) else ""


class ColorWidget(LineField):
    """A colour with its swatch, and a palette that opens under it."""

    def __init__(self, field: Field, kit: Kit) -> None:
        self._colour = read_color(field.text("default")) or BLACK
        super().__init__(field, kit, LineInput(kit.looks, self._colour, limit=LIMIT))
        self._colours = kit.colours
        self._palette: Palette | None = None

    def height(self, cols: int) -> int:
        """Return the rows of label and line, and of the open palette."""
        return self.room(cols) if self._palette else super().height(cols)

    def room(self, cols: int) -> int:
        """Return the rows with the palette open."""
        return super().height(cols) + ROWS + 1

    def part(self, cols: int) -> Rect:
        """Return where the line stands, left of the swatch."""
        part = input_rect(self.field, cols)
        return part._replace(cols=min(HEX_COLS, part.cols))

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the label, the line, the swatch and the palette if it is open."""
        cursor = super().draw(surface, focus)
        part = self.part(surface.size.cols)
        valid = read_color(self.line.text)
        if valid and self._colours:
            surface.put(part.row, part.right + 1, SWATCH, swatch_style(valid))
        elif not valid:
            surface.put(part.row, part.right + 1, UNKNOWN, self.looks["dialog.warning"])
        style = self.looks["dialog.accent" if focus else "dialog.hint"]
        surface.put(part.row, self._opener_col(part), OPENER, style)
        if self._palette is None:
            return cursor
        at = self._palette_at(surface.size.cols)
        cursor = self._palette.draw(surface, at, self._colours)
        surface.put(at.row + ROWS, at.col, self._palette.colour, self.looks["dialog.hint"])
        return cursor if focus else None

    def value(self) -> str:
        """Return the colour."""
        return self._colour

    def restore(self, value: Any) -> None:
        """Take back a colour."""
        found = read_color(value) if isinstance(value, str) else ""
        if found:
            self._colour = found
            self.line.set(found)
            self._invalidate()

    def problem(self) -> str:
        """Return that what is typed is no colour."""
        return "" if read_color(self.line.text) else NO_COLOR

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the line, or of the open palette."""
        return OPEN_HINTS if self._palette else CLOSED_HINTS

    def leave(self) -> None:
        """Close the palette, since the focus goes."""
        self._close()

    def focus_rows(self, cols: int) -> tuple[int, int]:
        """Return the row of the cursor when the open palette does not fit."""
        cursor = self.part(cols).row
        if self._palette is not None:
            cursor = self._palette_at(cols).row + self._palette.cursor_row
        return rows_in_view(self.height(cols), self.page, cursor)

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Move in the palette if it is open, else type or open it."""
        if self._palette is not None:
            return self._on_palette_key(self._palette, event, cols)
        if event.key in OPEN:
            self._open()
            return Took.YES
        if event.key.base in BEGINNINGS and not event.key.mods:
            self._make_room(event.text)
        return super().on_key(event, cols)

    def on_paste(self, text: str) -> Took:
        """Take a pasted colour in the place of a whole one."""
        if read_color(text):
            self._make_room(text)
        return super().on_paste(text)

    def _make_room(self, text: str) -> None:
        """Begin a new colour behind a whole one, where more would make it none at all."""
        if self.line.at_end and len(self.line.text) == len(BLACK) and not self.problem():
            self.line.replace("" if text.lstrip().startswith("#") else "#")

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Take a click on the line, right of it, which opens the palette, or on a colour."""
        part, at = self.part(cols), self._palette_at(cols)
        if event.action != "down" or event.button != 1:
            return super().on_mouse(event, cols)
        if event.row == part.row and event.col > part.right:
            if self._palette is None:
                self._open()
            else:
                self._close()
            return Took.YES
        if self._palette and self._palette.click(event.row - at.row, event.col - at.col):
            self._pick(self._palette.colour)
            return Took.YES
        return super().on_mouse(event, cols)

    def edited(self, changed: bool) -> None:
        """Take the colour that is typed, if it is one."""
        self._colour = read_color(self.line.text) or self._colour
        super().edited(changed)

    def _on_palette_key(self, palette: Palette, event: KeyEvent, cols: int) -> Took:
        if event.key in PRESS:
            self._pick(palette.colour)
        elif event.key == Key("Escape"):
            self._close()
        elif palette.on_key(event.key):
            self._invalidate()
        else:
            self._close()
            return super().on_key(event, cols)
        return Took.YES

    def _pick(self, colour: str) -> None:
        self._close()
        self.edited(self.line.replace(colour))

    def _open(self) -> None:
        self._palette = Palette(self._colour)
        self._invalidate()

    def _close(self) -> None:
        self._palette = None
        self._invalidate()

    def _opener_col(self, part: Rect) -> int:
        return part.right + (len(SWATCH) + 2 if self._colours else 1)

    def _palette_at(self, cols: int) -> Point:
        return Point(label_height(self.field) + 1, indent_at(cols))
