"""Screens as forms of the host, for where no terminal can be reached, and reading what comes back.

The forms are MCP's elicitation forms: flat, one question each. Only what a person did is an answer;
what a host says by itself (an error, a refusal faster than anybody can read) never is. This module
is pure: sending forms is `host`'s.
"""

from __future__ import annotations

from collections.abc import Mapping

from mplex.dialog.answer import CANCEL, OK, Answer
from mplex.dialog.caps import PLEXER_FLOW_ANSWER_MAX
from mplex.dialog.spec import CHOICE, TEXT, AskScreen
from mplex.errors import MplexError, Refused

ANSWER = "answer"
"""The one member of a form."""

ACCEPT = "accept"

READING = 0.2
"""Seconds that nobody can read a question in."""

Form = dict[str, object]


class WrongContent(MplexError):
    """A form came back filled in as it cannot be; the message says what is allowed."""

    code = "wrong_content"


def message_of(screen: AskScreen, wrong: str = "") -> str:
    """Return the text above a screen's form; `wrong` says why it is asked once more."""
    parts = (screen.title, screen.text, wrong)
    return "\n\n".join(plain(part) for part in parts if part) or plain(screen.label) or "?"


def form_of(screen: AskScreen, *, titled: bool) -> Form:
    """Return the schema of a screen's form.

    `titled` is whether the host knows `oneOf` with titles (since protocol 2025-11-25); older ones
    have `enumNames`.
    """
    if screen.kind == CHOICE:
        return _form(_choice(screen, titled), required=True)
    if screen.kind == TEXT:
        schema: Form = {"type": "string", "maxLength": PLEXER_FLOW_ANSWER_MAX}
        if screen.initial:
            schema["default"] = screen.initial
        return _form(_labelled(schema, screen))
    return {"type": "object", "properties": {}}


def _form(question: Form, *, required: bool = False) -> Form:
    form: Form = {"type": "object", "properties": {ANSWER: question}}
    return {**form, "required": [ANSWER]} if required else form


def _choice(screen: AskScreen, titled: bool) -> Form:
    keys, labels = _keys(screen), [plain(option) for option in screen.options]
    schema: Form = {"type": "string", "default": keys[screen.default]}
    if titled:
        schema["oneOf"] = [
            {"const": key, "title": label} for key, label in zip(keys, labels, strict=True)
        ]
    else:
        schema |= {"enum": keys, "enumNames": labels}
    return _labelled(schema, screen)


def _keys(screen: AskScreen) -> list[str]:
    """Return what stands for each option on the wire; labels need not be unique."""
    return [str(number) for number in range(1, len(screen.options) + 1)]


def _labelled(schema: Form, screen: AskScreen) -> Form:
    return {**schema, "title": plain(screen.label)} if screen.label else schema


def read_reply(
    screen: AskScreen, action: str, content: Mapping[str, object] | None, seconds: float
) -> Answer:
    """Return the answer in what the host sent back `seconds` after it was asked.

    Raises `WrongContent` for a form that is filled in wrong, `Refused` when nobody was asked.
    """
    if action == ACCEPT:
        return Answer(OK, _value(screen, content or {}))
    if seconds < READING:
        raise Refused(
            "the host refused the question faster than anybody can read it: nobody was asked",
            code="no_client",
        )
    return CANCEL


def _value(screen: AskScreen, content: Mapping[str, object]) -> int | str | None:
    if screen.kind == CHOICE:
        keys = _keys(screen)
        if content.get(ANSWER) not in keys:
            raise WrongContent(f"Please choose one of {keys[0]} to {keys[-1]}.")
        return keys.index(str(content[ANSWER]))
    if screen.kind == TEXT:
        value = content.get(ANSWER, "")
        if not isinstance(value, str) or len(value) > PLEXER_FLOW_ANSWER_MAX:
            raise WrongContent(f"Please give at most {PLEXER_FLOW_ANSWER_MAX} characters of text.")
        return value
    return None


def plain(text: str) -> str:
    """Return `text` without control characters and escape sequences' beginnings."""
    return "".join(char for char in text.expandtabs(4) if char.isprintable() or char == "\n")
