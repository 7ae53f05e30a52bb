"""The thread in which large pictures are decoded, one after the other, while the loop goes on.

One idea: whoever shows pictures looks at `finished` and draws again when it has grown; nothing is
called back. What is small may be done at once, as long as a frame has time left for it. What
decoding is belongs to `picture_codec`.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mplex.dialog.short_turns import short_turns

FRAME_MICROSECONDS = 5000.0
"""How long the pictures of one frame may keep whoever draws it."""


class PictureThread:
    """Works through what it is given; its thread lives only while there is something to do."""

    def __init__(self) -> None:
        self.finished = 0
        """Pieces of work that are done."""
        self._left: float | None = None
        """Microseconds that are left of a frame, None outside of frames."""
        self._todo: deque[Callable[[], None]] = deque()
        self._lock = threading.Lock()
        self._running = False

    @property
    def busy(self) -> bool:
        """Whether anything is not done yet."""
        return self._running

    @contextmanager
    def frame(self) -> Iterator[None]:
        """Let what is drawn within take so much time for pictures as a frame has."""
        before = self._left
        self._left = FRAME_MICROSECONDS if before is None else before
        try:
            yield
        finally:
            self._left = before

    def may(self, microseconds: float) -> bool:
        """Say whether something may be done at once, and take its time from the frame's."""
        left = sys.float_info.max if self._left is None else self._left
        if microseconds > left:
            return False
        if self._left is not None:
            self._left -= microseconds
        return True

    def add(self, work: Callable[[], None]) -> None:
        """Do something soon, in the thread."""
        with self._lock:
            self._todo.append(work)
            if not self._running:
                self._running = True
                threading.Thread(target=self._run, name="pictures", daemon=True).start()

    def _run(self) -> None:
        with short_turns():
            self._work()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._todo:
                    self._running = False
                    return
                work = self._todo.popleft()
            try:
                work()
            except Exception as error:
                # Told as of any thread; the next picture has nothing to do with it.
                found = (type(error), error, error.__traceback__, threading.current_thread())
                threading.excepthook(threading.ExceptHookArgs(found))
            self.finished += 1


LOADING = PictureThread()
"""The one thread of this process."""
