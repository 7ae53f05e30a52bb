"""Marking a point or a region on a picture by keys, by mouse and by numbers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.fields.annotated_image import AnnotatedImageWidget
from mplex.dialog.fields.widget import Took
from mplex.term.keys import KeyEvent, parse_key, text_of
from tests.dialog.fields.showing import COLS, PAGES, field, lines, mouse, never_fails, surface
from tests.dialog.painted import Box, quarters

MISSING = {"name": "x.png", "problem": "404"}


def marker(mode: str = "point", source: Any = None, **more: Any) -> AnnotatedImageWidget:
    box = Box()
    data = {
        "label": "Where?",
        "src": source or box.add(quarters(200, 100)),
        "alt": "",
        "mode": mode,
        "default": None,
        "required": False,
        "max_height": None,
        **more,
    }
    found = AnnotatedImageWidget(field("annotated_image", data, "spot"), box.kit())
    found.page = 14
    return found


def press(found: AnnotatedImageWidget, *names: str) -> list[Took]:
    events = [KeyEvent(key := parse_key(name), b"", text_of(key)) for name in names]
    return [found.on_key(event, 60) for event in events]


def point(found: AnnotatedImageWidget) -> Any:
    return found.value()["point"]


def region(found: AnnotatedImageWidget) -> Any:
    return found.value()["region"]


@pytest.mark.parametrize("source", [None, MISSING])
def test_keys_place_move_and_clear_a_point(source: Any) -> None:
    found = marker(source=source)
    assert point(found) is None
    press(found, "Space")
    assert point(found) == {"x": 0.5, "y": 0.5}
    press(found, "Right", "Down", "Down")
    assert point(found) == {"x": 0.52, "y": 0.54}
    press(found, "S-Left", "S-Up")
    assert point(found) == {"x": 0.42, "y": 0.44}
    press(found, "Enter")
    assert point(found) == {"x": 0.5, "y": 0.5}
    press(found, "DC")
    assert point(found) is None


@pytest.mark.parametrize("source", [None, MISSING])
def test_keys_place_move_resize_and_clear_a_region(source: Any) -> None:
    found = marker("region", source)
    press(found, "Space")
    assert region(found) == {"x": 0.25, "y": 0.25, "w": 0.5, "h": 0.5}
    press(found, "Left", "Down", "S-Right", "S-Up")
    assert region(found) == {"x": 0.23, "y": 0.27, "w": 0.52, "h": 0.48}
    press(found, "BSpace")
    assert region(found) is None


def test_an_edge_and_an_empty_picture_let_the_focus_go_on() -> None:
    found = marker()
    assert press(found, "Up", "Down", "Tab") == [Took.NO] * 3
    assert press(found, "Left") == [Took.YES]
    press(found, *["S-Up"] * 5)
    assert press(found, "Up") == [Took.NO]
    assert point(found) == {"x": 0.5, "y": 0.0}


def test_both_marks_are_kept_apart() -> None:
    found = marker("both")
    press(found, "Space", "r", "Space", "Left", "p", "Right")
    assert point(found) == {"x": 0.52, "y": 0.5}
    assert region(found)["x"] == 0.23
    press(found, "DC")
    assert point(found) is None
    assert region(found) is not None


def test_the_natural_size_is_that_of_the_original() -> None:
    assert marker().value()["natural"] == {"width": 200, "height": 100}
    assert marker(source=MISSING).value()["natural"] is None
    source = {**MISSING, "width": 30, "height": 20}
    assert marker(source=source).value()["natural"] == {"width": 30, "height": 20}


@pytest.mark.parametrize("source", [None, MISSING])
def test_a_click_places_the_point_in_its_cell(source: Any) -> None:
    found = marker(source=source)
    area = found.layout(60).area
    mouse(found, "down", area.row, area.col)
    mouse(found, "up", area.row, area.col)
    assert point(found) == {"x": round(0.5 / area.cols, 4), "y": round(0.5 / area.rows, 4)}
    mouse(found, "down", area.bottom - 1, area.right - 1)
    mouse(found, "drag", 999, 999)
    mouse(found, "up", 999, 999)
    assert point(found)["x"] == round((area.cols - 0.5) / area.cols, 4)


@pytest.mark.parametrize("source", [None, MISSING])
def test_a_drag_draws_a_region(source: Any) -> None:
    found = marker("region", source)
    area = found.layout(60).area
    mouse(found, "down", area.row + 4, area.col + 9)
    assert region(found) is None
    mouse(found, "drag", area.row + 1, area.col + 2)
    mouse(found, "up", area.row + 1, area.col + 2)
    shares = (2 / area.cols, 1 / area.rows, 8 / area.cols, 4 / area.rows)
    assert list(region(found).values()) == pytest.approx(shares, abs=1.01e-4)
    before = region(found)
    mouse(found, "down", area.row, area.col)
    mouse(found, "up", area.row, area.col)
    assert region(found) == before, "a click without dragging draws nothing"


def test_the_toggle_is_clicked() -> None:
    found = marker("both")
    row = found.layout(60).status
    col = lines(found)[row].index("region")
    mouse(found, "down", row, col)
    assert found.region_mode
    mouse(found, "down", row, 3)
    assert not found.region_mode


def test_numbers_are_typed() -> None:
    found = marker("both")
    press(found, *"0.25")
    assert found.typing
    press(found, "Space", *"0.75", "Enter")
    assert not found.typing
    assert point(found) == {"x": 0.25, "y": 0.75}
    press(found, *".1,.2,.3,.4", "Enter")
    assert region(found) == {"x": 0.1, "y": 0.2, "w": 0.3, "h": 0.4}
    assert found.region_mode


def test_wrong_numbers_stay_and_say_what_is_expected() -> None:
    found = marker("point")
    press(found, *"0.1 0.2 0.3 0.4".replace(" ", ","), "Enter")
    assert found.typing
    assert "two numbers from 0 to 1" in lines(found, cols=120)[-1]
    press(found, "Escape")
    assert not found.typing
    assert point(found) is None


def test_a_paste_goes_into_the_numbers_only() -> None:
    found = marker()
    assert found.on_paste("0.5 0.5") is Took.NO
    press(found, "0")
    found.on_paste(".5, .25")
    press(found, "Enter")
    assert point(found) == {"x": 0.5, "y": 0.25}


@pytest.mark.parametrize(
    ("mode", "words"),
    [("point", "a point"), ("region", "a region"), ("both", "a point or a region")],
)
def test_required_asks_for_a_mark(mode: str, words: str) -> None:
    found = marker(mode, required=True)
    assert found.problem() == f"Mark {words} on the picture."
    press(found, "Space")
    assert found.problem() == ""
    assert marker(mode).problem() == ""


def test_defaults_and_values_are_taken_as_the_mode_says() -> None:
    both = {"point": {"x": 0.1, "y": 0.2}, "region": {"x": 0.1, "y": 0.1, "w": 0.5, "h": 0.5}}
    for mode, kept in (("point", ["point"]), ("region", ["region"]), ("both", [*both])):
        found = marker(mode, default=both)
        assert [name for name in both if found.value()[name]] == kept  # type: ignore[literal-required]
        again = marker(mode)
        again.restore(found.value())
        assert again.value() == found.value()
    found.restore({"point": "rubbish"})
    assert point(found) is None


def test_the_marks_are_seen() -> None:
    found = marker("both")
    press(found, "Space", "r", "Space")
    text = "\n".join(lines(found))
    assert "┼" in text
    assert "┏" in text
    assert "┛" in text
    (placed,) = surface(found).pictures
    assert placed.rect == found.layout(60).area


@pytest.mark.parametrize(
    ("cols", "said"),
    [
        (80, "( ) point 0.5000 0.5000  (•) region 0.2500 0.2500 0.5000x0.5000"),
        (60, "( ) point 0.50 0.50  (•) region 0.25 0.25 0.50x0.50"),
        (46, "( ) point 50 50%  (•) region 25 25 50x50%"),
        (26, "(•) region 25 25 50x50%"),
        (21, "region 25 25 50x50%"),
        (16, "25 25 50x50%"),
    ],
)
def test_the_numbers_are_as_exact_as_there_is_room(cols: int, said: str) -> None:
    found = marker("both")
    press(found, "Space", "r", "Space")
    assert lines(found, cols)[-1].strip() == said


def test_without_a_picture_there_is_a_grid_and_a_warning() -> None:
    found = marker(source=MISSING)
    assert found.warnings == ['field "spot": x.png: 404']
    text = lines(found)
    assert "x.png: 404" in text[1]
    assert "·" in text[2]


@settings(deadline=None, max_examples=30)
@given(COLS, PAGES, st.sampled_from(["point", "region", "both"]), st.booleans())
def test_it_never_fails(cols: int, page: int, mode: str, missing: bool) -> None:
    default = {"point": {"x": 1, "y": 1}, "region": {"x": 0.9, "y": 0.9, "w": 0.1, "h": 0.1}}
    never_fails(marker(mode, MISSING if missing else None, default=default), cols, page)
