"""Sixel pictures: the pixels that come out, and ink that stays on no cell too long or too short."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.geometry import Point, Rect, Size
from mplex.term.picture import TRANSPARENT, IndexedPixels
from mplex.term.sixel import cropped, encode
from tests.term.graphics import CELL, INK, SIXEL, Display, Stripes, decode_sixel, placed


@st.composite
def pixels(draw: st.DrawFn) -> IndexedPixels:
    size = Size(draw(st.integers(1, 20)), draw(st.integers(1, 20)))
    colours = draw(st.integers(1, 255))
    index = st.one_of(st.integers(0, colours - 1), st.just(TRANSPARENT))
    count = size.rows * size.cols
    data = bytes(draw(st.lists(index, min_size=count, max_size=count)))
    return IndexedPixels(size, tuple(range(colours)), data)


@settings(deadline=None, max_examples=60)
@given(pixels())
def test_what_is_encoded_decodes_to_the_same_pixels(picture: IndexedPixels) -> None:
    sequence = encode(picture)
    assert sequence.startswith("\x1bP")
    assert sequence.endswith("\x1b\\")
    found = decode_sixel(sequence[2:-2])
    assert found.size == picture.size
    assert found.data == picture.data


def test_colours_survive_but_for_the_rounding_to_percents() -> None:
    palette = (0x000000, 0xFFFFFF, 0x123456, 0xFF8000)
    found = decode_sixel(encode(IndexedPixels(Size(1, 4), palette, bytes(range(4))))[2:-2])
    for wanted, got in zip(palette, found.palette, strict=True):
        for shift in (16, 8, 0):
            assert abs((wanted >> shift & 255) - (got >> shift & 255)) <= 2


def test_equal_pixels_are_counted() -> None:
    sequence = encode(IndexedPixels(Size(6, 100), (0xFF0000,), bytes(600)))
    assert "#0!100~" in sequence


def test_a_part_has_the_pixels_of_its_place() -> None:
    picture = IndexedPixels(Size(3, 4), (0,) * 12, bytes(range(12)))
    assert cropped(picture, Rect(1, 2, 2, 2)).data == bytes([6, 7, 10, 11])


def ink(*texts: str) -> tuple[str, ...]:
    return tuple(text.replace("x", INK) for text in texts)


def test_the_picture_has_the_pixels_of_its_cells() -> None:
    display, picture = Display(SIXEL), Stripes()
    display.draw(placed(picture, 2, 5), texts=("", "", "     ▀▀▀▀▀▀▀▀"))
    ((at, found),) = display.sixels
    assert at == Point(2, 5)
    assert found.size == Size(4 * CELL[0], 8 * CELL[1])
    wanted = picture.indexed(found.size)
    assert wanted is not None
    assert found.data == wanted.data


def test_an_unchanged_frame_sends_nothing() -> None:
    display, picture = Display(SIXEL), Stripes()
    display.draw(placed(picture, 2, 5))
    assert display.draw(placed(picture, 2, 5)) == b""
    assert picture.asked == 1


def test_a_picture_that_goes_leaves_no_ink() -> None:
    display = Display(SIXEL)
    display.draw(placed(Stripes(), 1, 2, 2, 3), texts=("before",))
    assert display.rows()[:3] == ["before", *ink("  xxx", "  xxx")]
    display.draw(texts=("before",))
    assert display.rows()[:3] == ["before", "", ""]


def test_cells_that_had_ink_are_written_over_and_not_erased() -> None:
    display, picture = Display(SIXEL), Stripes()
    display.draw(placed(picture, 2, 5), texts=("a", "b"))
    sent = display.draw(texts=("a",))
    assert sent.count(b" " * 8) == 4, "blanks where the picture was"
    assert sent.count(b"\x1b[K") <= 1, "only the row without a picture is erased"
    assert not re.search(rb"\x1b\[\d+X", sent)


def test_a_picture_that_moves_leaves_no_ink_where_it_was() -> None:
    display = Display(SIXEL)
    display.draw(placed(Stripes(), 1, 2, 2, 3))
    display.draw(placed(Stripes(), 2, 4, 2, 3))
    assert display.rows()[:4] == list(ink("", "", "    xxx", "    xxx"))


def test_marks_are_written_upon_the_picture_and_go_without_a_trace() -> None:
    display, picture = Display(SIXEL), Stripes()
    shown = placed(picture, 0, 1, 2, 10)
    display.draw(shown, texts=("a▀▀▀▀▀▀▀▀▀▀b", "c▀▀▀▀▀▀▀▀▀▀d"))
    display.draw(shown, texts=("a▀▀┼▀▀▀▀▀▀▀b", "c▀▀▀▀▀▀▀▀▀▀d"))
    assert display.rows()[:2] == list(ink("axx┼xxxxxxxb", "cxxxxxxxxxxd"))
    display.draw(shown, texts=("a▀▀▀▀▀▀┼▀▀▀b", "c▀▀▀▀▀▀▀▀▀▀d"))
    assert display.rows()[:2] == list(ink("axxxxxx┼xxxb", "cxxxxxxxxxxd"))
    assert picture.asked == 1


def test_text_beside_the_picture_does_not_draw_it_again() -> None:
    display = Display(SIXEL)
    shown = placed(Stripes(), 0, 1, 2, 10)
    display.draw(shown, texts=(" " * 11 + "|  one", " " * 11 + "|"))
    data = display.draw(shown, texts=(" " * 11 + "|  two", " " * 11 + "|"))
    assert b"\x1bP" not in data
    assert display.rows()[0] == ink(" xxxxxxxxxx|  two")[0]


def test_a_narrow_picture_survives_changes_on_both_sides() -> None:
    display = Display(SIXEL)
    shown = placed(Stripes(), 0, 1, 2, 3)
    display.draw(shown, texts=("a   b", "|   |"))
    display.draw(shown, texts=("c   d", "|   |"))
    assert display.rows()[:2] == list(ink("cxxxd", "|xxx|"))


def test_a_row_that_is_erased_to_its_end_gets_its_picture_back() -> None:
    display = Display(SIXEL)
    shown = placed(Stripes(), 0, 10, 2, 10)
    display.draw(shown, texts=("12345678",))
    display.draw(shown, texts=("",))
    assert display.rows()[:2] == list(ink(" " * 10 + "x" * 10, " " * 10 + "x" * 10))


def test_a_picture_in_the_last_row_is_shown_by_cells() -> None:
    display = Display(SIXEL)
    display.draw(placed(Stripes(), 6, 0), texts=("",) * 9 + ("▀▀",))
    assert not display.sixels
    assert display.rows()[9] == "▀▀"


def test_a_cleared_screen_gets_its_picture_back() -> None:
    display = Display(SIXEL)
    display.draw(placed(Stripes(), 1, 2, 2, 3))
    display.renderer.forget()
    display.draw(placed(Stripes(), 1, 2, 2, 3))
    assert display.rows()[1:3] == list(ink("  xxx", "  xxx"))


def test_a_part_of_a_picture_is_cut_out_of_it() -> None:
    display, picture = Display(SIXEL), Stripes()
    cut = placed(picture, -1, -2).moved(0, 0, Rect(0, 0, 8, 20))
    assert cut is not None
    display.draw(cut)
    ((at, found),) = display.sixels
    whole = picture.indexed(Size(48, 48))
    assert whole is not None
    assert at == Point(0, 0)
    assert found.data == cropped(whole, Rect(12, 12, 36, 36)).data
