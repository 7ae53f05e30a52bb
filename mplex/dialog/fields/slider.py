"""The widget of kind `slider`: a bar with its value, moved by keys, typed digits and the mouse.

Value: a number within the bounds, at all times. What is typed or clicked snaps to the steps.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.fields.decimal_text import as_decimal, number_text, plain_number, read_number
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import draw_label, label_height
from mplex.dialog.fields.line_field import input_rect
from mplex.dialog.fields.widget import FieldWidget, KeyHint, Took
from mplex.geometry import Point, Rect
from mplex.term.keys import Key, KeyEvent, MouseEvent
from mplex.ui.surface import Surface

FILLED, KNOB, EMPTY = "━", "●", "─"
LESS, MORE = "‹", "›"
"""The buttons at the ends of the bar."""
SMALLEST_BAR = 3
MAX_TYPED = 20
STEPS = {Key("Left"): -1, Key("Right"): 1}
ENDS = {Key("Home"): 0, Key("End"): 1}
LEAPS = {Key("PPage"): 1, Key("NPage"): -1}
"""What PgUp and PgDn do: a tenth of the range, at least a step."""
HINTS = (KeyHint("← →", "step"), KeyHint("PgUp PgDn", "a tenth"), KeyHint("0-9", "type it"))


class SliderWidget(FieldWidget):
    """A bar from the least to the greatest value."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit.looks)
        low, high, step = (as_decimal(field[member]) for member in ("min", "max", "step"))
        self._low = Decimal(0) if low is None else low
        self._high = max(self._low, Decimal(100) if high is None else high)
        self._step = step if step is not None and step > 0 else Decimal(1)
        default = as_decimal(field["default"])
        self._value = self._low if default is None else self._clamped(default)
        self._typed = ""
        self._dragged = False

    def height(self, cols: int) -> int:
        """Return the rows of the label and the bar."""
        return label_height(self.field) + 1

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the label, the bar and the value."""
        draw_label(surface, self.field, self.looks, focus=focus, marked=self.marked)
        bar = self._bar(surface.size.cols)
        accent = self.looks["dialog.accent"]
        style = self.looks["dialog.title"] if focus else accent
        if bar.cols:
            knob = self._knob(bar.cols)
            surface.put(bar.row, bar.col - 2, LESS, self.looks["dialog.hint"])
            surface.put(bar.row, bar.col, FILLED * knob + KNOB, style)
            empty = EMPTY * (bar.cols - knob - 1)
            surface.put(bar.row, bar.col + knob + 1, empty, self.looks["dialog.hint"])
            surface.put(bar.row, bar.right + 1, MORE, self.looks["dialog.hint"])
        text = self._typed if self._typed and focus else number_text(self._value)
        at = bar.right + (4 if bar.cols else 0)
        room = max(1, surface.size.cols - at)
        width = surface.put(bar.row, at, text, style, room)
        return Point(bar.row, min(at + width, surface.size.cols - 1)) if focus else None

    def value(self) -> int | float:
        """Return the number."""
        return plain_number(self._value)

    def restore(self, value: Any) -> None:
        """Take back a number within the bounds."""
        number = as_decimal(value)
        if number is not None and number == self._clamped(number):
            self._value, self._typed = number, ""
            self._invalidate()

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys that move it."""
        return HINTS

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Move by keys, or take a digit."""
        key, span = event.key, self._high - self._low
        if key in STEPS:
            self._go(self._value + STEPS[key] * self._step)
        elif key in ENDS:
            self._go(self._low + ENDS[key] * span)
        elif key in LEAPS:
            tenth = max(self._step, span / 10)
            self._go(self._snapped(self._value + LEAPS[key] * tenth))
        elif event.text and event.text in "0123456789.-":
            self._type(self._typed + event.text)
        elif key == Key("BSpace") and self._typed:
            self._type(self._typed[:-1])
        else:
            self._typed = ""
            self._invalidate()
            return Took.NO
        return Took.YES

    def on_paste(self, text: str) -> Took:
        """Take a pasted number."""
        number = read_number(text)
        if number is None:
            return Took.NO
        self._go(self._snapped(number))
        return Took.YES

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Follow a click and a drag on the bar; the ends of it are buttons for one step."""
        bar = self._bar(cols)
        if event.action == "up":
            self._dragged = False
            return Took.YES
        if event.button != 1 or not bar.cols:
            return Took.NO
        if event.action == "drag" and self._dragged:
            self._point_at(event.col - bar.col, bar.cols)
            return Took.YES
        if event.action != "down" or event.row != bar.row:
            return Took.NO
        if bar.contains(event.row, event.col):
            self._dragged = True
            self._point_at(event.col - bar.col, bar.cols)
        elif bar.col - 2 <= event.col < bar.col:
            self._go(self._value - self._step)
        elif bar.right <= event.col < bar.right + 2:
            self._go(self._value + self._step)
        else:
            return Took.NO
        return Took.YES

    def _bar(self, cols: int) -> Rect:
        """Return where the bar is, between its buttons; no columns where it has no room."""
        row = input_rect(self.field, cols)
        width = max(len(number_text(each)) for each in (self._low, self._high, self._value)) + 1
        bar = row.cols - width - 6
        if bar < SMALLEST_BAR:
            return Rect(row.row, row.col, 1, 0)
        return Rect(row.row, row.col + 2, 1, bar)

    def _knob(self, cols: int) -> int:
        """Return the column of the knob in a bar of `cols` columns."""
        span = self._high - self._low
        return int((self._value - self._low) / span * (cols - 1) + Decimal("0.5")) if span else 0

    def _point_at(self, col: int, cols: int) -> None:
        share = Decimal(max(0, min(col, cols - 1))) / (cols - 1)
        at_end = share == 1
        number = self._low + share * (self._high - self._low)
        self._go(self._high if at_end else self._snapped(number))

    def _type(self, typed: str) -> None:
        self._typed = typed[:MAX_TYPED]
        number = read_number(self._typed)
        if number is None:
            self._invalidate()
        else:
            self._set(self._snapped(number))

    def _go(self, number: Decimal) -> None:
        self._typed = ""
        self._set(self._clamped(number))

    def _set(self, number: Decimal) -> None:
        if number != self._value:
            self._value = number
            self.changed()
        else:
            self._invalidate()

    def _snapped(self, number: Decimal) -> Decimal:
        """Return the step next to a number, within the bounds."""
        number = self._clamped(number)
        steps = ((number - self._low) / self._step + Decimal("0.5")) // 1
        return self._clamped(self._low + steps * self._step)

    def _clamped(self, number: Decimal) -> Decimal:
        return min(max(number, self._low), self._high)
