"""Every input widget, at every width, under random keys, clicks and pastes: no error, valid values.

What each key does is in the tests of the kinds; here is what must hold whatever happens.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.field import Field
from mplex.dialog.field_kinds import valid_value
from mplex.dialog.fields.checkbox import CheckboxWidget
from mplex.dialog.fields.color import ColorWidget
from mplex.dialog.fields.date import DateWidget
from mplex.dialog.fields.date_range import DateRangeWidget
from mplex.dialog.fields.datetime import DatetimeWidget
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.number import NumberWidget
from mplex.dialog.fields.password import PasswordWidget
from mplex.dialog.fields.secret import SecretWidget
from mplex.dialog.fields.select import SelectWidget
from mplex.dialog.fields.slider import SliderWidget
from mplex.dialog.fields.text import TextWidget
from mplex.dialog.fields.widget import FieldWidget
from mplex.term.keys import MouseEvent
from tests.dialog.fields.input_hands import field, kit
from tests.ui.drawing import key, whole

Maker = Callable[[Field, Kit], FieldWidget]

OPTIONS = [
    {"label": f"漢字 option {number}", "value": number, "description": "e\u0301" * number}
    for number in range(12)
]
INPUTS: dict[str, tuple[Maker, Field]] = {
    "text": (
        TextWidget,
        field("text", default="漢字 e\u0301\u202e🙂 and a long end", required=True),
    ),
    "page": (TextWidget, field("text", multiline=True, default="漢字 e\u0301🙂\n\tx\n\nlong " * 3)),
    "password": (PasswordWidget, field("password", placeholder="漢字")),
    "secret": (SecretWidget, field("secret", label="漢字")),
    "number": (NumberWidget, field("number", default=1, step=0.1, min=-5, max=10**9)),
    "slider": (SliderWidget, field("slider", min=-1, max=3.5, step=0.25, default=0)),
    "select": (SelectWidget, field("select", options=OPTIONS, default=3)),
    "checkbox": (
        CheckboxWidget,
        field("checkbox", label="漢字 long label e\u0301 of several words"),
    ),
    "date": (DateWidget, field("date", default="2026-11-30")),
    "datetime": (DatetimeWidget, field("datetime", default="2026-11-30T12:30")),
    "date_range": (
        DateRangeWidget,
        field("date_range", default={"from": "2026-11-30", "to": "2026-01-01"}),
    ),
    "color": (ColorWidget, field("color", default="#ff8800")),
}
NAMES = (
    *"a1234567890-+.:t<>漢",
    *("Space", "Enter", "Escape", "Tab", "BTab", "BSpace", "DC", "Up", "Down", "Left", "Right"),
    *(
        "Home",
        "End",
        "PPage",
        "NPage",
        "C-a",
        "C-e",
        "C-k",
        "C-u",
        "C-w",
        "C-y",
        "C-_",
        "C-x",
        "M-b",
    ),
    *("M-d", "M-Enter", "S-NPage", "C-Left", "F5", "C-Home"),
)
ACTIONS = ("down", "drag", "up", "wheel-up", "wheel-down", "wheel-left", "move")
KEYS = st.sampled_from(NAMES)
MICE = st.builds(
    MouseEvent,
    st.sampled_from(ACTIONS),
    st.integers(0, 3),
    st.integers(-2, 20),
    st.integers(-2, 90),
)
PASTES = st.sampled_from(("2026-06-01\n", "a\tb\nc", "\x1b[31m❖\x00", "7.5", "#abc", "漢" * 50, ""))
EVENTS = st.lists(st.one_of(KEYS, KEYS.map(lambda name: "+" + name), MICE, PASTES), max_size=25)


def make(name: str) -> FieldWidget:
    maker, made = INPUTS[name]
    return maker(made, kit("ja_JP"))


def drawn(widget: FieldWidget, cols: int, focus: bool) -> None:
    """Draw a widget and hold the picture to what every picture must be."""
    canvas = widget.render((cols,), focus)
    assert canvas.rows() == widget.height(cols) >= 1
    for text, attrs in zip(canvas.surface.texts, canvas.surface.attrs, strict=True):
        assert len(text) == len(attrs) == cols
        assert whole(text)
    if canvas.cursor is not None:
        assert focus
        assert 0 <= canvas.cursor[0] < cols
        assert 0 <= canvas.cursor[1] < canvas.rows()
        first, last = widget.focus_rows(cols)
        assert 0 <= first <= last < canvas.rows()
        assert first <= canvas.cursor[1] <= last or widget.field.kind == "select"


@pytest.mark.parametrize("name", INPUTS)
def test_every_width_is_drawn(name: str) -> None:
    opened = make(name)
    opened.on_key(key("Down"), 40)
    for widget in (make(name), opened):
        for cols in (*range(1, 45), 80, 300):
            for focus in (True, False):
                drawn(widget, cols, focus)


@pytest.mark.parametrize("name", INPUTS)
@given(events=EVENTS, cols=st.integers(1, 90), page=st.integers(1, 12))
@settings(deadline=None, max_examples=30)
def test_nothing_that_is_done_breaks_it(
    name: str, events: list[str | MouseEvent], cols: int, page: int
) -> None:
    widget = make(name)
    widget.page = page
    for event in events:
        if isinstance(event, MouseEvent):
            widget.on_mouse(event, cols)
        elif event.removeprefix("+") in NAMES:
            widget.on_key(key(event.removeprefix("+")), cols)
        else:
            widget.on_paste(event)
        drawn(widget, cols, True)
    assert isinstance(widget.problem(), str)
    if name == "secret":
        assert widget.value() is None
        return
    assert valid_value(widget.field, widget.value())
    fresh = make(name)
    fresh.restore(widget.value())
    if not widget.problem():
        assert fresh.value() == widget.value()
