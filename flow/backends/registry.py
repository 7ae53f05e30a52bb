"""The backends, and which of them are tried where: one table, the only place that knows them all.

A backend's module is imported when the backend is opened: the widgets of the tty backend take
longer to import than most commands take to run. So imports stand in functions here, and nowhere
else in this package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from flow.backends.backend import Backend, Place
from mplex.protocol.address import inside

AUTO = "auto"
"""The backend name that means: the first that finds somebody to ask."""


class BackendKind(NamedTuple):
    """A row of `BACKENDS`."""

    name: str
    help: str
    open: Callable[[Place], Backend]
    """Connects; raises `NoServer` when this backend has nobody to ask here."""


def _native(place: Place) -> Backend:
    from flow.backends.native import NativeBackend

    return NativeBackend(place)


def _tmux(place: Place) -> Backend:
    from flow.backends.tmux import TmuxBackend

    return TmuxBackend(place)


def _tty(place: Place) -> Backend:
    from flow.backends.tty import TtyBackend

    return TtyBackend(place)


BACKENDS = (
    BackendKind("native", "a dialog over an attached mplex client", _native),
    BackendKind("tmux", "a menu or popup of the tmux around this command", _tmux),
    BackendKind("tty", "a dialog on the terminal of this command", _tty),
)
"""In the order in which they are tried where nothing else was said."""

TTY = BACKENDS[2]


def _may_take_terminal(place: Place) -> bool:
    """Say whether our own terminal will do: it is ours, and nobody's in particular was meant."""
    return not place.shared_terminal and place.target is None and place.client is None


def candidates(name: str, place: Place, environ: Mapping[str, str]) -> Iterator[BackendKind]:
    """Yield the backends to try for a backend's `name` or "auto", in their order.

    A server that was named is the only way. Else the surroundings decide: the multiplexer that
    this process runs in, then its terminal; a server that runs somewhere else comes last.
    """
    native = BACKENDS[0]
    if name != AUTO:
        yield from (kind for kind in BACKENDS if kind.name == name)
    elif place.named:
        yield native
    else:
        within = inside(environ) is not None
        for kind in BACKENDS:
            if kind is native and not within or kind is TTY and not _may_take_terminal(place):
                continue
            yield kind
        if not within:
            yield native
