"""The line above a field that says what it is: its label, and whether it must be filled in.

Every kind draws its label this way. What is wrong with a value is said by the form.
"""

from __future__ import annotations

from mplex.dialog.field import Field
from mplex.dialog.plain_text import plain_line
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme

REQUIRED = "*"
POINTER = "▸"
"""Stands before the label of the field with the focus, so that it can be told without colours."""
WRONG = "!"
"""Stands there when the form points at the field."""

INDENT = 2
"""Columns before what stands below a label, so that it is under the label's text."""
NARROW = 12
"""Below so many columns nothing is indented, and nothing stands beside an input."""


def indent_at(cols: int) -> int:
    """Return the columns before what stands below a label in a field of `cols` columns."""
    return INDENT if cols >= NARROW else 0


def label_height(field: Field) -> int:
    """Return the rows of a field's label: 1, or 0 for a field that has none."""
    return 1 if field.label else 0


def draw_label(
    surface: Surface, field: Field, looks: Theme, *, focus: bool, marked: bool = False
) -> int:
    """Draw the label in the surface's first row; return the rows that it took."""
    if not field.label:
        return 0
    role = "dialog.error" if marked else "dialog.title" if focus else "dialog.label"
    mark = WRONG if marked else POINTER if focus else " "
    text = f"{mark} {plain_line(field.label)}"
    if field["required"]:
        text += f" {REQUIRED}"
    surface.put(0, 0, text, looks[role], surface.size.cols)
    return 1
