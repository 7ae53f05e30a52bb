"""The native backend: dialogs and prompts of an mplex server, over its control socket.

One connection serves a whole flow, and its end is the end of everything shown over it: a driver
that is killed, interrupted or finished leaves nothing on the screen.
"""

from __future__ import annotations

import os
from time import monotonic, sleep

from flow.backends.backend import Place
from mplex.client.control import ControlConnection
from mplex.dialog.answer import EXPIRED, OK, STATUSES, Answer
from mplex.dialog.caps import PLEXER_FLOW_POLL
from mplex.errors import NoServer, ProtocolError

WAIT = 20.0
"""Seconds that one `result` request may stay open."""

GRACE = 1.0
"""Seconds after the deadline in which the server may still end the screen itself."""

SILENCE = 10.0
"""Seconds without an answer, beyond those asked for, after which a server counts as hung."""


class NativeBackend:
    """Asks on the clients of one server; one run, so that no key falls between two screens."""

    def __init__(self, place: Place) -> None:
        """Connect; raises `NoServer` when there is nobody to connect to."""
        self._place = place
        self._run = os.urandom(8).hex()
        self._noticed = False
        self._connection = ControlConnection(place.socket)

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        """Show one screen and wait for its answer; the server ends it after `timeout` seconds too.

        Raises `Refused` (no client, busy, ...), `TargetError`, `NoServer` or `ProtocolError`.
        """
        deadline = monotonic() + timeout
        flow = self._call("show", self._show_params(screen, timeout)).get("flow")
        if not isinstance(flow, str):
            raise ProtocolError("the server showed a screen without naming its flow")
        # Who has answered the first question needs no bell for the second.
        self._noticed = True
        while True:
            asked = monotonic()
            wait = max(0.0, min(WAIT, deadline + GRACE - asked))
            result = self._call("result", {"flow": flow, "wait": wait}, wait)
            if result.get("done"):
                return read_answer(result)
            if monotonic() >= deadline + GRACE:
                self._call("cancel", {"flow": flow})
                return EXPIRED
            # A server that does not hold the request open is polled.
            sleep(max(0.0, min(PLEXER_FLOW_POLL, wait) - (monotonic() - asked)))

    def interrupt(self) -> None:
        """Cut the connection: the server takes away what is shown, and `ask` raises NoServer."""
        self._connection.interrupt()

    def close(self) -> None:
        """Hang up: the server takes away what is shown and ends the run."""
        self._connection.close()

    def _show_params(self, screen: dict[str, object], timeout: float) -> dict[str, object]:
        params: dict[str, object] = {"screen": screen, "timeout": timeout, "run": self._run}
        target, client = self._place.target, self._place.client
        if target is None and client is None:
            target = self._place.pane
        if target is not None:
            params["target"] = target
        if client is not None:
            params["client"] = client
        if self._place.queue:
            params["queue"] = True
        if self._place.notify and not self._noticed:
            params["notify"] = True
        return params

    def _call(self, method: str, params: dict[str, object], wait: float = 0.0) -> dict[str, object]:
        try:
            return self._connection.call(method, params, timeout=wait + SILENCE)
        except TimeoutError as error:
            raise NoServer(f"the server on {self._place.socket} does not answer") from error


def read_answer(result: dict[str, object]) -> Answer:
    """Return the answer in a finished `result`; raises `ProtocolError` when it is none."""
    status, value = result.get("status"), result.get("value")
    if status not in STATUSES:
        raise ProtocolError(f"a screen ended with the unknown status {status!r}")
    if status != OK:
        return Answer(str(status))
    if isinstance(value, bool) or not isinstance(value, int | str | None):
        raise ProtocolError(f"a screen was answered with {value!r}")
    return Answer(OK, value)
