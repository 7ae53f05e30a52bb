"""The MCP server: its two methods, and what a call of a tool becomes.

A call goes to the terminal; where none can be reached, to the host's own forms if it has them; else
it fails and says what to start. Only what a person did ever becomes an outcome. Both eras of the
protocol are served; the SDK picks by the host's first request.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    GetPromptResult,
    InputRequiredResult,
    ListPromptsResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
)
from mcp.types import Tool as WireTool

from flow.aiui.common import Json
from flow.aiui.run import nobody
from flow.aiui.show import Call as Show
from flow.aiui.tool import Tool
from flow.bridge.dialog_forms import fits
from flow.bridge.elicitation import HostDialog, HostFlow, knows_titles, offers_forms
from flow.bridge.prompts import get_prompt, listed_prompts
from flow.bridge.terminal import NobodyThere, OpenController, Terminal
from flow.bridge.tools import TOOLS, find_tool, mcp_form
from flow.spec import FlowSpec
from flow.stopping import STOP_SIGNALS
from mplex import __version__
from mplex.dialog.caps import FORM_LIFETIME_MAX, MPLEX_FLOW_KEEP
from mplex.errors import MplexError, Refused, UsageError

Ctx = ServerRequestContext[Any, Any]

NAME = "mplex"

INSTRUCTIONS = """\
These tools ask the person at the terminal with proper dialogs, and wait for the answer. Default \
to a dialog where you would ask in chat: yes or no, above all before anything destructive: \
confirm; a choice: ask; several inputs or a secret: form; a verdict for each of many: gallery; \
drafts side by side: compare; news for somebody who is not looking: notify; a file from them: \
upload; several screens with branches: plexer_show. Chat stays right for what is read and not \
answered, and for one free text. `cancelled: true` with a `reason`, a timeout or an error means \
that nobody has decided anything: never report it as their answer."""

START_HINT = (
    "Nobody has answered. Tell the user to start `mplex` in a terminal (or `mplex "
    "attach-session`), then call again; do not guess the answer."
)

PROGRESS_EVERY = 5.0
"""Seconds between two progress notifications, for hosts that give up on silent calls."""

STATE_TTL = float(FORM_LIFETIME_MAX + MPLEX_FLOW_KEEP)
"""Seconds for which a host that repeats its calls may still bring an answer.

Longer than any call may wait, so that a call's own time decides when it is too late for one.
"""


class Bridge:
    """Answers the calls of one host."""

    def __init__(
        self, open_controller: OpenController, *, progress_every: float = PROGRESS_EVERY
    ) -> None:
        self.terminal = Terminal(open_controller)
        self._progress_every = progress_every

    def server(self) -> Server[Any]:
        """Return the server of the protocol."""
        server: Server[Any] = Server(
            NAME,
            version=__version__,
            instructions=INSTRUCTIONS,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_prompts=self.list_prompts,
            on_get_prompt=self.get_prompt,
        )
        security = RequestStateSecurity.ephemeral(ttl=STATE_TTL)
        server.middleware.append(RequestStateBoundary(security, default_audience=NAME))
        return server

    async def list_tools(self, ctx: Ctx, params: PaginatedRequestParams | None) -> ListToolsResult:
        """List the tools."""
        tools = [WireTool.model_validate(mcp_form(tool), by_name=False) for tool in TOOLS]
        return ListToolsResult(tools=tools)

    async def list_prompts(
        self, ctx: Ctx, params: PaginatedRequestParams | None
    ) -> ListPromptsResult:
        """List the prompts."""
        return ListPromptsResult(prompts=listed_prompts())

    async def get_prompt(self, ctx: Ctx, params: GetPromptRequestParams) -> GetPromptResult:
        """Return the text of a prompt."""
        try:
            return get_prompt(params.name)
        except UsageError as error:
            raise MCPError(INVALID_PARAMS, f"{error} ({error.hint})") from error

    async def call_tool(
        self, ctx: Ctx, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        """Run a tool; an error of any kind that a reader can act on is a result marked as such."""
        try:
            tool = find_tool(params.name)
        except UsageError as error:
            raise MCPError(INVALID_PARAMS, f"{error} ({error.hint})") from error
        try:
            return await self._with_progress(ctx, lambda: self._run(ctx, tool, params))
        except MplexError as error:
            return failure(error)

    async def _run(
        self, ctx: Ctx, tool: Tool, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        call = tool.check(params.arguments)
        missing: MplexError | None = None
        if params.request_state is None:
            try:
                return success(await self.terminal.run(tool, call))
            except NobodyThere as error:
                missing = error.reason
        asked = await self._ask_host(ctx, tool, call, params)
        if asked is not None:
            return asked if isinstance(asked, InputRequiredResult) else success(asked)
        if missing is None:
            raise Refused("this call can't go on: start it anew")
        if tool.dialog is None:
            raise missing
        return nobody_there(tool.dialog.result(call, nobody()), missing)

    async def _ask_host(
        self, ctx: Ctx, tool: Tool, call: Any, params: CallToolRequestParams
    ) -> Json | InputRequiredResult | None:
        """Ask through the host's own forms; None where it has none, or none that would do."""
        if params.request_state is None and not offers_forms(ctx.session.client_capabilities):
            return None
        state, responses = params.request_state, params.input_responses
        if isinstance(call, Show):
            if not isinstance(call.spec, FlowSpec):
                return None
            return await HostFlow(ctx, call.spec, state).run(responses)
        titled = knows_titles(ctx)
        if tool.dialog is None or not fits(tool.dialog.screen(call), titled=titled):
            return None
        return await HostDialog(ctx, tool.dialog, call, state).run(responses)

    async def _with_progress(
        self, ctx: Ctx, work: Callable[[], Awaitable[CallToolResult | InputRequiredResult]]
    ) -> CallToolResult | InputRequiredResult:
        """Do the work, telling a host that wants to know that the person has not answered yet."""
        result: CallToolResult | InputRequiredResult | MplexError
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._report, ctx)
            try:
                result = await work()
            except MplexError as error:
                # An error that left the group would come out wrapped in an exception group.
                result = error
            tasks.cancel_scope.cancel()
        if isinstance(result, MplexError):
            raise result
        return result

    async def _report(self, ctx: Ctx) -> None:
        """Send progress; nothing is sent to a host that gave no token."""
        for count in itertools.count(1):
            await anyio.sleep(self._progress_every)
            seconds = round(count * self._progress_every)
            await ctx.session.report_progress(count, message=f"waiting for an answer, {seconds} s")


def success(result: Json, *remarks: str) -> CallToolResult:
    """Return a tool's result as that of a call, as text and as structured content."""
    texts = (json.dumps(result, ensure_ascii=False), *remarks)
    content = [TextContent(type="text", text=text) for text in texts]
    return CallToolResult(content=[*content], structured_content=result)


def nobody_there(result: Json, missing: MplexError) -> CallToolResult:
    """Return the result of a dialog that nobody could be shown, and what to start."""
    return success(result, f"Nobody was asked: {missing}. {START_HINT}")


def failure(error: MplexError) -> CallToolResult:
    """Return an error as the result of a call: what is wrong, where, and what to do."""
    nobody = error.code in ("no_client", "no_server")
    hints = [error.hint, START_HINT if nobody else ""]
    text = "\n".join([_sentence(error), *(hint for hint in hints if hint)])
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def _sentence(error: MplexError) -> str:
    """Return what went wrong; a wrong spec is named as such, since the agent can mend it."""
    if error.code == "invalid_spec":
        return f"invalid spec: {error}"
    return f"refused: {error}" if isinstance(error, Refused) else str(error)


def serve(open_controller: OpenController) -> None:
    """Serve one host over standard input and output until it closes them."""
    anyio.run(_serve, Bridge(open_controller))


async def _serve(bridge: Bridge) -> None:
    server = bridge.server()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_stop_on_signal, bridge.terminal)
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
        await bridge.terminal.end()
        tasks.cancel_scope.cancel()


async def _stop_on_signal(terminal: Terminal) -> None:
    """End the process when a signal says so, after taking every dialog away."""
    with anyio.open_signal_receiver(*STOP_SIGNALS) as signals:
        async for number in signals:
            await terminal.end()
            # The thread that reads standard input cannot be stopped, and would keep us.
            os._exit(128 + number)
