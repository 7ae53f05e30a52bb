"""Which items are in view: moving, scrolling, and items of different heights."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.fields.rows_view import MOVES, RowsView

ACTIONS = sorted(set(MOVES.values()))


def view(heights: list[int], rows: int) -> RowsView:
    """Return a view on items of these heights."""
    found = RowsView(lambda index, cols: heights[index])
    found.fit(len(heights), 10, rows)
    return found


def seen(of: RowsView) -> list[tuple[int, int]]:
    """Return (item, its row) for every row in view."""
    return [(each.at, each.skip + row) for each in of.placed() for row in range(each.rows)]


def test_the_cursor_takes_the_view_along() -> None:
    rows = RowsView()
    rows.fit(10, 80, 3)
    for _ in range(3):
        assert rows.move("down")
    assert seen(rows) == [(1, 0), (2, 0), (3, 0)]
    assert rows.hidden() == (True, True)
    assert rows.move("last") and rows.hidden() == (True, False)
    assert not rows.move("down")
    assert rows.move("page-up") and rows.cursor == 7
    assert rows.move("first") and not rows.move("up")


def test_the_wheel_leaves_the_cursor_and_a_key_brings_it_back() -> None:
    rows = RowsView()
    rows.fit(10, 80, 3)
    assert rows.scroll(5) and rows.cursor == 0 and rows.where() is None
    assert rows.move("down") and seen(rows) == [(1, 0), (2, 0), (3, 0)]
    assert rows.scroll(100) and seen(rows)[-1] == (9, 0)
    assert not rows.scroll(1)


def test_a_cursor_put_before_the_size_is_known_scrolls_no_more_than_needed() -> None:
    rows = RowsView()
    rows.count = 10
    rows.go(4)
    rows.fit(10, 80, 8)
    assert rows.cursor == 4 and seen(rows)[0] == (0, 0)


def test_what_fits_hides_nothing() -> None:
    rows = RowsView()
    rows.fit(3, 80, 5)
    assert rows.hidden() == (False, False)
    assert not rows.scroll(3)
    assert rows.needed(3, 80, 5) == 3


def test_an_item_taller_than_the_view_is_scrolled_through() -> None:
    rows = view([1, 7, 1], 3)
    rows.move("down")
    assert seen(rows)[0] == (1, 0)
    shown = {row for item, row in seen(rows) if item == 1}
    for _ in range(3):
        rows.move("down")
        shown |= {row for item, row in seen(rows) if item == 1}
    assert shown == set(range(7))
    rows.move("down")
    assert rows.cursor == 2


def test_only_items_in_view_are_measured() -> None:
    asked: set[int] = set()

    def height(index: int, cols: int) -> int:
        asked.add(index)
        return 2

    rows = RowsView(height)
    assert rows.needed(100_000, 80, 10) == 10
    rows.fit(100_000, 80, 10)
    list(rows.placed())
    rows.move("last")
    list(rows.placed())
    assert len(asked) < 30


@given(
    st.lists(st.integers(1, 6), max_size=12),
    st.integers(1, 9),
    st.lists(st.sampled_from([*ACTIONS, "wheel-up", "wheel-down"]), max_size=20),
)
@settings(max_examples=150, deadline=None)
def test_the_view_is_always_full_and_in_order(
    heights: list[int], rows: int, actions: list[str]
) -> None:
    found = view(heights, rows)
    everything = [(item, row) for item, height in enumerate(heights) for row in range(height)]
    for action in actions:
        if action.startswith("wheel"):
            found.scroll(-2 if action.endswith("up") else 2)
        else:
            found.move(action)
            assert not heights or found.where() is not None
        now = seen(found)
        assert len(now) == min(rows, len(everything))
        start = everything.index(now[0]) if now else 0
        assert everything[start : start + len(now)] == now
        above, below = found.hidden()
        assert above == (start > 0)
        assert below == (start + len(now) < len(everything))
