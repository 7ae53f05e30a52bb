"""Running a call at the terminal from an event loop that must stay free to hear of cancellation.

The call blocks in a thread of its own. When the task that waits for it is cancelled, the
connection beneath it is cut, which takes the dialog off the screen; the thread then ends by
itself. What is asked, and what becomes of the result, is `host`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anyio
import anyio.to_thread

from flow.aiui.common import Asking, Json
from flow.aiui.run import is_nobody
from flow.aiui.tool import Tool
from flow.controller import PlexerController
from mplex.errors import MplexError

FLOWS_MAX = 64
"""Calls that run at once; the server has a limit of its own, which is lower and refuses."""

FAREWELL = 1.0
"""Seconds in which calls that are interrupted take their dialogs away."""

OpenController = Callable[[Asking], PlexerController]
"""Makes the controller that asks whom a call asks."""


class NobodyThere(Exception):
    """No terminal could be reached, so nobody has been asked; `reason` says what was missing."""

    def __init__(self, reason: MplexError) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Terminal:
    """The calls that run at the terminal."""

    def __init__(self, open_controller: OpenController) -> None:
        self._open_controller = open_controller
        self._threads = anyio.CapacityLimiter(FLOWS_MAX)
        self._running: set[PlexerController] = set()

    async def run(self, tool: Tool, call: Any) -> Json:
        """Run a checked call and return its result; being cancelled takes its dialog away at once.

        Raises `NobodyThere` when no terminal can be reached, and what the controller raises.
        """
        controller = self._open_controller(tool.asking(call))
        try:
            return await anyio.to_thread.run_sync(
                self._run, tool, call, controller, abandon_on_cancel=True, limiter=self._threads
            )
        finally:
            controller.interrupt()

    def _run(self, tool: Tool, call: Any, controller: PlexerController) -> Json:
        self._running.add(controller)
        try:
            with controller:
                try:
                    return tool.run(call, controller)
                except MplexError as error:
                    if is_nobody(error, controller):
                        raise NobodyThere(error) from error
                    raise
        finally:
            self._running.discard(controller)

    async def end(self) -> None:
        """Interrupt every call and wait a moment for the dialogs to go."""
        for controller in tuple(self._running):
            controller.interrupt()
        with anyio.move_on_after(FAREWELL):
            while self._running:
                await anyio.sleep(FAREWELL / 100)
