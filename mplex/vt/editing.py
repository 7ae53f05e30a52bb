"""Erasing, inserting and deleting cells.  Fifth layer of `Grid`.

The idea: an erased cell keeps nothing but the background of the pen (back colour erase).  The
selective forms (DECSEL, DECSED) leave cells drawn under DECSCA alone.  Erasing to the end of a row
ends its line: it no longer goes on in the next row.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from mplex.vt.chars import STUB
from mplex.vt.drawing import Drawing
from mplex.vt.rows import Cells, delete, erase, insert, trim
from mplex.vt.styles import PROTECTED, intern_style, style_of

MAX_KEPT: Final = 256
"""Rows whose selective erase is remembered: it is mostly asked for again."""

_guards: dict[str, str] = {}
_erased: dict[tuple[str, str, int, int], Cells] = {}


def guards_of(looks: str) -> str:
    """Return the protected styles among the attributes of cells."""
    found = _guards.get(looks)
    if found is None:
        if len(_guards) >= MAX_KEPT:
            _guards.clear()
        found = "".join([ch for ch in set(looks) if style_of(ch).flags & PROTECTED])
        _guards[looks] = found
    return found


def erase_around(text: str, attrs: str, x: int, end: int) -> Cells:
    """Return the row with the cells from `x` to `end` blank but for those that are protected."""
    key = (text, attrs, x, end)
    found = _erased.get(key)
    if found is None:
        if len(_erased) >= MAX_KEPT:
            _erased.clear()
        found = _erased[key] = _erase_around(text, attrs, x, end)
    return found


def _erase_around(text: str, attrs: str, x: int, end: int) -> Cells:
    """Do what `erase_around` does; linear in the length of the row."""
    guards = guards_of(attrs[x:end])
    cells, looks = list(text), list(attrs.ljust(len(text), "\0"))
    for at in range(x, min(end, len(text))):
        if looks[at] not in guards:
            cells[at], looks[at] = " ", "\0"
            # Half of a wide character does not stay.
            if text[at] == STUB and at:
                cells[at - 1] = " "
            if text[at + 1 : at + 2] == STUB:
                cells[at + 1] = " "
    return trim("".join(cells), "".join(looks))


@mypyc_attr(allow_interpreted_subclasses=True)
class Editing(Drawing):
    """Erasing and shifting cells."""

    def _erase(self, y: int, x: int, end: int) -> None:
        """Blank the cells of row `y` from `x` to `end`."""
        columns = self.columns
        ch = self.style.blank.ch
        if x == 0 and end >= columns:
            self.T[y], self.A[y] = self._blank_row()
        else:
            attrs = self._cooked(y)
            self._set_row(y, *erase(self.T[y], attrs, x, end, ch))
        if end >= columns:
            self.W[y] = 0

    def _erase_unprotected(self, y: int, x: int, end: int) -> None:
        """Blank the cells of row `y` from `x` to `end` that DECSCA does not protect."""
        attrs = self._cooked(y)
        looks = attrs[x:end] if self._guards else ""
        if not looks or not guards_of(looks):
            if x == 0 and end >= self.columns:
                self._set_row(y, "", "")
            else:
                self._set_row(y, *erase(self.T[y], attrs, x, end, "\0"))
            return
        self._set_row(y, *erase_around(self.T[y], attrs, x, end))

    def _erase_region(self, y: int, x: int, end: int, selective: bool) -> None:
        if selective:
            self._erase_unprotected(y, x, end)
        else:
            self._erase(y, x, end)

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        """Erase to the end of the row (0), to its start (1) or all of it (2) (EL, DECSEL)."""
        x, y = self.cursor.x, self.cursor.y
        if how == 0:
            self._erase_region(y, x, self.columns, private)
        elif how == 1:
            self._erase_region(y, 0, x + 1, private)
        elif how == 2:
            self._erase_region(y, 0, self.columns, private)
        self.pending = False

    def erase_in_display(self, how: int = 0, *rest: int, private: bool = False) -> None:
        """Erase below (0), above (1), everything (2) or the history (3) (ED, DECSED).

        Erasing everything on the main screen, also as all that is below its first cell, moves what
        was there into the history.
        """
        x, y = self.cursor.x, self.cursor.y
        if how == 3:
            if not private:
                self.clear_history()
            return
        if how not in (0, 1, 2):
            return
        if not private and (how == 2 or how == 0 and x == 0 and y == 0):
            self._save_screen(self.clears_into_history)
        elif not self.alternate and not private and how == 1:
            self.history.end_line()
        first = 0 if how else y + 1
        last = y if how == 1 else self.lines
        if how == 0:
            self._erase_region(y, x, self.columns, private)
        elif how == 1:
            self._erase_region(y, 0, x + 1, private)
        if not private:
            self._fill_rows(first, last, *self._blank_row())
        elif self._guards:
            for row in range(first, last):
                if self.A[row] == "":
                    self.T[row] = ""
                else:
                    self._erase_unprotected(row, 0, self.columns)
        elif first < last:
            self.T[first:last] = [""] * (last - first)
            self.A[first:last] = [""] * (last - first)
        self.pending = False

    def _save_screen(self, keep: bool = True) -> None:
        """Push the rows of the main screen down to the last used one into the history.

        Without `keep` they are left out, and only the line that ends in the history is closed.
        """
        if self.alternate:
            return
        count = Editing._used_rows(self)
        if count and keep:
            self.W[count - 1] = 0
            self._push_history(count)
        else:
            self.history.end_line()

    def _used_rows(self) -> int:
        """Return the number of rows down to the last one that shows text."""
        texts = self.T
        count = self.lines if any(texts) else 0
        blank = self._coloured_row[0]
        while count:
            text = texts[count - 1]
            if text and text is not blank:
                if self.A[count - 1] is None:
                    self._cooked(count - 1)
                    text = texts[count - 1]
                # A row of colours alone is none.
                if text and (not text.isspace() or text.strip(" ")):
                    break
                blank = text
            count -= 1
        return count

    def clear_history(self) -> None:
        """Forget the rows above the main screen."""
        self.history.clear()

    def erase_characters(self, count: int | None = None) -> None:
        """Blank cells from the cursor on (ECH)."""
        x = self.cursor.x
        self._erase(self.cursor.y, x, min(self.columns, x + (count or 1)))
        self.pending = False

    def insert_characters(self, count: int | None = None) -> None:
        """Insert blank cells at the cursor (ICH)."""
        self.pending = False
        x, y = self.cursor.x, self.cursor.y
        if self.left <= x <= self.right:
            attrs = self._cooked(y)
            ch = self.style.blank.ch
            self._set_row(y, *insert(self.T[y], attrs, x, count or 1, self.right + 1, ch))

    def delete_characters(self, count: int | None = None) -> None:
        """Delete cells at the cursor (DCH)."""
        self.pending = False
        x, y = self.cursor.x, self.cursor.y
        if self.left <= x <= self.right:
            attrs = self._cooked(y)
            ch = self.style.blank.ch
            self._set_row(y, *delete(self.T[y], attrs, x, count or 1, self.right + 1, ch))

    def set_protection(self, how: int = 0) -> None:
        """Protect what is drawn from now on from selective erase (1), or not (0, 2) (DECSCA)."""
        pen = self.style
        flags = pen.flags & ~PROTECTED
        if how == 1:
            flags |= PROTECTED
            self._guards = True
        if how in (0, 1, 2):
            self.style = intern_style(pen.fg, pen.bg, flags, pen.ul, pen.link)

    def alignment_display(self) -> None:
        """Fill the screen with E, reset margins, go home (DECALN)."""
        self._fill_rows(0, self.lines, "E" * self.columns, "")
        self.top, self.bottom = 0, self.lines - 1
        self.left, self.right = 0, self.columns - 1
        self._fast_changed()
        self.cursor.x = self.cursor.y = 0
        self.pending = False
