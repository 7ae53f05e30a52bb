"""A question on a plain terminal, for a person who wants no colours."""

from __future__ import annotations

from typing import Any

import pytest

from flow.backends.tty_question import TtyQuestion
from mplex.dialog.fields.kit import Kit
from mplex.dialog.spec import check_screen
from mplex.geometry import Size
from mplex.ui.theme import Theme
from mplex.vt.styles import REVERSE, style_of

TEXT = {"kind": "text", "title": "Name", "text": "Who?", "label": "Your name"}
CHOICE = {"kind": "choice", "title": "Ship it?", "options": ["Now", "Later"]}


@pytest.mark.parametrize("screen", [TEXT, CHOICE], ids=["text", "choice"])
def test_without_colours_none_are_drawn(screen: dict[str, Any]) -> None:
    kit = Kit(Theme(), colours=0)
    question = TtyQuestion(check_screen(screen), "x", Size(24, 80), kit=kit)
    styles = {style_of(attr) for row in question.frame().attrs for attr in row}
    assert {(style.fg, style.bg) for style in styles} == {(-1, -1)}
    assert any(style.flags & REVERSE for style in styles)
