"""`mplex-mcp`: the command line of the MCP server. Arguments and composition only."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence

from flow.backends.backend import Place
from flow.backends.registry import AUTO, BACKENDS
from flow.bridge.tools import Call
from flow.bridge.verbs import place_of_call
from flow.controller import PlexerController
from mplex import __version__
from mplex.errors import MplexError
from mplex.protocol.address import control_path, inside, socket_path

_missing = ""
try:
    from flow.bridge.host import serve
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] in ("flow", "mplex"):
        raise
    _missing = error.name or "mcp"

MISSING = """\
mplex-mcp: the Python package {} is not installed
  it comes with the extra "mcp": pipx install 'mplex[mcp]', or pip install 'mplex[mcp]'"""

USAGE_STATUS = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Serve a host over standard input and output; return the exit status."""
    args = _parser().parse_args(argv)
    if _missing:
        print(MISSING.format(_missing), file=sys.stderr)
        return USAGE_STATUS
    try:
        place = place_of(args, os.environ)
    except MplexError as error:
        print(f"mplex-mcp: {error}", file=sys.stderr)
        return USAGE_STATUS
    serve(lambda call: open_controller(place, call, args.backend))
    return 0


def place_of(args: argparse.Namespace, environ: Mapping[str, str]) -> Place:
    """Return where to ask when a call names no target: the pane that the host runs in, if any."""
    socket = socket_path(args.socket_name, args.socket_path, environ)
    target, within = args.target, inside(environ)
    if target is None and within is not None and within[0] == socket:
        target = environ.get("MPLEX_PANE")
    named = args.socket_name is not None or args.socket_path is not None
    return Place(control_path(socket), target, named=named, shared_terminal=True)


def open_controller(place: Place, call: Call, backend: str) -> PlexerController:
    """Return the controller for one call."""
    return PlexerController(place_of_call(place, call), backend)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mplex-mcp",
        description="Serve the tool plexer_show to an MCP host over standard input and output.",
    )
    parser.add_argument("-V", "--version", action="version", version=f"mplex-mcp {__version__}")
    parser.add_argument("-L", dest="socket_name", metavar="NAME", help="name of the socket")
    parser.add_argument("-S", dest="socket_path", metavar="PATH", help="path of the socket")
    parser.add_argument("-t", "--target", help="session, window or pane whose client is asked")
    parser.add_argument(
        "--backend", choices=(AUTO, *(kind.name for kind in BACKENDS)), default=AUTO
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
