"""The tool `ask`: one or several of a few options, each with what it means, perhaps free text."""

from __future__ import annotations

from typing import NamedTuple

from flow.aiui import schema
from flow.aiui.arguments import LONG, SHORT, Arguments, values_of
from flow.aiui.common import (
    ASKING,
    Asking,
    Json,
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

FIELD = "answer"
ONE, SEVERAL = "Pick one", "Pick any number"
"""What stands above the options, whose question is the title."""

HELP = f"""\
Ask the person to choose one of 2 to 6 options (several with multi_select), instead of a \
numbered list in chat. Give every option a label of at most 5 words and, where the choice has \
consequences, a `description` of one sentence with the trade-off. One of a few pictures: give \
each a `thumbnail`. `allow_other` adds a line of free text. More than 8 options: form with a \
list; full texts side by side: compare; one free text alone: ask in chat.
Result: {{"cancelled": false, "answers": [value, ...], "other"?: "text"}}; `answers` are in the \
order of picking and may be empty when `other` is there. {reasons_text()}"""

OPTION = schema.thing(
    {
        "label": schema.text("At most 5 words."),
        "description": schema.text("The trade-off, one sentence."),
        "value": schema.text("What is reported; the label if left out. Unique."),
        "thumbnail": schema.SRC,
    },
    "label",
)

ARGUMENTS = schema.thing(
    {
        "question": schema.text("The question, with what it is about."),
        "options": schema.listed(OPTION, low=1),
        "header": schema.HEADER,
        "multi_select": schema.flag("Several may be picked."),
        "allow_other": schema.flag("The person may type another answer."),
        **schema.ASKING_SCHEMA,
    },
    "question",
    "options",
)

RESULT = schema.result(
    {
        "answers": schema.listed({"type": "string"}, "The picked values, in the order of picking."),
        "other": schema.text("What was typed instead or besides."),
    },
    "answers",
)

MEMBERS = ("question", "options", "header", "multi_select", "allow_other", *ASKING)

PLACES = {"title": "question", "fields[0]": ""}
"""Where in a call that comes from which stands in its screen."""


class Ask(NamedTuple):
    """A checked call."""

    question: str
    options: tuple[Json, ...]
    header: str
    multi_select: bool
    allow_other: bool
    asking: Asking


def check(arguments: object) -> Ask:
    """Check the arguments; raises `SpecError` with the place of what is wrong."""
    given = Arguments(Node({} if arguments is None else arguments), MEMBERS)
    question = given["question"].text(SHORT * 2)
    entries = given.entries("options", 1, ("label", "description", "value", "thumbnail"))
    labels = [entry["label"].text(SHORT, blank=False) for entry in entries]
    values = values_of(entries, fallback="label")
    options = []
    for entry, label, value in zip(entries, labels, values, strict=True):
        option: Json = {"label": label, "value": value}
        if entry.text("description", LONG):
            option["description"] = entry.text("description", LONG)
        if "thumbnail" in entry:
            option["thumbnail"] = read_source(entry["thumbnail"])
        options.append(option)
    return Ask(
        question,
        tuple(options),
        given.text("header"),
        given.flag("multi_select"),
        given.flag("allow_other"),
        read_asking(given),
    )


def screen(call: Ask) -> Json:
    """Return the screen of a call."""
    field: Json = {
        "kind": "choice",
        "name": FIELD,
        "label": SEVERAL if call.multi_select else ONE,
        "options": list(call.options),
        "multi_select": call.multi_select,
        "allow_other": call.allow_other,
        "required": True,
    }
    shown: Json = {"kind": "form", "title": call.question, "fields": [field]}
    if call.header:
        shown["header"] = call.header
    return framed(shown, call.asking)


def result(call: Ask, answer: Answer) -> Json:
    """Return the result of a call."""
    values = answered(answer)
    if values is None:
        return cancelled(answer, answers=[])
    picked = values.get(FIELD) or {}
    other = str(picked.get("other") or "").strip()
    keys: Json = {"answers": list(picked.get("answers") or [])}
    return submitted(answer, **keys, **({"other": other} if other else {}))
