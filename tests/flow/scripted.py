"""A controller that answers from a script, and a clock that moves only when it says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flow.driver import Outcome, PlexerFlow
from flow.spec import validate_flow_spec
from mplex.dialog.answer import CANCEL, EXPIRED, OK, Answer
from mplex.dialog.spec import AskScreen, check_screen

Reply = int | str | None | Answer


class Clock:
    """Seconds that pass by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Script:
    """Answers each screen with the next reply, and keeps what was asked."""

    def __init__(self, replies: Iterable[Reply] = (), seconds: float = 0.0) -> None:
        self.clock = Clock()
        self.asked: list[AskScreen] = []
        self.timeouts: list[float] = []
        self._replies = iter(replies)
        self._seconds = seconds

    def ask(self, screen: dict[str, Any], timeout: float) -> Answer:
        """Take a screen that has to be valid, let time pass, and give the next reply."""
        self.asked.append(check_screen(screen))
        self.timeouts.append(timeout)
        self.clock.now += self._seconds
        reply = next(self._replies)
        return reply if isinstance(reply, Answer) else Answer(OK, reply)


class Chooser(Script):
    """Answers whatever is asked, by a function."""

    def __init__(self, choose: Callable[[AskScreen], Reply]) -> None:
        super().__init__()
        self._choose = choose

    def ask(self, screen: dict[str, Any], timeout: float) -> Answer:
        """Take a screen that has to be valid, and answer it."""
        self._replies = iter((self._choose(check_screen(screen)),))
        return super().ask(screen, timeout)


def play(data: object, script: Script) -> Outcome:
    """Run a spec to its outcome."""
    return PlexerFlow(validate_flow_spec(data), script, clock=script.clock).run()


def run(data: object, *replies: Reply) -> Outcome:
    """Run a spec with these replies; every one of them has to be asked for."""
    script = Script(replies)
    outcome = play(data, script)
    assert len(script.asked) == len(replies), f"asked only {script.asked}"
    return outcome


__all__ = ["CANCEL", "EXPIRED", "Chooser", "Clock", "Reply", "Script", "play", "run"]
