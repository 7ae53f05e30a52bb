"""What a measurement is, and the rounds that take it from both multiplexers in turn."""

from __future__ import annotations

import statistics
import subprocess
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.bench.client import TooSlow
from tests.bench.multiplexer import Multiplexer


class Setting(NamedTuple):
    """How much is measured."""

    rounds: int
    size: int
    """Bytes of a full workload."""
    numbers: int
    """How far `seq` counts."""
    keys: int
    """Keys pressed in each round."""
    starts: int
    """Times that something is started in each round."""
    idle: float
    """Seconds of watching an idle server."""


FULL = Setting(rounds=5, size=8 << 20, numbers=1_000_000, keys=100, starts=3, idle=10)
QUICK = Setting(rounds=2, size=1 << 20, numbers=100_000, keys=30, starts=2, idle=2)


class Goal(NamedTuple):
    """What mplex is meant to reach, given its own figure and tmux's."""

    text: str
    reached: Callable[[float, float], bool]


def at_least(ratio: float) -> Goal:
    """Make the goal for something of which more is better."""
    return Goal(f">= {ratio:g}x", lambda ours, theirs: round(ours / theirs, 2) >= ratio)


def at_most(ratio: float) -> Goal:
    """Make the goal for something of which less is better."""
    return Goal(f"<= {ratio:g}x", lambda ours, theirs: round(ours / theirs, 2) <= ratio)


def under(limit: float) -> Goal:
    """Make a goal that does not depend on tmux."""
    return Goal(f"< {limit:g}", lambda ours, _: ours < limit)


def within(distance: float) -> Goal:
    """Make the goal of not being more than `distance` above tmux."""
    return Goal(f"+ {distance:g}", lambda ours, theirs: ours <= theirs + distance)


class Figure(NamedTuple):
    """One number made of a measurement's samples."""

    statistic: str
    goal: Goal | None = None
    """None for what is only told."""


STATISTICS: dict[str, Callable[[Sequence[float]], float]] = {
    "median": statistics.median,
    "p50": statistics.median,
    "p99": lambda samples: sorted(samples)[max(0, -(-len(samples) * 99 // 100) - 1)],
}


class Measure(NamedTuple):
    """Something to measure: how to take samples, in which unit, and what to make of them."""

    name: str
    unit: str
    sample: Callable[[Multiplexer, Setting], list[float]]
    figures: tuple[Figure, ...]
    rounds: int | None = None
    """Rounds, where it is not the setting's number."""
    mplex_only: bool = False


def one(goal: Goal) -> tuple[Figure, ...]:
    """Return the figures of a measurement that is told by its median."""
    return (Figure("median", goal),)


class Outcome(NamedTuple):
    """The samples of one measurement, by multiplexer, and why some are missing."""

    measure: Measure
    samples: dict[str, list[float]]
    failures: dict[str, str]


def take(measure: Measure, multiplexers: Sequence[Multiplexer], setting: Setting) -> Outcome:
    """Take a measurement: every round has each multiplexer once, the order changing each time."""
    outcome = Outcome(measure, {}, {})
    contestants = [one for one in multiplexers if one.name == "mplex" or not measure.mplex_only]
    for number in range(measure.rounds or setting.rounds):
        for multiplexer in contestants if number % 2 == 0 else reversed(contestants):
            if multiplexer.name in outcome.failures:
                continue
            try:
                samples = measure.sample(multiplexer, setting)
            except (TooSlow, subprocess.SubprocessError, OSError) as error:
                outcome.failures[multiplexer.name] = _reason(error)
            else:
                outcome.samples.setdefault(multiplexer.name, []).extend(samples)
    return outcome


def _reason(error: Exception) -> str:
    """Return one line about what went wrong, with what the failed command said."""
    said = getattr(error, "stderr", None) or ""
    return " ".join(f"{error} {said}".split())[:300]
