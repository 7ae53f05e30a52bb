"""What a backend is, and what it is told about where to ask."""

from __future__ import annotations

from typing import NamedTuple, Protocol

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


class Backend(Protocol):
    """Shows screens to one person; used by one flow at a time."""

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        """Show one screen and wait at most `timeout` seconds for the answer.

        Raises MplexError when the screen cannot be shown.
        """

    def interrupt(self) -> None:
        """Make an `ask` that another thread waits in raise MplexError soon; nothing else."""

    def close(self) -> None:
        """Take away what is still shown and give the keyboard back."""
