"""The control socket: JSON-RPC 2.0 requests, one object a line, each answered once.

A peer's requests may overlap; the id ties an answer to its question. The methods are a table, and
an error of any kind becomes an error object with a stable word in `data`. What the methods do is in
`flows` and in the server; framing is in `mplex.protocol.jsonrpc`.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from mplex.dialog.answer import Secret
from mplex.errors import MplexError, SpecError
from mplex.log import Log
from mplex.protocol.jsonrpc import (
    ERROR_CODES,
    MAX_LINE,
    LineDecoder,
    Request,
    RpcError,
    error_response,
    parse_request,
    response,
)
from mplex.server.asker import Peer
from mplex.server.connection import Connection
from mplex.server.flow_record import NO_SECRETS, Respond
from mplex.server.loop import Loop
from mplex.server.secret_pipes import open_secrets

log = Log("mplex.control")
PROTOCOL = 1
IN_FLIGHT_MAX = 64
"""Requests of one peer that may wait at once."""
TURN = 0.002
"""Seconds for which requests of one peer are served before everybody else has a turn."""


class Desk(Protocol):
    """The server as the control socket needs it; every method may answer later."""

    def serve_hello(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Say who this server is."""

    def serve_show(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Show one screen."""

    def serve_result(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Tell how a flow ended."""

    def serve_cancel(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Drop a flow."""

    def serve_update(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Change what a progress field shows."""

    def serve_media(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Take a piece of a picture."""

    def serve_fetch(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Give a piece of a picked file."""

    def serve_notify(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Tell the person something."""

    def serve_command(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Run a command."""

    def serve_list(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """List questions, clients and sessions."""

    def control_gone(self, peer: ControlPeer) -> None:
        """A peer has hung up."""


class Method(NamedTuple):
    """A row of the method table."""

    name: str
    params: str
    help: str
    serve: Callable[[Desk], Callable[[dict[str, Any], ControlPeer, Respond], None]]
    """The method of a desk that does it."""


METHODS = (
    Method(
        "hello",
        "{protocol}",
        "say who the server is",
        lambda desk: desk.serve_hello,
    ),
    Method(
        "show",
        "{screen, target?, client?, timeout?, run?, queue?, notify?}",
        "show one screen, or queue it; returns its flow",
        lambda desk: desk.serve_show,
    ),
    Method(
        "result",
        "{flow, wait?}",
        "tell how a flow ended; `wait` seconds at most",
        lambda desk: desk.serve_result,
    ),
    Method(
        "cancel",
        "{flow} or {run}",
        "drop a flow and take it off the screen",
        lambda desk: desk.serve_cancel,
    ),
    Method(
        "update",
        "{flow, fields?, done?} or {run, fields?, done?}",
        "change what the progress fields of a form show, or end it",
        lambda desk: desk.serve_update,
    ),
    Method(
        "media",
        "{data, media?, last?}",
        "send a picture for a form, in pieces",
        lambda desk: desk.serve_media,
    ),
    Method(
        "fetch",
        "{flow, field?, offset?}",
        "get a piece of the file that the person picked",
        lambda desk: desk.serve_fetch,
    ),
    Method(
        "notify",
        "{title, body?, subtitle?, level?, sound?, pane?}",
        "tell the person something, in the status row and the message log",
        lambda desk: desk.serve_notify,
    ),
    Method(
        "command",
        "{argv, target?}",
        "run any mplex command; returns stdout, stderr and status",
        lambda desk: desk.serve_command,
    ),
    Method(
        "list",
        "{}",
        "list the pending flows, the clients and the sessions",
        lambda desk: desk.serve_list,
    ),
)
BY_NAME = {method.name: method for method in METHODS}


class ControlPeer:
    """One connection to the control socket."""

    def __init__(self, desk: Desk, connection: Connection, peer: Peer, loop: Loop) -> None:
        self.peer = peer
        self._loop = loop
        self._desk = desk
        self._connection = connection
        self._lines = LineDecoder()
        self._unserved: deque[bytes] = deque()
        self._waiting = 0
        connection.on_data = self._data
        connection.on_close = self._closed

    def _data(self, data: bytes) -> None:
        try:
            lines = self._lines.feed(data)
        except MplexError as error:
            self._send(error_response(None, ERROR_CODES["protocol"], str(error), {}))
            self._connection.close()
            return
        self._unserved += lines
        self._work()

    def _work(self) -> None:
        """Serve what has come; a flood in pieces, so that no pane and no other peer stands still.

        Nothing is served for a peer that has gone: what it asks for would have no owner.
        """
        end = time.monotonic() + TURN
        while self._unserved and self._connection.open:
            self._line(self._unserved.popleft())
            if self._unserved and time.monotonic() >= end:
                self._connection.pause()
                self._loop.call_soon(self._work)
                return
        self._unserved.clear()
        self._connection.resume()

    def _line(self, line: bytes) -> None:
        try:
            request = parse_request(line)
        except RpcError as error:
            name = error.data.get("id")
            name = name if isinstance(name, (int, str)) else None
            self._send(error_response(name, error.number, error.message, error.data))
            return
        respond = self._responder(request)
        method = BY_NAME.get(request.method)
        if method is None:
            known = ", ".join(sorted(BY_NAME))
            respond(_fault("method_not_found", f"no method {request.method!r}", f"known: {known}"))
        elif self._waiting > IN_FLIGHT_MAX:
            respond(_fault("busy", "too many requests wait for an answer on this connection", ""))
        else:
            self._serve(method, request.params, respond)

    def _serve(self, method: Method, params: dict[str, Any], respond: Respond) -> None:
        log.info("%s from pid %d", method.name, self.peer.pid)
        try:
            method.serve(self._desk)(params, self, respond)
        except MplexError as error:
            respond(error)
        except Exception as error:
            # A bug in one method must not end the server; it is logged with its place.
            log.exception(error, "control method %s", method.name)
            hint = "the log beside its socket says more"
            respond(_fault("internal", "the server made a mistake", hint))

    def _responder(self, request: Request) -> Respond:
        self._waiting += 1
        answered = False

        def respond(
            what: dict[str, Any] | MplexError, secrets: Mapping[str, Secret] = NO_SECRETS
        ) -> None:
            nonlocal answered
            if answered:
                return
            answered = True
            self._waiting -= 1
            if request.notification:
                return
            if isinstance(what, MplexError):
                self._send(_error_line(request.id, what))
            else:
                self._send_result(request, what, secrets)

        return respond

    def _send_result(
        self, request: Request, result: dict[str, Any], secrets: Mapping[str, Secret]
    ) -> None:
        """Send a result, and beside it a descriptor for each secret, which it counts by name."""
        descriptors: Sequence[int] = ()
        if secrets:
            places, descriptors = open_secrets(secrets)
            result = {**result, "secrets": places}
        line = response(request.id, result)
        if len(line) > MAX_LINE:
            line = _error_line(
                request.id, _fault("refused", "the answer is too long to be sent", "")
            )
        self._send(line, descriptors)

    def _send(self, line: bytes, descriptors: Sequence[int] = ()) -> None:
        self._connection.send(line, descriptors)

    def _closed(self) -> None:
        self._desk.control_gone(self)


def _fault(word: str, message: str, hint: str) -> MplexError:
    return MplexError(message, code=word, hint=hint)


def _error_line(request_id: Any, error: MplexError) -> bytes:
    data: dict[str, Any] = {"word": error.code}
    if isinstance(error, SpecError) and error.where:
        data["where"] = error.where
    if error.hint:
        data["hint"] = error.hint
    code = ERROR_CODES.get(error.code, ERROR_CODES["internal"])
    return error_response(request_id, code, error.message, data)
