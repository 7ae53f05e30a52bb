"""The overlay stack: draw bottom up, ask top down, tell each overlay once that it is gone."""

from __future__ import annotations

import pytest

from mplex.geometry import Point, Rect, Size
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.overlay import (
    HANDLED,
    IGNORED,
    Close,
    Overlay,
    OverlayStack,
    Rendered,
    Result,
    centred,
)
from tests.ui.drawing import key, mouse


class Recorder(Overlay):
    """An overlay that answers what it is told to and writes down what it hears."""

    def __init__(self, name: str, log: list[str], answer: Result = HANDLED) -> None:
        self.name = name
        self.log = log
        self.answer = answer
        self.rect = Rect(2, 3, 4, 5)
        self.closed: list[object] = []

    def layout(self, size: Size) -> Rect:
        return self.rect

    def render(self, size: Size) -> Rendered:
        return Rendered([self.name] * size.rows, [""] * size.rows)

    def on_key(self, event: KeyEvent) -> Result:
        self.log.append(self.name)
        return self.answer

    def on_paste(self, data: bytes) -> Result:
        self.log.append(f"{self.name} {data!r}")
        return self.answer

    def on_mouse(self, event: MouseEvent) -> Result:
        self.log.append(f"{self.name} {event.row},{event.col}")
        return self.answer

    def on_close(self, value: object) -> None:
        self.closed.append(value)


def make(*answers: Result, modal: bool = True) -> tuple[OverlayStack, list[Recorder], list[str]]:
    log: list[str] = []
    found = OverlayStack(Size(20, 40))
    overlays = [Recorder(str(index), log, answer) for index, answer in enumerate(answers)]
    for overlay in overlays:
        overlay.modal = modal
        found.push(overlay)
    return found, overlays, log


ASKED: tuple[tuple[tuple[Result, ...], bool, list[str], bool], ...] = (
    ((HANDLED, HANDLED), False, ["1"], True),
    ((HANDLED, IGNORED), False, ["1", "0"], True),
    ((IGNORED, IGNORED), False, ["1", "0"], False),
    ((HANDLED, IGNORED), True, ["1"], True),
    ((IGNORED, Close()), False, ["1"], True),
    ((), True, [], False),
)


@pytest.mark.parametrize(("answers", "modal", "asked", "taken"), ASKED)
def test_a_key_goes_down_until_somebody_takes_it(
    answers: tuple[Result, ...], modal: bool, asked: list[str], taken: bool
) -> None:
    found, _, log = make(*answers, modal=modal)
    assert found.on_key(key("a")) is taken
    assert log == asked


def test_closing_tells_the_value_once() -> None:
    found, overlays, _ = make(HANDLED, Close("yes"))
    found.on_key(key("a"))
    assert overlays[1] not in found
    assert found.top is overlays[0]
    assert found.remove(overlays[1]) is False
    found.clear()
    assert [overlay.closed for overlay in overlays] == [[None], ["yes"]]


def test_an_overlay_taken_away_hears_none() -> None:
    found, overlays, _ = make(HANDLED)
    assert found.remove(overlays[0])
    assert overlays[0].closed == [None]
    assert len(found) == 0


def test_the_mouse_is_told_relative_to_each_overlay() -> None:
    found, overlays, log = make(IGNORED, IGNORED, modal=False)
    overlays[1].rect = Rect(5, 5, 2, 2)
    found.place()
    found.on_mouse(mouse("down", 3, 4))
    assert log == ["1 -2,-1", "0 1,1"]


def test_a_paste_goes_the_way_of_a_key() -> None:
    found, _, log = make(HANDLED, IGNORED, modal=False)
    assert found.on_paste(b"x")
    assert log == ["1 b'x'", "0 b'x'"]


def test_an_overlay_may_take_another_away_while_it_is_asked() -> None:
    found, overlays, log = make(HANDLED, IGNORED, modal=False)

    class Remover(Recorder):
        def on_key(self, event: KeyEvent) -> Result:
            found.clear()
            return Close("late")

    remover = Remover("2", log)
    found.push(remover)
    assert found.on_key(key("a"))
    assert log == []
    assert [overlay.closed for overlay in (*overlays, remover)] == [[None], [None], [None]]


def test_an_overlay_taken_away_meanwhile_is_not_asked() -> None:
    found, overlays, log = make(HANDLED, modal=False)

    class Clearer(Recorder):
        modal = False

        def on_key(self, event: KeyEvent) -> Result:
            found.remove(overlays[0])
            return IGNORED

    found.push(Clearer("1", log))
    assert found.on_key(key("a")) is False
    assert log == []


def test_an_overlay_may_open_another_one_when_it_is_gone() -> None:
    found, _, log = make()
    second = Recorder("second", log)

    class Chain(Recorder):
        def on_close(self, value: object) -> None:
            found.push(second)

    found.push(Chain("first", log, Close()))
    found.on_key(key("a"))
    assert found.overlays == (second,)


def test_pictures_come_bottom_up_and_cut_to_the_screen() -> None:
    found, overlays, _ = make(HANDLED, HANDLED)
    overlays[0].rect = Rect(18, -2, 10, 10)
    overlays[1].rect = Rect(30, 30, 2, 2)
    found.place()
    assert [(rect, len(picture.texts)) for rect, picture in found.draw()] == [
        (Rect(18, 0, 2, 8), 2)
    ]


def test_a_new_size_places_all_overlays_again() -> None:
    found, _, _ = make(HANDLED)
    found.resize(Size(4, 4))
    assert [rect for rect, _ in found.draw()] == [Rect(2, 3, 2, 1)]


def test_the_stack_is_modal_when_one_overlay_is() -> None:
    found, overlays, _ = make(HANDLED, HANDLED, modal=False)
    assert not found.modal
    overlays[0].modal = True
    assert found.modal


class Bare(Overlay):
    """An overlay with nothing but what it must have."""

    def layout(self, size: Size) -> Rect:
        return centred(size, 3, 10)

    def render(self, size: Size) -> Rendered:
        return Rendered([], [], Point(0, 0))

    def on_key(self, event: KeyEvent) -> Result:
        return IGNORED


@pytest.mark.parametrize("modal", [True, False])
def test_without_handlers_a_modal_overlay_takes_mouse_and_pastes(modal: bool) -> None:
    overlay = Bare()
    overlay.modal = modal
    found = OverlayStack(Size(9, 20))
    found.push(overlay)
    assert found.on_mouse(mouse("down", 0, 0)) is modal
    assert found.on_paste(b"text") is modal


@pytest.mark.parametrize(
    ("size", "rect"),
    [
        (Size(9, 20), Rect(3, 5, 3, 10)),
        (Size(2, 4), Rect(0, 0, 2, 4)),
    ],
)
def test_the_middle_of_a_screen(size: Size, rect: Rect) -> None:
    assert centred(size, 3, 10) == rect
