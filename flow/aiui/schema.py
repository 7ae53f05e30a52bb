"""JSON Schema for the arguments and results of the tools: the pieces that several of them share.

A schema tells a model what it may write and read. It is never stricter than the check, which has
the last word.
"""

from __future__ import annotations

from flow.aiui.common import TTL, TTL_MAX, TTL_MIN
from mplex.dialog.answer import REASONS

Schema = dict[str, object]


def text(help_text: str = "") -> Schema:
    """Return the schema of a string."""
    return _said({"type": "string"}, help_text)


def flag(help_text: str = "", default: bool = False) -> Schema:
    """Return the schema of a boolean."""
    return _said({"type": "boolean", "default": default}, help_text)


def number(help_text: str = "") -> Schema:
    """Return the schema of a number."""
    return _said({"type": "number"}, help_text)


def whole(low: int, high: int, help_text: str = "") -> Schema:
    """Return the schema of a whole number."""
    return _said({"type": "integer", "minimum": low, "maximum": high}, help_text)


def words(*allowed: str, help_text: str = "") -> Schema:
    """Return the schema of a string that is one of some words."""
    return _said({"type": "string", "enum": list(allowed)}, help_text)


def listed(item: Schema, help_text: str = "", low: int = 0) -> Schema:
    """Return the schema of a list."""
    schema: Schema = {"type": "array", "items": item}
    return _said({**schema, "minItems": low} if low else schema, help_text)


def thing(properties: Schema, *required: str, help_text: str = "") -> Schema:
    """Return the schema of an object."""
    schema: Schema = {"type": "object", "properties": properties}
    return _said({**schema, "required": list(required)} if required else schema, help_text)


def _said(schema: Schema, help_text: str) -> Schema:
    return {**schema, "description": help_text} if help_text else schema


ASKING_SCHEMA: Schema = {
    "session": text("A short name of your task, shown to the person: 'billing migration'."),
    "target": text(
        "Whom to ask: a session, window or pane of mplex ('work', '%3'). Leave it out to ask "
        "whoever looks at your own pane, or used the terminal last."
    ),
    "timeout": {
        "type": "number",
        "minimum": TTL_MIN,
        "maximum": TTL_MAX,
        "default": TTL,
        "description": "Seconds until the dialog ends unanswered, with reason ttl_expired.",
    },
}

HEADER = text("A chip above the title, at most 14 characters.")

FRAME_SCHEMA: Schema = {
    "header": HEADER,
    "description": text("What it is about, at most two sentences."),
    "submit_label": text("Label of the button that submits."),
    "cancel_label": text("Label of the button that cancels."),
    "size": words("s", "m", "l", help_text="How large the dialog opens at least."),
    "width": number("A hint, in pixels."),
    "height": number("A hint, in pixels."),
}

SRC = text(
    "A picture: absolute or ~/ path on this host, http(s) URL of a public address, or data: URL; "
    "at most 10 MB."
)
CLIP = text(f"{SRC['description']} Or a video.")
VALUE = text("What is reported; unique.")

ACTION: Schema = thing(
    {
        "label": text("A concrete verb: 'Create report', not 'OK'."),
        "value": text("What is reported when it is pressed; unique."),
        "primary": flag("The main action."),
        "success": flag("A positive outcome: approve, publish."),
        "destructive": flag("Cannot be undone: delete, roll back."),
    },
    "label",
    "value",
)

REASON: Schema = {
    "type": "string",
    "description": "Only when nobody decided: "
    + "; ".join(f"{word}: {meaning}" for word, meaning in REASONS.items()),
}

WARNINGS = listed({"type": "string"}, "What could not be shown to the person, and why.")


def result(properties: Schema, *required: str) -> Schema:
    """Return the schema of a dialog's result."""
    common: Schema = {
        "cancelled": {"type": "boolean"},
        **properties,
        "reason": REASON,
        "media_warnings": WARNINGS,
    }
    return thing(common, "cancelled", *required)
