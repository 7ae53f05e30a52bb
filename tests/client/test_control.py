"""Calls on the control socket: results, errors by their word, silence, and the end."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mplex.client.control import ControlConnection
from mplex.errors import (
    CommandError,
    MplexError,
    NoServer,
    ProtocolError,
    Refused,
    SpecError,
    TargetError,
    UsageError,
)
from mplex.protocol.jsonrpc import error_response, response

Answer = Callable[[dict[str, object]], bytes]


@contextlib.contextmanager
def answering(path: Path, answer: Answer) -> Iterator[ControlConnection]:
    """Return a connection to a server that answers every line so; an empty answer hangs up."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(path))
    listener.listen()

    def serve() -> None:
        peer, _ = listener.accept()
        with peer, peer.makefile("rb") as lines:
            for line in lines:
                data = answer(json.loads(line))
                if not data:
                    return
                peer.sendall(data)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    with ControlConnection(str(path)) as connection:
        yield connection
    thread.join()
    listener.close()


def test_calls_are_answered_one_after_the_other(tmp_path: Path) -> None:
    def echo(call: dict[str, object]) -> bytes:
        return response(call["id"], {"method": call["method"], "params": call["params"]})  # type: ignore[arg-type]

    with answering(tmp_path / "ctl", echo) as connection:
        assert connection.call("list", {}) == {"method": "list", "params": {}}
        assert connection.call("show", {"screen": {"title": "ü"}})["params"] == {
            "screen": {"title": "ü"}
        }


def test_the_answer_to_an_earlier_call_is_not_taken_for_this_one(tmp_path: Path) -> None:
    stale = response(999, {"old": True})
    with answering(tmp_path / "ctl", lambda _: stale + response(1, {"new": True})) as connection:
        assert connection.call("list", {}) == {"new": True}


def test_why_a_server_has_hung_up_is_read(tmp_path: Path) -> None:
    path = tmp_path / "ctl"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(path))
        listener.listen()
        with ControlConnection(str(path)) as connection:
            peer, _ = listener.accept()
            peer.sendall(error_response(None, -32002, "too many", {"word": "busy"}))
            peer.close()
            with pytest.raises(Refused, match="too many") as refused:
                connection.call("list", {})
            assert refused.value.code == "busy"
            with pytest.raises(NoServer):
                connection.call("list", {})


@pytest.mark.parametrize(
    ("word", "error", "status"),
    [
        ("busy", Refused, 3),
        ("no_client", Refused, 3),
        ("flow_limit", Refused, 3),
        ("forbidden", Refused, 3),
        ("never_heard_of", Refused, 3),
        ("command", CommandError, 1),
        ("target", TargetError, 1),
        ("invalid_params", UsageError, 1),
        ("no_server", NoServer, 4),
        ("protocol", ProtocolError, 1),
        ("internal", MplexError, 1),
    ],
)
def test_errors_come_by_their_word(
    tmp_path: Path, word: str, error: type[MplexError], status: int
) -> None:
    line = error_response(1, -32000, "a sentence", {"word": word, "hint": "do that"})
    with answering(tmp_path / "ctl", lambda _: line) as connection:
        with pytest.raises(error) as caught:
            connection.call("show", {})
    assert type(caught.value) is error
    assert (caught.value.code, caught.value.hint) == (word, "do that")
    assert str(caught.value) == "a sentence"
    assert caught.value.exit_status == status


def test_a_wrong_spec_names_the_place_once(tmp_path: Path) -> None:
    data: dict[str, object] = {"word": "invalid_spec", "where": "screen.title"}
    line = error_response(1, -32001, "screen.title: must be a string", data)
    with answering(tmp_path / "ctl", lambda _: line) as connection:
        with pytest.raises(SpecError) as caught:
            connection.call("show", {})
    assert caught.value.where == "screen.title"
    assert str(caught.value) == "screen.title: must be a string"


def test_silence_has_an_end(tmp_path: Path) -> None:
    release = threading.Event()

    def wait(call: dict[str, object]) -> bytes:
        release.wait()
        return b""

    with answering(tmp_path / "ctl", wait) as connection:
        with pytest.raises(TimeoutError, match="no answer to show"):
            connection.call("show", {}, timeout=0.05)
        release.set()


def test_a_server_that_goes_is_lost(tmp_path: Path) -> None:
    with answering(tmp_path / "ctl", lambda _: b"") as connection:
        with pytest.raises(NoServer, match="lost server"):
            connection.call("show", {})


@pytest.mark.parametrize("line", [b"rubbish\n", b"[]\n", b'{"id": 1}\n', b"x" * (1 << 20)])
def test_what_makes_no_sense_is_said_so(tmp_path: Path, line: bytes) -> None:
    with answering(tmp_path / "ctl", lambda _: line) as connection:
        with pytest.raises(ProtocolError):
            connection.call("show", {})


def test_no_server(tmp_path: Path) -> None:
    with pytest.raises(NoServer, match="no server running"):
        ControlConnection(str(tmp_path / "ctl"))
