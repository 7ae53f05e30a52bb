"""`mplex-ctl progress`: a progress bar that a shell script moves by writing lines.

A line that begins with a number (0 to 100, perhaps with % and a text) moves the bar, `# text` says
what is being done, every other line goes into the log. Lines that wait are taken together, so a
flood of them costs little and loses nothing but what nobody could have read. The end of the input
closes the bar; a person who cancels it ends the reading, and the writer hears of that as of a
reader that has gone.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import threading
from collections import deque
from typing import Any, Protocol

from flow.backends.backend import Changes, Place
from flow.bridge.ending import CANCELLED, DONE, of_reason
from flow.controller import PlexerController
from flow.stopping import Interrupted, stoppable
from mplex.dialog.answer import OK, TIMEOUT, TTL_EXPIRED, Answer
from mplex.dialog.caps import FORM_LIFETIME_MAX, FORM_LOG_ROWS
from mplex.dialog.field_kinds import PROGRESS
from mplex.dialog.form_spec import CANCEL_ACTION
from mplex.errors import UsageError

FIELD = "progress"

LOG_LINES_MAX = 200
"""Log lines of one change, so that it is no longer than a line of the control socket may be; of
more that wait together the last ones are shown."""

LINE_MAX = 1000
"""Characters of a line that are shown."""

READ_BYTES = 1 << 16

_NUMBER = re.compile(r"\s*(\d{1,3}(?:\.\d+)?)\s*%?(?:\s+(.*))?$")


class Bar(Protocol):
    """What a progress bar needs of a controller."""

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        """Show the form."""

    def update(self, changes: Changes, done: bool = False) -> bool:
        """Change it, or end it; say whether it is still shown."""


class Lines:
    """What the lines so far have said that was not shown yet."""

    def __init__(self) -> None:
        self._change: dict[str, Any] = {}
        self._log: deque[str] = deque(maxlen=LOG_LINES_MAX)

    def take(self, line: str) -> None:
        """Take a line without its end."""
        line = line.rstrip("\r")
        if line.startswith("#"):
            self._change["text"] = line[1:].strip()[:LINE_MAX]
            return
        found = _NUMBER.match(line)
        if found and 0 <= float(found.group(1)) <= 100:
            self._change["value"] = float(found.group(1)) / 100
            if found.group(2):
                self._change["text"] = found.group(2).strip()[:LINE_MAX]
        elif line.strip():
            self._log.append(line[:LINE_MAX])

    def change(self) -> Changes:
        """Return what is new, and forget it."""
        change, self._change = self._change, {}
        if self._log:
            change["log"] = list(self._log)
            self._log.clear()
        return {FIELD: change} if change else {}


class Feeder(threading.Thread):
    """Reads lines from a descriptor and moves a bar, until either ends."""

    def __init__(self, descriptor: int, bar: Bar) -> None:
        super().__init__(daemon=True)
        self.shown = True
        """Whether the bar was still there when it was last moved."""
        self._descriptor = descriptor
        self._bar = bar

    def run(self) -> None:
        """Feed the bar; what is left when it has gone is not read."""
        lines, rest = Lines(), b""
        while data := os.read(self._descriptor, READ_BYTES):
            *whole, rest = (rest + data).split(b"\n")
            # A line without an end must not grow for ever.
            rest = rest[: 4 * LINE_MAX]
            for line in whole:
                lines.take(line.decode("utf-8", "replace"))
            changes = lines.change()
            if changes and not self._bar.update(changes):
                self.shown = False
                return
        if rest:
            lines.take(rest.decode("utf-8", "replace"))
        self._bar.update(lines.change(), done=True)


def screen(title: str, text: str) -> dict[str, object]:
    """Return the form of a bar that the person can cancel."""
    field: dict[str, object] = {
        "kind": PROGRESS,
        "name": FIELD,
        "label": title or "Progress",
        "value": None,
        # A form keeps its size, so there is room from the start for what comes later.
        "text": text or " ",
        "log": [""] * FORM_LOG_ROWS,
    }
    return {
        "kind": "form",
        "title": title or "Progress",
        "fields": [field],
        "actions": [{"label": "Cancel", "value": CANCEL_ACTION, "skip_validation": True}],
    }


def run(bar: Bar, title: str, text: str, descriptor: int) -> Answer:
    """Show a bar that the lines of a descriptor move, and return how it ended."""
    feeder = Feeder(descriptor, bar)
    feeder.start()
    return bar.ask(screen(title, text), float(FORM_LIFETIME_MAX))


def drain(descriptor: int) -> None:
    """Read what is still written, so that a writer whose bar has gone is not disturbed."""
    while os.read(descriptor, READ_BYTES):
        pass


def show_progress(args: argparse.Namespace, place: Place) -> int:
    """Show a bar that lines on standard input move; return the exit status."""
    if sys.stdin is None:
        raise UsageError("cannot read standard input: it is closed")
    descriptor = sys.stdin.fileno()
    with PlexerController(place, args.backend) as controller:
        try:
            with stoppable():
                answer = run(controller, args.title, args.text, descriptor)
        except Interrupted:
            return CANCELLED
    if answer.status == OK:
        return DONE
    reason = TTL_EXPIRED if answer.status == TIMEOUT else answer.reason
    if reason:
        # Nobody has stopped the script, so it must be able to go on.
        drain(descriptor)
    return of_reason(reason)
