"""The tool `confirm`: a yes or no with its consequence, above all before what can't be undone.

No is an answer like yes; only Escape is a cancel.
"""

from __future__ import annotations

from typing import NamedTuple

from flow.aiui import schema
from flow.aiui.arguments import SHORT, Arguments
from flow.aiui.common import (
    ASKING,
    Asking,
    Json,
    action_of,
    answered,
    cancelled,
    framed,
    read_asking,
    reasons_text,
    submitted,
)
from flow.aiui.sources import read_source
from mplex.dialog.answer import Answer
from mplex.dialog.node import Node

YES, NO = "yes", "no"

IMAGE_HEIGHT = 240.0
"""Pixels of the picture's height where the call says nothing."""

HELP = f"""\
Ask the person a yes-or-no question, above all before anything destructive or hard to undo \
(delete, drop, force-push, deploy), even when they have agreed loosely before, and whether a \
picture is right (`image`). The title is the decision as a question, at most 10 words, naming \
act and object; `message` is one sentence with the concrete consequence ('3 of 41 tables, 1.2 \
GB, no backup'). Label the buttons with verbs. Never ask 'Are you sure?'.
Result: {{"cancelled": false, "confirmed": true|false}}; false is their No. {reasons_text()}
Chat instead when the answer is 'go on' and the person is reading along."""

ARGUMENTS = schema.thing(
    {
        "title": schema.text("The decision as a question."),
        "message": schema.text("The consequence, one sentence."),
        "header": schema.HEADER,
        "destructive": schema.flag("It can't be undone; the focus is on No then."),
        "confirm_label": schema.text("Label of the Yes button."),
        "cancel_label": schema.text("Label of the No button."),
        "image": schema.thing(
            {"src": schema.SRC, "alt": schema.text(), "max_height": schema.number()},
            "src",
            help_text="The picture that the question is about.",
        ),
        **schema.ASKING_SCHEMA,
    },
    "title",
)

RESULT = schema.result({"confirmed": {"type": "boolean"}}, "confirmed")

MEMBERS = (
    "title",
    "message",
    "header",
    "destructive",
    "confirm_label",
    "cancel_label",
    "image",
    *ASKING,
)

PLACES = {
    "fields[0]": "image",
    "actions[0].label": "cancel_label",
    "actions[1].label": "confirm_label",
    "text": "message",
}
"""Where in a call that comes from which stands in its screen."""


class Confirm(NamedTuple):
    """A checked call."""

    title: str
    message: str
    header: str
    destructive: bool
    confirm_label: str
    cancel_label: str
    image: Json | None
    asking: Asking


def check(arguments: object) -> Confirm:
    """Check the arguments; raises `SpecError` with the place of what is wrong."""
    given = Arguments(Node({} if arguments is None else arguments), MEMBERS)
    title = given["title"].text(SHORT)
    return Confirm(
        title,
        given.text("message", SHORT * 10),
        given.text("header"),
        given.flag("destructive"),
        given.text("confirm_label") or "Yes",
        given.text("cancel_label") or "No",
        _image(given, title),
        read_asking(given),
    )


def _image(given: Arguments, title: str) -> Json | None:
    image = given.part("image", ("src", "alt", "max_height"))
    if image is None:
        return None
    height = image.number("max_height", 1, 100_000)
    return {
        "kind": "image",
        "src": read_source(image["src"]),
        "alt": image.text("alt") or title,
        "max_height": IMAGE_HEIGHT if height is None else height,
    }


def screen(call: Confirm) -> Json:
    """Return the screen of a call."""
    yes: Json = {"label": call.confirm_label, "value": YES}
    yes["destructive" if call.destructive else "primary"] = True
    shown: Json = {
        "kind": "form",
        "title": call.title,
        "fields": [call.image] if call.image else [],
        "actions": [{"label": call.cancel_label, "value": NO}, yes],
        "focus": NO if call.destructive else YES,
    }
    if call.message:
        shown["text"] = call.message
    if call.header:
        shown["header"] = call.header
    return framed(shown, call.asking)


def result(call: Confirm, answer: Answer) -> Json:
    """Return the result of a call."""
    if answered(answer) is None:
        return cancelled(answer, confirmed=False)
    return submitted(answer, confirmed=action_of(answer) == YES)
