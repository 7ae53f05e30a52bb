"""Rows above the screen: bounds, counting, wrapping again."""

from __future__ import annotations

import pytest

from mplex.vt.history import History
from tests.vt.terminal import history, terminal, text


def test_line_counts_back_from_the_screen() -> None:
    screen = terminal(b"1\r\n2\r\n3\r\n4", lines=2)
    assert [screen.line(n)[0] for n in (-2, -1, 0, 1)] == ["1", "2", "3", "4"]
    with pytest.raises(IndexError):
        screen.line(-3)
    with pytest.raises(IndexError):
        screen.line(2)


def test_the_limit_bounds_it_and_can_change() -> None:
    screen = terminal(b"x\r\n" * 50, lines=2, history=10)
    assert (screen.history_size, screen.history_pushed) == (10, 49)
    screen.history_limit = 4
    assert (screen.history_size, screen.history_limit) == (4, 4)
    screen.clear_history()
    assert (screen.history_size, screen.history_pushed) == (0, 49)


@pytest.mark.parametrize("clear", ["\x1b[2J", "\x1b[H\x1b[J"])
def test_what_is_cleared_goes_there(clear: str) -> None:
    screen = terminal(f"one\r\ntwo{clear}new")
    assert history(screen) == ["one", "two"]
    assert "new" in text(screen)[-1]


@pytest.mark.parametrize("clear", ["\x1b[1;2H\x1b[J", "\x1b[H\x1b[?J", "\x1b[?1049h\x1b[H\x1b[J"])
def test_other_clearing_does_not_go_there(clear: str) -> None:
    assert history(terminal(f"one\r\ntwo{clear}")) == []


def test_no_history_at_all() -> None:
    screen = terminal(b"x\r\n" * 50, history=0)
    assert screen.history_size == 0
    screen.resize(3, 5)
    screen.resize(9, 30)


def test_wrapped_rows_say_so() -> None:
    screen = terminal("abcdefghij" * 3, columns=10, lines=2)
    assert [screen.line(n)[2] for n in (-1, 0, 1)] == [1, 1, 0]
    wide = terminal("abc漢", columns=4, lines=2)
    assert [wide.line(n)[2] for n in (0, 1)] == [2, 0]


def test_rows_are_wrapped_again_when_somebody_looks() -> None:
    screen = terminal("abcdefghij\r\n" * 20, columns=10, lines=2)
    screen.resize(2, 5)
    assert screen.history.fresh < len(screen.history.entries)
    assert history(screen)[:4] == ["abcde", "fghij", "abcde", "fghij"]
    assert [screen.line(-screen.history_size + n)[2] for n in range(2)] == [1, 0]
    screen.resize(2, 10)
    assert set(history(screen)) == {"abcdefghij"}


def test_clearing_the_screen_saves_it() -> None:
    screen = terminal("one\r\ntwo\x1b[2J")
    assert (history(screen), text(screen)) == (["one", "two"], [])
    screen.feed("\x1b[2J")
    assert history(screen) == ["one", "two"]


def test_erasing_the_history_keeps_the_screen() -> None:
    screen = terminal(b"a\r\nb\r\nc\x1b[3J", lines=2)
    assert (history(screen), text(screen)) == ([], ["b", "c"])


def test_reset_keeps_what_was_shown() -> None:
    screen = terminal("one\r\n\x1b[31mtwo\x1b[?1000h\x1bc")
    assert (history(screen), text(screen), screen.mouse_mode) == (["one", "two"], [], 0)


def test_pull_gives_the_newest_line_back() -> None:
    found = History(3, 10)
    found.extend(["a", ("bcd", "", 1), "e"])
    assert found.pull() == [("bcd", "", 1), ("e", "", 0)]
    assert found.pull() == [("a", "", 0)]
    assert found.pull() == []
    assert found.pushed == 3


def test_an_ended_line_no_longer_goes_on() -> None:
    screen = terminal("abcdefghij" * 3, columns=10, lines=2)
    screen.feed("\x1b[H\x1b[Jx")
    assert screen.line(-1)[2] == 0


def test_fewer_rows_take_blank_ones_below_the_cursor_first() -> None:
    screen = terminal(b"a\r\nb", lines=6)
    screen.resize(3, 20)
    assert (history(screen), text(screen), screen.cursor_point) == ([], ["a", "b"], (1, 1))
    screen.resize(1, 20)
    assert (history(screen), text(screen), screen.cursor_point) == (["a"], ["b"], (0, 1))


def test_the_alternate_screen_is_cropped_and_the_main_one_wrapped() -> None:
    screen = terminal("0123456789\x1b[?1049h\x1b[1;1Hpicture is wide", columns=20, lines=3)
    screen.resize(3, 5)
    assert text(screen) == ["pictu"]
    screen.feed("\x1b[?1049l")
    assert history(screen) + text(screen) == ["01234", "56789"]
