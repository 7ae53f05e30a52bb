"""One variant of a comparison: its picture, clip and text as one tall surface, scrolled in a box.

Which pane is where, which one has the focus and which one is picked, is the comparison's matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mplex.dialog.box import ABOVE, BELOW
from mplex.dialog.fields.clip import SIGN, Clip, is_clip
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.markdown import lay_markdown
from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.picture import Picture
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Point, Rect, Size
from mplex.ui.rows import Row
from mplex.ui.surface import Surface

PICTURE_ROWS = 16
"""Rows that a picture may have."""
KEPT_WIDTHS = 3
"""For how many widths the surface is kept."""
NOTHING = "(nothing to show)"


class Pane:
    """One variant."""

    def __init__(self, variant: Mapping[str, Any], kit: Kit) -> None:
        self.kit = kit
        self.value = str(variant.get("value") or "")
        self.label = plain_line(str(variant.get("label") or self.value))
        self.detail = str(variant.get("detail") or "").strip("\n")
        self.text = str(variant.get("content") or "").strip("\n")
        self.top = 0
        self.warnings: list[str] = []
        source = variant.get("src")
        self.clip: Clip | None = None
        self.picture: Picture | None = None
        if is_clip(source):
            self.clip = Clip(source, kit)
            self._warn(self.clip.warning)
        elif source:
            self.picture = Picture(source, kit.media, str(variant.get("alt") or ""))
            self._warn(self.picture.early_warning)
        self._surfaces: dict[int, Surface] = {}

    def _warn(self, warning: str) -> None:
        if warning and warning not in self.warnings:
            self.warnings.append(warning)

    def surface(self, cols: int) -> Surface:
        """Return everything at a width, drawn once."""
        if cols not in self._surfaces:
            while len(self._surfaces) >= KEPT_WIDTHS:
                del self._surfaces[next(iter(self._surfaces))]
            surface = self._drawn(cols)
            if self.picture is not None and not self.picture.whole:
                # It is drawn anew until the picture is there.
                return surface
            self._surfaces[cols] = surface
        return self._surfaces[cols]

    def _drawn(self, cols: int) -> Surface:
        looks = self.kit.looks
        rows = self._text_rows(cols)
        size = Size(0, 0)
        if self.picture is not None:
            size = self.picture.fitted(Size(PICTURE_ROWS, cols))
        gap = 1 if size.rows and rows else 0
        surface = Surface(Size(size.rows + gap + len(rows), cols), looks["dialog"])
        if self.picture is not None:
            at = Point(0, max(0, (cols - size.cols) // 2))
            self.picture.draw(surface, at, size, looks, colours=self.kit.colours)
            self._warn(self.picture.warning)
        for index, row in enumerate(rows):
            surface.put_row(size.rows + gap + index, 0, row)
        return surface

    def _text_rows(self, cols: int) -> list[Row]:
        looks = self.kit.looks
        rows: list[Row] = []
        if self.clip is not None:
            said = f"{SIGN} {self.clip.title}  [p] play"
            rows += text_rows(said, cols, looks["dialog.accent"])
        if self.text:
            laid = lay_markdown(self.text, cols, self.kit)
            rows += laid.rows
            self._warn(laid.missing)
        if not rows and self.picture is None:
            rows = text_rows(NOTHING, cols, looks["dialog.hint"])
        return rows

    def play(self) -> str:
        """Play its clip; return why that can't be done, empty when it plays."""
        if self.clip is None:
            return ""
        before = self.clip.warning
        why = self.clip.play()
        self.warnings = [warning for warning in self.warnings if warning != before]
        self._warn(self.clip.warning)
        return why

    @property
    def clip_warning(self) -> str:
        """Why its clip can't be played; empty when it can, or when there is none."""
        return self.clip.warning if self.clip is not None else ""

    def rows(self, cols: int) -> int:
        """Return how many rows everything has at a width."""
        return self.surface(cols).size.rows

    def last_top(self, view: Size) -> int:
        """Return the first row in view when everything is scrolled up in a view of that size."""
        return max(0, self.rows(view.cols) - view.rows)

    def draw(self, surface: Surface, view: Rect, marks_col: int, role: str) -> None:
        """Draw the rows in view into `view`, and marks in a column where there are more."""
        self.top = min(self.top, self.last_top(view.size))
        whole = self.surface(view.cols)
        shown = min(view.rows, whole.size.rows - self.top)
        for index in range(shown):
            surface.put_row(view.row + index, view.col, whole.row(self.top + index))
        at = Point(view.row - self.top, view.col)
        surface.place(whole.pictures, at, Rect(view.row, view.col, shown, view.cols))
        style = self.kit.looks[role]
        if self.top:
            surface.put(view.row, marks_col, ABOVE, style)
        if self.top + view.rows < whole.size.rows:
            surface.put(view.bottom - 1, marks_col, BELOW, style)
