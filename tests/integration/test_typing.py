"""What is typed reaches the program as its modes want it; what the prefix begins does not."""

from __future__ import annotations

import pytest

from mplex.geometry import Size
from tests.integration.test_sessions import attached
from tests.support.server import Server
from tests.support.terminal import Terminal

READY = "ready to read"


def reader(server: Server, modes: str = "", size: Size = Size(12, 78)) -> Terminal:  # noqa: B008
    """Return a terminal whose pane prints every byte it gets, after it has set `modes`."""
    command = f"stty raw -echo; printf '{modes}{READY}'; exec cat -vT"
    terminal = server.terminal("new-session", command, size=size)
    terminal.wait_for_text(READY)
    return terminal


def typed(terminal: Terminal, keys: str | bytes, shown: str) -> None:
    """Type something and wait until the program has seen it as `shown`."""
    terminal.send(keys)
    terminal.wait_for_text(READY + shown)


@pytest.mark.parametrize(
    ("modes", "keys", "shown"),
    [
        ("", "\x1b[A", "^[[A"),
        ("", "\x1bOA", "^[[A"),
        ("\\033[?1h", "\x1b[A", "^[OA"),
        ("\\033[?1h", "\x1b[1;5A", "^[[1;5A"),
        ("", "\x1b[1;5C", "^[[1;5C"),
        ("", "\x1bx", "^[x"),
        ("", "\x1b[15~", "^[[15~"),
        ("", "\x1bOP", "^[OP"),
        ("", "\x1b[1;2P", "^[[1;2P"),
        ("", "\x1b[Z", "^[[Z"),
        ("", "\x7f", "^?"),
        ("", "\x00", "^@"),
        ("", "\x1b[3~", "^[[3~"),
        ("", "\x1b[3;5~", "^[[3;5~"),
        ("", "\x1b[H\x1bOF", "^[[1~^[[4~"),
        ("\\033[?1h", "\x1bOH\x1b[F", "^[[1~^[[4~"),
        ("", "\t", "^I"),
        ("\\033[>4;1m", "\x1b[27;5;9~", "^[[27;5;9~"),
        ("\\033[>1u", "\x1b[13;5u", "^[[13;5u"),
        ("", "\x1b[200~a\rb\x1b[201~", "a^Mb"),
        ("\\033[?2004h", "\x1b[200~a\rb\x1b[201~", "^[[200~a^Mb^[[201~"),
        ("", "ü", "M-CM-<"),
    ],
)
def test_keys_arrive_as_the_program_wants_them(
    server: Server, modes: str, keys: str, shown: str
) -> None:
    typed(reader(server, modes), keys, shown)


def test_escape_alone_is_not_held_back(server: Server) -> None:
    terminal = reader(server)
    typed(terminal, "\x1b", "^[")
    typed(terminal, "x", "^[x")


def test_a_key_cut_in_two_is_one_key(server: Server) -> None:
    terminal = reader(server)
    server.ok("set-option", "-g", "escape-time", "5000")
    terminal.send("\x1b")
    terminal.send("[1;")
    typed(terminal, "5D", "^[[1;5D")


def test_the_prefix_twice_is_the_prefix(server: Server) -> None:
    typed(reader(server), "\x02\x02", "^B")


def test_a_key_that_means_nothing_after_the_prefix_is_swallowed(server: Server) -> None:
    typed(reader(server), "\x02\x0eok", "ok")


def test_a_repeated_key_ends_with_the_first_other_key(server: Server) -> None:
    terminal = reader(server)
    server.ok("split-window", "-d")
    server.ok("set-option", "-g", "repeat-time", "60000")
    before = int(server.display("#{pane_height}"))
    terminal.send("\x02\x1b[1;5A\x1b[1;5A")
    terminal.wait_until(
        "a smaller pane", lambda: int(server.display("#{pane_height}")) == before - 2
    )
    typed(terminal, "x\x1b[1;5A", "x^[[1;5A")


def test_focus_is_told_to_a_program_that_wants_it(server: Server) -> None:
    terminal = reader(server, "\\033[?1004h")
    typed(terminal, "\x1b[O", "^[[O")
    typed(terminal, "\x1b[I", "^[[O^[[I")
    server.ok("split-window")
    terminal.wait_for_text(READY + "^[[O^[[I^[[O")


def test_focus_is_not_told_to_others(server: Server) -> None:
    typed(reader(server), "\x1b[O\x1b[Ix", "x")


@pytest.mark.parametrize(
    ("modes", "keys", "shown"),
    [
        ("\\033[?1000h\\033[?1006h", "\x1b[<0;5;3M\x1b[<0;5;3m", "^[[<0;5;3M^[[<0;5;3m"),
        ("\\033[?1000h\\033[?1006h", "\x1b[<64;1;2M", "^[[<64;1;2M"),
        (
            "\\033[?1002h\\033[?1006h",
            "\x1b[<0;5;3M\x1b[<32;6;3M\x1b[<0;6;3m",
            "^[[<0;5;3M^[[<32;6;3M^[[<0;6;3m",
        ),
        ("\\033[?1003h\\033[?1006h", "\x1b[<35;9;9M", "^[[<35;9;9M"),
        ("\\033[?1000h\\033[?1006h", "\x1b[<35;9;9Mx", "x"),
        ("\\033[?1000h", "\x1b[<0;5;3M", "^[[M %#"),
    ],
)
def test_a_program_that_asked_for_the_mouse_gets_it(
    server: Server, modes: str, keys: str, shown: str
) -> None:
    typed(reader(server, modes), keys, shown)


def test_mouse_positions_are_the_panes_own(server: Server) -> None:
    terminal = reader(server, "\\033[?1000h\\033[?1006h")
    server.ok("split-window", "-h", "-b", "-d", "-l", "20", "cat")
    typed(terminal, "\x1b[<0;24;3M\x1b[<0;24;3m", "^[[<0;3;3M^[[<0;3;3m")


def test_text_goes_to_all_panes_that_are_synchronised(server: Server) -> None:
    terminal = reader(server)
    server.ok("split-window", "-d", f"stty raw -echo; printf 'too {READY}'; exec cat -vT")
    terminal.wait_for_text("too " + READY)
    server.ok("set-option", "-w", "synchronize-panes", "on")
    typed(terminal, "both", "both")
    terminal.wait_for_text(f"too {READY}both")


def test_a_program_that_wants_its_size_in_band_is_told_at_once(server: Server) -> None:
    terminal = reader(server, "\\033[?2048h")
    terminal.wait_for_text("^[[48;11;78;")
    terminal.resize(9, 60)
    terminal.wait_for_text("^[[48;8;60;")


def test_a_flood_of_keys_loses_none(server: Server) -> None:
    command = "stty raw -echo; printf ready; exec cat > got"
    terminal = server.terminal("new-session", command, size=Size(12, 60))
    terminal.wait_for_text("ready")
    sent = b"".join(b"%05d " % number for number in range(4000))
    terminal.send(sent)
    got = server.house.home / "got"
    terminal.wait_until("all of it", lambda: got.exists() and got.stat().st_size >= len(sent))
    assert got.read_bytes() == sent


def test_send_keys_types_names_text_and_bytes(server: Server) -> None:
    terminal = reader(server)
    server.ok("send-keys", "Up", "-", "C-a", "M-x", "Enter")
    terminal.wait_for_text(READY + "^[[A-^A^[x^M")
    server.ok("send-keys", "-l", "Up")
    terminal.wait_for_text("^MUp")
    server.ok("send-keys", "-H", "41", "0a")
    terminal.wait_for_text("UpA")


def test_the_command_prompt_has_history(server: Server) -> None:
    terminal = attached(server)
    terminal.send("\x02:rename-window first\r")
    terminal.wait_for_text("0:first*")
    terminal.send("\x02:\x1b[A")
    terminal.wait_for_text(":rename-window first")
    terminal.send("\x17second\r")
    terminal.wait_for_text("0:second*")


def test_a_mistake_in_the_prompt_is_a_message(server: Server) -> None:
    server.configure("set -g display-time 0\n")
    terminal = attached(server)
    terminal.send("\x02:nonsense\r")
    terminal.wait_until("the message", lambda: "nknown command: nonsense" in terminal.row(-1))
    terminal.send("x")
    terminal.wait_for_no_text("nknown command")


@pytest.mark.parametrize(("key", "left"), [("x", "#{window_panes}"), ("&", "#{session_windows}")])
def test_killing_asks_first(server: Server, key: str, left: str) -> None:
    terminal = attached(server)
    server.ok("split-window" if key == "x" else "new-window")
    terminal.send("\x02" + key)
    terminal.wait_for_text("(y/n)")
    terminal.send("n")
    terminal.wait_for_no_text("(y/n)")
    assert server.display(left) == "2"
    terminal.send("\x02" + key)
    terminal.wait_for_text("(y/n)")
    terminal.send("y")
    terminal.wait_until("one less", lambda: server.display(left) == "1")


def test_the_list_of_keys_has_notes(server: Server) -> None:
    terminal = attached(server, size=Size(20, 80))
    terminal.send("\x02?")
    terminal.wait_for_text("Send the prefix key")
    terminal.send("q")
    terminal.wait_for_no_text("Send the prefix key")
    assert "C-b d" in server.ok("list-keys", "-N")
