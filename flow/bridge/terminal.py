"""Running a flow at the terminal from an event loop that must stay free to hear of cancellation.

The flow blocks in a thread of its own. When the task that waits for it is cancelled, the
connection beneath the flow is cut, which takes the dialog off the screen; the thread then ends by
itself. What is asked, and what becomes of the outcome, is `host`'s.
"""

from __future__ import annotations

from collections.abc import Callable

import anyio
import anyio.to_thread

from flow.bridge.tools import Call
from flow.controller import PlexerController
from flow.driver import Outcome, PlexerFlow
from mplex.errors import MplexError, NoServer, Refused

FLOWS_MAX = 64
"""Flows that run at once; the server has a limit of its own, which is lower and refuses."""

FAREWELL = 1.0
"""Seconds in which flows that are interrupted take their dialogs away."""

OpenController = Callable[[Call], PlexerController]


class NobodyThere(Exception):
    """No terminal could be reached, so nobody has been asked; `reason` says what was missing."""

    def __init__(self, reason: MplexError) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Terminal:
    """The flows that run at the terminal."""

    def __init__(self, open_controller: OpenController) -> None:
        self._open_controller = open_controller
        self._threads = anyio.CapacityLimiter(FLOWS_MAX)
        self._running: set[PlexerController] = set()

    async def run(self, call: Call) -> Outcome:
        """Run a flow and return its outcome; being cancelled takes its dialog away at once.

        Raises `NobodyThere` when no terminal can be reached, and what the controller raises.
        """
        controller = self._open_controller(call)
        try:
            return await anyio.to_thread.run_sync(
                self._run, call, controller, abandon_on_cancel=True, limiter=self._threads
            )
        finally:
            controller.interrupt()

    def _run(self, call: Call, controller: PlexerController) -> Outcome:
        flow = PlexerFlow(call.spec, controller)
        self._running.add(controller)
        try:
            with controller:
                return flow.run()
        except (NoServer, Refused) as error:
            nobody = isinstance(error, NoServer) or error.code == "no_client"
            if nobody and not flow.answers and flow.action is None:
                raise NobodyThere(error) from error
            raise
        finally:
            self._running.discard(controller)

    async def end(self) -> None:
        """Interrupt every flow and wait a moment for the dialogs to go."""
        for controller in tuple(self._running):
            controller.interrupt()
        with anyio.move_on_after(FAREWELL):
            while self._running:
                await anyio.sleep(FAREWELL / 100)
