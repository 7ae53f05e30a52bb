"""Kind select: one row, and a list that opens under it."""

from __future__ import annotations

import pytest

from mplex.dialog.fields.select import SelectWidget
from mplex.dialog.fields.widget import Took
from mplex.geometry import Point
from tests.dialog.fields.input_hands import (
    click,
    click_on,
    cursor,
    enter_text,
    field,
    heard,
    kit,
    look,
    press,
    same_after_restore,
    wheel,
)

FRUIT = ("Apple", "Banana", "Cherry", "Blueberry")


def options(*labels: str) -> list[dict[str, str]]:
    return [{"label": each, "value": each.lower(), "description": ""} for each in labels]


def select(*labels: str, **members: object) -> SelectWidget:
    given = {"options": options(*(labels or FRUIT)), "default": None, **members}
    return SelectWidget(field("select", **given), kit())


def many(count: int = 30) -> SelectWidget:
    return select(*(f"Option {number}" for number in range(count)))


def test_it_starts_with_its_default_or_the_first_option() -> None:
    assert select(default="cherry").value() == "cherry"
    assert select(default="durian").value() == "apple"
    assert look(select(default="cherry"), 20) == ["▸ It", "  Cherry           ▾"]


@pytest.mark.parametrize("key", ("Enter", "Space", "Down"))
def test_the_list_opens_at_the_picked_option_and_enter_picks(key: str) -> None:
    widget = select(default="banana")
    values = heard(widget)
    press(widget, key)
    assert look(widget, 20)[2:] == [
        "  ( ) Apple",
        "▸ (•) Banana",
        "  ( ) Cherry",
        "  ( ) Blueberry",
    ]
    assert press(widget, "Down Enter") == [Took.YES] * 2
    assert values == ["cherry"]
    assert len(look(widget)) == 2


@pytest.mark.parametrize(
    ("names", "value"),
    (
        ("Home Enter", "apple"),
        ("End Space", "blueberry"),
        ("Up Up Up Enter", "apple"),
        ("NPage Enter", "blueberry"),
        ("b Enter", "blueberry"),
        ("b b Enter", "banana"),
        ("z Enter", "banana"),
        ("Down Escape", "banana"),
    ),
)
def test_keys_in_the_list(names: str, value: str) -> None:
    widget = select(default="banana")
    press(widget, "Enter " + names)
    assert widget.value() == value
    assert len(look(widget)) == 2


def test_left_and_right_change_the_option_of_a_closed_list() -> None:
    widget = select()
    press(widget, "Right Right Left")
    assert widget.value() == "banana"
    press(widget, "Left Left")
    assert widget.value() == "apple"


def test_tab_closes_the_list_without_picking_and_goes_on() -> None:
    widget = select()
    press(widget, "Enter Down")
    assert press(widget, "Tab") == [Took.NO]
    assert (widget.value(), len(look(widget)), widget.touched) == ("apple", 2, False)
    press(widget, "Enter")
    widget.leave()
    assert len(look(widget)) == 2


def test_keys_of_the_form_are_left_to_it_while_the_list_is_closed() -> None:
    widget = select()
    assert set(press(widget, "Up Tab Escape x Home")) == {Took.NO}
    assert not widget.typing


def test_a_long_list_is_narrowed_by_typing() -> None:
    widget = many()
    press(widget, "Enter")
    assert widget.typing
    enter_text(widget, "TION 2 ")
    shown = look(widget)
    assert shown[2] == "/ TION 2"
    assert shown[3] == "▸ ( ) Option 2"
    assert shown[4] == "  ( ) Option 12"
    assert cursor(widget) == Point(2, 9)
    press(widget, "Down Enter")
    assert widget.value() == "option 12"
    assert not widget.typing


def test_nothing_is_picked_where_nothing_matches() -> None:
    widget = many()
    press(widget, "Enter")
    assert widget.on_paste("zzz") is Took.YES
    assert look(widget)[3].strip() == "nothing matches"
    press(widget, "Enter")
    assert (widget.value(), len(look(widget)) > 3) == ("option 0", True)
    press(widget, "C-u End Enter")
    assert widget.value() == "option 29"


def test_the_list_fits_the_page_and_shows_where_there_is_more() -> None:
    widget = many()
    press(widget, "Enter")
    assert widget.height(40) == widget.page
    assert look(widget)[-1].endswith("▼")
    press(widget, "NPage NPage")
    assert look(widget)[3].endswith("▲")
    press(widget, "End")
    assert look(widget)[-1] == "▸ ( ) Option 29"


def test_it_can_be_answered_by_mouse_alone() -> None:
    widget = many()
    assert click_on(widget, "Option 0") is Took.YES
    assert wheel(widget, Point(5, 5), "down") is Took.YES
    assert look(widget)[3].startswith("▸ ( ) Option 3")
    assert click_on(widget, "Option 5") is Took.YES
    assert (widget.value(), len(look(widget))) == ("option 5", 2)
    assert wheel(widget, Point(1, 5), "down") is Took.NO
    click(widget, 1, 5)
    click(widget, 1, 5)
    assert len(look(widget)) == 2


def test_a_paste_into_the_closed_row_does_nothing() -> None:
    widget = select()
    widget.on_paste("Cherry\n")
    assert widget.value() == "apple"


def test_descriptions_stand_beside_their_options_and_are_searched() -> None:
    listed = options(*(f"O{number}" for number in range(9)))
    listed[7]["description"] = "the 漢字 one"
    widget = SelectWidget(field("select", options=listed), kit())
    press(widget, "Enter")

    enter_text(widget, "漢")
    assert look(widget)[3] == "▸ ( ) O7  the 漢字 one"


def test_values_keep_their_type() -> None:
    listed = [{"label": str(each), "value": each} for each in (1, True, "1")]
    widget = SelectWidget(field("select", options=listed), kit())
    for value in (True, "1", 1):
        widget.restore(value)
        assert widget.value() is value


def test_values_come_back_and_others_are_left_aside() -> None:
    assert same_after_restore([(select(default="cherry"), select())])
    widget = select(default="cherry")
    for wrong in ("durian", None, 3, ["apple"]):
        widget.restore(wrong)
    assert widget.value() == "cherry"


def test_without_options_there_is_an_empty_value_and_no_way_to_get_stuck() -> None:
    widget = SelectWidget(field("select", options=[], required=True), kit())
    press(widget, "Enter Down Enter Escape Right Left")
    assert (widget.value(), widget.problem()) == ("", "")
