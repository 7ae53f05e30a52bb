"""Sessions outlive their clients, and clients look where they like: all through real terminals."""

from __future__ import annotations

import os
import re
import signal

import pytest

from mplex.geometry import Size
from tests.support.server import MPLEX, Server
from tests.support.terminal import Terminal
from tests.support.waiting import wait_until

PROMPT = "[0]"


def attached(server: Server, *argv: str, size: Size = Size(12, 60)) -> Terminal:  # noqa: B008
    """Return a terminal that shows a session."""
    terminal = server.terminal(*argv, size=size)
    terminal.wait_until("a status row", lambda: terminal.row(-1).startswith("["))
    return terminal


def test_mplex_alone_makes_a_session_and_exit_ends_it(server: Server) -> None:
    terminal = attached(server)
    assert server.ok("list-sessions").startswith("0: 1 windows")
    terminal.send("exit\r")
    assert terminal.wait_for_end() == 0
    assert "[exited]" in terminal.screen_text()
    server.wait_for_end()
    assert not server.control.exists()


def test_detach_and_reattach_from_another_terminal(server: Server) -> None:
    first = attached(server)
    first.send("echo 'left here'\r")
    first.wait_for_text("\nleft here".strip())
    first.send("\x02d")
    assert first.wait_for_end() == 0
    assert "[detached (from session 0)]" in first.screen_text()
    second = attached(server, "attach", size=Size(20, 90))
    second.wait_for_text("left here")
    assert server.display("#{window_width}x#{window_height}") == "90x19"


def test_new_session_attaches_to_one_that_is_there(server: Server) -> None:
    server.ok("new-session", "-d", "-s", "work", "-x", "100", "-y", "30")
    assert server.display("#{window_width}x#{window_height}", "work") == "100x30"
    terminal = server.terminal("new-session", "-A", "-s", "work")
    terminal.wait_for_text("[work]")
    assert server.ok("list-sessions", "-F", "#{session_name}") == "work"
    again = server.run("new-session", "-d", "-s", "work")
    assert (again.returncode, again.stderr) == (1, "duplicate session: work\n")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP, signal.SIGTERM])
def test_a_lost_client_leaves_the_session(server: Server, number: signal.Signals) -> None:
    terminal = attached(server)
    pid = server.pid
    terminal.kill(number)
    terminal.wait_for_end()
    wait_until("no client", lambda: not server.ok("list-clients"))
    assert server.pid == pid
    assert attached(server, "attach").find(PROMPT)


def test_a_closed_terminal_leaves_the_session(server: Server) -> None:
    terminal = attached(server)
    terminal.close()
    wait_until("no client", lambda: not server.ok("list-clients"))
    assert server.ok("has-session", "-t", "0") == ""


@pytest.mark.parametrize("leave", ["detach", "exit", "kill-server", "SIGTERM", "server killed"])
def test_the_terminal_is_restored_on_every_way_out(server: Server, leave: str) -> None:
    terminal = server.terminal(
        "-c",
        f'stty -a > before; {MPLEX[0]}; stty -a > after; cmp before after && echo "same as before"',
        program=("/bin/sh",),
        size=Size(12, 70),
    )
    terminal.wait_until("a status row", lambda: terminal.row(-1).startswith("[0]"))
    client = int(server.ok("list-clients", "-F", "#{client_pid}"))
    if leave == "detach":
        terminal.send("\x02d")
    elif leave == "exit":
        terminal.send("exit\r")
    elif leave == "kill-server":
        server.ok("kill-server")
    elif leave == "SIGTERM":
        os.kill(client, signal.SIGTERM)
    else:
        os.kill(server.pid, signal.SIGKILL)
    terminal.wait_for_text("same as before")
    screen = terminal.screen
    assert not screen.alternate
    assert not screen.cursor.hidden
    assert screen.mouse_mode == 0
    assert not screen.bracketed_paste
    assert not screen.focus_events
    assert not screen.application_cursor
    assert screen.kitty_flags == 0
    assert screen.modify_other_keys == 0


def test_clients_have_their_own_window_and_size(server: Server) -> None:
    first = attached(server, size=Size(12, 60))
    first.send("echo 'in window 0'\r")
    second = attached(server, "attach", size=Size(20, 100))
    second.send("\x02c")
    second.wait_for_text("1:sh")
    second.send("echo 'in window 1'\r")
    second.wait_for_text("in window 1")
    first.wait_for_text("in window 0")
    assert first.find("in window 1") is None
    sizes = server.ok("list-windows", "-F", "#{window_index} #{window_width}x#{window_height}")
    assert sizes.splitlines() == ["0 60x11", "1 100x19"]


def test_a_window_takes_the_size_of_the_client_used_last(server: Server) -> None:
    small = attached(server, size=Size(12, 60))
    large = attached(server, "attach", size=Size(20, 100))
    large.send("x")
    wait_until("the large size", lambda: server.display("#{window_width}") == "100")
    small.send("\x7f")
    wait_until("the small size", lambda: server.display("#{window_width}") == "60")
    large.wait_for_text("·")


def test_detach_can_leave_a_command_in_its_place(server: Server) -> None:
    terminal = attached(server)
    server.ok("detach-client", "-E", "echo instead of #{client_name}")
    assert terminal.wait_for_end() == 0
    assert "instead of /dev/pts/" in terminal.screen_text()


def test_a_read_only_client_sees_and_does_not_touch(server: Server) -> None:
    owner = attached(server)
    guest = attached(server, "attach", "-r")
    guest.send("echo stray\r\x02c")
    owner.send("echo mine\r")
    guest.wait_for_text("mine")
    assert guest.find("stray") is None
    assert server.display("#{session_windows}") == "1"
    guest.send("\x02d")
    assert guest.wait_for_end() == 0


def test_attach_d_takes_the_session_over(server: Server) -> None:
    first = attached(server)
    attached(server, "attach", "-d")
    first.wait_for_end()
    assert "detached" in first.screen_text()
    assert len(server.ok("list-clients").splitlines()) == 1


def test_mplex_inside_mplex_is_refused(server: Server) -> None:
    terminal = attached(server, size=Size(12, 90))
    terminal.send(f"{MPLEX[0]}\r")
    terminal.wait_for_text("sessions should be nested with care")
    assert len(server.ok("list-sessions").splitlines()) == 1


def test_a_pane_knows_where_it_is(server: Server) -> None:
    terminal = attached(server, size=Size(12, 100))
    terminal.send("echo $MPLEX_PANE $TERM_PROGRAM $COLORTERM; echo $MPLEX\r")
    terminal.wait_for_text("%0 mplex truecolor")
    terminal.wait_for_text(f"{server.socket},{server.pid},0")
    terminal.send(f"{MPLEX[0]} rename-session here\r")
    terminal.wait_for_text("[here]")


def test_names_follow_the_program(server: Server) -> None:
    terminal = attached(server)
    terminal.send("cat\r")
    terminal.wait_for_text("0:cat*")
    terminal.send("\x03")
    terminal.wait_for_text("0:sh*")
    terminal.send("\x02,\x15fixed\r")
    terminal.wait_for_text("0:fixed*")
    terminal.send("cat\r")
    terminal.send("\x02c")
    terminal.wait_for_text("1:sh*")
    assert terminal.find("0:fixed-") is not None


def test_a_bell_marks_its_window(server: Server) -> None:
    terminal = attached(server)
    server.ok("new-window", "-d", "printf '\\a'; exec cat")
    terminal.wait_for_text("1:cat!")
    terminal.wait_until("the bell", lambda: ("bell",) in terminal.events)
    terminal.send("\x021")
    terminal.wait_for_text("1:cat*")
    assert terminal.find("!") is None


def test_an_ended_program_takes_its_pane_and_may_leave_it(server: Server) -> None:
    attached(server)
    server.ok("split-window", "-d", "exit 3")
    wait_until("one pane", lambda: server.display("#{window_panes}") == "1")
    server.ok("set-option", "-g", "remain-on-exit", "on")
    server.ok("split-window", "-d", "exit 3")
    wait_until("dead", lambda: server.display("#{pane_dead}#{pane_dead_status}", ":.1") == "13")
    assert "Pane is dead (status 3" in server.ok("capture-pane", "-p", "-t", ":.1")
    server.ok("respawn-pane", "-t", ":.1", "cat")
    assert server.display("#{pane_dead}", ":.1") == "0"


def test_killing_goes_up_to_the_server(server: Server) -> None:
    terminal = attached(server)
    server.ok("new-window", "-d")
    server.ok("kill-window", "-t", ":1")
    server.ok("kill-pane")
    assert terminal.wait_for_end() == 0
    server.wait_for_end()


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("no-such-command",), "unknown command: no-such-command"),
        (("list-sessions", "-Q"), "command list-sessions: unknown flag -Q"),
        (("kill-window", "-t", "nowhere:"), "can't find session: nowhere"),
        (("kill-window", "-t", ":99"), "can't find window: 99"),
        (("select-pane", "-t", "%77"), "can't find pane: %77"),
        (("has-session", "-t", "=nope"), "can't find session: nope"),
        (("set-option", "-g", "no-such-option", "1"), "invalid option: no-such-option"),
    ],
)
def test_a_mistake_is_said_on_stderr_with_status_1(
    server: Server, argv: tuple[str, ...], message: str
) -> None:
    server.ok("new-session", "-d")
    done = server.run(*argv)
    assert done.returncode == 1
    assert message in done.stderr
    assert done.stdout == ""


def test_without_a_server_it_says_so(server: Server) -> None:
    done = server.run("list-sessions")
    assert done.returncode == 1
    assert "no server running on" in done.stderr


def test_to_attach_without_sessions_says_so_unless_the_configuration_makes_some(
    server: Server,
) -> None:
    done = server.run("attach-session")
    assert (done.returncode, done.stderr) == (1, "no sessions\n")
    server.wait_for_end()
    server.configure("new-session -d -s made\n")
    terminal = server.terminal("attach-session")
    terminal.wait_for_text("[made]")


def test_a_command_from_a_shell_moves_the_person_who_looks(server: Server) -> None:
    idle = attached(server)
    used = attached(server, "attach")
    server.ok("new-window", "-n", "made", "printf 'in here'; exec cat")
    used.wait_for_text("in here")
    assert used.find("1:made*") is not None
    assert idle.find("in here") is None
    server.ok("select-window", "-t", ":0")
    used.wait_for_text("0:sh*")
    server.ok("last-window")
    used.wait_for_text("1:made*")
    server.ok("next-window")
    used.wait_for_text("0:sh*")


def test_each_client_sees_its_own_window_marked(server: Server) -> None:
    first = attached(server, size=Size(12, 60))
    second = attached(server, "attach", size=Size(12, 60))
    second.send("\x02c")
    second.wait_until("a new window", lambda: "1:sh*" in second.row(-1))
    first.wait_until("the new window", lambda: "1:sh" in first.row(-1))

    def marks(terminal: Terminal) -> list[str]:
        return re.findall(r"\d:\w+([*-]?)", terminal.row(-1))[:2]

    first.wait_until("its own mark", lambda: marks(first) == ["*", "-"])
    second.wait_until("its own mark", lambda: marks(second) == ["-", "*"])
    first.send("\x02l")
    first.wait_until("the other window", lambda: marks(first) == ["-", "*"])


def test_a_killed_pane_is_hung_up_on(server: Server) -> None:
    server.ok("new-session", "-d", "exec cat")
    server.ok("new-window", "-d", "trap 'echo hung up > told; exit' HUP; echo ready; read x")
    wait_until("the trap", lambda: "ready" in server.ok("capture-pane", "-p", "-t", ":1"))
    server.ok("kill-pane", "-t", ":1")
    told = server.house.home / "told"
    wait_until("the hangup", lambda: told.exists() and told.read_text() == "hung up\n")


def test_keys_show_beside_a_flood(server: Server) -> None:
    terminal = attached(server, size=Size(12, 60))
    server.ok("split-window", "-d", "-h", "while :; do seq 1000; done")
    terminal.wait_for_text("│")
    terminal.send("echo typed beside a flood\r")
    terminal.wait_until(
        "the echo", lambda: sum("typed beside" in row for row in terminal.rows()) > 1
    )
    server.ok("kill-pane", "-t", ":.1")
    terminal.wait_for_no_text("│")
