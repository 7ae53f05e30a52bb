"""The text of a single question is broken where the text of a form is."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.scroll_text import ScrollText
from mplex.geometry import Rect, Size
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme

LOOKS = Theme()
TEXTS = st.text(st.sampled_from("ab- \n日e\u0301\t—👍🏽"), max_size=60)


@given(TEXTS, st.integers(1, 20))
@settings(deadline=None, max_examples=100)
def test_it_wraps_as_the_text_of_a_form(text: str, cols: int) -> None:
    shown = ScrollText(text)
    wanted = text_rows(text.strip("\n"), cols, LOOKS["dialog"]) if text.strip("\n") else []
    assert shown.rows(cols) == len(wanted)
    surface = Surface(Size(len(wanted) + 1, cols + 2), LOOKS["dialog"])
    shown.draw(surface, Rect(0, 1, len(wanted), cols), LOOKS)
    assert [row[1:-1].rstrip() for row in surface.texts[: len(wanted)]] == [
        row.text.rstrip() for row in wanted
    ]
    assert all(row[0] == row[-1] == " " for row in surface.texts)
