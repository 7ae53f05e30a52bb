"""The tool `gallery`: a verdict for each picture or clip of a batch, perhaps with a comment."""

from __future__ import annotations

from typing import NamedTuple

from flow.aiui import schema
from flow.aiui.arguments import LONG, Arguments, values_of
from flow.aiui.common import (
    ASKING,
    FRAME,
    Asking,
    Json,
    answered,
    cancelled,
    framed,
    read_asking,
    read_frame,
    reasons_text,
    submitted,
)
from flow.aiui.sources import read_source
from mplex.dialog.answer import Answer
from mplex.dialog.field_reviews import COLUMNS_MAX, DEFAULT_VERDICTS
from mplex.dialog.field_reviews import STYLES as STYLE_MEMBERS
from mplex.dialog.node import Node
from mplex.errors import SpecError

FIELD = "decisions"
TITLE, LABEL = "Review", "Verdicts"

STYLES = tuple(style.name for style in STYLE_MEMBERS)

HELP = f"""\
Have the person review a batch of pictures or clips in one dialog, with a verdict for each, \
instead of one confirm for every asset. `actions` are the verdicts (approve, revise, skip if \
left out); `comment` adds a note to each item. Picking one picture among many is form with \
image_grid; one of a few is ask with thumbnails; whole variants side by side is compare.
Result: {{"cancelled": false, "decisions": {{"<item value>": {{"decision": "approve", \
"comment"?: "..."}}}}}}. Only items that the person touched are there; a missing one has no \
verdict, and one with only a comment has decision "". {reasons_text()}"""

ITEM = schema.thing(
    {
        "value": schema.VALUE,
        "src": schema.CLIP,
        "alt": schema.text("What it shows, for who can't see it."),
        "label": schema.text(),
        "detail": schema.text("A short caption."),
        "max_height": schema.number(),
    },
    "value",
)

ARGUMENTS = schema.thing(
    {
        "items": schema.listed(ITEM, low=1),
        "title": schema.text(),
        **schema.FRAME_SCHEMA,
        "actions": schema.listed(schema.ACTION, "The verdicts that each item can get."),
        "comment": schema.flag("Each item has room for a note."),
        "columns": schema.whole(1, COLUMNS_MAX),
        **schema.ASKING_SCHEMA,
    },
    "items",
)

DECISION = schema.thing(
    {"decision": schema.text("The value of an action, or empty."), "comment": schema.text()},
    "decision",
)

RESULT = schema.result(
    {"decisions": {"type": "object", "additionalProperties": DECISION}}, "decisions"
)

ITEM_MEMBERS = ("value", "src", "alt", "label", "detail", "max_height")
MEMBERS = ("items", "actions", "comment", "columns", *FRAME, *ASKING)

PLACES = {"text": "description", "fields[0]": ""}
"""Where in a call that comes from which stands in its screen."""


class Gallery(NamedTuple):
    """A checked call."""

    frame: Json
    field: Json
    asking: Asking


def check(arguments: object) -> Gallery:
    """Check the arguments; raises `SpecError` with the place of what is wrong."""
    given = Arguments(Node({} if arguments is None else arguments), MEMBERS)
    field: Json = {
        "kind": "gallery",
        "name": FIELD,
        "label": LABEL,
        "items": read_items(given, "items", 1),
        "actions": _actions(given),
        "comment": given.flag("comment"),
    }
    columns = given.whole("columns", 1, COLUMNS_MAX)
    if columns is not None:
        field["columns"] = columns
    return Gallery(read_frame(given, TITLE), field, read_asking(given))


def read_items(given: Arguments, name: str, low: int, *more: str) -> list[Json]:
    """Read the entries of a list whose values are unique; `more` names further texts of theirs."""
    entries = given.entries(name, low, (*ITEM_MEMBERS, *more))
    items: list[Json] = []
    for entry, value in zip(entries, values_of(entries), strict=True):
        item: Json = {"value": value}
        if "src" in entry:
            item["src"] = read_source(entry["src"])
        for member in ("alt", "label", "detail", *more):
            if member in entry:
                item[member] = entry.text(member, LONG)
        height = entry.number("max_height", 1, 100_000)
        if height is not None:
            item["max_height"] = height
        items.append(item)
    return items


def _actions(given: Arguments) -> list[Json]:
    if "actions" not in given:
        return [dict(verdict) for verdict in DEFAULT_VERDICTS]
    entries = given.entries("actions", 0, ("label", "value", *STYLES))
    actions: list[Json] = []
    for entry, value in zip(entries, values_of(entries), strict=True):
        action: Json = {"label": entry.text("label") or value, "value": value}
        styles = [style for style in STYLES if entry.flag(style)]
        if len(styles) > 1:
            raise SpecError(
                entry.node.where, f"has the styles {' and '.join(styles)}; one is allowed"
            )
        actions.append({**action, **dict.fromkeys(styles, True)})
    return actions or [dict(verdict) for verdict in DEFAULT_VERDICTS]


def screen(call: Gallery) -> Json:
    """Return the screen of a call."""
    return framed({**call.frame, "fields": [call.field]}, call.asking)


def result(call: Gallery, answer: Answer) -> Json:
    """Return the result of a call."""
    values = answered(answer)
    if values is None:
        return cancelled(answer, decisions={})
    given = values.get(FIELD) or {}
    return submitted(answer, decisions=dict(given.get("decisions") or {}))
