"""The edited text of several lines, and what all editors share: undo, kill ring, wiping."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.ui.edit_engine import EMACS_COMMANDS, UNDO_STEPS
from mplex.ui.line_edit import LineEdit
from mplex.ui.text_edit import TextEdit
from tests.ui.drawing import key, keys, typed

# The text, the keys, the text and the cursor then.
EDITS = (
    ("ab", "Enter c", "ab\nc", 4),
    ("one\ntwo", "Up x", "onex\ntwo", 4),
    ("one\ntwo", "C-p C-a x C-n y", "xone\ntywo", 7),
    ("one\ntwo", "Home x", "one\nxtwo", 5),
    ("one\ntwo", "C-Home x C-End y", "xone\ntwoy", 9),
    ("one\ntwo", "M-< C-k C-k", "two", 0),
    ("one\ntwo", "M-< M-> C-u C-y C-y", "one\ntwotwo", 10),
    ("one\ntwo", "C-a BSpace", "onetwo", 3),
    ("one\ntwo", "Enter C-_", "one\ntwo", 7),
    ("one", "M-Enter Tab Escape F1 C-c", "one", 3),
)


@pytest.mark.parametrize(("text", "names", "left", "cursor"), EDITS)
def test_keys_edit_lines(text: str, names: str, left: str, cursor: int) -> None:
    edit = TextEdit(text)
    for event in keys(names):
        if edit.takes(event):
            edit.on_key(event)
    assert (edit.text, edit.cursor) == (left, cursor)


def test_line_ends_become_line_feeds_and_controls_go() -> None:
    edit = TextEdit("a\r\nb\rc\x00\x1b\td\x85e")
    assert edit.text == "a\nb\nc\td\ne"
    edit.insert("\x07f\r\n")
    assert edit.text == "a\nb\nc\td\nef\n"


def test_a_key_is_taken_when_it_means_something() -> None:
    taken = {event.key.base: LineEdit("x").takes(event) for event in keys("a C-a Up F1 Escape 5")}
    assert taken == {"a": True, "Up": False, "F1": False, "Escape": False, "5": True}
    edit = LineEdit("x")
    first, second = keys("C-x C-q")
    assert edit.takes(first)
    edit.on_key(first)
    assert edit.takes(second)
    edit.on_key(second)
    assert not edit.takes(second)


@pytest.mark.parametrize("name", [name for _, *names in EMACS_COMMANDS for name in names])
def test_every_bound_key_is_taken(name: str) -> None:
    parts = name.replace("escape ", "M-").split()
    named = [
        part.replace("c-", "C-").replace("M-c-h", "M-BSpace").replace("M-C-h", "M-BSpace")
        for part in parts
    ]
    edit = LineEdit("x")
    for event in keys(" ".join(named).replace("M-right", "M-Right").replace("M-left", "M-Left")):
        assert edit.takes(event)
        edit.on_key(event)


def test_editors_share_neither_text_nor_kill_ring_nor_pending_keys() -> None:
    one, two = LineEdit("one"), TextEdit("two")
    for event in keys("C-u C-x"):
        one.on_key(event)
    for event in keys("C-y C-u"):
        two.on_key(event)
    assert (one.text, two.text) == ("", "")
    one.on_key(key("C-u"))
    assert one.text == "one"


def test_what_is_typed_is_undone_by_words() -> None:
    edit = LineEdit("kept ")
    for event in typed("one two"):
        edit.on_key(event)
    texts = []
    for _ in range(3):
        edit.on_key(key("C-_"))
        texts.append(edit.text)
    assert texts == ["kept one", "kept ", "kept "]


def test_undo_is_bounded() -> None:
    edit = LineEdit()
    for event in typed("a ") * (UNDO_STEPS + 50):
        edit.on_key(event)
    for _ in range(UNDO_STEPS + 50):
        edit.on_key(key("C-_"))
    assert len(edit.text) >= 2


@pytest.mark.parametrize("edit", (LineEdit("old", history=["older"]), TextEdit("old")))
def test_wiping_forgets_everything(edit: LineEdit | TextEdit) -> None:
    for event in keys("C-u x C-w y"):
        edit.on_key(event)
    edit.wipe()
    for event in keys("C-y M-y C-_ Down C-_ Up"):
        edit.on_key(event)
    assert (edit.text, edit.cursor) == ("", 0)
    edit.on_key(key("z"))
    assert edit.text == "z"


NAMES = (
    *"ab \t",
    *(f"C-{char}" for char in "abdefhknptuwxy_"),
    *(f"M-{char}" for char in "bcdfluy\\<>"),
    *("Up", "Down", "Left", "Right", "Home", "End", "DC", "BSpace", "Enter", "C-Home", "C-End"),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(NAMES), max_size=40))
def test_no_keys_break_it(names: list[str]) -> None:
    edit = TextEdit("some\ntext\n", limit=40)
    for name in names:
        edit.on_key(key({" ": "Space", "\t": "Tab"}.get(name, name)))
        assert len(edit.text) <= 40
        assert edit.clean(edit.text) == edit.text
        assert 0 <= edit.cursor <= len(edit.text)
