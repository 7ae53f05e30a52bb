"""From urwid's canvases to cells on a surface.

urwid lays widgets out and hands back bytes with attribute names; a surface has cells with styles.
Where the two count columns differently the row is cut or filled, so that what is drawn beside it
always lines up. Widgets live elsewhere.
"""

from __future__ import annotations

import urwid

from mplex.geometry import Rect
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.clusters import cells

# Whatever locale the server was started in, its own text is UTF-8.
urwid.set_encoding("utf-8")

SELECTED = "dialog.selected"
HINT = "dialog.hint"
"""Attribute names in canvases are roles of the theme; text without one has the dialog's own."""


def draw_canvas(surface: Surface, part: Rect, canvas: urwid.Canvas, theme: Theme) -> None:
    """Draw a canvas of `part`'s size there, filled or cut to exactly its columns."""
    texts, attrs = [], []
    for runs in canvas.content():
        text, attr = "", ""
        for role, _charset, data in runs:
            run = cells(data.decode("utf-8", "replace"))
            text += run
            attr += theme[str(role or "dialog")].ch * len(run)
        texts.append(text.ljust(part.cols))
        attrs.append(attr.ljust(part.cols, attr[-1:] or theme["dialog"].ch))
    surface.blit(part, texts, attrs)
