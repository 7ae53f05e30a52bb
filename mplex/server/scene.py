"""What one client sees: its window's panes, modes, borders and status row, as one `Scene`.

Panes that hold their output back (mode 2026) are shown as they were; a window larger than its
client is shown where the cursor is. The picture itself is put together by `mplex.ui.frame`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mplex.geometry import Point, Rect, Size
from mplex.model.pane import Pane
from mplex.ui.frame import PaneView, Scene
from mplex.ui.rows import Row
from mplex.ui.status_row import message_row

if TYPE_CHECKING:
    from mplex.server.client import AttachedClient
    from mplex.server.window_look import WindowLook

SYNC_LIMIT = 1.0
"""Seconds for which a program may hold its output back."""


class Picture(NamedTuple):
    """What a pane shows: rows, and the cursor (None: hidden)."""

    texts: tuple[str, ...]
    attrs: tuple[str, ...]
    cursor: Point | None
    columns: int
    """The width of the screen it was taken from."""


class HeldPictures:
    """The pictures of panes that are in the middle of a synchronised update."""

    def __init__(self, time: Callable[[], float], wake: Callable[[float, Pane], None]) -> None:
        self._time = time
        self._wake = wake
        self._held: dict[int, tuple[float, Picture]] = {}
        self._last: dict[int, Picture] = {}

    def picture(self, pane: Pane) -> Picture:
        """Return what the pane is to show now."""
        screen = pane.screen
        if screen.synchronized and pane.id in self._last:
            now = self._time()
            if pane.id not in self._held:
                self._held[pane.id] = (now, self._last[pane.id])
                self._wake(SYNC_LIMIT, pane)
            since, shown = self._held[pane.id]
            if now - since < SYNC_LIMIT and len(shown.texts) == screen.lines:
                return shown
        elif self._held:
            self._held.pop(pane.id, None)
        texts, attrs = screen.visible()
        cursor = None if screen.cursor.hidden else Point(*screen.cursor_point)
        picture = Picture(tuple(texts), tuple(attrs), cursor, screen.columns)
        self._last[pane.id] = picture
        return picture

    def last(self, pane: Pane) -> Picture:
        """Return what the pane showed last, where that still fits; else what it shows now."""
        found = self._last.get(pane.id)
        screen = pane.screen
        if found is None or (len(found.texts), found.columns) != (screen.lines, screen.columns):
            return self.picture(pane)
        return found

    def forget(self, pane: Pane) -> None:
        """Drop what is kept for a pane that is gone."""
        self._held.pop(pane.id, None)
        self._last.pop(pane.id, None)


def scene_of(client: AttachedClient, pictures: HeldPictures, only: Pane | None = None) -> Scene:
    """Return everything that `client` shows now; with `only`, the other panes as they were."""
    window, look = client.window, client.look
    status, status_cursor = _status_rows(client)
    views = [
        _pane_view(client, look, pane, rect, pictures, fresh=only is None or only is pane)
        for pane, rect in window.rects().items()
    ]
    room = Size(max(1, client.size.rows - len(status)), client.size.cols)
    return Scene(
        size=client.size,
        panes=views,
        window_size=window.size,
        offset=client.view.settle(views, room),
        borders=look.borders,
        status=status,
        status_top=client.bars.at_top,
        status_cursor=status_cursor,
        overlays=client.stage.overlays,
        title=client.outer_title,
        outside=look.theme["outside"],
    )


def _pane_view(
    client: AttachedClient,
    look: WindowLook,
    pane: Pane,
    rect: Rect,
    pictures: HeldPictures,
    *,
    fresh: bool,
) -> PaneView:
    """Return what a pane shows: now, or if it is not to be `fresh`, in the last frame."""
    window, screen = client.window, pane.screen
    active = pane is window.active
    style = look.pane(pane, active)
    own_colour = screen.cursor_colour
    texts: Sequence[str]
    attrs: Sequence[str]
    if pane.mode is not None:
        rendered = pane.mode.render(rect.size, look.theme)
        texts, attrs, cursor = rendered.texts, rendered.attrs, rendered.cursor
    else:
        texts, attrs, cursor, _ = pictures.picture(pane) if fresh else pictures.last(pane)
    return PaneView(
        rect=rect,
        texts=texts,
        attrs=attrs,
        cursor=cursor,
        active=active,
        title=style.title,
        number=window.panes.index(pane),
        cursor_shape=screen.cursor_shape or style.cursor_shape,
        cursor_colour=own_colour if own_colour >= 0 else style.cursor_colour,
        style=style.style,
        reverse=screen.reverse_video,
    )


def _status_rows(client: AttachedClient) -> tuple[Sequence[Row], Point | None]:
    """Return the status rows, and where a prompt has its cursor in them."""
    stage, width = client.stage, client.size.cols
    prompt = stage.shown_prompt
    if prompt is None and not stage.message:
        return client.bars.rows, None
    rows = list(client.bars.rows)
    cursor = None
    if prompt is not None:
        text, attrs, column = prompt.render(width)
        # Without a status row, a prompt or message covers the last row of the panes.
        rows[-1:] = [Row(text, attrs)]
        if stage.prompt_has_cursor:
            cursor = Point(len(rows) - 1, column)
    else:
        rows[-1:] = [message_row(width, stage.message, client.theme["message"])]
    return rows, cursor
