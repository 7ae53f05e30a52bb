"""What a server costs while it stands: memory with a full history, and work when idle."""

from __future__ import annotations

import time
from pathlib import Path

from tests.bench.measure import Figure, Measure, Setting, at_most, one, under
from tests.bench.multiplexer import Multiplexer
from tests.bench.workloads import history

HISTORY = 10_000
PANES = 10
LIMIT = 60


def memory(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Fill a pane's history with full rows; return the server's own memory in MB."""
    path = history(HISTORY + 100, multiplexer.files)
    with multiplexer.fresh() as fresh:
        scene = fresh.scene(1)
        scene.agents[0].order("print", path=str(path))
        scene.agents[0].answer(scene.client, LIMIT)
        scene.client.settle()
        return [_memory(fresh.server_pid())]


def history_memory(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Return by how many MB the server grows when a pane's history fills up."""
    path = history(HISTORY + 100, multiplexer.files)
    with multiplexer.fresh() as fresh:
        scene = fresh.scene(1)
        pid = fresh.server_pid()
        before = _memory(pid)
        scene.agents[0].order("print", path=str(path))
        scene.agents[0].answer(scene.client, LIMIT)
        scene.client.settle()
        return [_memory(pid) - before]


def idle(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Watch a server with ten quiet panes and a client; return its CPU milliseconds."""
    with multiplexer.fresh() as fresh:
        client = fresh.client("new-session", "-s", "idle", "exec sleep 1000")
        client.wait_for_output()
        for _ in range(PANES - 1):
            fresh.run("split-window", "-d", "-t", "idle:", "exec sleep 1000")
            fresh.run("select-layout", "-t", "idle:", "tiled")
        pid = fresh.server_pid()
        client.settle(quiet=1.0)
        before = _cpu(pid)
        started = time.perf_counter()
        while (left := setting.idle - (time.perf_counter() - started)) > 0:
            client.pump(left)
        used = _cpu(pid) - before
        client.close()
    return [used]


def _memory(pid: int) -> float:
    """Return a process's proportional share of memory, in MB."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    raise OSError(f"no memory figure for process {pid}")


def _cpu(pid: int) -> float:
    """Return the milliseconds that a process has been on a CPU."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e6


MEASURES = (
    Measure("memory, history full", "MB", memory, one(at_most(1.0)), rounds=1),
    Measure("of this, the history", "MB", history_memory, one(at_most(1.0)), rounds=1),
    Measure("idle, ten panes", "ms CPU", idle, (Figure("median", under(1)),), rounds=1),
)
