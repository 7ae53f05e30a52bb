"""Every kind of field at every size, however small: what has the focus can be seen."""

from __future__ import annotations

from typing import Any

import pytest

from mplex.dialog.form.form_dialog import FormDialog
from mplex.geometry import Size
from mplex.ui.overlay import Rendered
from mplex.vt.clusters import expand
from mplex.vt.styles import REVERSE, style_of
from tests.dialog.form.forms import form, note
from tests.dialog.pictures import SHOTS, Shot, dialog_of
from tests.dialog.screens import press

TINY = Size(5, 20)
SIZES = (TINY, Size(6, 24), Size(10, 40), Size(24, 80), Size(100, 300))
MARKERS = "▸┏"
"""What points at a field, at an item of it, or at one of several panes."""
FIELDS = [shot for shot in SHOTS if "fields" in shot.screen]


def line(**more: Any) -> dict[str, Any]:
    """Return a field of one line."""
    return {"kind": "text", "name": "one", "label": "one", **more}


def drawn(dialog: FormDialog, size: Size) -> Rendered:
    """Draw a dialog on a screen of this size."""
    return dialog.render(dialog.layout(size).size)


def is_pointed_at(found: Rendered) -> bool:
    """Say whether a cursor, a marker or reverse video shows where the focus is."""
    return found.cursor is not None or any(
        any(marker in text for marker in MARKERS)
        or any(style_of(char).flags & REVERSE for char in attrs)
        for text, attrs in zip(found.texts[1:-1], found.attrs[1:-1], strict=True)
    )


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.rows}x{size.cols}")
@pytest.mark.parametrize("shot", FIELDS, ids=lambda shot: shot.name)
def test_what_has_the_focus_is_pointed_at(shot: Shot, size: Size) -> None:
    for keys in ((), ("Right",), ("Down",), ("Tab",), ("BTab", "BTab")):
        dialog = dialog_of(shot, "/")
        drawn(dialog, size)
        for key in keys:
            press(dialog, key)
            found = drawn(dialog, size)
        found = drawn(dialog, size)
        assert is_pointed_at(found), "\n".join(map(expand, found.texts))
        dialog.wipe()


def test_what_is_left_of_a_field_out_of_view_has_the_marker() -> None:
    dialog = form(line(target={"mode": "create", "path": "/" + "x" * 90}))
    drawn(dialog, TINY)
    for _ in range(3):
        press(dialog, "Down")
    found = drawn(dialog, TINY)
    assert found.cursor is None
    assert expand(found.texts[1]).startswith("│ ▸ /xxx")
    assert sum("▸" in text for text in found.texts) == 1


def test_six_rows_have_the_keys() -> None:
    dialog = form(line())
    assert "Esc cancel" in "\n".join(map(expand, drawn(dialog, Size(6, 40)).texts))
    assert "Esc cancel" not in "\n".join(map(expand, drawn(dialog, Size(5, 40)).texts))


def test_a_field_that_begins_in_view_is_seen_whole_from_the_start() -> None:
    dialog = form(note("words"), line())
    found = drawn(dialog, TINY)
    assert found.cursor is not None
    dialog = form(note("words " * 60), line())
    found = drawn(dialog, TINY)
    assert "words" in found.texts[1], "a text is read first"


@pytest.mark.parametrize("kind", ["table", "list", "tree", "file"])
def test_a_filter_is_seen_while_it_is_typed(kind: str) -> None:
    more: dict[str, Any] = {"items": [{"value": "ab", "label": "ab"}], "selectable": True}
    if kind == "table":
        more = {"columns": [{"key": "k"}], "rows": [{"value": "ab", "values": {"k": "ab"}}]}
    dialog = form({"kind": kind, "name": "it", "label": "it", **more})
    drawn(dialog, TINY)
    press(dialog, *("a" if kind == "file" else "/a"))
    found = drawn(dialog, TINY)
    assert found.cursor is not None
    assert "/ a" in expand(found.texts[found.cursor.row])


def test_of_an_item_that_is_too_high_the_first_row_is_seen() -> None:
    options = [
        {"label": "First one of all that are here", "description": "words " * 9},
        {"label": "b"},
    ]
    dialog = form({"kind": "choice", "name": "it", "label": "it", "options": options})
    drawn(dialog, TINY)
    press(dialog, "Space")
    assert "First" in "".join(map(expand, drawn(dialog, TINY).texts))
