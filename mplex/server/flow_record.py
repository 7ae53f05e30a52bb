"""The record of one question: who asks what, on which client it is, and how it ended.

A record holds and never acts; when something begins, moves or ends is the table's to say (`flows`).
What of an answer is for its asker alone (secrets, picked files) is kept apart from the end that
anybody may be told, and goes when the record goes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from mplex.dialog.answer import OK, Answer, Secret
from mplex.dialog.field import Field
from mplex.dialog.form_spec import FormScreen
from mplex.dialog.picked_file import PickedFile
from mplex.dialog.plain_text import plain_line
from mplex.dialog.spec import AskScreen
from mplex.errors import MplexError
from mplex.server.question import Cancel, Question

ID_BYTES = 16
NAME_LENGTH = 8
"""Characters of an id that everybody may see."""

NO_SECRETS: Mapping[str, Secret] = MappingProxyType({})


class Respond(Protocol):
    """Takes the result of a request, or the error it ended with."""

    def __call__(
        self, what: dict[str, Any] | MplexError, secrets: Mapping[str, Secret] = NO_SECRETS
    ) -> None:
        """Send it, with what must not stand in the line beside it; only the first call counts."""


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

    def question_changed(self) -> None:
        """Draw the question again: its asker has changed what it shows."""

    def end_run(self, run: str) -> None:
        """Give the keyboard back when a run that kept it has ended."""

    def show_progress(self, text: str) -> None:
        """Show in the status row how far something has come."""


class QuestionMaker(Protocol):
    """Builds the widgets of a question; heavy libraries come in here."""

    def __call__(
        self, flow: Flow, client: FlowClient, on_answer: Callable[[Answer], None]
    ) -> Question:
        """Return the question of a record, which is to be shown on `client` at first."""


class Waiter:
    """One `result` call that waits; answered exactly once."""

    def __init__(self, owner: object, respond: Respond) -> None:
        self.owner = owner
        self.timer: Cancel | None = None
        self._respond: Respond | None = respond

    def answer(
        self, what: dict[str, Any] | MplexError, secrets: Mapping[str, Secret] = NO_SECRETS
    ) -> None:
        """Respond, the first time."""
        if self.timer is not None:
            self.timer.cancel()
        respond, self._respond = self._respond, None
        if respond is None:
            return
        if secrets:
            respond(what, secrets)
        else:
            respond(what)


class Flow:
    """The record of one question."""

    def __init__(
        self, owner: object, screen: AskScreen | FormScreen, asker: str, run: str, now: float
    ) -> None:
        self.id = os.urandom(ID_BYTES).hex()
        """What its asker gets: whoever has all of it may have the answer."""
        self.owner: object | None = owner
        self.screen = screen
        self.form = screen if isinstance(screen, FormScreen) else None
        self.asker = asker
        self.run = run
        self.created = now
        self.expires = now
        """When it ends by itself, if nobody answers."""
        self.session_id = -1
        self.client: FlowClient | None = None
        self.queued_on: FlowClient | None = None
        """The client whose turn it waits for; once shown it stays known, and means nothing."""
        self.question: Question | None = None
        self.end: dict[str, Any] | MplexError | None = None
        self.fetched = False
        self.waiters: list[Waiter] = []
        self.timer: Cancel | None = None
        """Its lifetime while it is pending, then how long its end is kept."""
        self.unheard: Cancel | None = None
        """How long nobody may ask for the answer of a form."""
        self.files: dict[str, PickedFile | MplexError] = {}
        """What the person has picked, open, by the name of the field."""
        self._secrets: dict[str, Secret] = {}

    @property
    def pending(self) -> bool:
        """Say whether nobody has answered and nothing has ended it."""
        return self.end is None

    @property
    def name(self) -> str:
        """What it is called for everybody: the beginning of its id."""
        return self.id[:NAME_LENGTH]

    @property
    def where(self) -> FlowClient | None:
        """The client it is on, or waits for."""
        return self.client or self.queued_on

    @property
    def kind(self) -> str:
        """The kind of its screen."""
        return self.screen.kind if isinstance(self.screen, AskScreen) else "form"

    @property
    def title(self) -> str:
        """What a person would call it, as plain text on one line."""
        return title_of(self.screen)

    def fields(self, kind: str) -> list[Field]:
        """Return the form's fields of a kind; none for a v1 screen."""
        if self.form is None:
            return []
        return [field for field in self.form.fields if field.kind == kind]

    def take(self, answer: Answer) -> None:
        """Note how it ended: the end for everybody, and what is for its asker alone."""
        warnings = [] if self.question is None else self.question.warnings
        self.end = end_record(answer, form=self.form is not None, warnings=warnings)
        self._secrets = dict(answer.secrets)
        value = self.end["value"]
        if self.form is None or answer.status != OK or not isinstance(value, dict):
            return
        for field in self.fields("file"):
            path = value.get("values", {}).get(field.name)
            if isinstance(path, str) and path:
                # Opened now, so that nobody can put another file there before it is copied.
                self.files[field.name] = open_picked(path)

    def secrets_for(self, owner: object) -> Mapping[str, Secret]:
        """Hand out the secrets, once, to the one who asked; nobody else ever gets them."""
        if self.owner is None or owner is not self.owner:
            return NO_SECRETS
        found, self._secrets = self._secrets, {}
        return found

    def wipe(self) -> None:
        """Forget what was for the asker alone."""
        self._secrets = {}
        files, self.files = self.files, {}
        for file in files.values():
            if isinstance(file, PickedFile):
                file.close()


def title_of(screen: AskScreen | FormScreen) -> str:
    """Return what a person would call a screen, as plain text on one line."""
    label = screen.label if isinstance(screen, AskScreen) else screen.text
    return plain_line(screen.title or label)


def open_picked(path: str) -> PickedFile | MplexError:
    """Open a picked file, or return why it can't be."""
    try:
        return PickedFile(path)
    except MplexError as error:
        return error


def end_record(answer: Answer, *, form: bool, warnings: Sequence[str] = ()) -> dict[str, Any]:
    """Return what `result` tells of an answer.

    A form tells why it ended when nobody decided anything, and which media could not be shown: in
    the value of an answer, else beside the reason. Version 1 knows neither.
    """
    record: dict[str, Any] = {"done": True, "status": answer.status, "value": answer.value}
    if not form:
        return record
    if answer.status != OK:
        record["value"] = None
    if answer.reason:
        record["reason"] = answer.reason
    value = record["value"]
    place = value if isinstance(value, dict) else record
    told = list(dict.fromkeys([*place.get("media_warnings", ()), *warnings]))
    if told:
        place = {**place, "media_warnings": told}
        record = {**record, "value": place} if isinstance(value, dict) else place
    return record
