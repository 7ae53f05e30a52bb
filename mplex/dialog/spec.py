"""One screen to ask: the `screen` of the control socket's `show`, checked and typed.

A screen is a form (`form_spec`), or one of the plain kinds of which a v1 flow is made: a choice
from a list, one line of text, a message to acknowledge. Flows of many screens, conditions and
routing are the driver's (`flow/`); the server knows only this.
"""

from __future__ import annotations

from typing import NamedTuple

from mplex.dialog.caps import (
    PLEXER_FLOW_ANSWER_MAX,
    PLEXER_FLOW_LABEL_MAX,
    PLEXER_FLOW_OPTIONS_MAX,
    PLEXER_FLOW_TEXT_MAX,
    PLEXER_FLOW_TITLE_MAX,
)
from mplex.dialog.form_spec import FORM, FormScreen, check_form
from mplex.dialog.node import Node

CHOICE = "choice"
TEXT = "text"
MESSAGE = "message"


class ScreenKind(NamedTuple):
    """A kind of screen: its name, the members only it has, what its answer is."""

    name: str
    members: tuple[str, ...]
    answer: str


SCREEN_KINDS = (
    ScreenKind(CHOICE, ("options", "default"), "the index of the chosen option, from 0"),
    ScreenKind(TEXT, ("initial",), "the text as typed"),
    ScreenKind(MESSAGE, (), "null"),
)

COMMON_MEMBERS = ("kind", "title", "text", "label")


class AskScreen(NamedTuple):
    """A checked screen; members that its kind does not have keep their defaults."""

    kind: str
    title: str = ""
    text: str = ""
    label: str = ""
    options: tuple[str, ...] = ()
    default: int = 0
    initial: str = ""

    def to_data(self) -> dict[str, object]:
        """Return the JSON object that `check_screen` reads back as this screen."""
        data: dict[str, object] = {"kind": self.kind}
        data |= {name: getattr(self, name) for name in COMMON_MEMBERS[1:] if getattr(self, name)}
        if self.kind == CHOICE:
            data |= {"options": list(self.options), "default": self.default}
        if self.kind == TEXT and self.initial:
            data["initial"] = self.initial
        return data


def check_screen(data: object, where: str = "screen") -> AskScreen | FormScreen:
    """Check the JSON of one screen and return it typed.

    Raises `SpecError` whose `where` begins with `where` (`screen.options[2]`).
    """
    if isinstance(data, dict) and data.get("kind") == FORM:
        return check_form(data, where)
    return _check_plain(data, where)


def _check_plain(data: object, where: str) -> AskScreen:
    names = tuple(kind.name for kind in SCREEN_KINDS)
    every = COMMON_MEMBERS + tuple(name for kind in SCREEN_KINDS for name in kind.members)
    node = Node(data, where)
    members = node.members(every)
    if "kind" not in members:
        raise node.fail("needs a kind", hint=f"one of {', '.join((*names, FORM))}")
    kind = members["kind"].one_of((*names, FORM))
    screen = AskScreen(
        kind,
        _text(members, "title", PLEXER_FLOW_TITLE_MAX),
        _text(members, "text", PLEXER_FLOW_TEXT_MAX),
        _text(members, "label", PLEXER_FLOW_LABEL_MAX),
    )
    if kind == CHOICE:
        return _with_options(screen, node, members)
    if kind == TEXT:
        return screen._replace(initial=_text(members, "initial", PLEXER_FLOW_ANSWER_MAX))
    return screen


def _with_options(screen: AskScreen, node: Node, members: dict[str, Node]) -> AskScreen:
    if "options" not in members:
        raise node.fail(f"needs options: a list of 1 to {PLEXER_FLOW_OPTIONS_MAX} strings")
    options = tuple(
        option.text(PLEXER_FLOW_LABEL_MAX, blank=False)
        for option in members["options"].items("options", 1, PLEXER_FLOW_OPTIONS_MAX)
    )
    default = members["default"].index(len(options)) if "default" in members else 0
    return screen._replace(options=options, default=default)


def _text(members: dict[str, Node], name: str, limit: int) -> str:
    return members[name].text(limit) if name in members else ""
