"""A short run of the random streams; `tests/vt/fuzz.py` says how to run it for long."""

from __future__ import annotations

import pytest

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


def test_a_wrong_emulator_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(self: Model, count: int) -> None:
        """Leave the cursor where it is."""

    monkeypatch.setattr(Model, "index", lambda self: None)
    monkeypatch.setattr(Model, "repeat", careless)
    assert any(fault(make(seed)) for seed in range(20))
