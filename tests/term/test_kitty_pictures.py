"""Pictures by the kitty protocol: what a terminal that keeps to it has and shows."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops

from mplex.geometry import Point, Rect, Size
from mplex.term import kitty_pictures
from mplex.term.features import Graphics
from tests.term.graphics import FULL, INK, KITTY, SIXEL, SIZE, Display, Shown, Stripes, placed


def test_the_picture_arrives_byte_for_byte_and_stands_at_its_cells() -> None:
    display, picture = Display(KITTY), Stripes()
    display.draw(placed(picture, 2, 5))
    (data,) = display.images.values()
    assert data == picture.png(Size(48, 48)).file
    with Image.open(BytesIO(data)) as image:
        assert ImageChops.difference(image.convert("RGBA"), picture._image()).getbbox() is None
    assert list(display.placed.values()) == [Shown(Point(2, 5), Size(4, 8), ())]


def test_a_large_picture_comes_in_pieces() -> None:
    display, picture = Display(KITTY), Stripes()
    noise = Image.effect_noise((200, 200), 90).convert("RGB")
    picture._image = lambda: noise  # type: ignore[method-assign]
    data = display.draw(placed(picture, 0, 0, 9, 30))
    assert data.count(b"\x1b_G") > 3
    (file,) = display.images.values()
    with Image.open(BytesIO(file)) as image:
        assert image.size == (108, 108)


def test_an_unchanged_frame_sends_nothing() -> None:
    display, picture = Display(KITTY), Stripes()
    display.draw(placed(picture, 2, 5))
    assert display.draw(placed(picture, 2, 5)) == b""
    assert picture.asked == 1


def test_moving_sends_the_place_only() -> None:
    display, picture = Display(KITTY), Stripes()
    display.draw(placed(picture, 2, 5))
    moved = display.draw(placed(picture, 3, 6))
    assert picture.asked == 1
    assert b"a=t" not in moved
    assert [shown.at for shown in display.placed.values()] == [Point(3, 6)]


def test_the_same_picture_twice_is_sent_once() -> None:
    display = Display(KITTY)
    display.draw(placed(Stripes(), 0, 0), placed(Stripes(), 0, 10))
    assert len(display.images) == 1
    assert sorted(shown.at for shown in display.placed.values()) == [Point(0, 0), Point(0, 10)]


def test_a_picture_that_goes_is_removed_and_comes_back_without_its_bytes() -> None:
    display, picture = Display(KITTY), Stripes()
    display.draw(placed(picture, 2, 5))
    display.draw(texts=("text",))
    assert not display.placed
    again = display.draw(placed(picture, 2, 5))
    assert b"a=t" not in again
    assert len(display.placed) == 1


def test_a_part_of_a_picture_shows_those_pixels() -> None:
    display, picture = Display(KITTY), Stripes()
    whole = placed(picture, -1, -2)
    cut = whole.moved(0, 0, Rect(0, 0, *SIZE))
    assert cut is not None
    display.draw(cut)
    # A cell of the whole has 12 by 6 pixels here.
    assert list(display.placed.values()) == [Shown(Point(0, 0), Size(3, 6), (12, 12, 36, 36))]


def test_block_characters_give_way_and_marks_stay() -> None:
    display = Display(KITTY)
    display.draw(placed(Stripes(), 0, 1, 2, 4), texts=("a▀▀┼▀b", "c▄▄▄▄d"))
    assert display.rows()[:2] == ["a  ┼ b", "c    d"]
    display.draw(texts=("a▀▀┼▀b", "c▄▄▄▄d"))
    assert display.rows()[:2] == ["a▀▀┼▀b", "c▄▄▄▄d"]


def test_a_cleared_screen_gets_everything_anew() -> None:
    display, picture = Display(KITTY), Stripes()
    display.draw(placed(picture, 2, 5))
    display.renderer.forget()
    display.draw(placed(picture, 2, 5))
    assert len(display.images) == len(display.placed) == 1


def test_leaving_removes_what_was_sent() -> None:
    display = Display(KITTY)
    display.draw(placed(Stripes(), 2, 5))
    display.feed(display.renderer.stop())
    assert not display.images
    assert not display.placed


def test_nothing_is_scrolled_below_a_picture() -> None:
    display, picture = Display(KITTY), Stripes()
    texts = tuple(f"line {n}" for n in range(20))
    display.draw(placed(picture, 2, 15), texts=texts[:10])
    data = display.draw(placed(picture, 2, 15), texts=texts[1:11])
    assert b"r" not in data.replace(b"\x1b[?2026", b"").split(b"line")[0]
    assert display.rows()[0] == "line 1"


def test_what_does_not_fit_into_a_frame_comes_with_the_next() -> None:
    display, picture = Display(KITTY), Stripes()
    size = len(picture.png(Size(48, 48)).file)
    first, second = placed(Stripes("one"), 0, 0), placed(Stripes("two"), 0, 10)
    limit = kitty_pictures.FRAME_BYTES
    kitty_pictures.FRAME_BYTES = size + 10
    try:
        display.draw(first, second, texts=("▀" * 30,))
        assert len(display.placed) == 1
        assert display.rows()[0] == " " * 8 + "▀" * 22
        display.draw(first, second, texts=("▀" * 30,))
    finally:
        kitty_pictures.FRAME_BYTES = limit
    assert len(display.placed) == 2


def test_the_terminal_keeps_no_more_than_is_allowed() -> None:
    display = Display(KITTY)
    limit = kitty_pictures.TERMINAL_BYTES
    kitty_pictures.TERMINAL_BYTES = 3 * len(Stripes().png(Size(48, 48)).file)
    try:
        for number in range(8):
            display.draw(placed(Stripes(str(number)), 0, 0))
    finally:
        kitty_pictures.TERMINAL_BYTES = limit
    assert len(display.images) == 3
    assert len(display.placed) == 1


def test_a_picture_that_cannot_be_made_leaves_the_cells() -> None:
    display, picture = Display(KITTY), Stripes()
    picture.png = lambda pixels: kitty_pictures.Png(b"", Size(1, 1))  # type: ignore[method-assign]
    display.draw(placed(picture, 0, 0), texts=("▀▀",))
    assert display.rows()[0] == "▀▀"
    assert not display.images


def test_terminals_that_did_not_answer_get_no_picture() -> None:
    display, picture = Display(FULL), Stripes()
    data = display.draw(placed(picture, 0, 0), texts=("▀▀",))
    assert b"\x1b_" not in data
    assert b"\x1bP" not in data
    assert picture.asked == 0


def test_graphics_learned_later_add_pictures_without_a_whole_frame() -> None:
    display, picture = Display(FULL), Stripes()
    shown = placed(picture, 0, 0)
    display.draw(shown, texts=("▀▀", "", "", "", "", "below"))
    display.renderer.features = FULL._replace(graphics=Graphics(kitty=True))
    data = display.draw(shown, texts=("▀▀", "", "", "", "", "below"))
    assert b"below" not in data
    assert len(display.placed) == 1


def test_a_terminal_that_turns_out_to_have_kittys_protocol_keeps_no_sixels() -> None:
    display, picture = Display(SIXEL), Stripes()
    shown = placed(picture, 1, 2, 2, 3)
    display.draw(shown, texts=("text",))
    assert INK in display.rows()[1]
    display.renderer.features = KITTY
    display.draw(shown, texts=("text",))
    assert display.rows()[:3] == ["text", "", ""]
    assert len(display.placed) == 1
    display.renderer.features = SIXEL
    display.draw(shown, texts=("text",))
    assert not display.placed
    assert INK in display.rows()[1]
