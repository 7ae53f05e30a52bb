"""The tool from end to end: the SDK's client, `mplex-mcp` over stdio, a server, typed keys."""

from __future__ import annotations

import json
import os
import signal
from concurrent.futures import CancelledError
from typing import Any

import pytest
from mcp.types import CallToolResult, TextContent

from tests.bridge.conftest import MakeHost
from tests.bridge.mcp_host import Host
from tests.flow.specs import DEPLOY
from tests.integration.dialogs.room import WAITING, Json, Room
from tests.support.environment import processes_of
from tests.support.processes import command_line
from tests.support.waiting import LIMIT

ONE: Json = {
    "screens": [{"id": "one", "title": "Ready?", "actions": [{"id": "go", "label": "Go"}]}]
}


def text_of(result: CallToolResult) -> str:
    """Return the text of a result."""
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


def outcome_of(result: CallToolResult) -> Any:
    """Return the outcome in a result, which has it twice."""
    assert not result.is_error, text_of(result)
    assert json.loads(text_of(result)) == result.structured_content
    return result.structured_content


def named(title: str) -> Json:
    """Return a flow of one screen with a title."""
    return {"screens": [{**ONE["screens"][0], "title": title}]}


class PlexerShowToolTests:
    """`plexer_show` as an agent meets it."""

    def test_done(self, host: Host, room: Room) -> None:
        call = host.start({"spec": DEPLOY, "target": room.session})
        for shown, keys in (("Environment", "j\r"), ("Tag: ", ".2\r"), ("1  Deploy", "\r")):
            room.see(shown)
            room.type(keys)
        assert outcome_of(call.result(LIMIT)) == {
            "status": "done",
            "answers": {"env": "prod", "tag": "v1.2"},
            "action": "go",
        }
        room.see_nothing_of()
        assert room.keys() == b""

    def test_cancelled(self, host: Host, room: Room) -> None:
        call = host.start({"spec": DEPLOY, "target": room.session})
        room.see("Environment")
        room.type("\x1b")
        outcome = {"status": "cancelled", "at": "main", "answers": {}}
        assert outcome_of(call.result(LIMIT)) == outcome

    def test_timeout(self, host: Host, room: Room) -> None:
        call = host.start({"spec": ONE, "timeout": 5, "target": room.session})
        room.see("Ready?")
        assert outcome_of(call.result(LIMIT)) == {"status": "timeout", "at": "one", "answers": {}}
        room.see_nothing_of()

    def test_a_wrong_spec_is_named_with_its_place(self, host: Host, room: Room) -> None:
        spec = {"screens": [{"id": "one", "fields": [{"id": "a", "type": "choice"}]}]}
        result = host.call({"spec": spec, "target": room.session})
        assert result.is_error
        assert text_of(result).startswith('invalid spec: screens[0].fields[0]: needs "options"')

    def test_a_call_that_is_cancelled_takes_its_dialog_away(self, host: Host, room: Room) -> None:
        call = host.start({"spec": ONE, "target": room.session})
        room.see("Ready?")
        call.cancel()
        room.terminal.wait_for_no_text("Ready?")
        with pytest.raises(CancelledError):
            call.result(LIMIT)
        # The bridge lives on.
        again = host.start({"spec": named("Again?"), "target": room.session})
        room.see("Again?")
        room.type("\r")
        assert outcome_of(again.result(LIMIT))["status"] == "done"

    def test_calls_at_once_are_asked_in_their_order(self, host: Host, room: Room) -> None:
        calls = []
        for count, title in enumerate(("First?", "Second?", "Third?"), 1):
            calls.append(host.start({"spec": named(title), "target": room.session}))
            room.see("First?")
            room.see(f"{count} question{'s' if count > 1 else ''} ")
        for call, title in zip(calls, ("First?", "Second?", "Third?"), strict=True):
            room.see(title)
            room.see_nothing_of(WAITING)
            room.type("\r")
            assert outcome_of(call.result(LIMIT))["status"] == "done"
        room.see_nothing_of()

    def test_keys_for_one_question_do_not_answer_the_next(self, host: Host, room: Room) -> None:
        first = host.start({"spec": named("First?"), "target": room.session})
        room.see("First?")
        second = host.start({"spec": named("Second?"), "target": room.session})
        room.see("2 questions")
        room.type("\r\r\r")
        assert outcome_of(first.result(LIMIT))["status"] == "done"
        room.terminal.wait_until("a question that waits", lambda: still_typing(room))
        room.see_nothing_of(WAITING)
        room.see("Second?")
        room.type("\x1b")
        assert outcome_of(second.result(LIMIT))["status"] == "cancelled"
        assert room.keys() == b""

    def test_a_queued_call_that_is_cancelled_is_never_asked(self, host: Host, room: Room) -> None:
        first = host.start({"spec": named("First?"), "target": room.session})
        room.see("First?")
        second = host.start({"spec": named("Second?"), "target": room.session})
        room.see("2 questions")
        second.cancel()
        room.see("1 question ")
        room.type("\r")
        assert outcome_of(first.result(LIMIT))["status"] == "done"
        room.see_nothing_of()

    def test_a_session_that_ends_beneath_a_question_is_no_answer(
        self, host: Host, room: Room
    ) -> None:
        call = host.start({"spec": ONE, "target": room.session})
        room.see("Ready?")
        room.server.ok("kill-session", "-t", f"={room.session}")
        result = call.result(LIMIT)
        assert result.is_error
        assert "the session with the question has ended\n" in text_of(result)
        # Somebody was asked, so it must not say that nobody was.
        assert "Nobody has answered." in text_of(result)

    def test_an_unknown_target_is_an_error(self, host: Host, room: Room) -> None:
        result = host.call({"spec": ONE, "target": "nowhere"})
        assert result.is_error
        assert "can't find" in text_of(result)


def still_typing(room: Room) -> bool:
    """Type one more key and say whether the second question waits for the typing to pause."""
    room.type("x")
    return bool(room.terminal.find("Second?") and room.terminal.find(WAITING))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_bridge_leaves_no_dialog(
    make_host: MakeHost, room: Room, number: signal.Signals
) -> None:
    host = make_host("legacy")
    host.start({"spec": ONE, "target": room.session})
    room.see("Ready?")
    os.kill(bridge_pid(room), number)
    room.terminal.wait_for_no_text("Ready?")


def bridges(room: Room) -> list[int]:
    """Return the processes of `mplex-mcp` in the room's house."""
    pids = processes_of(str(room.server.house.folder))
    return [pid for pid in pids if any(b"mplex-mcp" in word for word in command_line(pid))]


def bridge_pid(room: Room) -> int:
    """Return the one that was started last."""
    return max(bridges(room))
