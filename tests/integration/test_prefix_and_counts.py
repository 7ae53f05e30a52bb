"""Keys that come while something small is on the screen still do what fingers expect of them."""

from __future__ import annotations

from mplex.geometry import Size
from tests.integration.test_mouse_and_copying import press, release
from tests.integration.test_sessions import attached
from tests.support.server import Server


def test_a_count_before_a_key_of_copy_mode(server: Server) -> None:
    server.configure("set -g mode-keys vi\n")
    terminal = attached(server, size=Size(12, 60))
    terminal.send("seq 100\r")
    terminal.wait_until("its end", lambda: terminal.row(9) == "100")
    terminal.send("\x02[")
    terminal.wait_until("copy mode", lambda: server.display("#{pane_in_mode}") == "1")
    terminal.send("20k")
    terminal.wait_until("20 rows up", lambda: server.display("#{scroll_position}") == "10")
    terminal.wait_for_no_text("(repeat)")


def test_the_prefix_works_over_pane_numbers_and_the_clock(server: Server) -> None:
    server.configure("set -g display-panes-time 60000\n")
    terminal = attached(server, size=Size(24, 80))
    terminal.send("\x02q")
    terminal.wait_for_text("80x23")
    terminal.send("\x02t")
    terminal.wait_for_no_text("80x23")
    assert not any("t" in row for row in terminal.rows()[:-1])
    terminal.send("\x02c")
    terminal.wait_for_text("1:sh")
    assert server.display("#{session_windows}") == "2"


def test_the_only_session_has_no_next_one(server: Server) -> None:
    server.configure("set -g display-time 0\n")
    terminal = attached(server, size=Size(12, 60))
    terminal.send("\x02)")
    terminal.wait_for_text("Can't find next session")


def test_a_pane_broken_out_is_named_after_its_program(server: Server) -> None:
    server.configure("set -g automatic-rename off\n")
    attached(server, size=Size(12, 60))
    server.ok("rename-window", "mine")
    server.ok("split-window", "exec cat")
    server.ok("break-pane")
    assert server.ok("list-windows", "-F", "#{window_name}").splitlines() == ["mine", "cat"]


def test_colours_of_the_status_row_by_their_old_names(server: Server) -> None:
    server.configure("set -g status-bg red\nset -g status-fg white\nset -g status-bg blue\n")
    terminal = attached(server, size=Size(12, 60))
    assert server.ok("show-options", "-gv", "status-style") == "fg=white,bg=blue"
    style = terminal.style(11, 0)
    assert (style.fg, style.bg) == (7, 4)
    server.ok("set-option", "-gu", "status-fg")
    assert server.ok("show-options", "-gv", "status-style") == "bg=green,fg=black"


def test_the_prefix_works_over_a_page_of_text(server: Server) -> None:
    terminal = attached(server, size=Size(24, 80))
    terminal.send("\x02?")
    terminal.wait_for_text("q close")
    terminal.send("\x02c")
    terminal.wait_for_text("1:sh")
    assert server.display("#{session_windows}") == "2"
    assert terminal.find("q close") is None


def test_a_key_that_runs_a_shell_command_shows_what_it_said_and_how_it_failed(
    server: Server,
) -> None:
    terminal = attached(server, size=Size(24, 80))
    server.ok("bind-key", "-n", "F5", "run-shell", "echo said")
    server.ok("bind-key", "-n", "F6", "run-shell", "false")
    terminal.send("\x1b[15~")
    terminal.wait_for_text("said")
    terminal.wait_for_text("q close")
    terminal.send("q\x1b[17~")
    terminal.wait_for_text("'false' returned 1")


def test_several_status_rows(server: Server) -> None:
    terminal = attached(server, size=Size(12, 60))
    server.ok("set-option", "-g", "status", "3")
    terminal.wait_until("three rows", lambda: terminal.row(9).startswith("["))
    assert terminal.row(10).strip() == "0[60x9]"
    assert terminal.row(11) == ""
    assert server.display("#{window_height}") == "9"
    green = terminal.style(9, 0).bg
    assert green == terminal.style(10, 0).bg == terminal.style(11, 0).bg
    server.ok("new-window", "-d", "-n", "other")
    at = terminal.wait_for_text("1:other")
    terminal.send("\x02:")
    terminal.wait_until("a prompt", lambda: terminal.cursor == (11, 1))
    terminal.send("\x1b")
    terminal.wait_until("no prompt", lambda: terminal.cursor != (11, 1))
    for row, current in ((10, "0"), (9, "1")):
        terminal.send(press(row, at.col + 1) + release(row, at.col + 1))
        terminal.send("\x02i")
        terminal.wait_until("a message", lambda: terminal.row(11).startswith("["))
        shown = lambda current=current: server.display("#{window_index}") == current  # noqa: E731
        terminal.wait_until(f"window {current}", shown)
    server.ok("set-option", "-g", "status-position", "top")
    terminal.wait_until("rows at the top", lambda: terminal.row(0).startswith("["))
    terminal.send(press(0, at.col - 2) + release(0, at.col - 2))
    terminal.wait_until("window 0", lambda: server.display("#{window_index}") == "0")


def test_what_a_piped_command_says_is_typed_at_once(server: Server) -> None:
    terminal = attached(server, "new-session", "exec cat", size=Size(12, 60))
    server.ok("pipe-pane", "-I", "echo first; exec sleep 1000")
    terminal.wait_for_text("first")
    assert server.display("#{pane_pipe}") == "1"
