"""How one client's window is drawn, as options say: theme, borders, each pane's style and title.

Options are looked up and formats expanded once, not for every frame; the client forgets all of it
whenever something that they may show has changed. What a frame holds besides is in `scene`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from mplex.model.pane import Pane
from mplex.options import find_option
from mplex.server.looks import style_of_text, theme_of
from mplex.ui.border import BorderSpec
from mplex.ui.mark import label
from mplex.ui.theme import Theme
from mplex.vt.styles import Colour, Style

if TYPE_CHECKING:
    from mplex.server.client import AttachedClient
    from mplex.server.status import StatusLine

CURSOR_STYLES = find_option("cursor-style").choices
"""In the order of DECSCUSR's numbers, 0 for the terminal's own."""


class PaneStyle(NamedTuple):
    """How one pane is drawn."""

    style: Style
    """What default colours become."""
    title: str
    """For the border, with `#[...]` markup; "" without titles."""
    cursor_shape: int
    """For a program that has set none, as in DECSCUSR."""
    cursor_colour: Colour


class WindowLook:
    """What options say about the window that `client` looks at now."""

    def __init__(self, client: AttachedClient, status: StatusLine) -> None:
        self._client = client
        self._status = status
        self._panes: dict[tuple[int, bool], PaneStyle] = {}

    @cached_property
    def theme(self) -> Theme:
        """The styles of everything that is not a pane."""
        client = self._client
        return theme_of(client.session.options, client.window.options, client.server.tree.options)

    @cached_property
    def borders(self) -> BorderSpec:
        """The lines between the panes."""
        client, status = self._client, self._status
        options = client.window.options
        return BorderSpec(
            lines=options.text("pane-border-lines"),
            style=status.style(client, client.window, "pane-border-style"),
            active_style=status.style(client, client.window, "pane-active-border-style"),
            status=options.text("pane-border-status"),
            indicators=options.text("pane-border-indicators"),
            fill=_one_cell(options.text("fill-character")) or BorderSpec().fill,
        )

    def pane(self, pane: Pane, active: bool) -> PaneStyle:
        """Return how a pane of the window is drawn."""
        found = self._panes.get((pane.id, active))
        if found is None:
            found = self._panes[pane.id, active] = self._worked_out(pane, active)
        return found

    def _worked_out(self, pane: Pane, active: bool) -> PaneStyle:
        client, status = self._client, self._status
        style = status.style(client, pane, "window-style")
        if active:
            style = status.style(client, pane, "window-active-style", style)
        titled = self.borders.status != "off"
        return PaneStyle(
            style,
            status.text(client, pane, "pane-border-format") if titled else "",
            CURSOR_STYLES.index(pane.options.text("cursor-style")),
            style_of_text(f"fg={pane.options.text('cursor-colour')}").fg,
        )


def _one_cell(text: str) -> str:
    """Return a character as the cell it takes, "" when it is none or takes two."""
    shown = label(text)
    return shown if len(shown) == 1 else ""
