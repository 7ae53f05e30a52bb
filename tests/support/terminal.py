"""A real terminal with a program in it: a pty, and mplex's own emulator to see what it shows.

Nothing happens behind a test's back: there is no reader thread. Whoever waits pumps the pty, and
what the program asks the terminal (its attributes, the cursor's place) is answered while pumping.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import pexpect

from mplex.geometry import Point, Size
from mplex.vt.clusters import cells, expand
from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream
from mplex.vt.styles import Style, style_of
from tests.support.waiting import INTERVAL, LIMIT, wait_until

T = TypeVar("T")

READ = 65536
"""Bytes taken from the pty at once."""

FRAMES = re.compile(rb"(?<=\x1b\[\?2026l)|(?=\x1b\[\?2026h)")
"""Where a frame that was drawn at once ends and the next one begins."""

READS = 100
"""Reads between two looks at a condition, so that a flood cannot keep us from looking."""


class Terminal:
    """A program running in a terminal of a given size, and the screen it draws."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        environ: Mapping[str, str],
        size: Size = Size(24, 80),  # noqa: B008  an immutable value.
        cwd: str | None = None,
    ) -> None:
        self.size = size
        self.screen = Screen(size.cols, size.rows, history=1000)
        self.stream = ByteStream(self.screen)
        self.output = bytearray()
        """Every byte the program has written so far."""
        self.events: list[tuple[str, ...]] = []
        """What the screen reported: bells, titles, clipboard writes, ..."""
        self.closed = False
        """Whether the program's side of the terminal is gone."""
        self._sought = ""
        self._glimpsed: Point | None = None
        self.child = pexpect.spawn(
            argv[0],
            list(argv[1:]),
            env=dict(environ),
            cwd=cwd,
            dimensions=(size.rows, size.cols),
            echo=True,
            timeout=None,
        )
        self.child.delaybeforesend = None
        self.child.delayafterclose = self.child.delayafterterminate = INTERVAL
        self.fd: int = self.child.child_fd

    @property
    def pid(self) -> int:
        """The process id of the program in the terminal."""
        return int(self.child.pid)

    # What the terminal shows.

    def rows(self) -> list[str]:
        """Return what every row shows, without trailing blanks."""
        texts, _ = self.screen.visible()
        return [expand(text).rstrip() for text in texts]

    def row(self, n: int) -> str:
        """Return what row `n` shows (zero based, negative from the bottom)."""
        return self.rows()[n]

    def screen_text(self) -> str:
        """Return what the whole screen shows."""
        return "\n".join(self.rows())

    def style(self, row: int, col: int) -> Style:
        """Return the style of a cell."""
        attrs = self.screen.visible()[1][row]
        return style_of(attrs[col] if col < len(attrs) else "\0")

    @property
    def cursor(self) -> Point | None:
        """Where the cursor is, None when it is hidden."""
        return None if self.screen.cursor.hidden else Point(*self.screen.cursor_point)

    def find(self, text: str) -> Point | None:
        """Return where `text` begins on the screen, None when it is not there."""
        wanted = cells(text)
        for row, shown in enumerate(self.screen.visible()[0]):
            col = shown.ljust(self.size.cols).find(wanted)
            if col >= 0:
                return Point(row, col)
        return None

    def picture(self) -> str:
        """Return the screen in a frame, for a failure's text."""
        where = f"cursor {self.cursor}" if self.cursor else "cursor hidden"
        edge = "+" + "-" * self.size.cols + "+"
        body = [f"|{row:<{self.size.cols}}|" for row in self.rows()]
        gone = ", program gone" if self.closed else ""
        return "\n".join([f"{self.size.rows}x{self.size.cols}, {where}{gone}", edge, *body, edge])

    # Waiting.

    def pump(self, timeout: float = 0) -> bool:
        """Take in what the program writes within `timeout` seconds; say whether it wrote."""
        if self.closed or not select.select([self.fd], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self.fd, READ)
        except OSError:
            data = b""
        if not data:
            self.closed = True
            return False
        self.output += data
        for frame in FRAMES.split(data):
            self.stream.feed(frame)
            if self._sought:
                self._glimpsed = self.find(self._sought) or self._glimpsed
        self.events += self.screen.take_events()
        replies = self.screen.take_replies()
        if replies:
            self.send(replies)
        return True

    def drain(self) -> None:
        """Take in what the program has written by now, or as much as fits in one turn."""
        for _ in range(READS):
            if not self.pump():
                break

    def wait_until(self, what: str, condition: Callable[[], T], timeout: float = LIMIT) -> T:
        """Return the first true value of `condition`; fail naming `what` and showing the screen."""
        deadline = time.monotonic() + timeout
        while True:
            self.drain()
            value = condition()
            if value:
                return value
            if time.monotonic() >= deadline:
                raise AssertionError(f"waited {timeout:g} s in vain for: {what}\n{self.picture()}")
            if not self.pump(INTERVAL) and self.closed:
                select.select([], [], [], INTERVAL)

    def wait_for_text(self, text: str, timeout: float = LIMIT) -> Point:
        """Wait until `text` is on the screen and return where it begins.

        What was there for one frame only counts as well: we may have been too slow for it.
        """
        self._sought, self._glimpsed = text, None
        try:
            found = self.wait_until(
                f"{text!r} on the screen", lambda: self.find(text) or self._glimpsed, timeout
            )
        finally:
            self._sought = ""
        assert found is not None
        return found

    def wait_for_no_text(self, text: str, timeout: float = LIMIT) -> None:
        """Wait until `text` is nowhere on the screen."""
        self.wait_until(f"no {text!r} on the screen", lambda: self.find(text) is None, timeout)

    def wait_for_end(self, timeout: float = LIMIT) -> int:
        """Wait until the program has ended; return its exit status, or minus its signal."""
        self.wait_until("the program's end", lambda: not self.child.isalive(), timeout)
        self.drain()
        status, number = self.child.exitstatus, self.child.signalstatus
        return int(status) if status is not None else -int(number)

    # Acting.

    def send(self, keys: str | bytes) -> None:
        """Type `keys`: the very bytes a terminal would send."""
        data = keys.encode() if isinstance(keys, str) else keys
        while data:
            data = data[os.write(self.fd, data) :]

    def resize(self, rows: int, cols: int) -> None:
        """Give the terminal another size; the program gets SIGWINCH."""
        self.size = Size(rows, cols)
        self.screen.resize(rows, cols)
        self.child.setwinsize(rows, cols)

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send the program a signal."""
        os.kill(self.pid, number)

    def close(self) -> None:
        """Close the terminal as a closed window does; the program is ended if it stays."""
        with contextlib.suppress(pexpect.ExceptionPexpect):
            self.child.close(force=True)
        # It is killed after some hundredths of a second; dying may take it longer.
        wait_until("the program's end", lambda: not self.child.isalive())
        self.child.close()
        self.closed = True

    def hang_up(self) -> None:
        """Close the terminal as a closed window does, and leave the program to itself."""
        self.child.ptyproc.fileobj.close()
        self.closed = True
