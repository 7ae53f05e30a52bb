"""A key costs what it changes: counted, a large form is hardly dearer than a small one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mplex.geometry import Point, Rect, Size
from mplex.term.features import features_of
from mplex.term.keys import KeyEvent, parse_key, text_of
from mplex.term.renderer import Renderer
from mplex.ui.frame import FrameComposer, PaneView, Scene
from mplex.ui.overlay import OverlayStack
from tests.bench.forms import FORM, TABLE
from tests.dialog.form.forms import form
from tests.support.cost import count

SIZE = Size(50, 200)
BLANK = PaneView(Rect(0, 0, *SIZE), [""] * SIZE.rows, [""] * SIZE.rows, Point(0, 0), True)


@pytest.fixture(autouse=True)
def stand_ins() -> None:
    """Leave the real widgets where they are."""


def keys_of(fields: list[dict[str, Any]]) -> Callable[[str], int]:
    """Return what counts the cost of a key in a form, from the key to the terminal's bytes."""
    overlays = OverlayStack(SIZE)
    overlays.push(form(*fields))
    composer, renderer = FrameComposer(), Renderer(SIZE, features_of("xterm-256color", {}))
    shown = []

    def press(name: str) -> None:
        key = parse_key(name)
        overlays.on_key(KeyEvent(key, b"", text_of(key)))
        shown.append(renderer.draw(composer.compose(Scene(SIZE, [BLANK], SIZE, overlays=overlays))))

    def cost(name: str) -> int:
        found = count(lambda: press(name))
        assert shown[-1]
        return found

    # What is done once is not what a key costs.
    for name in ("Down", "Up", "x", "BSpace", "x"):
        press(name)
    return cost


def test_a_letter_in_a_long_form_costs_little_more_than_in_a_short_one() -> None:
    short, long = keys_of(FORM["fields"][:2]), keys_of(FORM["fields"])
    assert long("y") < 2 * short("y")


def test_a_step_in_a_long_table_costs_little_more_than_in_a_short_one() -> None:
    (table,) = TABLE["fields"]
    short, long = keys_of([{**table, "rows": table["rows"][:3]}]), keys_of([table])
    assert long("Down") < 2 * short("Down")
