"""What terminals answer about pictures, and what is asked of which terminal."""

from __future__ import annotations

import pytest

from mplex.term.features import Features, Graphics, features_of, guess_cell, learn
from mplex.term.key_decoder import KeyDecoder
from mplex.term.keys import ReplyEvent
from mplex.term.pictures import pictures_for
from mplex.term.setup import switch_on

ANSWERS = (
    (b"\x1b_Gi=4711;OK\x1b\\", Graphics(kitty=True)),
    (b"\x1b_Gi=4711;ENOTSUPPORTED:no\x1b\\", Graphics()),
    (b"\x1b_Gi=31;OK\x1b\\", Graphics()),
    (b"\x1b[?62;4;22c", Graphics(sixel=True)),
    (b"\x1b[?62;22c", Graphics()),
    (b"\x1b[?4;22c", Graphics()),
    (b"\x1b[6;20;10t", Graphics(cell=(20, 10))),
    (b"\x1b[6;0;10t", Graphics()),
    (b"\x1b[6;9999;10t", Graphics()),
    (b"\x1b[4;20;10t", Graphics()),
)


def answered(data: bytes) -> Features:
    features = Features()
    for event in KeyDecoder().feed(data):
        assert isinstance(event, ReplyEvent), "an answer must not be typed"
        features = learn(features, event)
    return features


@pytest.mark.parametrize(("data", "graphics"), ANSWERS)
def test_an_answer_says_what_the_terminal_can_show(data: bytes, graphics: Graphics) -> None:
    assert answered(data) == Features(graphics=graphics)


def test_answers_add_up() -> None:
    data = b"\x1b_Gi=4711;OK\x1b\\\x1b[6;20;10t\x1b[?62;4c"
    assert answered(data).graphics == Graphics(kitty=True, sixel=True, cell=(20, 10))


@pytest.mark.parametrize(
    ("height", "width", "cell"),
    [(20, 10, (20, 10)), (0, 0, (13, 6)), (20, 0, (13, 6)), (9999, 10, (13, 6))],
)
def test_the_size_of_the_pty_tells_a_cell_where_it_can(
    height: int, width: int, cell: tuple[int, int]
) -> None:
    features = Features(graphics=Graphics(sixel=True, cell=(13, 6)))
    assert guess_cell(features, height, width).graphics == Graphics(sixel=True, cell=cell)


@pytest.mark.parametrize(
    ("graphics", "way"),
    [
        (Graphics(), "NoneType"),
        (Graphics(kitty=True), "KittyPictures"),
        (Graphics(kitty=True, sixel=True, cell=(20, 10)), "KittyPictures"),
        (Graphics(sixel=True, cell=(20, 10)), "SixelPictures"),
        (Graphics(sixel=True), "NoneType"),
    ],
)
def test_the_best_way_is_taken(graphics: Graphics, way: str) -> None:
    assert type(pictures_for(graphics)).__name__ == way


@pytest.mark.parametrize(
    ("term", "program", "asked"),
    [
        ("xterm-256color", "", True),
        ("xterm-kitty", "", True),
        ("tmux-256color", "", False),
        ("screen-256color", "", False),
        ("xterm-256color", "Apple_Terminal", False),
        ("linux", "", False),
    ],
)
def test_kitty_is_asked_only_where_the_question_is_not_shown(
    term: str, program: str, asked: bool
) -> None:
    sent = switch_on(features_of(term, {"TERM_PROGRAM": program}))
    assert ("\x1b_G" in sent) == asked
    if asked:
        assert sent.index("\x1b_G") < sent.index("\x1b[c")
