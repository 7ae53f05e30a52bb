"""Commands on panes whose effect no list shows: keys, mouse, capture, pipes, respawning."""

from __future__ import annotations

import pytest

from mplex.commands.context import MouseHit
from mplex.geometry import Point
from mplex.term.keys import Key, MouseEvent
from tests.commands.fakes import FakeConnection, FakePty, Home


def feed(home: Home, text: str, pane: int = 0) -> None:
    home.tree.panes[pane].stream.feed(text.encode())


def test_keys_by_name_text_and_bytes(home: Home) -> None:
    home.run("send-keys", "echo hi", "Enter", "C-c", "M-Left")
    home.run("send-keys", "-l", "Enter", ";x")
    home.run("send-keys", "-H", "1b", "5b", "41")
    home.run("send-keys", "-N", "2", "a")
    assert home.server.sent == [
        "%0 bytes b'echo hi'",
        "%0 key Enter",
        "%0 key C-c",
        "%0 key M-Left",
        "%0 bytes b'Enter'",
        "%0 bytes b';x'",
        "%0 bytes b'\\x1b'",
        "%0 bytes b'['",
        "%0 bytes b'A'",
        "%0 key a",
        "%0 key a",
    ]
    assert home.error("send-keys", "-H", "100") == "not a byte in hexadecimal: 100"


def test_the_prefix_can_be_sent(home: Home) -> None:
    home.run("set", "-g", "prefix", "C-a")
    home.run("send-prefix")
    home.run("send-prefix", "-2")
    assert home.server.sent == ["%0 key C-a"]


def test_keys_can_be_pressed_at_the_client(home: Home) -> None:
    client = home.attach()
    home.run("send-keys", "-K", "C-b", "c")
    assert client.pressed == [Key("b", 4), Key("c")]


def test_capturing_what_is_shown(home: Home) -> None:
    feed(home, "one  \r\n\x1b[31mred\x1b[m\r\n\r\nend")
    assert home.output("capture-pane", "-p")[:4] == ["one", "red", "", "end"]
    assert home.output("capture-pane", "-p", "-S", "1", "-E", "1") == ["red"]
    assert home.output("capture-pane", "-pe", "-S", "1", "-E", "1") == ["\x1b[0;31mred\x1b[0m"]
    assert home.output("capture-pane", "-pC", "-e", "-S", "1", "-E", "1") == [
        "\\033[0;31mred\\033[0m"
    ]
    home.run("capture-pane", "-b", "kept", "-E", "0")
    assert home.tree.buffers.get("kept").data == b"one\n"


def test_capturing_history_and_wrapped_lines(home: Home) -> None:
    feed(home, "".join(f"line {n}\r\n" for n in range(30)) + "x" * 100)
    lines = home.output("capture-pane", "-p", "-S", "-", "-J")
    assert lines[0] == "line 0"
    assert lines[-1] == "x" * 100
    home.run("clear-history")
    assert home.output("capture-pane", "-p", "-S", "-")[0] == "line 8"


def test_capturing_the_main_screen_behind_the_alternate_one(home: Home) -> None:
    feed(home, "below\x1b[?1049habove")
    assert home.output("capture-pane", "-pa")[0] == "below"
    assert "above" in home.output("capture-pane", "-p")[0]
    feed(home, "\x1b[?1049l")
    assert home.error("capture-pane", "-pa") == "no alternate screen"
    assert home.run("capture-pane", "-paq").out == "\n"


def test_trimming_below_the_cursor(home: Home) -> None:
    feed(home, "".join(f"{n}\r\n" for n in range(80)) + "\x1b[5;1H")
    before = home.output("capture-pane", "-p")
    home.run("resize-pane", "-T")
    after = home.output("capture-pane", "-p")
    assert after[-1] == before[4]
    assert home.tree.panes[0].screen.cursor_point == (23, 0)


def test_pipes(home: Home) -> None:
    home.run("pipe-pane", "cat >#{pane_id}")
    assert list(home.server.pipes.values()) == ["cat >%0 O"]
    home.run("pipe-pane", "-o", "cat >x")
    assert home.server.pipes == {}
    home.run("pipe-pane", "-IO", "sh")
    assert list(home.server.pipes.values()) == ["sh OI"]
    home.run("pipe-pane")
    assert home.server.pipes == {}


def test_respawning(home: Home) -> None:
    pane = home.tree.panes[0]
    assert home.error("respawn-pane") == "respawn pane failed: pane 0:0.0 still active"
    feed(home, "old")
    home.run("respawn-pane", "-k", "-c", "/etc", "-e", "A=b", "make", "all")
    assert (pane.argv, pane.cwd, pane.environ) == (["make", "all"], "/etc", {"A": "b"})
    assert home.output("capture-pane", "-p")[0] == ""
    pane.ended(1, None, 0.0)
    home.run("respawn-pane")
    assert (pane.argv, pane.dead) == (["make", "all"], False)


def test_pasting(home: Home) -> None:
    home.run("set-buffer", "a\nb")
    home.run("paste-buffer")
    home.run("paste-buffer", "-pr")
    home.run("paste-buffer", "-d", "-s", ", ")
    assert home.server.sent == [
        "%0 paste b'a\\rb'",
        "%0 paste b'a\\nb' bracketed",
        "%0 paste b'a, b'",
    ]
    assert home.output("list-buffers") == []


def test_buffers_from_standard_input(home: Home) -> None:
    connection = FakeConnection(home.server, b"from a pipe")
    home.run("load-buffer", "-b", "in", "-", context=home.context(connection=connection))
    assert home.tree.buffers.get("in").data == b"from a pipe"
    assert home.error("load-buffer", "-") == "no standard input here: -"


@pytest.mark.parametrize(
    ("modes", "key", "sent"),
    [
        ("", "MouseDown1Pane", []),
        ("\x1b[?1000h", "MouseDown1Pane", ["%0 mouse down"]),
        ("\x1b[?1000h", "MouseDrag1Pane", ["%0 mouse down"]),
        ("\x1b[?1000h", "WheelUpPane", ["%0 mouse down"]),
        ("\x1b[?1049h", "WheelUpPane", ["%0 mouse down"]),
    ],
)
def test_the_mouse_goes_to_programs_that_want_it(
    home: Home, modes: str, key: str, sent: list[str]
) -> None:
    home.attach()
    feed(home, modes)
    press(home, key)
    if sent:
        assert home.server.sent == sent
    assert home.tree.panes[0].mode is None


def press(home: Home, key: str, row: int = 0, col: int = 0, action: str = "down") -> None:
    """Run what a mouse key is bound to, in copy mode's table if the pane is in it."""
    session = home.client.session
    pane = session.current.active
    event = MouseEvent(action, 1, row, col)
    hit = MouseHit(event, key, session, session.current, pane, "", Point(row, col))
    table = "copy-mode" if pane.mode else "root"
    binding = home.server.key_tables.lookup(table, key)
    assert binding is not None, key
    text = home.server.key_tables.text(binding, ";")
    home.key(text, mouse=hit)


def test_dragging_copies_on_release_and_stays(home: Home) -> None:
    client = home.attach()
    feed(home, "".join(f"line {n}\r\n" for n in range(60)))
    press(home, "WheelUpPane")
    mode = home.tree.panes[0].mode
    assert mode is not None
    assert mode.scroll_position == 5
    press(home, "MouseDown1Pane", 2, 0)
    press(home, "MouseDrag1Pane", 2, 3, "drag")
    press(home, "MouseDragEnd1Pane", 2, 3, "up")
    assert home.tree.buffers.get().data == b"line"
    assert client.log == ["clipboard b'line'"]
    assert home.tree.panes[0].mode is mode
    assert mode.scroll_position == 5


def test_a_double_click_copies_a_word(home: Home) -> None:
    home.attach()
    feed(home, "some words here")
    press(home, "DoubleClick1Pane", 0, 6)
    press(home, "MouseUp1Pane", 0, 6, "up")
    assert home.tree.buffers.get().data == b"words"


def test_copy_mode_commands(home: Home) -> None:
    home.attach()
    feed(home, "abc def\r\n")
    home.run("set", "-s", "copy-command", "xsel")
    home.run("copy-mode")
    assert home.tree.panes[0].mode.name == "copy-mode"
    for words in (["history-top"], ["begin-selection"], ["next-word-end"]):
        home.run("send-keys", "-X", *words)
    home.run("send-keys", "-X", "copy-pipe-and-cancel")
    assert home.tree.panes[0].mode is None
    data = home.tree.buffers.get().data
    assert data == b"abc"
    assert (home.server.jobs[0].command, home.server.jobs[0].stdin) == ("xsel", data)
    assert home.error("send-keys", "-X", "cancel") == "not in a mode"


def test_counts_for_copy_mode(home: Home) -> None:
    feed(home, "".join(f"{n}\r\n" for n in range(60)))
    home.run("copy-mode")
    home.run("send-keys", "-N", "7")
    home.run("send-keys", "-X", "scroll-up")
    assert home.tree.panes[0].mode.scroll_position == 7
    home.run("send-keys", "-X", "scroll-up")
    assert home.tree.panes[0].mode.scroll_position == 8
    home.run("copy-mode", "-q")
    assert home.tree.panes[0].mode is None


def test_appending_to_the_newest_buffer(home: Home) -> None:
    feed(home, "abc")
    home.run("set-buffer", "first ")
    home.run("copy-mode")
    home.run("send-keys", "-X", "history-top")
    home.run("send-keys", "-X", "select-line")
    home.run("send-keys", "-X", "append-selection-and-cancel")
    assert home.tree.buffers.list()[0].data.startswith(b"first abc")


def test_a_pane_without_a_program_shows_standard_input(home: Home) -> None:
    pane = home.tree.panes[0]
    connection = FakeConnection(home.server, b"one\ntwo")
    assert isinstance(pane.pty, FakePty)
    assert home.error("display-message", "-I") == "pane is not empty"
    pane.pty = None
    home.run("display-message", "-I", context=home.context(connection=connection))
    assert home.output("capture-pane", "-p")[:2] == ["one", "two"]
