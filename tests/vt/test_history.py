"""Rows above the screen: bounds, counting, wrapping again."""

from __future__ import annotations

import random

import pytest

from mplex.vt.history import History
from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream
from mplex.vt.weights import BLOCK, weight
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


def bounded(limit: int, max_bytes: int) -> tuple[Screen, ByteStream]:
    """Return a screen whose history has both bounds."""
    screen = Screen(20, 4, limit)
    screen.history = History(20, limit, max_bytes)
    return screen, ByteStream(screen)


def test_bytes_are_bounded_where_lines_are_not() -> None:
    screen, stream = bounded(1_000_000, 600_000)
    for n in range(0, 20_000, 100):
        stream.feed(
            b"".join(b"\x1b[3%dm%d\x1b[0m words\r\n" % (i % 8, i) for i in range(n, n + 100))
        )
        if n % 5000 == 0:
            screen.resize(4, 20 + n // 1000)
            assert screen.history_size
    size = sum(map(weight, screen.history.entries))
    most = BLOCK * 400
    assert 600_000 - most < size < 600_000 + most
    assert screen.line(-1)[0] == "19996 words"
    screen.clear_history()
    stream.feed(b"x\r\n" * 10)
    assert screen.history_size


def test_lines_that_cannot_be_too_heavy_are_not_weighed() -> None:
    screen, stream = bounded(1000, 10_000_000)
    stream.feed(b"x\r\n" * 5000)
    assert screen.history.settle_at > 1 << 50
    screen.resize(4, 300)
    assert screen.history.settle_at > 1 << 50
    screen.resize(4, 3000)
    assert screen.history.settle_at <= screen.history_pushed + BLOCK


@pytest.mark.parametrize("seed", range(20))
def test_a_storm_of_widths_returns_to_the_start(seed: int) -> None:
    """Also where a wider screen has more rows than there are lines to fill it."""
    chance = random.Random(seed)
    screen = Screen(8, 4, 1000)
    stream = ByteStream(screen)
    for _ in range(seed % 7):
        words = "".join(chance.choice("ab") for _ in range(chance.randrange(20)))
        stream.feed(words.encode() + b"\r\n")
    stream.feed(b"$")

    def all_rows() -> tuple[list[str], tuple[int, int]]:
        return history(screen) + screen.display, screen.cursor_point

    before = all_rows()
    for _ in range(100):
        screen.resize(4, chance.randrange(2, 40))
    screen.resize(4, 8)
    assert all_rows() == before


def test_a_full_history_loses_nothing_by_a_resize_that_is_looked_at() -> None:
    screen = terminal(history=50)
    stream = ByteStream(screen)
    stream.feed(b"".join(b"%d words and words\r\n" % n for n in range(100)))
    before = history(screen)
    for columns in (5, 2, 40, 7):
        screen.resize(6, columns)
        assert screen.history_size
    screen.resize(6, 20)
    assert (history(screen), len(before)) == (before, 50)
    screen.resize(6, 5)
    assert screen.history_size > 150
    stream.feed(b"a\r\nb\r\n")
    stream.feed(b"c\r\n")
    assert screen.history_size <= 51


def test_the_bound_holds_again_after_rows_went_back_and_forth() -> None:
    rows = History(10, 3)
    rows.extend(["a", "b", "c"])
    rows.put_back([("d", "", 0), ("e", "", 0)])
    assert rows.size() == 5
    rows.pull()
    rows.pull()
    rows.settle()
    rows.extend(["f", "g"])
    assert rows.size() == 3
