"""What keys do in a form: the way of the focus, buttons and their letters, and Enter."""

from __future__ import annotations

import pytest

from mplex.dialog.answer import CANCEL
from mplex.ui.overlay import HANDLED
from tests.dialog.form.forms import (
    action,
    box,
    ended,
    form,
    line,
    note,
    picker,
    pointed,
    shows,
    values,
    widget,
)
from tests.dialog.screens import press, rows


def test_the_first_input_has_the_focus() -> None:
    dialog = form(note("read"), line("one"), line("two"))
    assert pointed(dialog) == "one"
    assert widget(dialog, "one").entered == [0]


@pytest.mark.parametrize(
    ("keys", "where"),
    [
        ("Tab", "two"),
        ("Tab Tab", "Cancel"),
        ("Tab Tab Tab", "Submit"),
        ("Tab Tab Tab Tab", "one"),
        ("BTab", "Submit"),
        ("Down", "two"),
        ("Down Down", "Cancel"),
        ("Down Down Right", "Submit"),
        ("Down Down Right Right Left", "Cancel"),
        ("Down Down Down", "Cancel"),
        ("Down Down Up", "two"),
        ("Up", "one"),
        ("C-n C-n C-p", "two"),
        ("Enter", "two"),
        ("Enter Enter", "Submit"),
    ],
)
def test_the_focus_goes_round(keys: str, where: str) -> None:
    dialog = form(line("one"), note("between"), line("two"))
    assert press(dialog, *keys.split()) is None
    assert pointed(dialog) == where


def test_a_field_hears_where_an_arrow_comes_from() -> None:
    dialog = form(line("one"), line("two"))
    press(dialog, "Down", "Down", "Up")
    assert widget(dialog, "two").entered == [1, -1]


def test_whoever_comes_by_tab_finds_a_field_as_it_was_left() -> None:
    dialog = form(line("one"), line("two", required=True))
    press(dialog, "Tab", "Tab", "BTab", "BTab", "Enter", "M-Enter")
    assert widget(dialog, "two").entered == [0, 0, 0, 0]


def test_values_are_reported_as_they_were_typed() -> None:
    dialog = form(line("one"), box("yes"))
    answer = press(dialog, "h", "i", "Tab", "Space", "M-Enter")
    assert values(answer) == {"one": "hi", "yes": True}
    assert ended(answer) == "__submit__"


@pytest.mark.parametrize("key", ["Enter", "Space", "KPEnter"])
def test_a_button_is_pressed(key: str) -> None:
    dialog = form(line("one"), actions=[action("go"), action("stay")], focus="stay")
    assert ended(press(dialog, key)) == "stay"


def test_alt_enter_presses_the_primary_action_from_anywhere() -> None:
    actions = [action("draft"), action("send", primary=True)]
    assert ended(press(form(line("one"), actions=actions), "M-Enter")) == "send"
    assert ended(press(form(line("one"), actions=actions), "Tab", "Tab", "M-Enter")) == "send"


def test_alt_enter_only_goes_to_what_destroys() -> None:
    dialog = form(line("one"), actions=[action("wipe", destructive=True)])
    assert press(dialog, "M-Enter") is None
    assert pointed(dialog) == "Wipe"
    assert ended(press(dialog, "Enter")) == "wipe"


def test_what_destroys_never_has_the_focus_at_first() -> None:
    actions = [action("wipe", destructive=True), action("keep")]
    assert pointed(form(note("sure?"), actions=actions)) == "Keep"
    alone = form(note("sure?"), actions=[action("wipe", destructive=True)])
    assert pointed(alone) == ""
    assert press(alone, "Enter", "Space") is None
    assert ended(press(alone, "Tab", "Enter")) == "wipe"


def test_the_screen_says_where_the_focus_is() -> None:
    assert pointed(form(line("one"), line("two"), focus="two")) == "two"
    assert pointed(form(line("one"), focus="__cancel__")) == "Cancel"


@pytest.mark.parametrize("key", ["y", "Y"])
def test_a_letter_presses_its_button_where_nothing_is_typed(key: str) -> None:
    dialog = form(note("sure?"), actions=[action("yes"), action("no")])
    assert ended(press(dialog, key)) == "yes"


def test_every_button_has_a_letter_of_its_own() -> None:
    dialog = form(note("?"), actions=[action("save"), action("send"), action("send later")])
    assert ended(press(dialog, "s")) == "save"
    dialog = form(note("?"), actions=[action("save"), action("send"), action("send later")])
    assert ended(press(dialog, "e")) == "send"
    dialog = form(note("?"), actions=[action("save"), action("send"), action("send later")])
    assert ended(press(dialog, "l")) == "send later"


def test_letters_are_text_in_a_field() -> None:
    dialog = form(line("one"), actions=[action("send"), action("cancel")])
    assert press(dialog, "s", "c") is None
    assert widget(dialog, "one").text == "sc"


def test_a_letter_that_a_full_field_leaves_presses_nothing() -> None:
    dialog = form(line("one"), actions=[action("send")])
    widget(dialog, "one").full = True
    assert press(dialog, "s") is None
    assert pointed(dialog) == "one"


def test_beside_a_field_for_text_a_letter_only_goes_to_the_button() -> None:
    dialog = form(line("one"), box("two"), actions=[action("send"), action("back")])
    assert press(dialog, "Tab", "s") is None
    assert pointed(dialog) == "Send"
    assert ended(press(dialog, "b")) == "back"


def test_a_letter_only_goes_to_what_destroys() -> None:
    dialog = form(note("?"), actions=[action("wipe", destructive=True), action("keep")])
    assert press(dialog, "w") is None
    assert pointed(dialog) == "Wipe"
    assert ended(press(dialog, "w")) == "wipe"


def test_an_only_question_is_answered_by_its_enter() -> None:
    answer = press(form(picker("which")), "Down", "Enter")
    assert values(answer) == {"which": {"answers": ["which 1"]}}


def test_one_question_of_several_goes_on() -> None:
    dialog = form(picker("which"), line("why"))
    assert press(dialog, "Enter") is None
    assert pointed(dialog) == "why"


def test_arrows_leave_a_list_at_its_ends() -> None:
    dialog = form(picker("which"), line("why"))
    press(dialog, "Down", "Down")
    assert pointed(dialog) == "which"
    press(dialog, "Down")
    assert pointed(dialog) == "why"
    press(dialog, "Up")
    assert pointed(dialog) == "which"


def test_a_paste_goes_into_the_field_alone() -> None:
    dialog = form(line("one"))
    assert dialog.on_paste(b"y\r\n\x1b\xff") is HANDLED
    assert widget(dialog, "one").pasted == ["y\r\n\x1b\ufffd"]
    press(dialog, "Tab")
    assert dialog.on_paste(b"\r") is HANDLED
    assert dialog.on_paste(b"s") is HANDLED
    assert widget(dialog, "one").pasted == ["y\r\n\x1b\ufffd"]


def test_unknown_keys_do_nothing() -> None:
    dialog = form(box("one"))
    assert press(dialog, "F5", "M-x", "C-q", "IC", "M-3", "C-NPage") is None
    assert pointed(dialog) == ""


def test_the_key_line_says_what_the_field_understands() -> None:
    dialog = form(line("one"))
    assert shows(dialog, "C-u clear · Tab next · Alt+Enter Submit · Esc cancel")
    press(dialog, "Tab")
    assert shows(dialog, "←→ choose · Enter press")


def test_the_key_line_names_no_key_that_would_not_press() -> None:
    dialog = form(note("?"), actions=[action("keep", skip_validation=True)])
    assert not shows(dialog, "Alt+Enter")
    dialog = form(note("?"), actions=[action("wipe", destructive=True)])
    assert not shows(dialog, "Alt+Enter")


def test_cancel_is_a_real_cancel() -> None:
    assert press(form(line("one")), "Tab", "Enter") == CANCEL


def test_only_the_changed_field_is_drawn_again() -> None:
    dialog = form(*(line(f"f{n}") for n in range(6)))
    rows(dialog)
    lines = [widget(dialog, f"f{n}") for n in range(6)]
    before = [(each.drawn, each.measured) for each in lines]
    press(dialog, "x")
    rows(dialog)
    assert [each.drawn for each in lines[1:]] == [drawn for drawn, _ in before[1:]]
    assert [each.measured for each in lines[1:]] == [measured for _, measured in before[1:]]
    assert lines[0].drawn == before[0][0] + 1
