"""The emulator itself: all layers together, with the names the rest of mplex reads.

The idea: `Grid` adds to the layers what belongs to none of them, the pen (SGR), the bell, and the
views of rows and history.  It knows pyte's tables but not its classes, so it can be compiled;
`screen.Screen` makes it a pyte screen.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from mplex.vt.history import row_of
from mplex.vt.ops import HOT_EVENTS
from mplex.vt.resizing import Resizing
from mplex.vt.rows import Row
from mplex.vt.sgr import next_style


@mypyc_attr(allow_interpreted_subclasses=True)
class Grid(Resizing):
    """A terminal: text goes in by `feed`, rows come out by `visible`."""

    # Events.

    def select_graphic_rendition(self, *attrs: int) -> None:
        """Change the pen (SGR)."""
        self.style = next_style(self.style, "[" + ";".join([str(a) for a in attrs]))

    def bell(self, *args: object) -> None:
        """Ring (BEL); one event however often between two looks."""
        if ("bell",) not in self._events:
            self._event("bell")

    def set_application_keypad(self) -> None:
        """Let the keypad send its own codes (DECKPAM)."""
        self.application_keypad = True

    def reset_application_keypad(self) -> None:
        """Let the keypad send digits (DECKPNM)."""
        self.application_keypad = False

    def debug(self, *args: object, **kwargs: object) -> None:
        """Ignore a sequence nobody knows."""

    def note_overridden(self, events: frozenset[str]) -> None:
        """Note which of the events that the interpreter does itself a subclass changed."""
        self._overridden = events & HOT_EVENTS
        self.draw_overridden = "draw" in events
        self.moves_overridden = bool(events & {"linefeed", "carriage_return", "reverse_index"})
        self._renew_ops()
        self._fast_changed()

    def widths_changed(self) -> None:
        """Draw from now on with the widths that `widths.override_widths` has set."""
        self._renew_ops()
        self._fast_changed()

    # Views.

    def visible(self) -> tuple[list[str], list[str]]:
        """Return the rows of the screen in use as (texts, attrs), one entry a line.

        The lists are live: do not change them, and keep the strings rather than the lists.
        """
        attrs = [self._cooked(y) if a is None else a for y, a in enumerate(self.A)]
        return self.T, attrs

    @property
    def cursor_point(self) -> tuple[int, int]:
        """The cell the cursor is on, as (row, column); always inside the screen."""
        return self.cursor.y, self.cursor.x

    @property
    def history_size(self) -> int:
        """Rows above the main screen."""
        return self.history.size()

    @property
    def history_pushed(self) -> int:
        """Rows that ever went into the history; never falls."""
        return self.history.pushed

    @property
    def history_limit(self) -> int:
        """The most rows that are kept above the main screen; settable."""
        return self.history.limit

    @history_limit.setter
    def history_limit(self, limit: int) -> None:
        self.history.set_limit(limit)

    def line(self, n: int) -> Row:
        """Return (text, attrs, wrap) of row `n`; rows above the screen are negative.

        Raises IndexError outside -history_size .. lines - 1.
        """
        if n < 0:
            size = self.history.size()
            if n < -size:
                raise IndexError(n)
            return row_of(self.history.entries[size + n])
        attrs = self._cooked(n)
        return self.T[n], attrs, self.W[n]
