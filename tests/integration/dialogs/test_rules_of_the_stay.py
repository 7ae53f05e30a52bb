"""Rules 7 and 9 of a dialog: what comes and goes around it changes nothing, and nothing leaks."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from mplex.geometry import Size
from tests.integration.dialogs.room import CHOICE, MESSAGE, TEXT, Room, box_of

# Rule 7: resize, detach and reattach keep the dialog and what was typed in it.


def test_rule_7_a_resize_keeps_a_choice(room: Room) -> None:
    control = room.control()
    flow = control.show({**CHOICE, "text": "many words " * 40})
    room.see("❖ Where")
    room.type("jj")
    room.see("▸ 4")
    for size in (Size(5, 20), Size(40, 132), Size(12, 40), Size(24, 80)):
        room.resize(size)
        corner, _ = box_of(room.terminal)
        assert corner.row < size.rows and corner.col < size.cols
        room.see("▸ 4")
    room.type("\r")
    assert control.result(flow)["value"] == 3


def test_rule_7_a_resize_keeps_a_text(room: Room) -> None:
    control = room.control()
    flow = control.show({**TEXT, "initial": "v1"})
    room.see("Tag: v1")
    room.type(".2\x01>")
    room.see(">v1.2")
    room.resize(Size(10, 40))
    room.see("Tag: >v1.2")
    room.type("!\r")
    assert control.result(flow)["value"] == ">!v1.2"


def test_rule_7_a_click_after_a_resize_meets_what_is_shown(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    before = room.see("south")
    room.resize(Size(40, 130))
    room.terminal.wait_until("the dialog to move", lambda: room.terminal.find("south") != before)
    box_of(room.terminal)
    room.click(room.see("south"))
    assert control.result(flow)["value"] == 2


def test_rule_7_detach_and_reattach_keep_a_text(room: Room) -> None:
    control = room.control()
    flow = control.show(TEXT, target=room.session)
    room.see("Tag:")
    room.type("half")
    room.see("Tag: half")
    room.detach()
    assert control.result(flow, wait=0) == {"done": False}
    room.attach(Size(10, 40))
    room.see("Tag: half")
    room.see("❖ Name")
    room.type("-way\r")
    assert control.result(flow)["value"] == "half-way"
    assert room.keys() == b""


@pytest.mark.parametrize("how", ["hangup", "kill"])
def test_rule_7_a_lost_terminal_keeps_a_choice(room: Room, how: str) -> None:
    control = room.control()
    flow = control.show(CHOICE, target=room.session)
    room.see("❖")
    room.type("j")
    room.see("▸ 3")
    if how == "kill":
        room.terminal.kill(signal.SIGKILL)
    room.terminal.close()
    room.attach()
    room.see("▸ 3")
    assert control.result(flow, wait=0) == {"done": False}
    room.type("j\r")
    assert control.result(flow)["value"] == 3


def test_rule_7_a_whole_flow_survives_a_detach(room: Room) -> None:
    fields = [{"id": id, "type": "text", "label": id} for id in ("one", "two")]
    asking = room.ask({"screens": [{"id": "s", "title": "S", "fields": fields}]})
    room.type("first\r")
    room.see("two:")
    room.type("sec")
    room.see("two: sec")
    room.detach()
    room.attach()
    room.see("two: sec")
    room.type("ond\r")
    end = asking.end()
    assert end.outcome is not None
    assert end.outcome["answers"] == {"one": "first", "two": "second"}


def test_rule_7_another_client_of_the_session_takes_over(room: Room) -> None:
    name = room.server.ok("list-clients", "-t", room.session, "-F", "#{client_name}")
    other = room.server.terminal("attach-session", "-t", room.session)
    other.wait_for_text("ready")
    control = room.control()
    flow = control.show(TEXT, client=name)
    room.see("Tag:")
    room.type("typed")
    room.see("Tag: typed")
    assert other.find("❖") is None
    room.server.ok("detach-client", "-t", name)
    other.wait_for_text("Tag: typed")
    other.send(" on\r")
    assert control.result(flow)["value"] == "typed on"


def test_rule_7_time_runs_on_while_nobody_is_there(room: Room) -> None:
    asking = room.run_ctl(
        "call", "show", '{"screen": {"kind": "message", "text": "hi"}, "timeout": 0.1}'
    )
    assert asking.end().status == 0
    control = room.control()
    flow = control.show(MESSAGE, target=room.session, timeout=2)
    room.see("It is done.")
    room.detach()
    assert control.result(flow)["status"] == "timeout"
    room.attach()
    room.see("ready")
    assert room.terminal.find("❖") is None


def test_rule_7_what_is_done_to_the_panes_leaves_it_where_it_is(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    corners = box_of(room.terminal)
    room.server.ok("split-window", "-t", f"{room.session}:", "printf below; exec cat")
    room.see("below")
    room.server.ok("kill-pane", "-t", f"{room.session}:0.0")
    room.see_nothing_of("ready")
    room.server.ok("rename-session", "-t", f"={room.session}", "renamed")
    room.see("[renamed]")
    room.server.ok("rename-session", "-t", "=renamed", room.session)
    assert box_of(room.terminal) == corners
    room.type("\r")
    assert control.result(flow)["status"] == "ok"


# Rule 9: what was typed is told to the asker and to nobody else.


def test_rule_9_an_answer_is_in_no_log_and_no_process_list(room: Room) -> None:
    secret = "correct-horse-battery"
    asking = room.ask(
        {"screens": [{"id": "s", "fields": [{"id": "f", "type": "text", "label": "Secret"}]}]}
    )
    room.type(secret)
    room.see(secret)
    assert secret not in str(room.control().call("list"))
    room.type("\r")
    end = asking.end()
    assert end.outcome is not None
    assert end.outcome["answers"] == {"f": secret}
    room.see_nothing_of()
    assert secret not in room.server.ok("show-messages")
    assert secret not in room.server.ok("list-buffers")
    assert [name for name in command_lines() if secret in name] == []
    kept = [path for path in room.server.house.folder.rglob("*") if path.is_file()]
    assert [path for path in kept if secret in path.read_text(errors="replace")] == []


def command_lines() -> list[str]:
    """Return the command lines of all processes of this user."""
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit() and path.name != str(os.getpid()):
            try:
                found.append((path / "cmdline").read_text(errors="replace"))
            except OSError:
                continue
    return found
