"""Kind color: hex typed, a swatch, a palette."""

from __future__ import annotations

import pytest

from mplex.dialog.fields.color import NO_COLOR, ColorWidget
from mplex.dialog.fields.palette import COLS, ROWS, palette_colours
from mplex.dialog.fields.widget import Took
from mplex.vt.styles import RGB, style_of
from tests.dialog.fields.input_hands import (
    click,
    click_on,
    enter_text,
    field,
    heard,
    kit,
    look,
    press,
    same_after_restore,
    surface_of,
)


def color(default: str = "#ff8800", colours: int = 1 << 24) -> ColorWidget:
    return ColorWidget(field("color", default=default), kit(colours=colours))


@pytest.mark.parametrize(
    ("text", "value"),
    (
        ("#1E90FF", "#1e90ff"),
        ("#19f", "#1199ff"),
        ("1e90ff", "#1e90ff"),
        (" #000 ", "#000000"),
        ("#12", "#ff8800"),
        ("#ggg", "#ff8800"),
        ("blue", "#ff8800"),
        ("", "#ff8800"),
    ),
)
def test_hex_is_typed_and_the_last_colour_stays_while_it_is_none(text: str, value: str) -> None:
    widget = color()
    press(widget, "C-u")
    widget.on_paste(text)
    assert widget.value() == value
    assert widget.problem() == ("" if value != "#ff8800" else NO_COLOR)


def test_the_swatch_has_the_colour_that_is_typed() -> None:
    widget = color()
    assert style_of(surface_of(widget).attrs[1][12]).bg == RGB | 0xFF8800
    press(widget, "C-u")
    enter_text(widget, "#19f")
    assert style_of(surface_of(widget).attrs[1][12]).bg == RGB | 0x1199FF
    press(widget, "BSpace")
    assert "??" in look(widget)[1]


def test_a_bad_default_is_black() -> None:
    assert color("reddish").value() == "#000000"
    assert color("#abc").value() == "#aabbcc"


def test_the_palette_opens_at_the_nearest_colour_and_enter_picks() -> None:
    widget = color("#fefefe")
    values = heard(widget)
    press(widget, "Down")
    assert look(widget)[-1] == "  #ffffff"
    assert press(widget, "Right Enter") == [Took.YES] * 2
    assert values == ["#e8e8e8"]
    assert look(widget)[1].startswith("  #e8e8e8")
    assert len(look(widget)) == 2
    press(widget, "C-_")
    assert widget.value() == "#fefefe"


@pytest.mark.parametrize("names", ("Down Right Escape", "Space Left Tab", "Down Right Up Escape"))
def test_leaving_the_palette_keeps_the_colour(names: str) -> None:
    widget = color()
    press(widget, names)
    assert widget.value() == "#ff8800"
    assert len(look(widget)) == 2


def test_typing_goes_on_in_the_line() -> None:
    widget = color()
    press(widget, "Down BSpace 1")
    assert widget.value() == "#ff8801"


def test_it_can_be_answered_by_mouse_alone() -> None:
    widget = color()
    for row, col in ((0, 0), (3, 7), (ROWS - 1, COLS - 1)):
        click_on(widget, "▾")
        assert click(widget, 2 + row, 2 + 2 * col) is Took.YES
        assert widget.value() == palette_colours()[row][col]
        assert len(look(widget)) == 2
    click(widget, 1, 13)
    assert len(look(widget)) > 2
    click(widget, 1, 13)
    assert len(look(widget)) == 2


def test_a_narrow_palette_has_narrow_colours() -> None:
    widget = color("#ffffff", colours=0)
    press(widget, "Down Right")
    assert look(widget, 16)[-2] == "  ·+" + "·" * 10
    click(widget, 8, 2 + 11, 16)
    assert widget.value() == "#000000"


def test_every_colour_of_the_palette_is_another_one() -> None:
    found = [colour for row in palette_colours() for colour in row]
    assert len(set(found)) == len(found) == ROWS * COLS


def test_without_colours_the_palette_says_where_the_cursor_is() -> None:
    widget = color("#ffffff", colours=0)
    press(widget, "Down Right")
    assert look(widget)[-2:] == ["  ··[]" + "··" * 10, "  #e8e8e8"]
    assert {style_of(attr).bg for attr in "".join(surface_of(widget).attrs)} == {-1}


def test_other_keys_are_left_to_the_form() -> None:
    assert set(press(color(), "Enter Tab Up Escape")) == {Took.NO}
    widget = color()
    press(widget, "Down")
    widget.leave()
    assert len(look(widget)) == 2


def test_values_come_back() -> None:
    assert same_after_restore([(color("#123456"), color())])
    widget = color()
    for wrong in ("red", None, 5):
        widget.restore(wrong)
    assert widget.value() == "#ff8800"


@pytest.mark.parametrize("text", ("#1e90ff", "1e90ff"))
def test_what_is_typed_or_pasted_behind_a_whole_colour_begins_a_new_one(text: str) -> None:
    typed, pasted = color(), color()
    enter_text(typed, text)
    pasted.on_paste(text)
    assert (typed.value(), pasted.value()) == ("#1e90ff", "#1e90ff")
    assert not typed.problem() and not pasted.problem()


def test_within_a_colour_letters_are_put_in_and_mistakes_stay() -> None:
    widget = color()
    press(widget, "Left")
    enter_text(widget, "1")
    assert widget.line.text == "#ff88010"
    press(widget, "BSpace BSpace")
    enter_text(widget, "7")
    press(widget, "End")
    enter_text(widget, "x")
    assert widget.line.text == "#ff8870x"
    press(widget, "C-u")
    enter_text(widget, "#ff8")
    enter_text(widget, "700")
    assert widget.value() == "#ff8700"
