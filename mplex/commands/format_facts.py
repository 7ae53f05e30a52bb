"""Facts that variables tell and that take more than an attribute to find out.

Each function gets the context and a session, window, pane or client of it. Nothing here changes
anything.
"""

from __future__ import annotations

import getpass
import os
from collections.abc import Callable, Sequence

from mplex.commands.format_context import FormatClient, FormatContext
from mplex.geometry import Rect
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.tree import Tree
from mplex.model.window import Window
from mplex.vt.clusters import expand as printable


def clients_of(context: FormatContext, session: Session) -> list[FormatClient]:
    """Return the clients that look at a session."""
    return [client for client in context.clients if client.session is session]


def viewers_of(context: FormatContext, window: Window) -> list[FormatClient]:
    """Return the clients that look at a window."""
    return [client for client in context.clients if client.window is window]


def names(clients: Sequence[FormatClient]) -> str:
    """Return the names of clients, joined by commas."""
    return ",".join(client.name for client in clients)


def window_index(context: FormatContext, window: Window) -> int | None:
    """Return a window's index, None if it is not in the context's session."""
    windows = context.session.windows if context.session else {}
    return next((index for index, other in windows.items() if other is window), None)


def is_at_end(context: FormatContext, window: Window, place: int) -> bool:
    """Say whether a window is the first (`place` 0) or last (-1) of the context's session."""
    windows = list(context.session.windows.values()) if context.session else []
    return bool(windows) and windows[place] is window


def current_window(context: FormatContext, session: Session) -> Window:
    """Return the window of a session that the context's client sees, or else the current one."""
    client = context.client
    return client.window if client is not None and client.session is session else session.current


def is_last(context: FormatContext, window: Window) -> bool:
    """Say whether a window was the current one before the present one."""
    session = context.session
    if session is None or not session.windows:
        return False
    return session.last_before(current_window(context, session)) is window


def is_current(context: FormatContext, window: Window) -> bool:
    """Say whether a window is the current one of the context's session."""
    session = context.session
    if session is None or not session.windows:
        return False
    return current_window(context, session) is window


def is_marked(context: FormatContext, thing: Session | Window | Pane) -> bool:
    """Say whether a pane is the marked one, or what it is in is of the marked one."""
    return context.marked is not None and any(part is thing for part in context.marked)


def alerts(_context: FormatContext, session: Session) -> str:
    """Return the indexes of windows with alerts, marked `#` activity, `!` bell, `~` silence."""
    return ",".join(
        f"{index}{_alert_flags(window)}"
        for index, window in session.windows.items()
        if window.alerted
    )


def _alert_flags(window: Window) -> str:
    return "#" * window.activity + "!" * window.bell + "~" * window.silence


def window_flags(context: FormatContext, window: Window) -> str:
    """Return the flags of a window in tmux's order."""
    return (
        _alert_flags(window)
        + "*" * is_current(context, window)
        + "-" * is_last(context, window)
        + "M" * is_marked(context, window)
        + "Z" * window.zoomed
    )


def stack_index(context: FormatContext, window: Window) -> int | None:
    """Return how many windows were used after a window."""
    stack = context.session.stack() if context.session and context.session.windows else []
    return stack.index(window) if window in stack else None


def pane_rect(pane: Pane) -> Rect:
    """Return where a pane is in its window, whether it can be seen or not."""
    seen = pane.window.rects().get(pane)
    return seen if seen is not None else pane.window.layout.leaf_of(pane.id).rect


def is_at_edge(side: str) -> Callable[[FormatContext, Pane], bool]:
    """Return a test for panes at a side of their window."""

    def test(_context: FormatContext, pane: Pane) -> bool:
        window = pane.window
        if window.zoomed and pane is window.active:
            return True
        rect, whole = window.layout.leaf_of(pane.id).rect, window.layout.size
        edges = {
            "top": rect.row == 0,
            "left": rect.col == 0,
            "bottom": rect.bottom == whole.rows,
            "right": rect.right == whole.cols,
        }
        return edges[side]

    return test


def is_last_pane(_context: FormatContext, pane: Pane) -> bool:
    """Say whether a pane was the active one before the present one."""
    return pane in pane.window.last_panes[:1]


def cursor_character(_context: FormatContext, pane: Pane) -> str:
    """Return the character under a pane's cursor."""
    row, col = pane.screen.cursor_point
    return printable(pane.screen.line(row)[0][col : col + 1]) or " "


def current_path(_context: FormatContext, pane: Pane) -> str:
    """Return the directory of the program in the foreground, or where the pane was started."""
    return (pane.pty.foreground_cwd() if pane.pty else "") or pane.cwd


def current_command(_context: FormatContext, pane: Pane) -> str:
    """Return the program in the foreground or, without one, the name of what was started."""
    running = pane.pty.foreground_command() if pane.pty else ""
    words = pane.argv[0].split() if pane.argv else []
    return running or (os.path.basename(words[0]) if words else "")


def history_bytes(_context: FormatContext, pane: Pane) -> int:
    """Return how much text and style the rows above a pane's screen have."""
    screen = pane.screen
    rows = (screen.line(index) for index in range(-screen.history_size, 0))
    return sum(len(text) + len(attrs) for text, attrs, _ in rows)


def tab_stops(_context: FormatContext, pane: Pane) -> str:
    """Return the columns of a pane's tab stops."""
    return ",".join(str(col) for col in sorted(pane.screen.tabstops) if 0 < col < pane.size.cols)


def mouse_mode(mode: int) -> Callable[[FormatContext, Pane], bool]:
    """Return a test for panes whose program asked for that mouse mode."""
    return lambda _context, pane: pane.screen.mouse_mode == mode


def mode_name(_context: FormatContext, pane: Pane) -> str:
    """Return the name of the mode that covers a pane, "" for none."""
    return "" if pane.mode is None else str(getattr(pane.mode, "name", "copy-mode"))


def user(_context: FormatContext, _tree: Tree) -> str:
    """Return the name of the user that the server runs as."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
