"""Real programs on real ptys: started, fed, resized, reaped."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from mplex.errors import CommandError
from mplex.geometry import Size
from mplex.server import pty_process
from mplex.server.loop import Loop
from mplex.server.pty_process import (
    FIRST_PIECE,
    REPLY_LIMIT,
    SMALLEST_PIECE,
    WRITE_LIMIT,
    PtyHost,
    PtyProcess,
)
from tests.support.turns import turn
from tests.support.waiting import LIMIT, wait_until

ENVIRON = {"PATH": os.environ["PATH"], "TERM": "xterm"}


class Run:
    """One program with everything it says."""

    def __init__(self, loop: Loop, process: PtyProcess) -> None:
        self.loop = loop
        self.process = process
        self.output = b""
        self.end: tuple[int | None, int | None] | None = None
        process.on_output = self._output
        process.on_exit = self._exit
        process.start()

    def _output(self, data: bytes) -> bool:
        self.output += data
        return False

    def _exit(self, status: int | None, number: int | None) -> None:
        assert self.end is None
        self.end = (status, number)

    def until(self, text: bytes) -> None:
        """Run the loop until `text` has been printed."""
        deadline = self.loop.time() + LIMIT
        while text not in self.output:
            assert self.loop.time() < deadline, f"no {text!r} in {self.output!r}"
            turn(self.loop)

    def wait(self) -> tuple[int | None, int | None]:
        """Run the loop until the program has ended."""
        deadline = self.loop.time() + LIMIT
        while self.end is None:
            assert self.loop.time() < deadline, f"still running; said {self.output!r}"
            turn(self.loop)
        return self.end


@pytest.fixture
def loop() -> Iterator[Loop]:
    loop = Loop()
    yield loop
    loop.close()


@pytest.fixture
def host(loop: Loop) -> Iterator[PtyHost]:
    host = PtyHost(loop)
    loop.add_signal_handler(signal.SIGCHLD, host.reap)
    yield host
    loop.remove_signal_handler(signal.SIGCHLD)


def start(host: PtyHost, script: str, *, cwd: str = "/", size: Size = Size(24, 80)) -> Run:  # noqa: B008
    process = host.spawn("/bin/sh", ["sh", "-c", script], cwd=cwd, environ=ENVIRON, size=size)
    return Run(host.loop, process)


def test_a_program_prints_and_ends(host: PtyHost) -> None:
    run = start(host, "echo one; echo two; exit 3")
    assert run.wait() == (3, None)
    assert run.output == b"one\r\ntwo\r\n"


def test_its_last_words_come_before_its_end(host: PtyHost) -> None:
    run = start(host, "seq 20000")
    run.wait()
    assert run.output.endswith(b"20000\r\n")


def test_a_signal_is_told_apart_from_a_status(host: PtyHost) -> None:
    assert start(host, "kill -TERM $$").wait() == (None, signal.SIGTERM)


def test_it_has_a_terminal_of_its_own(host: PtyHost) -> None:
    run = start(host, "tty; stty size; ps -o sid=,pid= -p $$ || true; : < /dev/tty && echo ctty")
    run.wait()
    assert run.process.tty.encode() in run.output
    assert b"24 80" in run.output
    assert b"ctty" in run.output


def test_input_arrives_and_erase_is_del(host: PtyHost) -> None:
    run = start(host, "echo ready; read line; echo got:$line")
    run.until(b"ready")
    run.process.write(b"abX\x7fc\r")
    run.wait()
    assert b"got:abc" in run.output


def test_a_new_size_is_told(host: PtyHost) -> None:
    run = start(host, "trap 'stty size; exit' WINCH; echo ready; while :; do read x; done")
    run.until(b"ready")
    run.process.resize(Size(10, 33))
    run.wait()
    assert b"10 33" in run.output


def test_signals_are_at_their_defaults(host: PtyHost) -> None:
    previous = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        run = start(host, "grep SigIgn /proc/self/status")
        run.wait()
    finally:
        signal.signal(signal.SIGPIPE, previous)
    ignored = int(run.output.split()[1], 16)
    assert not ignored & 1 << (signal.SIGPIPE - 1)


def test_the_folder_falls_back_when_it_is_gone(host: PtyHost, tmp_path: Path) -> None:
    assert start(host, "true", cwd=str(tmp_path / "gone")).wait() == (0, None)
    run = start(host, "pwd", cwd=str(tmp_path))
    run.wait()
    assert run.output.strip() == str(tmp_path).encode()


def test_a_program_that_does_not_read_costs_bounded_memory(host: PtyHost) -> None:
    run = start(host, "stty raw; echo ready; sleep 100")
    run.until(b"ready")
    for _ in range(20):
        run.process.write(b"x" * (WRITE_LIMIT // 4))
    assert len(run.process._unsent) <= WRITE_LIMIT
    run.process.kill(signal.SIGKILL)
    assert run.wait() == (None, signal.SIGKILL)


def test_answers_that_nobody_reads_are_dropped_and_keys_are_not(host: PtyHost) -> None:
    run = start(host, "stty raw; echo ready; sleep 100")
    run.until(b"ready")
    for _ in range(10_000):
        run.process.reply(b"\x1b[0n" * 10)
    waiting = len(run.process._unsent)
    assert REPLY_LIMIT - 100 < waiting <= REPLY_LIMIT
    run.process.write(b"\x03")
    assert len(run.process._unsent) == waiting + 1
    run.process.kill(signal.SIGKILL)
    assert run.wait() == (None, signal.SIGKILL)


def test_a_background_child_does_not_keep_the_pane(host: PtyHost) -> None:
    run = start(host, "sleep 1000 & echo $!; exit 0")
    assert run.wait() == (0, None)
    os.kill(int(run.output.split()[0]), signal.SIGKILL)


def test_the_program_in_the_foreground_is_named(host: PtyHost, tmp_path: Path) -> None:
    run = start(host, "cd $HOME 2>/dev/null; echo ready; exec sleep 1000", cwd=str(tmp_path))
    run.until(b"ready")
    while run.process.foreground_command() != "sleep":
        turn(host.loop)
    assert run.process.foreground_cwd() == str(tmp_path)
    run.process.kill(signal.SIGKILL)
    run.wait()


def test_a_missing_program_is_said_so(host: PtyHost) -> None:
    with pytest.raises(CommandError, match="no-such-program"):
        host.spawn(
            "/no-such-program",
            ["x"],
            cwd="/",
            environ=ENVIRON,
            size=Size(24, 80),
        )


def test_what_is_left_of_a_read_is_worked_on_in_later_turns(
    loop: Loop, host: PtyHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    sizes: list[int] = []
    turns: list[int] = []
    monkeypatch.setattr(pty_process, "time", SimpleNamespace(monotonic=lambda: now[0]))
    run = start(host, "stty raw -echo; head -c 3000 /dev/zero; read line")

    def slow(data: bytes) -> bool:
        now[0] += 1.0
        sizes.append(len(data))
        run.output += data
        return False

    run.process.on_output = slow
    run.process.on_turn = lambda: turns.append(len(sizes))
    while len(run.output) < 3000:
        turn(loop)
    assert max(sizes) <= FIRST_PIECE
    assert turns == list(range(1, len(sizes) + 1))


def test_output_that_makes_much_work_is_taken_in_small_pieces(
    loop: Loop, host: PtyHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    sizes: list[int] = []
    monkeypatch.setattr(pty_process, "time", SimpleNamespace(monotonic=lambda: now[0]))
    run = start(host, "head -c 60000 /dev/zero; read line; head -c 60000 /dev/zero; echo end")
    cost = [1.0]

    def slow(data: bytes) -> bool:
        now[0] += cost[0]
        sizes.append(len(data))
        run.output += data
        return False

    run.process.on_output = slow
    while len(run.output) < 60_000:
        turn(loop)
    assert max(sizes[8:]) == SMALLEST_PIECE
    sizes.clear()
    cost[0] = 0.0
    run.process.write(b"\n")
    run.until(b"end")
    assert max(sizes) > SMALLEST_PIECE


def test_an_echo_is_waited_for_beside_a_flood_and_only_then(loop: Loop, host: PtyHost) -> None:
    cat = start(host, "stty -echo; echo READY; exec cat")
    cat.until(b"READY")
    fd = cat.process._fd
    host.hurry(cat.process)
    cat.process.write(b"calm\n")
    wait_until("the echo", lambda: select.select([fd], [], [], 0)[0])
    assert not loop.waited_for()
    cat.until(b"calm")

    flood = start(host, "yes flood | head -c 100000; exec cat")
    flood.until(b"flood\r\n" * 1000)
    host.hurry(cat.process)
    cat.process.write(b"beside\n")
    wait_until("the echo being urgent", loop.waited_for)
    cat.until(b"beside")
    cat.process.write(b"more\n")
    wait_until("more", lambda: select.select([fd], [], [], 0)[0])
    assert not loop.waited_for()


def test_work_that_is_left_comes_before_more_is_read(
    loop: Loop, host: PtyHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(pty_process, "time", SimpleNamespace(monotonic=lambda: now[0]))
    run = start(host, "stty raw -echo; head -c 3000 /dev/zero; read line")
    took: list[tuple[int, bool]] = []

    def behind(data: bytes) -> bool:
        took.append((len(data), run.process.late()))
        now[0] += 1.0
        run.output += data
        return len(took) % 3 != 0

    run.process.on_output = behind
    while len(run.output) < 3000 or len(took) % 3:
        turn(loop)
    sizes = [size for size, _ in took]
    assert all(size == 0 for at, size in enumerate(sizes) if at % 3)
    assert all(size > 0 for size in sizes[::3])
    assert not any(late for _, late in took)


def test_the_last_words_of_a_program_do_not_hold_up_the_others(
    loop: Loop, host: PtyHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(pty_process, "time", SimpleNamespace(monotonic=lambda: now[0]))
    run = start(host, "stty raw -echo; read line; head -c 3000 /dev/zero")
    sizes: list[int] = []
    turns: list[int] = []

    def slow(data: bytes) -> bool:
        now[0] += 1.0
        sizes.append(len(data))
        run.output += data
        return False

    run.process.on_output = slow
    run.process.on_turn = lambda: turns.append(len(sizes))
    # Nothing is read before the program has ended.
    loop.remove_reader(run.process._fd)
    run.process.write(b"\n")
    run.wait()
    assert run.output.count(b"\0") == 3000
    # One piece each time, and once more to see that there is none.
    assert turns == [*range(1, len(sizes) + 1), len(sizes)]
    assert len(sizes) > 2
