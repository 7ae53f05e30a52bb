"""The clock (`clock-mode`): the time in big digits over one pane.

One idea: the clock is told the time and where it is whenever it is drawn; it keeps neither.
"""

from __future__ import annotations

from collections.abc import Callable

from mplex.geometry import Rect, Size
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.big_digits import DIGIT_ROWS, digits_width, put_digits
from mplex.ui.overlay import HANDLED, IGNORED, Close, Overlay, Rendered, Result
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.styles import Style


class Clock(Overlay):
    """A clock over a pane; any key closes it, and the prefix is a prefix all the same.

    `tell` returns the time to show ("14:05"), `place` the pane's rectangle on the screen, and
    `on_done` is called when the clock is gone.
    """

    modal = False
    yields = True
    refresh_seconds = 1.0

    def __init__(
        self,
        tell: Callable[[], str],
        place: Callable[[Size], Rect],
        *,
        style: Style | None = None,
        on_done: Callable[[], None] | None = None,
    ) -> None:
        self._tell = tell
        self._place = place
        self._style = style if style is not None else Theme()["clock"]
        self._on_done = on_done
        self._size = Size(0, 0)

    def layout(self, size: Size) -> Rect:
        """Cover the pane."""
        rect = self._place(size)
        self._size = rect.size
        return rect

    def render(self, size: Size) -> Rendered:
        """Draw the time in the middle, small when there is no room for big digits."""
        text = self._tell()
        surface = Surface(size)
        width = digits_width(text)
        if size.rows >= DIGIT_ROWS and size.cols >= width:
            row, col = (size.rows - DIGIT_ROWS) // 2, (size.cols - width) // 2
            put_digits(surface, row, col, text, self._style)
        else:
            surface.put(size.rows // 2, max(0, (size.cols - len(text)) // 2), text, self._style)
        return Rendered(surface.texts, surface.attrs)

    def on_key(self, event: KeyEvent) -> Result:
        """Close."""
        return Close()

    def on_mouse(self, event: MouseEvent) -> Result:
        """Close on a press; other panes keep their mouse."""
        if not (0 <= event.row < self._size.rows and 0 <= event.col < self._size.cols):
            return IGNORED
        return Close() if event.action == "down" else HANDLED

    def on_close(self, value: object) -> None:
        """Tell who opened it."""
        if self._on_done is not None:
            self._on_done()
