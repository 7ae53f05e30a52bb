"""The outcome of a run: one table for people, one JSON file for comparing runs."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mplex import __version__
from tests.bench.measure import STATISTICS, Outcome, Setting

MARK = "<!-- The table is written by `make bench ARGS='--page docs/benchmarks.md'`. -->"
HEAD = ("measure", "unit", "mplex", "tmux", "ratio", "goal", "")


class Line(NamedTuple):
    """One figure of one measurement."""

    name: str
    unit: str
    mplex: float | None
    tmux: float | None
    ratio: float | None
    """mplex's figure divided by tmux's."""
    goal: str
    reached: bool | None


def lines(outcomes: Sequence[Outcome]) -> list[Line]:
    """Return all figures of a run."""
    found = []
    for outcome in outcomes:
        measure = outcome.measure
        for figure in measure.figures:
            name = (
                measure.name if len(measure.figures) == 1 else f"{measure.name}, {figure.statistic}"
            )
            ours, theirs = (
                STATISTICS[figure.statistic](samples) if samples else None
                for samples in (outcome.samples.get(who) for who in ("mplex", "tmux"))
            )
            goal, reached = figure.goal, None
            if goal and ours is not None and (theirs is not None or measure.mplex_only):
                reached = goal.reached(ours, theirs or 0.0)
            ratio = ours / theirs if ours is not None and theirs else None
            text = goal.text if goal else ""
            found.append(Line(name, measure.unit, ours, theirs, ratio, text, reached))
    return found


def table(outcomes: Sequence[Outcome]) -> str:
    """Return the table of a run, in Markdown, followed by what failed and what was measured."""
    rows = [HEAD, *(_cells(line) for line in lines(outcomes))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    text = [_join(rows[0], widths), "|" + "|".join("-" * (width + 2) for width in widths) + "|"]
    text += [_join(row, widths) for row in rows[1:]]
    for outcome in outcomes:
        for name, reason in outcome.failures.items():
            text.append(f"\n{outcome.measure.name}: {name} failed: {reason}")
    text.append("\n" + ", ".join(f"{name} {value}" for name, value in machine().items()))
    return "\n".join(text)


def write_page(path: Path, text: str) -> None:
    """Put a table below the mark on a page, instead of the one that is there."""
    head = path.read_text(encoding="utf-8").split(MARK)[0].rstrip()
    path.write_text(f"{head}\n\n{MARK}\n\n{text}\n", encoding="utf-8")


def _cells(line: Line) -> tuple[str, ...]:
    mark = {True: "yes", False: "no", None: ""}[line.reached]
    figures = (_number(line.mplex), _number(line.tmux), _number(line.ratio))
    return (line.name, line.unit, *figures, line.goal, mark)


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _join(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        cell.rjust(width) if 2 <= column <= 4 else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "| " + " | ".join(padded) + " |"


def machine() -> dict[str, Any]:
    """Return what the figures depend on besides the two multiplexers."""
    tmux = subprocess.run(["tmux", "-V"], capture_output=True, text=True, check=True).stdout
    return {
        "mplex": __version__,
        "tmux": tmux.split()[-1],
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}, {os.cpu_count()} CPUs",
    }


def write(path: Path, outcomes: Sequence[Outcome], setting: Setting) -> None:
    """Write a run with all its samples as JSON."""
    data = {
        "machine": machine(),
        "setting": setting._asdict(),
        "figures": [line._asdict() for line in lines(outcomes)],
        "samples": {outcome.measure.name: outcome.samples for outcome in outcomes},
        "failures": {
            outcome.measure.name: outcome.failures for outcome in outcomes if outcome.failures
        },
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
