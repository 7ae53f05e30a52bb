"""Putting characters on the screen, whatever the modes.  Fourth layer of `Grid`.

The idea: `draw` is the careful road; `interpreter` and `flood` store plain text directly when
nothing special applies.  Text goes in pieces that surely fit; at the right margin, in insert mode
and where a character may join the cell before the cursor it goes one character at a time.  What
joins is decided by what stands on the screen, so it does not matter how the text was cut up.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from mplex.vt.chars import CELL_MAP, MARK, STUB, attaches, char_width, may_join
from mplex.vt.charsets import known, table
from mplex.vt.clusters import attach, cells, single
from mplex.vt.motion import Motion
from mplex.vt.reflow import split
from mplex.vt.rows import insert, look, put, truncate

_DESIGNATORS = "()*+"


def _hidden(text: str) -> int:
    """Return how many characters at the start of a text show nothing at all."""
    for at, char in enumerate(text):
        if " " <= char < "\x7f" or char >= "\xa0" and (char_width(char) or attaches(char)):
            return at
    return len(text)


@mypyc_attr(allow_interpreted_subclasses=True)
class Drawing(Motion):
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
        if self.insert and text.isascii() and text.isprintable():
            self._insert_plain(text)
            return
        if not self.insert and not may_join(text[0]):
            new = text.translate(CELL_MAP)
            if MARK not in new:
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

    def _insert_plain(self, text: str) -> None:
        """Insert printable ASCII (IRM), as much as a row holds at a time."""
        cursor = self.cursor
        while text:
            if self.pending:
                self._wrap(1)
            limit = self._limit()
            part = text[: limit - cursor.x]
            text = text[len(part) :]
            if text and not self.autowrap:
                # All that is left goes into the last column, one over the other.
                part, text = part[:-1] + text[-1], ""
            y, attrs = cursor.y, self._cooked(cursor.y)
            row = insert(self.T[y], attrs, cursor.x, len(part), limit, "\0")
            self._set_row(y, *row)
            self._store(part)

    def _draw_cells(self, new: str) -> None:
        """Show cells, wrapping at the right margin; nothing in them joins what is before."""
        at = 0
        length = len(new)
        while at < length:
            if self.pending:
                if length - at > self.columns * 2 and self._may_append():
                    self._draw_rows(new[at:])
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
        if at < length and not self.insert and STUB not in new[at:]:
            # All that does not fit goes into the last column, one over the other.
            room = self._limit() - self.cursor.x
            self._store(new[at : at + room - 1] + new[-1])
            return
        while at < length:
            size = 2 if new[at + 1 : at + 2] == STUB else 1
            self._place(new[at : at + size])
            at += size

    def _may_append(self) -> bool:
        """Tell whether the next rows of a long line simply scroll in."""
        bottom = self.lines - 1
        whole = self.top == 0 and self.cursor.y == self.bottom == bottom
        return whole and self.full and self.style.bg < 0 and self.columns > 1

    def _draw_rows(self, new: str) -> None:
        """Show the rest of a long line, which starts in a new row, as whole rows."""
        columns = self.columns
        self.W[self.lines - 1] = 1
        styled = self.style.id != 0
        unit = new[:2] if new[1] == STUB else new[0]
        if columns % len(unit) == 0 and new == unit * (len(new) // len(unit)):
            # One character repeated: the rows are all the same string.
            count = (len(new) - 1) // columns
            last = new[: len(new) - count * columns]
            texts = [new[:columns]] * count
            texts.append(last)
            look = self.style.ch * columns if styled else ""
            looks: list[str | None] = [look] * count
            looks.append(look[: len(last)])
            wraps = [1] * count
            wraps.append(0)
        else:
            rows = split(new, self.style.ch * len(new) if styled else "", columns)
            last = rows[-1][0]
            texts = [row[0] for row in rows]
            looks = [row[1] for row in rows]
            wraps = [row[2] for row in rows]
        self._append_rows(texts, looks, wraps, self.lines)
        self.last = new[-2:] if new[-1] == STUB else new[-1]
        self.cursor.x = 0
        self._advance(len(last))

    def _limit(self) -> int:
        """Return the column behind the last one that text may fill."""
        return self.right + 1 if self.cursor.x <= self.right else self.columns

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

    def _advance(self, x: int) -> None:
        """Put the cursor at column `x`, or let it wait when that is behind the last column."""
        limit = self._limit()
        if x < limit:
            self.cursor.x = x
            self.pending = False
        else:
            self.cursor.x = limit - 1
            self.pending = self.autowrap

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
            for _ in range(min(count or 1, self.columns)):
                self._place(last)
        else:
            self._draw_cells(last * min(count or 1, self.columns * self.lines))
        self.last = ""

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
