"""What a tool is: a row of the table, and what it needs of the one who asks for it.

A tool's own words, rules and shapes are its module's; serving it to a host is the bridge's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from flow.aiui.common import Asking, Json
from flow.aiui.schema import Schema
from flow.backends.backend import Notice, Place
from mplex.dialog.answer import Answer
from mplex.dialog.form_spec import check_form
from mplex.errors import SpecError


class Asker(Protocol):
    """What a tool needs of a controller."""

    place: Place
    """Where the person is asked."""

    @property
    def asked(self) -> bool:
        """Whether a question has been shown to somebody."""

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        """Ask one screen for at most `timeout` seconds."""

    def fetch(self, field: str, offset: int) -> tuple[bytes, bool]:
        """Return a piece of the picked file, and whether it is the last."""

    def notify(self, notice: Notice) -> None:
        """Tell the person something."""


class Dialog(NamedTuple):
    """The screen of a tool that asks one form, and what becomes of its answer."""

    screen: Callable[[Any], Json]
    result: Callable[[Any, Answer], Json]
    no: str = ""
    """The action that says no, where refusing is an answer; else it is a cancel."""
    places: Mapping[str, str] = MappingProxyType({})
    """Where in a call that comes from which stands in the screen, for what is wrong in there."""

    def check(self, call: Any) -> None:
        """Check the screen of a call; raises `SpecError` with the place in the call."""
        try:
            check_form(self.screen(call), "")
        except SpecError as error:
            message = error.message.removeprefix(f"{error.where}: ")
            raise SpecError(self.place_of(error.where), message, hint=error.hint) from None

    def place_of(self, where: str) -> str:
        """Return the place in a call of a place in its screen."""
        for begin in sorted(self.places, key=len, reverse=True):
            if where.startswith(begin):
                return (self.places[begin] + where[len(begin) :]).removeprefix(".")
        return where


class Tool(NamedTuple):
    """A row of `TOOLS`."""

    name: str
    title: str
    help: str
    arguments: Schema
    result: Schema
    check: Callable[[object], Any]
    """Checks the arguments; raises `SpecError` with the place of what is wrong."""
    run: Callable[[Any, Asker], Json]
    """Does what a checked call says, blocking; raises `MplexError`."""
    asking: Callable[[Any], Asking]
    """Tells of a checked call whom it asks, and for how long."""
    dialog: Dialog | None = None
    """How it asks, for tools that can be asked by other means too."""
    changes: bool = False
    """Whether a call writes files."""
