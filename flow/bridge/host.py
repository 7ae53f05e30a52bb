"""The MCP server: its two methods, and what a call of a tool becomes.

A call goes to the terminal; where none can be reached, to the host's own forms if it has them; else
it fails and says what to start. Only what a person did ever becomes an outcome. Both eras of the
protocol are served; the SDK picks by the host's first request.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
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
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
)
from mcp.types import Tool as WireTool

from flow.bridge.elicitation import HostFlow, offers_forms
from flow.bridge.terminal import NobodyThere, OpenController, Terminal
from flow.bridge.tools import TOOLS, Call, find_tool, mcp_form
from flow.driver import Outcome
from mplex import __version__
from mplex.errors import MplexError, Refused, UsageError

Ctx = ServerRequestContext[Any, Any]

NAME = "mplex"

INSTRUCTIONS = """\
plexer_show asks the person at the terminal and waits for the answer. Use it for decisions that \
are theirs. A timeout or an error means that nobody has decided anything."""

START_HINT = (
    "Nobody has answered. Tell the user to start `mplex` in a terminal (or `mplex "
    "attach-session`), then call again; do not guess the answer."
)

PROGRESS_EVERY = 5.0
"""Seconds between two progress notifications, for hosts that give up on silent calls."""

STATE_TTL = 7200.0
"""Seconds for which a question may stand at a host that repeats its calls; then it is void."""

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


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
        )
        security = RequestStateSecurity.ephemeral(ttl=STATE_TTL)
        server.middleware.append(RequestStateBoundary(security, default_audience=NAME))
        return server

    async def list_tools(self, ctx: Ctx, params: PaginatedRequestParams | None) -> ListToolsResult:
        """List the tools."""
        tools = [WireTool.model_validate(mcp_form(tool), by_name=False) for tool in TOOLS]
        return ListToolsResult(tools=tools)

    async def call_tool(
        self, ctx: Ctx, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        """Run a tool; an error of any kind that a reader can act on is a result marked as such."""
        try:
            tool = find_tool(params.name)
        except UsageError as error:
            raise MCPError(INVALID_PARAMS, f"{error} ({error.hint})") from error
        try:
            outcome = await self._with_progress(ctx, lambda: self._run(ctx, tool.read, params))
        except MplexError as error:
            return failure(error)
        return outcome if isinstance(outcome, InputRequiredResult) else success(outcome)

    async def _run(
        self, ctx: Ctx, read: Callable[[object], Call], params: CallToolRequestParams
    ) -> Outcome | InputRequiredResult:
        call = read(params.arguments)
        if params.request_state is None:
            try:
                return await self.terminal.run(call)
            except NobodyThere as error:
                if not offers_forms(ctx.session.client_capabilities):
                    raise error.reason from error
        return await HostFlow(ctx, call.spec, params.request_state).run(params.input_responses)

    async def _with_progress(
        self, ctx: Ctx, work: Callable[[], Awaitable[Outcome | InputRequiredResult]]
    ) -> Outcome | InputRequiredResult:
        """Do the work, telling a host that wants to know that the person has not answered yet."""
        result: Outcome | InputRequiredResult | MplexError
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


def success(outcome: Outcome) -> CallToolResult:
    """Return an outcome as the result of a call, as text and as structured content."""
    content = TextContent(type="text", text=json.dumps(outcome, ensure_ascii=False))
    return CallToolResult(content=[content], structured_content=outcome)


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
