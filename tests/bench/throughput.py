"""How fast panes can print, with a client attached and without, and what the client is sent."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mplex.compiled import compiled_folder
from tests.bench import recording
from tests.bench.measure import Figure, Goal, Measure, Setting, at_least, at_most, one
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


class Wanted(NamedTuple):
    """Ratios to tmux's throughput that are wanted of the two emulators."""

    compiled: float
    pure: float

    @property
    def goal(self) -> Goal:
        """The goal for the one that runs."""
        return at_least(self.compiled if compiled_folder() else self.pure)


FLOOD, PROGRAM, CLUSTERS, EVEN = Wanted(1.5, 1.0), Wanted(1.0, 0.6), Wanted(4, 4), Wanted(1.0, 1.0)
SEQ = Wanted(1.2, 1.0)

GOALS = {
    "plain": FLOOD,
    "colours": FLOOD,
    "wide": CLUSTERS,
    "redraw": PROGRAM,
    "region": PROGRAM,
    "long-line": FLOOD,
    "tiny": EVEN,
    "truecolour": FLOOD,
    "emoji": CLUSTERS,
    "vim": PROGRAM,
    "less": PROGRAM,
    "htop": PROGRAM,
    "ls": FLOOD,
    "grep": FLOOD,
}


def throughput(workload: Workload | Recording, attached: bool = True) -> Measure:
    """Make the measure of printing one workload in one pane."""
    recorded = isinstance(workload, Recording)
    chunk = workload.chunk if isinstance(workload, Workload) else 65536

    def sample(multiplexer: Multiplexer, setting: Setting) -> list[float]:
        path = workload_file(workload, multiplexer, setting)
        scene = multiplexer.scene(1) if attached else None
        agent = scene.agents[0] if scene else multiplexer.alone()
        agent.order("print", path=str(path), chunk=chunk, leave=LEAVE, recorded=recorded)
        seconds = agent.answer(scene.client if scene else None, LIMIT)
        if scene:
            scene.client.settle()
        return [path.stat().st_size / seconds / 1e6]

    name = f"print {workload.name}" + ("" if attached else ", detached")
    figures = one(GOALS[workload.name].goal) if attached else (Figure("median"),)
    return Measure(name, "MB/s", sample, figures, rounds=None if attached else DETACHED_ROUNDS)


DETACHED_ROUNDS = 3


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
    Measure("seq", "klines/s", count, one(SEQ.goal)),
    Measure("print plain, two panes", "MB/s", side_by_side, one(EVEN.goal)),
    *(throughput(workload, attached=False) for workload in (*WORKLOADS, *RECORDINGS)),
    Measure("sent for a repaint", "bytes", bytes_sent, one(at_most(1.0)), rounds=2),
)
