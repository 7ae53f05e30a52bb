"""Forms of dialogs as forms of the host: what fits, the whole schema, and reading it back.

What came back is checked as the dialog itself would check it, since the host's own check is not
ours. How each kind of field is asked is a row of `dialog_parts.PARTS`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flow.bridge.dialog_parts import PARTS, SHOWN, Content, name_of, one_of
from flow.bridge.forms import Form, WrongContent, plain
from mplex.dialog.field import Field
from mplex.dialog.field_kinds import valid_value
from mplex.dialog.form_spec import CANCEL_ACTION, FormAction, FormScreen, check_form

MESSAGE_MAX = 8000
"""Characters of a message; a form that says more is not asked through a host."""

ACTION = "action"
"""The property that stands for the buttons, where there are several."""

DECISION = "decision"
"""Its name where the buttons are all there is to answer."""


def fits(data: object, *, titled: bool = True) -> bool:
    """Say whether a form can be asked through a host.

    `titled` is whether the host knows choices with titles, and lists of choices.
    """
    form = check_form(data, "")
    for field in form.fields:
        part = PARTS.get(field.kind)
        if field.show_if or field["target"] or (part is None and field.kind not in SHOWN):
            return False
        if part is not None and (not part.fits(field) or (part.many(field) and not titled)):
            return False
    keys = [key for field in form.fields for key in _schemas(field, True)]
    keys += [_action_key(form)] if len(buttons(form)) > 1 else []
    return len(keys) == len(set(keys)) and len(message_of(form)) <= MESSAGE_MAX


def buttons(form: FormScreen) -> tuple[FormAction, ...]:
    """Return the buttons that a host has none of its own for."""
    return tuple(action for action in form.actions if action.value != CANCEL_ACTION)


def form_of(form: FormScreen, *, titled: bool) -> Form:
    """Return the flat schema of a form."""
    properties: Form = {}
    for field in form.fields:
        properties |= _schemas(field, titled)
    needed = [field.name for field in form.fields if field["required"] and field.name in properties]
    if any(action.skip_validation for action in buttons(form)):
        # A way out must not be barred by what is missing; that is checked when it comes back.
        needed = []
    if len(buttons(form)) > 1:
        choices = [(action.value, action.label) for action in buttons(form)]
        key = _action_key(form)
        properties[key] = {
            **one_of(choices, titled),
            "title": "Answer" if key == DECISION else "Do",
        }
        needed.append(key)
    schema: Form = {"type": "object", "properties": properties}
    return {**schema, "required": needed} if needed else schema


def message_of(form: FormScreen, wrong: str = "") -> str:
    """Return the text above the form; `wrong` says why it is asked once more."""
    session = f"({form.session})" if form.session else ""
    heading = " ".join(part for part in (form.header and f"[{form.header}]", form.title) if part)
    parts = [heading, session, form.text]
    parts += [SHOWN[field.kind](field) for field in form.fields if field.kind in SHOWN]
    for field in form.fields:
        if field.kind == "compare":
            for variant in field["variants"]:
                said = (variant["label"], variant["content"], variant["detail"])
                parts.append("\n".join(part for part in said if part))
    return "\n\n".join(plain(part) for part in (*parts, wrong) if part) or "?"


def unseen(form: FormScreen) -> list[str]:
    """Return what a host's form could not show, for `media_warnings`."""
    return [f"{name}: not shown: the host's own forms hold text only" for name in _media(form)]


def _media(form: FormScreen) -> Iterator[str]:
    for field in form.fields:
        if field.kind in ("image", "audio", "video", "wireframe", "mermaid"):
            yield field.text("alt") or field.text("label") or field.kind
        for name in ("options", "items", "images", "variants"):
            for entry in field[name] or ():
                if isinstance(entry, dict) and (entry.get("src") or entry.get("thumbnail")):
                    yield str(entry.get("alt") or entry.get("label") or entry["value"])


def read_form(form: FormScreen, content: Content) -> tuple[str, dict[str, Any]]:
    """Return the action and the values in what came back; raises `WrongContent`."""
    action = _read_action(form, content)
    values: dict[str, Any] = {}
    for field in form.fields:
        part = PARTS.get(field.kind)
        if part is None:
            continue
        value = part.read(field, content)
        if not valid_value(field, value):
            raise WrongContent(f"{name_of(field)}: this is nothing that can be answered there.")
        if action.affirmative:
            _check_needed(field, value)
        values[field.name] = value
    return action.value, values


def _read_action(form: FormScreen, content: Content) -> FormAction:
    choices = buttons(form)
    if len(choices) == 1:
        return choices[0]
    wanted = content.get(_action_key(form))
    for action in choices:
        if action.value == wanted:
            return action
    raise WrongContent(f"Please choose one of {', '.join(action.label for action in choices)}.")


def _check_needed(field: Field, value: Any) -> None:
    """Refuse a value that an affirmative button refuses in the dialog, too."""
    if field.kind in ("number", "slider") and isinstance(value, int | float):
        low, high = field["min"], field["max"]
        if (low is not None and value < low) or (high is not None and value > high):
            bounds = [
                f"at least {low}" if low is not None else "",
                f"at most {high}" if high is not None else "",
            ]
            raise WrongContent(f"{name_of(field)}: must be {' and '.join(filter(None, bounds))}.")
    if field["required"] and field.kind != "list" and _is_blank(value):
        raise WrongContent(f"{name_of(field)}: please fill it in.")
    if field.kind == "compare" and value.get("selected") is None:
        raise WrongContent("Please choose one of the variants.")


def _is_blank(value: Any) -> bool:
    if isinstance(value, str):
        return not value.strip()
    if isinstance(value, dict):
        parts = [value[key] for key in ("from", "to") if key in value]
        if parts:
            return not all(parts)
        return not (value.get("selected") or value.get("answers") or value.get("other"))
    return value is None


def _action_key(form: FormScreen) -> str:
    return ACTION if any(field.kind in PARTS for field in form.fields) else DECISION


def _schemas(field: Field, titled: bool) -> Form:
    return PARTS[field.kind].schema(field, titled) if field.kind in PARTS else {}
