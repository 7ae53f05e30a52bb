"""`mplex-mcp`: the command line of the MCP server. Arguments and composition only."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from flow.backends.registry import AUTO, BACKENDS
from flow.bridge.calling import place_of_call
from flow.controller import PlexerController
from flow.place import place_here
from mplex import __version__
from mplex.errors import MplexError

_missing = ""
try:
    from flow.bridge.host import serve
except ImportError as error:
    if (error.name or "").partition(".")[0] in ("flow", "mplex"):
        raise
    _missing = str(error)

MISSING = """\
mplex-mcp: the MCP SDK that it needs is not installed ({})
  it is the extra "mcp" of mplex: pipx inject mplex 'mcp>=2.3,<3', or pip install 'mcp>=2.3,<3'"""

CLOSED = "mplex-mcp: standard input or output is closed; an MCP host has to be on both"

USAGE_STATUS = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Serve a host over standard input and output; return the exit status."""
    args = _parser().parse_args(argv)
    if _missing:
        print(MISSING.format(_missing), file=sys.stderr)
        return USAGE_STATUS
    if sys.stdin is None or sys.stdout is None:
        print(CLOSED, file=sys.stderr)
        return USAGE_STATUS
    try:
        place = place_here(args.socket_name, args.socket_path, os.environ, target=args.target)
    except MplexError as error:
        print(f"mplex-mcp: {error}", file=sys.stderr)
        return USAGE_STATUS
    place = place._replace(shared_terminal=True)
    serve(lambda asking: PlexerController(place_of_call(place, asking), args.backend))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mplex-mcp",
        description="Serve dialogs to an MCP host over standard input and output.",
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
