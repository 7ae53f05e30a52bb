"""`PlexerFlow`: runs a valid spec as a sequence of single questions, and reports one outcome.

Conditions, routing, the time budget and the visit cap are all decided here. The controller only
asks one screen at a time and returns an `Answer`; it knows nothing of the flow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import NamedTuple, Protocol

from flow.fields import ChoiceField, InfoField, TextField
from flow.spec import CANCEL, DONE, FlowSpec, Screen
from mplex.dialog.answer import CANCELLED, OK, TIMEOUT, Answer
from mplex.dialog.caps import (
    PLEXER_FLOW_ANSWER_MAX,
    PLEXER_FLOW_LABEL_MAX,
    PLEXER_FLOW_TEXT_MAX,
    PLEXER_FLOW_VISITS_MAX,
)
from mplex.dialog.condition import holds
from mplex.dialog.node import Scalar
from mplex.dialog.spec import CHOICE, MESSAGE, TEXT, AskScreen
from mplex.errors import ProtocolError

Outcome = dict[str, object]

CUT = "…"
"""The end of a context that is longer than one screen's text may be."""


class Asker(Protocol):
    """What the driver needs of a controller."""

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        """Ask one screen for at most `timeout` seconds."""


class Context(NamedTuple):
    """What the first question of a screen shows besides its own label."""

    title: str = ""
    text: str = ""


class Ended(Exception):
    """A question ended without an answer, and the flow with it; `status` says how."""

    def __init__(self, status: str) -> None:
        super().__init__(status)
        self.status = status


class PlexerFlow:
    """One run of one flow."""

    def __init__(
        self, spec: FlowSpec, controller: Asker, *, clock: Callable[[], float] = monotonic
    ) -> None:
        self.spec = spec
        self.answers: dict[str, Scalar] = {}
        self.action: str | None = None
        self.at = spec.start
        self._controller = controller
        self._clock = clock
        self._deadline = 0.0

    def run(self) -> Outcome:
        """Ask until the flow ends and return its outcome.

        The outcome is `{status: done, answers, action}`, or `{status, at, answers}` for
        `cancelled`, `timeout` and `error` (with `error` too). What the controller raises passes
        through.
        """
        self._deadline = self._clock() + self.spec.timeout
        screens = {screen.id: screen for screen in self.spec.screens}
        target = self.spec.start
        try:
            for _visit in range(PLEXER_FLOW_VISITS_MAX):
                self.at = target
                target = self._visit(screens[target])
                if target == DONE:
                    return {"status": "done", "answers": self.answers, "action": self.action}
                if target == CANCEL:
                    return self.ended(CANCELLED)
        except Ended as end:
            return self.ended(end.status)
        self.at = target
        error = f"more than {PLEXER_FLOW_VISITS_MAX} screen visits: the flow runs in a circle"
        return {"status": "error", "error": error, "at": self.at, "answers": self.answers}

    def ended(self, status: str) -> Outcome:
        """Return the outcome of a flow that ends here and now without being done."""
        return {"status": status, "at": self.at, "answers": self.answers}

    def stopped(self) -> Outcome:
        """Return the outcome of a flow whose command is stopped; version 1 has one word for it."""
        return self.ended(CANCELLED)

    def _visit(self, screen: Screen) -> str:
        """Ask one screen, unless its condition fails, and return the target that follows."""
        if not holds(screen.show_if, self.answers):
            return self.spec.after(screen, None)
        context = self._context(screen)
        for field in self._visible_fields(screen):
            self.answers[field.id] = self._ask_field(field, context)
            context = None
        if screen.actions:
            return self.spec.after(screen, self._ask_action(screen, context))
        if context is not None and context.text:
            self._ask(AskScreen(MESSAGE, context.title, context.text))
        return self.spec.after(screen, None)

    def _context(self, screen: Screen) -> Context | None:
        infos = [
            field.text
            for field in screen.fields
            if isinstance(field, InfoField) and holds(field.show_if, self.answers)
        ]
        text = "\n\n".join(part for part in (screen.body, *infos) if part)
        return Context(screen.title or self.spec.title, cut(text, PLEXER_FLOW_TEXT_MAX))

    def _visible_fields(self, screen: Screen) -> Iterator[ChoiceField | TextField]:
        """Yield the fields to ask; each condition is evaluated when its turn comes."""
        for field in screen.fields:
            if not isinstance(field, InfoField) and holds(field.show_if, self.answers):
                yield field

    def _ask_field(self, field: ChoiceField | TextField, context: Context | None) -> Scalar:
        title, text = context or Context()
        if isinstance(field, TextField):
            screen = AskScreen(TEXT, title, text, field.label, initial=field.initial)
            return self._ask_text(screen)
        labels = tuple(option.label for option in field.options)
        screen = AskScreen(CHOICE, title, text, field.label, labels, field.default)
        return field.options[self._ask_index(screen)].value

    def _ask_action(self, screen: Screen, context: Context | None) -> str:
        labels = tuple(action.label for action in screen.actions)
        if context is None:
            label = cut(screen.title or self.spec.title, PLEXER_FLOW_LABEL_MAX)
            ask = AskScreen(CHOICE, label=label, options=labels)
        else:
            ask = AskScreen(CHOICE, context.title, context.text, options=labels)
        self.action = screen.actions[self._ask_index(ask)].id
        return self.action

    def _ask_text(self, screen: AskScreen) -> str:
        value = self._ask(screen)
        if not isinstance(value, str):
            raise ProtocolError(f"a text was answered with {value!r}")
        return value[:PLEXER_FLOW_ANSWER_MAX]

    def _ask_index(self, screen: AskScreen) -> int:
        value = self._ask(screen)
        if not isinstance(value, int) or isinstance(value, bool):
            raise ProtocolError(f"a choice was answered with {value!r}")
        if not 0 <= value < len(screen.options):
            raise ProtocolError(f"a choice of {len(screen.options)} was answered with {value}")
        return value

    def _ask(self, screen: AskScreen) -> object:
        """Ask one screen within what is left of the budget and return the value of an `ok`."""
        remaining = self._deadline - self._clock()
        if remaining <= 0:
            raise Ended(TIMEOUT)
        answer = self._controller.ask(screen.to_data(), remaining)
        if answer.status != OK:
            raise Ended(answer.status)
        return answer.value


def cut(text: str, limit: int) -> str:
    """Shorten a text to at most `limit` characters; an ellipsis shows that something is missing."""
    return text if len(text) <= limit else text[: limit - len(CUT)] + CUT
