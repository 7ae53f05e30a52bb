"""Putting characters on the screen, whatever the modes.  Fourth layer of `Grid`.

The idea: `draw` is the careful road; `interpreter` and `flood` store plain text directly when
nothing special applies.  Text goes in pieces that surely fit; at the right margin, in insert mode
and where a character may join the cell before the cursor it goes one character at a time.  What
joins is decided by what stands on the screen, so it does not matter how the text was cut up.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from mplex.vt.chars import CELL_MAP, MARK, STUB, attaches, char_width, is_plain, may_join
from mplex.vt.charsets import known, table
from mplex.vt.clusters import attach, cells, single
from mplex.vt.rows import insert, look, put, truncate
from mplex.vt.spilling import Spilling, rows_of

_DESIGNATORS = "()*+"


def _hidden(text: str) -> int:
    """Return how many characters at the start of a text show nothing at all."""
    for at, char in enumerate(text):
        if " " <= char < "\x7f" or char >= "\xa0" and (char_width(char) or attaches(char)):
            return at
    return len(text)


def last_narrow(cells: str) -> str:
    """Return the last cell that is not part of a wide character, "" when there is none."""
    at = len(cells)
    while at > 0 and cells[at - 1] == STUB:
        at -= 2
    return cells[at - 1] if at > 0 else ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Drawing(Spilling):
    """Text output."""

    def draw(self, data: str) -> None:
        """Show text at the cursor; control characters in it are dropped."""
        if not data:
            return
        if self.single_shift:
            data = data[_hidden(data) :]
            if not data:
                return
            shifted, self.single_shift = self.single_shift, 0
            self._fast_changed()
            self._draw_text(data[0].translate(table(self.sets[shifted])))
            data = data[1:]
        code = self.sets[self.gl]
        if code != "B":
            data = data.translate(table(code))
        if data:
            self._draw_text(data)

    def _draw_text(self, text: str) -> None:
        """Show text: at once what joins nothing, else in pieces that surely fit."""
        if not may_join(text[0]):
            new = text if is_plain(text) else text.translate(CELL_MAP)
            if MARK not in new:
                if self.insert:
                    self._insert_cells(new)
                else:
                    self._draw_cells(new)
                return
        at = 0
        length = len(text)
        while at < length:
            sure = 0 if self.insert or self.pending else (self._limit() - self.cursor.x) // 2
            if sure < 4 or may_join(text[at]) or not char_width(text[at]):
                self._draw_char(text[at])
                at += 1
            else:
                self._store(cells(text[at : at + sure]))
                at += sure

    def _insert_cells(self, new: str) -> None:
        """Insert cells that join nothing (IRM), as much as a row holds at a time."""
        cursor = self.cursor
        while new:
            if self.pending:
                if self._may_spill(new) and (STUB not in new or cursor.y == self.bottom):
                    # Rows that are filled lose what they had, however it was shifted.
                    texts, _ = rows_of(new, self.right + 1 - self.left)
                    size = len(new) - len(texts[-1])
                    self._spill(new[:size])
                    new = new[size:]
                    continue
                self._wrap(1)
            limit = self._limit()
            room = limit - cursor.x
            if new[room : room + 1] == STUB:
                room -= 1
            part, new = new[:room], new[room:]
            if part:
                self._insert_part(part, limit)
            if new and not self.autowrap:
                self._pile_up(new)
                return
            if new and not part:
                if limit - self.left < 2:
                    new = new[2:]
                else:
                    self._wrap(2)

    def _insert_part(self, part: str, limit: int) -> None:
        """Insert cells for which there is room."""
        x, y = self.cursor.x, self.cursor.y
        attrs = self._cooked(y)
        text = self.T[y]
        if x >= len(text) or STUB in text:
            self._set_row(y, *insert(text, attrs, x, len(part), limit, "\0"))
            self._store(part)
            return
        size, ch = len(part), self.style.ch
        self.T[y] = text[:x] + part + text[x : limit - size] + text[limit:]
        if ch != "\0" or len(attrs) > x:
            shifted = attrs[x : limit - size] + attrs[limit:]
            self.A[y] = attrs[:x].ljust(x, "\0") + ch * size + shifted
        self.last = part[-2:] if part[-1] == STUB else part[-1]
        self._advance(x + size)

    def _draw_cells(self, new: str) -> None:
        """Show cells, wrapping at the right margin; nothing in them joins what is before."""
        at = 0
        length = len(new)
        while at < length:
            if self.pending:
                rest = new[at:]
                if self._may_spill(rest):
                    self._spill(rest)
                    return
                self._wrap(1)
            end = at + self._limit() - self.cursor.x
            if end < length and not self.autowrap:
                break
            torn = end < length and new[end] == STUB
            if torn:
                end -= 1
            self._store(new[at:end])
            at = max(at, end)
            if torn:
                if self._limit() - self.left < 2:
                    at += 2
                else:
                    self._wrap(2)
        if at < length:
            room = self._limit() - self.cursor.x
            if new[at + room : at + room + 1] == STUB:
                room -= 1
            self._store(new[at : at + room])
            self._pile_up(new[at + room :])

    def _pile_up(self, new: str) -> None:
        """Show cells in the last column, one over the other; wide ones have no room there."""
        new = last_narrow(new)
        if new:
            self.cursor.x = self._limit() - 1
            self._store(new)

    def _draw_char(self, char: str) -> None:
        """Show one character."""
        if char < " " or "\x7f" <= char < "\xa0":
            return
        if not (may_join(char) and self._join(char)):
            self._place(single(char))

    def _before(self) -> int:
        """Return the column of the cell before the cursor, -1 when there is none."""
        self._cooked(self.cursor.y)
        x = self.cursor.x
        if not self.pending:
            x -= 1
        text = self.T[self.cursor.y]
        if x > 0 and x < len(text) and text[x] == STUB:
            x -= 1
        return x

    def _join(self, char: str) -> bool:
        """Join a character to the cell before the cursor; tell whether it is dealt with."""
        width = char_width(char)
        if width == 0 and not attaches(char):
            return True
        x = self._before()
        if x < 0:
            return width == 0
        if width and not self.last:
            # Two flag letters or emoji that were not printed in a row stay two characters.
            return False
        y = self.cursor.y
        attrs = self._cooked(y)
        text = self.T[y]
        old = text[x : x + 2] if text[x + 1 : x + 2] == STUB else text[x : x + 1] or " "
        new = attach(old, char)
        if new is None:
            return width == 0
        if len(new) > len(old) and self._limit() - x < 2:
            # A narrow cell may not show what every terminal draws wide.
            return True
        look_before = attrs[x] if x < len(attrs) else "\0"
        if new != old:
            self.T[y], self.A[y] = put(text, attrs, x, new, look(look_before, len(new)))
        if len(new) > len(old):
            self._advance(x + 2)
        self.last = new
        return True

    def _place(self, new: str) -> None:
        """Show the cells of one character, wrapping and inserting as the modes say."""
        cursor = self.cursor
        size = len(new)
        if self.pending:
            self._wrap(1)
        limit = self._limit()
        if cursor.x + size > limit:
            if not self.autowrap or size > limit - self.left:
                return
            self._wrap(2)
            limit = self._limit()
        if self.insert:
            attrs = self._cooked(cursor.y)
            self._set_row(cursor.y, *insert(self.T[cursor.y], attrs, cursor.x, size, limit, "\0"))
        self._store(new)

    def _store(self, new: str) -> None:
        """Put cells that fit at the cursor and move on."""
        if not new:
            return
        y = self.cursor.y
        attrs = self._cooked(y)
        self.T[y], self.A[y] = put(
            self.T[y], attrs, self.cursor.x, new, look(self.style.ch, len(new))
        )
        self.last = new[-2:] if new[-1] == STUB else new[-1]
        self._advance(self.cursor.x + len(new))

    def _wrap(self, flag: int) -> None:
        """Go on in the next row; `flag` 2 says that the last column stays empty."""
        y = self.cursor.y
        if self.full:
            if flag == 2:
                attrs = self._cooked(y)
                self._set_row(y, *truncate(self.T[y], attrs, self.columns - 1))
            self.W[y] = flag
        self.index()
        self.cursor.x = self.left if self.cursor.x >= self.left else 0

    def repeat(self, count: int | None = None) -> None:
        """Show the character before the sequence again (REP); nothing after anything else.

        Nor is there anything to repeat after it, as in xterm.
        """
        if not self.last:
            return
        last = self.last
        if self.insert:
            self._insert_cells(last * min(count or 1, self.columns))
        else:
            self._draw_cells(last * self._repeats(len(last), count or 1))
        self.last = ""

    def _repeats(self, size: int, count: int) -> int:
        """Return how often a character of `size` cells has to be shown for `count` times.

        Side margins lose the rows that scroll out, so all after a screen of them look the same.
        """
        count = min(count, self.columns * self.lines)
        each = max(1, (self.right + 1 - self.left) // size)
        surplus = (count - self.columns) // each - self.lines - 3
        return count if self.full or surplus <= 0 else count - surplus * each

    # Character sets.

    def define_charset(self, code: str, mode: str) -> None:
        """Designate a set: `mode` is "(", ")", "*" or "+" for G0 to G3 (SCS)."""
        slot = _DESIGNATORS.find(mode)
        if slot >= 0:
            self.sets[slot] = known(code)
            self._fast_changed()

    def _lock_shift(self, slot: int) -> None:
        self.gl = slot
        self._fast_changed()

    def shift_in(self) -> None:
        """Use G0 (SI, LS0)."""
        self._lock_shift(0)

    def shift_out(self) -> None:
        """Use G1 (SO, LS1)."""
        self._lock_shift(1)

    def lock_shift_2(self) -> None:
        """Use G2 (LS2)."""
        self._lock_shift(2)

    def lock_shift_3(self) -> None:
        """Use G3 (LS3)."""
        self._lock_shift(3)

    def single_shift_2(self) -> None:
        """Use G2 for the next character (SS2)."""
        self.single_shift = 2
        self._fast_changed()

    def single_shift_3(self) -> None:
        """Use G3 for the next character (SS3)."""
        self.single_shift = 3
        self._fast_changed()
