"""Whom a question asks: the client that looks at the asker's pane, a target, or the last one."""

from __future__ import annotations

from tests.integration.dialogs.conftest import MakeRoom
from tests.integration.dialogs.room import CHOICE, Json, Room

ASK: Json = {"screens": [{"id": "s", "title": "From here", "body": "b"}]}


def use(room: Room) -> None:
    """Be the person who has typed last."""
    before = room.keys()
    room.type("u")
    room.pane_gets(before + b"u")


def idle(*rooms: Room) -> None:
    """Wait until a dialog in one of the rooms has the keyboard."""
    for room in rooms:
        room.terminal.wait_until(
            "the dialog to have the keyboard",
            lambda: "waits" not in rooms[0].terminal.screen_text(),
        )


def seen_only_by(room: Room, other: Room, text: str = "❖ From here") -> None:
    """Check that one room sees it and the other does not; then answer it."""
    room.see(text)
    idle(room)
    other.terminal.drain()
    assert other.terminal.find(text) is None
    room.type("\r")
    room.see_nothing_of(text)


def test_a_command_typed_into_a_pane_asks_there(make_room: MakeRoom) -> None:
    room, other = make_room(), make_room()
    spec = room.write_spec(ASK)
    room.server.ok("respawn-pane", "-k", "-t", room.session, "exec sh")
    room.terminal.wait_for_no_text("ready")
    use(other)
    room.type(f"mplex-ctl show {spec}; echo status $?\r")
    seen_only_by(room, other)
    room.see('{"status": "done", "answers": {}, "action": null}')
    room.see("status 0")


def test_a_command_in_a_pane_asks_there_though_another_was_used_last(make_room: MakeRoom) -> None:
    room, other = make_room(), make_room()
    spec = room.write_spec(ASK)
    use(other)
    start = f"mplex-ctl show {spec}; exec cat"
    pane = room.server.ok(
        "split-window", "-d", "-P", "-F", "#{pane_id}", "-t", f"{room.session}:", start
    )
    room.see(f"in {pane}")
    seen_only_by(room, other)


def test_a_pane_that_nobody_looks_at_asks_the_session(make_room: MakeRoom) -> None:
    room, other = make_room(), make_room()
    spec = room.write_spec(ASK)
    use(other)
    start = f"mplex-ctl show {spec}; exec cat"
    room.server.ok("new-window", "-d", "-t", f"{room.session}:", start)
    seen_only_by(room, other)


def test_a_pane_of_a_session_that_nobody_looks_at_is_refused(room: Room) -> None:
    spec = room.write_spec(ASK)
    out = room.server.house.home / f"{room.session}.out"
    start = f"mplex-ctl show {spec} 2>{out.name}; echo status $? >>{out.name}; exec cat"
    room.server.ok("new-session", "-d", "-s", f"{room.session}-alone", start)
    room.terminal.wait_until(
        "the refusal", lambda: out.exists() and "status" in out.read_text().split("\n")[-2:][0]
    )
    assert "no client is attached" in out.read_text()
    assert out.read_text().endswith("status 3\n")
    room.server.ok("kill-session", "-t", f"={room.session}-alone")
    assert room.terminal.find("❖") is None


def test_from_outside_the_client_used_last_is_asked(make_room: MakeRoom) -> None:
    room, other = make_room(), make_room()
    for first, second in ((room, other), (other, room)):
        use(second)
        use(first)
        asking = first.run_ctl("show", first.write_spec(ASK))
        seen_only_by(first, second)
        assert asking.end().status == 0


def test_a_target_is_asked(make_room: MakeRoom) -> None:
    room, other = make_room(), make_room()
    use(other)
    pane = room.server.display("#{pane_id}", room.session)
    id = room.server.display("#{session_id}", room.session)
    for target in (
        room.session,
        f"{room.session}:",
        f"={room.session}:0",
        f"{room.session}:0.0",
        pane,
        id,
    ):
        asking = room.run_ctl("show", room.write_spec(ASK), "-t", target)
        seen_only_by(room, other)
        assert asking.end().status == 0


def test_a_client_is_asked_by_name(make_room: MakeRoom) -> None:
    room, other = make_room(), make_room()
    use(other)
    name = room.server.ok("list-clients", "-t", room.session, "-F", "#{client_name}")
    asking = room.run_ctl("show", room.write_spec(ASK), "--client", name)
    seen_only_by(room, other)
    assert asking.end().status == 0


def test_two_clients_are_asked_at_once(make_room: MakeRoom) -> None:
    room, other = make_room(), make_room()
    control = room.control()
    flows = [control.show(CHOICE, target=each.session) for each in (room, other)]
    for each in (room, other):
        each.see("❖ Where")
    other.type("4\r")
    assert control.result(flows[1])["value"] == 3
    assert control.result(flows[0], wait=0) == {"done": False}
    room.type("1\r")
    assert control.result(flows[0])["value"] == 0


def test_a_client_that_may_only_look_is_not_asked(room: Room) -> None:
    """A read-only client can't answer: somebody else who looks is asked, or nobody."""
    name = room.server.ok("list-clients", "-t", room.session, "-F", "#{client_name}")
    watcher = room.server.terminal("attach-session", "-r", "-t", room.session)
    watcher.wait_for_text("ready")
    watcher.send("x")
    control = room.control()
    flow = control.show(CHOICE, target=room.session)
    room.see("❖")
    assert watcher.find("❖") is None
    room.terminal.wait_until("the keyboard", lambda: "waits" not in room.terminal.screen_text())
    room.type("\r")
    assert control.result(flow)["status"] == "ok"
    names = room.server.ok("list-clients", "-t", room.session, "-F", "#{client_name}").split()
    names.remove(name)
    error = control.refusal("show", screen=CHOICE, client=names[0])
    assert error["data"]["word"] == "no_client"
    room.server.ok("detach-client", "-t", name)
    error = control.refusal("show", screen=CHOICE, target=room.session)
    assert error["data"]["word"] == "no_client"
    assert "read-only" in error["message"]


def test_what_asks_and_who_is_asked_is_listed(room: Room) -> None:
    asking = room.ask(ASK)
    end = room.run_ctl("list").end()
    assert end.outcome is not None
    flow = end.outcome["flows"][0]
    name = room.server.ok("list-clients", "-t", room.session, "-F", "#{client_name}")
    assert (flow["kind"], flow["title"], flow["client"]) == ("message", "From here", name)
    assert [each["name"] for each in end.outcome["clients"]] == [name]
    assert room.session in [each["name"] for each in end.outcome["sessions"]]
    room.type("\r")
    assert asking.end().status == 0
