"""`#[...]` markup."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.ui.markup import Segment, literal, segments, styled_runs
from mplex.vt.styles import DEFAULT, Style, intern_style
from tests.ui.drawing import RED

BASE = intern_style(fg=0, bg=2)
RED_ON_BASE = intern_style(fg=1, bg=2)

RUNS: tuple[tuple[str, list[tuple[str, Style]]], ...] = (
    ("plain", [("plain", BASE)]),
    ("a#[fg=red]b", [("a", BASE), ("b", RED_ON_BASE)]),
    ("#[fg=red]a#[default]b", [("a", RED_ON_BASE), ("b", BASE)]),
    (
        "#[fg=red,push-default]a#[fg=blue]b#[default]c#[pop-default]#[default]d",
        [("a", RED_ON_BASE), ("b", intern_style(fg=4, bg=2)), ("c", RED_ON_BASE), ("d", BASE)],
    ),
    ("100#", [("100#", BASE)]),
    ("##[fg=red]", [("#[fg=red]", BASE)]),
    ("###[fg=red]x", [("#", BASE), ("x", RED_ON_BASE)]),
    ("a#[fg=nonsense]b", [("a", BASE), ("b", BASE)]),
    ("a#[unfinished", [("a#[unfinished", BASE)]),
    ("#[fg=red]", []),
)


@pytest.mark.parametrize(("text", "runs"), RUNS)
def test_markup_gives_runs_of_style(text: str, runs: list[tuple[str, Style]]) -> None:
    assert styled_runs(text, BASE) == runs


def test_a_segment_knows_its_place_its_range_and_its_list() -> None:
    found = segments("#[align=right,range=window|3,list=on]a#[norange,nolist,noalign]b")
    assert found == (
        Segment("a", DEFAULT, "right", "window|3", "on"),
        Segment("b", DEFAULT, "left", "", ""),
    )


def test_fill_is_the_style_of_the_rest_of_the_row() -> None:
    (found,) = segments("#[fill=red]x", BASE)
    assert found.fill is intern_style(fg=0, bg=1)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="#[]ab", max_size=20))
def test_literal_text_is_shown_as_it_is(text: str) -> None:
    assert "".join(run for run, _ in styled_runs(literal(text), RED)) == text
    assert all(style is RED for _, style in styled_runs(literal(text), RED))


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="#[],=fgredalignlist| ", max_size=40))
def test_no_text_is_an_error(text: str) -> None:
    segments(text)
