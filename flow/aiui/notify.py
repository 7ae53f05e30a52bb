"""The tool `notify`: says something to the person and waits for nothing.

What goes wrong is part of the result: a notice that could not be shown is no reason to stop.
"""

from __future__ import annotations

from typing import NamedTuple

from flow.aiui import schema
from flow.aiui.arguments import SHORT, Arguments
from flow.aiui.common import TARGET_MAX, Json
from mplex.dialog.caps import NOTICE_BODY_MAX, NOTICE_TITLE_MAX
from mplex.dialog.node import Node

HELP = """\
Tell the person that something has happened when they may not be looking ('Tests green', 'Deploy \
finished', 'Merge conflict, need you'). It returns at once and carries no answer back: if a \
reply is expected use confirm, ask or form. Not for routine steps of progress. The title is the \
outcome, at most 40 characters; the detail belongs into body.
Result: {"ok": true}, or {"ok": false, "error": "..."} when it could not be shown."""

ARGUMENTS = schema.thing(
    {
        "title": schema.text("The outcome, at most 40 characters."),
        "body": schema.text("The detail."),
        "subtitle": schema.text("More context, put before the body."),
        "sound": schema.text("The name of a sound; the terminal has only its bell."),
        "target": schema.text("The pane or session that it is about, if not your own."),
    },
    "title",
    "body",
)

RESULT = schema.thing({"ok": {"type": "boolean"}, "error": schema.text()}, "ok")


class Notify(NamedTuple):
    """A checked call."""

    title: str
    body: str
    sound: str
    target: str | None


def check(arguments: object) -> Notify:
    """Check the arguments; raises `SpecError` with the place of what is wrong."""
    known = ("title", "body", "subtitle", "sound", "target")
    given = Arguments(Node({} if arguments is None else arguments), known)
    title = given["title"].text(SHORT, blank=False)
    body = given["body"].text(SHORT * 20)
    subtitle = given.text("subtitle")
    said = " - ".join(part for part in (subtitle, body) if part)
    target = given.text("target", TARGET_MAX)
    return Notify(
        title[:NOTICE_TITLE_MAX], said[:NOTICE_BODY_MAX], given.text("sound"), target or None
    )


def done() -> Json:
    """Return the result of a notice that is out."""
    return {"ok": True}


def failed(why: str) -> Json:
    """Return the result of a notice that nobody got."""
    return {"ok": False, "error": why}
