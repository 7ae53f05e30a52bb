"""What the server does for the control socket: one function a method.

Parameters are checked here, with the place of what is wrong; the questions themselves are kept by
`flows`, commands are run by `runner`. JSON and sockets are `control`'s.
"""

from __future__ import annotations

import re
from base64 import b64decode
from typing import TYPE_CHECKING, Any

from mplex.commands.context import Context
from mplex.dialog.caps import NOTICE_BODY_MAX, NOTICE_TITLE_MAX
from mplex.dialog.plain_text import plain_line
from mplex.dialog.spec import check_screen
from mplex.errors import MplexError, Refused, SpecError, TargetError
from mplex.model.pane import Pane
from mplex.model.target import Target, find_target
from mplex.server.alerts import LEVELS, Notice
from mplex.server.asker import asker_of
from mplex.server.control import PROTOCOL, ControlPeer
from mplex.server.flow_params import check_flag
from mplex.server.flow_record import Respond, title_of

if TYPE_CHECKING:
    from mplex.server.client import AttachedClient
    from mplex.server.server import Server

ARGV_MAX = 1000
NAME_MAX = 200
"""Characters of a target, and of what else is only a name."""
MEDIA_TEXT_MAX = 700_000
"""Characters of one piece of a picture: 512 KiB in base64."""
SURROGATES = re.compile("[\ud800-\udfff]")
"""Halves of characters, which JSON can name and nothing can encode."""


class ControlDesk:
    """The methods of the control socket."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def serve_hello(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Say who this server is; a peer of another protocol is told so in words."""
        wanted = params.get("protocol", PROTOCOL)
        if wanted != PROTOCOL:
            raise MplexError(
                f"this server speaks control protocol {PROTOCOL}, not {str(wanted)[:20]}",
                code="protocol",
                hint=f"it is mplex {self._server.version}; use the mplex-ctl that came with it",
            )
        target = self._server.runner.current_of({})
        respond(
            {
                "protocol": PROTOCOL,
                "version": self._server.version,
                "pid": self._server.pid,
                "session": target.session.name if target.session else None,
            }
        )

    def serve_show(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Show one screen on the client that looks at the target, else on the one used last."""
        # A wrong screen is wrong whoever might see it, so it is said before anything else.
        screen = check_screen(params.get("screen"))
        client = self._client(params)
        asker = asker_of(peer.peer, self._server.pane_of_pid())
        name = plain_line(str(asker))
        notify = check_flag(params, "notify")
        shown = self._server.ask().flows.show(params, peer, name, client, screen)
        if notify:
            title = title_of(screen)
            pane = self._server.tree.panes.get(asker.pane) if asker.pane is not None else None
            self._server.alerts.question(pane, client, name, title)
        respond(shown)

    def serve_result(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Tell how a flow ended."""
        self._server.ask().flows.result(params, peer, respond)

    def serve_cancel(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Drop a flow, or all of a run."""
        respond(self._server.ask().flows.cancel(params))

    def serve_update(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Change what the progress fields of a form show, or end it."""
        respond(self._server.ask().flows.update(params))

    def serve_media(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Take a piece of a picture; it is kept until the peer hangs up."""
        text = params.get("data")
        if not isinstance(text, str) or len(text) > MEDIA_TEXT_MAX:
            raise SpecError("data", f"must be at most {MEDIA_TEXT_MAX} characters of base64")
        try:
            data = b64decode(text, validate=True)
        except ValueError:
            raise SpecError("data", "must be base64") from None
        media = _text(params, "media", NAME_MAX)
        last = params.get("last", True)
        if not isinstance(last, bool):
            raise SpecError("last", "must be true or false")
        respond({"media": self._server.ask().media.put(peer, data, media, last)})

    def serve_fetch(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Give a piece of the file that the person picked."""
        respond(self._server.ask().flows.fetch(params, peer))

    def serve_notify(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Tell the person something, and mark the window of the pane that has something to say."""
        notice = Notice(
            title=_text(params, "title", NOTICE_TITLE_MAX, required=True),
            body=_text(params, "body", NOTICE_BODY_MAX),
            subtitle=_text(params, "subtitle", NOTICE_TITLE_MAX),
            level=params.get("level", "info"),
        )
        # Which sound that is, a terminal can't be told; it rings as for every notification.
        _text(params, "sound", NAME_MAX)
        if not notice.title.strip():
            raise SpecError("title", "must not be blank")
        if notice.level not in LEVELS:
            raise SpecError("level", f"must be one of {', '.join(LEVELS)}")
        if params.get("pane") is not None:
            pane = self._find(_text(params, "pane", NAME_MAX), "pane").pane
        else:
            asker = asker_of(peer.peer, self._server.pane_of_pid())
            pane = self._server.tree.panes.get(asker.pane) if asker.pane is not None else None
        if not self._server.alerts.notify(pane, notice, ring=True):
            respond({"left_out": True})
        else:
            respond({} if self._server.clients else {"unseen": True})

    def serve_command(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """Run any mplex command."""
        argv = params.get("argv")
        if (
            not isinstance(argv, list)
            or not 0 < len(argv) <= ARGV_MAX
            or not all(isinstance(word, str) and not SURROGATES.search(word) for word in argv)
        ):
            raise SpecError(
                "argv", f"must be a list of 1 to {ARGV_MAX} strings of whole characters"
            )
        target = self._server.runner.current_of({})
        if params.get("target") is not None:
            target = self._find(_text(params, "target", NAME_MAX), "pane")

        def done(context: Context) -> None:
            errors = "".join(f"{line}\n" for line in context.errors)
            output = b"".join(context.output).decode("utf-8", "replace")
            respond({"stdout": output, "stderr": errors, "status": context.status})

        self._server.runner.run_control_words(argv, target, done)

    def serve_list(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        """List the pending flows, the clients and the sessions."""
        server = self._server
        now = server.loop.time()
        respond(
            {
                "flows": [
                    {
                        "flow": flow.name,
                        "kind": flow.kind,
                        "title": flow.title,
                        "asker": flow.asker,
                        "client": flow.where.name if flow.where is not None else None,
                        "queued": flow.client is None and flow.queued_on is not None,
                        "age": round(now - flow.created, 1),
                    }
                    for flow in server.ask().flows.pending
                ],
                "clients": [
                    {
                        "name": client.name,
                        "session": client.session.name,
                        "window": client.session.index_of(client.window),
                        "pane": f"%{client.window.active.id}",
                        "rows": client.size.rows,
                        "cols": client.size.cols,
                        "readonly": client.readonly,
                    }
                    for client in server.clients
                ],
                "sessions": [
                    {
                        "id": f"${session.id}",
                        "name": session.name,
                        "windows": len(session.windows),
                        "attached": session.attached,
                    }
                    for session in server.tree.sessions.values()
                ],
            }
        )

    def control_gone(self, peer: ControlPeer) -> None:
        """A peer has hung up."""
        self._server.ask().flows.peer_gone(peer)
        self._server.ask().media.drop(peer)

    def _client(self, params: dict[str, Any]) -> AttachedClient:
        server = self._server
        name = params.get("client")
        if name is not None:
            wanted = _text(params, "client", NAME_MAX)
            for client in server.clients:
                if client.name == wanted and client.readonly:
                    raise Refused(f"client {wanted} is read-only", code="no_client")
                if client.name == wanted:
                    return client
            raise Refused(
                f"no client {wanted}",
                code="no_client",
                hint="`mplex list-clients` shows who is attached",
            )
        session, pane = None, None
        if params.get("target") is not None:
            session, pane = self._asked(_text(params, "target", NAME_MAX))
        wanted_session = session if pane is None else None
        found = server.client_for(wanted_session, pane, answering=True)
        if found is None:
            where = f"session {session.name}" if session is not None else "this server"
            what = "no client is attached to"
            if server.client_for(wanted_session, pane) is not None:
                what = "only read-only clients are attached to"
            raise Refused(
                f"{what} {where}",
                code="no_client",
                hint="attach one with `mplex attach-session`, then ask again",
            )
        return found

    def _asked(self, text: str) -> tuple[Any, Pane | None]:
        """Find a target: a pane (and its session) when it names one, else just a session."""
        target = self._find(text, "pane")
        names_session = text.startswith("$") or text.rstrip(":") in (
            each.name for each in self._server.tree.sessions.values()
        )
        return target.session, None if names_session else target.pane

    def _find(self, text: str, kind: str) -> Target:
        current = self._server.runner.current_of({})
        try:
            return find_target(self._server.tree, text, kind, current)
        except TargetError:
            if kind == "pane":
                return find_target(self._server.tree, text, "session", current)
            raise


def _text(params: dict[str, Any], name: str, limit: int, *, required: bool = False) -> str:
    value = params.get(name, "")
    if not isinstance(value, str) or len(value) > limit or (required and not value):
        length = f"1 to {limit}" if required else f"at most {limit}"
        raise SpecError(name, f"must be a string of {length} characters")
    return plain_line(value)
