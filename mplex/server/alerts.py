"""Bells, activity, silence and notifications: windows marked, people told.

A mark stays until somebody looks at the window. Who is told, and how, follows tmux's options
(`monitor-*`, `*-action`, `visual-*`); a person who does not look at the terminal hears of it from
the terminal itself (OSC 9, 777 or 99). Rates are limited, since any program can ring: of a flood of
notifications the first are told, and of the rest how many they were.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mplex.model.pane import Pane
from mplex.model.window import Window
from mplex.server.question import Cancel, Clock
from mplex.server.rate import Rate

if TYPE_CHECKING:
    from mplex.server.client import AttachedClient

BELL_PAUSE = 0.1
"""Seconds between two bells that a terminal is sent."""
NOTICE_PAUSE = 0.25
"""Seconds between two notifications that a terminal is sent."""
NOTICE_TIME = 5.0
"""Seconds for which a notification stands in the status row."""
NOTICE_CHARS = 500
NOTICE_BURST = 20
"""Notifications that are told at once; what comes on top of them has to be spread over time."""
NOTICE_RATE = 2.0
"""Notifications a second that are told in the long run."""
LEFT_OUT_PAUSE = 1.0
"""Seconds without another one after which it is told how many were left out."""
LEVELS = ("info", "warning", "error")
"""How urgent a notification is; the place in the row is the urgency for the terminal."""
KINDS = {"bell": "Bell", "activity": "Activity", "silence": "Silence"}


class Notice(NamedTuple):
    """Something to be told to the person; plain text."""

    title: str
    body: str = ""
    subtitle: str = ""
    level: str = LEVELS[0]

    @property
    def text(self) -> str:
        """All of it on one line; what is no mere information says so."""
        level = "" if self.level == LEVELS[0] else self.level
        return ": ".join(part for part in (level, self.title, self.details) if part)

    @property
    def details(self) -> str:
        """What comes below the title: a terminal has no place of its own for a subtitle."""
        return " - ".join(part for part in (self.subtitle, self.body) if part)


class Alerts:
    """The alerts of all windows."""

    def __init__(
        self,
        clock: Clock,
        clients: Callable[[], Sequence[AttachedClient]],
        on_mark: Callable[[], None],
        log: Callable[[str], None],
    ) -> None:
        self._clock = clock
        self._clients = clients
        self._on_mark = on_mark
        self._log = log
        self._last: dict[tuple[str, str], float] = {}
        self._rate = Rate(clock, NOTICE_BURST, NOTICE_RATE)
        self._left_out = 0
        self._left_out_timer: Cancel | None = None
        self._silence: dict[int, Cancel] = {}

    def alert(self, window: Window, kind: str) -> None:
        """Note a bell, activity or silence in a window."""
        if not window.options.get(f"monitor-{kind}"):
            return
        looked_at = [client for client in self._clients() if client.window is window]
        first = not getattr(window, kind)
        if not looked_at and first:
            setattr(window, kind, True)
            self._on_mark()
        if kind != "bell" and not first:
            return
        for client in self._clients():
            self._tell(client, window, kind)

    def output(self, window: Window) -> None:
        """Note that a program in a window has printed something.

        Hot: called with every piece of output.
        """
        value = window.options.get
        if value("monitor-activity"):
            if not any(client.window is window for client in self._clients()):
                self.alert(window, "activity")
        seconds = value("monitor-silence")
        if seconds or window.id in self._silence:
            self._restart_silence(window, seconds)

    def notify(self, pane: Pane | None, notice: Notice, *, ring: bool = False) -> bool:
        """Tell the person something: message, log, mark, and the terminal when nobody looks.

        With `ring` the bell rings as well. False when there were too many, and it was only counted.
        """
        if not self._rate.allows(None if pane is None else pane.id):
            self._leave_out()
            return False
        text = notice.text[:NOTICE_CHARS]
        self._log(text)
        if pane is not None:
            self._mark(pane.window)
        for client in self._clients():
            client.stage.show_message(text, NOTICE_TIME)
            if ring and client.session.options.text("bell-action") != "none":
                self._ring(client)
            if not client.focused and self._may("notify", client.name, NOTICE_PAUSE):
                title, body = notice.title[:NOTICE_CHARS], notice.details[:NOTICE_CHARS]
                client.notify_out(title, body, LEVELS.index(notice.level))
        return True

    def _leave_out(self) -> None:
        """Count a notification; how many they were is told when no more come so quickly."""
        self._left_out += 1
        if self._left_out_timer is not None:
            self._left_out_timer.cancel()
        self._left_out_timer = self._clock.call_later(LEFT_OUT_PAUSE, self._tell_left_out)

    def _tell_left_out(self) -> None:
        count, self._left_out, self._left_out_timer = self._left_out, 0, None
        self._log(f"{count} more notifications were left out")

    def question(self, pane: Pane | None, client: AttachedClient, asker: str, title: str) -> None:
        """Make a question be noticed: log, mark on the asker's window, bell, and the terminal."""
        self._log(f"question from {asker}: {title}"[:NOTICE_CHARS])
        if pane is not None:
            self._mark(pane.window)
        self._ring(client)
        if not client.focused and self._may("notify", client.name, NOTICE_PAUSE):
            client.notify_out(f"{asker} asks"[:NOTICE_CHARS], title[:NOTICE_CHARS])

    def _ring(self, client: AttachedClient) -> None:
        if self._may("bell", client.name, BELL_PAUSE):
            client.bell()

    def _mark(self, window: Window) -> None:
        """Mark a window that nobody looks at."""
        if not any(client.window is window for client in self._clients()):
            window.bell = True
            self._on_mark()

    def client_gone(self, client: AttachedClient) -> None:
        """Forget what a client was sent; the next one on its terminal begins anew."""
        for kind in ("notify", *KINDS):
            self._last.pop((kind, client.name), None)

    def forget(self, window: Window) -> None:
        """Stop watching a window that is gone."""
        timer = self._silence.pop(window.id, None)
        if timer is not None:
            timer.cancel()

    def _tell(self, client: AttachedClient, window: Window, kind: str) -> None:
        options = client.session.options
        if window not in client.session.windows.values():
            return
        action = options.text(f"{kind}-action")
        current = client.window is window
        if (
            action == "none"
            or (action == "other" and current)
            or (action == "current" and not current)
        ):
            return
        visual = options.text(f"visual-{kind}")
        if visual in ("off", "both") and self._may(kind, client.name, BELL_PAUSE):
            client.bell()
        if visual in ("on", "both"):
            index = client.session.index_of(window)
            where = "current window" if current else f"window {index}"
            client.message(f"{KINDS[kind]} in {where}")

    def _may(self, kind: str, name: str, pause: float) -> bool:
        now = self._clock.time()
        if now - self._last.get((kind, name), -pause) < pause:
            return False
        self._last[kind, name] = now
        return True

    def _restart_silence(self, window: Window, seconds: int) -> None:
        self.forget(window)
        if seconds:
            self._silence[window.id] = self._clock.call_later(
                seconds, lambda: self.alert(window, "silence")
            )
