"""Shell commands of the server: run for real, with a bound on everything they can do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from mplex.errors import CommandError
from mplex.server.jobs import OUTPUT_LIMIT, READ_SIZE, READS_PER_TURN, Job, Jobs
from mplex.server.loop import Loop
from mplex.server.shell_output import MOST, RUNNING_MOST, ShellOutput
from tests.server.fake_clock import FakeClock
from tests.support.turns import turn
from tests.support.waiting import LIMIT


@pytest.fixture
def loop() -> Iterator[Loop]:
    loop = Loop()
    yield loop
    loop.close()


class Yard:
    """Jobs on a loop, and what they have said."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.jobs = Jobs(loop)
        self.ends: list[tuple[int, bytes]] = []
        self.pieces: list[bytes] = []
        self.started: list[Job] = []

    def run(self, command: str, *, streamed: bool = False) -> Job:
        job = self.jobs.run(
            command,
            cwd="/",
            environ={"PATH": os.environ["PATH"]},
            on_done=lambda status, output: self.ends.append((status, output)),
            on_output=self.pieces.append if streamed else None,
        )
        self.started.append(job)
        return job

    def until(self, condition: Callable[[], bool]) -> None:
        deadline = self.loop.time() + LIMIT
        while not condition():
            assert self.loop.time() < deadline, (self.ends, self.pieces)
            turn(self.loop)
            self.jobs.reap()


@pytest.fixture
def yard(loop: Loop) -> Iterator[Yard]:
    yard = Yard(loop)
    yield yard
    for job in yard.started:
        job.kill()
        job.process.wait()
        job.check()


def test_a_job_tells_its_status_and_output_once(yard: Yard) -> None:
    yard.run("echo out; echo err >&2; exit 3")
    yard.until(lambda: bool(yard.ends))
    assert yard.ends == [(3, b"out\nerr\n")]


def test_output_can_be_had_as_it_comes(yard: Yard) -> None:
    yard.run("echo now; exec sleep 100", streamed=True)
    yard.until(lambda: b"".join(yard.pieces) == b"now\n")
    assert yard.ends == []


def test_a_job_that_never_stops_printing_gets_a_part_of_each_turn(
    yard: Yard, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[int] = []
    real = os.read

    def endless(fd: int, size: int) -> bytes:
        reads.append(real(fd, 1)[0])
        return b"y" * size

    yard.run("exec yes", streamed=True)
    monkeypatch.setattr("mplex.server.jobs.os.read", endless)
    while not yard.pieces:
        turn(yard.loop)
    assert len(reads) <= READS_PER_TURN
    assert sum(map(len, yard.pieces)) <= READS_PER_TURN * READ_SIZE


def test_what_is_kept_of_the_output_is_bounded(yard: Yard) -> None:
    yard.run(f"head -c {2 * OUTPUT_LIMIT} /dev/zero")
    yard.until(lambda: bool(yard.ends))
    ((status, output),) = yard.ends
    assert status == 0
    assert 0 < len(output) <= OUTPUT_LIMIT


@pytest.mark.parametrize("command", ["echo \0", "echo " + "x" * (1 << 20)])
def test_what_cannot_be_run_is_said(yard: Yard, command: str) -> None:
    with pytest.raises(CommandError, match="can't run 'echo"):
        yard.run(command)


class FakeJobs:
    """Jobs that end when a test says so."""

    def __init__(self) -> None:
        self.running: dict[str, Callable[[int, bytes], None]] = {}
        self.most = 0

    def run(
        self, command: str, *, on_done: Callable[[int, bytes], None], **_details: object
    ) -> None:
        self.running[command] = on_done
        self.most = max(self.most, len(self.running))

    def end(self, command: str) -> None:
        self.running.pop(command)(0, command.encode())


def test_a_format_that_is_new_each_time_starts_few_commands_and_keeps_few_lines() -> None:
    jobs = FakeJobs()
    shell = ShellOutput(FakeClock(), jobs, dict, lambda: 1.0, lambda: None)  # type: ignore[arg-type]
    for number in range(3 * MOST):
        shell.get(f"slow {number}", "/")
    assert jobs.most == RUNNING_MOST
    for number in range(3 * MOST):
        for command in list(jobs.running):
            if command != "slow 0":
                jobs.end(command)
        shell.get(f"quick {number}", "/")
    kept = [name for name in range(3 * MOST) if shell.get(f"quick {name}", "/")]
    assert 0 < len(kept) <= MOST
    jobs.end("slow 0")
    assert shell.get("slow 0", "/") == ""
