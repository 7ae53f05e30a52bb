"""An MCP host for tests: the SDK's client in an event loop of its own, beside the test's thread.

A call is a future, so that the test can play the person at the terminal while it is under way.
"""

from __future__ import annotations

import contextlib
import sys
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp.client.session import ElicitationFnT
from mcp.client.stdio import StdioServerParameters
from mcp.server.lowlevel import Server
from mcp.types import CallToolResult, Tool

from tests.support.environment import House
from tests.support.waiting import LIMIT

MCP = str(Path(sys.executable).with_name("mplex-mcp"))
ERAS = ("auto", "legacy")
"""The SDK's names for clients of the stateless and of the handshake era."""


class Reports(list[tuple[float, str]]):
    """The progress notifications of a call."""

    async def __call__(self, progress: float, total: float | None, message: str | None) -> None:
        """Note one."""
        self.append((progress, message or ""))


class Host:
    """A client of one server, connected from `with` on."""

    def __init__(
        self,
        server: Server[Any] | StdioServerParameters,
        era: str = "auto",
        elicitation: ElicitationFnT | None = None,
    ) -> None:
        self._client = Client(server, mode=era, elicitation_callback=elicitation)
        self._stack = contextlib.ExitStack()
        self._portal: BlockingPortal | None = None

    def __enter__(self) -> Host:
        self._portal = self._stack.enter_context(start_blocking_portal())
        self._stack.enter_context(self._portal.wrap_async_context_manager(self._client))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    @property
    def portal(self) -> BlockingPortal:
        """The way into the client's event loop."""
        assert self._portal is not None
        return self._portal

    def start(
        self, arguments: dict[str, Any], name: str = "plexer_show", reports: Reports | None = None
    ) -> Future[CallToolResult]:
        """Begin a call; cancelling the future cancels the call."""
        return self.portal.start_task_soon(self._client.call_tool, name, arguments, None, reports)

    def call(self, arguments: dict[str, Any], name: str = "plexer_show") -> CallToolResult:
        """Call a tool and wait for the result."""
        return self.start(arguments, name).result(LIMIT)

    def tools(self) -> list[Tool]:
        """Return the tools that the server offers."""
        return self.portal.call(self._client.list_tools).tools


def bridge(house: House, *args: str, **environ: str) -> StdioServerParameters:
    """Return how to start `mplex-mcp` in a house."""
    return StdioServerParameters(
        command=MCP, args=list(args), env={**house.environ, **environ}, cwd=house.home
    )
