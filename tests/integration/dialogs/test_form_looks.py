"""What the options say of how dialogs look, on a real terminal."""

from __future__ import annotations

from typing import Any

from mplex.vt.styles import Style
from tests.integration.dialogs.conftest import MakeRoom
from tests.support.terminal import Terminal

FORM: dict[str, Any] = {
    "kind": "form",
    "title": "Looks",
    "fields": [{"kind": "checkbox", "name": "on", "label": "On"}],
}


def style_of(terminal: Terminal, text: str) -> Style:
    """Return the style of the cell where a text begins."""
    for row, line in enumerate(terminal.rows()):
        if text in line:
            return terminal.style(row, line.index(text))
    raise AssertionError(f"{text!r} is not on the screen")


def test_a_sessions_options_are_those_of_its_dialogs(make_room: MakeRoom) -> None:
    room, other = make_room(), make_room()
    room.server.ok("set-option", "-t", room.session, "dialog-border-style", "fg=red")
    for place, colour in ((room, 1), (other, 31)):
        control = place.control()
        control.show(FORM, target=place.session)
        place.see("❖ Looks")
        assert style_of(place.terminal, "╭").fg == colour
