"""`mplex-ctl tools`, `tool` and `progress`: the bridge for hosts that do not speak MCP.

The definitions go to whoever calls the model, and each call of a tool is one command with JSON in
and out. Here are these verbs' arguments and what they mean; running a call is `mplex.ctl`'s.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from flow.aiui.common import Asking
from flow.aiui.tool import Tool
from flow.backends.backend import Place
from flow.backends.registry import AUTO, BACKENDS
from flow.bridge.tools import FORMATS, TOOLS, find_tool
from flow.document import STDIN, parse_json, read_json, write_line


def tools_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `mplex-ctl tools`."""
    parser.add_argument(
        "--format", choices=tuple(FORMATS), default="mcp", help="whose form of definitions"
    )


def print_tools(args: argparse.Namespace) -> int:
    """Print the definitions of all tools as one JSON list; return the exit status."""
    tools = [FORMATS[args.format](tool) for tool in TOOLS]
    write_line(sys.stdout, json.dumps(tools, ensure_ascii=False))
    return 0


def tool_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `mplex-ctl tool`."""
    parser.add_argument("name", metavar="NAME", help="the name of a tool")
    parser.add_argument(
        "arguments",
        metavar="ARGUMENTS",
        nargs="?",
        default=STDIN,
        help="a JSON object; read from standard input if not given",
    )
    _backend_argument(parser)


def progress_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `mplex-ctl progress`."""
    parser.add_argument("--title", default="", help="what is under way")
    parser.add_argument("--text", default="", help="what is being done at first")
    parser.add_argument("-t", "--target", help="session, window or pane whose client shows it")
    parser.add_argument("--client", help="name of the client that shows it")
    _backend_argument(parser)


def _backend_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--backend",
        choices=(AUTO, *(kind.name for kind in BACKENDS)),
        default=AUTO,
        help="how the person is asked",
    )


def read_call(args: argparse.Namespace) -> tuple[Tool, Any]:
    """Return the tool and the checked call that a command line means.

    Raises `UsageError` for an unknown tool, `SpecError` for wrong arguments.
    """
    tool = find_tool(args.name)
    given = args.arguments
    read = read_json(STDIN) if given == STDIN else parse_json(given, "ARGUMENTS")
    return tool, tool.check(read)


def place_of_call(place: Place, asking: Asking) -> Place:
    """Return where a tool asks: as at `place`, but in its turn, and so that it is noticed."""
    return place._replace(target=asking.target or place.target, queue=True, notify=True)
