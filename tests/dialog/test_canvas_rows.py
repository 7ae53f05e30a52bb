"""From canvases to cells, also where urwid counts columns in another way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import urwid

from mplex.dialog.canvas_rows import HINT, SELECTED, draw_canvas
from mplex.geometry import Rect, Size
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme

THEME = Theme({"dialog": "bg=blue"})
PART = Rect(1, 1, 1, 6)


class Row(urwid.BlankCanvas):
    """A canvas of one row that claims to be as wide as it is asked to be."""

    def __init__(self, *runs: tuple[str | None, bytes]) -> None:
        super().__init__()
        self._runs = runs

    def content(self, *_size: Any, **_keywords: Any) -> Iterator[Any]:
        """Yield the row."""
        yield [(role, None, data) for role, data in self._runs]


@pytest.mark.parametrize(
    ("runs", "text", "roles"),
    [
        ([(None, b"abcdef")], "abcdef", ["dialog"] * 6),
        ([(HINT, b"1 "), (SELECTED, b"abcd")], "1 abcd", [HINT] * 2 + [SELECTED] * 4),
        ([(SELECTED, b"ab")], "ab    ", [SELECTED] * 6),
        ([], "      ", ["dialog"] * 6),
        ([(SELECTED, b"abcdefgh")], "abcdef", [SELECTED] * 6),
        ([(None, "abcde語".encode())], "abcde ", ["dialog"] * 6),
        ([(None, "語e\u0301".encode())], None, ["dialog"] * 6),
        ([(None, b"\xffab")], "\ufffdab   ", ["dialog"] * 6),
    ],
)
def test_a_row_has_exactly_the_columns_of_its_part(
    runs: list[tuple[str | None, bytes]], text: str | None, roles: list[str]
) -> None:
    surface = Surface(Size(3, 8))
    surface.fill(Rect(0, 0, 3, 8), ".")
    draw_canvas(surface, PART, Row(*runs), THEME)
    drawn = surface.texts[1]
    assert (drawn[0], drawn[-1], len(drawn)) == (".", ".", 8)
    assert text is None or drawn[1:-1] == text
    assert surface.attrs[1][1:-1] == "".join(THEME[role].ch for role in roles)
    assert surface.texts[0] == surface.texts[2] == "." * 8
