"""The tool `form`: several typed fields and several buttons in one dialog.

The fields are those of `mplex.dialog.field_kinds`, as far as they belong to this tool; their rules
are checked by the same table that draws them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from flow.aiui import schema
from flow.aiui.arguments import Arguments
from flow.aiui.common import (
    ASKING,
    FRAME,
    Asking,
    Json,
    action_of,
    answered,
    cancelled,
    framed,
    read_asking,
    read_frame,
    reasons_text,
    submitted,
)
from mplex.dialog.answer import Answer
from mplex.dialog.field_kinds import AIUI_KINDS, FIELD_KINDS
from mplex.dialog.field_members import Member
from mplex.dialog.form_spec import check_tool_form
from mplex.dialog.node import Node

HELP = f"""\
Show the person one form with several fields, or with several outcomes as buttons, instead of \
asking for one thing after the other in chat. At most 8 fields; 2 to 4 `tabs` for distinct \
groups. Fields are objects with `kind`, `name` and `label`; the kinds are {
    ", ".join(AIUI_KINDS)
}. Ranking: a sortable list; dates, ranges, colours, bounded numbers: their own kinds; rows with \
columns: table; nested things: tree; many pictures: image_grid; a place on a picture: \
annotated_image; diagrams: mermaid; layouts: wireframe; a diff or plan to decide on: markdown \
above the question.
Secrets: a `password` comes back to you in plain text. A `secret` never does: it must have a \
`target` {{"mode": "create"|"substitute", "path": "/abs or ~/", "perm"?: "0600", "overwrite"?, \
"placeholder"?}} and is written to that file on this host; its result is {{written, target, \
bytes, mode?, error?}}. Other fields may have a target, too.
Buttons (`actions`, at most 3): each a concrete verb with a unique `value`; one of primary, \
success, destructive; `skip_validation` for a way out, which writes no targets unless \
`writes_targets`. Without actions there are Cancel and Submit. An own "cancel" action is a \
submit with that action; the value "__cancel__" is a real cancel, "__submit__" the plain submit.
Labels: noun or imperative, at most 6 words, no punctuation. Defaults that a person would pick.
Result: {{"cancelled": false, "action": "<value>"|null, "values": {{name: value}}}}. \
{reasons_text()}
One free text alone: ask in chat. More than 8 fields: several forms."""


def _field_schema() -> schema.Schema:
    """Return what a field may say, without the members of each kind, which the help names."""
    return {
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": list(AIUI_KINDS)},
            "name": schema.text("What its value is reported as; unique in the form."),
            "label": schema.text("At most 6 words."),
            "required": schema.flag(),
        },
        "required": ["kind"],
    }


def _kinds_text() -> str:
    """Return one line for each kind: its members, those it needs marked, and what it reports."""
    lines = []
    for name in AIUI_KINDS:
        kind = FIELD_KINDS[name]
        members = ", ".join(_member_text(member) for member in kind.members)
        reports = f" -> {kind.reports}" if kind.reports else " (shown only)"
        lines.append(f"{name} {{{members}}}{reports}")
    return "\n".join(lines)


def _member_text(member: Member) -> str:
    """Return a member's name, and what the entries or words are that it may have."""
    text = f"{member.name}{'*' * member.needed}"
    for found in (member.schema, *_alternatives(member.schema)):
        entry = found.get("items", {})
        for part in (entry, *_alternatives(entry)):
            if part.get("properties"):
                return f"{text} [{{{', '.join(part['properties'])}}}]"
        if found.get("enum"):
            return f"{text} ({'|'.join(map(str, found['enum']))})"
    return text


def _alternatives(found: schema.Schema) -> list[Any]:
    both = found.get("anyOf", [])
    return both if isinstance(both, list) else []


FIELDS = schema.listed(
    _field_schema(),
    "Kinds, their members besides kind, name, label (needed ones marked *), what they report:\n"
    + _kinds_text(),
)

ACTIONS = schema.listed(
    {
        **schema.ACTION,
        "properties": {
            **schema.ACTION["properties"],  # type: ignore[dict-item]
            "skip_validation": schema.flag("A way out that ignores required, min and max."),
            "writes_targets": schema.flag("It writes targets although it skips validation."),
        },
    },
    "The buttons, at most 3; Cancel and Submit if left out.",
)

ARGUMENTS = schema.thing(
    {
        "title": schema.text(),
        "fields": FIELDS,
        "tabs": schema.listed(
            schema.thing({"label": schema.text(), "fields": schema.listed(_field_schema())}),
            "Instead of fields: groups of fields, all submitted together.",
        ),
        "actions": ACTIONS,
        **schema.FRAME_SCHEMA,
        **schema.ASKING_SCHEMA,
    },
    "title",
)

RESULT = schema.result(
    {
        "action": {"type": ["string", "null"], "description": "The button; null: plain submit."},
        "values": {"type": "object", "description": "The values by the names of their fields."},
    },
    "values",
)

MEMBERS = ("fields", "tabs", "actions", *FRAME, *ASKING)

PLACES = {"text": "description"}
"""Where in a call that comes from which stands in its screen."""


class Form(NamedTuple):
    """A checked call."""

    form: Json
    asking: Asking


def check(arguments: object) -> Form:
    """Check the arguments; raises `SpecError` with the place of what is wrong."""
    given = Arguments(Node({} if arguments is None else arguments), MEMBERS)
    _ = given["title"]
    form = read_frame(given)
    for name in ("fields", "tabs", "actions"):
        value = given.data(name)
        if value is not None:
            form[name] = value
    if form.get("tabs") is not None and form.get("fields") == []:
        del form["fields"]
    if "fields" not in form and "tabs" not in form:
        raise given.node.fail('needs "fields": a form without a field asks nothing')
    check_tool_form(form)
    return Form(form, read_asking(given))


def screen(call: Form) -> Json:
    """Return the screen of a call."""
    return framed(call.form, call.asking)


def result(call: Form, answer: Answer) -> Json:
    """Return the result of a call; the answer's values are settled ones."""
    values = answered(answer)
    if values is None:
        return cancelled(answer, values={})
    return submitted(answer, action=action_of(answer), values=dict(values))
