"""The pager."""

from __future__ import annotations

import pytest

from mplex.geometry import Size
from mplex.ui.overlay import OverlayStack
from mplex.ui.rows import Row
from mplex.ui.text_view import TextView
from mplex.ui.theme import Theme
from mplex.vt.clusters import cells
from tests.ui.drawing import keys, mouse, picture, plain, styles_of, typed

LINES = [f"line {n}" for n in range(20)]


def first_row(view: TextView, rows: int = 6) -> str:
    return picture(view, rows, 60)[0]


def press(view: TextView, names: str) -> None:
    for event in keys(names):
        view.on_key(event)


def test_text_and_the_position_are_shown() -> None:
    found = picture(TextView(["one ❖", "tw\to"], title="Keys"), 4, 60)
    assert found == [
        "one ◇",
        "tw      o",
        "",
        " Keys  1-2/2  q close  / search  n next  N previous",
    ]


@pytest.mark.parametrize(
    ("names", "line"),
    [
        ("", 0),
        ("Down j C-n Enter", 4),
        ("Down Down Up", 1),
        ("NPage", 5),
        ("Space f C-f", 15),
        ("End", 15),
        ("G g", 0),
        ("End PPage", 10),
        ("End b C-b M-v", 0),
        ("C-d", 2),
        ("End C-u", 13),
        ("Up", 0),
        ("M-> Down", 15),
        ("x F3", 0),
    ],
)
def test_keys_scroll(names: str, line: int) -> None:
    view = TextView(LINES)
    assert first_row(view) == "line 0"
    press(view, names)
    assert first_row(view) == f"line {line}"


def test_the_wheel_scrolls() -> None:
    view = TextView(LINES)
    first_row(view)
    view.on_mouse(mouse("wheel-down", 0, 0, 0))
    view.on_mouse(mouse("wheel-down", 0, 0, 0))
    view.on_mouse(mouse("wheel-up", 0, 0, 0))
    assert first_row(view) == "line 3"


@pytest.mark.parametrize("name", ["q", "Escape", "C-c"])
def test_closing_is_told_once(name: str) -> None:
    done: list[bool] = []
    stack = OverlayStack(Size(6, 60))
    view = TextView(LINES, on_done=lambda: done.append(True))
    stack.push(view)
    press_all = [stack.on_key(event) for event in keys(f"Down {name}")]
    assert press_all == [True, True]
    stack.remove(view)
    assert done == [True]


def search(view: TextView, text: str) -> None:
    for event in keys("/") + typed(text) + keys("Enter"):
        view.on_key(event)


def test_a_search_goes_to_the_row_and_wraps() -> None:
    view = TextView([*LINES[:10], "Needle", *LINES[10:], "needle 漢"])
    first_row(view)
    search(view, "needLE")
    assert first_row(view) == "Needle"
    press(view, "n n")
    assert first_row(view) == "Needle"
    press(view, "N")
    assert "needle 漢" in picture(view, 6, 60)


def test_the_text_searched_for_is_marked() -> None:
    view = TextView(["a needle, a needle"])
    view.layout(Size(3, 30))
    search(view, "needle")
    found = view.render(Size(3, 30))
    row = Row(found.texts[0], found.attrs[0])
    match = Theme()["match"]
    assert styles_of(row, 2, 8) == styles_of(row, 12, 18) == {match}
    assert match not in styles_of(row, 0, 2) | styles_of(row, 8, 12)


def test_a_search_that_fails_says_so_and_stays() -> None:
    view = TextView(LINES)
    first_row(view)
    press(view, "Down")
    search(view, "nothing")
    assert first_row(view) == "line 1"
    assert "no match: nothing" in picture(view, 6, 60)[-1]


def test_while_a_search_is_typed_keys_are_text() -> None:
    view = TextView(LINES)
    first_row(view)
    press(view, "/ q j x BSpace")
    assert picture(view, 6, 60)[-1] == "/qj"
    press(view, "C-u n Escape")
    assert picture(view, 6, 60)[-1].startswith(" 1-5/20")
    assert first_row(view) == "line 0"


def test_long_lines_are_wrapped_and_a_new_width_wraps_them_again() -> None:
    view = TextView(["abcdefgh", "漢字漢字"])
    assert picture(view, 9, 5)[:4] == ["abcde", "fgh", "漢字", "漢字"]
    assert picture(view, 9, 8)[:2] == ["abcdefgh", "漢字漢字"]


def test_a_new_width_keeps_the_place_in_the_text() -> None:
    view = TextView(["x" * 100] * 50 + ["here"] + ["y" * 100] * 50)
    picture(view, 5, 100)
    search(view, "here")
    assert "here" in picture(view, 5, 100)
    found = picture(view, 5, 50)
    assert any("here" in row or row.startswith(("x", "y")) for row in found)
    assert "/201" in found[-1]


@pytest.mark.parametrize("size", [Size(1, 1), Size(2, 3), Size(40, 4)])
def test_it_can_be_drawn_on_any_screen(size: Size) -> None:
    view = TextView([*LINES, "漢字"])
    rect = view.layout(size)
    found = view.render(rect.size)
    assert [len(text) for text in found.texts] == [size.cols] * size.rows


def test_no_lines_at_all() -> None:
    view = TextView([])
    assert picture(view, 3, 30)[-1].startswith(" 0-0/0")
    search(view, "x")
    press(view, "n N End Home")
    assert plain([cells("")]) == [""]
