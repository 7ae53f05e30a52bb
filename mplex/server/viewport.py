"""The part of a window that one client shows, and what is where on its screen.

A window may be larger than a client; what is seen of it follows the cursor until somebody moves it.
Everything that turns cells of the screen into cells of the window or of a pane is here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mplex.geometry import Point, Rect, Size
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.server.mouse import Place
from mplex.ui.frame import PaneView
from mplex.ui.status_row import STATUS_ROWS

if TYPE_CHECKING:
    from mplex.server.client import AttachedClient

STATUS_PLACES = {"left": "StatusLeft", "right": "StatusRight"}
NOWHERE = Rect(0, 0, 0, 0)


class Viewport:
    """Where things are on the screen of `client`."""

    def __init__(self, client: AttachedClient) -> None:
        self._client = client
        self._offset = Point(0, 0)
        self._panned = False

    @property
    def session(self) -> Session:
        """The session that is looked at."""
        return self._client.session

    @property
    def status_height(self) -> int:
        """Rows of the status, 0 when it is off; one row is always left for the panes."""
        rows = STATUS_ROWS[self._client.session.options.text("status")]
        return min(rows, self._client.size.rows - 1)

    @property
    def status_at_top(self) -> bool:
        """Say whether the status is above the panes."""
        return self._client.session.options.text("status-position") == "top"

    @property
    def top(self) -> int:
        """The first row of the screen that shows panes."""
        return self.status_height if self.status_at_top else 0

    @property
    def area(self) -> Size:
        """The room that the client has for a window."""
        size = self._client.size
        return Size(max(1, size.rows - self.status_height), size.cols)

    @property
    def offset(self) -> Point | None:
        """The window's cell that is shown top left, None when the whole window is seen."""
        whole, room = self._client.window.size, self.area
        return self._offset if whole.rows > room.rows or whole.cols > room.cols else None

    def follow_again(self) -> None:
        """Show where the cursor is, wherever somebody has moved."""
        self._panned = False

    def pan(self, direction: str, cells: int) -> None:
        """Move what is seen of a window larger than the client: L R U D, or c to follow again."""
        rows = {"U": -cells, "D": cells}.get(direction, 0)
        cols = {"L": -cells, "R": cells}.get(direction, 0)
        self._panned = direction != "c"
        self._offset = Point(self._offset.row + rows, self._offset.col + cols)

    def settle(self, views: Sequence[PaneView], room: Size) -> Point:
        """Return the window's cell that a frame shows top left; `views` are its panes."""
        whole = self._client.window.size
        if whole.rows <= room.rows and whole.cols <= room.cols and self._offset == (0, 0):
            # Nearly every frame: all of the window is seen.
            return self._offset
        row, col = self._offset
        cursor = next((view for view in views if view.active and view.cursor is not None), None)
        if cursor is not None and cursor.cursor is not None and not self._panned:
            at = Point(cursor.rect.row + cursor.cursor.row, cursor.rect.col + cursor.cursor.col)
            row = min(max(row, at.row - room.rows + 1), at.row)
            col = min(max(col, at.col - room.cols + 1), at.col)
        row = max(0, min(row, whole.rows - room.rows))
        col = max(0, min(col, whole.cols - room.cols))
        if (row, col) != self._offset:
            self._offset = Point(row, col)
            self._client.status_changed()
        return self._offset

    def pane_rect(self, pane: Pane) -> Rect:
        """Return where a pane of the window is on the screen, cut to it; empty when it is not."""
        rect = self._client.window.rects().get(pane)
        if rect is None:
            return NOWHERE
        row, col = rect.row + self.top - self._offset.row, rect.col - self._offset.col
        return rect._replace(row=row, col=col).clip(self._client.size)

    def place_at(self, row: int, col: int) -> Place:
        """Say what is drawn at a cell of the screen, for the mouse."""
        window = self._client.window
        height, top, size = self.status_height, self.top, self._client.size
        if not top <= row < top + size.rows - height:
            return self._status_place(row if row < top else row - size.rows + height, col)
        at = self.window_point(row, col)
        for pane, rect in window.rects().items():
            if rect.contains(*at):
                return Place("Pane", window, pane)
        return Place("Border", window, window.active)

    def pane_point(self, pane: Pane, row: int, col: int) -> Point:
        """Turn a cell of the screen into one of a pane, perhaps outside of it."""
        rect = self._client.window.rects().get(pane, NOWHERE)
        at = self.window_point(row, col)
        return Point(at.row - rect.row, at.col - rect.col)

    def window_point(self, row: int, col: int) -> Point:
        """Turn a cell of the screen into one of the window."""
        return Point(row - self.top + self._offset.row, col + self._offset.col)

    def _status_place(self, line: int, col: int) -> Place:
        window, lines = self._client.window, self._client.status_lines()
        found = lines[line].range_at(col) if line < len(lines) else None
        if found is None:
            return Place("StatusDefault", window, window.active)
        if found.kind == "window":
            index = int(found.argument) if found.argument.isdigit() else -1
            listed = self.session.windows.get(index)
            return Place("Status", listed, listed.active if listed else None, "window")
        name = STATUS_PLACES.get(found.kind, "Status")
        return Place(name, window, window.active, found.argument or found.kind)
