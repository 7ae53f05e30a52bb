"""`mplex-ctl tools` and `mplex-ctl tool`: the bridge for hosts without MCP."""

from __future__ import annotations

import json
import subprocess

import pytest

from flow.bridge.form_schema import SCHEMAS
from flow.bridge.tools import TOOLS
from tests.bridge.test_plexer_show import ONE, named
from tests.flow.specs import DEPLOY
from tests.integration.dialogs.room import WAITING, Room
from tests.support.server import MPLEX_CTL, Server

FORMS = {
    "mcp": lambda tool: (tool["name"], tool["inputSchema"]),
    "openai": lambda tool: (tool["function"]["name"], tool["function"]["parameters"]),
    "anthropic": lambda tool: (tool["name"], tool["input_schema"]),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_definitions_in_the_form_of_each_host(server: Server, form: str) -> None:
    done = server.ctl("tools", "--format", form)
    found = dict(map(FORMS[form], json.loads(done.stdout)))
    assert found == {tool.name: tool.arguments for tool in TOOLS}


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_whole_schemas_can_be_had(server: Server, name: str) -> None:
    done = server.ctl("validate", "--schema", name)
    assert (done.returncode, json.loads(done.stdout)) == (0, SCHEMAS[name]())


@pytest.mark.parametrize("argv", [(), ("-", "--schema", "flow")])
def test_a_spec_and_a_schema_are_two_things(server: Server, argv: tuple[str, ...]) -> None:
    done = server.ctl("validate", *argv)
    assert (done.returncode, done.stdout) == (2, "")
    assert "a spec, or --schema" in done.stderr


def test_a_tool_is_run_with_arguments_from_standard_input(room: Room) -> None:
    words = json.dumps({"spec": DEPLOY, "target": room.session})
    running = subprocess.Popen(
        [*MPLEX_CTL, "tool", "plexer_show"],
        env=room.server.house.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert running.stdin is not None
    running.stdin.write(words)
    running.stdin.close()
    room.see("Environment")
    room.type("\r")
    room.see("1  Deploy")
    room.type("\r")
    with running:
        assert running.stdout is not None
        assert json.loads(running.stdout.read()) == {
            "status": "done",
            "answers": {"env": "staging"},
            "action": "go",
        }
    assert running.returncode == 0


def test_tools_take_their_turn(room: Room) -> None:
    running = []
    for title in ("First?", "Second?"):
        words = json.dumps({"spec": named(title), "target": room.session})
        running.append(room.run_ctl("tool", "plexer_show", words))
        room.see("First?")
    room.see("2 questions")
    for each, title in zip(running, ("First?", "Second?"), strict=True):
        room.see(title)
        room.see_nothing_of(WAITING)
        room.type("\x1b")
        end = each.end()
        assert (end.status, end.outcome) == (
            1,
            {"status": "cancelled", "at": "one", "answers": {}},
        )


@pytest.mark.parametrize(
    ("argv", "status", "complaint"),
    [
        (("nonsense", "{}"), 2, "unknown tool: nonsense"),
        (("plexer_show", "{"), 2, "ARGUMENTS:1:2: is not JSON"),
        (("plexer_show", "{}"), 2, 'needs "spec"'),
        (("plexer_show", json.dumps({"spec": {"screens": []}})), 2, "screens: has 0 screens"),
        (("plexer_show", json.dumps({"spec": ONE, "target": "x"})), 4, "no server running"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(
    server: Server, argv: tuple[str, ...], status: int, complaint: str
) -> None:
    done = server.ctl("tool", *argv)
    assert (done.returncode, done.stdout) == (status, "")
    assert complaint in done.stderr


def test_where_nobody_is_the_result_says_so_and_so_does_the_status(server: Server) -> None:
    done = server.ctl("tool", "confirm", '{"title": "Drop it?"}')
    assert done.returncode == 4
    result = json.loads(done.stdout)
    assert result == {"cancelled": True, "confirmed": False, "reason": "no_client"}
    assert "no server running" in done.stderr


def test_wrong_arguments_show_nothing(server: Server) -> None:
    done = server.ctl("tool", "ask", '{"question": "Which?", "options": []}')
    assert (done.returncode, done.stdout) == (2, "")
    assert "options: has 0 entries; it needs at least one" in done.stderr


def test_version_and_health(room: Room) -> None:
    done = room.server.ctl("tool", "version", "{}")
    assert json.loads(done.stdout)["wire_version"] == 1
    done = room.server.ctl("tool", "health", "{}")
    health = json.loads(done.stdout)
    assert health["ok"] and health["ready"] and health["dialogs"]["pending"] == 0
    assert done.returncode == 0


def test_progress_without_anybody_says_so(server: Server) -> None:
    done = server.ctl("progress", "--title", "Copying")
    assert done.returncode == 4
    assert "no server running" in done.stderr
