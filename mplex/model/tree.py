"""The whole of what a server holds: sessions, their windows, their panes, and global settings.

One idea: things are made and removed here only, so the three tables and the links between their
entries agree at all times. Processes are not started here: a new pane waits for one.
"""

from __future__ import annotations

import os
from typing import Any

from mplex.errors import CommandError
from mplex.geometry import Size
from mplex.model import state
from mplex.model.buffers import Buffers
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.window import Split, Window, clean_name
from mplex.options import Options


class Tree:
    """Sessions, windows and panes by id. Ids start at 0 and are never used again."""

    def __init__(self, environ: dict[str, str] | None = None, host: str | None = None) -> None:
        self.sessions: dict[int, Session] = {}
        self.windows: dict[int, Window] = {}
        self.panes: dict[int, Pane] = {}
        self.options = Options("server")
        self.session_options = Options("session")
        self.window_options = Options("window")
        self.environ: dict[str, str] = dict(environ or {})
        self.buffers = Buffers(lambda: self.options.number("buffer-limit"))
        self.host = os.uname().nodename if host is None else host
        self.next_ids = {"session": 0, "window": 0, "pane": 0}

    def new_session(
        self, name: str | None, size: Size, cwd: str, environ: dict[str, str]
    ) -> Session:
        """Make a session, to which the caller adds a window at once.

        Without a name it gets its number. Raises CommandError for a name in use or an empty one.
        """
        id = self._take_id("session")
        session = Session(
            id,
            self._session_name(name, id),
            Options("session", self.session_options),
            size=size,
            cwd=cwd,
            environ=dict(environ),
        )
        self.sessions[id] = session
        return session

    def rename_session(self, session: Session, name: str) -> None:
        """Give a session another name. Raises CommandError as `new_session` does."""
        if session_name(name) != session.name:
            session.name = self._session_name(name, session.id)

    def find_session(self, name: str) -> Session | None:
        """Return the session with exactly that name."""
        return next((found for found in self.sessions.values() if found.name == name), None)

    def new_window(
        self, session: Session, *, index: int | None = None, name: str | None = None, size: Size
    ) -> Window:
        """Make a window with one pane, at `index` or the first free one; not yet current.

        A name given switches automatic renaming off. Raises CommandError for an index in use.
        """
        place = session.free_index() if index is None else index
        window = self._make_window(size)
        try:
            session.add(window, place)
        except CommandError:
            del self.windows[window.id]
            raise
        window.start(self._make_pane(window, session, size))
        if name is not None:
            window.rename(name)
        return window

    def new_pane(
        self,
        window: Window,
        beside: Pane,
        *,
        horizontal: bool,
        size: int | None = None,
        percent: int | None = None,
        before: bool = False,
        full: bool = False,
    ) -> Pane:
        """Split `beside` (or with `full` the whole window) for a new pane; not yet active.

        `size` is in cells. Raises CommandError when there is no room.
        """
        pane = self._make_pane(window, self.session_of(window), Size(1, 1))
        try:
            window.split(pane, beside, Split(horizontal, size, percent, before, full))
        except CommandError:
            del self.panes[pane.id]
            raise
        return pane

    def break_pane(
        self, pane: Pane, session: Session, *, index: int | None = None, name: str | None = None
    ) -> Window:
        """Move a pane into a window of its own. Raises CommandError for an index in use."""
        place = session.free_index() if index is None else index
        source = pane.window
        if len(source.panes) == 1:
            self.move_window(source, session, place)
            window = source
        else:
            window = self._make_window(source.size)
            window.name = source.name
            try:
                session.add(window, place)
            except CommandError:
                del self.windows[window.id]
                raise
            source.remove(pane)
            self._adopt(pane, window)
            window.start(pane)
        if name is not None:
            window.rename(name)
        return window

    def join_pane(
        self,
        pane: Pane,
        beside: Pane,
        *,
        horizontal: bool,
        size: int | None = None,
        percent: int | None = None,
        before: bool = False,
        full: bool = False,
    ) -> None:
        """Move a pane to a place beside another one, in whatever window; not yet active there.

        Its old window goes if it was the last pane there. Raises CommandError for want of room.
        """
        if pane is beside:
            raise CommandError("source and target panes must be different")
        source, target = pane.window, beside.window
        how = Split(horizontal, size, percent, before, full)
        if source is target:
            target.move(pane, beside, how)
            return
        session = self.session_of(source)
        target.split(pane, beside, how)
        self._leave(pane, source, session)
        self._adopt(pane, target)

    def swap_panes(self, pane: Pane, other: Pane) -> None:
        """Let two panes change places, in one window or between two."""
        first, second = pane.window, other.window
        if first is second:
            first.swap(pane, other)
            return
        first.put(other, pane)
        second.put(pane, other)

    def remove_pane(self, pane: Pane) -> Window | None:
        """Remove a pane; return its window, or None if that went with its last pane."""
        window = pane.window
        del self.panes[pane.id]
        if window.remove(pane):
            return window
        self._drop_window(window)
        return None

    def remove_window(self, window: Window) -> None:
        """Remove a window and its panes; a session without windows goes too."""
        for pane in window.panes:
            self.panes.pop(pane.id, None)
        self._drop_window(window)

    def remove_session(self, session: Session) -> None:
        """Remove a session with all its windows."""
        for window in session.windows.values():
            for pane in window.panes:
                self.panes.pop(pane.id, None)
            self.windows.pop(window.id, None)
        self.sessions.pop(session.id, None)

    def session_of(self, window: Window) -> Session:
        """Return the session a window is in. Raises CommandError for one that was removed."""
        for session in self.sessions.values():
            if any(other is window for other in session.windows.values()):
                return session
        raise CommandError(f"window @{window.id} is gone")

    def move_window(self, window: Window, session: Session, index: int) -> None:
        """Move a window to a free index, perhaps of another session."""
        source = self.session_of(window)
        if source is session:
            session.move(window, index)
            return
        session.add(window, index)
        source.remove(window)
        if not source.windows:
            self.remove_session(source)

    def swap_windows(self, window: Window, other: Window) -> None:
        """Let two windows change places, perhaps between sessions."""
        first, second = self.session_of(window), self.session_of(other)
        if first is second:
            first.swap(first.index_of(window), first.index_of(other))
            return
        first.replace(window, other)
        second.replace(other, window)

    def to_data(self) -> dict[str, Any]:
        """Return plain data from which `from_data` builds the tree again, but for the processes."""
        return state.tree_data(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Tree:
        """Build a tree from what `to_data` returned. Raises CommandError for broken data."""
        tree = cls()
        state.fill_tree(tree, data)
        return tree

    def _session_name(self, name: str | None, id: int) -> str:
        if name is None:
            number = id
            while self.find_session(str(number)):
                number += 1
            return str(number)
        clean = session_name(name)
        if not clean:
            raise CommandError(f"invalid session: {name}")
        if self.find_session(clean):
            raise CommandError(f"duplicate session: {clean}")
        return clean

    def _take_id(self, kind: str) -> int:
        self.next_ids[kind] += 1
        return self.next_ids[kind] - 1

    def add_session(self, session: Session) -> None:
        """Take a session that was built elsewhere, with its windows and panes."""
        self.sessions[session.id] = session
        for window in session.windows.values():
            self.windows[window.id] = window
            self.panes.update({pane.id: pane for pane in window.panes})

    def _make_window(self, size: Size) -> Window:
        id = self._take_id("window")
        window = Window(id, size, Options("window", self.window_options))
        self.windows[id] = window
        return window

    def _make_pane(self, window: Window, session: Session, size: Size) -> Pane:
        id = self._take_id("pane")
        history = session.options.number("history-limit")
        pane = Pane(id, window, size, history=history, host=self.host)
        pane.screen.checksums = self.options.flag("checksum-reports")
        pane.take_options()
        self.panes[id] = pane
        return pane

    def _adopt(self, pane: Pane, window: Window) -> None:
        pane.window = window
        pane.options.parent = window.options

    def _leave(self, pane: Pane, window: Window, session: Session) -> None:
        if not window.remove(pane):
            self.windows.pop(window.id, None)
            session.remove(window)
            if not session.windows:
                self.remove_session(session)

    def _drop_window(self, window: Window) -> None:
        session = self.session_of(window)
        self.windows.pop(window.id, None)
        session.remove(window)
        if not session.windows:
            self.sessions.pop(session.id, None)


def session_name(name: str) -> str:
    """Return a session's name as it is kept: `:` and `.` have a meaning in targets, so `_`."""
    return clean_name(name).replace(":", "_").replace(".", "_")
