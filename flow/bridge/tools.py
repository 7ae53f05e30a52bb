"""The tools that agents may call: one table, and its forms for the hosts that there are.

A tool turns its arguments into a flow to run; it neither shows anything nor knows who calls. How a
host learns of the tools (MCP, a list in a request to a model) is a row of `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flow.bridge.schema import FLOW_SPEC, OUTCOME, SECONDS, Schema
from flow.document import parse_json
from flow.spec import FlowSpec, validate_flow_spec
from mplex.dialog.caps import PLEXER_FLOW_TIMEOUT_MAX, PLEXER_FLOW_TIMEOUT_MIN
from mplex.dialog.node import Node
from mplex.errors import UsageError

TARGET_MAX = 200
"""Characters of a target."""

ARGUMENTS = ("spec", "timeout", "target")

SHOW_TITLE = "Ask the person at the terminal"

SHOW_HELP = """\
Ask the person at the terminal: show dialogs over whatever they look at, and return what they \
answered. Use it when a decision is theirs (deploy, delete, choose between options, give a name or \
a number) and you can say what is at stake; one call can hold a whole flow of screens with \
conditions and branches, so ask related questions together. Do not use it for progress or news.

The call returns when the person has finished, which can take minutes. Read `status` first:
- done: `answers` holds the value of every field that was asked, `action` the last button.
- cancelled: the person refused (Escape) or chose a way out. That is a decision: do not ask again.
- timeout: nobody answered. That is NOT an answer and never a yes: do not act on it.
- error: the flow itself is broken (it runs in a circle); see `error`.
A failed call (invalid spec, nobody at a terminal) means that nobody has answered: mend it or tell \
the user, and do not guess their answer.

Example: {"spec": {"title": "Deploy", "screens": [{"id": "where", "body": "Build 214 is green.", \
"fields": [{"id": "env", "type": "choice", "label": "Environment", "options": ["staging", \
"prod"]}, {"id": "tag", "type": "text", "label": "Tag", "initial": "v1", "show_if": {"env": \
"prod"}}], "actions": [{"id": "go", "label": "Deploy"}, {"id": "no", "label": "Not now"}], \
"next": {"go": "$done", "no": "$cancel"}}]}}
Result: {"status": "done", "answers": {"env": "prod", "tag": "v1"}, "action": "go"}"""

SHOW_ARGUMENTS: Schema = {
    "type": "object",
    "properties": {
        "spec": {**FLOW_SPEC, "description": "The flow: what to show and to ask."},
        "timeout": {**SECONDS, "description": f"Instead of spec.timeout. {SECONDS['description']}"},
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
    """A checked call of a tool: the flow to run, and whom to ask (None: as the host's place is)."""

    spec: FlowSpec
    target: str | None


class Tool(NamedTuple):
    """A row of `TOOLS`."""

    name: str
    title: str
    help: str
    arguments: Schema
    result: Schema
    read: Callable[[object], Call]
    """Checks the arguments; raises `SpecError` with the place of what is wrong."""


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
        low, high = PLEXER_FLOW_TIMEOUT_MIN, PLEXER_FLOW_TIMEOUT_MAX
        spec = spec._replace(timeout=given["timeout"].seconds(low, high))
    target = given["target"].text(TARGET_MAX) if "target" in given else ""
    return Call(spec, target or None)


TOOLS = (Tool("plexer_show", SHOW_TITLE, SHOW_HELP, SHOW_ARGUMENTS, OUTCOME, read_show),)


def find_tool(name: str) -> Tool:
    """Return the tool called `name`; raises `UsageError` when there is none."""
    for tool in TOOLS:
        if tool.name == name:
            return tool
    known = ", ".join(tool.name for tool in TOOLS)
    raise UsageError(f"unknown tool: {name[:TARGET_MAX]}", hint=f"known are {known}")


ANNOTATIONS: Schema = {
    "readOnlyHint": True,
    "destructiveHint": False,
    "idempotentHint": False,
    "openWorldHint": False,
}
"""What MCP hosts are told besides: the tool asks, and changes nothing by itself."""


def mcp_form(tool: Tool) -> Schema:
    """Return a tool as the Model Context Protocol's `tools/list` has it."""
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.help,
        "inputSchema": tool.arguments,
        "outputSchema": tool.result,
        "annotations": ANNOTATIONS,
    }


def openai_form(tool: Tool) -> Schema:
    """Return a tool as an element of `tools` in a request in OpenAI's form."""
    function = {"name": tool.name, "description": tool.help, "parameters": tool.arguments}
    return {"type": "function", "function": function}


def anthropic_form(tool: Tool) -> Schema:
    """Return a tool as an element of `tools` in a request in Anthropic's form."""
    return {"name": tool.name, "description": tool.help, "input_schema": tool.arguments}


FORMATS: dict[str, Callable[[Tool], Schema]] = {
    "mcp": mcp_form,
    "openai": openai_form,
    "anthropic": anthropic_form,
}
"""The forms of a tool's definition, by the name of who reads them."""
