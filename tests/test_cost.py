"""Parsing and drawing may not become dearer unnoticed; see `tests.support.cost` for what counts."""

from __future__ import annotations

import json

import pytest

from tests.support.cost import TABLE, VERSION, measured

MARGIN = 1.1
"""How much dearer something may be than what was noted."""
AGAIN = "If it is meant: python -m tests.support.cost --write"


@pytest.fixture(scope="module")
def costs() -> dict[str, int]:
    return measured()


def test_nothing_became_dearer(costs: dict[str, int]) -> None:
    noted = json.loads(TABLE.read_text("utf-8")).get(VERSION)
    if noted is None:
        pytest.skip(f"no costs are noted for Python {VERSION}")
    assert costs.keys() == noted.keys(), AGAIN
    ratios = {name: costs[name] / noted[name] for name in costs}
    assert {name: ratio for name, ratio in ratios.items() if ratio > MARGIN} == {}, AGAIN
    # What became cheaper is noted too, or it could become dearer again unnoticed.
    assert {name: ratio for name, ratio in ratios.items() if ratio < 1 / MARGIN} == {}, AGAIN
