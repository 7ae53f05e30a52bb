"""Text that is longer than a row: all its rows at once.  The layer between `Motion` and `Drawing`.

The idea: a long text, or a character repeated over the whole screen (REP), is cut into rows as wide
as the margins; those that have room below are put there, the others scroll in together.  So it
costs as much as the text and one screen, however narrow the margins are.  Going from row to row
would scroll the screen once for each.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from mplex.vt.chars import STUB
from mplex.vt.motion import Motion
from mplex.vt.reflow import split
from mplex.vt.rows import look, put


def rows_of(cells: str, width: int) -> tuple[list[str], list[int]]:
    """Return the rows that cells make at a width, and their wrap flags; the last one's is 0."""
    unit = cells[:2] if cells[1:2] == STUB else cells[0]
    if width % len(unit) == 0 and cells == unit * (len(cells) // len(unit)):
        # One character repeated: the rows are all the same string.
        count = (len(cells) - 1) // width
        return [cells[:width]] * count + [cells[count * width :]], [1] * count + [0]
    rows = split(cells, "", width)
    return [row[0] for row in rows], [row[2] for row in rows]


@mypyc_attr(allow_interpreted_subclasses=True)
class Spilling(Motion):
    """Rows of text put on the screen together."""

    def _limit(self) -> int:
        """Return the column behind the last one that text may fill."""
        return self.right + 1 if self.cursor.x <= self.right else self.columns

    def _advance(self, x: int) -> None:
        """Put the cursor at column `x`, or let it wait when that is behind the last column."""
        limit = self._limit()
        if x < limit:
            self.cursor.x = x
            self.pending = False
        else:
            self.cursor.x = limit - 1
            self.pending = self.autowrap

    def _may_spill(self, cells: str) -> bool:
        """Tell whether cells that come next, while the cursor waits, are for `_spill`."""
        width = self.right + 1 - self.left
        if len(cells) <= width or self.cursor.x != self.right:
            return False
        # One column cannot show wide characters.
        return width > 1 or STUB not in cells

    def _spill(self, cells: str) -> None:
        """Show cells from the start of the next row on; the cursor waits at the right margin."""
        left, y = self.left, self.cursor.y
        texts, wraps = rows_of(cells, self.right + 1 - left)
        ch = self.style.ch
        full = look(ch, len(texts[0]))
        looks: list[str | None] = [full] * len(texts)
        size = len(texts[-1])
        if full:
            looks[-1] = look(ch, size)
            if 2 in wraps:
                looks = [look(ch, len(text)) for text in texts]
        if self.full:
            self.W[y] = 1
        inside = y <= self.bottom
        last = self.bottom if inside else self.lines - 1
        room = min(len(texts), last - y)
        self._lay(y + 1, texts[:room], looks[:room], wraps[:room])
        if room < len(texts):
            texts, looks, wraps = texts[room:], looks[room:], wraps[room:]
            if not inside:
                # Nothing scrolls below the region: each row is written over the one before.
                for at in range(max(0, len(texts) - 2) if self.full else 0, len(texts)):
                    self._lay(last, texts[at : at + 1], looks[at : at + 1], wraps[at : at + 1])
            elif self.full:
                self._scroll_in(texts, looks, wraps)
            else:
                count = min(len(texts), self.bottom + 1 - self.top)
                self._scroll_up(self.top, self.bottom, count)
                self._lay(last + 1 - count, texts[-count:], looks[-count:], wraps[-count:])
        self.last = cells[-2:] if cells[-1] == STUB else cells[-1]
        self.cursor.y = min(y + room, last) if room else y
        self.cursor.x = left
        self._advance(left + size)

    def _lay(self, y: int, texts: list[str], looks: list[str | None], wraps: list[int]) -> None:
        """Write rows over those from `y` on; one that ends the text leaves what is behind it."""
        count = len(texts)
        if not count:
            return
        if self.full:
            whole = count if wraps[-1] else count - 1
            self.T[y : y + whole] = texts[:whole]
            self.A[y : y + whole] = looks[:whole]
            self.W[y : y + whole] = wraps[:whole]
        else:
            whole = 0
        left = self.left
        for at in range(whole, count):
            attrs = self._cooked(y + at)
            row = put(self.T[y + at], attrs, left, texts[at], looks[at] or "")
            self.T[y + at], self.A[y + at] = row

    def _scroll_in(self, texts: list[str], looks: list[str | None], wraps: list[int]) -> None:
        """Let the rows of a text scroll in at the bottom of a region as wide as the screen."""
        style = self.style
        if style.bg >= 0:
            size = self.columns - len(texts[-1])
            texts[-1] += " " * size
            looks[-1] = (looks[-1] or "") + style.blank.ch * size
        self._append_rows(texts, looks, wraps, self.bottom + 1, self.top)
