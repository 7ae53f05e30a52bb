"""Overlays on rows: what is remembered from frame to frame changes nothing but the work."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.geometry import Rect, Size
from mplex.ui.cover import Cover
from mplex.ui.overlay import TRANSPARENT, Rendered
from mplex.ui.rows import Row
from tests.ui.drawing import styled_rows

SIZE = Size(4, 12)
RECTS = (Rect(0, 0, 4, 12), Rect(1, 2, 2, 5), Rect(2, 3, 2, 6), Rect(3, 0, 1, 1))
OVER = st.one_of(
    styled_rows(), st.just(Row("")), st.just(Row(f"a{TRANSPARENT}b{TRANSPARENT * 3}c"))
)
OVERLAYS = st.lists(st.sampled_from(range(len(RECTS))), max_size=3, unique=True)
CHANGES = st.one_of(
    st.tuples(st.just(-1), st.integers(0, 3), styled_rows()),
    st.tuples(st.sampled_from(range(len(RECTS))), st.integers(0, 3), OVER),
)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(styled_rows(), min_size=4, max_size=4),
    st.lists(st.tuples(OVERLAYS, st.lists(CHANGES, max_size=3)), min_size=1, max_size=6),
)
def test_a_cover_that_remembers_gives_what_a_new_one_does(
    under: list[Row], frames: list[tuple[list[int], list[tuple[int, int, Row]]]]
) -> None:
    cover = Cover()
    over = [[Row("")] * rect.rows for rect in RECTS]
    for shown, changes in frames:
        for which, index, row in changes:
            rows = under if which < 0 else over[which]
            rows[index % len(rows)] = row
        drawn = [
            (RECTS[n], Rendered([row.text for row in over[n]], [row.attrs for row in over[n]]))
            for n in shown
        ]
        texts, attrs = [row.text for row in under], [row.attrs for row in under]
        assert cover.put(SIZE, texts, attrs, drawn) == Cover().put(SIZE, texts, attrs, drawn)


def test_rows_that_did_not_change_are_the_same_objects_and_frames_stay_as_they_were() -> None:
    cover, texts = Cover(), ["abcdef", "ghijkl"]
    first, _ = cover.put(
        Size(2, 6), texts, ["", ""], [(Rect(0, 1, 2, 2), Rendered(["XY"] * 2, []))]
    )
    rows = [("XY" + " ")[:2], "ZY"]
    second, _ = cover.put(Size(2, 6), texts, ["", ""], [(Rect(0, 1, 2, 2), Rendered(rows, []))])
    assert (first, second) == (["aXYdef", "gXYjkl"], ["aXYdef", "gZYjkl"])
    assert second[0] is first[0]


def test_lists_that_an_overlay_changes_itself_are_seen_to_change() -> None:
    cover, rows = Cover(), ["XY"]
    rendered = Rendered(rows, [])
    cover.put(Size(1, 4), ["abcd"], [""], [(Rect(0, 0, 1, 2), rendered)])
    rows[0] = "Z "
    texts, _ = cover.put(Size(1, 4), ["abcd"], [""], [(Rect(0, 0, 1, 2), rendered)])
    assert texts == ["Z cd"]
