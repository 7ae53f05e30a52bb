"""What the emulator and the renderer cost, counted: bytecode instructions and calls into C.

Unlike time the count is the same on every machine and in every run, so a tenth more is seen. It
depends on the minor version of Python, so each has its line in `cost.json`. After a change that is
meant: `python -m tests.support.cost --write`, with every Python at hand.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from mplex.geometry import Point, Rect, Size
from mplex.term.features import features_of
from mplex.term.renderer import Renderer
from mplex.ui.frame import FrameComposer, PaneView, Scene
from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream
from tests.bench.workloads import COLS, ROWS, WORKLOADS, Workload

TABLE = Path(__file__).with_name("cost.json")
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
SIZE = 12_000
"""Bytes of each workload; enough for what is done once to be little."""
CHUNK = 4_096
"""What a pty gives at a time."""
CALL = 8
"""Instructions that a call into C is counted as."""
FRAMES = 12


def count(work: Callable[[], object]) -> int:
    """Return what a call costs."""
    instructions = _monitored if sys.version_info >= (3, 12) else _traced
    return instructions(work) + CALL * _calls(work)


def _monitored(work: Callable[[], object]) -> int:
    """Count instructions in the way of Python 3.12 and later."""
    found = itertools.count()
    monitoring: Any = vars(sys)["monitoring"]
    tool, event = monitoring.PROFILER_ID, monitoring.events.INSTRUCTION
    monitoring.use_tool_id(tool, "cost")
    monitoring.register_callback(tool, event, lambda code, offset: next(found) and None)
    monitoring.set_events(tool, event)
    work()
    monitoring.set_events(tool, 0)
    monitoring.free_tool_id(tool)
    return next(found)


def _traced(work: Callable[[], object]) -> int:
    """Count instructions in the way of Python before 3.12, where later ones miss some."""
    found = 0

    def step(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal found
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        found += event == "opcode"
        return step

    sys.settrace(step)
    work()
    sys.settrace(None)
    return found


def _calls(work: Callable[[], object]) -> int:
    found = 0

    def call(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal found
        found += event == "c_call"

    sys.setprofile(call)
    work()
    sys.setprofile(None)
    return found


def data_of(workload: Workload) -> bytes:
    """Return some bytes of a workload as a pty passes them on."""
    rng = random.Random(workload.name)
    data = bytearray()
    for line in workload.text(rng):
        data += line.encode()
        if len(data) > SIZE:
            break
    return bytes(data).replace(b"\n", b"\r\n")


def fed(data: bytes) -> Screen:
    """Return a terminal that has been fed some bytes."""
    screen = Screen(COLS, ROWS)
    stream = ByteStream(screen)
    for at in range(0, len(data), CHUNK):
        stream.feed(data[at : at + CHUNK])
    screen.visible()
    return screen


def scenes(data: bytes, panes: int) -> list[Scene]:
    """Return what a client with some panes side by side shows while they print."""
    cols = (COLS + 1) // panes - 1
    screens = [Screen(cols, ROWS) for _ in range(panes)]
    streams = [ByteStream(screen) for screen in screens]
    found = []
    step = len(data) // FRAMES
    for at in range(0, step * FRAMES, step):
        views = []
        for number, (screen, stream) in enumerate(zip(screens, streams, strict=True)):
            stream.feed(data[at : at + step])
            texts, attrs = screen.visible()
            rect = Rect(0, number * (cols + 1), ROWS, cols)
            views.append(PaneView(rect, list(texts), attrs, Point(0, 0), number == 0))
        found.append(Scene(Size(ROWS, COLS), views, Size(ROWS, COLS)))
    return found


def draw(pictures: list[Scene]) -> None:
    """Draw pictures one after the other, as for a client."""
    composer = FrameComposer()
    renderer = Renderer(Size(ROWS, COLS), features_of("xterm-256color", {}))
    for scene in pictures:
        renderer.draw(composer.compose(scene))


def measure() -> dict[str, int]:
    """Return the cost of everything, by name; once before to fill what is remembered."""
    found = {}
    for workload in WORKLOADS:
        data = data_of(workload)
        works: dict[str, Callable[[], object]] = {
            f"parse {workload.name}": partial(fed, data),
            f"draw {workload.name}": partial(draw, scenes(data, 1)),
        }
        if workload.name == "plain":
            works["draw two panes"] = partial(draw, scenes(data, 2))
        for name, work in works.items():
            work()
            found[name] = count(work)
    return found


def measured() -> dict[str, int]:
    """Return the costs, counted in a process of their own in which the sources run as they are."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.cost"],
        env={**os.environ, "MPLEX_PURE": "1", "PYTHONHASHSEED": "0"},
        cwd=TABLE.parents[2],
        check=True,
        capture_output=True,
        text=True,
    )
    found: dict[str, int] = json.loads(done.stdout)
    return found


def main() -> None:
    """Print the costs, or with `--write` note them as right for this Python."""
    if "--write" not in sys.argv:
        print(json.dumps(measure()))
        return
    table = json.loads(TABLE.read_text("utf-8")) if TABLE.exists() else {}
    table[VERSION] = measured()
    TABLE.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
