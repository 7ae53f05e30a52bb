"""What a backend is, and what it is told about where to ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from mplex.dialog.answer import Answer


class Place(NamedTuple):
    """Where the person is to be asked."""

    socket: str
    """The control socket of an mplex server; it need not exist."""
    target: str | None = None
    """A session, window or pane, in the multiplexer's words; None leaves the choice to it."""
    client: str | None = None
    """The name of an attached client; None leaves the choice to the multiplexer."""
    named: bool = True
    """Whether that very server was asked for, so that no other way to the person will do."""
    shared_terminal: bool = False
    """Whether this process's terminal is another program's to draw on, so not ours to take."""
    queue: bool = False
    """Wait behind other questions instead of being refused."""
    notify: bool = False
    """Make people notice who do not look (native only)."""
    pane: str | None = None
    """This process's pane in that server, whose client is asked when nothing else is named."""


Changes = Mapping[str, Mapping[str, Any]]
"""What of the progress fields of a form is new, by their names: `value`, `text`, `label`, `log`."""


class Notice(NamedTuple):
    """Something to tell the person that needs no answer."""

    title: str
    body: str = ""
    sound: str = ""
    """The name of a sound, of which a terminal has only the bell; empty for silence."""


class Backend(Protocol):
    """Shows screens to one person; used by one flow at a time."""

    @property
    def asked(self) -> bool:
        """Whether a screen has been shown to somebody."""

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        """Show one screen and wait at most `timeout` seconds for the answer.

        Raises MplexError when the screen cannot be shown.
        """

    def media(self, data: bytes) -> str:
        """Keep a picture for the screens to come and return its id; raises MplexError."""

    def update(self, changes: Changes, done: bool = False) -> bool:
        """Change the form that another thread asks, or end it; say whether it is still shown.

        Before the form is shown it waits for that.
        """

    def fetch(self, field: str, offset: int) -> tuple[bytes, bool]:
        """Return a piece of the file picked in the last form, and whether it is the last piece.

        Raises MplexError when the file can't be had.
        """

    def notify(self, notice: Notice) -> None:
        """Tell the person something; raises MplexError when that can't be done."""

    def interrupt(self) -> None:
        """Make an `ask` that another thread waits in raise MplexError soon; nothing else."""

    def close(self) -> None:
        """Take away what is still shown and give the keyboard back."""
