"""Makes the question of a record: which widgets, and what surrounds them on the client asked.

The widgets themselves are imported when they are first needed (`lazy`); here is what a form gets
to know of the person's terminal, and no more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from mplex.dialog.answer import Answer
from mplex.dialog.fields.kit import Kit, locale_of
from mplex.dialog.form_spec import FormScreen
from mplex.server import lazy
from mplex.server.client import AttachedClient
from mplex.server.flow_record import Flow, FlowClient
from mplex.server.looks import theme_of
from mplex.server.question import Question
from mplex.term.colours import TRUE_COLOUR
from mplex.ui.theme import Theme

if TYPE_CHECKING:
    from mplex.server.server import Server


class Questions:
    """Makes the questions of a server."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def make(self, flow: Flow, client: FlowClient, on_answer: Callable[[Answer], None]) -> Question:
        """Return the question of a record; see `QuestionMaker`."""
        environ: Mapping[str, str] = {}
        colours = TRUE_COLOUR
        if isinstance(client, AttachedClient):
            environ, colours = client.environ, client.features.colours
        colours = colours_of(colours, environ)
        theme = self._theme(client).for_colours(colours)
        if isinstance(flow.screen, FormScreen):
            kit = Kit(
                looks=theme,
                media=self._server.ask().media,
                play=lambda source: self._play(flow, source),
                unplayable=lambda source: self._server.ask().player.obstacle(source, environ),
                locale=locale_of(environ),
                colours=colours,
            )
            return lazy.make_form(flow.screen, flow.asker, on_answer, kit, self._server.loop.time)
        return lazy.make_question(flow.screen, flow.asker, on_answer, theme)

    def _theme(self, client: FlowClient) -> Theme:
        """Return the looks of dialogs as the options of the client's session say."""
        tree = self._server.tree
        session = tree.session_options
        if isinstance(client, AttachedClient):
            session = client.session.options
        return theme_of(session, tree.window_options, tree.options)

    def _play(self, flow: Flow, source: Mapping[str, Any]) -> str:
        """Play a clip where the question is now, which need not be where it came up."""
        client = flow.client
        if not isinstance(client, AttachedClient):
            return "no terminal shows this any more"
        return self._server.ask().player.play(source, client.environ)


def colours_of(colours: int, environ: Mapping[str, str]) -> int:
    """Return how many colours a question may use; none where the person wants none (`NO_COLOR`)."""
    return 0 if environ.get("NO_COLOR") else colours
