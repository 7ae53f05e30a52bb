"""A short run of the random streams; `tests/vt/fuzz.py` says how to run it for long."""

from __future__ import annotations

import pytest

from mplex.term.output import Output
from tests.vt.fuzz import fault, make
from tests.vt.model import Model

STREAMS = 100
"""Streams of each of the ten tests; one takes about 20 ms."""


@pytest.mark.parametrize("tenth", range(10))
def test_random_streams_give_what_the_model_gives(tenth: int) -> None:
    for seed in range(tenth * STREAMS, (tenth + 1) * STREAMS):
        case = make(seed)
        found = fault(case)
        assert not found, f"stream {seed}: python -m tests.vt.fuzz shows it small\n{case}\n{found}"


@pytest.mark.parametrize("method", ["index", "carriage_return", "unrepeatable", "save"])
def test_one_missing_behaviour_is_noticed(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    monkeypatch.setattr(Model, method, lambda self: None)
    assert any(fault(make(seed)) for seed in range(200))


@pytest.mark.parametrize("method", ["move", "erase", "scroll"])
def test_bytes_that_the_renderer_leaves_out_are_noticed(
    monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setattr(Output, method, lambda self, *rest: None)
    assert any("rendered" in fault(make(seed)) for seed in range(200))
