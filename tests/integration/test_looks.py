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


def test_what_the_user_says_of_the_terminal_counts_more_than_its_answers(server: Server) -> None:
    server.configure("set -as terminal-features '*:-sync'")
    terminal = attached(server, "new-session", "exec cat")
    terminal.wait_until("the questions", lambda: b"\x1b[c" in terminal.output)
    # What is typed comes behind the answers.
    terminal.send("x" * 200)
    terminal.wait_until("all of it", lambda: terminal.row(3).startswith("x" * 20))
    assert b"\x1b[?2026h" not in terminal.output


def test_what_a_program_may_do_follows_the_options_of_its_pane(server: Server) -> None:
    terminal = attached(server, "new-session", "-x", "60", "exec cat")
    server.ok("select-pane", "-T", "mine")
    for option in ("allow-set-title", "alternate-screen", "scroll-on-clear"):
        server.ok("set-option", "-p", option, "off")
    text = "before\\033]2;its own\\007\\033[?1049h\\033[2Jafter"
    server.ok("respawn-pane", "-k", f"printf '{text}'; exec cat")
    terminal.wait_for_text("after")
    shown = "#{alternate_on} #{history_size} #{pane_title}"
    assert server.display(shown) == "0 0 mine"
    for option in ("allow-set-title", "alternate-screen", "scroll-on-clear"):
        server.ok("set-option", "-pu", option)
    server.ok("respawn-pane", "-k", f"printf 'x\\033[2J{text} again'; exec cat")
    terminal.wait_for_text("again")
    assert server.display(shown) == "1 1 its own"


def test_the_character_outside_of_a_window_can_be_chosen(server: Server) -> None:
    terminal = attached(server, size=Size(12, 60))
    server.ok("resize-window", "-x", "40", "-y", "5")
    terminal.wait_until("dots", lambda: terminal.row(8) == "·" * 60)
    server.ok("set-option", "-w", "fill-character", "/")
    terminal.wait_until("slashes", lambda: terminal.row(8) == "/" * 60)
    server.ok("resize-window", "-A")
    terminal.wait_until("no slashes", lambda: terminal.find("/") is None)
    assert server.display("#{window_width}x#{window_height}") == "60x11"


def test_a_window_nobody_sees_follows_the_clients_of_its_session_unless_aggressive(
    server: Server,
) -> None:
    server.configure("set -g window-size smallest\n")
    attached(server, size=Size(12, 60))
    second = attached(server, "attach-session", size=Size(20, 80))
    server.ok("new-window", "-d", "-n", "large", "-t", ":5")
    second.send("\x025")
    second.wait_for_text("5:large*")
    assert server.display("#{window_width}", ":5") == "60"
    server.ok("set-option", "-w", "-t", ":5", "aggressive-resize", "on")
    second.wait_until("its size", lambda: server.display("#{window_width}", ":5") == "80")


def test_modified_keys_follow_extended_keys(server: Server) -> None:
    terminal = attached(server, "new-session", "stty raw -echo; printf ready; exec cat -v")
    terminal.wait_for_text("ready")
    server.ok("set-option", "-s", "extended-keys", "always")
    server.ok("send-keys", "C-1")
    terminal.wait_for_text("^[[27;5;49~")
    server.ok("set-option", "-s", "extended-keys", "on")
    server.ok("send-keys", "C-1", "done")
    terminal.wait_for_text("^[[27;5;49~1done")
