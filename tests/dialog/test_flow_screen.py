"""`MplexFlowScreen`: its pictures, its keys, its mouse, and that nothing else answers it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.answer import CANCEL, OK, Answer
from mplex.dialog.flow_screen import MplexFlowScreen
from mplex.geometry import Size
from mplex.term.keys import CTRL, Key, KeyEvent, MouseEvent
from mplex.ui.overlay import HANDLED, Close, Overlay, OverlayStack
from mplex.ui.theme import DIALOG_MARK
from mplex.vt.widths import text_width
from tests.dialog.screens import dialog, mouse, picture, press, rows, selected
from tests.support.golden import compare

GOLDEN = Path(__file__).parent / "golden"
DEPLOY = {
    "title": "Where",
    "text": "Pick a target.\n\nProd deploys page the team.",
    "label": "Environment",
    "options": ["staging", "prod"],
}
TWELVE = {"title": "Which", "options": [f"number {n}" for n in range(1, 13)]}
STORY = "\n".join(f"line {n}" for n in range(1, 41))
WIDE = {
    "title": "日本語 with e\u0301 and 👩\u200d👩\u200d👧",
    "text": "全角文字と half width: 🇩🇪 flag, 👍🏽 thumb, e\u0301 accent, ﷺ ligature.",
    "options": ["はい、すぐに", "no\u0308 e\u0302", "👩\u200d👩\u200d👧 family"],
}
HOSTILE = {
    "title": f"{DIALOG_MARK} fake\x1b]0;title\x07",
    "text": "a\x1b[31mred\x1b[0m\x00 \x9b1m\u202egnp.exe\u2066\r\nnext\tcell\x7f",
    "options": ["one\ntwo", "\x1b[2Jclear"],
}


@pytest.mark.parametrize(
    ("name", "screen", "size"),
    [
        ("choice", DEPLOY, Size(24, 80)),
        ("choice-small", DEPLOY, Size(5, 20)),
        ("choice-tiny", DEPLOY, Size(3, 10)),
        ("choice-long", TWELVE | {"text": STORY}, Size(24, 60)),
        ("choice-wide-text", WIDE, Size(16, 44)),
        ("choice-without-title", {"label": "Really?", "options": ["yes", "no"]}, Size(24, 80)),
        ("message", {"title": "Done", "text": "All is well."}, Size(24, 80)),
        ("message-long", {"title": "Story", "text": STORY}, Size(14, 50)),
        ("hostile", HOSTILE, Size(16, 60)),
    ],
)
def test_it_looks_as_in_the_picture(name: str, screen: dict[str, Any], size: Size) -> None:
    compare(GOLDEN / f"{name}.txt", picture(dialog(**screen), size))


def test_it_shows_that_it_waits() -> None:
    overlay = dialog(**DEPLOY)
    overlay.waiting = True
    compare(GOLDEN / "choice-waiting.txt", picture(overlay, Size(24, 80)))


@pytest.mark.parametrize(
    ("keys", "index"),
    [
        ("Enter", 0),
        ("KPEnter", 0),
        ("Down Enter", 1),
        ("j j Enter", 2),
        ("j k Enter", 0),
        ("Up Enter", 0),
        ("C-n C-n C-p Enter", 1),
        ("End Enter", 11),
        ("End Down Enter", 11),
        ("End Home Enter", 0),
        ("5 Enter", 4),
        ("KP7 Enter", 6),
        ("9 0 Enter", 9),
        ("a Enter", 10),
        ("b Enter", 11),
        ("NPage Enter", 11),
        ("NPage PPage Enter", 0),
        ("x F5 Left Tab M-1 3 Enter", 2),
    ],
)
def test_keys_select_and_enter_answers(keys: str, index: int) -> None:
    overlay = dialog(**TWELVE)
    rows(overlay)
    assert press(overlay, *keys.split()) == Answer(OK, index)


@pytest.mark.parametrize("key", ["Escape", "q", "C-c"])
@pytest.mark.parametrize("screen", [DEPLOY, {"text": "note"}])
def test_refusing_keys_cancel(key: str, screen: dict[str, Any]) -> None:
    assert press(dialog(**screen), "Down", key) == CANCEL


def test_the_default_is_selected_first() -> None:
    overlay = dialog(**TWELVE, default=10)
    assert selected(overlay) == "a  number 11"
    assert press(overlay, "Enter") == Answer(OK, 10)


def test_a_digit_selects_and_does_not_answer() -> None:
    overlay = dialog(**TWELVE)
    assert press(overlay, "3") is None
    assert selected(overlay) == "3  number 3"


def test_a_digit_without_an_option_changes_nothing() -> None:
    overlay = dialog(**DEPLOY)
    assert press(overlay, "3", "0", "a", "Enter") == Answer(OK, 0)


def test_a_message_is_acknowledged_with_enter_alone() -> None:
    overlay = dialog(text="note")
    assert press(overlay, "1", "j", " ", "y") is None
    assert press(overlay, "Enter") == Answer(OK, None)


def test_a_message_scrolls_by_keys_and_its_button_stays() -> None:
    overlay = dialog(text=STORY)
    size = Size(14, 50)

    def first() -> str:
        shown = rows(overlay, *size)
        assert any("▸ ⏎  OK" in row for row in shown)
        return next(row for row in shown if "line" in row).strip("│▲▼ ")

    places = [first()]
    for key in ("Down", "j", "k", "NPage", "PPage", "End", "Home", "Up"):
        press(overlay, key)
        places.append(first())
    page = len([row for row in rows(overlay, *size) if "line" in row]) - 1
    last = 40 - page
    expected = [1, 2, 3, 2, 2 + page, 2, last, 1, 1]
    assert places == [f"line {n}" for n in expected]


def test_the_text_of_a_choice_scrolls_by_pages_and_the_options_stay() -> None:
    overlay = dialog(text=STORY, options=["yes", "no"])
    before = rows(overlay)
    press(overlay, "NPage")
    after = rows(overlay)
    assert before[1] != after[1]
    assert [row for row in after if "yes" in row or "no" in row] == [
        row for row in before if "yes" in row or "no" in row
    ]
    assert selected(overlay) == "1  yes"


def everything_said(overlay: Overlay, *size: int) -> str:
    """Return all words that can be read by scrolling, in the order in which they come up."""
    said: list[str] = []
    for _ in range(200):
        for row in rows(overlay, *size)[1:-1]:
            words = row.strip("│▲▼ ")
            if words not in said:
                said.append(words)
        press(overlay, "NPage")
    return " ".join(" ".join(said).split())


@pytest.mark.parametrize("size", [(24, 80), (8, 30), (5, 20)])
def test_everything_can_be_read_however_long_it_is(size: tuple[int, int]) -> None:
    title = " ".join(f"t{n}" for n in range(40))
    label = " ".join(f"l{n}" for n in range(40))
    body = " ".join(f"b{n}" for n in range(300))
    said = everything_said(dialog(title=title, label=label, text=body, options=["x"]), *size)
    missing = [word for word in f"{title} {body} {label}".split() if word not in said.split()]
    assert missing == []


def test_a_title_that_fits_is_not_said_twice() -> None:
    assert "".join(rows(dialog(title="Short", text="B", options=["x"]))).count("Short") == 1


def test_where_no_text_is_in_view_pages_move_through_the_options() -> None:
    overlay = dialog(text=STORY, **TWELVE)
    rows(overlay, 3, 20)
    press(overlay, "NPage")
    assert selected(overlay, (3, 20)).startswith("2")


def option_row(overlay: MplexFlowScreen, label: str) -> int:
    """Return the row of an option, relative to the dialog."""
    return next(n for n, row in enumerate(rows(overlay)) if label in row)


def test_a_click_answers_where_it_is_pressed_and_released() -> None:
    overlay = dialog(**DEPLOY)
    row = option_row(overlay, "prod")
    assert mouse(overlay, "down", row) is None
    assert selected(overlay) == "2  prod"
    assert mouse(overlay, "up", row) == Answer(OK, 1)


def test_a_click_that_is_dragged_away_does_not_answer() -> None:
    overlay = dialog(**DEPLOY)
    row = option_row(overlay, "prod")
    mouse(overlay, "down", row)
    mouse(overlay, "drag", row - 1)
    assert mouse(overlay, "up", row - 1) is None
    assert mouse(overlay, "up", row) is None, "a button that was pressed before the dialog came"


@pytest.mark.parametrize("button", [2, 3])
def test_other_buttons_do_nothing(button: int) -> None:
    overlay = dialog(**DEPLOY)
    row = option_row(overlay, "prod")
    mouse(overlay, "down", row, button=button)
    assert mouse(overlay, "up", row, button=button) is None
    assert selected(overlay) == "1  staging"


@pytest.mark.parametrize(
    ("row", "col"), [(0, 5), (1, 5), (-3, 5), (99, 5), (6, -1), (6, 0), (6, 400)]
)
def test_a_click_beside_the_options_does_nothing(row: int, col: int) -> None:
    overlay = dialog(**DEPLOY)
    rows(overlay)
    mouse(overlay, "down", row, col)
    assert mouse(overlay, "up", row, col) is None
    assert selected(overlay) == "1  staging"


def test_a_click_on_a_wrapped_option_counts_on_every_row_of_it() -> None:
    overlay = dialog(options=["short", "long " * 30, "last"])
    second = [n for n, row in enumerate(rows(overlay)) if "long" in row]
    assert len(second) > 1
    mouse(overlay, "down", second[0])
    assert mouse(overlay, "up", second[-1]) == Answer(OK, 1)


def test_the_wheel_scrolls_the_text_and_moves_through_the_options() -> None:
    overlay = dialog(text=STORY, options=["yes", "no"])
    row = option_row(overlay, "yes")
    mouse(overlay, "wheel-down", row, button=0)
    assert selected(overlay) == "2  no"
    before = rows(overlay)
    mouse(overlay, "wheel-down", 2, button=0)
    assert "line 4" in rows(overlay)[1]
    mouse(overlay, "wheel-up", 2, button=0)
    assert rows(overlay) == before


def test_a_paste_presses_nothing() -> None:
    overlay = dialog(**DEPLOY)
    assert overlay.on_paste(b"2\rq\x1b\r\n") == HANDLED
    assert selected(overlay) == "1  staging"


def test_no_key_goes_on_to_what_is_below() -> None:
    overlay = dialog(**DEPLOY)
    assert overlay.modal
    for key in (Key("x"), Key("b", CTRL), Key("F1"), Key("9"), Key("Tab")):
        assert overlay.on_key(KeyEvent(key, b"")) == HANDLED


def test_the_stack_takes_an_answered_dialog_away() -> None:
    stack = OverlayStack(Size(24, 80))
    stack.push(dialog(**DEPLOY))
    stack.on_key(KeyEvent(Key("Down"), b""))
    assert len(stack) == 1
    stack.on_key(KeyEvent(Key("Enter"), b"\r"))
    assert len(stack) == 0


def test_a_resize_keeps_the_selection_and_shows_it() -> None:
    overlay = dialog(**TWELVE, text=STORY)
    press(overlay, "b")
    for size in (Size(24, 80), Size(5, 20), Size(100, 300), Size(3, 12)):
        assert selected(overlay, size).startswith("b")


def test_every_option_shows_its_key() -> None:
    shown = [row.strip("│ ▸").split() for row in rows(dialog(**TWELVE)) if "number" in row]
    assert [words[0] for words in shown] == list("1234567890ab")


def test_borders_stay_straight_whatever_the_text_is() -> None:
    for screen in (WIDE, HOSTILE, DEPLOY):
        for cols in range(12, 60):
            widths = {text_width(row) for row in rows(dialog(**screen), 20, cols)}
            assert len(widths) == 1, (screen, cols)


@pytest.mark.parametrize("odd", ["a\u200db", "\U000e0001x", "a\ufe0fb", "🇩🇪🇫"])
def test_a_row_that_is_counted_differently_is_filled_in_its_own_style(odd: str) -> None:
    overlay = dialog(options=[odd * 3, "other"])
    size = overlay.layout(Size(10, 40)).size
    attrs = overlay.render(size).attrs
    inner = attrs[1][2:-2]
    assert len(set(inner)) == 1, "the selected row is in one style from end to end"
    assert attrs[1][-1] == attrs[1][0] and attrs[1][-2] == attrs[1][1]


def test_the_mark_stands_only_in_the_frame() -> None:
    text = "".join(rows(dialog(title=DIALOG_MARK, text=DIALOG_MARK, options=[DIALOG_MARK])))
    assert text.count(DIALOG_MARK) == 1
    assert text.count("◇") == 3


TEXTS = st.text(max_size=60) | st.text("a \n\t\x1b語\u0301\u200d👩❖\u202e\ufe0f🇩", max_size=200)
SCREENS = st.fixed_dictionaries(
    {},
    optional={
        "title": TEXTS,
        "text": TEXTS,
        "label": TEXTS,
        "options": st.lists(TEXTS.filter(lambda text: text.strip()), min_size=1, max_size=12),
    },
)
SIZES = st.builds(Size, st.integers(1, 40), st.integers(1, 100))
KEYS = st.sampled_from("Up Down Home End PPage NPage 1 9 b x Left C-b Space Tab".split())
EVENTS = (
    KEYS
    | SIZES
    | st.builds(
        MouseEvent,
        st.sampled_from(["down", "up", "drag", "move", "wheel-up", "wheel-down"]),
        st.integers(0, 3),
        st.integers(-5, 50),
        st.integers(-5, 110),
    )
)


@given(SCREENS, SIZES, st.lists(EVENTS, max_size=12))
@settings(deadline=None, max_examples=80)
def test_nothing_makes_it_fail(screen: dict[str, Any], size: Size, events: list[Any]) -> None:
    overlay = dialog(**screen)
    for event in [size, *events, Size(1, 1), Size(5, 20)]:
        if isinstance(event, Size):
            size = event
        elif isinstance(event, MouseEvent):
            if isinstance(overlay.on_mouse(event), Close):
                return
        else:
            assert press(overlay, event) is None
        rect = overlay.layout(size)
        assert rect.clip(size) == rect and rect.rows > 0 and rect.cols > 0
        drawn = overlay.render(rect.size)
        assert (
            {len(text) for text in drawn.texts}
            == {len(attrs) for attrs in drawn.attrs}
            == {rect.cols}
        )
        assert len(drawn.texts) == len(drawn.attrs) == rect.rows
