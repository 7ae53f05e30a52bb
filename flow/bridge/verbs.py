"""`mplex-ctl tools`, `tool`, `progress`, `validate`: the bridge for hosts that do not speak MCP.

The definitions go to whoever calls the model, and each call of a tool is one command with JSON in
and out. Here are these verbs' arguments and what they mean; running a call is `calling`'s.
"""

from __future__ import annotations

import argparse

from flow.backends.registry import AUTO, BACKENDS
from flow.document import STDIN

FORMAT_NAMES = ("mcp", "openai", "anthropic")
"""Whose forms of definitions there are."""

SCHEMA_NAMES = ("flow", "form", "values")
"""Of what there are JSON schemas: a flow of forms, a form by itself, what fields report."""


def validate_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `mplex-ctl validate`."""
    parser.add_argument("spec", nargs="?", help='a file with a flow spec, "-" for standard input')
    parser.add_argument(
        "--schema",
        choices=SCHEMA_NAMES,
        help="print the JSON schema of a flow of forms (version 2), of a form on the control "
        "socket, or of what each kind of field reports",
    )


def tools_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `mplex-ctl tools`."""
    parser.add_argument(
        "--format", choices=FORMAT_NAMES, default="mcp", help="whose form of definitions"
    )


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
