"""The event loop: what is called, in which order, and what is not called any more."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from mplex.server.loop import QUIET, TIDY_AT, Loop
from tests.support.turns import turn


@pytest.fixture
def loop() -> Iterator[Loop]:
    loop = Loop()
    yield loop
    loop.close()


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reader, writer = os.pipe()
    yield reader, writer
    os.close(reader)
    os.close(writer)


def test_what_is_due_soon_is_called_in_order_and_with_its_arguments(loop: Loop) -> None:
    seen: list[object] = []
    loop.call_soon(seen.append, 1)
    loop.call_soon(seen.append, 2)
    turn(loop)
    assert seen == [1, 2]


def test_what_a_callback_adds_waits_for_the_next_turn(loop: Loop) -> None:
    seen: list[str] = []
    loop.call_soon(lambda: loop.call_soon(seen.append, "late"))
    turn(loop)
    assert seen == []
    turn(loop)
    assert seen == ["late"]


def test_a_cancelled_call_is_not_made(loop: Loop) -> None:
    seen: list[int] = []
    loop.call_soon(seen.append, 1).cancel()
    loop.call_later(0, seen.append, 2).cancel()
    turn(loop)
    assert seen == []


def test_a_call_that_is_cancelled_in_its_own_turn_is_not_made(loop: Loop) -> None:
    seen: list[int] = []
    loop.call_soon(lambda: second.cancel())
    second = loop.call_soon(seen.append, 2)
    turn(loop)
    assert seen == []


def test_timers_come_by_their_time_and_of_two_alike_the_older_first(loop: Loop) -> None:
    seen: list[str] = []
    loop.call_later(0.02, seen.append, "last")
    loop.call_later(0.02, loop.stop)
    loop.call_later(0.01, seen.append, "second")
    loop.call_later(0.0, seen.append, "first")
    loop.run_forever()
    assert seen == ["first", "second", "last"]


def test_a_timer_is_not_called_before_its_time(loop: Loop) -> None:
    times = [loop.time()]
    loop.call_later(0.03, lambda: times.append(loop.time()))
    loop.call_later(0.03, loop.stop)
    loop.run_forever()
    assert times[1] - times[0] >= 0.03


def test_timers_that_are_cancelled_early_are_forgotten(loop: Loop) -> None:
    kept: list[str] = []
    loop.call_later(0, kept.append, "kept")
    for _ in range(10 * TIDY_AT):
        loop.call_later(1000, kept.append, "never").cancel()
    assert len(loop._timers) <= TIDY_AT
    turn(loop)
    assert kept == ["kept"]


def test_a_descriptor_is_read_until_nobody_wants_it(loop: Loop, pipe: tuple[int, int]) -> None:
    seen: list[bytes] = []
    loop.add_reader(pipe[0], lambda: seen.append(os.read(pipe[0], 1)))
    turn(loop)
    os.write(pipe[1], b"abc")
    turn(loop)
    turn(loop)
    assert seen == [b"a", b"b"]
    assert loop.remove_reader(pipe[0])
    assert not loop.remove_reader(pipe[0])
    turn(loop)
    assert seen == [b"a", b"b"]


def test_reading_and_writing_one_descriptor_are_apart(loop: Loop) -> None:
    master, slave = os.openpty()
    seen: list[str] = []
    loop.add_reader(master, lambda: seen.append(os.read(master, 9).decode()))
    loop.add_writer(master, lambda: seen.append("writable"))
    turn(loop)
    assert seen == ["writable"]
    loop.remove_writer(master)
    os.write(slave, b"x")
    turn(loop)
    assert seen == ["writable", "x"]
    loop.remove_reader(master)
    os.close(master)
    os.close(slave)


def test_a_reader_removed_by_an_earlier_one_is_not_called(loop: Loop) -> None:
    pipes = [os.pipe(), os.pipe()]
    seen: list[int] = []

    def read(own: int) -> None:
        seen.append(own)
        for reader, _ in pipes:
            loop.remove_reader(reader)

    for number, (reader, writer) in enumerate(pipes):
        loop.add_reader(reader, lambda number=number: read(number))
        os.write(writer, b"x")
    turn(loop)
    assert len(seen) == 1
    for fd in (*pipes[0], *pipes[1]):
        os.close(fd)


def test_a_new_reader_takes_the_place_of_the_old(loop: Loop, pipe: tuple[int, int]) -> None:
    seen: list[str] = []
    loop.add_reader(pipe[0], lambda: seen.append("old"))
    loop.add_reader(pipe[0], lambda: seen.append("new"))
    os.write(pipe[1], b"x")
    turn(loop)
    assert seen == ["new"]


def test_signals_are_told_in_a_turn_of_the_loop(loop: Loop) -> None:
    seen: list[str] = []

    def note() -> None:
        seen.append("usr1")
        loop.stop()

    loop.add_signal_handler(signal.SIGUSR1, note)
    os.kill(os.getpid(), signal.SIGUSR1)
    os.kill(os.getpid(), signal.SIGUSR1)
    assert seen == []
    loop.run_forever()
    turn(loop)
    assert seen == ["usr1"]
    loop.remove_signal_handler(signal.SIGUSR1)
    assert signal.getsignal(signal.SIGUSR1) is signal.SIG_DFL


def test_a_signal_wakes_a_loop_that_sleeps(loop: Loop) -> None:
    loop.add_signal_handler(signal.SIGALRM, loop.stop)
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    loop.run_forever()


def test_an_error_is_told_and_the_next_callback_runs(loop: Loop) -> None:
    seen: list[object] = []
    loop.on_error = seen.append
    error = ValueError("oh")

    def fail() -> None:
        raise error

    loop.call_soon(fail)
    loop.call_soon(seen.append, "next")
    turn(loop)
    assert seen == [error, "next"]


def test_an_error_that_nobody_takes_is_raised(loop: Loop) -> None:
    loop.call_soon(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        turn(loop)


def test_stop_lets_the_turn_end(loop: Loop) -> None:
    seen: list[str] = []
    loop.call_soon(loop.stop)
    loop.call_soon(seen.append, "same turn")
    loop.run_forever()
    assert seen == ["same turn"]


def test_what_is_urgent_comes_first_in_its_turn(loop: Loop) -> None:
    seen: list[str] = []
    ends = [os.pipe() for _ in range(3)]
    for number, (reader, writer) in enumerate(ends):
        loop.add_reader(reader, lambda name=number: seen.append(str(name)), urgent=number == 2)
        os.write(writer, b"x")
    loop.call_soon(seen.append, "soon")
    turn(loop)
    assert seen[0] == "2"
    assert sorted(seen) == ["0", "1", "2", "soon"]
    for end in ends:
        loop.remove_reader(end[0])
        for fd in end:
            os.close(fd)


def test_only_what_is_urgent_and_there_is_waited_for(loop: Loop, pipe: tuple[int, int]) -> None:
    reader, writer = pipe
    loop.add_reader(reader, lambda: None)
    os.write(writer, b"x")
    assert not loop.waited_for()
    loop.add_reader(reader, lambda: None, urgent=True)
    assert loop.waited_for()
    os.read(reader, 1)
    assert not loop.waited_for()
    os.write(writer, b"x")
    loop.remove_reader(reader)
    assert not loop.waited_for()


def test_the_loop_is_quiet_once_after_something_was_done(loop: Loop) -> None:
    seen: list[str] = []
    loop.on_quiet = lambda: seen.append("quiet")
    loop.call_soon(seen.append, "work")
    # The second timer gives the loop the time to become quiet again, for which it has no reason.
    loop.call_later(QUIET * 2, loop.stop)
    loop.run_forever()
    assert seen == ["work", "quiet"]


def test_a_loop_that_is_busy_is_not_quiet(loop: Loop) -> None:
    seen: list[str] = []
    loop.on_quiet = lambda: seen.append("quiet")
    left = iter(range(5))

    def again() -> None:
        if next(left, None) is None:
            loop.stop()
        else:
            loop.call_later(QUIET / 10, again)

    again()
    loop.run_forever()
    assert seen == []


def test_what_is_hastened_is_urgent_until_it_is_not(loop: Loop, pipe: tuple[int, int]) -> None:
    reader, writer = pipe
    loop.hasten(reader, True)
    loop.add_reader(reader, lambda: None)
    os.write(writer, b"x")
    loop.hasten(reader, True)
    loop.hasten(reader, True)
    assert loop.waited_for()
    loop.hasten(reader, False)
    assert not loop.waited_for()
    loop.hasten(reader, True)
    loop.remove_reader(reader)
    assert not loop.waited_for()


def test_a_timer_set_in_a_quiet_moment_is_in_time(loop: Loop) -> None:
    loop.on_quiet = lambda: loop.call_later(0, loop.stop)
    loop.call_soon(lambda: None)
    late = loop.call_later(60, loop.stop)
    loop.run_forever()
    assert not late.cancelled
    assert loop.time() < loop._timers[0][0]


def test_what_a_quiet_moment_raises_is_reported(loop: Loop) -> None:
    seen: list[str] = []
    loop.on_error = lambda error: seen.append(str(error))

    def quiet() -> None:
        raise ValueError("in a quiet moment")

    loop.on_quiet = quiet
    loop.call_soon(lambda: None)
    loop.call_later(QUIET * 3, loop.stop)
    loop.run_forever()
    assert seen == ["in a quiet moment"]
