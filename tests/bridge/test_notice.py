"""A question that waits is noticed: bell, mark, list, and the terminal that nobody looks at."""

from __future__ import annotations

import json

from tests.bridge.conftest import MakeHost
from tests.bridge.test_plexer_show import ONE, named
from tests.integration.dialogs.room import CHOICE, Room


def test_the_bell_rings_for_a_call(make_host: MakeHost, room: Room) -> None:
    make_host().start({"spec": ONE, "target": room.session})
    room.see("Ready?")
    room.terminal.wait_until("the bell", lambda: ("bell",) in room.terminal.events)


def test_a_plain_show_is_silent(room: Room) -> None:
    room.control().show(CHOICE, target=room.session)
    room.see("Where")
    assert ("bell",) not in room.terminal.events


def test_a_terminal_that_is_not_looked_at_is_told(room: Room) -> None:
    room.server.ok("set-option", "-as", "terminal-features", "xterm*:notify")
    room.detach()
    room.attach()
    room.type("\x1b[Ox")
    room.pane_gets(b"x")
    control = room.control()
    control.show({**CHOICE, "title": "Wh\x1bere"}, target=room.session, notify=True)
    room.terminal.wait_until(
        "the notification", lambda: "asks: Wh␛ere\x1b\\".encode() in bytes(room.terminal.output)
    )
    assert b"\x1b]9;" in bytes(room.terminal.output)


def test_the_window_that_asks_is_marked(room: Room) -> None:
    words = json.dumps({"spec": named("Elsewhere?"), "target": room.session})
    arguments = room.server.house.write("call.json", words)
    room.server.ok(
        "new-window",
        "-d",
        "-t",
        f"{room.session}:",
        f"exec mplex-ctl tool plexer_show <{arguments}",
    )
    room.see("Elsewhere?")
    flags = room.server.ok("list-windows", "-t", room.session, "-F", "#{window_flags}").split("\n")
    assert "!" in flags[1]


def test_the_list_tells_who_waits_where(room: Room) -> None:
    control = room.control()
    control.show(CHOICE, target=room.session)
    control.show({**CHOICE, "title": "Then"}, target=room.session, queue=True)
    done = room.server.ctl("list")
    [name] = {
        client["name"]
        for client in json.loads(done.stdout)["clients"]
        if client["session"] == room.session
    }
    flows = [flow for flow in json.loads(done.stdout)["flows"] if flow["client"] == name]
    assert [(flow["title"], flow["queued"]) for flow in flows] == [("Where", False), ("Then", True)]


def test_the_flags_of_show_are_checked(room: Room) -> None:
    error = room.control().refusal("show", screen=CHOICE, target=room.session, notify="yes")
    assert error["data"]["where"] == "notify"
    room.see_nothing_of("Where")
