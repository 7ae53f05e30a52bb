"""A session: windows by index, one of them current.

Which clients look at it is the server's business; the session only counts them.
"""

from __future__ import annotations

import time

from mplex.errors import CommandError
from mplex.geometry import Size
from mplex.model.window import Window
from mplex.options import Options

MAX_INDEX = 2**31 - 1


class Session:
    """A named set of windows. Its id is never used again."""

    def __init__(
        self, id: int, name: str, options: Options, *, size: Size, cwd: str, environ: dict[str, str]
    ) -> None:
        self.id = id
        self.name = name
        self.options = options
        self.size = size
        """The size of new windows while no client is attached."""
        self.cwd = cwd
        self.environ = environ
        self.created = self.activity = time.time()
        self.last_attached = 0.0
        self.attached = 0
        """How many clients look at it; kept by the server."""
        self.windows: dict[int, Window] = {}
        """Windows by index, in the order of the indexes."""
        self.current: Window
        self.last_windows: list[Window] = []
        """Windows that were current before, the latest first."""

    def __repr__(self) -> str:
        return f"<Session ${self.id} {self.name!r}>"

    def index_of(self, window: Window) -> int:
        """Return a window's index; CommandError if it is not in this session."""
        for index, other in self.windows.items():
            if other is window:
                return index
        raise CommandError(f"window @{window.id} is not in session {self.name}")

    def free_index(self, start: int | None = None) -> int:
        """Return the first index not in use from `start`, by default from base-index."""
        index = self.options.number("base-index") if start is None else start
        while index in self.windows:
            index += 1
        return index

    def add(self, window: Window, index: int) -> None:
        """Put a window at a free index; the first one becomes current."""
        if index in self.windows or not 0 <= index <= MAX_INDEX:
            raise CommandError(f"create window failed: index in use: {index}")
        self._set_windows({**self.windows, index: window})
        if len(self.windows) == 1:
            self.current = window

    def make_room(self, index: int) -> int:
        """Move the windows from `index` up by one as far as they are in the way; return `index`."""
        last = index
        while last in self.windows:
            last += 1
        moved = {
            number + 1 if index <= number < last else number: window
            for number, window in self.windows.items()
        }
        self._set_windows(moved)
        return index

    def remove(self, window: Window) -> None:
        """Take a window out. If it was current, the last one is, else the one before or after.

        The caller sees to a session that has no window left.
        """
        following = self.previous(window) or self.next(window)
        self._set_windows({n: other for n, other in self.windows.items() if other is not window})
        self.last_windows = [other for other in self.last_windows if other is not window]
        if self.current is window and following is not None:
            self.current = self.last_windows.pop(0) if self.last_windows else following
            self.current.clear_alerts()
        if self.options.flag("renumber-windows"):
            self.renumber()

    def select(self, window: Window) -> None:
        """Make a window of the session the current one."""
        self.index_of(window)
        if window is not self.current:
            kept = [other for other in self.last_windows if other not in (window, self.current)]
            self.last_windows = [self.current, *kept]
            self.current = window
        window.clear_alerts()

    def last_before(self, window: Window) -> Window | None:
        """Return the window used last but for `window`, None if no other one has been used."""
        used = (self.current, *self.last_windows)
        return next((other for other in used if other is not window), None)

    def next(self, window: Window, alerts: bool = False) -> Window | None:
        """Return the window after `window`, around the end, with `alerts` the next alerted one.

        None if there is no other such window.
        """
        return self._step(window, 1, alerts)

    def previous(self, window: Window, alerts: bool = False) -> Window | None:
        """Return the window before `window`, as `next` does."""
        return self._step(window, -1, alerts)

    def move(self, window: Window, index: int) -> None:
        """Give a window a free index. Raises CommandError if it is taken."""
        if self.windows.get(index) is window:
            return
        if index in self.windows or not 0 <= index <= MAX_INDEX:
            raise CommandError(f"index in use: {index}")
        kept = {number: other for number, other in self.windows.items() if other is not window}
        self._set_windows({**kept, index: window})

    def swap(self, first: int, second: int) -> None:
        """Let the windows at two indexes change places; which index is current stays."""
        windows = dict(self.windows)
        one, two = windows[first], windows[second]
        windows[first], windows[second] = two, one
        self._set_windows(windows)
        other = {one: two, two: one}
        self.current = other.get(self.current, self.current)
        self.last_windows = [other.get(window, window) for window in self.last_windows]

    def replace(self, old: Window, new: Window) -> None:
        """Put `new` at the index of `old`, as current window too."""
        self._set_windows({n: new if w is old else w for n, w in self.windows.items()})
        self.last_windows = [new if other is old else other for other in self.last_windows]
        if self.current is old:
            self.current = new

    def renumber(self) -> None:
        """Number the windows from base-index on, without gaps."""
        base = self.options.number("base-index")
        self._set_windows(dict(enumerate(self.windows.values(), base)))

    def stack(self) -> list[Window]:
        """Return the windows, most recently used first; those never used last, by index."""
        known = [self.current, *self.last_windows]
        return known + [window for window in self.windows.values() if window not in known]

    def _step(self, window: Window, by: int, alerts: bool) -> Window | None:
        windows = list(self.windows.values())
        start = windows.index(window)
        for n in range(1, len(windows)):
            found = windows[(start + by * n) % len(windows)]
            if found.alerted or not alerts:
                return found
        return None

    def _set_windows(self, windows: dict[int, Window]) -> None:
        self.windows = dict(sorted(windows.items()))
