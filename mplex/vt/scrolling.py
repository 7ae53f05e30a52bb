"""Moving rows: scrolling, inserting and deleting them.  Second layer of `Grid`.

The idea: all of it is `scroll_up` and `scroll_down` of a rectangle.  Whole rows move as list items;
with left and right margins (DECLRMM) the part between them is cut out and put one row further.
New cells have the present background (back colour erase).  Rows leaving the top of the main
screen, when the region starts there, go into the history.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from mplex.vt.chars import STUB
from mplex.vt.history import entries_of
from mplex.vt.rows import erase, put, section
from mplex.vt.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Scrolling(State):
    """Scroll regions."""

    def _scroll_up(self, top: int, bottom: int, count: int, keep: bool = False) -> None:
        """Move rows `top`..`bottom` up by `count`; `keep` saves what leaves the screen."""
        count = min(count, bottom - top + 1)
        if count <= 0:
            return
        if not self.full:
            self._scroll_part(top, bottom, count)
            return
        texts, attrs, wraps = self.T, self.A, self.W
        if top > 0:
            wraps[top - 1] = 0
        elif keep and not self.alternate:
            State._push_history(self, count)
        elif not self.alternate:
            self.history.end_line()
        text, attr = State._blank_row(self)
        if count == 1:
            del texts[top], attrs[top], wraps[top]
            texts.insert(bottom, text)
            attrs.insert(bottom, attr)
            wraps.insert(bottom, 0)
            return
        del texts[top : top + count], attrs[top : top + count], wraps[top : top + count]
        end = bottom + 1 - count
        texts[end:end] = [text] * count
        attrs[end:end] = [attr] * count
        wraps[end:end] = [0] * count

    def _scroll_down(self, top: int, bottom: int, count: int) -> None:
        """Move rows `top`..`bottom` down by `count`; what leaves at the bottom is lost."""
        count = min(count, bottom - top + 1)
        if count <= 0:
            return
        if not self.full:
            self._scroll_part(top, bottom, -count)
            return
        texts, attrs, wraps = self.T, self.A, self.W
        if top > 0:
            wraps[top - 1] = 0
        elif not self.alternate:
            self.history.end_line()
        text, attr = State._blank_row(self)
        if count == 1:
            del texts[bottom], attrs[bottom], wraps[bottom]
            texts.insert(top, text)
            attrs.insert(top, attr)
            wraps.insert(top, 0)
            wraps[bottom] = 0
            return
        end = bottom + 1
        del texts[end - count : end], attrs[end - count : end], wraps[end - count : end]
        texts[top:top] = [text] * count
        attrs[top:top] = [attr] * count
        wraps[top:top] = [0] * count
        wraps[bottom] = 0

    def _scroll_part(self, top: int, bottom: int, count: int) -> None:
        """Move the cells between the side margins up by `count`, down when it is negative."""
        left, end = self.left, self.right + 1
        plain = self.style.bg < 0 and not any(self.A) and None not in self.A
        if plain and STUB not in "".join(self.T):
            self._scroll_plain_part(top, bottom, count)
            return
        parts = [
            section(self.T[y], attrs, left, end)
            for y, attrs in ((y, self._cooked(y)) for y in range(top, bottom + 1))
        ]
        for y in range(top, bottom + 1):
            source = y + count
            attrs = self._cooked(y)
            self.W[y] = 0
            if top <= source <= bottom:
                new, look = parts[source - top]
                self._set_row(y, *put(self.T[y], attrs, left, new, look))
            else:
                self._set_row(y, *erase(self.T[y], attrs, left, end, self.style.blank.ch))

    def _scroll_plain_part(self, top: int, bottom: int, count: int) -> None:
        """Do what `_scroll_part` does, on a screen of narrow characters in the default style."""
        left, end = self.left, self.right + 1
        parts = [text[left:end] for text in self.T]
        for y in range(top, bottom + 1):
            source = y + count
            new = parts[source] if top <= source <= bottom else ""
            self.W[y] = 0
            if new != parts[y]:
                text = self.T[y]
                self.T[y] = text[:left].ljust(left) + new.ljust(end - left) + text[end:]

    def _append_rows(
        self, texts: list[str], attrs: list[str | None], wraps: list[int], keep: int
    ) -> None:
        """Let rows scroll in behind the first `keep` of a screen without margins.

        `attrs` and `wraps` may be empty for none.  The rows from `keep` on, at most the last one,
        must be blank and stay so.
        """
        count = len(texts)
        first = min(count, keep)
        start = count - first
        if not self.alternate:
            State._push_history(self, first)
            if start and not wraps and not attrs:
                self.history.extend(texts[:start])
            elif start:
                blanks: list[str | None] = [""] * start
                looks = attrs[:start] if attrs else blanks
                flags = wraps[:start] if wraps else [0] * start
                self.history.extend(entries_of(texts[:start], looks, flags, self.columns))
        # What is behind `keep` stays, since it is blank and stays so.
        self.T[:keep] = self.T[first:keep] + texts[start:]
        self.A[:keep] = self.A[first:keep] + (attrs[start:] if attrs else [""] * first)
        self.W[:keep] = self.W[first:keep] + (wraps[start:] if wraps else [0] * first)

    def index(self) -> None:
        """Move down one row, scrolling at the bottom margin (IND)."""
        self.pending = False
        cursor = self.cursor
        if cursor.y == self.bottom:
            if self.left <= cursor.x <= self.right:
                Scrolling._scroll_up(self, self.top, self.bottom, 1, True)
        elif cursor.y < self.lines - 1:
            cursor.y += 1

    def reverse_index(self) -> None:
        """Move up one row, scrolling at the top margin (RI)."""
        self.pending = False
        cursor = self.cursor
        if cursor.y == self.top:
            if self.left <= cursor.x <= self.right:
                Scrolling._scroll_down(self, self.top, self.bottom, 1)
        elif cursor.y > 0:
            cursor.y -= 1

    def scroll_up(self, count: int = 1) -> None:
        """Scroll the region up; the cursor stays (SU)."""
        self._scroll_up(self.top, self.bottom, max(1, count), True)

    def scroll_down(self, count: int = 1, *rest: int) -> None:
        """Scroll the region down; the cursor stays (SD).  Five parameters are mouse tracking."""
        if not rest:
            self._scroll_down(self.top, self.bottom, max(1, count))

    def _in_region(self) -> bool:
        cursor = self.cursor
        inside = self.top <= cursor.y <= self.bottom
        return inside and self.left <= cursor.x <= self.right

    def insert_lines(self, count: int | None = None) -> None:
        """Insert blank rows at the cursor, which goes to the left margin (IL)."""
        if self._in_region():
            self._scroll_down(self.cursor.y, self.bottom, count or 1)
            self.cursor.x = self.left
        self.pending = False

    def delete_lines(self, count: int | None = None) -> None:
        """Delete rows at the cursor, which goes to the left margin (DL)."""
        if self._in_region():
            self._scroll_up(self.cursor.y, self.bottom, count or 1)
            self.cursor.x = self.left
        self.pending = False

    def _shift_columns(self, x: int, count: int) -> None:
        """Move the cells right of `x` left by `count` in all rows, right when it is negative."""
        left, end = x, self.right + 1
        size = min(abs(count), end - left)
        blank = self.style.blank.ch
        plain = end >= self.columns and blank == "\0"
        texts, looks = self.T, self.A
        for y in range(self.top, self.bottom + 1):
            text = texts[y]
            if plain and len(text) <= left:
                continue
            attrs = self._cooked(y)
            text = texts[y]
            if plain and STUB not in text:
                gap = "" if count > 0 else " " * size
                first, last = (left + size, end) if count > 0 else (left, end - size)
                rest, look = text[first:last], attrs[first:last]
                if not look:
                    # What is only blank goes, so that it need not move again.
                    rest = rest.rstrip(" ")
                texts[y] = text[:left] + gap + rest if rest else text[:left]
                looks[y] = attrs[:left] + "\0" * len(gap) + look if look else attrs[:left]
                continue
            if count > 0:
                new, look = section(self.T[y], attrs, left + size, end)
                new, look = new + " " * size, look + blank * size
            else:
                new, look = section(self.T[y], attrs, left, end - size)
                new, look = " " * size + new, blank * size + look
            self._set_row(y, *put(self.T[y], attrs, left, new, look))

    def scroll_left(self, count: int = 1) -> None:
        """Move the region's cells to the left (SL)."""
        if self._in_region():
            self._shift_columns(self.left, max(1, count))

    def scroll_right(self, count: int = 1) -> None:
        """Move the region's cells to the right (SR)."""
        if self._in_region():
            self._shift_columns(self.left, -max(1, count))

    def insert_columns(self, count: int = 1) -> None:
        """Insert blank columns at the cursor in all rows of the region (DECIC)."""
        if self._in_region():
            self._shift_columns(self.cursor.x, -max(1, count))

    def delete_columns(self, count: int = 1) -> None:
        """Delete columns at the cursor in all rows of the region (DECDC)."""
        if self._in_region():
            self._shift_columns(self.cursor.x, max(1, count))
