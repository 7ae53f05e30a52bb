"""What the status row of one client says now: its formats expanded, its windows listed.

Drawing and cutting are `mplex.ui.status_row`; this only knows which option says what. The result is
kept by the client until something that it shows has changed.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from mplex.commands.formats import expand
from mplex.commands.variables import FormatContext, variables
from mplex.model.pane import Pane
from mplex.model.window import Window
from mplex.server.looks import style_of_text
from mplex.ui.status_row import StatusRow, StatusStyles, WindowLabel, status_row
from mplex.vt.styles import DEFAULT, Style

if TYPE_CHECKING:
    from mplex.server.client import AttachedClient
    from mplex.server.server import Server

ALERTS = (
    ("bell", "window-status-bell-style"),
    ("activity", "window-status-activity-style"),
    ("silence", "window-status-activity-style"),
)


class StatusLine:
    """Builds the status row of a client."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def row(self, client: AttachedClient) -> StatusRow:
        """Return the row as it is to be drawn now."""
        options = client.session.options
        base = style_of_text(options.text("status-style"))
        left = self._expand(client, client.window, options.text("status-left"))
        right = self._expand(client, client.window, options.text("status-right"))
        waiting = client.stage.question
        count = self._server.flows.count_on(client) if waiting is not None else 0
        if waiting is not None and waiting.prompt is None:
            questions = "1 question" if count == 1 else f"{count} questions"
            right = f"{right} #[reverse] {questions} #[noreverse]"
        return status_row(
            client.size.cols,
            left,
            [self._label(client, index, window, base) for index, window in self._windows(client)],
            right,
            justify=options.text("status-justify"),
            styles=StatusStyles(
                base,
                style_of_text(options.text("status-left-style"), base),
                style_of_text(options.text("status-right-style"), base),
            ),
            separator=client.window.options.text("window-status-separator"),
            left_length=options.number("status-left-length"),
            right_length=options.number("status-right-length") + (16 if waiting else 0),
        )

    def title(self, client: AttachedClient) -> str:
        """Return what the user's terminal is to be called, "" to leave it alone."""
        options = client.session.options
        if not options.flag("set-titles"):
            return ""
        return self._expand(client, client.window, options.text("set-titles-string"))

    def border_title(self, client: AttachedClient, window: Window, pane: Pane) -> str:
        """Return the text on the border of a pane (`pane-border-format`)."""
        return self._expand(client, window, window.options.text("pane-border-format"), pane)

    def style(self, client: AttachedClient, option: str, base: Style = DEFAULT) -> Style:
        """Return the style that a window option gives the client's window, on top of `base`."""
        return self._style_of(client, client.window, option, base)

    def _style_of(self, client: AttachedClient, window: Window, option: str, base: Style) -> Style:
        text = window.options.text(option)
        return style_of_text(self._expand(client, window, text), base)

    def _windows(self, client: AttachedClient) -> list[tuple[int, Window]]:
        return sorted(client.session.windows.items())

    def _label(
        self, client: AttachedClient, index: int, window: Window, base: Style
    ) -> WindowLabel:
        options = window.options
        current = window is client.window
        name = "window-status-current-format" if current else "window-status-format"
        style = self._style_of(client, window, "window-status-style", base)
        if current:
            style = self._style_of(client, window, "window-status-current-style", style)
        else:
            if client.session.last_before(client.window) is window:
                style = self._style_of(client, window, "window-status-last-style", style)
            for alert, option in ALERTS:
                if getattr(window, alert):
                    style = self._style_of(client, window, option, style)
                    break
        text = self._expand(client, window, options.text(name))
        return WindowLabel(index, text, style, current)

    def _expand(
        self, client: AttachedClient, window: Window, template: str, pane: Pane | None = None
    ) -> str:
        if "#" not in template and "%" not in template:
            return template
        facts = FormatContext(
            tree=self._server.tree,
            session=client.session,
            window=window,
            pane=pane or window.active,
            client=client,
            server=self._server,
            extra={},
        )
        return expand(
            template,
            variables(facts),
            now=time.time(),
            styled=True,
            job=lambda command: self._server.shell_output.get(command, client.session.cwd),
        )
