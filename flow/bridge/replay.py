"""A flow that stops at every question: run anew from its start with the answers given so far.

The driver decides only by spec and answers, so running it again leads to the same place. That lets
a flow live in a host's memory between two requests, where no process can wait for the person.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from flow.driver import Outcome, PlexerFlow
from flow.spec import FlowSpec
from mplex.dialog.answer import EXPIRED, OK, Answer
from mplex.dialog.spec import AskScreen, check_screen


class Question(Exception):
    """The flow has come to a question that has no answer yet."""

    def __init__(self, screen: AskScreen) -> None:
        super().__init__(screen.title or screen.label)
        self.screen = screen


class Recorded:
    """An asker that gives recorded answers and raises `Question` after the last."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._left = iter(answers)

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        """Return the next recorded answer."""
        answer = next(self._left, None)
        if answer is None:
            asked = check_screen(screen)
            assert isinstance(asked, AskScreen)
            raise Question(asked)
        return answer


class Progress(NamedTuple):
    """How far a flow has come; `started` and `asked` are seconds since the epoch."""

    started: float
    asked: float
    answers: tuple[int | str | None, ...] = ()
    wrong: int = 0
    """How often the open question has been answered with something that does not fit."""

    def dump(self) -> str:
        """Return it as text, for `load`."""
        return json.dumps(self)

    def answered(self, value: int | str | None) -> Progress:
        """Return it with one more answer."""
        return self._replace(answers=(*self.answers, value), wrong=0)


def load(text: str) -> Progress:
    """Read what `Progress.dump` wrote."""
    started, asked, answers, wrong = json.loads(text)
    return Progress(started, asked, tuple(answers), wrong)


def advance(spec: FlowSpec, progress: Progress, last: Answer | None = None) -> Outcome | AskScreen:
    """Run a flow up to its next question, or to its outcome.

    `last` is the end of the open question when that was no answer.
    """
    answers = [Answer(OK, value) for value in progress.answers]
    try:
        return PlexerFlow(spec, Recorded([*answers, last] if last else answers)).run()
    except Question as question:
        return question.screen


def expire(spec: FlowSpec, progress: Progress) -> Outcome:
    """Return the outcome of a flow whose budget ran out at its open question."""
    outcome = advance(spec, progress, EXPIRED)
    assert not isinstance(outcome, AskScreen)
    return outcome
