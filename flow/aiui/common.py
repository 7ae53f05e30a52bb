"""What the dialog tools have in common: arguments that all know, frames of screens, ends.

A cancel has its tool's own keys and stands for a decision only without a reason; that rule is kept
here, for all tools at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flow.aiui.arguments import SHORT, SIZES, Arguments
from mplex.dialog.answer import OK, REASONS, TIMEOUT, TTL_EXPIRED, Answer, warnings_of
from mplex.dialog.caps import FORM_LIFETIME_DEFAULT, FORM_LIFETIME_MAX
from mplex.dialog.form_spec import CANCEL_ACTION, SUBMIT

Json = dict[str, object]

TTL = float(FORM_LIFETIME_DEFAULT)
"""Seconds that a dialog waits where nobody says otherwise."""

TTL_MIN, TTL_MAX = 5, FORM_LIFETIME_MAX
TARGET_MAX = 200
"""Characters of a target."""

PIXELS_MAX = 100_000.0

ASKING = ("session", "target", "timeout")
"""Arguments of every tool that asks: who asks, whom, and for how long."""

FRAME = (
    "title",
    "header",
    "description",
    "submit_label",
    "cancel_label",
    "size",
    "width",
    "height",
)
"""Arguments of the tools whose dialog is a window of its own."""


class Asking(NamedTuple):
    """Whom to ask, how long, and in whose name."""

    session: str = ""
    target: str | None = None
    timeout: float = TTL


def read_asking(given: Arguments) -> Asking:
    """Read the arguments `ASKING`."""
    timeout = given.number("timeout", TTL_MIN, TTL_MAX)
    target = given.text("target", TARGET_MAX)
    return Asking(given.text("session"), target or None, TTL if timeout is None else timeout)


def read_frame(given: Arguments, title: str = "") -> Json:
    """Read the arguments `FRAME` as members of a screen; `title` is for one without a title."""
    frame: Json = {"kind": "form", "title": given.text("title") or title}
    for name in ("header", "submit_label", "cancel_label"):
        if given.text(name):
            frame[name] = given.text(name)
    description = given.text("description", SHORT * 10)
    if description:
        frame["text"] = description
    if given.one_of("size", SIZES):
        frame["size"] = given.one_of("size", SIZES)
    for name in ("width", "height"):
        pixels = given.number(name, 1, PIXELS_MAX)
        if pixels is not None:
            frame[name] = pixels
    return frame


def framed(screen: Json, asking: Asking) -> Json:
    """Return a screen that names the session it belongs to."""
    return {**screen, "session": asking.session} if asking.session else screen


def answered(answer: Answer) -> Mapping[str, Any] | None:
    """Return the values of an answer, None when it is a cancel of any kind."""
    value = answer.value
    if answer.status != OK or not isinstance(value, Mapping):
        return None
    if value.get("action") == CANCEL_ACTION:
        return None
    values = value.get("values")
    return values if isinstance(values, Mapping) else {}


def action_of(answer: Answer) -> str | None:
    """Return the action that ended a form, None for the built-in submit."""
    action = answer.value.get("action") if isinstance(answer.value, Mapping) else None
    return None if action == SUBMIT or not isinstance(action, str) else action


def cancelled(answer: Answer, **stand_ins: object) -> Json:
    """Return the result of a cancel, with a reason when nobody decided it."""
    result: Json = {"cancelled": True, **stand_ins}
    reason = TTL_EXPIRED if answer.status == TIMEOUT else answer.reason
    if reason:
        result["reason"] = reason
    return _with_warnings(result, answer)


def submitted(answer: Answer, **keys: object) -> Json:
    """Return the result of a submit."""
    return _with_warnings({"cancelled": False, **keys}, answer)


def _with_warnings(result: Json, answer: Answer) -> Json:
    """Add what could not be shown, where there is any."""
    warnings = warnings_of(answer)
    return {**result, "media_warnings": warnings} if warnings else result


def reasons_text() -> str:
    """Return what every tool's description says of cancels."""
    meanings = "; ".join(f"{word}: {meaning}" for word, meaning in REASONS.items())
    return (
        "`cancelled: true` WITHOUT `reason` is the person's decision: treat it as a no and do not "
        "ask again. WITH a `reason` nobody decided anything, so never report it as their answer "
        f"({meanings}). After ttl_expired or no_client say so or ask later; channel_dropped and "
        "host_exiting: try once more; evicted: too many dialogs are open, do not re-ask blindly; "
        "abandoned: ask again if still needed; any other reason: the tool gave up. "
        "`media_warnings` lists what the person could NOT see or hear."
    )
