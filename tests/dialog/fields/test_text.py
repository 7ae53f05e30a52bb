"""Kind text: a line that scrolls, a page that wraps and grows."""

from __future__ import annotations

import pytest

from mplex.dialog.fields.text import MIN_ROWS, TextPage, TextWidget
from mplex.dialog.fields.widget import Took
from mplex.geometry import Point
from mplex.term.keys import MouseEvent
from tests.dialog.fields.input_hands import (
    click,
    cursor,
    enter_text,
    field,
    heard,
    kit,
    look,
    press,
    press_one,
    same_after_restore,
    surface_of,
    wheel,
)


def line(**members: object) -> TextWidget:
    return TextWidget(field("text", **members), kit())


def page(text: str = "", **members: object) -> TextWidget:
    return TextWidget(field("text", multiline=True, default=text, **members), kit())


def test_what_is_typed_is_the_value_and_every_change_is_told() -> None:
    widget = line()
    values = heard(widget)
    enter_text(widget, "ab")
    press(widget, "Left BSpace")
    assert values == ["a", "ab", "b"]
    assert widget.value() == "b"
    assert widget.touched
    assert look(widget) == ["▸ It", "  b"]


def test_it_starts_with_its_default_untouched() -> None:
    widget = line(default="here")
    assert (widget.value(), widget.touched) == ("here", False)
    press(widget, "C-_")
    assert widget.value() == "here"


@pytest.mark.parametrize(
    ("names", "left"),
    (
        ("C-a M-d", " two three"),
        ("C-w", "one two "),
        ("C-u C-y C-y", "one two three" * 2),
        ("C-w C-_", "one two three"),
        ("M-b M-b C-k", "one "),
        ("C-Home C-d", "ne two three"),
        ("C-x C-u", "one two three"),
    ),
)
def test_emacs_keys_edit(names: str, left: str) -> None:
    widget = line(default="one two three")
    assert set(press(widget, names)) == {Took.YES}
    assert widget.value() == left


def test_typing_is_undone_word_by_word() -> None:
    widget = enter_text(line(), "one two")
    press(widget, "C-_")
    assert widget.value() == "one"


def test_keys_of_the_form_are_left_to_it() -> None:
    names = "Enter M-Enter Tab BTab Up Down Escape C-c M-1 C-NPage F1 C-n"
    assert set(press(line(default="x"), names)) == {Took.NO}


def test_a_paste_is_one_line() -> None:
    widget = line(default="<>")
    press(widget, "Left")
    assert widget.on_paste("two\nlines\n") is Took.YES
    assert widget.value() == "<two lines>"


def test_a_click_places_the_cursor_between_wide_characters() -> None:
    widget = line(default="漢字e\u0301x")
    assert click(widget, 1, 2 + 4) is Took.YES
    enter_text(widget, "|")
    assert widget.value() == "漢字|e\u0301x"
    assert cursor(widget) == Point(1, 2 + 5)
    assert click(widget, 0, 3) is Took.NO


def test_a_long_line_scrolls_and_shows_where_it_goes_on() -> None:
    widget = line(default="0123456789abcdefghijklmnopqrstuvwxyz")
    assert look(widget, 20, focus=False)[1] == "  0123456789abcdefg›"
    assert look(widget, 20)[1] == "  ‹klmnopqrstuvwxyz"
    press(widget, "C-a", 20)
    assert look(widget, 20)[1] == "  0123456789abcdefg›"
    for _ in range(20):
        press(widget, "Right", 20)
    assert look(widget, 20)[1] == "  ‹56789abcdefghijk›"
    click(widget, 1, 5, 20)
    enter_text(widget, "!", 20)
    assert widget.value() == "0123456!789abcdefghijklmnopqrstuvwxyz"


def test_a_placeholder_is_dim_and_no_value() -> None:
    widget = line(placeholder="your name")
    assert look(widget)[1] == "  your name"
    surface = surface_of(widget)
    enter_text(widget, "x")
    assert widget.value() == "x"
    assert look(widget)[1] == "  x"
    assert surface.attrs[1][2] != surface_of(widget).attrs[1][2]


@pytest.mark.parametrize("multiline", (False, True))
def test_blank_blocks_where_it_is_required(multiline: bool) -> None:
    for required in (False, True):
        widget = TextWidget(field("text", multiline=multiline, required=required), kit())
        assert bool(widget.problem()) is required
        enter_text(widget, "   ")
        assert bool(widget.problem()) is required
        enter_text(widget, "x")
        assert widget.problem() == ""


def test_values_come_back() -> None:
    full = enter_text(page("one\ntwo"), "!")
    assert same_after_restore([(line(default="a b"), line()), (full, page())])


def test_enter_makes_lines_in_a_page_and_up_and_down_leave_it_at_its_ends() -> None:
    widget = enter_text(page(), "ab")
    assert press_one(widget, "Enter") is Took.YES
    enter_text(widget, "c")
    assert widget.value() == "ab\nc"
    assert press(widget, "Up Up") == [Took.YES, Took.NO]
    assert press(widget, "Down Down") == [Took.YES, Took.NO]
    assert press(widget, "M-Enter Tab Escape") == [Took.NO] * 3


def test_a_page_has_four_rows_and_grows_to_the_page_of_the_form() -> None:
    widget = page()
    assert isinstance(widget, TextPage)
    assert widget.height(40) == 1 + MIN_ROWS
    widget.on_paste("\n" * 6)
    assert widget.height(40) == 1 + 7
    widget.on_paste("\n" * 30)
    assert widget.height(40) == widget.page


def test_a_page_wraps_at_blanks_and_moves_by_what_is_seen() -> None:
    widget = page("the quick brown fox jumps")
    assert look(widget, 14)[1:4] == [" │the quick", " │brown fox", " │jumps"]
    press(widget, "C-e Up", 14)
    assert cursor(widget, 14) == Point(2, 2 + 5)
    press(widget, "Up", 14)
    enter_text(widget, "|", 14)
    assert widget.value() == "the q|uick brown fox jumps"


def test_a_click_behind_a_wrapped_row_stays_in_it() -> None:
    widget = page("the quick brown fox jumps")
    click(widget, 1, 13, 14)
    assert cursor(widget, 14) == Point(1, 2 + 9)


def test_a_click_in_a_scrolled_page_counts_what_is_hidden() -> None:
    widget = page("\n".join(str(number) for number in range(20)))
    press(widget, "C-End")
    click(widget, 1, 2)
    enter_text(widget, "|")
    assert "\n|11\n" in widget.value()


def test_tabs_and_wide_characters_line_up_in_a_page() -> None:
    widget = page("\t漢字\nx")
    assert look(widget)[1] == " │    漢字"
    click(widget, 1, 2 + 6)
    enter_text(widget, "|")
    assert widget.value() == "\t漢|字\nx"


def test_a_page_scrolls_with_marks_keys_and_wheel() -> None:
    widget = page("\n".join(str(number) for number in range(20)))
    shown = look(widget)
    assert shown[1] == " │0"
    assert shown[-1].endswith("▼")
    assert wheel(widget, Point(3, 3), "down") is Took.YES
    assert look(widget)[1].startswith(" │3 ")
    assert look(widget)[1].endswith("▲")
    press(widget, "NPage NPage NPage")
    assert look(widget)[-1] == " │19"
    press(widget, "C-Home")
    assert cursor(widget) == Point(1, 2)
    assert wheel(page("short"), Point(3, 3), "down") is Took.NO


def test_dragging_takes_the_cursor_along() -> None:
    widget = page("abc\ndef")
    surface_of(widget)
    widget.on_mouse(MouseEvent("down", 1, 1, 2), 60)
    widget.on_mouse(MouseEvent("drag", 1, 2, 4), 60)
    enter_text(widget, "|")
    assert widget.value() == "abc\nde|f"


def test_the_focus_arrives_at_the_end_that_it_comes_from() -> None:
    widget = page("one\ntwo\nthree")
    look(widget)
    widget.enter(-1)
    assert cursor(widget) == Point(3, 2)
    widget.enter(1)
    assert cursor(widget) == Point(1, 2)


def test_a_huge_text_is_cut_at_the_limit() -> None:
    widget = page()
    widget.on_paste("x\n" * 60_000)
    assert len(widget.value()) == 100_000
