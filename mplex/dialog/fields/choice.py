"""A question with options: one or several are picked, or something else is typed.

The row for something else is a line that is edited where it stands. Standing on it is typing; what
was typed is kept whatever is picked meanwhile, and counts only while the row is on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mplex.dialog.condition import same
from mplex.dialog.field import Field
from mplex.dialog.fields.collection import CollectionWidget
from mplex.dialog.fields.collection_frame import MARK_COLS
from mplex.dialog.fields.item_text import Line, Texts, option_text
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.line_input import LineInput
from mplex.dialog.fields.picks import Picks, mark
from mplex.dialog.fields.rows_view import MOVES, Placed
from mplex.dialog.fields.thumbnail import Thumbnails
from mplex.dialog.fields.usual_keys import ENTER, ESCAPE
from mplex.dialog.fields.widget import KeyHint, Took
from mplex.geometry import Point, Rect
from mplex.term.keys import Key, KeyEvent
from mplex.ui.surface import Surface
from mplex.vt.styles import Style

OTHER: Final = "Other: "
OTHER_LIMIT: Final = 2000
"""Characters of another answer at most."""
DIGITS: Final = "123456789"
_MARK: Final = len("[x] ")
_DIGIT: Final = len("1 ")
_NARROW: Final = 24
"""Columns under which the digits are not shown (they work all the same)."""
_HOME_END: Final = (Key("Home"), Key("End"))


class ChoiceWidget(CollectionWidget):
    """What `ask` asks; the value is `{"answers": [value...], "other"?: text}`."""

    filters = False
    tall = True

    def __init__(self, field: Field, kit: Kit) -> None:
        self._options = [dict(option) for option in field["options"] or ()]
        self._values = [_value_of(option) for option in self._options]
        self._thumbnails = Thumbnails(self._options, kit)
        self._texts = Texts(
            option_text(option, self._thumbnails[index].remark)
            for index, option in enumerate(self._options)
        )
        # By number: two options may have the same value, and a value need not be a string.
        self._picks = Picks(map(str, range(len(self._options))), bool(field["multi_select"]))
        self._other = LineInput(kit.looks, limit=OTHER_LIMIT) if field["allow_other"] else None
        self._other_on = False
        self._cursor: Point | None = None
        super().__init__(field, kit, len(self._options) + (1 if self._other else 0))
        for item, warning in self._thumbnails.warnings():
            self.warn(warning, self.name_of(item))
        self._settle()

    def name_of(self, item: int) -> str:
        """Return the value of an option."""
        return str(self._values[item])

    def value(self) -> dict[str, Any]:
        """Return the picked values in the order of picking, and the other answer if it is on."""
        value: dict[str, Any] = {"answers": self._answers()}
        if self._other_text():
            value["other"] = self._other_text()
        return value

    def restore(self, value: Any) -> None:
        """Take back picks and the other answer."""
        if not isinstance(value, dict):
            return
        self._picks.restore(self._numbers(value.get("answers")))
        other = value.get("other")
        self._other_on = False
        if self._other and isinstance(other, str) and other.strip():
            self._other.set(other)
            self._other_on = True
            if not self._picks.multi:
                self._picks.clear()
        self._invalidate()

    def problem(self) -> str:
        """Complain when it is required and nothing is picked or typed."""
        if not self.field["required"] or self._picks or self._other_text():
            return ""
        return "pick an option or type an answer" if self._other else "pick an option"

    def item_rows(self, item: int, cols: int) -> int:
        """Return the rows of an option: its wrapped text, or its picture if that is taller."""
        if self._is_other(item):
            return 1
        return max(len(self._lines_of(item, cols)), self._thumbnails.rows(item, cols))

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the options in view; the cursor stands in the row for something else."""
        self._cursor = None
        super().draw(surface, focus)
        return self._cursor if self.typing else None

    def draw_item(self, surface: Surface, placed: Placed, row: int, style: Style | None) -> None:
        """Draw one option with its mark and key, or the row for something else."""
        cols = surface.size.cols
        index = placed.at
        if placed.skip == 0:
            self._draw_mark(surface, index, row, style)
        start = _text_col(cols)
        if self._is_other(index):
            self._draw_other(surface, Point(row, start), style)
            return
        if self._thumbnails.cols(cols):
            self.draw_thumbnail(surface, self._thumbnails[index], placed, Point(row, start), style)
        start += self._thumbnails.cols(cols)
        lines = self._lines_of(index, cols)[placed.skip : placed.skip + placed.rows]
        for offset, line in enumerate(lines):
            runs = ((line.label, "dialog"), (line.remark, "dialog.hint"))
            self.put_line(surface, Point(row + offset, start), runs, style)

    def press(self, item: int) -> Took:
        """Pick an option; several: or put it back. Something else: turn it on or off."""
        if self._is_other(item):
            self._set_other(not self._other_on or not self._picks.multi)
        elif self._picks.multi:
            self._picks.toggle(str(item))
        else:
            self._picks.pick(str(item))
            self._other_on = False
        self.changed()
        return Took.YES

    def accept(self, item: int) -> Took:
        """Pick, and where only one can be picked, answer with it."""
        if self._is_other(item) and not self._typed():
            return Took.YES
        self.press(item)
        return Took.YES if self._picks.multi else Took.SUBMIT

    def press_cell(self, item: int, col: int, cols: int) -> Took:
        """Press what was clicked; a click into the text of another answer only goes there."""
        if self._other and self._is_other(item) and (col >= _text_col(cols) or not self._typed()):
            self._other.click(col)
            return Took.YES
        return self.press(item)

    def own_key(self, event: KeyEvent, cols: int) -> Took | None:
        """Type into the row for something else; elsewhere a digit presses its option."""
        if self.typing:
            return self._typing_key(event)
        if event.text and event.text in DIGITS:
            index = DIGITS.index(event.text)
            if index < len(self._options):
                self.view.go(index)
                return self.press(index)
        return None

    def on_paste(self, text: str) -> Took:
        """Paste into the row for something else when the cursor stands there."""
        if not self.typing or self._other is None:
            return Took.NO
        if self._other.paste(text):
            self._other_typed()
        return Took.YES

    def types(self) -> bool:
        """Say whether the cursor stands on the row for something else."""
        return self._other is not None and self._is_other(self.view.cursor)

    def own_hints(self) -> tuple[KeyHint, ...]:
        """Return the keys for picking, or for typing."""
        if self.typing:
            return (
                KeyHint("Enter", "on/off" if self._picks.multi else "answer"),
                KeyHint("Esc", "back to options"),
            )
        digits = KeyHint(f"1-{min(9, max(1, len(self._options)))}", "pick")
        if self._picks.multi:
            return (KeyHint("↑↓", "move"), KeyHint("Space", "pick"), digits)
        return (KeyHint("↑↓", "move"), digits, KeyHint("Enter", "answer"))

    def wipe(self) -> None:
        """Forget what was typed."""
        if self._other:
            self._other.wipe()
        self._other_on = False

    def _answers(self) -> list[Any]:
        return [self._values[int(number)] for number in self._picks.values()]

    def _numbers(self, answers: Any) -> list[str]:
        """Return the options that have the answers as their values, in the answers' order."""
        if not isinstance(answers, list):
            return []
        found = (
            next((n for n, value in enumerate(self._values) if same(value, answer)), None)
            for answer in answers
        )
        return [str(number) for number in found if number is not None]

    def _is_other(self, item: int) -> bool:
        return item >= len(self._options)

    def _typed(self) -> str:
        return self._other.text.strip() if self._other else ""

    def _other_text(self) -> str:
        return self._typed() if self._other_on else ""

    def _set_other(self, on: bool) -> None:
        self._other_on = on and bool(self._typed())
        if self._other_on and not self._picks.multi:
            self._picks.clear()

    def _other_typed(self) -> None:
        self._set_other(True)
        self.changed()

    def _typing_key(self, event: KeyEvent) -> Took | None:
        """Take a key in the row for something else; None leaves it to moving and pressing."""
        if event.key == ESCAPE and self._options:
            self.view.go(len(self._options) - 1)
            return Took.YES
        moving = event.key in MOVES and event.key not in _HOME_END
        if self._other is None or moving or event.key in ENTER or not self._other.takes(event):
            return None
        if self._other.on_key(event):
            self._other_typed()
        return Took.YES

    def _lines_of(self, index: int, cols: int) -> list[Line]:
        room = cols - 1 - _text_col(cols) - self._thumbnails.cols(cols)
        return self._texts.lines(index, room, beside=False)

    def _draw_mark(self, surface: Surface, index: int, row: int, style: Style | None) -> None:
        on = bool(self._other_text()) if self._is_other(index) else str(index) in self._picks
        runs = [(mark(on, self._picks.multi) + " ", "dialog.accent" if on else "dialog")]
        if surface.size.cols >= _NARROW:
            digit = DIGITS[index] if index < min(len(self._options), len(DIGITS)) else " "
            runs.append((f"{digit} ", "dialog.hint"))
        self.put_line(surface, Point(row, MARK_COLS), tuple(runs), style)

    def _draw_other(self, surface: Surface, at: Point, style: Style | None) -> None:
        if self._other is None:
            return
        self.put_line(surface, at, ((OTHER, "dialog"),), style)
        col = min(at.col + len(OTHER), max(0, surface.size.cols - 2))
        cols = surface.size.cols - 1 - col
        here = style is not None
        self._cursor = self._other.draw(surface, Rect(at.row, col, 1, cols), here) or self._cursor


def _value_of(option: Mapping[str, Any]) -> Any:
    value = option.get("value")
    return option.get("label") if value is None else value


def _text_col(cols: int) -> int:
    """Return the column where an option's text begins."""
    return MARK_COLS + _MARK + (_DIGIT if cols >= _NARROW else 0)
