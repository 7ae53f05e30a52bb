"""The mouse, scrollback, copying and pasting, through real terminals."""

from __future__ import annotations

import pytest

from mplex.geometry import Size
from tests.integration.test_sessions import attached
from tests.support.server import Server
from tests.support.terminal import Terminal


def press(row: int, col: int, button: int = 0) -> str:
    """Return what a terminal sends for a button pressed at a cell."""
    return f"\x1b[<{button};{col + 1};{row + 1}M"


def release(row: int, col: int, button: int = 0) -> str:
    """Return what a terminal sends for a button released at a cell."""
    return f"\x1b[<{button};{col + 1};{row + 1}m"


def click(row: int, col: int) -> str:
    """Return a click of the left button."""
    return press(row, col) + release(row, col)


def wheel(row: int, col: int, up: bool = True) -> str:
    """Return one step of the wheel."""
    return press(row, col, 64 if up else 65)


def with_history(server: Server, lines: int = 100) -> Terminal:
    """Return a terminal whose pane has printed numbered lines."""
    command = f"for n in $(seq {lines}); do echo line $n; done; exec cat"
    terminal = server.terminal("new-session", command, size=Size(12, 60))
    terminal.wait_for_text(f"line {lines}")
    return terminal


def test_the_mouse_is_on(server: Server) -> None:
    terminal = attached(server)
    terminal.wait_until("mouse mode", lambda: terminal.screen.mouse_mode >= 1002)
    server.ok("set-option", "-g", "mouse", "off")
    terminal.wait_until("no mouse mode", lambda: terminal.screen.mouse_mode == 0)


def test_a_click_focuses_a_pane(server: Server) -> None:
    terminal = attached(server)
    server.ok("split-window", "-h")
    assert server.display("#{pane_index}") == "1"
    terminal.send(click(3, 3))
    terminal.wait_until("pane 0", lambda: server.display("#{pane_index}") == "0")
    terminal.send(click(3, 50))
    terminal.wait_until("pane 1", lambda: server.display("#{pane_index}") == "1")


def test_a_border_can_be_dragged(server: Server) -> None:
    terminal = attached(server)
    server.ok("split-window", "-h")
    assert server.display("#{pane_width}", ":.0") == "30"
    terminal.wait_for_text("│")
    terminal.send(press(4, 30))
    for col in range(29, 19, -1):
        terminal.send(press(4, col, 32))
    terminal.send(release(4, 20))
    terminal.wait_until("20 columns", lambda: server.display("#{pane_width}", ":.0") == "20")
    terminal.wait_until("the border", lambda: terminal.row(4)[20] == "│")
    terminal.send(click(4, 3))
    terminal.wait_until("a click again", lambda: server.display("#{pane_index}") == "0")


def test_a_click_on_a_window_in_the_status_row_selects_it(server: Server) -> None:
    terminal = attached(server)
    server.ok("new-window", "-d", "-n", "other")
    point = terminal.wait_for_text("1:other")
    terminal.send(click(point.row, point.col + 2))
    terminal.wait_for_text("1:other*")


def test_the_wheel_scrolls_back_and_returns(server: Server) -> None:
    terminal = with_history(server)
    terminal.send(wheel(4, 4))
    terminal.wait_until("the past", lambda: terminal.find("line 88") is not None)
    assert server.display("#{pane_in_mode}") == "1"
    for _ in range(10):
        terminal.send(wheel(4, 4, up=False))
    terminal.wait_until("no mode", lambda: server.display("#{pane_in_mode}") == "0")
    terminal.send("typed\r")
    terminal.wait_for_text("typed")


@pytest.mark.parametrize("keys", ["\x02[\x1b[5~", "\x02\x1b[5~"])
def test_page_up_scrolls_back(server: Server, keys: str) -> None:
    terminal = with_history(server)
    terminal.send(keys)
    terminal.wait_until("a page up", lambda: terminal.find("line 83") is not None)
    terminal.send("q")
    terminal.wait_for_text("line 100")


def test_the_view_stays_while_output_arrives(server: Server) -> None:
    terminal = with_history(server)
    terminal.send("\x02[\x1b[5~\x1b[5~")
    terminal.wait_for_text("line 75")
    shown = [row[:10].strip() for row in terminal.rows()[1:-1]]
    server.ok("send-keys", "-l", "more")
    server.ok("run-shell", "seq 50 > $(mplex display-message -p '#{pane_tty}') || true")
    terminal.drain()
    assert [row[:10].strip() for row in terminal.rows()[1:-1]] == shown


def test_search_goes_up_and_down_and_highlights(server: Server) -> None:
    terminal = with_history(server)
    terminal.send("\x02[")
    terminal.send("\x12line 42")
    terminal.wait_for_text("line 42")
    terminal.send("\r")
    point = terminal.wait_for_text("line 42")
    terminal.wait_until(
        "a highlight", lambda: terminal.style(*terminal.wait_for_text("line 42")).bg != -1
    )
    assert point.row < 11
    terminal.send("q")
    server.ok("set-option", "-g", "mode-keys", "vi")
    terminal.send("\x02[?line 17\r")
    terminal.wait_for_text("line 17")
    terminal.send("/line 6\r")
    terminal.wait_for_text("line 60")
    terminal.send("q")
    terminal.wait_for_text("line 100")


def test_a_selection_is_copied_and_pasted(server: Server) -> None:
    terminal = with_history(server)
    server.ok("set-option", "-g", "mode-keys", "vi")
    terminal.send("\x02[?line 42\r $\r")
    terminal.wait_until("a buffer", lambda: server.ok("list-buffers") != "")
    assert server.ok("show-buffer").rstrip("\n") == "line 42"
    terminal.wait_until(
        "the clipboard", lambda: any(event[0] == "clipboard" for event in terminal.events)
    )
    terminal.send("\x02]\r")
    terminal.wait_for_text("line 42")


def test_dragging_selects_copies_and_keeps_the_place(server: Server) -> None:
    terminal = with_history(server)
    terminal.send(wheel(4, 4))
    terminal.wait_for_text("line 88")
    point = terminal.wait_for_text("line 92")
    terminal.send(press(point.row, 0))
    for col in range(1, 7):
        terminal.send(press(point.row, col, 32))
    terminal.send(release(point.row, 6))
    terminal.wait_until("a buffer", lambda: server.ok("list-buffers") != "")
    assert server.ok("show-buffer") == "line 92"
    assert server.display("#{pane_in_mode}") == "1"
    assert terminal.find("line 92") == point


def test_a_double_click_copies_a_word(server: Server) -> None:
    terminal = with_history(server)
    point = terminal.wait_for_text("line 97")
    terminal.send(click(point.row, point.col + 6) * 2)
    terminal.wait_until("a buffer", lambda: server.ok("list-buffers") != "")
    assert server.ok("show-buffer") == "97"


def test_after_copying_with_the_mouse_the_keyboard_is_the_programs(server: Server) -> None:
    terminal = with_history(server)
    point = terminal.wait_for_text("line 97")
    terminal.send(press(point.row, 0) + press(point.row, 3, 32) + press(point.row, 6, 32))
    terminal.send(release(point.row, 6))
    terminal.wait_until("a buffer", lambda: server.ok("list-buffers") != "")
    assert server.ok("show-buffer") == "line 97"
    terminal.send("typed\r")
    terminal.wait_for_text("typed")


def test_programs_reach_the_clipboard_but_cannot_read_it(server: Server) -> None:
    terminal = attached(server)
    server.ok("new-window", "-d", "printf '\\033]52;c;SGVsbG8=\\007\\033]52;c;?\\007'; exec cat -v")
    terminal.wait_until(
        "the clipboard",
        lambda: [event for event in terminal.events if event[0] == "clipboard"],
    )
    assert server.ok("show-buffer") == "Hello"
    assert "52" not in server.ok("capture-pane", "-p", "-t", ":1")


def test_a_paste_of_many_lines_arrives_whole(server: Server) -> None:
    command = "stty raw -echo; printf ready; exec cat > got"
    terminal = server.terminal("new-session", command, size=Size(12, 60))
    terminal.wait_for_text("ready")
    text = b"".join(b"line %d of a paste\r" % number for number in range(20000))
    terminal.send(b"\x1b[200~" + text + b"\x1b[201~")
    got = server.house.home / "got"
    terminal.wait_until("all of it", lambda: got.exists() and got.stat().st_size >= len(text))
    assert got.read_bytes() == text


def test_dragging_to_the_edge_scrolls_on_by_itself(server: Server) -> None:
    terminal = with_history(server)
    terminal.send(wheel(4, 4))
    terminal.wait_for_text("line 86")
    terminal.send(press(5, 0) + press(2, 3, 32) + press(0, 3, 32))
    terminal.wait_for_text("line 60")
    terminal.send(release(0, 3))
    terminal.wait_until("a buffer", lambda: server.ok("list-buffers") != "")


def test_a_title_cannot_style_the_status_row(server: Server) -> None:
    terminal = attached(server)
    server.ok("set-option", "-g", "status-right", "<#{pane_title}>")
    server.ok("select-pane", "-T", "#[fg=red]t##")
    point = terminal.wait_for_text("<#[fg=red]t#>")
    assert terminal.style(point.row, point.col + 10).fg == 0
