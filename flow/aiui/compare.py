"""The tool `compare`: whole variants side by side, one of which is picked."""

from __future__ import annotations

from typing import NamedTuple

from flow.aiui import schema
from flow.aiui.arguments import Arguments, letters
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
from flow.aiui.gallery import read_items
from mplex.dialog.answer import Answer
from mplex.dialog.field_reviews import COLUMNS_MAX
from mplex.dialog.node import Node
from mplex.errors import ProtocolError

FIELD = "selected"
TITLE, LABEL = "Compare", "Pick one"

HELP = f"""\
Show 2 or 3 whole variants side by side (drafts, headlines, before and after, two models' \
answers) and have the person pick one. `content` is Markdown, `src` a picture or video; a \
variant needs at least one of them. `sync_scroll` scrolls all together: use it for long texts. \
Use this where a thumbnail or one line is too little to decide; a verdict for each of many items \
is gallery.
Result: {{"cancelled": false, "selected": "<value>"}}; on a cancel `selected` is absent. \
{reasons_text()}"""

VARIANT = schema.thing(
    {
        "value": schema.VALUE,
        "label": schema.text("A, B, C, ... if left out."),
        "content": schema.text("Markdown: a draft, a diff, code."),
        "src": schema.CLIP,
        "alt": schema.text("What it shows, for who can't see it."),
        "detail": schema.text("A short caption."),
        "max_height": schema.number("Caps all variants."),
    },
    "value",
)

ARGUMENTS = schema.thing(
    {
        "variants": schema.listed(VARIANT, low=2),
        "title": schema.text(),
        **schema.FRAME_SCHEMA,
        "sync_scroll": schema.flag("The variants scroll together."),
        "columns": schema.whole(1, COLUMNS_MAX, "The number of variants, at most 4, if left out."),
        **schema.ASKING_SCHEMA,
    },
    "variants",
)

RESULT = schema.result({"selected": schema.text("The value of the variant; absent on a cancel.")})

MEMBERS = ("variants", "sync_scroll", "columns", *FRAME, *ASKING)

PLACES = {"text": "description", "fields[0]": ""}
"""Where in a call that comes from which stands in its screen."""


class Compare(NamedTuple):
    """A checked call."""

    frame: Json
    field: Json
    asking: Asking


def check(arguments: object) -> Compare:
    """Check the arguments; raises `SpecError` with the place of what is wrong."""
    given = Arguments(Node({} if arguments is None else arguments), MEMBERS)
    variants = read_items(given, "variants", 2, "content")
    for index, variant in enumerate(variants):
        variant["label"] = variant.get("label") or letters(index)
    field: Json = {
        "kind": "compare",
        "name": FIELD,
        "label": LABEL,
        "variants": variants,
        "sync_scroll": given.flag("sync_scroll"),
    }
    columns = given.whole("columns", 1, COLUMNS_MAX)
    if columns is not None:
        field["columns"] = columns
    return Compare(read_frame(given, TITLE), field, read_asking(given))


def screen(call: Compare) -> Json:
    """Return the screen of a call."""
    return framed({**call.frame, "fields": [call.field]}, call.asking)


def result(call: Compare, answer: Answer) -> Json:
    """Return the result of a call; without a pick there is nothing that could look like one.

    Raises `ProtocolError` for an answer that is none.
    """
    values = answered(answer)
    if values is None:
        return cancelled(answer)
    given = values.get(FIELD) or {}
    selected = given.get("selected")
    if not isinstance(selected, str):
        raise ProtocolError("a comparison was answered without a pick")
    return submitted(answer, selected=selected)
