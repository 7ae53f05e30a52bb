"""Changing the size of a terminal.  The layer above `Tokenizer`.

The idea: the main screen is text, so its lines are wrapped again and the cursor stays at its
character; a row that no longer fits moves into the history and comes back when there is room.  The
alternate screen is a picture that its program will paint again, so it is cropped or padded.  The
history is not touched (see `history`).
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from mplex.vt.reflow import join, lines_of, rewrap, split
from mplex.vt.rows import Row, truncate
from mplex.vt.state import Rows
from mplex.vt.tokenizer import Tokenizer


def is_blank(row: Row) -> bool:
    """Tell whether a row shows nothing."""
    return not row[0].strip(" ") and not row[1].strip("\0")


@mypyc_attr(allow_interpreted_subclasses=True)
class Resizing(Tokenizer):
    """Resize."""

    def resize(self, lines: int | None = None, columns: int | None = None) -> None:
        """Change the size; margins are reset, tab stops of new columns are set."""
        lines = max(1, lines or self.lines)
        columns = max(1, columns or self.columns)
        if lines == self.lines and columns == self.columns:
            return
        self._resize_main(lines, columns)
        self._crop_alternate(lines, columns)
        if columns > self.columns:
            first = (self.columns + 7) // 8 * 8
            self.tabstops |= set(range(max(8, first), columns, 8))
        self.history.set_columns(columns)
        self.lines, self.columns = lines, columns
        self.top, self.bottom = 0, lines - 1
        self.left, self.right = 0, columns - 1
        self._renew_ops()
        self._fast_changed()
        self._use(self.other if self.alternate else self.main)
        if self.size_reports:
            self._report_size()

    def _main_rows(self) -> list[Row]:
        """Return the rows of the main screen as cells, wrapped ones full."""
        rows: list[Row] = []
        alternate = self.alternate
        self._use(self.main)
        for y in range(self.lines):
            attrs = self._cooked(y)
            wrap = self.W[y]
            text = self.T[y].ljust(self.columns + 1 - wrap) if wrap else self.T[y]
            rows.append((text, attrs, wrap))
        if alternate:
            self._use(self.other)
        return rows

    def _resize_main(self, lines: int, columns: int) -> None:
        """Wrap the main screen again and move its cursor along."""
        rows = self._main_rows()
        saved = self.main.saved
        if self.alternate:
            x, y, pending = saved.x, saved.y, saved.pending
        else:
            x, y, pending = self.cursor.x, self.cursor.y, self.pending
        y = min(y, len(rows) - 1)
        if columns != self.columns:
            rows, x, y, pending = self._wrap_again(rows, x, y, pending, columns)
            self.history.set_columns(columns)
            # Blank rows that came in because a wider screen had no history go first again.
            self._filled -= _drop_blank(rows, max(self.lines, y + 1, len(rows) - self._filled))
            rows, y = self._fit(rows, y, self.lines, columns)
            self._filled += self._added
        if lines < self.lines:
            _drop_blank(rows, max(lines, y + 1))
        rows, y = self._fit(rows, y, lines, columns)
        self._put_rows(self.main, rows)
        pending = pending and x == columns - 1
        if self.alternate:
            saved.x, saved.y, saved.pending = x, y, pending
        else:
            self.cursor.x, self.cursor.y, self.pending = x, y, pending
            saved.x, saved.y = min(saved.x, columns - 1), min(saved.y, lines - 1)

    def _wrap_again(
        self, rows: list[Row], x: int, y: int, pending: bool, columns: int
    ) -> tuple[list[Row], int, int, bool]:
        """Return rows and cursor at another width; the cursor stays at its character."""
        if self.history.goes_on():
            above = self.history.pull()
            rows = above + rows
            y += len(above)
        found: list[Row] = []
        new_x, new_y = x, y
        first = 0
        for line in lines_of(rows):
            text, attrs = join(line)
            pieces = split(text, attrs, columns)
            if first <= y < first + len(line):
                new_x = sum(len(row[0]) for row in line[: y - first]) + x + (1 if pending else 0)
                new_y = len(found)
                for piece in pieces[:-1]:
                    if new_x < len(piece[0]):
                        break
                    new_x -= len(piece[0])
                    new_y += 1
            first += len(line)
            found += pieces
        behind = new_x == columns and self.autowrap
        return found, min(new_x, columns - 1), new_y, behind

    def _fit(self, rows: list[Row], y: int, lines: int, columns: int) -> tuple[list[Row], int]:
        """Return exactly `lines` rows and the cursor's row among them.

        What is too much at the top goes into the history, what is missing comes from there; rows
        are cut at the bottom only when the cursor could not stay otherwise.
        """
        history = self.history
        surplus = min(len(rows) - lines, y)
        if surplus > 0:
            history.put_back(rows[:surplus])
            history.pushed += surplus
            rows, y = rows[surplus:], y - surplus
        rows = rows[:lines]
        wanted = lines - len(rows)
        while wanted > 0:
            above = history.pull()
            if not above:
                break
            if not above[-1][2]:
                # A line that goes on below has the present width already.
                above = rewrap(above, columns)
            if len(above) > wanted:
                history.put_back(above[:-wanted])
                above = above[-wanted:]
            rows, y = above + rows, y + len(above)
            wanted -= len(above)
        self._added = lines - len(rows)
        rows += [("", "", 0)] * self._added
        return rows, y

    def _put_rows(self, screen: Rows, rows: list[Row]) -> None:
        screen.texts[:] = [row[0] for row in rows]
        screen.attrs[:] = [row[1] for row in rows]
        screen.wraps[:] = [row[2] for row in rows]

    def _crop_alternate(self, lines: int, columns: int) -> None:
        """Cut or pad the alternate screen; its cursor stays on it."""
        if self.alternate:
            y = self.cursor.y
            drop = max(0, y - lines + 1)
            self.cursor.y = y - drop
            if self.cursor.x >= columns:
                self.cursor.x = columns - 1
            self.pending = False
        else:
            drop = 0
        self._use(self.other)
        rows: list[Row] = []
        for y in range(drop, min(self.lines, drop + lines)):
            attrs = self._cooked(y)
            text, attrs = truncate(self.T[y], attrs, columns)
            rows.append((text, attrs, 0))
        rows += [("", "", 0)] * (lines - len(rows))
        self._put_rows(self.other, rows)
        saved = self.other.saved
        saved.x, saved.y = min(saved.x, columns - 1), min(saved.y, lines - 1)
        saved.pending = False


def _drop_blank(rows: list[Row], keep: int) -> int:
    """Take blank rows off the end until there are `keep` rows; return how many went."""
    before = len(rows)
    while len(rows) > keep and is_blank(rows[-1]):
        rows.pop()
    return before - len(rows)
