"""A picture on which a point or a region is marked, by keys, by mouse, or by typed numbers.

One idea: the marks are shares of the picture (`picture_mark`); the cells only show them. Without a
picture a plain grid stands in its place, and everything works the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mplex.dialog.field import Field
from mplex.dialog.fields.image import picture_rows
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import POINTER, draw_label, indent_at, label_height
from mplex.dialog.fields.line_input import LineInput
from mplex.dialog.fields.mark_drawing import draw_point, draw_region, mark_style
from mplex.dialog.fields.picture_mark import (
    CENTRE,
    DECIMALS,
    LEAP,
    MIDDLE,
    STEP,
    Region,
    Spot,
    cell_of,
    moved_region,
    moved_spot,
    read_mark,
    region_between,
    region_of,
    resized,
    spot_at,
    spot_of,
)
from mplex.dialog.fields.usual_keys import ENTER_BASES, PRESS_BASES
from mplex.dialog.fields.widget import FieldWidget, KeyHint, Took
from mplex.dialog.picture import Picture, fitted
from mplex.geometry import Point, Rect, Size
from mplex.term.keys import SHIFT, Key, KeyEvent, MouseEvent
from mplex.ui.surface import Surface

NO_SIZE = Size(3, 4)
"""The aspect of the grid for a picture of unknown size."""
ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
"""Arrow keys, and how far right and down they go."""
CLEAR = ("DC", "BSpace")
TYPED = "0123456789."
"""What begins a typed mark."""
TYPED_LIMIT = 80
FEWER_DECIMALS = (2, 0)
"""Decimals that are shown where there is no room for all; the value has them all the same."""
DOT, DOT_COLS = "·", 4
EXPECTED = "two numbers from 0 to 1 for a point, four for a region: x, y, width, height"


class Layout(NamedTuple):
    """Where things are at a width."""

    head: int
    """The row of what is wrong with the picture, or the first row of the picture."""
    area: Rect
    """The cells of the picture."""
    status: int


class AnnotatedImageWidget(FieldWidget):
    """The widget of an `annotated_image`; its value is `{"point", "region", "natural"}`."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit.looks)
        self.kit = kit
        self.picture = Picture(field["src"], kit.media, field.text("alt"))
        self.mode = field.text("mode") or "point"
        self.region_mode = self.mode == "region"
        """Whether keys and the mouse are about the region just now."""
        self.point: Spot | None = None
        self.region: Region | None = None
        self._typed: LineInput | None = None
        self._wrong = False
        self._pressed: Point | None = None
        self._toggles: list[tuple[range, bool]] = []
        self._take(field["default"])
        self.warn(self.picture.early_warning)

    @property
    def typing(self) -> bool:  # type: ignore[override]
        """Whether numbers are being typed."""
        return self._typed is not None

    def _take(self, value: Any) -> None:
        if isinstance(value, Mapping):
            self.point = spot_of(value.get("point")) if self.mode != "region" else None
            self.region = region_of(value.get("region")) if self.mode != "point" else None

    def value(self) -> dict[str, dict[str, Any] | None]:
        """Return the marks and the size of the picture in pixels; what is not there is None."""
        rows, cols = self.picture.natural
        return {
            "point": self.point.data() if self.point else None,
            "region": self.region.data() if self.region else None,
            "natural": {"width": cols, "height": rows} if rows and cols else None,
        }

    def restore(self, value: Any) -> None:
        """Take back the marks of a value."""
        self._take(value)
        self._invalidate()

    def problem(self) -> str:
        """Return what has to be marked, while it is not and must be."""
        if not self.field["required"] or self.point or self.region:
            return ""
        marks = {"point": "a point", "region": "a region", "both": "a point or a region"}
        return f"Mark {marks[self.mode]} on the picture."

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the mark that keys are about."""
        if self._typed is not None:
            return (KeyHint("Enter", "take the numbers"), KeyHint("Esc", "leave them"))
        found = [KeyHint("arrows", "move"), KeyHint("Space", "centre"), KeyHint("0-9", "type it")]
        found.insert(1, KeyHint("Shift", "resize" if self.region_mode else "leap"))
        if self.mode == "both":
            found.append(KeyHint("p", "point") if self.region_mode else KeyHint("r", "region"))
        return (*found, KeyHint("Del", "clear"))

    def layout(self, cols: int) -> Layout:
        """Return where the picture and the line below it are."""
        head = label_height(self.field)
        top = head + bool(self.picture.problem)
        indent = indent_at(cols)
        rows = picture_rows(self.page - top - 1, self.field["max_height"])
        room = Size(rows, max(1, cols - indent))
        size = self._grid(room) if self.picture.problem else self.picture.fitted(room)
        return Layout(head, Rect(top, indent, *size), top + size.rows)

    def _grid(self, room: Size) -> Size:
        natural = self.picture.natural
        rows, cols = natural if all(natural) else NO_SIZE
        # Scaled up, since no pixel is shown.
        return fitted(Size(rows * 1000, cols * 1000), room)

    def height(self, cols: int) -> int:
        """Return the rows of the label, the picture, and the line that says what is marked."""
        return self.layout(cols).status + 1

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the picture or the grid, the marks upon it, and the line below."""
        layout = self.layout(surface.size.cols)
        head = draw_label(surface, self.field, self.looks, focus=focus, marked=self.marked)
        if focus and not head and layout.area.col:
            surface.put(0, 0, POINTER, self.looks["dialog.title"])
        if self.picture.problem:
            self._draw_grid(surface, layout)
        else:
            at, size = Point(layout.area.row, layout.area.col), layout.area.size
            self.picture.draw(surface, at, size, self.looks, colours=self.kit.colours)
        self.warn(self.picture.warning)
        style = mark_style(bool(self.kit.colours))
        # What the keys are about is drawn last, over the other mark.
        for region_mode in (not self.region_mode, self.region_mode):
            if region_mode and self.region:
                draw_region(surface, layout.area, self.region, style)
            elif not region_mode and self.point:
                draw_point(surface, layout.area, self.point, style)
        return self._draw_status(surface, layout, focus)

    def _draw_grid(self, surface: Surface, layout: Layout) -> None:
        cols = surface.size.cols
        area = layout.area
        surface.put(layout.head, area.col, self.picture.warning, self.looks["dialog.warning"], cols)
        for row in range(area.row, area.bottom):
            dots = (DOT + " " * (DOT_COLS - 1)) * area.cols
            surface.put(row, area.col, dots[: area.cols], self.looks["dialog.hint"])

    def _draw_status(self, surface: Surface, layout: Layout, focus: bool) -> Point | None:
        """Draw the toggle and the numbers, or the line in which they are typed."""
        row, col, cols = layout.status, layout.area.col, surface.size.cols
        self._toggles = []
        if self._typed is not None:
            cursor = self._typed.draw(surface, Rect(row, col, 1, min(30, cols - col)), focus)
            if self._wrong:
                surface.put(row, col + 31, EXPECTED, self.looks["dialog.error"], cols - col - 31)
            return cursor
        modes = (("point", False), ("region", True))
        active = modes[self.region_mode :][:1]
        shown = modes if self.mode == "both" else active
        ways = [*((shown, decimals) for decimals in (DECIMALS, *FEWER_DECIMALS)), (active, 0)]
        for each, decimals in ways:
            texts = [(self._toggle_text(*mode, decimals), mode[1]) for mode in each]
            if sum(len(text) for text, _mode in texts) - 2 <= cols - col:
                break
        else:
            said = self._said(self.region_mode, 0)
            named = f"{active[0][0]} {said}"
            texts = [(named if len(named) <= cols - col else said, self.region_mode)]
        for text, region_mode in texts:
            on = region_mode == self.region_mode
            style = self.looks["dialog.accent" if on else "dialog.hint"]
            width = surface.put(row, col, text.rstrip(), style, max(0, cols - col)) + 2
            self._toggles.append((range(col, col + width), region_mode))
            col += width
        return None

    def _toggle_text(self, name: str, region_mode: bool, decimals: int) -> str:
        """Return what is marked, with a mark of its own where both can be."""
        on = region_mode == self.region_mode
        mark = "" if self.mode != "both" else "(•) " if on else "( ) "
        return f"{mark}{name} {self._said(region_mode, decimals)}  "

    def _said(self, region_mode: bool, decimals: int) -> str:
        """Return the numbers of a mark; without decimals in hundredths."""
        mark = self.region if region_mode else self.point
        if mark is None:
            return "none"
        if not decimals:
            numbers = [f"{100 * share:.0f}" for share in mark]
        else:
            numbers = [f"{share:.{decimals}f}" for share in mark]
        size = f" {'x'.join(numbers[2:])}" if region_mode else ""
        return " ".join(numbers[:2]) + size + ("" if decimals else "%")

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Move, resize, place, clear, choose what keys are about, or type numbers."""
        if self._typed is not None:
            return self._type(event)
        base, mods = event.key
        if base in ARROWS and not mods & ~SHIFT:
            return self._arrow(base, bool(mods & SHIFT))
        if mods:
            return Took.NO
        if base in PRESS_BASES:
            return self._set(MIDDLE if self.region_mode else CENTRE)
        if base in CLEAR:
            return self._set(None)
        if base in ("p", "r") and self.mode == "both":
            return self._choose(base == "r")
        if event.text and event.text in TYPED:
            self._typed = LineInput(self.looks, event.text, limit=TYPED_LIMIT)
            self._invalidate()
            return Took.YES
        return Took.NO

    def on_paste(self, text: str) -> Took:
        """Paste into the line of numbers while it is typed."""
        if self._typed is None:
            return Took.NO
        self._typed.paste(text)
        self._invalidate()
        return Took.YES

    def _type(self, event: KeyEvent) -> Took:
        assert self._typed is not None
        self._invalidate()
        if event.key == Key("Escape"):
            self._typed, self._wrong = None, False
            return Took.YES
        if event.key.base in ENTER_BASES:
            mark = read_mark(self._typed.text)
            fits = isinstance(mark, Spot) if self.mode == "point" else mark is not None
            if self.mode == "region":
                fits = isinstance(mark, Region)
            self._wrong = not fits
            if fits:
                self._typed = None
                self.region_mode = isinstance(mark, Region)
                self._set(mark)
            return Took.YES
        if not self._typed.takes(event):
            return Took.NO
        self._wrong = False
        self._typed.on_key(event)
        return Took.YES

    def _choose(self, region_mode: bool) -> Took:
        self.region_mode = region_mode
        self._invalidate()
        return Took.YES

    def _arrow(self, base: str, shifted: bool) -> Took:
        """Move or resize; an arrow up or down that does nothing is for the form."""
        right, down = ARROWS[base]
        mark: Spot | Region | None
        if self.region_mode:
            if self.region is None:
                return Took.NO if down else self._set(MIDDLE)
            change = resized if shifted else moved_region
            mark, before = change(self.region, right, down), self.region
            return self._set(mark) if mark != before else Took.NO
        if self.point is None:
            return Took.NO if down else self._set(CENTRE)
        mark = moved_spot(self.point, right, down, LEAP if shifted else STEP)
        return self._set(mark) if mark != self.point else Took.NO

    def _set(self, mark: Spot | Region | None) -> Took:
        if self.region_mode:
            self.region = mark if isinstance(mark, Region) else None
        else:
            self.point = mark if isinstance(mark, Spot) else None
        self.changed()
        return Took.YES

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Place the point, or draw a region from the press to the release."""
        layout = self.layout(cols)
        if event.action == "down" and event.button == 1:
            return self._press(event, layout)
        if event.action not in ("drag", "up") or self._pressed is None:
            return Took.YES if event.action == "up" else Took.NO
        cell = _cell(event, layout.area)
        if not self.region_mode:
            if cell_of(self.point or CENTRE, layout.area.size) != cell or self.point is None:
                self._set(spot_at(cell, layout.area.size))
        elif cell != self._pressed:
            self._set(region_between(self._pressed, cell, layout.area.size))
        if event.action == "up":
            self._pressed = None
        return Took.YES

    def _press(self, event: MouseEvent, layout: Layout) -> Took:
        if event.row == layout.status:
            for cols, region_mode in self._toggles:
                if event.col in cols and self.mode == "both":
                    return self._choose(region_mode)
        if not layout.area.contains(event.row, event.col):
            return Took.YES
        self._pressed = _cell(event, layout.area)
        if self.region_mode:
            return Took.YES
        return self._set(spot_at(self._pressed, layout.area.size))

    def focus_rows(self, cols: int) -> tuple[int, int]:
        """Return all rows, or from the picture on where that is too much."""
        layout = self.layout(cols)
        return (0 if layout.status < self.page else layout.area.row), layout.status


def _cell(event: MouseEvent, area: Rect) -> Point:
    """Return the picture's cell under the mouse, the nearest one when it is outside."""
    row = max(0, min(event.row - area.row, area.rows - 1))
    return Point(row, max(0, min(event.col - area.col, area.cols - 1)))
