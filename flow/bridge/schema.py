"""JSON Schema of a flow spec (version 1) and of an outcome, made of the tables of `flow.spec`.

A schema tells a model what it may write; it is never stricter than `validate_flow_spec`, which has
the last word (references between ids, and everything else that a schema cannot say).
"""

from __future__ import annotations

from flow.fields import FIELD_TYPES, FieldType
from flow.spec import ACTION_MEMBERS, CANCEL, DONE, SCREEN_MEMBERS, SPEC_MEMBERS
from mplex.dialog.caps import (
    PLEXER_FLOW_ACTIONS_MAX,
    PLEXER_FLOW_ANSWER_MAX,
    PLEXER_FLOW_FIELDS_MAX,
    PLEXER_FLOW_ID_MAX,
    PLEXER_FLOW_LABEL_MAX,
    PLEXER_FLOW_OPTIONS_MAX,
    PLEXER_FLOW_SCREENS_MAX,
    PLEXER_FLOW_TEXT_MAX,
    PLEXER_FLOW_TIMEOUT_DEFAULT,
    PLEXER_FLOW_TIMEOUT_MAX,
    PLEXER_FLOW_TIMEOUT_MIN,
    PLEXER_FLOW_TITLE_MAX,
    PLEXER_FLOW_VERSION,
)

Schema = dict[str, object]

OUTCOMES = {
    "done": "the person finished the flow",
    "cancelled": "the person refused, or chose a way out",
    "timeout": "nobody answered in time, which is no answer",
    "error": "the flow runs in a circle",
}
"""How a flow can end, and what that means."""

SCALAR: Schema = {"type": ["string", "number", "boolean", "null"]}


def text(help_text: str, limit: int, *, blank: bool = True) -> Schema:
    """Return the schema of a string of at most `limit` characters."""
    schema: Schema = {"type": "string", "maxLength": limit, "description": help_text}
    return schema if blank else {**schema, "pattern": r"\S"}


def identifier(help_text: str) -> Schema:
    """Return the schema of an id."""
    return {
        "type": "string",
        "maxLength": PLEXER_FLOW_ID_MAX,
        "pattern": r"^\S+$",
        "description": help_text,
    }


def items(item: Schema, low: int, high: int, help_text: str) -> Schema:
    """Return the schema of a list with `low` to `high` elements."""
    schema: Schema = {"type": "array", "items": item, "maxItems": high, "description": help_text}
    return {**schema, "minItems": low} if low else schema


def members(known: dict[str, Schema], names: tuple[str, ...], required: tuple[str, ...]) -> Schema:
    """Return the schema of an object whose members `names` are described in `known`."""
    properties = {name: known[name] for name in names}
    return {"type": "object", "properties": properties, "required": list(required)}


SECONDS: Schema = {
    "type": "number",
    "minimum": PLEXER_FLOW_TIMEOUT_MIN,
    "maximum": PLEXER_FLOW_TIMEOUT_MAX,
    "description": "Seconds the person has for the whole flow "
    f"({PLEXER_FLOW_TIMEOUT_MIN} to {PLEXER_FLOW_TIMEOUT_MAX}, "
    f"{PLEXER_FLOW_TIMEOUT_DEFAULT} if not given).",
}

SHOW_IF: Schema = {
    "type": "object",
    "additionalProperties": {"anyOf": [SCALAR, {"type": "array", "items": SCALAR, "minItems": 1}]},
    "description": "Ask only if every named field has been answered with this value, or with one "
    'of this list: {"env": "prod"}.',
}

OPTION: Schema = {
    "anyOf": [
        text("Shown and recorded.", PLEXER_FLOW_LABEL_MAX, blank=False),
        {
            "type": "object",
            "properties": {
                "label": text("What is shown.", PLEXER_FLOW_LABEL_MAX, blank=False),
                "value": {**SCALAR, "description": "What is recorded; the label if not given."},
            },
            "required": ["label"],
        },
    ]
}

FIELD_PARTS: dict[str, Schema] = {
    "id": identifier("The name of the answer; unique in the whole flow."),
    "label": text("The question in a few words.", PLEXER_FLOW_LABEL_MAX),
    "show_if": SHOW_IF,
    "options": items(OPTION, 1, PLEXER_FLOW_OPTIONS_MAX, "What can be chosen."),
    "default": {
        "type": "integer",
        "minimum": 0,
        "maximum": PLEXER_FLOW_OPTIONS_MAX - 1,
        "description": "The index of the option that is selected at first.",
    },
    "initial": text("The text that stands there at first.", PLEXER_FLOW_ANSWER_MAX),
    "text": text("What is shown.", PLEXER_FLOW_TEXT_MAX, blank=False),
}

FIELD_REQUIRED = {"choice": ("options",), "text": (), "info": ("text",)}
"""What each field type must have besides its id."""


def field(row: FieldType) -> Schema:
    """Return the schema of one type of field."""
    kind: Schema = {"const": row.name, "description": row.help}
    names = ("id", "type", "label", "show_if", *row.members)
    schema = members({**FIELD_PARTS, "type": kind}, names, ("id", "type"))
    return {**schema, "required": ["id", "type", *FIELD_REQUIRED[row.name]]}


ACTION = members(
    {
        "id": identifier("What is reported as `action` and looked up in `next`."),
        "label": text("The text of the button.", PLEXER_FLOW_LABEL_MAX, blank=False),
    },
    ACTION_MEMBERS,
    ("id", "label"),
)

TARGET = identifier(f'A screen id, "{DONE}" (end as done) or "{CANCEL}" (end as cancelled).')

SCREEN_PARTS: dict[str, Schema] = {
    "id": identifier("The name of the screen."),
    "title": text("The heading.", PLEXER_FLOW_TITLE_MAX),
    "body": text("Plain text: what the person must know to decide.", PLEXER_FLOW_TEXT_MAX),
    "fields": items(
        {"anyOf": [field(row) for row in FIELD_TYPES.values()]},
        0,
        PLEXER_FLOW_FIELDS_MAX,
        "What is asked, one after the other.",
    ),
    "actions": items(
        ACTION, 0, PLEXER_FLOW_ACTIONS_MAX, "The buttons; asked last. Always offer a way out."
    ),
    "next": {
        "anyOf": [TARGET, {"type": "object", "additionalProperties": TARGET}],
        "description": "Where to go: one target, or a target for each action id. If not given, "
        f"the next screen of the list, and {DONE} after the last.",
    },
    "show_if": SHOW_IF,
}

SCREEN = members(SCREEN_PARTS, SCREEN_MEMBERS, ("id",))

SPEC_PARTS: dict[str, Schema] = {
    "v": {"const": PLEXER_FLOW_VERSION, "description": "The version of the spec."},
    "title": text("The heading of screens that have none.", PLEXER_FLOW_TITLE_MAX),
    "timeout": SECONDS,
    "start": identifier("The first screen; the first of the list if not given."),
    "screens": items(
        SCREEN,
        1,
        PLEXER_FLOW_SCREENS_MAX,
        "The screens. Each needs a body, fields or actions; a screen with only a body is shown "
        "until the person acknowledges it.",
    ),
}

FLOW_SPEC = members(SPEC_PARTS, SPEC_MEMBERS, ("screens",))
"""The schema of a flow spec."""

OUTCOME: Schema = {
    "type": "object",
    "properties": {
        "status": {
            "enum": list(OUTCOMES),
            "description": "; ".join(
                f"{name}: {help_text}" for name, help_text in OUTCOMES.items()
            ),
        },
        "answers": {
            "type": "object",
            "description": "What has been answered, by the field's id or name.",
        },
        "action": {"type": ["string", "null"], "description": "The last action taken (done)."},
        "at": {"type": "string", "description": "The screen where the flow ended (not done)."},
        "error": {"type": "string", "description": "What went wrong (error)."},
        "reason": {
            "type": "string",
            "description": "Why it ended although nobody decided anything: no answer, never a no.",
        },
        "media_warnings": {
            "type": "array",
            "items": {"type": "string"},
            "description": "What the person could not be shown.",
        },
    },
    "required": ["status", "answers"],
}
"""The schema of an outcome."""
