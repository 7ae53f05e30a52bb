"""Comparisons: panes side by side or one at a time, scrolling alone or together, picking one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.fields import compare_pane
from mplex.dialog.fields.compare import CompareWidget
from mplex.dialog.fields.kit import Kit
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
)

LONG = "\n".join(f"row {n}" for n in range(40))


def variants(*contents: str, **more: Any) -> list[dict[str, Any]]:
    return [
        {"value": f"v{n}", "label": "ABCDEFGHIJ"[n], "content": content, **more}
        for n, content in enumerate(contents)
    ]


def made(panes: list[dict[str, Any]], kit: Kit = KIT, page: int = 30, **more: Any) -> CompareWidget:
    data = {"variants": panes, "label": "Which?", "sync_scroll": False, "columns": None, **more}
    widget = CompareWidget(field("compare", data, "pick"), kit)
    widget.page = page
    return widget


def test_panes_stand_side_by_side_with_their_captions() -> None:
    panes = variants("first *draft*", "second draft")
    panes[0]["detail"] = "by Ann"
    assert lines(made(panes), 61) == [
        "  Which?",
        "╭ ( ) 1 A ───────────────────╮ ╭ ( ) 2 B ───────────────────╮",
        "│ first draft                │ │ second draft               │",
        "╰────────────────────────────╯ ╰────────────────────────────╯",
        "by Ann",
    ]


@pytest.mark.parametrize(
    ("cols", "count", "columns", "side_by_side"),
    [(61, 2, None, 2), (200, 6, None, 4), (200, 3, 2, 2), (40, 2, None, 1), (9, 3, None, 1)],
)
def test_as_many_stand_side_by_side_as_fit(
    cols: int, count: int, columns: int | None, side_by_side: int
) -> None:
    widget = made(variants(*["text"] * count), columns=columns)
    assert len(widget.layout(cols).shown) == side_by_side


def test_where_not_all_fit_a_row_says_which_are_shown_and_arrows_go_on() -> None:
    widget = made(variants("one", "two", "three"))
    assert lines(widget, 30)[-1] == "  1 of 3 ▶"
    assert press(widget, "Left", "Right", "Right", "Right", cols=30) == [
        *(Took.NO, Took.YES, Took.YES, Took.NO)
    ]
    shown = lines(widget, 30)
    assert shown[-1] == "◀ 3 of 3"
    assert "three" in shown[2]
    row = len(shown) - 1
    assert mouse(widget, "down", row, 0, 30) is Took.YES
    assert lines(widget, 30)[-1] == "◀ 2 of 3 ▶"


@pytest.mark.parametrize("keys", [("2",), ("KP2",), ("Right", "Space"), ("Right", "Enter")])
def test_a_key_picks_one(keys: tuple[str, ...]) -> None:
    widget = made(variants("one", "two"))
    assert widget.value() == {"selected": None}
    assert widget.problem()
    assert press(widget, *keys)[-1] is Took.YES
    assert widget.value() == {"selected": "v1"}
    assert widget.problem() == "" and widget.touched
    assert "(•) 2 B" in lines(widget)[1] and "( ) 1 A" in lines(widget)[1]


def test_enter_on_what_is_picked_answers() -> None:
    assert press(made(variants("one", "two")), "1", "Enter") == [Took.YES, Took.SUBMIT]


def test_a_number_that_is_no_pane_means_nothing() -> None:
    assert press(made(variants("one", "two")), "3", "0", "M-1", "x") == [Took.NO] * 4


def test_a_click_picks_where_it_is_pressed_and_released() -> None:
    widget = made(variants("one", "two"))
    assert mouse(widget, "down", 2, 40) is Took.YES
    assert mouse(widget, "up", 2, 3) is Took.YES
    assert widget.value() == {"selected": None}
    mouse(widget, "down", 2, 40)
    mouse(widget, "up", 2, 45)
    assert widget.value() == {"selected": "v1"}
    assert mouse(widget, "down", 0, 3) is Took.NO


def test_each_pane_scrolls_alone() -> None:
    widget = made(variants(LONG, LONG), page=12)
    assert lines(widget)[2].split() == ["│", "row", "0", "│", "│", "row", "0", "│"]
    assert press(widget, "Up", "Down") == [Took.NO, Took.YES]
    assert lines(widget)[2].split() == ["│", "row", "1", "▲", "│", "row", "0", "│"]
    assert mouse(widget, "wheel-down", 3, 40) is Took.YES
    assert lines(widget)[2].split() == ["│", "row", "1", "▲", "│", "row", "3", "▲"]
    assert press(widget, "End", "Down") == [Took.YES, Took.NO]
    assert "row 39" in lines(widget)[-2]


def test_panes_scroll_together_and_keep_in_step() -> None:
    short = "\n".join(f"row {n}" for n in range(14))
    widget = made(variants(LONG, short), page=12, sync_scroll=True)
    lines(widget)
    press(widget, "NPage", "NPage")
    assert [pane.top for pane in widget.panes] == [16, 5]
    # On the way back they meet where they parted.
    press(widget, *["Up"] * 12)
    assert [pane.top for pane in widget.panes] == [4, 4]
    mouse(widget, "wheel-up", 3, 40)
    assert [pane.top for pane in widget.panes] == [1, 1]


def test_a_height_of_one_caps_all_but_leaves_enough() -> None:
    panes = variants(LONG, LONG)
    panes[1]["max_height"] = 400
    assert made(panes, page=60).layout(60).view.rows == 25
    panes[1]["max_height"] = 10
    assert made(panes, page=60).layout(60).view.rows == 22


@pytest.mark.parametrize("page", [1, 3, 5, 10])
def test_it_is_hardly_higher_than_its_page(page: int) -> None:
    widget = made(variants(LONG, LONG, detail="said below"), page=page)
    assert widget.height(60) <= max(page, 5)


def test_a_value_is_taken_back_and_others_are_left_aside() -> None:
    widget = made(variants("one", "two"))
    for other in ({"selected": "v9"}, {"selected": None}, None, 3):
        widget.restore(other)
        assert widget.value() == {"selected": None}
    widget.restore({"selected": "v1"})
    assert widget.value() == {"selected": "v1"}
    assert not widget.touched


def test_a_picture_that_is_not_there_is_said_and_told() -> None:
    panes = variants("", "text")
    panes[0] |= {"src": {"name": "a.png", "problem": "no such file"}, "alt": "a chart"}
    widget = made(panes)
    shown = "\n".join(lines(widget))
    assert "a.png" in shown and "no such file" in shown
    assert widget.warnings == ['field "pick", item "v0": a.png: no such file']


def test_a_clip_is_played_in_its_pane() -> None:
    played = []

    def play(source: Any) -> str:
        played.append(source)
        return "no player" if len(played) > 1 else ""

    clip = {"path": "/a.mp4", "name": "a.mp4", "seconds": 61}
    panes = variants("", "text")
    panes[0]["src"] = clip
    widget = made(panes, KIT._replace(play=play))
    assert "▣ a.mp4 · 1:01" in lines(widget)[2]
    assert press(widget, "p") == [Took.YES]
    assert lines(widget)[-1] == "▶ playing A"
    press(widget, "p")
    assert lines(widget)[-1] == "! no player"
    assert widget.warnings == ['field "pick", item "v0": a.mp4: no player']
    assert press(widget, "Right", "p") == [Took.YES, Took.NO]
    assert played == [clip, clip]


def test_a_clip_that_nobody_can_play_is_a_warning_from_the_start() -> None:
    panes = variants("", "text")
    panes[0]["src"] = {"url": "https://example.org/a.mp4", "name": "a.mp4"}
    why = "clips can't be played on this terminal"
    assert made(panes).warnings == [f'field "pick", item "v0": a.mp4: {why}']


def test_scrolling_and_picking_lay_nothing_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    lay = compare_pane.lay_markdown

    def counted(source: str, cols: int, kit: Kit) -> Any:
        calls.append(cols)
        return lay(source, cols, kit)

    monkeypatch.setattr(compare_pane, "lay_markdown", counted)
    draft = "\n\n".join(f"## Part {n}\n\nSome *text*.\n\n- a\n- b" for n in range(50))
    widget = made(variants(draft, draft), sync_scroll=True)
    lines(widget)
    for key in ("Down", "NPage", "2", "Right", "End", "Enter"):
        press(widget, key)
        lines(widget)
    assert len(calls) == 2


def test_hostile_text_is_not_obeyed() -> None:
    panes = variants(HOSTILE, HOSTILE, label=HOSTILE, detail=HOSTILE)
    shown = "\n".join(lines(made(panes), 120))
    assert not any(char in shown for char in "\x1b❖\u202e")


PANES = st.lists(
    st.fixed_dictionaries(
        {
            "label": TEXTS,
            "content": TEXTS,
            "detail": TEXTS,
            "max_height": st.integers(1, 2000) | st.none(),
            "src": st.sampled_from(
                [None, "x.png", {"media": "m1"}, {"path": "/a", "name": "a"}, {"problem": "no"}]
            ),
        }
    ),
    min_size=2,
    max_size=6,
)


@settings(max_examples=60, deadline=None)
@given(PANES, st.booleans(), st.integers(1, 12) | st.none(), COLS, PAGES)
def test_no_size_and_no_variants_are_too_much(
    panes: list[dict[str, Any]], sync: bool, columns: int | None, cols: int, page: int
) -> None:
    named = [{**pane, "value": f"v{n}"} for n, pane in enumerate(panes)]
    never_fails(made(named, columns=columns, sync_scroll=sync), cols, page)
