"""How large windows are: the rule `window-size`, applied when clients come, go, resize or type.

A window has one size although its clients differ; the others see a part of it or dots around it.
Only the rule lives here; the layout follows in `mplex.model`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from mplex.geometry import Size
from mplex.model.session import Session
from mplex.model.window import Window


class Viewer(Protocol):
    """A client, as far as sizes go."""

    session: Session
    window: Window
    activity: float
    readonly: bool

    @property
    def pane_area(self) -> Size:
        """The room that the client has for a window."""


def wanted_size(window: Window, clients: Iterable[Viewer]) -> Size | None:
    """Return the size that `window` should have, None when it is to stay as it is.

    `latest` follows the client used last of those that look at the window, `manual` nobody.
    `largest` and `smallest` follow all that look at its session, with `aggressive-resize` only
    those that look at the window. A read-only client counts only when nobody else looks.
    """
    rule = window.options.text("window-size")
    narrow = rule == "latest" or window.options.flag("aggressive-resize")
    viewers: Sequence[Viewer] = [
        client
        for client in clients
        if client.window is window or (not narrow and window in client.session.windows.values())
    ]
    viewers = [client for client in viewers if not client.readonly] or viewers
    if rule == "manual" or not viewers:
        return None
    sizes = [client.pane_area for client in viewers]
    if rule == "latest":
        return max(viewers, key=lambda client: client.activity).pane_area
    choose = min if rule == "smallest" else max
    return Size(choose(size.rows for size in sizes), choose(size.cols for size in sizes))
