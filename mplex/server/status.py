"""What options say to one client: its status row, and texts and styles with formats expanded.

Drawing and cutting are `mplex.ui.status_row`; this only knows which option says what. Nothing is
kept here: the client and its `window_look` do, until something that they show has changed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from mplex.commands.formats import expand
from mplex.commands.variables import FormatContext, variables
from mplex.model.pane import Pane
from mplex.model.window import Window
from mplex.server.looks import style_of_text
from mplex.server.status_time import wait
from mplex.ui.status_row import StatusRow, StatusStyles, WindowLabel, markup_row, status_row
from mplex.vt.styles import DEFAULT, Style

if TYPE_CHECKING:
    from mplex.server.client import AttachedClient
    from mplex.server.server import Server

ALERTS = (
    ("bell", "window-status-bell-style"),
    ("activity", "window-status-activity-style"),
    ("silence", "window-status-activity-style"),
)
PANE_LIST = (
    "#[align=centre]#{P:#{?pane_active,#[reverse],}"
    "#{pane_index}[#{pane_width}x#{pane_height}]#[default] }"
)
"""The second row; the third and later ones are blank."""
SESSION_TEXTS = ("status-left", "status-right")
WINDOW_TEXTS = ("window-status-format", "window-status-current-format")


class StatusLine:
    """Builds the status rows of a client."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def rows(self, client: AttachedClient, count: int) -> list[StatusRow]:
        """Return `count` rows, and one at least, as they are to be drawn now."""
        base = style_of_text(client.session.options.text("status-style"))
        formats = (PANE_LIST, *[""] * count)[: max(0, count - 1)]
        pane = client.window.active
        more = [self._expand(client, pane, each) for each in formats]
        return [self._first(client), *(markup_row(client.size.cols, each, base) for each in more)]

    def _first(self, client: AttachedClient) -> StatusRow:
        options = client.session.options
        base = style_of_text(options.text("status-style"))
        left = self._expand(client, client.window.active, options.text("status-left"))
        right = self._expand(client, client.window.active, options.text("status-right"))
        waiting = client.stage.question
        count = self._server.ask().flows.count_on(client) if waiting is not None else 0
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

    def wait(self, clients: Iterable[AttachedClient]) -> float:
        """Return the seconds until what these clients show may change by time alone; 0: never."""
        texts: set[str] = set()
        for client in clients:
            session = client.session.options
            shown = session.text("status") != "off"
            texts.update(session.text(name) for name in SESSION_TEXTS if shown)
            if session.flag("set-titles"):
                texts.add(session.text("set-titles-string"))
            for window in client.session.windows.values():
                options = window.options
                texts.update(options.text(name) for name in WINDOW_TEXTS if shown)
                if options.text("pane-border-status") != "off":
                    texts.add(options.text("pane-border-format"))
        interval = self._server.tree.session_options.number("status-interval")
        return wait(texts, interval, time.time())

    def title(self, client: AttachedClient) -> str:
        """Return what the user's terminal is to be called, "" to leave it alone."""
        options = client.session.options
        if not options.flag("set-titles"):
            return ""
        return self._expand(client, client.window.active, options.text("set-titles-string"))

    def text(self, client: AttachedClient, place: Window | Pane, option: str) -> str:
        """Return what an option of a window or pane says, with its formats expanded."""
        pane = place if isinstance(place, Pane) else place.active
        return self._expand(client, pane, place.options.text(option))

    def style(
        self, client: AttachedClient, place: Window | Pane, option: str, base: Style = DEFAULT
    ) -> Style:
        """Return the style that an option of a window or pane gives, on top of `base`."""
        return style_of_text(self.text(client, place, option), base)

    def _windows(self, client: AttachedClient) -> list[tuple[int, Window]]:
        return sorted(client.session.windows.items())

    def _label(
        self, client: AttachedClient, index: int, window: Window, base: Style
    ) -> WindowLabel:
        current = window is client.window
        name = "window-status-current-format" if current else "window-status-format"
        style = self.style(client, window, "window-status-style", base)
        if current:
            style = self.style(client, window, "window-status-current-style", style)
        else:
            if client.session.last_before(client.window) is window:
                style = self.style(client, window, "window-status-last-style", style)
            for alert, option in ALERTS:
                if getattr(window, alert):
                    style = self.style(client, window, option, style)
                    break
        return WindowLabel(index, self.text(client, window, name), style, current)

    def _expand(self, client: AttachedClient, pane: Pane, template: str) -> str:
        if "#" not in template and "%" not in template:
            return template
        facts = FormatContext(
            tree=self._server.tree,
            session=client.session,
            window=pane.window,
            pane=pane,
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
