"""What becomes of an answered form: targets are written, and every value gets its reported shape.

This is where a secret ends. It is written to its target or dropped, and what is reported of it is
an outcome, never the value. How a file is written is `flow.targets`'s matter.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any, cast

from flow.targets import (
    ABSENT,
    TargetWriteError,
    destination,
    not_written,
    snag_of,
    write_target,
)
from mplex.dialog.answer import OK, Answer
from mplex.dialog.field import Field
from mplex.dialog.field_kinds import SECRET
from mplex.dialog.form_spec import FormScreen
from mplex.errors import ProtocolError

ENDED = "the form was ended by the one who asked before anybody pressed a button"
"""Why nothing is written of a form that an `update` has ended."""
DISCARDED = "a secret without a target was discarded; nothing was written"
LEAKED = "the value came by a way that is not for secrets; it was discarded"
LOST = (
    f"{ABSENT}: it never leaves the machine of the server but through its own socket, and this "
    "process is not connected to that directly"
)


OURS = ("shown", "host", "snag")
"""Members of a target that are ours to fill in, whatever a caller says."""


def approve(screen: Mapping[str, object]) -> dict[str, object]:
    """Return the JSON of a form with the destination of every target filled in, as it is here.

    `shown` and `host` of a target are what the person approves; a caller's own are overwritten.
    """
    host = os.uname().nodename
    changed = dict(screen)
    if isinstance(screen.get("fields"), list):
        changed["fields"] = _approved(screen["fields"], host)
    if isinstance(screen.get("tabs"), list):
        changed["tabs"] = [
            {**tab, "fields": _approved(tab.get("fields"), host)} if isinstance(tab, dict) else tab
            for tab in cast("list[object]", screen["tabs"])
        ]
    return changed


def _approved(fields: object, host: str) -> object:
    if not isinstance(fields, list):
        return fields
    return [
        {**field, "target": _shown(field["target"], host)}
        if isinstance(field, dict) and isinstance(field.get("target"), dict)
        else field
        for field in fields
    ]


def _shown(target: Mapping[str, Any], host: str) -> dict[str, Any]:
    plain = {name: value for name, value in target.items() if name not in OURS}
    try:
        shown = destination(plain)
        snag = snag_of(plain, shown)
    except (TargetWriteError, OSError, ValueError) as error:
        # It can't be written either; the person sees what was asked, and why that won't do.
        shown = str(target.get("path") or "")
        snag = str(error.strerror if isinstance(error, OSError) else error)
    changed = {**plain, "shown": shown, "host": host}
    return {**changed, "snag": snag} if snag else changed


def settle(screen: FormScreen, answer: Answer) -> dict[str, object]:
    """Write what an answer commits, and return the values as they are reported.

    A value with a target becomes `{value, written, target, bytes, mode?, error?}`, a secret the
    same without `value`. An answer that is not `ok` writes and reports nothing. Raises
    `ProtocolError` for an answer that the form cannot give, before anything is written.
    """
    if answer.status != OK:
        return {}
    action, values = read_value(screen, answer)
    refusal = _refusal(screen, action)
    settled: dict[str, object] = {}
    for field in _reported(screen, values, answer):
        if field.kind == SECRET:
            settled[field.name] = _settle_secret(field, values, answer, refusal)
        elif field.name not in values:
            continue
        elif field["target"]:
            value = values[field.name]
            settled[field.name] = {"value": value, **_outcome(field, _text(value), refusal)}
        else:
            settled[field.name] = values[field.name]
    return settled


def read_value(screen: FormScreen, answer: Answer) -> tuple[str | None, Mapping[str, Any]]:
    """Return the action and the values of an answered form.

    The action is None when an `update` has ended the form: then nobody has pressed a button. Raises
    `ProtocolError` for everything else that is none of the form's actions.
    """
    value = answer.value
    if isinstance(value, Mapping) and "action" in value:
        action, values = value["action"], value.get("values")
        if (action is None or isinstance(action, str)) and isinstance(values, Mapping):
            if action is not None and all(each.value != action for each in screen.actions):
                raise ProtocolError("a form was answered with an action that it does not have")
            return action, values
    raise ProtocolError("a form was answered with something that is no answer to a form")


def _refusal(screen: FormScreen, action: str | None) -> str:
    """Return why an action writes no targets, "" when it does."""
    if action is None:
        return ENDED
    if any(each.value == action and each.commits for each in screen.actions):
        return ""
    return f"action '{action}' does not commit target writes"


def _reported(screen: FormScreen, values: Mapping[str, object], answer: Answer) -> Iterator[Field]:
    """Yield the fields that have something to report, in their order."""
    shown = screen.visible(values)
    for field in screen.fields:
        if field.name and (field.name in shown or field.name in answer.secrets):
            yield field


def _settle_secret(
    field: Field, values: Mapping[str, object], answer: Answer, refusal: str
) -> dict[str, object]:
    if not field["target"]:
        return not_written("", DISCARDED)
    if field.name in values:
        return not_written(_path(field), LEAKED)
    secret = answer.secrets.get(field.name)
    if secret is None and not refusal:
        return not_written(_path(field), LOST)
    return _outcome(field, None if secret is None else secret.reveal(), refusal)


def _outcome(field: Field, value: str | None, refusal: str) -> dict[str, object]:
    return not_written(_path(field), refusal) if refusal else write_target(field["target"], value)


def _path(field: Field) -> str:
    target = field["target"]
    return str(target.get("shown") or target.get("path") or "")


def _text(value: object) -> str:
    """Return what of a value goes into a file: text as it is, nothing for nothing, else JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
