"""How far something is: a bar, what is being done, and the last lines of a log.

It changes while it is shown, by `update`; whoever shows it draws it anew, and as often as
`refresh_seconds` says while the bar moves by itself.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from enum import Enum
from typing import Final

from mplex.dialog.caps import FORM_LOG_KEPT, FORM_LOG_LINE_MAX, FORM_LOG_ROWS
from mplex.dialog.field import Field
from mplex.dialog.fields.display import END, DisplayWidget, View
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.fields.widget import Took
from mplex.ui.rows import Row

MOVES_SECONDS = 0.125
"""Between two steps of a bar that moves by itself."""

FULL, EMPTY = "█", "░"
EIGHTHS = "▏▎▍▌▋▊▉"
PERCENT_COLS = 5
"""The columns of ` 100%`."""


class Unchanged(Enum):
    """Stands for a value that an update does not name, since None means unknown."""

    UNCHANGED = "unchanged"


UNCHANGED: Final = Unchanged.UNCHANGED


class ProgressWidget(DisplayWidget):
    """The widget of a `progress`."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit)
        self.share = _share(field["value"])
        """From 0 to 1; None while it is not known."""
        self.text = field.text("text")
        self.log: deque[str] = deque(maxlen=FORM_LOG_KEPT)
        self._follows = True
        self._last: View | None = None
        self._add(field["log"] or ())

    @property
    def refresh_seconds(self) -> float:  # type: ignore[override]
        """How often it wants to be drawn again: while the bar moves by itself."""
        return MOVES_SECONDS if self.share is None else 0.0

    def update(
        self,
        value: float | None | Unchanged = UNCHANGED,
        text: str | None = None,
        log: Sequence[str] = (),
        label: str | None = None,
    ) -> None:
        """Change what is given; `log` are lines to add, and a `value` of None is unknown."""
        if not isinstance(value, Unchanged):
            self.share = _share(value)
        if text is not None:
            self.text = text
        if label is not None:
            data = {**self.field.data, "label": label}
            self.field = Field(self.field.kind, self.field.name, data, self.field.show_if)
        self._add(log)
        self.forget()

    def _add(self, lines: Sequence[str]) -> None:
        self.log.extend(line.rstrip("\n")[:FORM_LOG_LINE_MAX] for line in lines)
        if self._follows:
            self.top = END

    def enter(self, direction: int) -> None:
        """Leave the log where it is when the focus comes."""
        self._invalidate()

    def fixed(self, cols: int) -> Sequence[Row]:
        """Return the bar, and what is being done."""
        text = text_rows(self.text, cols, self.looks["dialog"]) if self.text else []
        return [self._bar(cols), *text]

    def content(self, cols: int) -> Sequence[Row]:
        """Return the log."""
        text = "\n".join(self.log)
        return text_rows(text, cols, self.looks["dialog.hint"]) if self.log else []

    def most_rows(self, rows: int) -> int:
        """Return how many of so many rows the log may have."""
        return min(super().most_rows(rows), FORM_LOG_ROWS)

    def _go(self, top: int, left: int) -> Took:
        took = super()._go(top, left)
        # Whoever scrolls back reads there in peace, until they go to the end again.
        self._follows = self._at_end
        return took

    @property
    def _at_end(self) -> bool:
        return self._last is not None and self.top >= self._last.last_top

    def view(self, cols: int) -> View:
        """Return how the log lies."""
        self._last = super().view(cols)
        return self._last

    def _bar(self, cols: int) -> Row:
        """Return the bar, with the percentage behind it where it has room."""
        width = cols - PERCENT_COLS if cols > 2 * PERCENT_COLS else cols
        if self.share is None:
            bar, percent = self._moving(width), "    …"
        else:
            bar, percent = _filled(self.share, width), f"{int(self.share * 100):>4}%"
        percent = percent if width < cols else ""
        accent, plain = self.looks["dialog.accent"], self.looks["dialog"]
        return Row(bar + percent, accent.ch * len(bar) + plain.ch * len(percent))

    def _moving(self, width: int) -> str:
        """Return a block that goes to and fro with the time."""
        block = max(1, width // 5)
        way = width - block
        step = int(self.kit.now().timestamp() / MOVES_SECONDS) % max(1, 2 * way)
        start = step if step <= way else 2 * way - step
        return EMPTY * start + FULL * block + EMPTY * (way - start)


def _share(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return min(1.0, max(0.0, float(value)))


def _filled(share: float, width: int) -> str:
    """Return a bar of `width` cells, to an eighth of a cell."""
    whole, eighths = divmod(int(share * width * 8), 8)
    part = EIGHTHS[eighths - 1] if eighths else ""
    return (FULL * whole + part).ljust(width, EMPTY)
