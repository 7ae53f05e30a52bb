"""`#(command)` in formats: the last line of a shell command's output, refreshed now and then.

A format is expanded at once, so it gets what the command printed last time; when there is news the
status rows are drawn again. Each command runs at most once per interval.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mplex.errors import CommandError
from mplex.server.jobs import Jobs
from mplex.server.question import Clock

MOST = 128
"""Commands remembered; a format that changes with every expansion would fill the memory."""
RUNNING_MOST = 16
"""Commands that run at once; such a format would start them without end."""
LINE_CHARS = 1000


class ShellOutput:
    """What the commands in formats have printed."""

    def __init__(
        self,
        clock: Clock,
        jobs: Jobs,
        environ: Callable[[], Mapping[str, str]],
        interval: Callable[[], float],
        on_news: Callable[[], None],
    ) -> None:
        self._clock = clock
        self._jobs = jobs
        self._environ = environ
        self._interval = interval
        self._on_news = on_news
        self._lines: dict[str, str] = {}
        self._started: dict[str, float] = {}
        self._running: set[str] = set()

    def get(self, command: str, cwd: str) -> str:
        """Return what `command` printed last, "" before it has printed anything."""
        now = self._clock.time()
        due = now - self._started.get(command, -1e9) >= max(1.0, self._interval())
        if due and command not in self._running and len(self._running) < RUNNING_MOST:
            self._start(command, cwd, now)
        return self._lines.get(command, "")

    def _start(self, command: str, cwd: str, now: float) -> None:
        if len(self._started) >= MOST:
            oldest = min(self._started, key=lambda each: self._started[each])
            self._started.pop(oldest)
            self._lines.pop(oldest, None)
        self._started[command] = now
        try:
            self._jobs.run(
                command,
                cwd=cwd,
                environ=self._environ(),
                on_done=lambda status, output: self._done(command, output),
            )
        except CommandError as error:
            self._lines[command] = error.message[:LINE_CHARS]
        else:
            self._running.add(command)

    def _done(self, command: str, output: bytes) -> None:
        self._running.discard(command)
        if command not in self._started:
            # Forgotten meanwhile for newer ones.
            return
        lines = output.decode("utf-8", "replace").rstrip("\n").split("\n")
        line = lines[-1][:LINE_CHARS]
        if self._lines.get(command) != line:
            self._lines[command] = line
            self._on_news()
