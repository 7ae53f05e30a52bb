"""How soon a key shows: echoed by a program in a pane, idle and beside a flood; and in a dialog."""

from __future__ import annotations

import json
import subprocess

from tests.bench.measure import Figure, Goal, Measure, Setting, under, within
from tests.bench.multiplexer import BIN, SCENE, Multiplexer
from tests.bench.workloads import WORDS

KEYS = b"zywj"
"""Characters that neither the flood nor any control sequence contains."""

END = b"\x04"
GAP = 0.033
"""Seconds between a key's echo and the next key: a key that is held down repeats about so fast."""

OPTIONS = [f"option {n}" for n in range(1, 11)]
DOWN, UP, ESCAPE = b"\x1b[B", b"\x1b[A", b"\x1b"


def echo(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Press keys in an idle multiplexer; return milliseconds until each is on the screen."""
    scene = multiplexer.scene(1)
    scene.client.settle()
    return _press(multiplexer, setting, 1)


def echo_beside_flood(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Press keys in one pane while another prints without end."""
    scene = multiplexer.scene(2)
    path = multiplexer.files / "flood.txt"
    words = [word for word in WORDS if not set(word.encode()) & set(KEYS)]
    path.write_text("".join(f"{n} {' '.join(words)}\n" for n in range(20_000)), encoding="utf-8")
    scene.client.settle()
    scene.agents[1].order("flood", path=str(path))
    try:
        return _press(multiplexer, setting, 2)
    finally:
        scene.agents[1].order("print", path="/dev/null")
        scene.agents[1].answer(scene.client, 20)
        scene.agents[1].answer(scene.client, 20)


def _press(multiplexer: Multiplexer, setting: Setting, panes: int) -> list[float]:
    scene = multiplexer.scene(panes)
    scene.agents[0].order("echo")
    samples = []
    for n in range(setting.keys):
        key = KEYS[n % len(KEYS) :][:1]
        pressed = scene.client.key(key)
        samples.append((scene.client.wait_for(key, 10) - pressed) * 1000)
        scene.client.pump(GAP)
    scene.client.key(END)
    scene.agents[0].answer(scene.client, 10)
    return samples


def dialog(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Move through the options of a dialog; return milliseconds until each repaint."""
    screen = {"id": "pick", "fields": [{"id": "pick", "type": "choice", "options": OPTIONS}]}
    path = multiplexer.files / "dialog.json"
    path.write_text(json.dumps({"v": 1, "title": "Pick", "screens": [screen]}), encoding="utf-8")
    scene = multiplexer.scene(1)
    scene.client.settle()
    asker = subprocess.Popen(
        [
            str(BIN / "mplex-ctl"),
            "-S",
            str(multiplexer.socket),
            "show",
            "-t",
            SCENE.format(1),
            str(path),
        ],
        env=multiplexer.house.environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        scene.client.wait_for(OPTIONS[-1].encode())
        scene.client.settle(quiet=1.0)
        samples = []
        for n in range(setting.keys):
            pressed = scene.client.key(DOWN if n % 18 < 9 else UP)
            samples.append((scene.client.wait_for_output(10) - pressed) * 1000)
            scene.client.settle(GAP)
        scene.client.key(ESCAPE)
        asker.wait(timeout=10)
    finally:
        asker.kill()
        asker.wait()
    scene.client.settle()
    return samples


FLOODED = Goal("< 30, <= 1x", lambda ours, theirs: ours < 30 and ours <= theirs)

MEASURES = (
    Measure("key echo", "ms", echo, (Figure("p50", within(0.5)), Figure("p99", within(3)))),
    Measure(
        "key echo beside a flood",
        "ms",
        echo_beside_flood,
        (Figure("p50"), Figure("p99", FLOODED)),
    ),
    Measure(
        "key in a dialog",
        "ms",
        dialog,
        (Figure("p50", under(5)), Figure("p99", under(5))),
        mplex_only=True,
    ),
)
