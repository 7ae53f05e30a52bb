"""`notify` on a real server: where a notification is seen and heard, and what a flood does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.integration.dialogs.room import Control, Room
from tests.support.server import Server

UNFOCUS = "\x1b[O"


def since(room: Room, start: int) -> bytes:
    """Return what the terminal has been sent since it had been sent so many bytes."""
    return bytes(room.terminal.output[start:])


def waits_for(room: Room, start: int, wanted: bytes) -> None:
    room.terminal.wait_until(f"{wanted!r} in the output", lambda: wanted in since(room, start))


def test_it_is_in_the_status_row_the_bell_and_the_message_log(room: Room) -> None:
    start = len(room.terminal.output)
    params = {"title": "Build done", "subtitle": "main", "body": "3 warnings", "sound": "Glass"}
    assert room.control().call("notify", **params) == {}
    assert room.see("Build done: main - 3 warnings").row == 23
    waits_for(room, start, b"\a")
    assert "Build done: main - 3 warnings" in room.server.ok("show-messages")
    room.type("\x02~")
    room.terminal.wait_until(
        "the log on a page", lambda: (at := room.terminal.find("Build done")) and at.row < 23
    )
    assert room.keys() == b""


def test_how_urgent_it_is_can_be_read(room: Room) -> None:
    room.control().call("notify", title="Disk full", level="error")
    room.see("error: Disk full")
    room.control().call("notify", title="Disk fills", level="warning")
    room.see("warning: Disk fills")


def test_the_window_it_is_about_is_marked(room: Room) -> None:
    room.server.ok("new-window", "-d", "-t", f"{room.session}:5", "exec cat")
    flags = ("display-message", "-p", "-t", f"{room.session}:5", "#{window_flags}")
    assert "!" not in room.server.ok(*flags)
    room.control().call("notify", title="Look", pane=f"{room.session}:5")
    room.see("5:cat!")
    assert "!" in room.server.ok(*flags)


def test_a_program_in_a_pane_marks_its_own_window(room: Room) -> None:
    command = 'mplex-ctl call notify \'{"title": "Done here"}\'; exec cat'
    room.server.ok("new-window", "-d", "-t", f"{room.session}:6", command)
    room.see("Done here")
    room.terminal.wait_until(
        "the mark", lambda: "!" in room.server.display("#{window_flags}", f"{room.session}:6")
    )


@pytest.mark.parametrize(
    ("terminal", "sent"),
    [
        ("iTerm2 3.5.0", b"\x1b]9;Done: all green\x1b\\"),
        ("WezTerm 20240203", b"\x1b]777;notify;Done;all green\x1b\\"),
        ("foot(1.17.2)", b"\x1b]777;notify;Done;all green\x1b\\"),
        (
            "kitty(0.35.2)",
            b"\x1b]99;i=mplex:d=0:u=2;Done\x1b\\\x1b]99;i=mplex:d=1:p=body;all green\x1b\\",
        ),
    ],
)
def test_a_terminal_in_the_background_is_told_in_its_own_way(
    room: Room, terminal: str, sent: bytes
) -> None:
    start = len(room.terminal.output)
    room.type(f"\x1bP>|{terminal}\x1b\\x")
    room.pane_gets(b"x")
    room.control().call("notify", title="Seen", body="all green")
    room.see("Seen: all green")
    assert b"all green\x1b\\" not in since(room, start)
    room.type(f"{UNFOCUS}y")
    room.pane_gets(b"xy")
    room.control().call("notify", title="Done", body="all green", level="error")
    waits_for(room, start, sent)


def test_a_thousand_at_once_harm_nobody(room: Room) -> None:
    room.server.ok("display-message", "-t", room.session, "an older message")
    control = room.control()
    start = len(room.terminal.output)
    for number in range(1000):
        control.post("notify", title=f"again {number}")
    answers: list[Any] = [control.read() for _ in range(1000)]
    results = [answer["result"] for answer in answers]
    assert results[0] == {}
    assert results.count({"left_out": True}) > 900
    room.type("keys still go")
    room.pane_gets(b"keys still go")
    server = room.server
    room.terminal.wait_until(
        "the number of those left out",
        lambda: "more notifications were left out" in server.ok("show-messages"),
    )
    log = server.ok("show-messages")
    assert log.count("again") < 100
    assert "an older message" in log
    assert since(room, start).count(b"\a") < 100


def test_nothing_of_it_is_more_than_text(room: Room) -> None:
    room.control().call("notify", title="a\x1b]0;PWNED\x07", subtitle="b\x9b31m", body="c\nd")
    room.see("PWNED")
    assert not any("PWNED" in str(event) for event in room.terminal.events)


def test_half_a_character_harms_nobody(room: Room) -> None:
    room.type(f"{UNFOCUS}y")
    room.pane_gets(b"y")
    room.control().call("notify", title="half \ud800 of", body="\udcff it")
    room.see("half")
    room.type("z")
    room.pane_gets(b"yz")
    assert "half" in room.server.ok("show-messages")


@pytest.mark.parametrize(
    ("params", "where"),
    [
        ({}, "title"),
        ({"title": "  "}, "title"),
        ({"title": "t", "subtitle": 5}, "subtitle"),
        ({"title": "t", "sound": []}, "sound"),
        ({"title": "t", "level": "loud"}, "level"),
    ],
)
def test_a_wrong_notification_says_where(room: Room, params: dict[str, Any], where: str) -> None:
    error = room.control().refusal("notify", **params)
    assert (error["data"]["word"], error["data"]["where"]) == ("invalid_spec", where)


def test_where_nobody_is_attached_it_is_in_the_log_and_the_asker_hears_that(server: Server) -> None:
    server.ok("new-session", "-d", "exec cat")
    control = Control(server.control)
    assert control.call("notify", title="Build done") == {"unseen": True}
    control.close()
    done = server.ctl("tool", "notify", '{"title": "Tests green", "body": "all 214"}')
    assert done.returncode == 3
    assert done.stdout.startswith('{"ok": false, "error": "nobody is attached')
    log = server.ok("show-messages")
    assert "Build done" in log and "Tests green: all 214" in log
