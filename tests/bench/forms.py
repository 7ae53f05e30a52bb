"""How soon a form opens, and how soon a key in it shows: thirty fields, and a table of 500 rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from mplex.client.control import ControlConnection
from tests.bench.client import Client
from tests.bench.latency import DOWN, ESCAPE, GAP, UP
from tests.bench.measure import Figure, Measure, Setting, one, under
from tests.bench.multiplexer import SCENE, Multiplexer
from tests.bench.workloads import WORDS

TITLE = "Measured"
CONTROL = ".ctl"
TAB = b"\t"
ROWS = 500

KINDS: tuple[dict[str, Any], ...] = (
    {"kind": "text", "default": "some text"},
    {"kind": "number", "default": 4},
    {"kind": "checkbox"},
    {"kind": "select", "options": [{"label": word, "value": word} for word in WORDS[:5]]},
    {"kind": "slider"},
    {"kind": "date", "default": "2026-06-01"},
)
"""What the fields of the long form are, over and over."""

FORM: dict[str, Any] = {
    "kind": "form",
    "title": TITLE,
    "fields": [
        {**KINDS[number % len(KINDS)], "name": f"field{number}", "label": f"Field {number}"}
        for number in range(30)
    ],
}

TABLE: dict[str, Any] = {
    "kind": "form",
    "title": TITLE,
    "fields": [
        {
            "kind": "table",
            "name": "rows",
            "label": "Branches",
            "multi_select": True,
            "sortable_by_column": True,
            "columns": [{"key": name, "label": name} for name in ("branch", "owner", "age")],
            "rows": [
                {
                    "value": f"row {row}",
                    "values": {"branch": f"branch/{row}", "owner": WORDS[row % 7], "age": row},
                }
                for row in range(ROWS)
            ],
        }
    ],
}


@contextmanager
def shown(multiplexer: Multiplexer, screen: dict[str, Any]) -> Iterator[tuple[Client, float]]:
    """Show a form; give the client and the milliseconds until its title was there."""
    client = multiplexer.scene(1).client
    client.settle()
    with ControlConnection(f"{multiplexer.socket}{CONTROL}") as connection:
        begun = time.perf_counter()
        params: dict[str, object] = {"screen": screen, "target": SCENE.format(1)}
        flow = connection.call("show", params, timeout=10)["flow"]
        opened = (client.wait_for(TITLE.encode()) - begun) * 1000
        client.settle(quiet=0.5)
        try:
            yield client, opened
        finally:
            connection.call("cancel", {"flow": flow}, timeout=10)
    client.settle()


def opening(screen: dict[str, Any]) -> Callable[[Multiplexer, Setting], list[float]]:
    """Make what measures how long a form takes to be there."""

    def sample(multiplexer: Multiplexer, setting: Setting) -> list[float]:
        found = []
        for _ in range(setting.starts):
            with shown(multiplexer, screen) as (client, opened):
                client.key(ESCAPE)
            found.append(opened)
        return found

    return sample


def typed_and_left(number: int, count: int) -> bytes:
    """Return the keys of the long form: half of them typed into a field, then on through all."""
    return (b"x", b"\x7f")[number % 2] if number < count // 2 else TAB


def down_and_up(number: int, count: int) -> bytes:
    """Return the keys of the table: down its rows and up again."""
    return DOWN if number % 60 < 30 else UP


def pressing(
    screen: dict[str, Any], key: Callable[[int, int], bytes]
) -> Callable[[Multiplexer, Setting], list[float]]:
    """Make what measures how long a key takes to show; each key has to change something."""

    def sample(multiplexer: Multiplexer, setting: Setting) -> list[float]:
        samples = []
        with shown(multiplexer, screen) as (client, _):
            for number in range(setting.keys):
                pressed = client.key(key(number, setting.keys))
                samples.append((client.wait_for_output(10) - pressed) * 1000)
                client.settle(GAP)
        return samples

    return sample


QUICK = (Figure("p50", under(5)), Figure("p99", under(5)))

MEASURES = (
    Measure("form of 30 fields to be seen", "ms", opening(FORM), one(under(50)), mplex_only=True),
    Measure("table of 500 rows to be seen", "ms", opening(TABLE), one(under(50)), mplex_only=True),
    Measure(
        "key in a form of 30 fields",
        "ms",
        pressing(FORM, typed_and_left),
        QUICK,
        mplex_only=True,
    ),
    Measure(
        "key in a table of 500 rows",
        "ms",
        pressing(TABLE, down_and_up),
        QUICK,
        mplex_only=True,
    ),
)
