"""Any frame with pictures after any other: its texts, marks and pictures are what is seen."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.geometry import Point, Rect, Size
from mplex.term.picture import BLOCKS, PlacedPicture, overlaps
from tests.term.graphics import INK, KITTY, SIXEL, SIZE, Display, Stripes

ROW = st.text(alphabet="ab ▀▄─", max_size=SIZE.cols)


@st.composite
def pictures(draw: st.DrawFn) -> list[PlacedPicture]:
    """Return pictures that do not overlap, perhaps cut, as overlays give them."""
    found: list[PlacedPicture] = []
    for _ in range(draw(st.integers(0, 3))):
        rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 12))
        row, col = draw(st.integers(-3, SIZE.rows)), draw(st.integers(-5, SIZE.cols))
        whole = PlacedPicture(
            Stripes(draw(st.sampled_from("xyz"))), Rect(row, col, rows, cols), Size(rows, cols)
        )
        cut = whole.moved(0, 0, Rect(0, 0, *SIZE))
        if cut is not None and not any(overlaps(cut.rect, each.rect) for each in found):
            found.append(cut)
    return found


FRAMES = st.lists(
    st.tuples(st.lists(ROW, max_size=SIZE.rows), pictures(), st.booleans()), min_size=1, max_size=6
)


def expected(texts: list[str], shown: list[PlacedPicture], ink: str) -> list[str]:
    """Return the rows that are seen, with `ink` where pictures are."""
    rows = [list(text.ljust(SIZE.cols)) for text in texts]
    rows += [list(" " * SIZE.cols) for _ in range(SIZE.rows - len(texts))]
    for placed in shown:
        for row in range(placed.rect.row, placed.rect.bottom):
            for col in range(placed.rect.col, placed.rect.right):
                if rows[row][col] in BLOCKS:
                    rows[row][col] = ink
    return ["".join(row).rstrip() for row in rows]


@settings(deadline=None, max_examples=80)
@given(FRAMES)
def test_kittys_pictures(frames: list[tuple[list[str], list[PlacedPicture], bool]]) -> None:
    display = Display(KITTY)
    for texts, shown, anew in frames:
        if anew:
            display.renderer.forget()
        display.draw(*shown, texts=tuple(texts))
        assert display.rows() == expected(texts, shown, " ")
        wanted = sorted((Point(*each.rect[:2]), each.rect.size) for each in shown)
        assert sorted((each.at, each.cells) for each in display.placed.values()) == wanted
        assert display.draw(*shown, texts=tuple(texts)) == b""


@settings(deadline=None, max_examples=80)
@given(FRAMES)
def test_sixel_pictures(frames: list[tuple[list[str], list[PlacedPicture], bool]]) -> None:
    display = Display(SIXEL)
    for texts, shown, anew in frames:
        if anew:
            display.renderer.forget()
        display.draw(*shown, texts=tuple(texts))
        drawn = [each for each in shown if each.rect.bottom < SIZE.rows]
        assert display.rows() == expected(texts, drawn, INK)
        assert display.draw(*shown, texts=tuple(texts)) == b""
