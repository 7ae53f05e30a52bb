"""`FormRun`: runs a flow of forms (version 2) and reports one outcome.

Conditions, routing, Back with what was typed, the time budget and the visit cap are decided here.
Values with a target are written when the flow is done and not before: until then the person can go
back, or refuse the whole thing, and nothing has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from flow.driver import Asker, Outcome
from flow.forms_spec import FormFlow, FormStep, with_back
from flow.routing import CANCEL, DONE
from flow.settle import approve, read_value, settle
from flow.targets import not_written
from mplex.dialog.answer import (
    CANCELLED,
    CHANNEL_DROPPED,
    OK,
    TIMEOUT,
    TTL_EXPIRED,
    Answer,
    warnings_of,
)
from mplex.dialog.caps import FORM_VISITS_MAX
from mplex.dialog.condition import holds
from mplex.dialog.field_kinds import SECRET, valid_value
from mplex.dialog.form_spec import BACK, CANCEL_ACTION, SUBMIT, FormScreen, check_form
from mplex.errors import ProtocolError

UNFINISHED = "the flow ended before it was done"
"""Why a target was not written."""


class Ended(Exception):
    """A screen ended without an answer, and the flow with it."""

    def __init__(self, status: str, reason: str = "") -> None:
        super().__init__(status)
        self.status = status
        self.reason = reason


class Answered:
    """A screen that was submitted: what was asked, and what came back."""

    def __init__(self, form: FormScreen, answer: Answer, values: Mapping[str, Any]) -> None:
        self.form = form
        self.answer = answer
        self.values = values


class FormRun:
    """One run of one flow of forms."""

    def __init__(
        self, flow: FormFlow, controller: Asker, *, clock: Callable[[], float] = monotonic
    ) -> None:
        self.flow = flow
        self.action: str | None = None
        self.at = flow.start
        self._controller = controller
        self._clock = clock
        self._deadline = 0.0
        self._answered: dict[str, Answered] = {}
        self._visited: list[str] = []
        """The screens that Back leads to, the last one first of all."""
        self._drafts: dict[str, dict[str, Any]] = {}
        self._warnings: dict[str, None] = {}

    @property
    def answers(self) -> dict[str, Any]:
        """What has been answered so far, by field name; nothing is written to a file for it."""
        return {
            name: value for each in self._answered.values() for name, value in each.values.items()
        }

    def run(self) -> Outcome:
        """Ask until the flow ends and return its outcome.

        The outcome is `{status: done, answers, action}`, or `{status, at, answers}` for
        `cancelled`, `timeout` and `error` (with `error` too); `reason` says why it ended when
        nobody decided that, `media_warnings` what could not be shown. What the controller raises
        passes through.
        """
        self._deadline = self._clock() + self.flow.timeout
        steps = {step.id: step for step in self.flow.screens}
        target, back = self.flow.start, False
        try:
            for _visit in range(FORM_VISITS_MAX):
                self.at = target
                target, back = self._visit(steps[target], back)
                if target == DONE:
                    return self._done()
                if target == CANCEL:
                    return self.ended(CANCELLED)
        except Ended as end:
            return self.ended(end.status, end.reason)
        self.at = target
        error = f"more than {FORM_VISITS_MAX} screen visits: the flow runs in a circle"
        return {"status": "error", "error": error, **self._where()}

    def ended(self, status: str, reason: str = "") -> Outcome:
        """Return the outcome of a flow that ends here and now without being done."""
        return {"status": status, **self._where(), **({"reason": reason} if reason else {})}

    def stopped(self) -> Outcome:
        """Return the outcome of a flow whose command is stopped: that is nobody's decision."""
        return self.ended(CANCELLED, CHANNEL_DROPPED)

    def _where(self) -> Outcome:
        answers: dict[str, Any] = {}
        for each in self._answered.values():
            answers |= _unwritten(each)
        return {"at": self.at, "answers": answers, **self._media()}

    def _media(self) -> Outcome:
        return {"media_warnings": list(self._warnings)} if self._warnings else {}

    def _done(self) -> Outcome:
        answers: dict[str, Any] = {}
        for each in self._answered.values():
            answers |= settle(each.form, each.answer)
        return {"status": "done", "answers": answers, "action": self.action, **self._media()}

    def _visit(self, step: FormStep, back: bool) -> tuple[str, bool]:
        """Ask one screen, unless its condition fails; return what follows, and whether by Back."""
        self._answered.pop(step.id, None)
        if not back and not holds(step.show_if, self.answers):
            return self.flow.after(step, None), False
        form = self._form(step)
        answer = self._ask(form)
        action, values = self._read(form, answer)
        if action == CANCEL_ACTION:
            raise Ended(CANCELLED)
        self._drafts[step.id] = dict(values)
        if action == BACK:
            return self._visited.pop(), True
        value = {"action": action, "values": values}
        self._answered[step.id] = Answered(form, answer._replace(value=value), values)
        if not step.is_progress:
            self._visited.append(step.id)
        self.action = None if action == SUBMIT else action
        # Whoever ends a form by `update` presses no button: it goes on as after the plain one.
        return self.flow.after(step, SUBMIT if action is None else action), False

    def _form(self, step: FormStep) -> FormScreen:
        """Return the form of a screen as it is asked now."""
        form = step.form
        own = {field.name for field in form.fields}
        form = form._replace(
            title=form.title or self.flow.title,
            given={name: value for name, value in self.answers.items() if name not in own},
            values=self._drafts.get(step.id, {}),
        )
        if step.back and self._visited:
            form = with_back(form)
        # With where its targets lead from here, which is what the person approves.
        return check_form(approve(form.to_data()))

    def _ask(self, form: FormScreen) -> Answer:
        """Ask a form within what is left of the budget and return an `ok`."""
        remaining = self._deadline - self._clock()
        if remaining <= 0:
            raise Ended(TIMEOUT, TTL_EXPIRED)
        answer = self._controller.ask(form.to_data(), remaining)
        self._warnings |= dict.fromkeys(warnings_of(answer))
        if answer.status != OK:
            raise Ended(answer.status, answer.reason)
        return answer

    def _read(self, form: FormScreen, answer: Answer) -> tuple[str | None, Mapping[str, Any]]:
        """Return the action and the values of an answer; what the form can't give is refused."""
        action, values = read_value(form, answer)
        for name, value in values.items():
            field = form.field(name)
            if field is None or not valid_value(field, value):
                raise ProtocolError(f"a form was answered with a wrong value of {name[:100]!r}")
        return action, values


def _unwritten(each: Answered) -> dict[str, Any]:
    """Return the values of a screen with targets that nothing was written to."""
    shown: dict[str, Any] = {}
    for field in each.form.fields:
        target = field["target"] or {}
        outcome = not_written(str(target.get("shown") or target.get("path") or ""), UNFINISHED)
        if field.kind == SECRET:
            if field.name in each.answer.secrets:
                shown[field.name] = outcome
        elif field.name in each.values:
            value = each.values[field.name]
            shown[field.name] = {"value": value, **outcome} if target else value
    return shown
