"""The control socket: JSON-RPC 2.0 requests, one object a line, each answered once.

A peer's requests may overlap; the id ties an answer to its question. The methods are a table, and
an error of any kind becomes an error object with a stable word in `data`. What the methods do is in
`flows` and in the server; framing is in `mplex.protocol.jsonrpc`.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from mplex.dialog.answer import Secret
from mplex.errors import MplexError, Refused, SpecError
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
from mplex.protocol.methods import METHODS, Method
from mplex.server.asker import Peer
from mplex.server.connection import Connection
from mplex.server.crowd import Crowd
from mplex.server.flow_record import NO_SECRETS, Respond
from mplex.server.loop import Loop
from mplex.server.method_params import check_params
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


Serve = Callable[[Desk], Callable[[dict[str, Any], "ControlPeer", Respond], None]]
"""Returns the method of a desk that serves a request."""

SERVES: dict[str, Serve] = {
    "hello": lambda desk: desk.serve_hello,
    "show": lambda desk: desk.serve_show,
    "result": lambda desk: desk.serve_result,
    "cancel": lambda desk: desk.serve_cancel,
    "update": lambda desk: desk.serve_update,
    "media": lambda desk: desk.serve_media,
    "fetch": lambda desk: desk.serve_fetch,
    "notify": lambda desk: desk.serve_notify,
    "command": lambda desk: desk.serve_command,
    "list": lambda desk: desk.serve_list,
}
BY_NAME = {method.name: method for method in METHODS}


class ControlPeer:
    """One connection to the control socket.

    A peer that has said all it will ever say, and still listens, gets the answers that it waits
    for; then it is hung up on.
    """

    def __init__(
        self, desk: Desk, connection: Connection, peer: Peer, loop: Loop, crowd: Crowd
    ) -> None:
        self.peer = peer
        self._loop = loop
        self._desk = desk
        self._connection = connection
        self._crowd = crowd
        self._lines = LineDecoder()
        self._unserved: deque[bytes] = deque()
        self._unserved_bytes = 0
        self._waiting = 0
        self._says_no_more = False
        if crowd.enter(self):
            connection.on_data = self._data
            connection.on_close = self._closed
            connection.on_drained = self._count
            connection.on_end = self._end

    @property
    def uid(self) -> int:
        """The user whose program it is."""
        return self.peer.uid

    def dismiss(self, error: Refused) -> None:
        """Say why, and hang up; who takes nothing is not waited for."""
        log.info("pid %d is dismissed: %s", self.peer.pid, error)
        self._connection.send(_error_line(None, error))
        if self._connection.busy:
            self._connection.drop()
        else:
            self._connection.close()

    def _data(self, data: bytes) -> None:
        try:
            lines = self._lines.feed(data)
        except MplexError as error:
            self._send(
                error_response(None, ERROR_CODES["protocol"], str(error), {"word": "protocol"})
            )
            self._connection.close()
            return
        self._unserved += lines
        self._unserved_bytes += sum(map(len, lines))
        self._work()

    def _count(self) -> None:
        """Tell the crowd how much lies here."""
        if self._connection.open:
            lies = self._lines.unfinished + self._unserved_bytes + self._connection.unsent
            self._crowd.hold(self, lies)

    def _end(self) -> None:
        """Nothing more will be asked."""
        self._says_no_more = True
        self._close_if_done()

    def _close_if_done(self) -> None:
        if self._says_no_more and not self._unserved and not self._waiting:
            self._connection.close()

    def _work(self) -> None:
        """Serve what has come; a flood in pieces, so that no pane and no other peer stands still.

        Nothing is served for a peer that has gone: what it asks for would have no owner.
        """
        end = time.monotonic() + TURN
        while self._unserved and self._connection.open:
            line = self._unserved.popleft()
            self._unserved_bytes -= len(line)
            self._line(line)
            if self._unserved and time.monotonic() >= end:
                self._connection.pause()
                self._count()
                self._loop.call_soon(self._work)
                return
        self._unserved.clear()
        self._unserved_bytes = 0
        self._connection.resume()
        self._count()
        self._close_if_done()

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
            check_params(params, method)
            SERVES[method.name](self._desk)(params, self, respond)
        except SpecError as error:
            # Whoever has a parameter wrong is told all of them; a screen's places say enough.
            error.hint = error.hint or ("" if _in_screen(error.where) else method.usage)
            respond(error)
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
                pass
            elif isinstance(what, MplexError):
                self._send(_error_line(request.id, what))
            else:
                self._send_result(request, what, secrets)
            self._close_if_done()

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
        if self._connection.busy:
            self._count()

    def _closed(self) -> None:
        self._crowd.leave(self)
        self._desk.control_gone(self)


def _in_screen(where: str) -> bool:
    return where != "screen" and where.startswith("screen")


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
