"""All collections under random keys, mouse and sizes: they never raise, and values stay valid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.field import Field
from mplex.dialog.fields.rows_view import RowsView
from mplex.vt.clusters import cells
from tests.dialog.fields.collection_shown import Shown

TEXTS = st.text(st.sampled_from("ab c世é\u0301\u202e👩\u200d\x1b\n\t/.~9"), max_size=14)
NAMES = st.lists(
    st.text(st.sampled_from("abc世/"), min_size=1, max_size=4), unique=True, max_size=9
)
FLAGS = st.booleans()
CELLS = st.none() | TEXTS | st.integers(-99, 99) | st.floats(-1e6, 1e6)
KEYS = (
    *"Up Down Left Right Home End PPage NPage Enter Space Escape Tab BTab BSpace DC".split(),
    *"M-Up M-Down D-Up C-a C-k C-y M-h M-1 / . ~ s + - * 1 3 9 a b 世 F1 C-x".split(),
)
ACTIONS = ("down", "up", "drag", "wheel-up", "wheel-down", "wheel-left", "wheel-right", "move")
KEY = st.sampled_from(KEYS)
MOUSE = st.tuples(st.sampled_from(ACTIONS), st.integers(-2, 20), st.integers(-1, 60))
EVENTS = st.lists(KEY | MOUSE | st.tuples(st.just("paste"), TEXTS), max_size=25)
SIZES = {"cols": st.integers(1, 300), "page": st.integers(1, 100)}


@st.composite
def choices(draw: st.DrawFn) -> dict[str, Any]:
    """Return the members of a choice."""
    options = [
        {"label": f"{draw(TEXTS)}{n}", "value": f"v{n}", "description": draw(TEXTS)}
        for n in range(draw(st.integers(1, 11)))
    ]
    return {"options": options, "allow_other": draw(FLAGS), "multi_select": draw(FLAGS)}


@st.composite
def lists(draw: st.DrawFn) -> dict[str, Any]:
    """Return the members of a list."""
    items = [
        {"value": name, "label": draw(TEXTS), "description": draw(TEXTS)} for name in draw(NAMES)
    ]
    flags = {name: draw(FLAGS) for name in ("selectable", "multi_select", "sortable")}
    return {"items": items, "default_selected": draw(NAMES), **flags}


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """Return the members of a table."""
    keys = [f"k{n}" for n in range(draw(st.integers(1, 6)))]
    aligns = st.sampled_from(["left", "right", "center"])
    columns = [{"key": key, "label": draw(TEXTS), "align": draw(aligns)} for key in keys]
    rows = [
        {"value": name, "values": {key: draw(CELLS) for key in keys if draw(FLAGS)}}
        for name in draw(NAMES)
    ]
    flags = {name: draw(FLAGS) for name in ("multi_select", "sortable_by_column", "required")}
    return {"columns": columns, "rows": rows, "default_selected": draw(NAMES), **flags}


@st.composite
def trees(draw: st.DrawFn) -> dict[str, Any]:
    """Return the members of a tree."""
    roots: list[dict[str, Any]] = []
    nodes: list[dict[str, Any]] = []
    for name in draw(NAMES):
        node: dict[str, Any] = {"value": name, "label": draw(TEXTS), "children": []}
        above = draw(st.integers(-1, len(nodes) - 1))
        (nodes[above]["children"] if above >= 0 else roots).append(node)
        nodes.append(node)
    members = {"items": roots, "multi_select": draw(FLAGS), "default_selected": draw(NAMES)}
    return members | ({"default_expanded": draw(NAMES)} if draw(FLAGS) else {})


SPECS = (
    st.tuples(st.just("choice"), choices())
    | st.tuples(st.just("list"), lists())
    | st.tuples(st.just("table"), tables())
    | st.tuples(st.just("tree"), trees())
)


def act(shown: Shown, events: list[Any]) -> None:
    """Send events; after each it is drawn, its value is valid, and its sizes make sense."""
    for event in events:
        if isinstance(event, str):
            shown.press(event)
        elif event[0] == "paste":
            shown.widget.on_paste(event[1])
        else:
            shown.mouse(*event)
        first, last = shown.widget.focus_rows(shown.cols)
        assert 0 <= first <= last < shown.surface().size.rows
        cursor = shown.cursor
        assert cursor is None or (
            0 <= cursor.row < shown.surface().size.rows and 0 <= cursor.col < shown.cols
        )
        assert all(hint.keys and hint.does for hint in shown.widget.hints())
        assert isinstance(shown.widget.problem(), str)


@given(SPECS, EVENTS, SIZES["cols"], SIZES["page"], FLAGS)
@settings(max_examples=250, deadline=None)
def test_random_events_at_any_size(
    spec: tuple[str, dict[str, Any]], events: list[Any], cols: int, page: int, labelled: bool
) -> None:
    label = {"label": "Which 世界?"} if labelled else {}
    shown = Shown(spec[0], cols=cols, page=page, **label, **spec[1])
    act(shown, events)
    assert shown.again() == shown.value
    shown.surface(focus=False)


@given(SPECS, EVENTS, st.lists(st.tuples(SIZES["cols"], SIZES["page"]), max_size=4))
@settings(max_examples=80, deadline=None)
def test_a_change_of_size_between_events(
    spec: tuple[str, dict[str, Any]], events: list[Any], sizes: list[tuple[int, int]]
) -> None:
    shown = Shown(spec[0], label="L", **spec[1])
    for shown.cols, shown.widget.page in sizes:
        act(shown, events[:6])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with folders and files of all sorts of names."""
    root = tmp_path_factory.mktemp("picker")
    for name in ("a", "a/b", "a/b/c", ".h"):
        (root / name).mkdir()
    for name in ("a.txt", "ab 9", "世界", ".9", "a/9", "a/b/a", "e\u0301", "\x1b"):
        (root / name).touch()
    return root


@given(events=EVENTS, cols=SIZES["cols"], page=SIZES["page"], hidden=FLAGS)
@settings(max_examples=80, deadline=None)
def test_random_events_in_the_file_picker(
    folder: Path, events: list[Any], cols: int, page: int, hidden: bool
) -> None:
    shown = Shown("file", label="F", start=str(folder), hidden=hidden, cols=cols, page=page)
    act(shown, events)
    assert shown.again() == shown.value


@pytest.mark.parametrize("kind", ["list", "table", "tree"])
def test_ten_thousand_rows_draw_only_what_is_in_view(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 10_000
    members: dict[str, Any] = {
        "list": {"items": [{"value": f"{n}", "label": f"item {n}"} for n in range(count)]},
        "table": {
            "columns": [{"key": "a", "label": "A", "align": "left"}],
            "rows": [{"value": f"{n}", "values": {"a": n}} for n in range(count)],
        },
        "tree": {
            "items": [{"value": f"{n}", "label": f"{n}", "children": []} for n in range(count)]
        },
    }[kind]
    data = {"label": "Many", "selectable": True, "default_selected": [], **members}
    shown = Shown(kind, field=Field(kind, "it", data))
    drawn: list[int] = []
    draw_item = shown.widget.draw_item
    monkeypatch.setattr(
        shown.widget, "draw_item", lambda *args: (drawn.append(1), draw_item(*args))[1]
    )
    shown.press("End", "Space")
    assert len(drawn) <= 2 * 10
    assert f"{count}/{count}" in shown.rows()[0]
    assert len(shown.value["selected"]) == 1


def test_what_is_picked_and_pointed_at_is_told_by_characters() -> None:
    shown = Shown("list", items=["a", "b"], selectable=True, multi_select=True)
    shown.press("Down", "Space")
    assert shown.rows()[1:] == ["  [ ] a", "▸ [x] b"]


def test_wide_characters_never_lose_a_half() -> None:
    items = [{"value": str(n), "label": "世界" * n, "description": "界" * 7} for n in range(6)]
    for cols in range(1, 40):
        shown = Shown("list", label="世界", items=items, selectable=True, cols=cols)
        for text in shown.surface().texts:
            assert cells(text.replace("\0", "")) == text or "\0" not in text
    assert RowsView().needed(0, 1, 5) == 0
