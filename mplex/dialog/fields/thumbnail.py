"""The small pictures beside the items of a collection, in a column of their own.

All items of a collection keep the same columns free, so that their texts line up. A picture that
was never loaded takes no room; its name and the reason stand with the item's text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mplex.dialog.fields.kit import Kit
from mplex.dialog.picture import Picture
from mplex.geometry import Point, Rect, Size
from mplex.ui.surface import Surface

ROOM: Final = Size(4, 10)
"""Cells of a thumbnail at most; it stands beside a few rows of text."""
GAP: Final = 1
NARROW: Final = 36
"""Columns of a widget under which there is room for texts only."""


class Thumbnail:
    """One item's picture, or none; nothing is decoded before it is asked for its rows."""

    def __init__(self, source: Any, kit: Kit, label: str) -> None:
        self._kit = kit
        self._picture = Picture(source, kit.media, label) if source else None
        self.loaded = isinstance(source, Mapping) and "media" in source
        """Whether there are bytes that may be a picture."""
        self._explained = isinstance(source, Mapping) and bool(source.get("problem"))

    @property
    def warning(self) -> str:
        """What to tell the program that asks when it can't be shown, else empty."""
        return self._picture.warning if self._picture else ""

    @property
    def remark(self) -> str:
        """The name of a picture that was not loaded, with the reason if one was given."""
        if self._picture is None or self.loaded:
            return ""
        name = self._picture.name or self._picture.alt
        return f"[{name}: {self._picture.problem}]" if self._explained else f"[{name}]"

    def size(self) -> Size:
        """Return the cells that it takes; one row when what was loaded is no picture."""
        if self._picture is None or not self.loaded:
            return Size(0, 0)
        return Size(1, ROOM.cols) if self._picture.problem else self._picture.fitted(ROOM)

    def draw(self, surface: Surface, at: Point, part: tuple[int, int], role: str) -> None:
        """Draw `part` of it, (first row, rows), at a point; `role` is the style around it."""
        size = self.size()
        if self._picture is None or not size.rows:
            return
        looks, colours = self._kit.looks, self._kit.colours
        if part[0] == 0 and part[1] >= size.rows:
            self._picture.draw(surface, at, size, looks, colours=colours, role=role)
            return
        whole = Surface(size, looks[role])
        self._picture.draw(whole, Point(0, 0), size, looks, colours=colours, role=role)
        rows = whole.part(Rect(part[0], 0, max(0, min(part[1], size.rows - part[0])), size.cols))
        for offset, row in enumerate(rows):
            surface.put_row(at.row + offset, at.col, row)


class Thumbnails:
    """The pictures of all items of a collection."""

    def __init__(self, items: Sequence[Mapping[str, Any]], kit: Kit) -> None:
        self._all = [
            Thumbnail(item.get("thumbnail"), kit, str(item.get("label") or "")) for item in items
        ]
        self._any = any(each.loaded for each in self._all)

    def __getitem__(self, item: int) -> Thumbnail:
        return self._all[item]

    def cols(self, cols: int) -> int:
        """Return the columns kept free for pictures in a widget of `cols`, the gap included."""
        return ROOM.cols + GAP if self._any and cols >= NARROW else 0

    def rows(self, item: int, cols: int) -> int:
        """Return the rows that an item's picture takes."""
        return self._all[item].size().rows if self.cols(cols) else 0

    def warnings(self) -> list[tuple[int, str]]:
        """Return what to tell of the pictures that were not loaded; nothing is decoded for it."""
        found = ((item, each) for item, each in enumerate(self._all) if not each.loaded)
        return [(item, each.warning) for item, each in found if each.warning]
