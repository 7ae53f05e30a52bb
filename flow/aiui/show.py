"""The tool `plexer_show`: a whole flow of screens in one call.

It turns its arguments into a flow to run; how a flow runs is `flow.run`'s matter.
"""

from __future__ import annotations

from typing import NamedTuple

from flow.aiui.common import TARGET_MAX, Asking
from flow.aiui.tool import Asker
from flow.bridge.form_schema import SHOW_SECONDS, SHOW_SPEC
from flow.bridge.schema import Schema
from flow.document import parse_json
from flow.driver import Outcome
from flow.run import new_run, with_timeout
from flow.spec import AnyFlow, validate_flow_spec
from flow.stopping import Interrupted
from mplex.dialog.answer import REASONS
from mplex.dialog.node import Node

ARGUMENTS = ("spec", "timeout", "target")

SHOW_TITLE = "Ask the person at the terminal"

SHOW_HELP = """\
Ask the person at the terminal: show dialogs over whatever they look at, and return what they \
answered. Use it when a decision is theirs (deploy, delete, choose between options, give a name or \
a number) and you can say what is at stake; one call can hold a whole flow of screens with \
conditions and branches, so ask related questions together. Do not use it for progress or news.

The call returns when the person has finished, which can take minutes. Read `status` first:
- done: `answers` holds the value of every field that was asked, `action` the last button.
- cancelled: the person refused (Escape) or chose a way out. That is a decision: do not ask again. \
With a `reason` (REASONS) nobody decided anything: then it is no answer.
- timeout: nobody answered. That is NOT an answer and never a yes: do not act on it.
- error: the flow itself is broken (it runs in a circle); see `error`.
`media_warnings` lists what the person could NOT see or hear.
A failed call (invalid spec, nobody at a terminal) means that nobody has answered: mend it or tell \
the user, and do not guess their answer.

A spec with "v": 2 shows all fields of a screen at once, each of a kind of the tool `form` (or \
choice, gallery, compare, file); buttons have a `value`, Back comes by itself, secrets are written \
when the flow is done:
Forms: {"spec": {"v": 2, "title": "Deploy", "screens": [{"id": "where", "fields": [{"kind": \
"select", "name": "env", "label": "Environment", "options": ["staging", "prod"]}, {"kind": "text", \
"name": "tag", "label": "Tag", "show_if": {"env": "prod"}}]}, {"id": "sure", "show_if": {"env": \
"prod"}, "body": "This pages the team.", "actions": [{"value": "no", "label": "Not now", \
"skip_validation": true}, {"value": "go", "label": "Deploy", "destructive": true}], "next": {"no": \
"$cancel"}}]}}

Example: {"spec": {"title": "Deploy", "screens": [{"id": "where", "body": "Build 214 is green.", \
"fields": [{"id": "env", "type": "choice", "label": "Environment", "options": ["staging", \
"prod"]}, {"id": "tag", "type": "text", "label": "Tag", "initial": "v1", "show_if": {"env": \
"prod"}}], "actions": [{"id": "go", "label": "Deploy"}, {"id": "no", "label": "Not now"}], \
"next": {"go": "$done", "no": "$cancel"}}]}}
Result: {"status": "done", "answers": {"env": "prod", "tag": "v1"}, "action": "go"}\
""".replace("REASONS", ", ".join(REASONS))

SHOW_ARGUMENTS: Schema = {
    "type": "object",
    "properties": {
        "spec": SHOW_SPEC,
        "timeout": SHOW_SECONDS,
        "target": {
            "type": "string",
            "maxLength": TARGET_MAX,
            "description": "Whom to ask: a session, window or pane of mplex, or of the tmux that "
            "you run in ('work', '%3'). Leave it out to ask whoever looks at your own pane, or "
            "used the terminal last.",
        },
    },
    "required": ["spec"],
}


class Call(NamedTuple):
    """A checked call: the flow to run, and whom to ask (None: as the host's place is)."""

    spec: AnyFlow
    target: str | None

    @property
    def asking(self) -> Asking:
        """Whom it asks, and how long."""
        return Asking(target=self.target, timeout=self.spec.timeout)


def read_show(arguments: object) -> Call:
    """Check the arguments of `plexer_show`.

    A spec that comes as a string of JSON is read too, since some hosts send nested objects so.
    """
    node = Node({} if arguments is None else arguments)
    given = node.members(ARGUMENTS)
    if "spec" not in given:
        raise node.fail('needs "spec": the flow to show')
    value = given["spec"].value
    spec = validate_flow_spec(parse_json(value, "spec") if isinstance(value, str) else value)
    if "timeout" in given:
        spec = with_timeout(spec, given["timeout"])
    target = given["target"].text(TARGET_MAX) if "target" in given else ""
    return Call(spec, target or None)


def run(call: Call, asker: Asker) -> Outcome:
    """Run the flow of a call and return its outcome; a signal that stops the command ends it."""
    flow = new_run(call.spec, asker)
    try:
        return flow.run()
    except Interrupted:
        return flow.stopped()
