"""How a dialog's parts share the room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mplex.dialog.arrange import Needs, box_size, content_cols, inside, place, share
from mplex.geometry import Rect, Size

NEEDS = st.builds(Needs, st.integers(0, 60), st.integers(0, 9), st.integers(0, 40))


@pytest.mark.parametrize(
    ("rows", "needs", "shares"),
    [
        # Everything fits: text, gap, label, options, gap, hint.
        (9, Needs(3, 1, 2), (3, 1, 2, 1, 1)),
        # The gaps go first, then the key line.
        (8, Needs(3, 1, 2), (3, 1, 2, 0, 1)),
        (7, Needs(3, 1, 2), (3, 1, 2, 0, 1)),
        (6, Needs(3, 1, 2), (3, 1, 2, 0, 0)),
        # The text gives way before the options.
        (5, Needs(3, 1, 2), (2, 1, 2, 0, 0)),
        (3, Needs(3, 1, 2), (1, 1, 1, 0, 0)),
        (2, Needs(3, 1, 2), (0, 1, 1, 0, 0)),
        (1, Needs(3, 1, 2), (0, 0, 1, 0, 0)),
        # Both are long: the text keeps a third, the key line stays.
        (21, Needs(40, 1, 40), (6, 1, 13, 0, 1)),
        # A box without options.
        (4, Needs(9, 0, 0), (4, 0, 0, 0, 0)),
    ],
)
def test_rows_are_shared(rows: int, needs: Needs, shares: tuple[int, ...]) -> None:
    assert tuple(share(rows, needs)) == shares


@given(st.integers(1, 60), NEEDS)
def test_no_more_rows_are_given_than_there_are(rows: int, needs: Needs) -> None:
    shares = share(rows, needs)
    assert shares.total <= rows
    assert all(value >= 0 for value in shares)
    assert shares.options >= min(1, needs.options)
    assert all(got <= need for got, need in zip(shares[:3], needs, strict=True))


@given(st.integers(1, 60), st.integers(1, 60), NEEDS)
def test_parts_lie_below_one_another_inside(rows: int, cols: int, needs: Needs) -> None:
    content = Rect(1, 2, rows, cols)
    parts = place(content, needs)
    tops = [content.row]
    for part in parts:
        assert part.col == content.col and part.cols == content.cols
        assert part.row >= tops[-1]
        tops.append(part.bottom)
    assert tops[-1] <= content.bottom


@given(st.integers(0, 300), NEEDS, st.builds(Size, st.integers(1, 100), st.integers(1, 300)))
def test_a_dialog_fits_on_its_screen(wanted: int, needs: Needs, screen: Size) -> None:
    size = box_size(content_cols(wanted, screen), needs, screen)
    assert 1 <= size.rows <= screen.rows and 1 <= size.cols <= screen.cols
    content = inside(size)
    assert content.rows >= 1 and content.cols >= 1
    assert content.bottom <= size.rows and content.right <= size.cols


def test_a_dialog_is_not_wider_than_can_be_read_and_leaves_the_edge_free() -> None:
    assert content_cols(500, Size(50, 300)) == 76
    assert content_cols(500, Size(24, 80)) == 74
    assert content_cols(500, Size(5, 20)) == 16
    assert content_cols(1, Size(50, 300)) == 24
    assert box_size(74, Needs(50, 1, 12), Size(24, 80)) == Size(22, 78)
