"""Turns are short as long as anybody works beside the loop, and usual before and after."""

from __future__ import annotations

import sys

import pytest

from mplex.dialog.short_turns import SHORT_TURN, USUAL_TURN, short_turns


def test_the_last_one_who_ends_makes_turns_usual_again() -> None:
    assert sys.getswitchinterval() == pytest.approx(USUAL_TURN)
    first, second = short_turns(), short_turns()
    with first:
        assert sys.getswitchinterval() == pytest.approx(SHORT_TURN)
        with second:
            pass
        assert sys.getswitchinterval() == pytest.approx(SHORT_TURN)
    assert sys.getswitchinterval() == pytest.approx(USUAL_TURN)
