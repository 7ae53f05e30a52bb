"""The thread in which large pictures are decoded, one after the other, while the loop goes on.

One idea: whoever shows pictures looks at `finished` and draws again when it has grown; nothing is
called back. What decoding is belongs to `picture_codec`.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable


class PictureThread:
    """Works through what it is given; its thread lives only while there is something to do."""

    def __init__(self) -> None:
        self.finished = 0
        """Pieces of work that are done."""
        self._todo: deque[Callable[[], None]] = deque()
        self._lock = threading.Lock()
        self._running = False

    @property
    def busy(self) -> bool:
        """Whether anything is not done yet."""
        return self._running

    def add(self, work: Callable[[], None]) -> None:
        """Do something soon, in the thread."""
        with self._lock:
            self._todo.append(work)
            if not self._running:
                self._running = True
                threading.Thread(target=self._run, name="pictures", daemon=True).start()

    def _run(self) -> None:
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
