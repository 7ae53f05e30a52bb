"""Whatever is done to a window, its panes tile it: one border cell between neighbours, no gap."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.errors import CommandError
from mplex.geometry import Rect, Size
from mplex.model.layout import MAX_DEPTH, Axis, LayoutNode, spare
from mplex.model.layout_presets import PRESETS, cells_of, find_preset
from mplex.model.layout_split import split
from mplex.model.layout_text import checksum, parse_layout, print_layout
from mplex.model.tree import Tree
from mplex.model.window import Window
from tests.model.trees import make_window, pane_of

STEPS = (
    "split", "kill", "resize", "size", "window", "preset", "next", "previous", "spread", "swap",
    "rotate", "zoom", "select", "drag", "string", "move",
)  # fmt: skip
steps = st.lists(
    st.tuples(st.sampled_from(STEPS), *(st.integers(0, 60) for _n in range(4))), max_size=25
)
sizes = st.builds(Size, st.integers(1, 60), st.integers(1, 150))


def check_tiles(node: LayoutNode) -> None:
    """Assert that the children of every split fill it, one border cell between neighbours."""
    assert node.rows >= 1 and node.cols >= 1
    if node.split is None:
        assert node.pane is not None and not node.children
        return
    assert len(node.children) >= 2
    row, col = node.row, node.col
    for child in node.children:
        assert child.parent is node
        assert (child.row, child.col) == (row, col)
        assert child.extent(node.split.other) == node.extent(node.split.other)
        check_tiles(child)
        row += child.rows + 1 if node.split is Axis.ROWS else 0
        col += child.cols + 1 if node.split is Axis.COLS else 0
    assert (row - 1 if node.split is Axis.ROWS else col - 1) == (
        node.row + node.rows if node.split is Axis.ROWS else node.col + node.cols
    )


def check(tree: Tree, window: Window) -> None:
    """Assert all that has to hold of a window at any time."""
    check_tiles(window.layout)
    assert (window.layout.row, window.layout.col) == (0, 0)
    for axis, cells in ((Axis.COLS, window.size.cols), (Axis.ROWS, window.size.rows)):
        least = window.layout.extent(axis) - spare(window.layout, axis)
        assert window.layout.extent(axis) == max(cells, least)
    leaves = {leaf.pane: leaf for leaf in window.layout.leaves()}
    assert sorted(leaves, key=str) == sorted((pane.id for pane in window.panes), key=str)
    assert window.active in window.panes
    assert window.active not in window.last_panes
    assert set(tree.panes.values()) == set(window.panes)
    whole = {window.active: Rect(0, 0, *window.size)}
    places = {pane: leaves[pane.id].rect for pane in window.panes}
    assert window.rects() == (whole if window.zoomed else places)
    for pane, rect in window.rects().items():
        assert Rect(0, 0, *window.size).contains(rect.row, rect.col)
        assert rect.bottom <= window.size.rows and rect.right <= window.size.cols
        assert pane.size.rows >= rect.rows and pane.size.cols >= rect.cols
    for pane in window.panes:
        if not window.zoomed:
            assert pane.size == leaves[pane.id].size
        assert (pane.screen.lines, pane.screen.columns) == tuple(pane.size)


def take(tree: Tree, window: Window, step: tuple[str, int, int, int, int]) -> None:
    """Do one step; the numbers choose what with."""
    kind, a, b, c, d = step
    pane = window.panes[a % len(window.panes)]
    other = window.panes[b % len(window.panes)]
    if kind == "split" and len(window.panes) < 12:
        cells = c if c % 2 else None
        tree.new_pane(
            window, pane, horizontal=b % 2 == 0, size=cells, before=b % 3 == 0, full=b % 5 == 0
        )
    elif kind == "kill" and len(window.panes) > 1:
        tree.remove_pane(pane)
    elif kind == "resize":
        window.resize_pane(pane, "LRUD"[b % 4], c)
    elif kind == "size":
        window.set_pane_size(pane, cols=b or None, rows=c or None)
    elif kind == "window":
        window.resize(Size(b, c))
    elif kind == "preset":
        window.select_layout(PRESETS[b % len(PRESETS)].name)
    elif kind in ("next", "previous"):
        window.next_layout() if kind == "next" else window.previous_layout()
    elif kind == "spread":
        window.spread(pane)
    elif kind == "swap":
        window.swap(pane, other)
    elif kind == "rotate":
        window.rotate(b % 2 == 0)
    elif kind == "zoom":
        window.unzoom() if window.zoomed else window.zoom(pane)
    elif kind == "select":
        window.select(pane, keep_zoom=b % 2 == 0)
    elif kind == "drag":
        handle = window.border_at(a, b)
        if handle is not None:
            window.drag_border(handle, c, d)
    elif kind == "string":
        window.select_layout(window.layout_string())
    elif kind == "move" and pane is not other:
        tree.join_pane(pane, other, horizontal=c % 2 == 0, before=d % 2 == 0, full=c % 5 == 0)


@settings(deadline=None, max_examples=150)
@given(sizes, steps)
def test_any_steps_leave_a_tiled_window(
    size: Size, steps: list[tuple[str, int, int, int, int]]
) -> None:
    tree, window = make_window(size=size)
    check(tree, window)
    for step in steps:
        try:
            take(tree, window, step)
        except CommandError as error:
            assert "too small" in str(error)
        check(tree, window)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 12), sizes)
def test_a_layout_string_is_read_back_as_it_was(panes: int, size: Size) -> None:
    _tree, window = make_window(panes, Size(60, 150))
    window.resize(size)
    assert print_layout(parse_layout(window.layout_string())) == window.layout_string()


@settings(deadline=None, max_examples=200)
@given(st.text("0123456789abcdefx,{}[] ", max_size=60))
def test_any_text_is_a_layout_or_an_error(body: str) -> None:
    text = f"{checksum(body):04x},{body}"
    try:
        root = parse_layout(text)
    except CommandError:
        return
    for number, leaf in enumerate(root.leaves()):
        leaf.pane = number
    check_tiles(root)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "b25d",
        "0000,80x24,0,0,0",
        "b25d,80x24,0,0,0 ",
        "zzzz,80x24,0,0,0",
        f"{checksum('80x24,0,0{40x24,0,0,1}'):04x},80x24,0,0{{40x24,0,0,1}}",
        f"{checksum('80x24,0,0{40x24,0,0,1,39x24,41,0,2]'):04x},80x24,0,0{{40x24,0,0,1,39x24,41,0,2]",
        f"{checksum('0x0,0,0,0'):04x},0x0,0,0,0",
        f"{checksum('99999x24,0,0,0'):04x},99999x24,0,0,0",
    ],
)
def test_broken_layout_strings_are_refused(text: str) -> None:
    with pytest.raises(CommandError, match="invalid layout"):
        parse_layout(text)


def test_sizes_that_do_not_add_up_are_refused() -> None:
    body = "80x24,0,0[40x10,0,0,1,39x13,0,11,2]"
    with pytest.raises(CommandError, match="size mismatch"):
        parse_layout(f"{checksum(body):04x},{body}")


def test_deep_nesting_is_refused() -> None:
    body = "9x9,0,0{" * (MAX_DEPTH + 10)
    with pytest.raises(CommandError, match="invalid layout"):
        parse_layout(f"{checksum(body):04x},{body}")


def test_splits_within_splits_end_somewhere() -> None:
    root = leaf = LayoutNode(Size(9000, 9000), pane=0)
    with pytest.raises(CommandError, match="too many splits"):
        for n in range(1, 500):
            axis = Axis.COLS if n % 2 else Axis.ROWS
            root = split(root, leaf, axis, n, 1, before=False)
    assert len(list(root.leaves())) == MAX_DEPTH + 1


def test_a_string_with_too_few_places_is_refused_and_changes_nothing() -> None:
    _tree, window = make_window(3)
    before = window.layout_string()
    _other, small = make_window(2)
    with pytest.raises(CommandError, match="have 3 panes but need 2"):
        window.select_layout(small.layout_string())
    assert window.layout_string() == before


def test_a_string_with_more_places_closes_the_last_ones() -> None:
    _tree, window = make_window(2)
    _other, large = make_window(4)
    window.select_layout(large.layout_string())
    assert [leaf.pane for leaf in window.layout.leaves()] == [0, 1]


def test_ten_panes_survive_a_window_of_one_cell() -> None:
    tree, window = make_window(10)
    before = window.layout_string()
    window.resize(Size(1, 1))
    check(tree, window)
    assert window.size == window.layout.size == Size(5, 7)
    assert len(window.rects()) == 10
    for preset in PRESETS:
        window.select_layout(preset.name)
        check(tree, window)
    window.select_layout(before)
    window.resize(Size(24, 80))
    assert len(window.rects()) == 10


def test_a_split_without_room_changes_nothing() -> None:
    tree, window = make_window(size=Size(2, 2))
    with pytest.raises(CommandError, match="create pane failed: pane too small"):
        tree.new_pane(window, window.active, horizontal=True)
    assert list(tree.panes) == [0]
    assert window.panes == [window.active]


def test_a_title_line_takes_a_row_of_the_panes_at_that_edge() -> None:
    tree, window = make_window(size=Size(24, 80))
    tree.new_pane(window, window.active, horizontal=False)
    window.options.set("pane-border-status", "top")
    top, bottom = window.rects().values()
    assert (top, bottom) == (Rect(1, 0, 11, 80), Rect(13, 0, 11, 80))
    window.options.set("pane-border-status", "bottom")
    assert list(window.rects().values()) == [Rect(0, 0, 12, 80), Rect(13, 0, 10, 80)]
    window.resize(Size(24, 81))
    assert pane_of(tree, "%1").size == Size(10, 81)
    window.zoom(pane_of(tree, "%0"))
    assert list(window.rects().values()) == [Rect(0, 0, 23, 81)]


@pytest.mark.parametrize(
    ("text", "index"),
    [("tiled", 6), ("t", 6), ("even-h", 0), ("main-vertical", 4), ("main-vertical-m", 5)],
)
def test_presets_are_found_by_a_unique_start(text: str, index: int) -> None:
    assert find_preset(text) == index


@pytest.mark.parametrize("text", ["", "e", "main", "tiledd"])
def test_other_names_are_no_presets(text: str) -> None:
    assert find_preset(text) is None


def test_mirrored_presets_put_the_first_pane_last() -> None:
    _tree, window = make_window(3, Size(40, 200))
    window.select_layout("main-vertical-mirrored")
    first, second, third = window.panes
    assert [leaf.pane for leaf in window.layout.leaves()] == [second.id, third.id, first.id]
    assert first.size == Size(40, 80)
    window.select_layout("main-horizontal-mirrored")
    assert window.layout.children[1].rect == Rect(16, 0, 24, 200)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("24", 24),
        ("50%", 50),
        ("100%", 100),
        ("101", None),
        ("101%", None),
        ("x", None),
        ("", None),
    ],
)
def test_cells_and_percents(text: str, cells: int | None) -> None:
    assert cells_of(text, 100) == cells


def test_spreading_leaves_room_for_what_is_split_further() -> None:
    tree, window = make_window(size=Size(10, 15))
    first = window.active
    second = tree.new_pane(window, first, horizontal=True)
    window.set_pane_size(second, cols=9)
    below = tree.new_pane(window, second, horizontal=False)
    for _n in range(3):
        tree.new_pane(window, below, horizontal=True, size=1)
    tree.new_pane(window, first, horizontal=True, size=1)
    window.spread(first)
    check(tree, window)
    assert [node.cols for node in window.layout.children] == [3, 3, 7]
