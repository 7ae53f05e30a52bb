"""The prompts of the bridge: slash commands that a host offers to its user."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mcp.types import GetPromptResult, Prompt, PromptMessage, TextContent

from flow.bridge.teaching import TEACHING
from mplex.errors import UsageError


class Row(NamedTuple):
    """A row of `PROMPTS`."""

    name: str
    title: str
    help: str
    text: Callable[[], str]


TEST_DIALOG = """\
Call the tool `confirm` with title "Does this dialog reach you?", message "It is a test; nothing \
happens either way.", confirm_label "I see it", cancel_label "Not quite". Then say in one sentence \
what came back; if it has a `reason`, call `health` and say what to start."""

VERSION = "Call the tool `version` and say in one sentence which version of mplex serves the tools."

HEALTH = """\
Call the tool `health` and say in one or two sentences whether a dialog could be shown now, and if \
not, what to do about it."""

PROMPTS = (
    Row("teach", "Teach dialogs", "How to ask the person with dialogs.", lambda: TEACHING),
    Row("test-dialog", "Test a dialog", "Show a dialog to see it work.", lambda: TEST_DIALOG),
    Row("version", "Version", "Which mplex serves the tools.", lambda: VERSION),
    Row("health", "Health", "Whether somebody could be asked now.", lambda: HEALTH),
)


def listed_prompts() -> list[Prompt]:
    """Return the prompts as the protocol lists them."""
    return [Prompt(name=row.name, title=row.title, description=row.help) for row in PROMPTS]


def get_prompt(name: str) -> GetPromptResult:
    """Return the text of a prompt; raises `UsageError` when there is none of that name."""
    for row in PROMPTS:
        if row.name == name:
            content = TextContent(type="text", text=row.text())
            message = PromptMessage(role="user", content=content)
            return GetPromptResult(description=row.help, messages=[message])
    known = ", ".join(row.name for row in PROMPTS)
    raise UsageError(f"unknown prompt: {name[:100]}", hint=f"known are {known}")
