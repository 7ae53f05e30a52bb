"""Pictures side by side, of which one or several are picked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import POINTER
from mplex.dialog.fields.picks import Picks
from mplex.dialog.fields.tile_grid import TileGrid
from mplex.dialog.fields.usual_keys import ENTER, PRESS
from mplex.dialog.fields.widget import KeyHint, Took
from mplex.dialog.picture import Picture
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Point, Rect, Size
from mplex.term.keys import KeyEvent
from mplex.ui.rows import shortened, styled
from mplex.ui.surface import Surface
from mplex.vt.clusters import cells

LEAST_PICTURE, MOST_PICTURE = 2, 12
"""Rows of a picture in a tile."""
NOTHING_PICKED = "Pick at least one picture."


class ImageGridWidget(TileGrid):
    """The widget of an `image_grid`; its value is `{"selected": [values]}`."""

    def __init__(self, field: Field, kit: Kit) -> None:
        images: list[Mapping[str, Any]] = field["images"] or []
        super().__init__(field, kit, len(images))
        self.values = [str(image["value"]) for image in images]
        self.labels = [plain_line(str(image.get("label") or image["value"])) for image in images]
        self.pictures = [
            Picture(image.get("src"), kit.media, str(image.get("alt") or image.get("label") or ""))
            for image in images
        ]
        self.picks = Picks(self.values, bool(field["multi_select"]), field["default_selected"])
        if len(self.picks):
            self.cursor = self.values.index(self.picks.values()[0])
        for value, picture in zip(self.values, self.pictures, strict=True):
            self.warn(picture.early_warning, value)

    def value(self) -> dict[str, list[str]]:
        """Return the values picked, in the order of picking."""
        return {"selected": self.picks.values()}

    def restore(self, value: Any) -> None:
        """Pick what was picked."""
        self.picks.restore(value.get("selected") if isinstance(value, Mapping) else ())
        self._invalidate()

    def problem(self) -> str:
        """Return that something must be picked, while nothing is and it must."""
        return NOTHING_PICKED if self.field["required"] and not len(self.picks) else ""

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys that move and pick."""
        return (KeyHint("arrows", "move"), KeyHint("Space", "pick"))

    def note(self) -> str:
        """Return how many are picked where several can be."""
        return f"  {len(self.picks)} picked" if self.picks.multi else ""

    def columns(self, cols: int) -> int:
        """Return how many pictures the spec wants side by side."""
        return int(self.field["columns"] or 3)

    def line_rows(self, tiles: range, cols: int, room: int) -> int:
        """Return the rows of a picture that is a little wider than high, and of its label."""
        best = max(LEAST_PICTURE, min(MOST_PICTURE, cols * 3 // 8))
        return min(best, max(1, room - 1)) + 1

    def draw_tile(self, surface: Surface, index: int, at: Rect, here: bool) -> Point | None:
        """Draw the picture in the middle of its tile, and below it the mark and the label."""
        picture = self.pictures[index]
        room = Size(at.rows - 1, at.cols)
        if room.rows:
            size = picture.fitted(room)
            corner = Point(at.row + room.rows - size.rows, at.col + (at.cols - size.cols) // 2)
            picture.draw(surface, corner, size, self.looks, colours=self.kit.colours)
            self.warn(picture.warning, self.values[index])
        value = self.values[index]
        picked = value in self.picks
        role = "dialog.selected" if here else "dialog.title" if picked else "dialog.label"
        text = f"{POINTER if here else ' '}{self.picks.mark(value)} {self.labels[index]}"
        line = shortened(cells(text), at.cols).ljust(at.cols)
        surface.put_row(at.bottom - 1, at.col, styled(line, self.looks[role]))
        return None

    def press_tile(self, index: int, at: Point, tile: Rect) -> Took:
        """Pick what was clicked, or put it back."""
        self.picks.toggle(self.values[index])
        self.changed()
        return Took.YES

    def own_key(self, event: KeyEvent, cols: int) -> Took | None:
        """Pick by Space, which also puts back; Enter picks the only one."""
        if not self.count or event.key not in PRESS:
            return None
        value = self.values[self.cursor]
        if event.key in ENTER and not self.picks.multi:
            self.picks.pick(value)
        else:
            self.picks.toggle(value)
        self.changed()
        return Took.YES
