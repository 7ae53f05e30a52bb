"""The questions of a server: shown, answered, timed out, cancelled, dropped; one record each.

Every record ends in exactly one way, and each end has a word: `ok`, `cancelled` or `timeout` for
the asker. Silence is never an answer: a form that nobody answered ends with the reason why, a
version 1 question without a session with an error (`no_client`). A record lives as long as its
asker's connection: its end can be had as long as it could have been answered and MPLEX_FLOW_KEEP
seconds longer, and so many seconds from when it was first told. What a record holds is in
`flow_record`, how a question looks and takes keys in `mplex.dialog` and `question`; the wire is in
`control`.

A client has one question at a time. Who asks for `queue` waits for the questions before, in order.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mplex.dialog.answer import (
    ABANDONED,
    CANCELLED,
    EVICTED,
    EXPIRED,
    HOST_EXITING,
    NO_CLIENT,
    OK,
    Answer,
)
from mplex.dialog.caps import (
    FORM_LIFETIME_DEFAULT,
    FORM_LIFETIME_MAX,
    MPLEX_FLOW_KEEP,
    MPLEX_FLOW_MAX,
    PLEXER_FLOW_ID_MAX,
)
from mplex.dialog.field_kinds import PROGRESS
from mplex.dialog.form_spec import FormScreen
from mplex.dialog.spec import AskScreen, check_screen
from mplex.errors import MplexError, Refused, SpecError
from mplex.server.flow_params import (
    check_changes,
    check_end,
    check_flag,
    check_lifetime,
    check_offset,
    check_run,
    check_timeout,
    check_wait,
)
from mplex.server.flow_record import Flow, FlowClient, QuestionMaker, Respond, Waiter
from mplex.server.question import Clock

ANSWERED_MAX = 256
"""Answered records kept at once; the oldest goes first."""
WAIT_MAX = 60.0
"""Seconds that one `result` call may wait."""
ABANDONED_AFTER = 300.0
"""Seconds without a `result` or `update` call after which the asker of a form counts as gone."""
SECRETS_MAX = 128
"""Secrets of one form: each is a descriptor of one message, and a kernel takes 253."""


class FlowTable:
    """All questions of one server; `ttl` tells how many seconds a form may stay."""

    def __init__(
        self,
        clock: Clock,
        make_question: QuestionMaker,
        on_queue: Callable[[], None] = lambda: None,
        *,
        ttl: Callable[[], float] = lambda: FORM_LIFETIME_DEFAULT,
        most: int = MPLEX_FLOW_MAX,
        keep: float = MPLEX_FLOW_KEEP,
    ) -> None:
        self._clock = clock
        self._make_question = make_question
        self._on_queue = on_queue
        self._ttl = ttl
        self._most = most
        self._keep = keep
        self._flows: dict[str, Flow] = {}

    def __iter__(self) -> Iterator[Flow]:
        return iter(list(self._flows.values()))

    def __len__(self) -> int:
        return len(self._flows)

    @property
    def pending(self) -> list[Flow]:
        """The questions that wait for an answer, the oldest first."""
        return [flow for flow in self._flows.values() if flow.pending]

    # What askers do.

    def show(
        self,
        params: dict[str, Any],
        owner: object,
        asker: str,
        client: FlowClient,
        screen: AskScreen | FormScreen | None = None,
    ) -> dict[str, Any]:
        """Show one screen on `client`, or queue it there; return {"flow": id}.

        `screen` is the one of `params` where that is checked already. Raises SpecError for a wrong
        screen or parameter, Refused (`busy`, `flow_limit`).
        """
        if screen is None:
            screen = check_screen(params.get("screen"))
        run, queue = check_run(params.get("run")), check_flag(params, "queue")
        flow = Flow(owner, screen, asker, run, self._clock.time())
        timeout = self._lifetime(flow, params.get("timeout"))
        self._check_fields(flow)
        if self._is_taken(client, run) and not queue:
            raise Refused(
                f"client {client.name} is busy with another question",
                code="busy",
                hint="ask again when it is answered, or queue the question",
            )
        self._make_room(screen)
        flow.session_id = client.session_id
        flow.question = self._make_question(
            flow, client, lambda answer: self._answered(flow, answer)
        )
        self._flows[flow.id] = flow
        flow.expires = self._clock.time() + timeout
        flow.timer = self._clock.call_later(timeout, lambda: self._answered(flow, EXPIRED))
        if flow.form is not None:
            flow.question.expire_at(flow.expires)
            self._watch(flow)
        if self._is_taken(client, run):
            flow.queued_on = client
            self._on_queue()
        else:
            self._put_on(flow, client)
        return {"flow": flow.id}

    def result(self, params: dict[str, Any], owner: object, respond: Respond) -> None:
        """Respond with the end of a flow, or {"done": false} when it has none in time.

        Raises Refused (`unknown_flow`, `forbidden`), SpecError for wrong parameters.
        """
        flow = self._asked_by(owner, params)
        wait = check_wait(params, WAIT_MAX)
        waiter = Waiter(owner, respond)
        if flow.end is not None:
            self._fetched(flow)
            waiter.answer(flow.end, flow.secrets_for(owner))
            return
        if not wait:
            waiter.answer({"done": False})
            self._watch(flow)
            return
        flow.waiters.append(waiter)
        self._watch(flow)

        def give_up() -> None:
            flow.waiters.remove(waiter)
            waiter.answer({"done": False})
            self._watch(flow)

        waiter.timer = self._clock.call_later(wait, give_up)

    def update(self, params: dict[str, Any]) -> dict[str, Any]:
        """Change what the progress fields of a form show, or end it; return {"done": its end}.

        The form is named by `flow`, or is the newest of a `run`. Raises Refused (`unknown_flow`),
        SpecError for wrong parameters.
        """
        flow = self._named(params)
        if flow.form is None:
            raise SpecError("flow", "is no form, so nothing of it can change")
        changes = check_changes(params.get("fields"), flow.form)
        ends = check_flag(params, "done")
        if ends:
            check_end(flow.form)
        if flow.pending and changes and flow.question is not None:
            flow.question.update(changes)
            if flow.client is not None:
                flow.client.question_changed()
        if ends:
            self._answered(flow, Answer(OK, {"action": None, "values": {}}))
        self._watch(flow)
        return {"done": not flow.pending}

    def fetch(self, params: dict[str, Any], owner: object) -> dict[str, Any]:
        """Return a piece of the file that was picked in a flow, for the one who asked.

        `field` names one of several. Raises Refused (`unknown_flow`, `forbidden`, or why it can't
        be read), SpecError for wrong parameters.
        """
        flow = self._find(params)
        offset = check_offset(params)
        if flow.owner is not owner:
            raise Refused("only who asked for the file may have it", code="forbidden")
        name = params.get("field", next(iter(flow.files), None))
        file = flow.files.get(name) if isinstance(name, str) else None
        if isinstance(file, MplexError):
            raise file
        if file is None:
            raise Refused("no file was picked in this flow", code="forbidden")
        data = file.read(offset)
        end = offset + len(data)
        if flow.client is not None:
            flow.client.show_progress(f"{file.progress(end)}: {flow.asker} copies {file.name}")
        return {
            "data": b64encode(data).decode(),
            "size": file.size,
            "last": end >= file.size,
            "name": file.name,
        }

    def cancel(self, params: dict[str, Any]) -> dict[str, Any]:
        """Drop a flow, or all of a run, and take it off the screen.

        Raises Refused (`unknown_flow`).
        """
        run = params.get("run")
        if isinstance(run, str) and run and "flow" not in params:
            for flow in self:
                if flow.run == run:
                    self._drop(flow)
            return {}
        self._drop(self._find(params))
        return {}

    # What happens to askers, clients, sessions and the server.

    def peer_gone(self, owner: object) -> None:
        """An asker's connection has ended: its dialogs go, its answers stay for a while."""
        for flow in self:
            for waiter in [waiter for waiter in flow.waiters if waiter.owner is owner]:
                flow.waiters.remove(waiter)
                waiter.answer({"done": False})
                self._watch(flow)
            if flow.owner is not owner:
                continue
            flow.owner = None
            flow.wipe()
            if flow.pending or flow.fetched:
                self._drop(flow)
            else:
                self._keep_for_a_while(flow)
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
                if flow.form is not None:
                    self._answered(flow, Answer(CANCELLED, reason=NO_CLIENT))
                else:
                    flow.end = Refused("the session with the question has ended", code="no_client")
                    self._ended(flow)

    def host_exits(self) -> None:
        """The server ends: who waits for a form hears so; the others see the connection go."""
        for flow in self.pending:
            if flow.form is not None:
                self._answered(flow, Answer(CANCELLED, reason=HOST_EXITING))

    # Whether a question may come.

    def _is_taken(self, client: FlowClient, run: str) -> bool:
        """Say whether somebody else has the client's keyboard, or the run asks there already."""
        holder = client.busy_with
        asks = any(flow.client is client for flow in self.pending)
        return holder is not None and (not run or holder != run or asks)

    def _lifetime(self, flow: Flow, wanted: object) -> float:
        """Return the seconds a question may stay; one that shows progress as long as asked for."""
        if flow.form is None:
            return check_timeout(wanted)
        bounded = wanted is None or not flow.fields(PROGRESS)
        return check_lifetime(wanted, self._ttl() if bounded else FORM_LIFETIME_MAX)

    def _check_fields(self, flow: Flow) -> None:
        if len(flow.fields("secret")) > SECRETS_MAX:
            raise SpecError("screen", f"has more than {SECRETS_MAX} secrets")
        if not flow.fields("file"):
            return
        for other in self.pending:
            if other.fields("file"):
                raise Refused(
                    f"a file is being picked already: {other.asker} asks {other.title!r}",
                    code="busy",
                    hint="one file picker is shown at a time; ask again when it is answered",
                )

    def _make_room(self, screen: AskScreen | FormScreen) -> None:
        """Have room for one more: a form takes the place of the oldest form."""
        if len(self.pending) < self._most:
            return
        oldest = next((flow for flow in self.pending if flow.form is not None), None)
        if oldest is None or not isinstance(screen, FormScreen):
            raise Refused(
                f"{self._most} questions are pending on this server",
                code="flow_limit",
                hint="wait until some are answered, or cancel them",
            )
        self._answered(oldest, Answer(CANCELLED, reason=EVICTED))

    # How one goes from beginning to end.

    def _put_on(self, flow: Flow, client: FlowClient) -> None:
        assert flow.question is not None
        flow.client = client
        client.show_question(flow.question, flow.run)

    def _watch(self, flow: Flow) -> None:
        """Begin anew the time in which somebody has to ask for the answer of a form."""
        if flow.unheard is not None:
            flow.unheard.cancel()
            flow.unheard = None
        if flow.pending and flow.form is not None and not flow.waiters:
            flow.unheard = self._clock.call_later(
                ABANDONED_AFTER,
                lambda: self._answered(flow, Answer(CANCELLED, reason=ABANDONED)),
            )

    def _answered(self, flow: Flow, answer: Answer) -> None:
        if flow.pending and flow.id in self._flows:
            flow.take(answer)
            self._ended(flow)

    def _ended(self, flow: Flow) -> None:
        """Take an ended question off the screen and tell who waits for its end."""
        assert flow.end is not None
        self._watch(flow)
        self._off_screen(flow, keep_for=flow.run if flow.owner is not None else "")
        waiters, flow.waiters = flow.waiters, []
        flow.fetched = bool(waiters)
        self._keep_for_a_while(flow)
        for waiter in waiters:
            waiter.answer(flow.end, flow.secrets_for(waiter.owner))
        answered = [each for each in self._flows.values() if not each.pending]
        for each in answered[:-ANSWERED_MAX]:
            self._forget(each)
        if flow.client is not None:
            self.client_came(flow.client)

    def _fetched(self, flow: Flow) -> None:
        """Note that an end was told: from the first time on it can be had again for a while."""
        first = not flow.fetched and flow.owner is not None
        flow.fetched = True
        if first:
            self._keep_for_a_while(flow)

    def _keep_for_a_while(self, flow: Flow) -> None:
        """Keep an end for those who may still ask for it."""
        if flow.timer is not None:
            flow.timer.cancel()
        unheard = flow.owner is not None and not flow.fetched
        left = flow.expires - self._clock.time() if unheard else 0.0
        flow.timer = self._clock.call_later(max(0.0, left) + self._keep, lambda: self._forget(flow))

    def _off_screen(self, flow: Flow, *, keep_for: str) -> None:
        if flow.timer is not None:
            flow.timer.cancel()
            flow.timer = None
        question, flow.question = flow.question, None
        if question is not None:
            question.close()
            if flow.client is not None:
                flow.client.drop_question(question, keep_for)
            question.wipe()
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
        for timer in (flow.timer, flow.unheard):
            if timer is not None:
                timer.cancel()
        flow.wipe()
        self._flows.pop(flow.id, None)

    def _find(self, params: dict[str, Any]) -> Flow:
        """Return the flow with an id, or with what everybody may see of it."""
        name = params.get("flow")
        if isinstance(name, str):
            if name in self._flows:
                return self._flows[name]
            for flow in self._flows.values():
                if flow.name == name:
                    return flow
        raise _unknown(name)

    def _asked_by(self, owner: object, params: dict[str, Any]) -> Flow:
        """Return the flow whose answer somebody may have: who asked, and who has the whole id."""
        flow = self._find(params)
        if flow.owner is not owner and params["flow"] != flow.id:
            raise Refused(
                f"only who asked may have the answer of {flow.name}",
                code="forbidden",
                hint="the whole id, which `show` gave to who asked, opens it too",
            )
        return flow

    def _named(self, params: dict[str, Any]) -> Flow:
        """Return the flow that is named, or the newest of a run, one that is pending first."""
        run = params.get("run")
        if "flow" in params or not isinstance(run, str) or not run:
            return self._find(params)
        found = [flow for flow in self._flows.values() if flow.run == run]
        if not found:
            raise _unknown(f"run {run}")
        return max(reversed(found), key=lambda flow: flow.pending)


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
