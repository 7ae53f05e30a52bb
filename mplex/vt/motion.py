"""Moving the cursor, margins and tab stops.  Third layer of `Grid`.

The idea: a relative move stops at a margin only if it starts inside it (xterm), an absolute one
counts from the margins in origin mode (DECOM) and is clamped.  Every move ends the wait behind the
last column.  Method names and parameters are pyte's where pyte has them; any number is accepted.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from mypy_extensions import mypyc_attr

from mplex.vt.scrolling import Scrolling
from mplex.vt.state import default_tabstops


@mypyc_attr(allow_interpreted_subclasses=True)
class Motion(Scrolling):
    """Cursor movement."""

    def cursor_up(self, count: int | None = None) -> None:
        """Move up (CUU)."""
        cursor = self.cursor
        stop = self.top if cursor.y >= self.top else 0
        cursor.y = max(stop, cursor.y - (count or 1))
        self.pending = False

    def cursor_down(self, count: int | None = None) -> None:
        """Move down (CUD)."""
        cursor = self.cursor
        stop = self.bottom if cursor.y <= self.bottom else self.lines - 1
        cursor.y = min(stop, cursor.y + (count or 1))
        self.pending = False

    def cursor_forward(self, count: int | None = None) -> None:
        """Move right (CUF)."""
        cursor = self.cursor
        stop = self.right if cursor.x <= self.right else self.columns - 1
        cursor.x = min(stop, cursor.x + (count or 1))
        self.pending = False

    def cursor_back(self, count: int | None = None) -> None:
        """Move left (CUB)."""
        cursor = self.cursor
        stop = self.left if cursor.x >= self.left else 0
        cursor.x = max(stop, cursor.x - (count or 1))
        self.pending = False

    def cursor_up1(self, count: int | None = None) -> None:
        """Move up to the start of a row (CPL)."""
        self.cursor_up(count)
        self.carriage_return()

    def cursor_down1(self, count: int | None = None) -> None:
        """Move down to the start of a row (CNL)."""
        self.cursor_down(count)
        self.carriage_return()

    def cursor_position(self, line: int | None = None, column: int | None = None) -> None:
        """Move to a row and column counted from 1 (CUP)."""
        self._to_line((line or 1) - 1)
        self._to_column((column or 1) - 1)

    def cursor_to_line(self, line: int | None = None) -> None:
        """Move to a row counted from 1 (VPA)."""
        self._to_line((line or 1) - 1)

    def cursor_to_column(self, column: int | None = None) -> None:
        """Move to a column counted from 1 (CHA, HPA)."""
        self._to_column((column or 1) - 1)

    def cursor_right(self, count: int | None = None) -> None:
        """Move right, minding no margin (HPR)."""
        self.cursor.x = min(self.columns - 1, self.cursor.x + (count or 1))
        self.pending = False

    def cursor_below(self, count: int | None = None) -> None:
        """Move down, minding no margin (VPR)."""
        self.cursor.y = min(self.lines - 1, self.cursor.y + (count or 1))
        self.pending = False

    def _to_line(self, y: int) -> None:
        if self.origin:
            self.cursor.y = min(self.bottom, max(0, y) + self.top)
        else:
            self.cursor.y = min(self.lines - 1, max(0, y))
        self.pending = False

    def _to_column(self, x: int) -> None:
        if self.origin:
            self.cursor.x = min(self.right, max(0, x) + self.left)
        else:
            self.cursor.x = min(self.columns - 1, max(0, x))
        self.pending = False

    def carriage_return(self) -> None:
        """Move to the left margin, or to column 0 from left of it (CR)."""
        cursor = self.cursor
        cursor.x = self.left if self.origin or cursor.x >= self.left else 0
        self.pending = False

    def backspace(self) -> None:
        """Move left by one (BS); in reverse wrap mode (?45) up to the end of the row above."""
        cursor = self.cursor
        back = self.reverse_wrap and self.autowrap
        if back and self.pending:
            # The step back is the one from behind the last column.
            pass
        elif back and cursor.x == self.left:
            if cursor.y > self.top:
                cursor.y -= 1
                cursor.x = self.right
        elif cursor.x > 0 and cursor.x != self.left:
            cursor.x -= 1
        self.pending = False

    def linefeed(self) -> None:
        """Move down one row, and to its start in newline mode (LF, VT, FF)."""
        self.index()
        if self.newline_mode:
            self.carriage_return()

    def next_line(self) -> None:
        """Move to the start of the next row (NEL)."""
        self.index()
        self.carriage_return()

    # Tab stops.

    def tab(self) -> None:
        """Move to the next tab stop (HT); a cursor behind the last column stays there."""
        if not self.pending:
            self.cursor_forward_tab()

    def _stops(self) -> list[int]:
        """Return the tab stops in order."""
        tabstops = self.tabstops
        if tabstops is not self._sorted_of:
            self._sorted_of = tabstops
            self._sorted_stops = sorted(tabstops)
        return self._sorted_stops

    def cursor_forward_tab(self, count: int | None = None) -> None:
        """Move forward by tab stops (CHT)."""
        x = self.cursor.x
        stop = self.right if x <= self.right else self.columns - 1
        stops = self._stops()
        at = bisect_right(stops, x) + (count or 1) - 1
        self.cursor.x = min(stops[at], stop) if at < len(stops) else stop
        self.pending = False

    def cursor_back_tab(self, count: int | None = None) -> None:
        """Move back by tab stops (CBT)."""
        x = self.cursor.x
        stop = self.left if self.origin else 0
        stops = self._stops()
        at = bisect_left(stops, x) - (count or 1)
        if x > stop:
            x = max(stop, stops[at] if at >= 0 else 0)
        self.cursor.x = max(x, stop)
        self.pending = False

    def set_tab_stop(self) -> None:
        """Set a tab stop at the cursor (HTS)."""
        self.tabstops |= {self.cursor.x}

    def clear_tab_stop(self, how: int = 0) -> None:
        """Clear the tab stop at the cursor (0) or all of them (3) (TBC)."""
        if how == 0:
            self.tabstops -= {self.cursor.x}
        elif how == 3:
            self.tabstops = frozenset()

    def reset_tab_stops(self, how: int = 0) -> None:
        """Set a tab stop every eight columns (DECST8C)."""
        if how == 5:
            self.tabstops = default_tabstops(self.columns)

    # Margins.

    def set_margins(self, top: int | None = None, bottom: int | None = None) -> None:
        """Set the rows that scroll, counted from 1, and move home (DECSTBM)."""
        first = (top or 1) - 1
        last = min(bottom or self.lines, self.lines) - 1
        if first < last:
            self.top, self.bottom = first, last
            self.cursor_position()

    def set_side_margins(self, left: int | None = None, right: int | None = None) -> None:
        """Set the columns that scroll, counted from 1, and move home (DECSLRM).

        Without left-right margin mode (?69) the same sequence saves the cursor.
        """
        first = (left or 1) - 1
        last = min(right or self.columns, self.columns) - 1
        if first < last:
            self.left, self.right = first, last
            self._fast_changed()
            self.cursor_position()
