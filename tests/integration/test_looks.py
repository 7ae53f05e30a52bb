"""What options change in the picture: styles of panes, titles on borders, the cursor's shape."""

from __future__ import annotations

from mplex.geometry import Size
from mplex.ui.theme import parse_colour
from tests.integration.test_sessions import attached
from tests.support.server import Server

RED = parse_colour("red")
BLUE = parse_colour("blue")


def test_a_style_of_one_pane_is_seen_in_that_pane_alone(server: Server) -> None:
    terminal = attached(server, size=Size(12, 61))
    server.ok("split-window", "-h", "cat")
    server.ok("select-pane", "-t", "{left}", "-P", "bg=red")
    terminal.wait_until("a red pane", lambda: terminal.style(9, 5).bg == RED)
    assert terminal.style(9, 45).bg == -1
    server.ok("set-option", "-w", "window-style", "bg=blue")
    terminal.wait_until("a blue pane", lambda: terminal.style(9, 45).bg == BLUE)
    assert terminal.style(9, 5).bg == RED


def test_the_title_on_a_border_follows_the_pane(server: Server) -> None:
    terminal = attached(server)
    server.ok("set-option", "-w", "pane-border-status", "top")
    server.ok("select-pane", "-T", "first")
    terminal.wait_for_text('"first"')
    server.ok("respawn-pane", "-k", "printf '\\033]2;second\\007'; exec cat")
    terminal.wait_for_text('"second"')
    server.ok("set-option", "-p", "pane-border-format", "mine #{pane_index}")
    terminal.wait_for_text("mine 0")


def test_the_cursor_has_the_shape_of_the_option_until_the_program_sets_one(server: Server) -> None:
    terminal = attached(server)
    server.ok("set-option", "-p", "cursor-style", "bar")
    terminal.wait_until("a bar", lambda: terminal.screen.cursor_shape == 6)
    server.ok("respawn-pane", "-k", "printf '\\033[4 q'; exec cat")
    terminal.wait_until("an underline", lambda: terminal.screen.cursor_shape == 4)
