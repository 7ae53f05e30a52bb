"""The parameters of the methods about questions: read, checked, and refused with their place.

Pure functions of JSON; what is done with the parameters is in `flows`.
"""

from __future__ import annotations

from typing import Any

from mplex.dialog.caps import (
    FORM_LIFETIME_MAX,
    FORM_LOG_KEPT,
    FORM_LOG_LINE_MAX,
    PLEXER_FLOW_ID_MAX,
    PLEXER_FLOW_TEXT_MAX,
    PLEXER_FLOW_TIMEOUT_DEFAULT,
    PLEXER_FLOW_TIMEOUT_MAX,
)
from mplex.dialog.field_kinds import PROGRESS, reports
from mplex.dialog.form_spec import FormScreen
from mplex.errors import SpecError

CHANGES = ("value", "text", "label", "log")
"""What of a progress field an `update` changes; other members are ignored."""


def check_timeout(value: object) -> float:
    """Return the seconds a question may stay, from the parameter `timeout` (None: the default)."""
    return _seconds(value, PLEXER_FLOW_TIMEOUT_DEFAULT, PLEXER_FLOW_TIMEOUT_MAX)


def check_lifetime(value: object, ttl: float) -> float:
    """Return the seconds a form may stay: as asked for, at most `ttl`."""
    return min(_seconds(value, ttl, FORM_LIFETIME_MAX), ttl)


def _seconds(value: object, default: float, most: int) -> float:
    if value is None:
        return float(default)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise SpecError("timeout", "must be a number of seconds")
    if not 0 < value <= most:
        raise SpecError("timeout", f"must be above 0 and at most {most} seconds")
    return float(value)


def check_wait(params: dict[str, Any], most: float) -> float:
    """Return the seconds that a `result` may wait, at most `most`; 0 when it is not there."""
    wait = params.get("wait", 0)
    if isinstance(wait, bool) or not isinstance(wait, (int, float)) or not wait >= 0:
        raise SpecError("wait", "must be a number of seconds, 0 or more")
    return float(min(wait, most))


def check_flag(params: dict[str, Any], name: str) -> bool:
    """Return a parameter that is true or false; false when it is not there."""
    value = params.get(name, False)
    if not isinstance(value, bool):
        raise SpecError(name, "must be true or false")
    return value


def check_run(value: object) -> str:
    """Return the name of the run a screen belongs to, "" for none."""
    if value is None:
        return ""
    if not isinstance(value, str) or not 0 < len(value) <= PLEXER_FLOW_ID_MAX:
        raise SpecError("run", f"must be a string of 1 to {PLEXER_FLOW_ID_MAX} characters")
    return value


def check_offset(params: dict[str, Any]) -> int:
    """Return the byte at which a piece of a file is to begin; 0 when it is not there."""
    offset = params.get("offset", 0)
    if isinstance(offset, bool) or not isinstance(offset, int) or not 0 <= offset < 1 << 62:
        raise SpecError("offset", "must be a whole number of bytes, 0 or more")
    return offset


def check_changes(value: object, form: FormScreen) -> dict[str, dict[str, Any]]:
    """Return the new state of progress fields by their name: `value`, `text`, `label`, `log`.

    Raises SpecError for what is no progress field of the form, or no such state.
    """
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise SpecError("fields", "must be an object of fields by their name")
    known = {field.name for field in form.fields if field.kind == PROGRESS}
    for name, change in value.items():
        where = f"fields.{name}"[:PLEXER_FLOW_ID_MAX]
        if name not in known:
            raise SpecError(where, "is no progress field of this screen")
        if not isinstance(change, dict):
            raise SpecError(where, "must be an object")
        _check_change(change, where)
    return {
        name: {member: change[member] for member in CHANGES if member in change}
        for name, change in value.items()
    }


def check_end(form: FormScreen) -> None:
    """Refuse to end a form in the person's place; one that only shows progress has no answer."""
    shows = any(field.kind == PROGRESS for field in form.fields)
    if not shows or any(reports(field) for field in form.fields):
        raise SpecError("done", "ends only a screen that shows progress and has nothing to answer")


def _check_change(change: dict[str, Any], where: str) -> None:
    """Refuse a change of one field that is none."""
    share = change.get("value")
    if share is not None and (
        isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1
    ):
        raise SpecError(f"{where}.value", "must be a number from 0 to 1, or null")
    for member in ("text", "label"):
        text = change.get(member, "")
        if not isinstance(text, str) or len(text) > PLEXER_FLOW_TEXT_MAX:
            raise SpecError(
                f"{where}.{member}",
                f"must be a string of at most {PLEXER_FLOW_TEXT_MAX} characters",
            )
    lines = change.get("log", [])
    if (
        not isinstance(lines, list)
        or len(lines) > FORM_LOG_KEPT
        or not all(isinstance(line, str) and len(line) <= FORM_LOG_LINE_MAX for line in lines)
    ):
        raise SpecError(
            f"{where}.log",
            f"must be at most {FORM_LOG_KEPT} strings of at most {FORM_LOG_LINE_MAX} characters",
        )
