"""Variants side by side, of which one is picked.

One idea: as many panes as fit are a window over all variants; the pane with the focus is always in
it. So four drafts on a wide terminal and two on a narrow one are the same thing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mplex.dialog.dialog_keys import steps
from mplex.dialog.field import Field
from mplex.dialog.fields.compare_pane import Pane
from mplex.dialog.fields.display import SCROLL_KEYS
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import draw_label, label_height
from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.fields.usual_keys import PRESS_BASES
from mplex.dialog.fields.widget import FieldWidget, KeyHint, Took
from mplex.dialog.pixels import rows_of
from mplex.dialog.wheel import wheel_rows
from mplex.geometry import Point, Rect, Size
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.rows import Row
from mplex.ui.surface import Surface
from mplex.vt.widths import text_width

MAX_COLUMNS = 4
"""Panes that stand side by side at most."""
MIN_PANE = 24
"""Columns that a pane needs; where there is less, fewer stand side by side."""
BOXED = 8
"""Columns from which on a pane has a box."""
LEAST_CAP = 360
"""Pixels that a `max_height` leaves a pane in any case."""
DETAIL_ROWS = 3
"""Rows of a caption."""
PICKED, FREE = "(•)", "( )"


class Layout(NamedTuple):
    """Where the panes are at a width."""

    shown: range
    """The numbers of the panes in view."""
    head: int
    """Rows of the label above."""
    view: Size
    """The content of a pane in view."""
    boxed: bool
    pane_cols: int
    detail: int
    """Rows of captions below the panes."""
    note: bool
    """Whether a last row says which variants are in view, or what became of a clip."""

    @property
    def bottom(self) -> int:
        """The row below the panes, before the captions."""
        return self.head + self.view.rows + 1 + self.boxed

    def left(self, index: int) -> int:
        """Return the first column of a pane in view."""
        return (index - self.shown.start) * (self.pane_cols + 1)

    def place(self, index: int) -> Rect:
        """Return the cells of the content of a pane in view."""
        return Rect(self.head + 1, self.left(index) + 2 * self.boxed, *self.view)


class CompareWidget(FieldWidget):
    """The widget of a `compare`."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit.looks)
        self.kit = kit
        variants = field["variants"] or ()
        self.panes = [Pane(variant, kit) for variant in variants]
        caps = [each["max_height"] for each in variants if each.get("max_height")]
        self.cap = rows_of(max(LEAST_CAP, min(caps))) if caps else 0
        self.current = 0
        self.picked: int | None = None
        self._first = 0
        self._said = ""
        self._pressed: int | None = None
        self._hear()

    def _hear(self) -> None:
        """Take over what the panes could not show."""
        for pane in self.panes:
            for warning in pane.warnings:
                self.warn(warning, pane.value)

    def value(self) -> dict[str, str | None]:
        """Return `{"selected": the value picked or None}`."""
        return {"selected": None if self.picked is None else self.panes[self.picked].value}

    def restore(self, value: Any) -> None:
        """Pick what was picked."""
        wanted = value.get("selected") if isinstance(value, Mapping) else None
        for index, pane in enumerate(self.panes):
            if pane.value == wanted:
                self.picked = self.current = index
                self._invalidate()

    def problem(self) -> str:
        """Return that one must be picked, until one is."""
        return "Pick one of the variants." if self.picked is None else ""

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys that pick, move and scroll."""
        last = min(9, len(self.panes))
        found = [
            KeyHint(f"1-{last}", "pick"),
            KeyHint("Enter", "pick"),
            KeyHint("←→", "other pane"),
            KeyHint("↑↓", "scroll"),
        ]
        if self.panes and self.panes[self.current].clip is not None:
            found.append(KeyHint("p", "play"))
        return tuple(found)

    def layout(self, cols: int) -> Layout:
        """Return where the panes are."""
        columns = min(self.field["columns"] or len(self.panes), MAX_COLUMNS, len(self.panes))
        columns = max(1, min(columns, (cols + 1) // (MIN_PANE + 1)))
        self._first = max(0, min(self._first, self.current, len(self.panes) - columns))
        self._first = max(self._first, self.current - columns + 1)
        shown = range(self._first, min(self._first + columns, len(self.panes)))
        pane_cols = max(1, (cols - (columns - 1)) // columns)
        boxed = pane_cols >= BOXED
        inner = pane_cols - 4 * boxed
        details = [len(self._detail_rows(index, pane_cols)) for index in shown]
        detail = max(details, default=0)
        note = len(shown) < len(self.panes) or bool(self._said)
        head = label_height(self.field)
        room = max(1, self.page - head - 1 - boxed - detail - note)
        if self.cap:
            room = min(room, self.cap)
        rows = min(room, max((self.panes[index].rows(inner) for index in shown), default=1))
        return Layout(shown, head, Size(max(1, rows), inner), boxed, pane_cols, detail, note)

    def _detail_rows(self, index: int, cols: int) -> list[Row]:
        detail = self.panes[index].detail
        return text_rows(detail, cols, self.looks["dialog.hint"])[:DETAIL_ROWS] if detail else []

    def height(self, cols: int) -> int:
        """Return the rows of the label, the panes, their captions and the note."""
        layout = self.layout(cols)
        return layout.bottom + layout.detail + layout.note

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the label, and the panes in view."""
        layout = self.layout(surface.size.cols)
        draw_label(surface, self.field, self.looks, focus=focus, marked=self.marked)
        for index in layout.shown:
            self._draw_pane(surface, layout, index, focus and index == self.current)
            for row, line in enumerate(self._detail_rows(index, layout.pane_cols)):
                surface.put_row(layout.bottom + row, layout.left(index), line)
        if layout.note:
            style = self.looks["dialog.warning" if self._said else "dialog.hint"]
            surface.put(surface.size.rows - 1, 0, self._note(layout), style, surface.size.cols)
        self._hear()
        return None

    def _note(self, layout: Layout) -> str:
        if self._said:
            return self._said
        first, last, count = layout.shown.start, layout.shown.stop, len(self.panes)
        numbers = f"{first + 1}-{last}" if last > first + 1 else f"{last}"
        before, after = "◀" if first else " ", "▶" if last < count else " "
        return f"{before} {numbers} of {count} {after}"

    def _draw_pane(self, surface: Surface, layout: Layout, index: int, focus: bool) -> None:
        pane = self.panes[index]
        left = layout.left(index)
        role = "dialog.title" if focus else "dialog.border"
        picked = index == self.picked
        title = f"{PICKED if picked else FREE} {index + 1} {pane.label}"
        title_role = "dialog.title" if focus or picked else "dialog.label"
        if layout.boxed:
            box = Rect(layout.head, left, layout.view.rows + 2, layout.pane_cols)
            surface.box(box, self.looks[role], "heavy" if focus else "rounded")
            room = layout.pane_cols - 4
            surface.put(layout.head, left + 1, " ", self.looks[role])
            width = surface.put(layout.head, left + 2, title, self.looks[title_role], room)
            surface.put(layout.head, left + 2 + width, " ", self.looks[role])
        else:
            surface.put(layout.head, left, title, self.looks[title_role], layout.pane_cols)
        marks = left + layout.pane_cols - 1
        pane.draw(surface, layout.place(index), marks, role)

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Pick, go to another pane, scroll, or play a clip."""
        base = event.key.base
        if event.key.mods or not self.panes:
            return Took.NO
        if base in PRESS_BASES:
            if base != " " and self.picked == self.current:
                return Took.SUBMIT
            return self._pick(self.current)
        digit = base[2:] if base.startswith("KP") else base
        if len(digit) == 1 and digit in "123456789" and int(digit) <= len(self.panes):
            return self._pick(int(digit) - 1)
        if base in ("Left", "Right"):
            return self._go(self.current + (1 if base == "Right" else -1))
        if base == "p":
            return self._play()
        if base in SCROLL_KEYS:
            layout = self.layout(cols)
            everything = max(pane.rows(layout.view.cols) for pane in self.panes)
            by = steps(SCROLL_KEYS[base], layout.view.rows - 1, everything)
            return self._scroll(by, self.current, layout)
        return Took.NO

    def _pick(self, index: int) -> Took:
        self.current = index
        if self.picked != index:
            self.picked = index
            self.changed()
        self._invalidate()
        return Took.YES

    def _go(self, index: int) -> Took:
        if not 0 <= index < len(self.panes):
            return Took.NO
        self.current = index
        self._said = ""
        self._invalidate()
        return Took.YES

    def _play(self) -> Took:
        pane = self.panes[self.current]
        if pane.clip is None:
            return Took.NO
        before = pane.clip_warning
        why = pane.play()
        self.rewarn(before, pane.clip_warning, pane.value)
        self._said = f"! {why}" if why else f"▶ playing {pane.label}"
        self._invalidate()
        return Took.YES

    def _scroll(self, by: int, index: int, layout: Layout) -> Took:
        panes = self.panes if self.field["sync_scroll"] else [self.panes[index]]
        # All stand at the same row, the shorter ones at most at their last page.
        start = max(pane.top for pane in panes)
        last = max(pane.last_top(layout.view) for pane in panes)
        top = max(0, min(start + by, last))
        if top == start:
            return Took.NO
        for pane in panes:
            pane.top = min(top, pane.last_top(layout.view))
        self._invalidate()
        return Took.YES

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Pick the pane that is clicked, and scroll the one under the wheel."""
        layout = self.layout(cols)
        index = self._pane_at(event, layout)
        by = wheel_rows(event)
        if by and index is not None:
            return self._scroll(by, index, layout)
        if event.action == "down" and event.button == 1:
            self._pressed = index
            if index is None and layout.note and event.row >= layout.bottom + layout.detail:
                on = event.col >= text_width(self._note(layout)) // 2
                return self._go(layout.shown.stop if on else layout.shown.start - 1)
            return Took.YES if index is not None else Took.NO
        if event.action == "up" and self._pressed is not None:
            pressed, self._pressed = self._pressed, None
            return self._pick(pressed) if index == pressed else Took.YES
        return Took.NO

    def focus_rows(self, cols: int) -> tuple[int, int]:
        """Return the headings of the panes and the first row of what they say."""
        head = self.layout(cols).head
        return head, head + 1

    def _pane_at(self, event: MouseEvent, layout: Layout) -> int | None:
        """Return the number of the pane at a place, its caption included."""
        if not layout.head <= event.row < layout.bottom + layout.detail:
            return None
        for index in layout.shown:
            if 0 <= event.col - layout.left(index) < layout.pane_cols:
                return index
        return None
