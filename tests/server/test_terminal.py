"""A terminal that was lent: what is typed comes, what it can't take waits, its end is noticed."""

from __future__ import annotations

import os
import pty
import select
import termios
import tty
from collections.abc import Callable, Iterator

import pytest

from mplex.server import terminal as module
from mplex.server.loop import Loop
from mplex.server.terminal import DirectTerminal, take_terminal
from mplex.term import answers
from tests.support.turns import turn
from tests.support.waiting import wait_until


class Lent:
    """A terminal that the loop reads and writes, the other end of it, and what was reported."""

    def __init__(self) -> None:
        self.loop = Loop()
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        assert take_terminal(self.slave)
        self.typed: list[bytes] = []
        self.reported: list[str] = []
        self.terminal = DirectTerminal(self.loop, self.slave)
        self.terminal.on_data = self.typed.append
        self.terminal.on_gone = lambda: self.reported.append("gone")
        self.terminal.on_drained = lambda: self.reported.append("drained")

    def type(self, data: bytes) -> None:
        """Type at the terminal, and wait until it can be read there."""
        os.write(self.master, data)
        wait_until("the keys", lambda: select.select([self.slave], [], [], 0)[0])

    def turns_until(self, what: str, condition: Callable[[], object]) -> None:
        """Let the loop have its turns until a condition holds."""

        def done() -> object:
            turn(self.loop)
            return condition()

        wait_until(what, done)

    def read(self, count: int) -> bytes:
        """Take so many bytes from the other end, while the loop has its turns."""
        found = b""
        while len(found) < count:
            turn(self.loop)
            found += os.read(self.master, 65536)
        return found

    def fill(self) -> bytes:
        """Write until the terminal takes no more; return what was written."""
        data = b"x" * (1 << 20)
        self.terminal.send(data)
        assert self.terminal.unsent
        return data

    def hang_up(self) -> None:
        if self.master >= 0:
            os.close(self.master)
        self.master = -1

    def close(self) -> None:
        self.terminal.drop()
        self.hang_up()
        self.loop.close()


@pytest.fixture
def lent() -> Iterator[Lent]:
    lent = Lent()
    yield lent
    lent.close()


def test_what_is_typed_comes_unchanged(lent: Lent) -> None:
    lent.type(b"\x03a\x1b[A\r")
    turn(lent.loop)
    assert b"".join(lent.typed) == b"\x03a\x1b[A\r"


def test_what_was_typed_before_can_be_taken_without_a_turn(lent: Lent) -> None:
    lent.type(b"a")
    lent.terminal.catch_up()
    assert lent.typed == [b"a"]
    lent.type(b"b")
    lent.terminal.pause()
    lent.terminal.catch_up()
    assert lent.typed == [b"a"]


def test_nothing_is_read_between_pause_and_resume(lent: Lent) -> None:
    lent.terminal.pause()
    lent.type(b"a")
    turn(lent.loop)
    assert lent.typed == []
    lent.terminal.resume()
    turn(lent.loop)
    assert lent.typed == [b"a"]


def test_what_the_terminal_does_not_take_waits_and_comes_in_order(lent: Lent) -> None:
    data = lent.fill()
    lent.terminal.send(b"end")
    assert lent.read(len(data) + 3) == data + b"end"
    lent.turns_until("the drain", lambda: lent.reported)
    assert lent.reported == ["drained"]
    assert not lent.terminal.unsent


def test_a_terminal_that_hangs_up_is_reported_once(lent: Lent) -> None:
    lent.hang_up()
    lent.turns_until("the end", lambda: lent.reported)
    lent.terminal.send(b"late")
    turn(lent.loop)
    assert lent.reported == ["gone"]


def test_one_that_nobody_looks_at_counts_as_gone(
    lent: Lent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "UNSENT_LIMIT", 1 << 16)
    lent.terminal.send(b"x" * (1 << 20))
    assert lent.reported == ["gone"]


def test_rest_waits_until_everything_is_written(lent: Lent) -> None:
    data = lent.fill()
    lent.terminal.rest(lambda: lent.reported.append("rested"))
    lent.type(b"typed")
    turn(lent.loop)
    assert lent.reported == []
    assert lent.read(len(data)) == data
    lent.turns_until("the rest", lambda: lent.reported)
    assert lent.reported == ["rested"]
    assert lent.typed == []


def test_rest_does_not_wait_for_ever(lent: Lent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    lent.fill()
    lent.terminal.rest(lambda: lent.reported.append("rested"))
    lent.turns_until("the last words being given up", lambda: lent.reported == ["rested"])
    assert lent.terminal.cut
    assert not lent.terminal.unsent


def test_the_last_words_are_followed_up_when_the_terminal_hangs_up(lent: Lent) -> None:
    lent.fill()
    lent.terminal.rest(lambda: lent.reported.append("rested"))
    lent.hang_up()
    lent.turns_until("the end", lambda: lent.reported)
    assert lent.reported == ["rested"]


def test_only_terminals_are_taken() -> None:
    reader, writer = os.pipe()
    assert not take_terminal(reader)
    with pytest.raises(OSError):
        os.fstat(reader)
    os.close(writer)


def test_answers_on_their_way_are_not_left_for_the_shell(
    lent: Lent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "PATIENCE", 1000)
    lent.terminal.send(answers.QUESTION)
    lent.terminal.rest(lambda: lent.reported.append("rested"))
    for piece in (b"\x1b[?2026;2$y\x1b[?6", b"4;22c"):
        assert lent.reported == []
        lent.type(piece)
        turn(lent.loop)
    assert lent.reported == ["rested"]
    assert lent.typed == []
    lent.type(b"for the shell")
    turn(lent.loop)
    assert lent.typed == []


def test_a_terminal_that_does_not_answer_is_left_all_the_same(
    lent: Lent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "PATIENCE", 0.01)
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    lent.terminal.send(answers.QUESTION)
    lent.terminal.rest(lambda: lent.reported.append("rested"))
    lent.turns_until("the end", lambda: lent.reported)


def test_an_answer_that_has_come_is_not_awaited(
    lent: Lent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "PATIENCE", 1000)
    lent.terminal.send(answers.QUESTION)
    lent.type(b"\x1b[?64;1;22c")
    turn(lent.loop)
    assert lent.typed
    lent.terminal.rest(lambda: lent.reported.append("rested"))
    assert lent.reported == ["rested"]


def test_a_terminal_without_its_client_edits_lines_again(lent: Lent) -> None:
    lent.terminal.cook()
    attributes = termios.tcgetattr(lent.master)
    assert attributes[0] & termios.ICRNL
    assert attributes[1] & termios.OPOST
    assert attributes[3] & termios.ICANON
    assert attributes[3] & termios.ECHO
