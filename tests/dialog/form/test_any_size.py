"""Forms of stand-ins at any size with any keys: nothing raises, the way out stays in view."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.form.form_dialog import FormDialog
from mplex.geometry import Size
from mplex.term.keys import KeyEvent, MouseEvent, parse_key, text_of
from mplex.ui.overlay import Close, Rendered, Result
from mplex.vt.clusters import expand
from tests.dialog.form.forms import action, box, form, line, note, picker, tab
from tests.dialog.screens import press

TARGET = {"mode": "create", "path": "~/x", "shown": "/home/ada/.config/x", "host": "build"}
KEYS = st.sampled_from(
    "a b y n Space Enter Tab BTab Up Down Left Right Home End PPage NPage Escape BSpace "
    "M-1 M-2 M-3 C-NPage C-PPage M-Enter F1 C-c".split()
)
MICE = st.builds(
    MouseEvent,
    st.sampled_from(["down", "up", "drag", "move", "wheel-up", "wheel-down", "wheel-left"]),
    st.integers(0, 3),
    st.integers(-3, 60),
    st.integers(-3, 130),
)
EVENTS = st.lists(st.one_of(KEYS, MICE), max_size=25)
ANY_SIZE = st.builds(Size, st.integers(1, 60), st.integers(1, 130))
REAL_SIZE = st.builds(Size, st.integers(5, 100), st.integers(20, 300))


def big() -> FormDialog:
    """Return a form that has everything."""
    return form(
        title="漢字 e\u0301 and 👩\u200d👩\u200d👧 in a title that is cut somewhere",
        header="Chip",
        text="Some words above the fields.\nAnd a second line.",
        tabs=[
            tab("General", line("one", required=True), box("more"), box("other")),
            tab("漢字", note("text " * 60), picker("which", 12), line("f", target=TARGET)),
            tab("Empty", note("nothing here", show_if={"more": True})),
        ],
        actions=[
            action("__cancel__", label="Cancel"),
            action("wipe", destructive=True, skip_validation=True),
            action("save all of it", success=True),
            action("send", primary=True),
        ],
    )


def feed(dialog: FormDialog, event: str | MouseEvent) -> Result:
    """Give the form one event."""
    if isinstance(event, MouseEvent):
        return dialog.on_mouse(event)
    key = parse_key(event)
    return dialog.on_key(KeyEvent(key, b"", text_of(key)))


def drawn(dialog: FormDialog, size: Size) -> Rendered:
    """Draw a form on a screen and check that the picture is whole."""
    rect = dialog.layout(size)
    assert rect.clip(size) == rect
    found = dialog.render(rect.size)
    assert [len(text) for text in found.texts] == [rect.cols] * rect.rows
    assert [len(attrs) for attrs in found.attrs] == [rect.cols] * rect.rows
    if found.cursor is not None:
        assert 0 <= found.cursor.row < rect.rows
        assert 0 <= found.cursor.col < rect.cols
    return found


@settings(max_examples=150, deadline=None)
@given(size=ANY_SIZE, events=EVENTS, second=ANY_SIZE)
def test_no_size_and_no_keys_break_it(
    size: Size, events: list[str | MouseEvent], second: Size
) -> None:
    dialog = big()
    drawn(dialog, size)
    for number, event in enumerate(events):
        if isinstance(feed(dialog, event), Close):
            break
        drawn(dialog, second if number % 5 == 4 else size)


@settings(max_examples=100, deadline=None)
@given(size=REAL_SIZE, events=EVENTS)
def test_a_button_is_always_in_view(size: Size, events: list[str | MouseEvent]) -> None:
    dialog = big()
    for event in events:
        if isinstance(feed(dialog, event), Close):
            return
        text = "\n".join(map(expand, drawn(dialog, size).texts))
        assert any(label in text for label in ("Cancel", "Wipe", "Save", "Send", "No")), text


@pytest.mark.parametrize("size", [Size(5, 20), Size(6, 30), Size(24, 80), Size(100, 300)])
def test_what_has_the_focus_is_in_view_at_every_size(size: Size) -> None:
    dialog = form(line("one"), box("two"), note("word " * 40), line("three"))
    drawn(dialog, size)
    for name in ("two", "three", "▸Cancel◂", "▸Submit◂"):
        press(dialog, "Tab")
        text = "\n".join(map(expand, drawn(dialog, size).texts))
        assert name in text, text


def test_a_tiny_screen_still_has_the_question() -> None:
    dialog = form(line("one"))
    press(dialog, "x", "Escape")
    text = "\n".join(map(expand, drawn(dialog, Size(5, 20)).texts))
    assert "Throw it away?" in text
    assert "▸No◂" in text
