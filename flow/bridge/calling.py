"""`mplex-ctl tools` and `mplex-ctl tool` once their arguments are read: definitions and calls."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from flow.aiui.common import Asking
from flow.aiui.run import is_nobody, nobody
from flow.aiui.tool import Tool
from flow.backends.backend import Place
from flow.bridge.ending import CANCELLED as CANCELLED_STATUS
from flow.bridge.ending import exit_status
from flow.bridge.tools import FORMATS, TOOLS, find_tool
from flow.controller import PlexerController
from flow.document import STDIN, parse_json, read_json, write_json, write_line
from flow.stopping import Interrupted, stoppable
from mplex.dialog.answer import CANCELLED, CHANNEL_DROPPED, Answer
from mplex.errors import MplexError

STATUSES = """\
exit status:
  0    answered, or done
  1    refused: Escape, Cancel, or the No of a confirm
  2    the arguments are wrong
  3    ended without an answer: see `reason` or `error`
  4    no server, and no other way to ask
  124  nobody answered in time"""


def print_tools(args: argparse.Namespace) -> int:
    """Print the definitions of all tools as one JSON list; return the exit status."""
    tools = [FORMATS[args.format](tool) for tool in TOOLS]
    write_line(sys.stdout, json.dumps(tools, ensure_ascii=False))
    return 0


def list_tools() -> str:
    """Return a line for each tool, and what the exit status of a call means."""
    lines = [f"  {tool.name:<12} {tool.title}" for tool in TOOLS]
    return "\n".join(["tools; `mplex-ctl tools` prints what they take:", *lines, "", STATUSES])


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


def call_tool(args: argparse.Namespace, place: Place) -> int:
    """Run one call, print its result as one JSON object, and return the exit status."""
    tool, call = read_call(args)
    with PlexerController(place_of_call(place, tool.asking(call)), args.backend) as controller:
        try:
            with stoppable():
                result = tool.run(call, controller)
        except Interrupted:
            if tool.dialog is None:
                return CANCELLED_STATUS
            # Nobody has refused: whoever ran this command wants no answer any more.
            result = tool.dialog.result(call, Answer(CANCELLED, reason=CHANNEL_DROPPED))
        except MplexError as error:
            if tool.dialog is not None and is_nobody(error, controller):
                write_json(tool.dialog.result(call, nobody()))
            raise
    write_json(result)
    return exit_status(result)
