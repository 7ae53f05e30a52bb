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
from mplex.vt.rows import delete, insert, replace, section
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
            # Named by its class a method is called directly where this is compiled.
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
        """Move the cells between the side margins up by `count`, down when it is negative; hot."""
        left, end = self.left, self.right + 1
        width = end - left
        texts, looks = self.T, self.A
        rows, styles = texts[top : bottom + 1], looks[top : bottom + 1]
        if None in styles:
            styles = [self._cooked(y) for y in range(top, bottom + 1)]
            rows = texts[top : bottom + 1]
        parts = [text[left:end] for text in rows]
        part_looks = [look[left:end] if look else "" for look in styles]
        torn = False
        if STUB in "".join(rows):
            for at in range(len(rows)):
                text = rows[at]
                if text[left : left + 1] == STUB or text[end : end + 1] == STUB:
                    parts[at], part_looks[at] = section(text, styles[at] or "", left, end)
                    torn = True
        blank = self.style.blank.ch
        size = width if blank != "\0" else 0
        missing = [" " * size] * abs(count)
        missing_looks = [blank * size] * abs(count)
        if count > 0:
            new = parts[count:] + missing
            new_looks = part_looks[count:] + missing_looks
        else:
            new = missing + parts[:count]
            new_looks = missing_looks + part_looks[:count]
        self.W[top : bottom + 1] = [0] * (bottom + 1 - top)
        if not torn and new == parts and new_looks == part_looks:
            return
        for at in range(len(rows)):
            if torn or new[at] != parts[at] or new_looks[at] != part_looks[at]:
                y = top + at
                row = replace(rows[at], styles[at] or "", left, end, new[at], new_looks[at])
                texts[y], looks[y] = row

    def _append_rows(
        self,
        texts: list[str],
        attrs: list[str | None],
        wraps: list[int],
        keep: int,
        top: int = 0,
    ) -> None:
        """Let rows scroll in before row `keep`, and those from `top` on out.

        `attrs` and `wraps` may be empty for none.  The rows behind stay as they are: they are below
        the region, or blank.
        """
        count = len(texts)
        first = min(count, keep - top)
        start = count - first
        if top > 0:
            self.W[top - 1] = 0
        elif not self.alternate:
            State._push_history(self, first)
            if start and not wraps and not attrs:
                self.history.extend(texts[:start])
            elif start:
                blanks: list[str | None] = [""] * start
                looks = attrs[:start] if attrs else blanks
                flags = wraps[:start] if wraps else [0] * start
                self.history.extend(entries_of(texts[:start], looks, flags, self.columns))
        left = top + first
        self.T[top:keep] = self.T[left:keep] + texts[start:]
        self.A[top:keep] = self.A[left:keep] + (attrs[start:] if attrs else [""] * first)
        self.W[top:keep] = self.W[left:keep] + (wraps[start:] if wraps else [0] * first)

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
        end = self.right + 1
        blank = self.style.blank.ch
        texts, looks = self.T, self.A
        old_text: str | None = None
        old_attrs: str | None = None
        new = ("", "")
        for y in range(self.top, self.bottom + 1):
            text = texts[y]
            if blank == "\0" and len(text) <= x and looks[y] is not None:
                continue
            attrs = looks[y]
            if attrs is None:
                attrs = self._cooked(y)
                text = texts[y]
            if text is not old_text or attrs is not old_attrs:
                # Rows that were filled together are the same.
                old_text, old_attrs = text, attrs
                if count > 0:
                    new = delete(text, attrs, x, count, end, blank)
                else:
                    new = insert(text, attrs, x, -count, end, blank)
            texts[y], looks[y] = new

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
