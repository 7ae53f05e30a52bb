"""Overlays on rows: what is remembered from frame to frame changes nothing but the work."""

from __future__ import annotations

from typing import Any

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
WHICH = st.sampled_from(range(len(RECTS)))
CHANGES = st.one_of(
    st.tuples(st.just("toggle"), WHICH),
    st.tuples(st.just("swap"), st.none()),
    st.tuples(st.just("texts"), st.none() | WHICH, st.integers(0, 3), OVER),
    st.tuples(st.just("attrs"), st.none() | WHICH, st.integers(0, 3), OVER),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(CHANGES, max_size=30))
def test_a_cover_that_remembers_gives_what_a_new_one_does(changes: list[tuple[Any, ...]]) -> None:
    cover, shown = Cover(), [0]
    under, *over = ([["漢\0bc" * 3] * rows, [""] * rows] for rows in (4, *(r.rows for r in RECTS)))
    for kind, which, *change in changes:
        if kind == "toggle":
            shown = [n for n in shown if n != which] if which in shown else [*shown, which]
        elif kind == "swap":
            # Two of as many rows, so that nothing but the place tells them apart.
            shown = [{1: 2, 2: 1}.get(n, n) for n in shown]
        else:
            index, row = change
            texts, attrs = under if which is None else over[which]
            if kind == "texts":
                texts[index % len(texts)] = row.text
            else:
                attrs[index % len(attrs)] = row.attrs
        drawn = [(RECTS[n], Rendered(*over[n])) for n in shown]
        assert cover.put(SIZE, *under, drawn) == Cover().put(SIZE, *under, drawn)


def test_rows_that_did_not_change_are_the_same_objects_and_frames_stay_as_they_were() -> None:
    cover, texts = Cover(), ["abcdef", "ghijkl"]
    first, _ = cover.put(
        Size(2, 6), texts, ["", ""], [(Rect(0, 1, 2, 2), Rendered(["XY"] * 2, []))]
    )
    rows = ["".join("XY"), "ZY"]
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
