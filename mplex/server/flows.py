"""The questions of a server: shown, answered, timed out, cancelled, dropped; one record each.

Every record ends in exactly one way, and each end has a word: `ok`, `cancelled` or `timeout` for
the asker, or an error (`no_client`) when the session with the question is gone. Silence is never an
answer. A record lives as long as its asker's connection; once answered it is kept for
MPLEX_FLOW_KEEP seconds at most. How a question looks and takes keys is in `mplex.dialog` and
`question`; the wire is in `control`.

A client has one question at a time. Who asks for `queue` waits for the questions before, in order.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from mplex.dialog.answer import EXPIRED, Answer
from mplex.dialog.caps import (
    MPLEX_FLOW_KEEP,
    MPLEX_FLOW_MAX,
    PLEXER_FLOW_ID_MAX,
    PLEXER_FLOW_TIMEOUT_DEFAULT,
    PLEXER_FLOW_TIMEOUT_MAX,
)
from mplex.dialog.spec import AskScreen, check_screen
from mplex.errors import MplexError, Refused, SpecError
from mplex.server.question import Cancel, Clock, Question

ANSWERED_MAX = 256
"""Answered records kept at once; the oldest goes first."""
WAIT_MAX = 60.0
"""Seconds that one `result` call may wait."""
Respond = Callable[[dict[str, Any] | MplexError], None]


class FlowClient(Protocol):
    """The attached client as the flow table needs it."""

    name: str

    readonly: bool
    """Whether the client only looks, and so cannot answer."""

    @property
    def session_id(self) -> int:
        """The id of the session the client looks at."""

    @property
    def busy_with(self) -> str | None:
        """The run whose question or pause holds the keyboard; "" for one without a name."""

    def show_question(self, question: Question, run: str) -> None:
        """Put a question on the screen; `run` continues a pause kept for it."""

    def drop_question(self, question: Question, keep_for: str) -> None:
        """Take it off the screen; `keep_for` is the run that keeps the keyboard, or ""."""

    def end_run(self, run: str) -> None:
        """Give the keyboard back when a run that kept it has ended."""


class QuestionMaker(Protocol):
    """Builds the widgets of a question; heavy libraries come in here."""

    def __call__(
        self, screen: AskScreen, asker: str, on_answer: Callable[[Answer], None]
    ) -> Question:
        """Return the question for one screen."""


class Flow:
    """The record of one question."""

    def __init__(self, owner: object, screen: AskScreen, asker: str, run: str, now: float) -> None:
        self.id = secrets.token_hex(8)
        self.owner: object | None = owner
        self.screen = screen
        self.asker = asker
        self.run = run
        self.created = now
        self.session_id = -1
        self.client: FlowClient | None = None
        self.queued_on: FlowClient | None = None
        """The client whose turn it waits for; once shown it stays known, and means nothing."""
        self.question: Question | None = None
        self.end: dict[str, Any] | MplexError | None = None
        self.fetched = False
        self.waiters: list[Waiter] = []
        self.timer: Cancel | None = None

    @property
    def pending(self) -> bool:
        """Say whether nobody has answered and nothing has ended it."""
        return self.end is None

    @property
    def where(self) -> FlowClient | None:
        """The client it is on, or waits for."""
        return self.client or self.queued_on


class Waiter:
    """One `result` call that waits; answered exactly once."""

    def __init__(self, owner: object, respond: Respond) -> None:
        self.owner = owner
        self.timer: Cancel | None = None
        self._respond: Respond | None = respond

    def answer(self, what: dict[str, Any] | MplexError) -> None:
        """Respond, the first time."""
        if self.timer is not None:
            self.timer.cancel()
        respond, self._respond = self._respond, None
        if respond is not None:
            respond(what)


class FlowTable:
    """All questions of one server."""

    def __init__(
        self,
        clock: Clock,
        make_question: QuestionMaker,
        on_queue: Callable[[], None] = lambda: None,
        *,
        most: int = MPLEX_FLOW_MAX,
        keep: float = MPLEX_FLOW_KEEP,
    ) -> None:
        self._clock = clock
        self._make_question = make_question
        self._on_queue = on_queue
        self._most = most
        self._keep = keep
        self._flows: dict[str, Flow] = {}

    def __iter__(self) -> Iterator[Flow]:
        return iter(list(self._flows.values()))

    def __len__(self) -> int:
        return len(self._flows)

    @property
    def pending(self) -> list[Flow]:
        """The questions that wait for an answer."""
        return [flow for flow in self._flows.values() if flow.pending]

    def show(
        self, params: dict[str, Any], owner: object, asker: str, client: FlowClient
    ) -> dict[str, Any]:
        """Show one screen on `client`, or queue it there; return {"flow": id}.

        Raises SpecError for a wrong screen or parameter, Refused (`busy`, `flow_limit`).
        """
        screen = check_screen(params.get("screen"))
        timeout = check_timeout(params.get("timeout"))
        run = check_run(params.get("run"))
        queue = check_flag(params, "queue")
        holder = client.busy_with
        busy = holder is not None and (not run or holder != run or self._asks(client))
        if busy and not queue:
            raise Refused(
                f"client {client.name} is busy with another question",
                code="busy",
                hint="ask again when it is answered, or queue the question",
            )
        if len(self.pending) >= self._most:
            raise Refused(
                f"{self._most} questions are pending on this server",
                code="flow_limit",
                hint="wait until some are answered, or cancel them",
            )
        flow = Flow(owner, screen, asker, run, self._clock.time())
        flow.session_id = client.session_id
        flow.question = self._make_question(
            screen, asker, lambda answer: self._answered(flow, answer)
        )
        self._flows[flow.id] = flow
        flow.timer = self._clock.call_later(timeout, lambda: self._answered(flow, EXPIRED))
        if busy:
            flow.queued_on = client
            self._on_queue()
        else:
            self._put_on(flow, client)
        return {"flow": flow.id}

    def result(self, params: dict[str, Any], owner: object, respond: Respond) -> None:
        """Respond with the end of a flow, or {"done": false} when it has none in time.

        Raises Refused (`unknown_flow`), SpecError for wrong parameters.
        """
        flow = self._find(params)
        wait = params.get("wait", 0)
        if isinstance(wait, bool) or not isinstance(wait, (int, float)) or not wait >= 0:
            raise SpecError("wait", "must be a number of seconds, 0 or more")
        if flow.end is not None:
            flow.fetched = True
            respond(flow.end)
            return
        if not wait:
            respond({"done": False})
            return
        waiter = Waiter(owner, respond)
        flow.waiters.append(waiter)

        def give_up() -> None:
            flow.waiters.remove(waiter)
            waiter.answer({"done": False})

        waiter.timer = self._clock.call_later(float(min(wait, WAIT_MAX)), give_up)

    def cancel(self, params: dict[str, Any]) -> dict[str, Any]:
        """Drop a flow, or all of a run, and take it off the screen.

        Raises Refused (`unknown_flow`).
        """
        run = params.get("run")
        if isinstance(run, str) and run and "flow" not in params:
            for flow in list(self):
                if flow.run == run:
                    self._drop(flow)
            return {}
        self._drop(self._find(params))
        return {}

    def peer_gone(self, owner: object) -> None:
        """An asker's connection has ended: its dialogs go, its answers stay for a while."""
        for flow in list(self):
            for waiter in [waiter for waiter in flow.waiters if waiter.owner is owner]:
                flow.waiters.remove(waiter)
                waiter.answer({"done": False})
            if flow.owner is not owner:
                continue
            flow.owner = None
            if flow.pending or flow.fetched:
                self._drop(flow)
            else:
                self._free(flow)

    def client_gone(self, client: FlowClient, others: Iterable[FlowClient] = ()) -> None:
        """A client has detached: its question goes to the next one on the session.

        `others` are the clients that stay, the likeliest first; without one it waits for one.
        """
        for flow in self:
            if flow.queued_on is client:
                flow.queued_on = None
            if flow.client is client:
                flow.client = None
                if flow.question is not None:
                    flow.question.close()
                    client.drop_question(flow.question, "")
        for other in others:
            self.client_came(other)

    def client_came(self, client: FlowClient) -> None:
        """Show the first waiting question of its session on a client that has none and may answer.

        The others become its queue.
        """
        if client.busy_with is not None or client.readonly:
            return
        waiting = [each for each in self.pending if not each.client and _waits_for(each, client)]
        for flow in waiting[1:]:
            flow.queued_on = client
        if waiting:
            self._put_on(waiting[0], client)
            self._on_queue()

    def count_on(self, client: FlowClient) -> int:
        """Return how many questions a client has: the one it shows, and those in its queue."""
        return sum(flow.where is client for flow in self.pending)

    def session_gone(self, session_id: int) -> None:
        """A session has ended, and with it the questions that nobody can answer any more."""
        for flow in self.pending:
            if flow.session_id == session_id:
                self._finish(
                    flow, Refused("the session with the question has ended", code="no_client")
                )

    def _asks(self, client: FlowClient) -> bool:
        return any(flow.client is client for flow in self.pending)

    def _put_on(self, flow: Flow, client: FlowClient) -> None:
        assert flow.question is not None
        flow.client = client
        client.show_question(flow.question, flow.run)

    def _answered(self, flow: Flow, answer: Answer) -> None:
        self._finish(flow, {"done": True, "status": answer.status, "value": answer.value})

    def _finish(self, flow: Flow, end: dict[str, Any] | MplexError) -> None:
        if not flow.pending or flow.id not in self._flows:
            return
        flow.end = end
        self._off_screen(flow, keep_for=flow.run if flow.owner is not None else "")
        flow.timer = self._clock.call_later(self._keep, lambda: self._forget(flow))
        waiters, flow.waiters = flow.waiters, []
        for waiter in waiters:
            flow.fetched = True
            waiter.answer(end)
        answered = [each for each in self._flows.values() if not each.pending]
        for each in answered[:-ANSWERED_MAX]:
            self._forget(each)
        if flow.client is not None:
            self.client_came(flow.client)

    def _off_screen(self, flow: Flow, *, keep_for: str) -> None:
        if flow.timer is not None:
            flow.timer.cancel()
            flow.timer = None
        if flow.question is not None:
            flow.question.close()
            if flow.client is not None:
                flow.client.drop_question(flow.question, keep_for)
            flow.question = None
            if flow.client is None:
                self._on_queue()

    def _drop(self, flow: Flow) -> None:
        self._off_screen(flow, keep_for="")
        for waiter in flow.waiters:
            waiter.answer(_unknown(flow.id))
        flow.waiters = []
        self._forget(flow)
        self._free(flow)

    def _free(self, flow: Flow) -> None:
        """Give a client's keyboard back, or to a question of its session that waits for it."""
        if flow.client is not None:
            if flow.run:
                flow.client.end_run(flow.run)
            self.client_came(flow.client)

    def _forget(self, flow: Flow) -> None:
        if flow.timer is not None:
            flow.timer.cancel()
        self._flows.pop(flow.id, None)

    def _find(self, params: dict[str, Any]) -> Flow:
        name = params.get("flow")
        flow = self._flows.get(name) if isinstance(name, str) else None
        if flow is None:
            raise _unknown(name)
        return flow


def _waits_for(flow: Flow, client: FlowClient) -> bool:
    """Say whether a question that is on no screen may be shown on `client`."""
    if flow.queued_on is not None:
        return flow.queued_on is client
    return flow.session_id == client.session_id


def _unknown(name: object) -> Refused:
    shown = name if isinstance(name, str) else "(none given)"
    return Refused(
        f"no such flow: {shown[:PLEXER_FLOW_ID_MAX]}",
        code="unknown_flow",
        hint="it was cancelled, its asker has gone, or its answer was kept long enough",
    )


def check_timeout(value: object) -> float:
    """Return the seconds a question may stay, from the parameter `timeout` (None: the default)."""
    if value is None:
        return float(PLEXER_FLOW_TIMEOUT_DEFAULT)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise SpecError("timeout", "must be a number of seconds")
    if not 0 < value <= PLEXER_FLOW_TIMEOUT_MAX:
        raise SpecError("timeout", f"must be above 0 and at most {PLEXER_FLOW_TIMEOUT_MAX} seconds")
    return float(value)


def check_flag(params: dict[str, Any], name: str) -> bool:
    """Return a parameter that is true or false; false when it is not there."""
    value = params.get(name, False)
    if not isinstance(value, bool):
        raise SpecError(name, "must be true or false")
    return value


def check_run(value: object) -> str:
    """Return the name of the run a screen belongs to, "" for none."""
    if value is None:
        return ""
    if not isinstance(value, str) or not 0 < len(value) <= PLEXER_FLOW_ID_MAX:
        raise SpecError("run", f"must be a string of 1 to {PLEXER_FLOW_ID_MAX} characters")
    return value
