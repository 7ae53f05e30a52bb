"""The benchmark's own arithmetic, and one short run of it, tmux against itself."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.bench import latency, recording, report, workloads
from tests.bench.__main__ import MEASURES
from tests.bench.client import TooSlow
from tests.bench.measure import (
    FULL,
    QUICK,
    STATISTICS,
    Figure,
    Measure,
    Outcome,
    at_least,
    at_most,
    one,
    take,
    under,
    within,
)
from tests.support.environment import ROOT


def contestants() -> list[Any]:
    return [SimpleNamespace(name="mplex"), SimpleNamespace(name="tmux")]


def test_the_99th_percentile_leaves_one_in_a_hundred_above() -> None:
    assert STATISTICS["p99"](list(range(100, 0, -1))) == 99
    assert STATISTICS["p99"]([5.0]) == 5.0


@pytest.mark.parametrize(
    ("goal", "ours", "theirs", "reached"),
    [
        (at_least(1.5), 15, 10, True),
        (at_least(1.5), 14, 10, False),
        (at_most(1.0), 10.04, 10, True),
        (at_most(1.0), 10.1, 10, False),
        (under(5), 4.9, 0, True),
        (under(5), 5, 0, False),
        (within(3), 13, 10, True),
        (within(3), 13.1, 10, False),
        (latency.FLOODED, 29, 29, True),
        (latency.FLOODED, 31, 40, False),
        (latency.FLOODED, 20, 19, False),
    ],
)
def test_goals(goal: Any, ours: float, theirs: float, reached: bool) -> None:
    assert goal.reached(ours, theirs) is reached


def test_rounds_alternate() -> None:
    asked: list[str] = []

    def sample(multiplexer: Any, _: Any) -> list[float]:
        asked.append(multiplexer.name)
        return [1.0]

    outcome = take(Measure("x", "ms", sample, one(under(1)), rounds=3), contestants(), FULL)
    assert asked == ["mplex", "tmux", "tmux", "mplex", "mplex", "tmux"]
    assert outcome.samples == {"mplex": [1.0] * 3, "tmux": [1.0] * 3}


def test_a_failure_of_one_leaves_the_other_and_is_told() -> None:
    def sample(multiplexer: Any, _: Any) -> list[float]:
        if multiplexer.name == "mplex":
            raise TooSlow("no echo in 10 s")
        return [2.0]

    outcome = take(Measure("x", "ms", sample, one(under(1))), contestants(), QUICK)
    assert outcome.failures == {"mplex": "no echo in 10 s"}
    assert outcome.samples == {"tmux": [2.0, 2.0]}
    assert "x: mplex failed: no echo in 10 s" in report.table([outcome])


def test_the_table_shows_figures_ratio_and_goal() -> None:
    figures = (Figure("p50", at_most(1.0)), Figure("p99", under(30)))
    measure = Measure("echo", "ms", lambda *_: [], figures)
    outcome = Outcome(measure, {"mplex": [1.0, 3.0, 40.0], "tmux": [6.0, 6.0, 6.0]}, {})
    first, second = report.lines([outcome])
    assert first == ("echo, p50", "ms", 3.0, 6.0, 0.5, "<= 1x", True)
    assert second[:4] == ("echo, p99", "ms", 40.0, 6.0) and second.reached is False
    assert "| echo, p50 | ms   |  3.00 | 6.00 |  0.50 | <= 1x | yes |" in report.table([outcome])


def test_a_page_keeps_its_head_and_gets_the_new_table(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Head\n\n{report.MARK}\n\nold\n")
    report.write_page(page, "new")
    assert page.read_text() == f"# Head\n\n{report.MARK}\n\nnew\n"


@pytest.mark.parametrize("workload", workloads.WORKLOADS, ids=lambda workload: workload.name)
def test_workloads_are_the_same_every_time_and_of_their_size(
    workload: workloads.Workload, tmp_path: Path
) -> None:
    size = 20_000
    data = workloads.make(workload, size, tmp_path).read_bytes()
    assert data == workloads.make(workload, size, tmp_path).read_bytes()
    assert 0 <= len(data) - size * workload.share < 250


def test_a_recording_has_what_the_program_printed_and_no_questions(tmp_path: Path) -> None:
    script = r"printf '\033[31mred\033[6n\033]11;?\007'; read line; echo got $line"
    shell = recording.Recording("shell", ("sh", "-c", script), ("word\r",))
    data = recording.record(shell, tmp_path)
    assert data.startswith(b"\x1b[31mred")
    assert b"got word" in data
    assert b"\x1b[6n" not in data and b"]11;" not in data
    path = recording.make(shell, 3 * len(data), tmp_path)
    assert path.read_bytes() == data * 3


def test_redraws_stay_on_the_screen() -> None:
    for text in islice(workloads.redraw(random.Random(1)), 1000):
        row, _, col = text.removeprefix("\x1b[").partition("H")[0].partition(";")
        assert 1 <= int(row) <= workloads.ROWS and 1 <= int(col) <= workloads.COLS


def test_measures_have_names_of_their_own() -> None:
    names = [measure.name for measure in MEASURES]
    assert len(names) == len(set(names))


def test_a_short_run_ends_by_itself_and_writes_its_figures(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    options = ["--quick", "--tmux-only", "--only", "list-sessions", "--json", str(path)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "| list-sessions | ms " in done.stdout
    data = json.loads(path.read_text(encoding="utf-8"))
    assert [figure["name"] for figure in data["figures"]] == ["list-sessions"]
    assert len(data["samples"]["list-sessions"]["tmux"]) == QUICK.rounds * QUICK.starts
