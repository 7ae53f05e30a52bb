"""Picking from a grid of pictures by keys and by mouse, and how the grid scrolls."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.fields.image_grid import NOTHING_PICKED, ImageGridWidget
from mplex.dialog.fields.widget import Took
from tests.dialog.fields.showing import (
    COLS,
    PAGES,
    field,
    lines,
    mouse,
    never_fails,
    press,
    surface,
)
from tests.dialog.painted import Box, quarters


def grid(count: int = 12, *, box: Box | None = None, **more: Any) -> ImageGridWidget:
    box = box or Box()
    images = [
        {"value": f"v{n}", "src": box.add(quarters(60 + n, 40)), "label": f"Picture {n}", "alt": ""}
        for n in range(count)
    ]
    data = {
        "label": "Which?",
        "images": images,
        "multi_select": False,
        "columns": 3,
        "default_selected": [],
        "required": False,
        **more,
    }
    found = ImageGridWidget(field("image_grid", data, "pick"), box.kit())
    found.page = 20
    return found


def picked(found: ImageGridWidget) -> list[str]:
    return found.value()["selected"]


def test_arrows_move_both_ways_and_space_picks() -> None:
    found = grid()
    assert press(found, "Right", "Down", "Space") == [Took.YES] * 3
    assert picked(found) == ["v4"]
    press(found, "Left", "Up", "Space")
    assert picked(found) == ["v0"]


def test_single_picks_one_and_space_puts_it_back() -> None:
    found = grid()
    press(found, "Space", "Right", "Enter", "Enter")
    assert picked(found) == ["v1"]
    press(found, "Space")
    assert picked(found) == []


def test_several_are_reported_in_the_order_of_picking() -> None:
    found = grid(multi_select=True)
    press(found, "End", "Space", "Home", "Enter")
    assert picked(found) == ["v11", "v0"]
    assert "2 picked" in "\n".join(lines(found))


def test_edges_are_for_the_form() -> None:
    found = grid(4)
    assert press(found, "Up", "Left") == [Took.NO] * 2
    assert press(found, "Right", "Right", "Down") == [Took.YES] * 3
    assert found.cursor == 3, "the last row is shorter"
    assert press(found, "Down", "Right", "Tab") == [Took.NO] * 3


def test_the_default_is_picked_and_has_the_cursor() -> None:
    found = grid(default_selected=["v7"])
    assert picked(found) == ["v7"]
    assert found.cursor == 7
    assert any("(•) Picture 7" in line for line in lines(found))


def test_required_asks_for_a_pick() -> None:
    found = grid(required=True)
    assert found.problem() == NOTHING_PICKED
    press(found, "Space")
    assert found.problem() == ""


def test_a_value_is_taken_back_and_what_does_not_fit_is_not() -> None:
    found = grid(multi_select=True)
    found.restore({"selected": ["v3", "no", "v1"]})
    assert picked(found) == ["v3", "v1"]
    found.restore("rubbish")
    assert picked(found) == []


def test_only_pictures_in_view_are_asked_for() -> None:
    box = Box()
    found = grid(60, box=box)
    box.asked.clear()
    surface(found)
    assert set(box.asked) == {f"m{n}" for n in range(6)}


def test_the_cursor_stays_in_view() -> None:
    found = grid(30)
    for name in ("Down", "Down", "Down", "NPage", "End", "Up", "PPage", "Home"):
        press(found, name)
        assert any(f"▸( ) Picture {found.cursor}" in line for line in lines(found, focus=True)), (
            name
        )
    assert any("▼" in line for line in lines(found))
    press(found, "End")
    assert any("▲" in line for line in lines(found))


def test_a_click_picks_and_the_wheel_scrolls() -> None:
    found = grid(30)
    at = next(
        (row, line.index("Picture 4"))
        for row, line in enumerate(lines(found))
        if "Picture 4" in line
    )
    mouse(found, "down", *at)
    assert picked(found) == []
    mouse(found, "up", *at)
    assert picked(found) == ["v4"]
    assert found.cursor == 4
    assert mouse(found, "wheel-down", 3, 3) is Took.YES
    assert any("Picture 8" in line for line in lines(found))
    for _ in range(20):
        mouse(found, "wheel-down", 3, 3)
    assert mouse(found, "wheel-down", 3, 3) is Took.NO


def test_a_press_that_is_released_elsewhere_picks_nothing() -> None:
    found = grid()
    mouse(found, "down", 2, 2)
    mouse(found, "up", 2, 45)
    assert picked(found) == []


def test_the_cursor_stays_where_it_is_when_the_form_comes_back() -> None:
    found = grid(default_selected=["v11"])
    found.enter(0)
    assert found.cursor == 11
    found.enter(-1)
    assert found.cursor == 11
    found.enter(1)
    assert found.cursor == 0, "an arrow from above begins at the top"


def test_narrow_rooms_have_fewer_columns() -> None:
    found = grid()
    assert found.layout(60).columns == 3
    assert found.layout(30).columns == 2
    assert found.layout(9).columns == 1
    assert grid(columns=5).layout(120).columns == 5


def test_what_cannot_be_shown_is_a_warning_and_can_be_picked() -> None:
    found = grid(
        0, images=[{"value": "a", "src": {"name": "a.png", "problem": "404"}, "label": "A"}]
    )
    assert found.warnings == ['field "pick", item "a": a.png: 404']
    press(found, "Space")
    assert picked(found) == ["a"]


def test_an_empty_grid_says_so() -> None:
    found = grid(0)
    assert "nothing here" in "\n".join(lines(found))
    assert not found.selectable()


@settings(deadline=None, max_examples=30)
@given(COLS, PAGES, st.integers(0, 20), st.integers(1, 12))
def test_it_never_fails(cols: int, page: int, count: int, columns: int) -> None:
    never_fails(grid(count, columns=columns), cols, page)
