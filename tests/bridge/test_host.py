"""How the bridge deals with its host: progress, unknown tools, nobody there, a missing extra."""

from __future__ import annotations

import subprocess
import sys

import jsonschema
import pytest
from mcp.shared.exceptions import MCPError

from flow.aiui.table import TOOLS
from flow.backends.backend import Place
from flow.bridge.host import PROGRESS_EVERY, Bridge
from flow.controller import PlexerController
from tests.bridge.conftest import MakeHost
from tests.bridge.mcp_host import ERAS, MCP, Host, Reports, bridge
from tests.bridge.test_plexer_show import ONE, outcome_of, text_of
from tests.integration.dialogs.room import Room
from tests.support.environment import ROOT, House
from tests.support.terminal import Terminal
from tests.support.waiting import LIMIT


@pytest.mark.parametrize("era", ERAS)
def test_a_host_that_wants_to_know_hears_of_the_waiting(room: Room, era: str) -> None:
    place = Place(str(room.server.control), room.session)
    server = Bridge(lambda call: PlexerController(place), progress_every=0.05).server()
    reports = Reports()
    with Host(server, era) as host:
        call = host.start({"spec": ONE}, reports=reports)
        room.see("Ready?")
        room.terminal.wait_until("three reports", lambda: len(reports) >= 3)
        room.type("\r")
        assert outcome_of(call.result(LIMIT))["status"] == "done"
    assert [count for count, _ in reports] == [*range(1, len(reports) + 1)]
    assert reports[0][1].startswith("waiting for an answer")
    assert PROGRESS_EVERY == 5


@pytest.mark.parametrize("era", ERAS)
def test_the_tools_are_listed_and_others_are_unknown(house: House, era: str) -> None:
    with Host(bridge(house), era) as host:
        tools = host.tools()
        with pytest.raises(MCPError, match="unknown tool: nonsense"):
            host.call({}, "nonsense")
    assert [tool.name for tool in tools] == [tool.name for tool in TOOLS]
    for tool in tools:
        assert tool.output_schema is not None and tool.annotations is not None
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
    writing = {tool.name for tool in tools if not tool.annotations.read_only_hint}  # type: ignore[union-attr]
    assert writing == {"form", "upload", "plexer_show"}


def test_where_nobody_is_the_error_says_what_to_start(house: House) -> None:
    with Host(bridge(house)) as host:
        result = host.call({"spec": ONE})
    assert result.is_error
    assert "no server running on" in text_of(result)
    assert "start `mplex` in a terminal" in text_of(result)


def test_a_detached_session_is_nobody(make_host: MakeHost, room: Room) -> None:
    room.detach()
    result = make_host().call({"spec": ONE, "target": room.session})
    assert result.is_error
    assert "no client is attached" in text_of(result)


def test_the_pane_of_the_host_says_whom_to_ask(room: Room) -> None:
    environ = {"MPLEX_PANE": room.server.display("#{pane_id}", room.session)}
    environ["MPLEX"] = room.server.display("#{socket_path},#{pid},#{session_id}", room.session)
    # Somebody else has used a terminal since.
    other = room.server.terminal("attach-session", "-t", "keep")
    other.send("here\r")
    other.wait_for_text("here")
    with Host(bridge(room.server.house, **environ)) as host:
        call = host.start({"spec": ONE})
        room.see("Ready?")
        room.type("\r")
        assert outcome_of(call.result(LIMIT))["status"] == "done"
    other.close()


NO_MCP = """
import sys
sys.modules["mcp"] = None
from flow.bridge.main import main
sys.exit(main([]))
"""


def test_without_the_extra_it_says_how_to_get_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NO_MCP], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install 'mcp>=2.3,<3'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_host_that_is_not_there_is_missed(house: House, closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {MCP} {closed}"],
        env=house.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "standard input or output is closed" in done.stderr


HOST_ON_A_TERMINAL = f"""
import json, subprocess
bridge = subprocess.Popen([{MCP!r}], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def send(**message):
    bridge.stdin.write(json.dumps({{"jsonrpc": "2.0", **message}}) + "\\n")
    bridge.stdin.flush()
info = {{"name": "host", "version": "1"}}
send(id=1, method="initialize",
     params={{"protocolVersion": "2025-11-25", "capabilities": {{}}, "clientInfo": info}})
bridge.stdout.readline()
send(method="notifications/initialized")
spec = {{"screens": [{{"id": "a", "title": "Hello", "body": "There"}}]}}
send(id=2, method="tools/call", params={{"name": "plexer_show", "arguments": {{"spec": spec}}}})
print("is error:", json.loads(bridge.stdout.readline())["result"]["isError"])
bridge.stdin.close()
bridge.wait()
"""


def test_the_terminal_of_the_host_is_left_alone(house: House) -> None:
    # A host draws on the terminal that the bridge was started in; a dialog there would garble it.
    argv = [sys.executable, "-c", HOST_ON_A_TERMINAL]
    terminal = Terminal(argv, environ=house.environ, cwd=str(ROOT))
    terminal.wait_for_text("is error: True")
    assert terminal.wait_for_end() == 0
    assert not terminal.find("Hello")
    terminal.close()
