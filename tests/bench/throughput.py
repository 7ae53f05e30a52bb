"""How fast panes can print with a client attached, and how many bytes the client is sent."""

from __future__ import annotations

from pathlib import Path

from tests.bench import recording
from tests.bench.measure import Measure, Setting, at_least, at_most, one
from tests.bench.multiplexer import Multiplexer
from tests.bench.recording import RECORDINGS, Recording
from tests.bench.workloads import LEAVE, WORKLOADS, Workload, frames, make

LIMIT = 60
"""Seconds that one workload may take."""

FRAMES = 60
FRAME_PAUSE = 0.03
"""Seconds between two repaints: longer than a frame, so that each is drawn."""


def workload_file(
    workload: Workload | Recording, multiplexer: Multiplexer, setting: Setting
) -> Path:
    """Return the file of a workload, made when it is first asked for."""
    path = multiplexer.files / f"{workload.name}.txt"
    if path.exists():
        return path
    if isinstance(workload, Recording):
        return recording.make(workload, setting.size // 2, multiplexer.files)
    return make(workload, setting.size, multiplexer.files)


def throughput(workload: Workload | Recording) -> Measure:
    """Make the measure of printing one workload in one pane."""

    def sample(multiplexer: Multiplexer, setting: Setting) -> list[float]:
        path = workload_file(workload, multiplexer, setting)
        recorded = isinstance(workload, Recording)
        chunk = workload.chunk if isinstance(workload, Workload) else 65536
        scene = multiplexer.scene(1)
        scene.agents[0].order("print", path=str(path), chunk=chunk, leave=LEAVE, recorded=recorded)
        seconds = scene.agents[0].answer(scene.client, LIMIT)
        scene.client.settle()
        return [path.stat().st_size / seconds / 1e6]

    return Measure(f"print {workload.name}", "MB/s", sample, one(GOALS[workload.name]))


GOALS = {
    "plain": at_least(1.0),
    "colours": at_least(1.0),
    "wide": at_least(4.0),
    "redraw": at_least(0.6),
    "region": at_least(0.6),
    "long-line": at_least(1.0),
    "tiny": at_least(1.0),
    "truecolour": at_least(1.0),
    "emoji": at_least(4.0),
    "vim": at_least(0.6),
    "less": at_least(0.6),
    "htop": at_least(0.6),
    "ls": at_least(1.0),
    "grep": at_least(0.6),
}


def count(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Time `seq`, in lines a second."""
    scene = multiplexer.scene(1)
    scene.agents[0].order("run", argv=["seq", "1", str(setting.numbers)])
    seconds = scene.agents[0].answer(scene.client, LIMIT)
    scene.client.settle()
    return [setting.numbers / seconds / 1000]


def side_by_side(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Print the plain log in two panes at once."""
    path = workload_file(WORKLOADS[0], multiplexer, setting)
    scene = multiplexer.scene(2)
    for agent in scene.agents:
        agent.order("print", path=str(path))
    seconds = max(agent.answer(scene.client, LIMIT) for agent in scene.agents)
    scene.client.settle()
    return [2 * path.stat().st_size / seconds / 1e6]


def bytes_sent(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Count what the client is sent for repaints with time to draw each of them."""
    scene = multiplexer.scene(1)
    scene.client.settle()
    before = scene.client.received
    for path in frames(FRAMES, multiplexer.files):
        scene.agents[0].order("print", path=str(path))
        scene.agents[0].answer(scene.client, LIMIT)
        scene.client.pump(FRAME_PAUSE)
    scene.client.settle()
    return [(scene.client.received - before) / FRAMES]


MEASURES = (
    *(throughput(workload) for workload in (*WORKLOADS, *RECORDINGS)),
    Measure("seq", "klines/s", count, one(at_least(1.0))),
    Measure("print plain, two panes", "MB/s", side_by_side, one(at_least(1.0))),
    Measure("sent for a repaint", "bytes", bytes_sent, one(at_most(1.0)), rounds=2),
)
