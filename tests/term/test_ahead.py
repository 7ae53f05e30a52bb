"""Large pictures are made in a thread: frames go on with cells, and get the picture when it is."""

from __future__ import annotations

import threading

import pytest

from mplex.geometry import Size
from mplex.term.ahead import Ahead
from mplex.term.features import Features
from mplex.term.picture import IndexedPixels, Png
from tests.support.waiting import wait_until
from tests.term.graphics import KITTY, SIXEL, Display, Stripes, placed

LARGE = Size(30, 90)
WHOLE = Size(20, 40)
CELLS = ("▀" * WHOLE.cols,) * WHOLE.rows


class Slow(Stripes):
    """A picture whose pixels come when they are let go."""

    def __init__(self, id: str = "slow") -> None:
        super().__init__(id)
        self.go = threading.Event()
        self.thread = ""

    def png(self, pixels: Size) -> Png:
        self.go.wait()
        self.thread = threading.current_thread().name
        return super().png(pixels)

    def indexed(self, pixels: Size) -> IndexedPixels | None:
        self.go.wait()
        self.thread = threading.current_thread().name
        return super().indexed(pixels)


def waiting(display: Display) -> bool:
    """Say whether the renderer has something under way."""
    return display.renderer.waiting


@pytest.mark.parametrize("features", [SIXEL, KITTY])
def test_cells_show_a_large_picture_until_it_is_made(features: Features) -> None:
    display, picture = Display(features, LARGE), Slow()
    here = placed(picture, 0, 0, *WHOLE)
    display.draw(here, texts=CELLS)
    assert display.rows()[0] == CELLS[0]
    assert waiting(display)
    display.draw(here, texts=("frames go on", *CELLS[1:]))
    assert display.rows()[0] == "frames go on"
    picture.go.set()

    def there() -> bool:
        display.draw(here, texts=CELLS)
        return bool(display.sixels or display.placed)

    wait_until("the picture is there", there)
    assert picture.thread == "ahead"
    assert picture.asked == 1
    assert not waiting(display)
    assert not display.rows()[0].startswith("▀")


@pytest.mark.parametrize("features", [SIXEL, KITTY])
def test_one_large_picture_after_the_other(features: Features) -> None:
    display, pictures = Display(features, LARGE), [Slow(f"slow {n}") for n in range(3)]
    for picture in pictures:
        picture.go.set()
    places = [placed(picture, 0, 30 * n, 20, 28) for n, picture in enumerate(pictures)]

    def all_there() -> bool:
        display.draw(*places)
        return len({at for at, _ in display.sixels}) == 3 or len(display.placed) == 3

    wait_until("all are there", all_there)
    assert [picture.asked for picture in pictures] == [1, 1, 1]
    display.draw(*places)
    assert not waiting(display)


def test_what_fails_is_told_as_none_and_keeps_nobody() -> None:
    ahead: Ahead[str, int] = Ahead()
    raised: list[object] = []
    before, threading.excepthook = threading.excepthook, raised.append
    try:
        ahead.start("bad", lambda: 1 // 0)
        assert wait_until("it has failed", ahead.fetch) == ("bad", None)
    finally:
        threading.excepthook = before
    wait_until("it is told", lambda: raised)
    assert ahead.fetch() is None
    ahead.start("good", lambda: 7)
    ahead.start("late", lambda: 8)
    assert wait_until("it is made", ahead.fetch) == ("good", 7)
    assert not ahead.busy
