"""No sequence may be so dear that output of nothing else stalls; see `tests.support.hostile`."""

from __future__ import annotations

import pytest

from tests.support.hostile import STREAMS, TALL, measured

ALWAYS = 60
"""Instructions a byte that are no matter of the size."""


@pytest.fixture(scope="module")
def costs() -> dict[str, tuple[int, int]]:
    return measured()


def test_no_byte_is_too_dear(costs: dict[str, tuple[int, int]]) -> None:
    assert len(costs) == len(STREAMS)
    most = {stream.name: stream.most for stream in STREAMS}
    assert {name: cost for name, (cost, _) in costs.items() if cost > most[name]} == {}


def test_cost_grows_no_faster_than_the_screen(costs: dict[str, tuple[int, int]]) -> None:
    fast = {name: both for name, both in costs.items() if both[1] > TALL * both[0] + ALWAYS}
    assert fast == {}
