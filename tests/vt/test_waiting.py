"""Output that takes too long waits: in the end the same is shown, and each part is short."""

from __future__ import annotations

import random

import pytest

from mplex.vt.screen import Screen
from mplex.vt.state import STINT
from mplex.vt.stream import ByteStream
from tests.vt import fuzz
from tests.vt.terminal import state, text

ROWS, COLS = 50, 200


def shown(case: fuzz.Case, stint: int, rng: random.Random | None) -> dict[str, object]:
    """Return what a stream leads to; with `rng` it is interrupted wherever that is possible."""
    screen = Screen(*case.size, 40)
    stream = ByteStream(screen)
    if rng is not None:
        screen.stint = stint
        screen.tired = lambda: rng.random() < 0.7
    for part in case.parts:
        stream.feed(part)
        while screen.behind:
            stream.feed(b"")
    return state(screen)


@pytest.mark.parametrize("start", range(0, 200, 20))
def test_where_it_was_interrupted_does_not_matter(start: int) -> None:
    for seed in range(start, start + 20):
        case = fuzz.make(seed)
        assert shown(case, 1, random.Random(seed)) == shown(case, 0, None), case


class Tired:
    """Always tired, and counts how often somebody asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> bool:
        self.asked += 1
        return True


STREAMS = {
    "clearing": (b"", b"a\x1b[2J"),
    "resets": (b"", b"\x1bc"),
    "scrolling": (b"", b"\x1b[S"),
    "side margins": (b"\x1b[?69h\x1b[2;9s\x1b[999H", b"a\n"),
    "text in side margins": (b"\x1b[?69h\x1b[2;3s\x1b[999H", "漢".encode()),
    "marks": (b"", "e\u0301".encode()),
    "inserted": (b"\x1b[4h", "é".encode()),
    "strings": (b"", b"\x1b]4;1;#fff\x07"),
    "lines": (b"\x1b[999H", b"a\x1b[2J\r\nab\r\n"),
    "controls in strings": (b"", b"\x1b\x01]2;t\x07"),
}


@pytest.mark.parametrize("name", STREAMS)
def test_no_part_is_long_and_each_goes_on(name: str) -> None:
    setup, piece = STREAMS[name]
    data = piece * (4096 // len(piece))
    screen = Screen(COLS, ROWS, 100)
    stream = ByteStream(screen)
    stream.feed(setup)
    screen.tired = Tired()
    stream.feed(data)
    lefts = [len(screen._later)]
    while screen.behind:
        stream.feed(b"")
        lefts.append(len(screen._later))
    assert len(lefts) > 1
    # A part is as many operations as may touch that many rows, at most that many characters.
    steps = [before - after for before, after in zip(lefts, lefts[1:], strict=False)]
    assert min(steps) > 0
    assert max(steps) <= max(2 * STINT, len(piece) * (STINT // ROWS + 2))
    screen.feed("\x1bcok")
    assert text(screen) == ["ok"]


def test_what_waits_comes_before_what_is_new() -> None:
    screen = Screen(20, 5, 100)
    screen.stint = 1
    screen.tired = Tired()
    stream = ByteStream(screen)
    stream.feed(b"\x1b[2J\x1b[3Ja\x1b[2J\x1b[Hb\x1b[1")
    assert screen.behind
    stream.feed(b"Cc")
    while screen.behind:
        stream.feed(b"")
    assert text(screen) == ["b c"]


def test_simple_output_never_asks() -> None:
    screen = Screen(COLS, ROWS, 100)
    screen.tired = tired = Tired()
    stream = ByteStream(screen)
    stream.feed(b"\x1b[31mword\x1b[m and text\r\n" * 2000)
    stream.feed(b"\x1b[5;9Hword\x1b[K" * 300)
    assert tired.asked == 0
    assert not screen.behind


def test_an_abandoned_screen_forgets_what_waits() -> None:
    screen = Screen(20, 5, 100)
    screen.stint = 1
    screen.tired = Tired()
    screen.feed("\x1b[2J" * 10)
    assert screen.behind
    screen.abandon()
    assert not screen.behind
