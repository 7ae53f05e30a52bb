"""Kind date: a mask and a month."""

from __future__ import annotations

import pytest

from mplex.dialog.fields.date import DateWidget
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


def day(default: str = "", locale: str = "C", **members: object) -> DateWidget:
    return DateWidget(field("date", default=default, **members), kit(locale))


@pytest.mark.parametrize(
    ("text", "value"),
    (
        ("20261130", "2026-11-30"),
        ("2026-11-30", "2026-11-30"),
        ("2026-6-1 ", "2026-06-01"),
        ("2026/6/1/", "2026-06-01"),
        ("2024.02.29", "2024-02-29"),
        ("20261130999", "2026-11-30"),
        ("2026-02-30", ""),
        ("2026-11-3", ""),
        ("0000-01-01", ""),
        ("", ""),
    ),
)
def test_digits_fill_the_mask(text: str, value: str) -> None:
    assert press_all(day(), text).value() == value


def press_all(widget: DateWidget, text: str) -> DateWidget:
    """Type a text whose blanks are the end of a part, not the key that opens the month."""
    return enter_text(widget, text.replace(" ", "-"))


def test_the_mask_shows_what_is_missing_and_which_weekday_it_is() -> None:
    widget = enter_text(day(), "20261")
    assert look(widget)[1] == "  2026-1M-DD ▾"
    assert cursor(widget) == Point(1, 2 + 6)
    enter_text(widget, "130")
    assert look(widget)[1] == "  2026-11-30 ▾  Monday"


def test_problems() -> None:
    assert day().problem() == ""
    assert day(required=True).problem()
    assert "complete" in enter_text(day(), "202611").problem()
    assert enter_text(day(), "20260230").problem() == (
        "There is no day 2026-02-30 in the calendar."
    )
    assert day("2026-11-30", required=True).problem() == ""
    assert enter_text(day(), "1.2.2026").problem(), "a day first is no year 1"


@pytest.mark.parametrize(
    ("names", "value"),
    (
        ("Home Right 1", "2126-11-30"),
        ("End BSpace 1", "2026-11-31"),
        ("End BSpace BSpace 2 9", "2026-11-29"),
        ("C-u 2 0 2 7 0 1 0 2", "2027-01-02"),
        ("Home DC 3", "3026-11-30"),
    ),
)
def test_keys_edit_the_mask(names: str, value: str) -> None:
    widget = day("2026-11-30")
    assert set(press(widget, names)) == {Took.YES}
    assert widget.value() == (value if value != "2026-11-31" else "")


def test_keys_of_the_form_are_left_to_it() -> None:
    assert set(press(day(), "Enter Tab Up Escape NPage x M-1")) == {Took.NO}


@pytest.mark.parametrize(
    ("names", "value"),
    (
        ("Enter", "2026-11-24"),
        ("Right Space", "2026-11-25"),
        ("Down Left Enter", "2026-11-30"),
        ("Up Up Up Up Enter", "2026-10-27"),
        ("NPage Enter", "2026-12-24"),
        ("PPage PPage Enter", "2026-09-24"),
        ("S-NPage Enter", "2027-11-24"),
        ("Home Enter", "2026-11-01"),
        ("End NPage NPage NPage Enter", "2027-02-28"),
        ("PPage End NPage Enter", "2026-11-30"),
        ("t Enter", "2026-11-30"),
        ("Right Escape", "2026-11-24"),
        ("Right Tab", "2026-11-24"),
    ),
)
def test_keys_in_the_month(names: str, value: str) -> None:
    widget = day("2026-11-24")
    press(widget, "Down " + names)
    assert widget.value() == value
    assert len(look(widget)) == 2


def test_the_month_opens_at_today_and_follows_what_is_typed() -> None:
    widget = day()
    press(widget, "Down")
    assert "November 2026" in look(widget)[2]
    enter_text(widget, "20240229")
    assert "February 2024" in look(widget)[2]
    assert "▸29" in "\n".join(look(widget))
    press(widget, "Enter")
    assert widget.value() == "2024-02-29"


def test_the_month_speaks_the_persons_language() -> None:
    german, american = day("2026-03-01", "de_DE"), day("2026-03-01", "en_US")
    for widget in (german, american):
        press(widget, "Down")
    assert look(german)[1:5] == [
        "  2026-03-01 ▾  Sonntag",
        "  « ‹   März 2026    › »",
        "   Mo Di Mi Do Fr Sa So",
        "                    ▸ 1",
    ]
    assert look(american)[3:5] == ["   Su Mo Tu We Th Fr Sa", "  ▸ 1  2  3  4  5  6  7"]


def test_wide_names_line_up() -> None:
    widget = day("2026-03-01", "ja_JP")
    press(widget, "Down")
    assert look(widget)[2:5] == [
        "  « ‹    3月 2026    › »",
        "   日 月 火 水 木 金 土",
        "  ▸ 1  2  3  4  5  6  7",
    ]


def test_it_can_be_answered_by_mouse_alone() -> None:
    widget = day()
    values = heard(widget)
    assert click_on(widget, "▾") is Took.YES
    click_on(widget, "›")
    click_on(widget, "»")
    assert "December 2027" in look(widget)[2]
    click_on(widget, "«")
    click_on(widget, "‹")
    assert wheel(widget, Point(5, 5), "down") is Took.YES
    assert "December 2026" in look(widget)[2]
    assert click_on(widget, " 24", 1) is Took.YES
    assert values == ["2026-12-24"]
    click_on(widget, "▾")
    click_on(widget, "Clear")
    click_on(widget, "▾")
    click_on(widget, "Today")
    click_on(widget, "▾")
    click_on(widget, "Close")
    assert values[1:] == ["", "2026-11-30"]
    assert len(look(widget)) == 2


def test_a_click_in_the_mask_places_the_cursor() -> None:
    widget = day("2026-11-30")
    click(widget, 1, 2 + 5)
    press(widget, "0 2")
    click(widget, 1, 2 + 8)
    press(widget, "0 1")
    assert widget.value() == "2026-02-01"


def test_a_click_beside_the_days_picks_nothing() -> None:
    widget = day("2026-11-24")
    press(widget, "Down")
    for row, col in ((4, 3), (5, 40), (3, 3), (9, 20)):
        click(widget, row, col)
    assert widget.value() == "2026-11-24"
    assert not widget.touched


@pytest.mark.parametrize(
    "text", ("2026-6-1", "on 2026-06-01T14:00Z\n", "1.6.2026", "am 01.06.2026", "2026/06/01")
)
def test_a_date_is_pasted(text: str) -> None:
    widget = day()
    assert widget.on_paste(text) is Took.YES
    assert widget.value() == "2026-06-01"
    widget.on_paste("no date, 12026-06-011, 06/02/2026, 1.2.3.2026")
    assert widget.value() == "2026-06-01"


def test_the_ends_of_the_calendar_hold() -> None:
    for default, names in (
        ("9999-12-31", "Down Right NPage Down End"),
        ("0001-01-01", "Down PPage"),
    ):
        widget = day(default)
        press(widget, names + " Left Up Enter")
        assert widget.value()
        look(widget)


def test_leaving_closes_the_month() -> None:
    widget = day()
    press(widget, "Down")
    widget.leave()
    assert len(look(widget)) == 2


def test_values_come_back() -> None:
    assert same_after_restore([(day("2026-11-30"), day()), (day(), day("2026-11-30"))])
    widget = day("2026-11-30")
    for wrong in ("2026-02-30", "x-y-z", "2026-11-30T10:00", None, 5):
        widget.restore(wrong)
    assert widget.value() == "2026-11-30"


@pytest.mark.parametrize("cols", [9, 14, 20, 22, 60])
def test_the_day_with_the_cursor_is_seen_however_narrow_it_is(cols: int) -> None:
    widget = day("2026-06-08")
    press(widget, "Down", cols)
    for number in range(8, 22):
        mark = f"▸{number:2}"
        shown = look(widget, cols)
        row = next(n for n, text in enumerate(shown) if mark in text)
        click(widget, row, shown[row].index(mark) + 1, cols)
        assert widget.value() == f"2026-06-{number:02}"
        press(widget, "Down Right", cols)
