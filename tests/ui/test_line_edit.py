"""The edited line: emacs and vi keys, history, limits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.ui.line_edit import EMACS_COMMANDS, LineEdit
from tests.ui.drawing import key, keys, typed

# What is typed, the keys after it, the line and the cursor then.
EMACS = (
    ("abc", "C-a C-f C-d", "ac", 1),
    ("abc", "Left Left Right BSpace", "ac", 1),
    ("abc", "Home DC End C-h", "b", 1),
    ("one two", "M-b", "one two", 4),
    ("one two", "C-Left C-Left C-Right", "one two", 3),
    ("one two", "C-a M-f M-d", "one", 3),
    ("one two", "C-w", "one ", 4),
    ("one-two", "M-BSpace", "one-", 4),
    ("one two", "M-b C-k C-a C-y", "twoone ", 3),
    ("one two", "C-u C-y C-y", "one twoone two", 14),
    ("ab", "C-t", "ba", 2),
    ("one two", "C-w C-a C-k C-y", "one ", 4),
    ("one two", "C-w Left C-u C-e C-y M-y", " two", 4),
    ("one two", "C-w C-_", "one two", 7),
    ("one two", "C-w C-x C-u", "one two", 7),
    ("one two", "M-b M-u", "one TWO", 7),
    ("ONE", "M-b M-l", "one", 3),
    ("one", "M-b M-c", "One", 3),
    ("a   b", "C-b C-b M-\\", "ab", 1),
    ("abc", "C-z M-q F5 IC C-] C-v M-C-x C-q", "abc", 3),
)


@pytest.mark.parametrize(("text", "names", "line", "cursor"), EMACS)
def test_emacs_keys_edit(text: str, names: str, line: str, cursor: int) -> None:
    edit = LineEdit()
    for event in typed(text) + keys(names):
        edit.on_key(event)
    assert (edit.text, edit.cursor) == (line, cursor)


VI = (
    ("one two", "Escape 0 x", "ne two", 0),
    ("one two", "Escape b c w n e w Escape", "one new", 6),
    ("one two", "Escape 0 D i z", "z", 1),
    ("one two", "Escape 0 d w A ! Escape u", "two", 2),
    ("one two", "Escape 0 f t r T", "one Two", 4),
    ("ab", "Left BSpace c", "cb", 1),
    ("abc", "Escape 0 y l $ p", "abca", 3),
)


@pytest.mark.parametrize(("text", "names", "line", "cursor"), VI)
def test_vi_keys_edit(text: str, names: str, line: str, cursor: int) -> None:
    edit = LineEdit(vi=True)
    for event in typed(text) + keys(names):
        edit.on_key(event)
    assert (edit.text, edit.cursor) == (line, cursor)


def test_vi_mode_says_when_keys_are_commands() -> None:
    edit = LineEdit("text", vi=True)
    told = [edit.navigating]
    for name in ("Escape", "i"):
        edit.on_key(key(name))
        told.append(edit.navigating)
    assert told == [False, True, False]


def test_in_vi_mode_k_and_j_walk_through_the_history() -> None:
    edit = LineEdit("draft", vi=True, history=["one", "two"])
    edit.on_key(key("Escape"))
    for name, line in (("k", "two"), ("k", "one"), ("j", "two"), ("j", "draft")):
        edit.on_key(key(name))
        assert edit.text == line


def test_a_search_goes_back_through_the_lines_with_what_was_typed() -> None:
    edit = LineEdit(history=["kill-pane", "list-keys", "kill-server", "kill-server", "new"])
    for event in typed("kill"):
        edit.on_key(event)
    found = []
    for _ in range(3):
        edit.on_key(key("C-r"))
        found.append(edit.text)
    assert found == ["kill-server", "kill-pane", "kill-pane"]


def test_what_was_typed_comes_back_behind_the_newest_line() -> None:
    edit = LineEdit("half a comm", history=["one"])
    for name, line in (
        ("Up", "one"),
        ("Up", "one"),
        ("Down", "half a comm"),
        ("Down", "half a comm"),
    ):
        edit.on_key(key(name))
        assert edit.text == line


def test_a_line_has_no_control_characters() -> None:
    edit = LineEdit("a\nb\x00c\x7f\x9b")
    edit.insert("d\r\ne")
    assert edit.text == "a bcd e"


def test_a_limit_holds_whatever_is_done() -> None:
    edit = LineEdit("x" * 20, limit=10)
    assert edit.text == "x" * 10
    for event in keys("C-u C-y C-y") + typed("abc"):
        edit.on_key(event)
    assert (edit.text, edit.cursor) == ("x" * 10, 10)


def test_every_command_has_its_own_keys() -> None:
    names = [name for _, *found in EMACS_COMMANDS for name in found]
    assert len(names) == len(set(names))


NAMES = (
    *"abdiopqruvwxyzBDGPRSVW0123$^{}%fFtT;,.~<>=/@\"'-+ ",
    *(f"C-{char}" for char in "abcdefghijklnopqrstuvwxyz_]"),
    *(f"M-{char}" for char in "abdfuly<>.,\\123"),
    *("Up", "Down", "Left", "Right", "Home", "End", "IC", "DC", "PPage", "NPage", "F1", "BSpace"),
    *("Tab", "BTab", "Enter", "Escape", "C-Space", "S-Left", "C-Left", "C-DC", "M-BSpace", "KP5"),
)


@settings(max_examples=60, deadline=None)
@given(st.booleans(), st.lists(st.sampled_from(NAMES), max_size=40))
def test_no_keys_break_it(vi: bool, names: list[str]) -> None:
    edit = LineEdit("some text", vi=vi, limit=50, history=["old", "older"])
    for name in names:
        edit.on_key(key("Space" if name == " " else name))
    assert len(edit.text) <= 50
    assert edit.text.isprintable()
    assert 0 <= edit.cursor <= len(edit.text)
