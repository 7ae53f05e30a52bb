"""Terminals too small for their windows: what is typed stays in sight."""

from __future__ import annotations

from mplex.geometry import Size
from tests.integration.test_sessions import attached
from tests.support.server import Server


def test_a_terminal_too_small_for_its_panes_follows_the_cursor(server: Server) -> None:
    terminal = attached(server, size=Size(24, 80))
    for _ in range(3):
        server.ok("split-window", "-h")
        server.ok("split-window", "-v")
    terminal.resize(3, 10)
    terminal.wait_until("its row", lambda: server.display("#{client_height}") == "3")
    assert server.display("#{window_bigger} #{window_width}x#{window_height}") == "1 10x7"
    server.ok("split-window", "-Z", "-t", "{left}", "echo here; cat")
    terminal.wait_for_text("here")
    server.ok("resize-pane", "-Z")
    server.ok("kill-pane", "-a")
    terminal.wait_for_text("here")
    assert server.display("#{window_bigger} #{window_width}x#{window_height}") == "0 10x2"


def test_the_active_pane_beyond_the_edge_is_shown(server: Server) -> None:
    terminal = attached(server, size=Size(24, 80))
    for _ in range(5):
        server.ok("split-window", "-v", "cat")
        server.ok("select-layout", "even-vertical")
    terminal.resize(4, 20)
    terminal.wait_until("its row", lambda: server.display("#{client_height}") == "4")
    terminal.send("last")
    terminal.wait_for_text("last")
    terminal.send("\x02\x1b[A" * 2)
    terminal.send("first")
    terminal.wait_for_text("first")
