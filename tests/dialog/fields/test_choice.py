"""The choice: picking one or several, another answer, keys, mouse and value."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from mplex.dialog.fields.choice import ChoiceWidget
from mplex.dialog.fields.widget import Took
from tests.dialog.fields.collection_shown import KIT, Shown

OPTIONS = [
    {"label": "PostgreSQL", "value": "pg", "description": "The default, which needs a server"},
    {"label": "SQLite"},
    {"label": "Flat files", "value": 3},
]


def choice(**members: Any) -> Shown:
    """Return a choice of three."""
    return Shown("choice", **{"label": "Which database?", "options": OPTIONS, **members})


def test_options_are_drawn_with_marks_digits_and_descriptions() -> None:
    assert choice(allow_other=True).rows() == [
        "▸ Which database? *",
        "▸ ( ) 1 PostgreSQL",
        "        The default, which needs a server",
        "  ( ) 2 SQLite",
        "  ( ) 3 Flat files",
        "  ( )   Other:",
    ]


def test_descriptions_wrap_between_words() -> None:
    shown = choice(cols=26)
    assert shown.rows()[1:4] == [
        "▸ ( ) 1 PostgreSQL",
        "        The default,",
        "        which needs a",
    ]


def test_enter_answers_with_the_option_under_the_cursor() -> None:
    shown = choice()
    assert shown.press("Down", "Enter") is Took.SUBMIT
    assert shown.value == {"answers": ["SQLite"]}
    assert shown.widget.touched and shown.changes == 1


def test_one_pick_takes_the_place_of_another_and_is_not_put_back() -> None:
    shown = choice()
    assert shown.press("3", "3", "Space") is Took.YES
    assert shown.value == {"answers": [3]}
    shown.press("1")
    assert shown.value == {"answers": ["pg"]}
    assert "▸ (•) 1 PostgreSQL" in shown.rows()


def test_several_are_reported_in_the_order_of_picking() -> None:
    shown = choice(multi_select=True)
    assert shown.press("3", "1", "2") is Took.YES
    assert shown.value == {"answers": [3, "pg", "SQLite"]}
    shown.press("1", "1")
    assert shown.value == {"answers": [3, "SQLite", "pg"]}
    assert shown.press("Enter") is Took.YES
    assert shown.value == {"answers": [3, "SQLite"]}
    assert "  [x] 2 SQLite" in shown.rows()


def test_a_digit_without_an_option_is_left_to_the_form() -> None:
    assert choice().press("4") is Took.NO
    assert choice().press("x") is Took.NO


def test_another_answer_takes_the_place_of_a_single_pick() -> None:
    shown = choice(allow_other=True)
    shown.press("2", "End")
    assert shown.value == {"answers": ["SQLite"]}, "standing on the row picks nothing"
    shown.type(" Redis 5 ")
    assert shown.value == {"answers": [], "other": "Redis 5"}
    assert shown.widget.typing and shown.cursor is not None
    assert shown.press("Enter") is Took.SUBMIT


def test_another_answer_is_never_lost() -> None:
    shown = choice(allow_other=True)
    shown.press("End")
    shown.type("Redis")
    assert shown.press("Escape") is Took.YES
    assert not shown.widget.typing
    assert "Flat files" in shown.pointed()
    shown.press("1")
    assert shown.value == {"answers": ["pg"]}
    assert "  ( )   Other: Redis" in shown.rows()
    shown.press("End", "Enter")
    assert shown.value == {"answers": [], "other": "Redis"}


def test_another_answer_adds_to_several_picks() -> None:
    shown = choice(allow_other=True, multi_select=True)
    shown.press("2", "End")
    shown.type("Redis")
    shown.press("Escape", "1")
    assert shown.value == {"answers": ["SQLite", "pg"], "other": "Redis"}
    shown.press("End", "Enter")
    assert shown.value == {"answers": ["SQLite", "pg"]}
    assert "▸ [ ]   Other: Redis" in shown.rows()


def test_a_blank_other_answer_is_none() -> None:
    shown = choice(allow_other=True)
    shown.press("End")
    shown.type("  ")
    assert shown.press("Enter") is Took.YES
    assert shown.value == {"answers": []}
    assert shown.widget.problem()


def test_a_paste_goes_into_the_other_answer_only() -> None:
    shown = choice(allow_other=True)
    assert shown.widget.on_paste("1") is Took.NO
    assert shown.value == {"answers": []}
    shown.press("End")
    assert shown.widget.on_paste("two\nlines") is Took.YES
    assert shown.value == {"answers": [], "other": "two lines"}


def test_keys_of_the_form_are_not_typed() -> None:
    shown = choice(allow_other=True)
    shown.press("End")
    for name in ("Tab", "BTab", "M-1", "M-Enter", "C-NPage", "F1", "Down"):
        assert shown.press(name) is Took.NO, name
    assert shown.value == {"answers": []}


@pytest.mark.parametrize(("required", "wrong"), [(True, True), (False, False)])
def test_something_must_be_picked_only_where_it_is_required(required: bool, wrong: bool) -> None:
    shown = choice(required=required)
    assert bool(shown.widget.problem()) is wrong
    shown.press("1")
    assert shown.widget.problem() == ""


def test_the_edges_let_the_focus_go_on() -> None:
    shown = choice()
    assert shown.press("Up") is Took.NO
    assert shown.press("Down", "Down") is Took.YES
    assert shown.press("Down") is Took.NO
    shown.widget.enter(1)
    assert "PostgreSQL" in shown.pointed()
    shown.widget.enter(-1)
    assert "Flat files" in shown.pointed()


def test_a_click_picks_and_a_press_that_slides_off_does_not() -> None:
    shown = choice(allow_other=True)
    shown.mouse("down", 3)
    shown.mouse("up", 4)
    assert shown.value == {"answers": []}
    assert shown.click("SQLite") is Took.YES
    assert shown.value == {"answers": ["SQLite"]}
    shown.click("The default")
    assert shown.value == {"answers": ["pg"]}


def test_a_click_goes_into_the_other_answer_and_its_mark_turns_it_on() -> None:
    shown = choice(allow_other=True)
    shown.click("Other")
    assert shown.widget.typing
    shown.type("xyz")
    shown.click("SQLite")
    shown.click("xyz")
    assert shown.value == {"answers": ["SQLite"]} and shown.widget.typing
    shown.click("Other", -4)
    assert shown.value == {"answers": [], "other": "xyz"}


@pytest.mark.parametrize("multi", [True, False])
def test_a_value_comes_back(multi: bool) -> None:
    shown = choice(allow_other=True, multi_select=multi)
    assert shown.again() == {"answers": []}
    shown.press("3", "1")
    assert shown.again() == shown.value
    shown.press("End")
    shown.type("x")
    assert shown.again() == shown.value


@pytest.mark.parametrize(
    "value", [None, [], {"answers": "pg"}, {"answers": [["pg"], None, "?"]}, {"other": 3}]
)
def test_a_value_that_does_not_fit_is_left_aside(value: object) -> None:
    shown = choice(allow_other=True)
    shown.widget.restore(value)
    assert shown.value == {"answers": []}


def test_another_answer_that_was_not_asked_for_is_left_aside() -> None:
    shown = choice()
    shown.widget.restore({"answers": ["pg"], "other": "x"})
    assert shown.value == {"answers": ["pg"]}


def test_another_answer_comes_back_instead_of_a_single_pick() -> None:
    shown = choice(allow_other=True)
    shown.widget.restore({"answers": ["pg"], "other": "x"})
    assert shown.value == {"answers": [], "other": "x"}


def test_wiping_forgets_what_was_typed() -> None:
    shown = choice(allow_other=True)
    shown.press("End")
    shown.type("x")
    shown.widget.wipe()
    assert shown.value == {"answers": []}


def test_a_picture_that_was_not_loaded_is_named_and_reported() -> None:
    options = [
        {"label": "a", "thumbnail": "/tmp/cat.png"},
        {"label": "b", "thumbnail": {"name": "dog.png", "problem": "404"}},
    ]
    shown = choice(options=options)
    assert "[cat.png]" in shown.text() and "[dog.png: 404]" in shown.text()
    assert shown.widget.warnings[1] == 'field "it", item "b": dog.png: 404'
    assert shown.widget.warnings[0].startswith('field "it", item "a": cat.png: ')


class _Box:
    """A box with one picture, and a file that is none."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def get(self, media: str) -> bytes | None:
        return {"cat": self._data, "bad": b"no picture"}.get(media)


def test_pictures_stand_beside_the_texts() -> None:
    image = pytest.importorskip("PIL.Image")
    file = BytesIO()
    image.new("RGB", (40, 30), (200, 30, 30)).save(file, "PNG")
    options = [
        {"label": "Cat", "thumbnail": {"media": "cat", "width": 40, "height": 30, "name": "cat"}},
        {"label": "Nothing"},
        {"label": "Bad", "thumbnail": {"media": "bad", "width": 1, "height": 1, "name": "bad"}},
    ]
    shown = choice(options=options, kit=KIT._replace(media=_Box(file.getvalue())), page=12)
    row, col = shown.find("Cat")
    assert shown.find("Nothing") == (row + 4, col), "the texts line up"
    assert shown.find("Bad") == (row + 5, col) and len(shown.rows()) == row + 6
    picture = shown.surface().attrs[row + 1][8 : col - 1]
    assert len(set(picture) - {KIT.looks["dialog"].ch}) >= 1
    (warning,) = shown.widget.warnings
    assert warning.startswith('field "it", item "Bad": bad: ')


def test_the_widget_is_made_of_a_field_and_a_kit() -> None:
    assert isinstance(choice().widget, ChoiceWidget)
