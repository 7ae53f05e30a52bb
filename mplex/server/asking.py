"""What a server needs once programs ask: the control socket's methods, the questions, the media.

One idea: it is made, and its modules are imported, when the first program connects, since a server
has to get its first shell to the screen without it (`lazy`). What the parts do is in their modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mplex.dialog.picture_store import PictureStore
from mplex.dialog.player import Player
from mplex.server.asker import Peer
from mplex.server.connection import Connection
from mplex.server.control import ControlPeer
from mplex.server.crowd import Crowd
from mplex.server.desk import ControlDesk
from mplex.server.flows import FlowTable
from mplex.server.questions import Questions

if TYPE_CHECKING:
    from mplex.server.server import Server


class Asking:
    """The questions of one server and all that belongs to them."""

    def __init__(self, server: Server) -> None:
        options = server.tree.options
        self.media = PictureStore()
        self.player = Player(lambda: options.text("media-player"), "the option media-player")
        self.flows = FlowTable(
            server.loop,
            Questions(server).make,
            server.redraw_status,
            ttl=lambda: options.number("dialog-ttl"),
        )
        self._desk = ControlDesk(server)
        self._loop = server.loop
        self._crowd = Crowd()

    def serve(self, connection: Connection, peer: Peer) -> None:
        """Serve a program that has connected to the control socket."""
        ControlPeer(self._desk, connection, peer, self._loop, self._crowd)
