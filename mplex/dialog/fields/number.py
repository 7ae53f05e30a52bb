"""The widget of kind `number`: typed, or stepped by Up and Down and by its two buttons.

Value: an int or float, None while the line is empty or no number. The bounds hold for every number
that is typed, required or not.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.fields.decimal_text import (
    LARGEST,
    as_decimal,
    number_text,
    plain_number,
    read_number,
)
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import NARROW
from mplex.dialog.fields.line_field import LineField, input_rect
from mplex.dialog.fields.line_input import LineInput
from mplex.dialog.fields.widget import KeyHint, Took
from mplex.geometry import Point, Rect
from mplex.term.keys import Key, KeyEvent, MouseEvent
from mplex.ui.surface import Surface

BUTTONS = " [-] [+]"
"""What stands right of the line."""
DOWN_AT, UP_AT = range(1, 4), range(5, 8)
"""The columns of the two buttons in it."""
STEPS = {Key("Up"): 1, Key("Down"): -1, Key("PPage"): 10, Key("NPage"): -10}
"""How many steps a key goes."""
LIMIT = 64
NO_NUMBER = "This is no number; write it like 12 or -3.5."
TOO_LARGE = "This is too large a number."
HINTS = (KeyHint("↑ ↓", "step"), KeyHint("PgUp PgDn", "ten steps"))


class NumberWidget(LineField):
    """A line for a number, and buttons that step it."""

    def __init__(self, field: Field, kit: Kit) -> None:
        self._low, self._high = as_decimal(field["min"]), as_decimal(field["max"])
        step = as_decimal(field["step"])
        self._step = step if step is not None and step > 0 else Decimal(1)
        default = as_decimal(field["default"])
        text = "" if default is None else number_text(self._clamped(default))
        placeholder = field.text("placeholder") or self._range()
        line = LineInput(kit.looks, text, limit=LIMIT, placeholder=placeholder)
        super().__init__(field, kit, line)

    def part(self, cols: int) -> Rect:
        """Return where the line stands, left of the buttons."""
        return input_rect(self.field, cols, right=len(BUTTONS) if cols > NARROW else 0)

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the label, the line and the buttons."""
        cursor = super().draw(surface, focus)
        part = self.part(surface.size.cols)
        if surface.size.cols > NARROW:
            style = self.looks["dialog.accent" if focus else "dialog.hint"]
            surface.put(part.row, part.right, BUTTONS, style)
        return cursor

    def value(self) -> int | float | None:
        """Return the number, None when there is none."""
        number = read_number(self.line.text)
        return None if number is None or abs(number) > LARGEST else plain_number(number)

    def restore(self, value: Any) -> None:
        """Take back a number, or None for an empty line."""
        number = as_decimal(value)
        if number is not None or value is None:
            self.line.set("" if number is None else number_text(number))
            self._invalidate()

    def problem(self) -> str:
        """Return that the line is blank, no number, or a number out of bounds."""
        text = self.line.text
        if not text.strip():
            return super().problem()
        number = read_number(text)
        if number is None:
            return NO_NUMBER
        if abs(number) > LARGEST:
            return TOO_LARGE
        return "" if number == self._clamped(number) else f"This must be {self._range()}."

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys that step."""
        return HINTS

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Step, or edit the line."""
        if event.key in STEPS:
            self._go(STEPS[event.key])
            return Took.YES
        return super().on_key(event, cols)

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Step by the buttons and put the cursor where the line is clicked."""
        part = self.part(cols)
        if event.action == "down" and event.button == 1 and event.row == part.row:
            for columns, by in ((DOWN_AT, -1), (UP_AT, 1)):
                if cols > NARROW and event.col - part.right in columns:
                    self._go(by)
                    return Took.YES
        return super().on_mouse(event, cols)

    def _go(self, by: int) -> None:
        """Go so many steps, from zero (or the bound next to it) when there is no number."""
        number = read_number(self.line.text)
        number = self._clamped(Decimal(0) if number is None else number + by * self._step)
        self.edited(self.line.replace(number_text(number)))

    def _clamped(self, number: Decimal) -> Decimal:
        number = min(number, LARGEST if self._high is None else self._high)
        return max(number, -LARGEST if self._low is None else self._low)

    def _range(self) -> str:
        """Return the bounds in words, "" when there are none."""
        low = "" if self._low is None else number_text(self._low)
        high = "" if self._high is None else number_text(self._high)
        if low and high:
            return f"{low} to {high}"
        return f"at least {low}" if low else f"at most {high}" if high else ""
