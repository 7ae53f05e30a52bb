"""Diagrams that are being drawn: a child process for each, and what has become of it.

One idea: nobody waits. Whoever shows a diagram asks from time to time, and a child that takes too
long is ended. How a drawing looks is the widget's matter; the drawing is `diagram_child`'s.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import IO, NamedTuple

from mplex.dialog.extras import NO_TERMAID

DEADLINE = 8.0
"""Seconds after which a child is ended."""
MAX_SOURCE = 50_000
"""Characters of a source that is drawn."""
MAX_CHILDREN = 4
"""Children that draw at the same time; a diagram beyond waits for its turn."""
CODE = "import sys; sys.path[:] = sys.argv[1:]; from mplex.dialog.diagram_child import main; main()"

Line = list[tuple[str, str]]
"""One line of a drawing: texts, each with the key of its style as termaid names it."""

_drawing: list[Diagram] = []


class Drawn(NamedTuple):
    """What became of a diagram."""

    drawings: list[list[Line]]
    """The best first; a second one, if any, is closer."""
    problem: str = ""
    """Why there is none, as the parser said."""
    missing: bool = False
    """Whether it is termaid that is missing."""


class Diagram:
    """One diagram: `drawn` once it is done."""

    def __init__(self, source: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.drawn: Drawn | None = None
        self._source = source
        self._clock = clock
        self._child: subprocess.Popen[bytes] | None = None
        self._output: IO[bytes] | None = None
        self._end = 0.0
        if find_spec("termaid") is None:
            self.drawn = Drawn([], NO_TERMAID, True)
        elif len(source) > MAX_SOURCE:
            self.drawn = Drawn([], "the source is too long to be drawn")
        else:
            self.poll()

    def poll(self) -> Drawn | None:
        """Return what became of it, None while it is being drawn."""
        if self.drawn is None and self._child is None:
            self._start()
        if self._child is not None and self._child.poll() is not None:
            self._finish(self._read())
        elif self._child is not None and self._clock() > self._end:
            self._finish(Drawn([], "the diagram takes too long to draw"))
        return self.drawn

    def stop(self) -> None:
        """End what is still being drawn."""
        if self.drawn is None:
            self._finish(Drawn([], "the drawing was ended"))

    def _start(self) -> None:
        # One whose form is gone is asked by nobody any more: that ends it when its time is up.
        _drawing[:] = [each for each in _drawing if each.poll() is None]
        if len(_drawing) >= MAX_CHILDREN:
            return
        self._end = self._clock() + DEADLINE
        self._output = tempfile.TemporaryFile()
        paths = [path for path in sys.path if path]
        with tempfile.TemporaryFile() as source:
            source.write(self._source.encode("utf-8", "replace"))
            source.seek(0)
            try:
                self._child = subprocess.Popen(
                    [sys.executable, "-X", "utf8", "-c", CODE, *paths],
                    stdin=source,
                    stdout=self._output,
                    stderr=subprocess.DEVNULL,
                    cwd="/",
                )
            except OSError as error:
                self._finish(Drawn([], f"the program that draws does not start: {error.strerror}"))
                return
        _drawing.append(self)

    def _read(self) -> Drawn:
        """Return what the child wrote; one that was ended by its limits wrote nothing whole."""
        assert self._output is not None
        self._output.seek(0)
        try:
            answer = json.loads(self._output.read())
        except ValueError:
            return Drawn([], "the diagram takes too long, or too much room, to draw")
        return Drawn(answer.get("drawings", []), answer.get("problem", ""))

    def _finish(self, drawn: Drawn) -> None:
        self.drawn = drawn
        if self._child is not None and self._child.poll() is None:
            self._child.kill()
            self._child.wait()
        self._child = None
        if self._output is not None:
            self._output.close()
            self._output = None
