"""One complete drawn picture for one client: rows, cursor, title.

A frame is what `mplex.ui` composes and what `mplex.term.renderer` compares with the one before. It
holds finished rows, and where real pictures may stand on them; nothing here knows panes or escape
sequences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mplex.geometry import Point, Size
from mplex.term.picture import PlacedPicture


class Frame(NamedTuple):
    """A picture of `size` cells; `texts` and `attrs` hold one string for each of its rows."""

    size: Size
    texts: Sequence[str]
    """Row texts, one code point a cell, perhaps shorter than the width (the rest is blank)."""
    attrs: Sequence[str]
    """Row styles, one `chr(style.id)` a cell, perhaps shorter than the text (then default)."""
    cursor: Point | None = None
    """Where the cursor stands; None hides it."""
    cursor_shape: int = 0
    """DECSCUSR: 0 the terminal's own, 1 and 2 block, 3 and 4 underline, 5 and 6 bar."""
    cursor_colour: int = -1
    """A `mplex.vt.styles` colour; -1 is the terminal's own."""
    title: str = ""
    """The outer terminal's title; empty leaves it alone."""
    pictures: Sequence[PlacedPicture] = ()
    """Pictures for terminals that can show them; the cells beneath show them for all others."""
