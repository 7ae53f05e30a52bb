"""A person who wants no colours (`NO_COLOR`) gets none in any dialog, and can read all of it."""

from __future__ import annotations

from typing import Any

import pytest

from mplex.geometry import Point
from mplex.vt.styles import REVERSE, style_of
from tests.integration.dialogs.room import Room

CHOICE = {"kind": "choice", "title": "Ship it?", "label": "Which?", "options": ["Now", "Later"]}
MESSAGE = {"kind": "message", "title": "Done", "text": "All is well."}
TEXT = {"kind": "text", "title": "Name", "text": "Who?", "label": "Your name"}
FORM = {
    "kind": "form",
    "title": "Form",
    "fields": [
        {"kind": "select", "name": "env", "label": "Environment", "options": ["prod"]},
        {"kind": "static_text", "text": "Careful.", "tone": "warn"},
    ],
    "actions": [{"value": "go", "destructive": True}, {"value": "ok", "primary": True}],
}


@pytest.fixture
def colourless(room: Room) -> Room:
    """Return the room with a client that has NO_COLOR set."""
    room.detach()
    attach = ("attach-session", "-t", room.session)
    room.terminal = room.server.terminal(*attach, environ={"NO_COLOR": "1"})
    room.see("ready")
    return room


@pytest.mark.parametrize("screen", [CHOICE, MESSAGE, TEXT, FORM], ids=lambda each: each["kind"])
def test_no_dialog_has_colours(colourless: Room, screen: dict[str, Any]) -> None:
    room = colourless
    room.control().show(screen)
    room.see(screen["title"])
    room.see("❖")
    # The session's own status row has its colours from the options.
    last = -1 if room.terminal.find("Your name") is None else None
    found = room.terminal.screen.visible()[1][:last]
    assert {(style_of(attr).fg, style_of(attr).bg) for row in found for attr in row} == {(-1, -1)}


def test_the_prompt_is_told_from_the_panes(colourless: Room) -> None:
    room = colourless
    room.control().show(TEXT)
    at = room.see("Your name")
    assert at == Point(23, at.col)
    assert room.terminal.style(at.row, at.col).flags & REVERSE
