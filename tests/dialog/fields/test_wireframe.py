"""Wireframes: where panels lie, as a CSS grid has them, and how they look."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.fields import wireframe
from mplex.dialog.fields.grid_layout import Span, place_panels
from mplex.dialog.fields.wireframe import WireframeWidget
from mplex.geometry import Size
from mplex.ui.rows import Row
from mplex.ui.surface import Surface
from tests.dialog.fields.showing import (
    COLS,
    HOSTILE,
    KIT,
    PAGES,
    TEXTS,
    field,
    lines,
    never_fails,
    style_at,
)


def made(panels: list[dict[str, Any]], columns: int = 1, **more: object) -> WireframeWidget:
    data = {"panels": panels, "columns": columns, "gap": 8, "label": "", **more}
    widget = WireframeWidget(field("wireframe", data), KIT)
    widget.page = 100
    return widget


@pytest.mark.parametrize(
    ("columns", "spans", "places"),
    [
        (2, [(1, 1), (1, 1), (1, 1)], [(0, 0), (0, 1), (1, 0)]),
        (3, [(1, 2), (1, 2), (1, 1)], [(0, 0), (1, 0), (1, 2)]),
        (3, [(2, 1), (1, 1), (1, 1), (1, 1), (1, 1)], [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)]),
        (2, [(1, 1), (2, 1), (1, 2)], [(0, 0), (0, 1), (2, 0)]),
        (2, [(1, 9), (1, 1)], [(0, 0), (1, 0)]),
        # It never goes back to fill a hole, as `grid-auto-flow: row` does not.
        (3, [(1, 2), (1, 3), (1, 1)], [(0, 0), (1, 0), (2, 0)]),
    ],
)
def test_panels_are_placed_as_css_does(
    columns: int, spans: list[tuple[int, int]], places: list[tuple[int, int]]
) -> None:
    found = place_panels([Span(*span) for span in spans], columns)
    assert [(place.row, place.col) for place in found] == places


def test_panels_are_boxes_with_their_titles_in_capitals() -> None:
    widget = made([{"title": "Load", "content": "0.42\n0.40"}, {"content": "none"}], 2)
    assert lines(widget, 40) == [
        "  ┌─ LOAD ─────────┐ ┌────────────────┐",
        "  │ 0.42           │ │ none           │",
        "  │ 0.40           │ │                │",
        "  └────────────────┘ └────────────────┘",
    ]


def test_spans_take_what_the_spanned_tracks_have() -> None:
    panels: list[dict[str, Any]] = [
        {"title": "a", "row_span": 2},
        {"title": "b"},
        {"title": "c"},
        {"title": "d", "col_span": 2},
    ]
    shown = lines(made(panels, 2), 40)
    assert len(shown) == 9
    assert " A " in shown[0] and " B " in shown[0]
    assert " C " in shown[3]
    # The tall one has no border between its two rows.
    assert shown[2][2] == shown[3][2] == "│"
    assert shown[6].count("┌") == 1 and shown[6].endswith("┐")


@pytest.mark.parametrize(
    ("tone", "corner", "role"),
    [
        ("default", "┌", "dialog"),
        ("muted", "╭", "dialog.hint"),
        ("highlight", "┏", "dialog.accent"),
    ],
)
def test_a_tone_is_told_by_lines_and_by_a_style(tone: str, corner: str, role: str) -> None:
    widget = made([{"title": "x", "tone": tone}])
    assert lines(widget)[0][2] == corner
    assert style_at(widget, corner) is KIT.looks[role]


def test_a_gap_in_pixels_is_columns_and_rows() -> None:
    panels: list[dict[str, Any]] = [{"content": "a"}, {"content": "b"}, {"content": "c"}]
    shown = lines(made(panels, 2, gap=32), 40)
    assert shown[0].count("┐    ┌") == 1
    assert shown[3:5] == ["", ""]
    assert lines(made(panels, 2, gap=0), 40)[0].count("┐┌") == 1


@pytest.mark.parametrize(("cols", "boxes"), [(80, 3), (30, 1), (45, 3)])
def test_a_narrow_place_has_fewer_columns(cols: int, boxes: int) -> None:
    panels: list[dict[str, Any]] = [{"content": f"panel {n}"} for n in range(3)]
    shown = lines(made(panels, 3), cols)
    assert shown[0].count("┌") == boxes
    assert all(f"panel {n}" in "\n".join(shown) for n in range(3))


def test_twelve_columns_keep_wide_spans_side_by_side() -> None:
    panels: list[dict[str, Any]] = [{"content": "left", "col_span": 6}] * 2
    assert lines(made(panels, 12), 60)[0].count("┌") == 2


def test_a_long_title_and_a_tiny_place_lose_no_text() -> None:
    widget = made([{"title": "a very long title", "content": "and text"}])
    assert "LONG" in "\n".join(lines(widget, 14))
    assert "".join(lines(widget, 5)) == "AVERYLONGTITLEandtext"


def test_a_height_in_pixels_caps_the_rows() -> None:
    widget = made([{"content": "\n".join("abcdefghij")}], max_height=64)
    assert widget.height(60) == 4
    assert widget.selectable()


def test_hostile_text_is_shown_and_obeyed_nowhere() -> None:
    shown = "\n".join(lines(made([{"title": HOSTILE, "content": HOSTILE}])))
    assert "␛[31mred␛]0;t␇" in shown
    assert "❖" not in shown and "\u202e" not in shown


PANELS = st.lists(
    st.fixed_dictionaries(
        {
            "title": TEXTS,
            "content": TEXTS,
            "col_span": st.integers(1, 12),
            "row_span": st.integers(1, 12),
            "tone": st.sampled_from(["default", "muted", "highlight"]),
        }
    ),
    max_size=6,
)


@settings(max_examples=60, deadline=None)
@given(PANELS, st.integers(1, 12), st.integers(0, 64), COLS, PAGES)
def test_no_size_and_no_panels_are_too_much(
    panels: list[dict[str, Any]], columns: int, gap: int, cols: int, page: int
) -> None:
    never_fails(made(panels, columns, gap=gap), cols, page)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.builds(Span, st.integers(1, 4), st.integers(1, 12)), max_size=20), COLS)
def test_no_two_panels_lie_on_each_other(spans: list[Span], columns: int) -> None:
    places = place_panels(spans, columns)
    cells = [
        (place.row + row, place.col + col)
        for place in places
        for row in range(place.span.rows)
        for col in range(place.span.cols)
    ]
    assert len(cells) == len(set(cells))
    assert all(col < columns for _, col in cells)


def test_parts_of_a_large_picture_fit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    panels = [
        {"title": f"Panel {n}", "content": "漢 word\n" * (5 * n), "row_span": 1 + n % 3}
        for n in range(9)
    ]
    parts = list(made(panels, 4).content(60))
    monkeypatch.setattr(wireframe, "BLOCK", 10_000)
    assert parts == list(made(panels, 4).content(60))


def test_only_what_is_seen_of_a_large_picture_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    put = Surface.put_row
    count = 0

    def counting(surface: Surface, row: int, col: int, cells: Row) -> None:
        nonlocal count
        count += 1
        put(surface, row, col, cells)

    widget = made([{"title": f"Panel {n}", "content": "a\n" * 2000} for n in range(200)], 4)
    monkeypatch.setattr(Surface, "put_row", counting)
    widget.draw(Surface(Size(50, 80)), focus=False)
    assert len(widget.view(80).content) > 50 * 2000
    assert 0 < count < 10_000
