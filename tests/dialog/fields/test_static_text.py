"""Notes: tones by colour and by character, wrapping, scrolling of what is longer than a page."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.fields.static_text import TONES, StaticTextWidget
from mplex.dialog.fields.widget import Took
from tests.dialog.fields.showing import (
    COLS,
    HOSTILE,
    KIT,
    PAGES,
    TEXTS,
    field,
    lines,
    mouse,
    never_fails,
    press,
    style_at,
)


def note(text: str, tone: str = "info", **more: object) -> StaticTextWidget:
    return StaticTextWidget(field("static_text", {"text": text, "tone": tone, **more}), KIT)


@pytest.mark.parametrize(("tone", "mark"), [("info", "i"), ("warn", "!"), ("muted", "·")])
def test_a_tone_is_told_by_a_character_and_by_a_style(tone: str, mark: str) -> None:
    widget = note("Mind the gap", tone)
    assert lines(widget) == [f"  {mark} Mind the gap"]
    assert style_at(widget, "Mind") is KIT.looks[TONES[tone].role]


def test_long_lines_break_between_words_below_the_text() -> None:
    assert lines(note("one two three\nfour"), 20) == ["  i one two three", "    four"]
    assert lines(note("one two three four"), 16) == ["  i one two", "    three four"]


def test_a_short_note_takes_neither_focus_nor_keys() -> None:
    widget = note("short")
    lines(widget)
    assert not widget.selectable()
    assert press(widget, "Down", "Up", "NPage") == [Took.NO] * 3
    assert mouse(widget, "wheel-down", 0, 5) is Took.NO


def test_what_is_longer_than_the_page_scrolls_and_lets_the_focus_go_on_at_its_ends() -> None:
    widget = note("\n".join(f"line {n}" for n in range(30)))
    widget.page = 5
    assert lines(widget) == [
        "  i line 0",
        *(f"    line {n}" for n in (1, 2, 3)),
        f"{'    line 4':59}▼",
    ]
    assert widget.selectable()
    assert press(widget, "Up") == [Took.NO]
    assert press(widget, "Down", "NPage") == [Took.YES] * 2
    assert lines(widget, focus=True)[0] == f"{'▸   line 5':59}▲"
    assert press(widget, "End", "Down") == [Took.YES, Took.NO]
    assert lines(widget)[-1] == "    line 29"
    assert mouse(widget, "wheel-up", 0, 5) is Took.YES
    assert lines(widget)[-1].startswith("    line 26")


def test_the_focus_begins_at_the_end_it_comes_from() -> None:
    widget = note("\n".join(f"line {n}" for n in range(30)))
    widget.page = 5
    widget.enter(-1)
    assert lines(widget)[-1] == "    line 29"
    widget.enter(1)
    assert lines(widget)[0] == "  i line 0"


def test_a_height_in_pixels_caps_the_rows() -> None:
    widget = note("\n".join("abcdefgh"), max_height=48)
    assert widget.height(60) == 3
    widget = note("\n".join("abcdefgh"), max_height=1)
    assert widget.height(60) == 1


def test_hostile_text_is_shown_and_obeyed_nowhere() -> None:
    shown = " ".join(lines(note(HOSTILE)))
    assert "␛[31mred␛]0;t␇" in shown
    assert "❖" not in shown and "\u202e" not in shown


def test_a_text_of_a_million_lines_says_what_it_leaves_out() -> None:
    widget = note("x" + "\n" * 1_000_000 + "x")
    lines(widget)
    press(widget, "End")
    assert "(980001 more lines)" in lines(widget)[-1]


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.sampled_from([*TONES]), COLS, PAGES)
def test_no_size_and_no_text_is_too_much(text: str, tone: str, cols: int, page: int) -> None:
    never_fails(note(text, tone), cols, page)
