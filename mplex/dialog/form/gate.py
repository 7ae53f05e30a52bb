"""What has to be true before a button closes a form, in the contract's order.

An affirmative action first has every shown field of every tab checked; whatever is reported must
fit in one reply; what writes files then has the tabs with files shown that nobody has looked at;
only then the form closes. Pure decisions: what is shown for them is the dialog's matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mplex.dialog.answer import CANCEL, OK, Answer
from mplex.dialog.form.entry import Entry
from mplex.dialog.form.form_state import FormState
from mplex.dialog.form_spec import CANCEL_ACTION, FormAction


class Verdict(NamedTuple):
    """What pressing a button leads to: an answer, or a field to look at first."""

    answer: Answer | None = None
    wrong: Entry | None = None
    """The first field that is not right."""
    unseen: Entry | None = None
    """The first field whose file has not been looked at."""


def judge(action: FormAction, state: FormState, seen: Callable[[Entry], bool]) -> Verdict:
    """Return what pressing an action leads to; marks the fields that are wrong."""
    if action.value == CANCEL_ACTION:
        return Verdict(CANCEL)
    if action.affirmative:
        wrong = state.check()
        if wrong:
            return Verdict(wrong=wrong[0])
    too_long = state.too_long()
    if too_long is not None:
        return Verdict(wrong=too_long)
    if action.commits:
        for entry in state:
            if entry.shown and entry.target is not None and not seen(entry):
                return Verdict(unseen=entry)
    return Verdict(_answer(action, state))


def _answer(action: FormAction, state: FormState) -> Answer:
    value: dict[str, Any] = {"action": action.value, "values": state.values()}
    warnings = state.warnings()
    if warnings:
        value["media_warnings"] = warnings
    return Answer(OK, value, secrets=state.secrets() if action.commits else {})
