"""The scrolling part of a form: the fields of one tab below one another, as far as in view.

One idea: the heights of all fields are known, and only those in view are drawn, whole, from
pictures that they keep, and again only where such a picture is a new one. What the person works on
is brought into view; otherwise the body stays where it was scrolled to.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from mplex.dialog.box import draw_scroll_marks
from mplex.dialog.fields.label import POINTER
from mplex.dialog.fields.surface_canvas import SurfaceCanvas
from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.form.entry import Entry
from mplex.geometry import Point, Rect, Size
from mplex.ui.rows import Row
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme

_changes = attrgetter("changes")


class Gaps(NamedTuple):
    """Blank rows below the text above the fields, and between fields."""

    intro: int
    field: int


class Slot(NamedTuple):
    """Where one entry lies in the whole body; the intro has a slot without an entry."""

    entry: Entry | None
    top: int
    rows: int
    """Rows of the widget."""
    remarks: Sequence[Row]
    """What is said below the widget; the intro has nothing else."""

    @property
    def end(self) -> int:
        """The first row below it and its remarks."""
        return self.top + self.rows + len(self.remarks)


class Drawn(NamedTuple):
    """A slot in view, and what it shows."""

    slot: Slot
    canvas: SurfaceCanvas | None
    """The picture of the entry; the same one as before when nothing has happened to it."""
    focus: bool


class Kept(NamedTuple):
    """The last picture, and what has to be the same for a part of it to be taken over."""

    frame: Surface
    where: tuple[Rect, int, list[Slot]]
    """The place, the row of the body that is the first there, and the slots in view."""
    drawn: Sequence[Drawn]
    cursors: Sequence[Point | None]
    """Where each of the slots has the cursor."""
    surface: Surface


class Body:
    """The fields of one tab at one place of scrolling."""

    def __init__(self, intro: str, entries: Sequence[Entry], looks: Theme) -> None:
        self.entries = entries
        self.top = 0
        self.misjudged = False
        """Whether a field was drawn with another height than it had said."""
        self._intro = intro
        self._looks = looks
        self._intro_rows: tuple[tuple[str, int], list[Row]] = (("", 0), [])
        self._slots: dict[tuple[object, ...], list[Slot]] = {}
        self._counted = -1
        """The changes of all entries for which those slots hold."""
        self._kept: Kept | None = None

    def slots(self, cols: int, gaps: Gaps, *, hidden: bool = False, title: str = "") -> list[Slot]:
        """Return the slots of everything shown (or of all, `hidden` ones too) from the top.

        `title` is said above everything when the frame has no room for it. They are worked out
        anew only after something has happened to an entry.
        """
        changes = sum(map(_changes, self.entries))
        if changes != self._counted:
            self._counted = changes
            self._slots.clear()
        key = (cols, gaps, hidden, title)
        if key not in self._slots:
            self._slots[key] = self._placed(cols, gaps, hidden, title)
        return self._slots[key]

    def _placed(self, cols: int, gaps: Gaps, hidden: bool, title: str) -> list[Slot]:
        rows = self._rows_of_intro(title, cols)
        found = [Slot(None, 0, 0, rows)] if rows else []
        at, before = len(rows) + (gaps.intro if rows else 0), 0
        for entry in self.entries:
            if not (entry.shown or hidden):
                continue
            height = entry.height(cols)
            remarks = entry.remarks(cols)
            # Neighbours of one row each, such as checkboxes, belong together.
            if before > 1 or (before and height + len(remarks) > 1):
                at += gaps.field
            found.append(Slot(entry, at, height, remarks))
            at = found[-1].end
            before = height + len(remarks)
        return found

    def rows(self, slots: Sequence[Slot]) -> int:
        """Return the rows of the whole body."""
        return slots[-1].end if slots else 0

    def scroll(self, by: int, slots: Sequence[Slot], view: Size) -> bool:
        """Move by so many rows, but not beyond either end; say whether anything moved."""
        before = self.top
        self.top = max(0, min(self.top + by, self.rows(slots) - view.rows))
        return self.top != before

    def in_view(self, slot: Slot, view: Size) -> bool:
        """Say whether any of the rows that matter while it has the focus is in view."""
        first, last = _needed(slot, view)
        return first < self.top + view.rows and last >= self.top

    def is_far(self, slot: Slot, view: Size) -> bool:
        """Say whether a field is more than a page out of view."""
        first, last = _needed(slot, view)
        page = max(1, view.rows - 1)
        return first >= self.top + view.rows + page or last < self.top - page

    def reveal(self, slot: Slot, slots: Sequence[Slot], view: Size) -> None:
        """Bring a field into view: all of it if it fits, else the rows that matter now."""
        if slot.end - slot.top <= view.rows:
            self.bring(slot.top, slot.end - 1, view)
        else:
            self.bring(*_needed(slot, view), view)
        self.scroll(0, slots, view)

    def bring(self, first: int, last: int, view: Size) -> None:
        """Scroll as little as brings rows of the body into view, the last ones if not all fit."""
        if last >= self.top + view.rows:
            self.top = last + 1 - view.rows
        self.top = min(self.top, max(first, last + 1 - view.rows))

    def draw(
        self, frame: Surface, part: Rect, slots: Sequence[Slot], focus: Entry | None
    ) -> tuple[Surface, Point | None]:
        """Draw what is in view at `part` on a copy of the frame.

        Returns that, and where the cursor is, relative to it.
        """
        self.scroll(0, slots, part.size)
        self.misjudged = False
        last = self.top + part.rows
        drawn = [
            Drawn(slot, None, focus=False)
            if slot.entry is None
            else Drawn(slot, slot.entry.render(part.cols, slot.entry is focus), slot.entry is focus)
            for slot in slots
            if slot.end > self.top and slot.top < last
        ]
        surface, cursor = self._draw_slots(frame, part, drawn)
        below = self.rows(slots) > last
        draw_scroll_marks(surface, part, (self.top > 0, below), self._looks)
        return surface, cursor

    def forget(self) -> None:
        """Keep no picture of what is in the fields."""
        self._kept = None

    def _draw_slots(
        self, frame: Surface, part: Rect, drawn: Sequence[Drawn]
    ) -> tuple[Surface, Point | None]:
        """Draw what looks different than in the last picture, all when anything has moved."""
        where = (part, self.top, [each.slot for each in drawn])
        kept = self._kept
        cursors: list[Point | None] = []
        if kept is None or kept.frame is not frame or kept.where != where:
            surface = frame.copy()
            cursors = [self._draw_slot(surface, part, each) for each in drawn]
        else:
            surface = kept.surface.copy()
            for now, before, cursor in zip(drawn, kept.drawn, kept.cursors, strict=True):
                # What has changed covers what was there, since both are as wide as the part.
                if now.canvas is before.canvas and now.focus == before.focus:
                    cursors.append(cursor)
                    continue
                cursors.append(self._draw_slot(surface, part, now))
        # Pictures are not told apart by the rows that they lie upon.
        keeps = not surface.pictures and not self.misjudged
        self._kept = Kept(frame, where, drawn, cursors, surface.copy()) if keeps else None
        return surface, next((cursor for cursor in reversed(cursors) if cursor), None)

    def _draw_slot(self, surface: Surface, part: Rect, drawn: Drawn) -> Point | None:
        slot, canvas, focus = drawn
        at = part.row + slot.top - self.top
        if slot.entry is None or canvas is None:
            self._put(surface, part, at, slot.remarks)
            return None
        shown = canvas.surface
        self.misjudged |= shown.size.rows != slot.rows
        rows = [Row(*each) for each in zip(shown.texts, shown.attrs, strict=True)]
        self._put(surface, part, at, rows[: slot.rows])
        if shown.pictures:
            surface.place(shown.pictures, Point(at, part.col), part)
        self._put(surface, part, at + slot.rows, slot.remarks)
        if slot.remarks and part.row < at + slot.rows + len(slot.remarks) <= part.bottom:
            slot.entry.seen = True
        if canvas.cursor is not None:
            cursor = Point(at + canvas.cursor[1], part.col + canvas.cursor[0])
            if part.contains(*cursor):
                return cursor
        if focus:
            self._point(surface, part, range(at, at + slot.rows + len(slot.remarks)))
        return None

    def _point(self, surface: Surface, part: Rect, rows: range) -> None:
        """Point at a field whose own marker is out of view, where there is room for it."""
        shown = rows[max(0, part.row - rows.start) : max(0, part.bottom - rows.start)]
        if not shown or any(POINTER in surface.texts[row][part.col :] for row in shown):
            return
        if surface.texts[shown[0]][part.col] == " ":
            surface.put(shown[0], part.col, POINTER, self._looks["dialog.title"])

    def _put(self, surface: Surface, part: Rect, at: int, rows: Sequence[Row]) -> None:
        """Put rows below one another, as far as they are in view; hot, once for every row."""
        texts, attrs = surface.texts, surface.attrs
        left, right = part.col, part.right
        for index in range(max(0, part.row - at), min(len(rows), part.bottom - at)):
            row, line = rows[index], at + index
            if len(row.text) == len(row.attrs) == part.cols:
                # Beside a whole row there is only the frame, with no wide character to tear.
                texts[line] = texts[line][:left] + row.text + texts[line][right:]
                attrs[line] = attrs[line][:left] + row.attrs + attrs[line][right:]
            else:
                surface.put_row(line, left, row)

    def slot_at(self, row: int, slots: Sequence[Slot]) -> Slot | None:
        """Return the slot at a row of the view."""
        row += self.top
        return next((slot for slot in slots if slot.top <= row < slot.end), None)

    def _rows_of_intro(self, title: str, cols: int) -> list[Row]:
        """Return the text above the fields, below the title when the frame cuts that."""
        said = "\n\n".join(part for part in (title, self._intro) if part)
        if self._intro_rows[0] != (said, cols):
            rows = text_rows(said, cols, self._looks["dialog"]) if said else []
            self._intro_rows = ((said, cols), rows)
        return self._intro_rows[1]


def _needed(slot: Slot, view: Size) -> tuple[int, int]:
    """Return the first and the last row that must be in view while the slot has the focus."""
    if slot.entry is None:
        return slot.top, slot.top
    first, last = slot.entry.widget.focus_rows(view.cols)
    last = max(0, min(last, slot.rows - 1))
    first = max(0, min(first, last), last + 1 - view.rows)
    return slot.top + first, slot.top + last
