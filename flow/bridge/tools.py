"""The forms that the tools' definitions have for the hosts that there are.

Which tools there are is `flow.aiui.table`'s matter; how a host learns of them (MCP, a list in a
request to a model) is a row of `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable

from flow.aiui.common import TARGET_MAX
from flow.aiui.schema import Schema
from flow.aiui.show import ARGUMENTS, SHOW_ARGUMENTS, SHOW_HELP, Call, read_show
from flow.aiui.table import TOOLS
from flow.aiui.tool import Tool
from flow.bridge.verbs import FORMAT_NAMES
from mplex.errors import UsageError

__all__ = [
    "ARGUMENTS",
    "FORMATS",
    "SHOW_ARGUMENTS",
    "SHOW_HELP",
    "TOOLS",
    "Call",
    "Tool",
    "find_tool",
    "mcp_form",
    "read_show",
]


def find_tool(name: str) -> Tool:
    """Return the tool called `name`; raises `UsageError` when there is none."""
    for tool in TOOLS:
        if tool.name == name:
            return tool
    known = ", ".join(tool.name for tool in TOOLS)
    raise UsageError(f"unknown tool: {name[:TARGET_MAX]}", hint=f"known are {known}")


ANNOTATIONS: Schema = {
    "destructiveHint": False,
    "idempotentHint": False,
    "openWorldHint": False,
}
"""What MCP hosts are told besides: a tool asks, and changes at most what the person approved."""


def mcp_form(tool: Tool) -> Schema:
    """Return a tool as the Model Context Protocol's `tools/list` has it."""
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.help,
        "inputSchema": tool.arguments,
        "outputSchema": tool.result,
        "annotations": {"readOnlyHint": not tool.changes, **ANNOTATIONS},
    }


def openai_form(tool: Tool) -> Schema:
    """Return a tool as an element of `tools` in a request in OpenAI's form."""
    function = {"name": tool.name, "description": tool.help, "parameters": tool.arguments}
    return {"type": "function", "function": function}


def anthropic_form(tool: Tool) -> Schema:
    """Return a tool as an element of `tools` in a request in Anthropic's form."""
    return {"name": tool.name, "description": tool.help, "input_schema": tool.arguments}


FORMATS: dict[str, Callable[[Tool], Schema]] = dict(
    zip(FORMAT_NAMES, (mcp_form, openai_form, anthropic_form), strict=True)
)
"""The forms of a tool's definition, by the name of who reads them."""
