"""Where a program asks when it says nothing else: told by its flags and its environment."""

from __future__ import annotations

from collections.abc import Mapping

from flow.backends.backend import Place
from mplex.protocol.address import control_path, inside, socket_path


def place_here(
    name: str | None,
    path: str | None,
    environ: Mapping[str, str],
    *,
    target: str | None = None,
    client: str | None = None,
) -> Place:
    """Return where to ask; in a pane that is the client which looks at the pane.

    `name` and `path` are the flags -L and -S. Raises `UsageError` for a name that cannot be one.
    """
    socket = socket_path(name, path, environ)
    within = inside(environ)
    here = within is not None and within[0] == socket
    pane = environ.get("MPLEX_PANE") if here else None
    named = name is not None or path is not None
    return Place(control_path(socket), target, client, named, pane=pane)
