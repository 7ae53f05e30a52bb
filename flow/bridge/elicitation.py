"""Questions through the host, over MCP: by requests to it, or by results that ask for more.

A host of the handshake era is sent a request for each question. In the stateless era (2026-07-28)
the call ends with the question, and the host repeats it with the answer; what was answered before
travels along, sealed. What a form looks like is `forms`'s (flows) and `dialog_forms`'s (dialogs).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, cast

import anyio
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.types import (
    ClientCapabilities,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
    InputResponses,
)
from mcp.types.version import MODERN_PROTOCOL_VERSIONS, is_version_at_least

from flow.aiui.common import Json
from flow.aiui.tool import Dialog
from flow.bridge import dialog_forms
from flow.bridge.forms import (
    ACCEPT,
    ANSWER,
    READING,
    Form,
    WrongContent,
    form_of,
    message_of,
    read_reply,
)
from flow.bridge.replay import Progress, advance, expire, load
from flow.driver import Outcome
from flow.spec import FlowSpec
from mplex.dialog.answer import CANCEL, CANCELLED, EXPIRED, NO_CLIENT, OK, Answer
from mplex.dialog.form_spec import check_form
from mplex.dialog.spec import AskScreen
from mplex.errors import Refused

Ctx = ServerRequestContext[Any, Any]

TRIES = 3
"""Times that a question may be answered with something that does not fit."""

TITLED_SINCE = "2025-11-25"
"""The first protocol version whose forms have `oneOf` with titles."""


def offers_forms(capabilities: ClientCapabilities | None) -> bool:
    """Say whether a host has declared that it can show forms (`{}` means so, too)."""
    offered = capabilities.elicitation if capabilities else None
    return offered is not None and (offered.form is not None or offered.url is None)


def knows_titles(ctx: Ctx) -> bool:
    """Say whether a host knows choices with titles, and lists of choices."""
    return is_version_at_least(ctx.protocol_version, TITLED_SINCE)


class HostFlow:
    """One flow that is asked through the host."""

    def __init__(
        self, ctx: Ctx, spec: FlowSpec, state: str | None, *, now: Callable[[], float] = time.time
    ) -> None:
        """Begin at the first question, or where `state` (of an earlier `ask_for_more`) stands."""
        self._ctx = ctx
        self._spec = spec
        self._now = now
        self._progress = load(state) if state else Progress(now(), now())
        self._titled = knows_titles(ctx)
        self._wrong = ""

    async def run(self, responses: InputResponses | None) -> Outcome | InputRequiredResult:
        """Ask until the flow ends, or until the host has to repeat the call.

        Raises `Refused` when it turns out that the host asks nobody.
        """
        if self._ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            return await self._ask_here()
        reply = (responses or {}).get(ANSWER)
        step = advance(self._spec, self._progress)
        if isinstance(step, AskScreen) and isinstance(reply, ElicitResult):
            step = self._take(step, reply)
        if isinstance(step, AskScreen) and self._left <= 0:
            return expire(self._spec, self._progress)
        return self._ask_for_more(step) if isinstance(step, AskScreen) else step

    async def _ask_here(self) -> Outcome:
        """Send the host a request for every question."""
        step = advance(self._spec, self._progress)
        while isinstance(step, AskScreen):
            form, message = form_of(step, titled=self._titled), message_of(step, self._wrong)
            self._progress = self._progress._replace(asked=self._now())
            reply = None
            with anyio.move_on_after(self._left):
                try:
                    reply = await self._ctx.session.elicit_form(
                        message, form, related_request_id=self._ctx.request_id
                    )
                except MCPError as error:
                    raise Refused(f"the host cannot ask: {error}", code="no_client") from error
            step = self._take(step, reply) if reply else expire(self._spec, self._progress)
        return step

    @property
    def _left(self) -> float:
        """The seconds left of the budget."""
        return self._progress.started + self._spec.timeout - self._now()

    def _take(self, screen: AskScreen, reply: ElicitResult) -> Outcome | AskScreen:
        """Take what the host sent back; return what comes next: a question, or the outcome."""
        if self._left <= 0:
            return expire(self._spec, self._progress)
        seconds = self._now() - self._progress.asked
        try:
            answer = read_reply(screen, reply.action, reply.content, seconds)
        except WrongContent as wrong:
            if self._progress.wrong + 1 >= TRIES:
                raise Refused(f"the host fills in the form wrong: {wrong}") from wrong
            self._wrong = str(wrong)
            self._progress = self._progress._replace(wrong=self._progress.wrong + 1)
            return screen
        self._wrong = ""
        if answer.status != OK:
            return advance(self._spec, self._progress, answer)
        self._progress = self._progress.answered(cast("int | str | None", answer.value))
        return advance(self._spec, self._progress)

    def _ask_for_more(self, screen: AskScreen) -> InputRequiredResult:
        """Return the result that asks the host to repeat the call with an answer."""
        params = ElicitRequestFormParams(
            message=message_of(screen, self._wrong),
            requested_schema=form_of(screen, titled=self._titled),
        )
        progress = self._progress._replace(asked=self._now())
        return InputRequiredResult(
            input_requests={ANSWER: ElicitRequest(params=params)}, request_state=progress.dump()
        )


DECLINE = "decline"


class HostDialog:
    """The one form of a tool's call that is asked through the host."""

    def __init__(
        self,
        ctx: Ctx,
        dialog: Dialog,
        call: Any,
        state: str | None,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Begin anew, or where `state` (of an earlier round) stands."""
        self._ctx = ctx
        self._dialog = dialog
        self._call = call
        self._now = now
        self._screen = check_form(dialog.screen(call), "")
        self._titled = knows_titles(ctx)
        begun: tuple[float, float, int] = json.loads(state) if state else (now(), now(), 0)
        self._started, self._asked, self._wrongs = begun
        self._wrong = ""

    async def run(self, responses: InputResponses | None) -> Json | InputRequiredResult:
        """Ask until there is a result, or until the host has to repeat the call."""
        if self._ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            return await self._ask_here()
        reply = (responses or {}).get(ANSWER)
        answer = self._take(reply) if isinstance(reply, ElicitResult) else None
        if answer is None and self._left <= 0:
            answer = EXPIRED
        return self._ask_for_more() if answer is None else self._result(answer)

    async def _ask_here(self) -> Json:
        answer: Answer | None = None
        while answer is None:
            self._asked = self._now()
            reply = None
            with anyio.move_on_after(self._left):
                try:
                    reply = await self._ctx.session.elicit_form(
                        *self._question(), related_request_id=self._ctx.request_id
                    )
                except MCPError:
                    return self._result(Answer(CANCELLED, reason=NO_CLIENT))
            answer = self._take(reply) if reply else EXPIRED
        return self._result(answer)

    @property
    def _left(self) -> float:
        return float(self._started + self._call.asking.timeout - self._now())

    def _question(self) -> tuple[str, Form]:
        message = dialog_forms.message_of(self._screen, self._wrong)
        return message, dialog_forms.form_of(self._screen, titled=self._titled)

    def _take(self, reply: ElicitResult) -> Answer | None:
        """Return the answer in what came back; None when it has to be asked once more."""
        if self._left <= 0:
            return EXPIRED
        if reply.action != ACCEPT:
            if self._now() - self._asked < READING:
                # Nobody reads that fast: the host has asked nobody.
                return Answer(CANCELLED, reason=NO_CLIENT)
            return self._declined() if reply.action == DECLINE else CANCEL
        try:
            action, values = dialog_forms.read_form(self._screen, reply.content or {})
        except WrongContent as wrong:
            self._wrong, self._wrongs = str(wrong), self._wrongs + 1
            if self._wrongs >= TRIES:
                raise Refused(f"the host fills in the form wrong: {wrong}") from wrong
            return None
        return Answer(OK, {"action": action, "values": values})

    def _declined(self) -> Answer:
        """Return what declining means: the No of a question that has one, else a refusal."""
        no = self._dialog.no
        return Answer(OK, {"action": no, "values": {}}) if no else CANCEL

    def _result(self, answer: Answer) -> Json:
        warnings = dialog_forms.unseen(self._screen) if answer.reason != NO_CLIENT else []
        result = self._dialog.result(self._call, answer)
        return {**result, "media_warnings": warnings} if warnings else result

    def _ask_for_more(self) -> InputRequiredResult:
        message, form = self._question()
        params = ElicitRequestFormParams(message=message, requested_schema=form)
        state = json.dumps([self._started, self._now(), self._wrongs])
        return InputRequiredResult(
            input_requests={ANSWER: ElicitRequest(params=params)}, request_state=state
        )
