"""The widget of an image: how much room it takes, what it shows, and what it warns of."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from mplex.dialog.fields.image import MOST_ROWS, ImageWidget, picture_rows
from mplex.geometry import Rect
from tests.dialog.fields.showing import COLS, PAGES, field, lines, never_fails, surface
from tests.dialog.painted import Box, quarters


def widget(box: Box, source: Any, **more: Any) -> ImageWidget:
    data = {"src": source, "alt": "", "label": "Chart", "max_height": None, **more}
    return ImageWidget(field("image", data), box.kit())


def test_the_picture_stands_below_its_label() -> None:
    box = Box()
    found = widget(box, box.add(quarters(20, 20)))
    found.page = 20
    (placed,) = surface(found).pictures
    assert placed.rect == Rect(1, 2, 10, 20)
    assert found.height(60) == 11
    assert lines(found)[0].strip() == "Chart"
    assert not found.warnings
    assert not found.selectable()
    assert found.value() is None


def test_a_picture_is_no_higher_than_the_page_or_what_is_asked_for() -> None:
    box = Box()
    found = widget(box, box.add(quarters(800, 800)))
    found.page = 12
    assert found.height(300) == 12
    found = widget(box, box.add(quarters(800, 800)), max_height=80)
    found.page = 50
    assert found.height(300) == 6


@pytest.mark.parametrize(
    ("room", "cap", "rows"), [(100, None, MOST_ROWS), (5, None, 5), (0, None, 1), (20, 1, 1)]
)
def test_rows_of_a_picture(room: int, cap: float | None, rows: int) -> None:
    assert picture_rows(room, cap) == rows


def test_what_cannot_be_shown_is_said_in_a_tab_that_is_never_opened_too() -> None:
    found = widget(Box(), {"name": "x.png", "problem": "404"})
    assert found.warnings == ['image "Chart": x.png: 404']
    surface(found)
    assert found.warnings == ['image "Chart": x.png: 404']


def test_a_broken_file_is_a_warning_once_it_was_drawn() -> None:
    box = Box()
    box.files["broken"] = b"no picture"
    found = widget(box, {"media": "broken", "name": "x.png"})
    assert not found.warnings
    surface(found)
    assert len(found.warnings) == 1


@settings(deadline=None, max_examples=30)
@given(COLS, PAGES)
def test_it_never_fails(cols: int, page: int) -> None:
    box = Box()
    for source in (box.add(quarters(300, 200)), "~/x/\x1b[31m.png", None):
        never_fails(widget(box, source), cols, page)
