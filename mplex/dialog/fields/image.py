"""A picture between other fields, to look at.

What can't be shown has a box that says why, and a warning, so that nobody believes it was seen.
"""

from __future__ import annotations

from mplex.dialog.field import Field
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import draw_label, indent_at, label_height
from mplex.dialog.fields.widget import FieldWidget
from mplex.dialog.picture import Picture
from mplex.dialog.pixels import rows_of
from mplex.geometry import Point, Size
from mplex.ui.surface import Surface

MOST_ROWS = 24
"""Rows of a picture, however much room there is."""


def picture_rows(room: int, max_height: float | None) -> int:
    """Return the rows that a picture may have in `room` rows, with a limit in pixels or none."""
    rows = max(1, min(MOST_ROWS, room))
    return min(rows, rows_of(max_height)) if max_height else rows


class ImageWidget(FieldWidget):
    """The widget of an `image`."""

    _selectable = False

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit.looks)
        self.kit = kit
        self.picture = Picture(field["src"], kit.media, field.text("alt"))
        self.warn(self.picture.early_warning)

    def _size(self, cols: int) -> Size:
        rows = picture_rows(self.page - label_height(self.field), self.field["max_height"])
        return self.picture.fitted(Size(rows, max(1, cols - self._indent(cols))))

    @staticmethod
    def _indent(cols: int) -> int:
        return indent_at(cols)

    def height(self, cols: int) -> int:
        """Return the rows of the label and of the picture."""
        return label_height(self.field) + self._size(cols).rows

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the label and the picture, or why it can't be shown."""
        cols = surface.size.cols
        head = draw_label(surface, self.field, self.looks, focus=False)
        at = Point(head, self._indent(cols))
        self.picture.draw(surface, at, self._size(cols), self.looks, colours=self.kit.colours)
        self.warn(self.picture.warning)
        return None
