"""`mplex-ctl`: questions to the person at the terminal, from scripts.

    0  done        1  cancelled        2  wrong usage or spec
    3  refused     4  no server        124  timeout

The result is one JSON object on stdout, errors are sentences on stderr. Everything of substance is
in `flow` and `mplex.client`; here are arguments, printing and exit statuses.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, NoReturn

from flow.backends.backend import Place
from flow.backends.registry import AUTO, BACKENDS
from flow.bridge.verbs import (
    progress_arguments,
    tool_arguments,
    tools_arguments,
    validate_arguments,
)
from flow.document import STDIN, parse_json, read_json, write_json, write_line
from flow.lazy import (
    call_tool,
    check_flow,
    list_methods,
    list_tools,
    print_schema,
    print_tools,
    show_flow,
    show_progress,
)
from flow.place import place_here
from flow.stopping import Interrupted
from mplex import __version__
from mplex.client.control import ControlConnection
from mplex.dialog.caps import FORM_TIMEOUT_MAX, PLEXER_FLOW_TIMEOUT_MIN
from mplex.dialog.node import Node
from mplex.errors import MplexError, NoServer, SpecError, UsageError

DONE_STATUS = 0
CANCELLED_STATUS = 1
USAGE_STATUS = 2
REFUSED_STATUS = 3

CALL_TIMEOUT = 600.0
"""Seconds that `call` waits for a method; the longest wait of the server's own is shorter."""


class Verb(NamedTuple):
    """A row of `VERBS`: one thing `mplex-ctl` does."""

    name: str
    help: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    more: Callable[[], str] | None = None
    """Returns the end of its help."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status."""
    try:
        args = _parser().parse_args(argv)
        return int(args.run(args))
    except MplexError as error:
        return _complain(error)
    except (KeyboardInterrupt, Interrupted):
        return CANCELLED_STATUS


def _complain(error: MplexError) -> int:
    """Write an error to stderr and return its exit status."""
    lines = [f"mplex-ctl: {error}"]
    if error.hint:
        lines.append(f"  {error.hint}")
    with suppress(MplexError):
        # Where an error can't be written nobody can be told so; the status still says it.
        write_line(sys.stderr, "\n".join(lines))
    if isinstance(error, UsageError):
        return USAGE_STATUS
    # Status 1 says that the person refused, so no error may use it.
    return REFUSED_STATUS if error.exit_status == CANCELLED_STATUS else error.exit_status


def _show(args: argparse.Namespace) -> int:
    return show_flow(args, _place(args, os.environ))


def _tool(args: argparse.Namespace) -> int:
    return call_tool(args, _place(args, os.environ))


def _progress(args: argparse.Namespace) -> int:
    return show_progress(args, _place(args, os.environ))


def _validate(args: argparse.Namespace) -> int:
    if (args.spec is None) == (args.schema is None):
        raise UsageError("validate takes a spec, or --schema", hint="not both, and not neither")
    if args.schema is not None:
        return print_schema(args.schema)
    return check_flow(args.spec)


def _call(args: argparse.Namespace) -> int:
    params = read_json(STDIN) if args.params == STDIN else parse_json(args.params, "PARAMS")
    if not isinstance(params, dict):
        raise UsageError("PARAMS must be a JSON object", hint="for instance '{}'")
    return _print_result(args, args.method, params)


def _list(args: argparse.Namespace) -> int:
    return _print_result(args, "list", {})


def _print_result(args: argparse.Namespace, method: str, params: dict[str, object]) -> int:
    with ControlConnection(_place(args, os.environ).socket) as connection:
        try:
            result = connection.call(method, params, timeout=CALL_TIMEOUT)
        except TimeoutError as error:
            raise NoServer(f"{error} from {connection.path}") from error
    write_json(result)
    return DONE_STATUS


def _place(args: argparse.Namespace, environ: Mapping[str, str]) -> Place:
    """Return where the command line says to ask."""
    target, client = getattr(args, "target", None), getattr(args, "client", None)
    return place_here(args.socket_name, args.socket_path, environ, target=target, client=client)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are errors like all others."""

    def error(self, message: str) -> NoReturn:
        """Raise the error, with the usage line as its hint."""
        raise UsageError(message, hint=" ".join(self.format_usage().split()))


class _VerbParser(_Parser):
    """A verb's parser; an argument that may be left out may stand behind options, too."""

    more: Callable[[], str] | None = None
    """Says what stands at the end of the help, where that takes time to know."""
    _mixing = False

    def format_help(self) -> str:
        """Return the help with what is known only now."""
        if self.more is not None:
            self.epilog = self.more()
        return super().format_help()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse options and arguments in any order."""
        # Older versions of Python come back here from the method for mixed ones.
        if self._mixing:
            return super().parse_known_args(args, namespace)
        self._mixing = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing = False


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="mplex-ctl",
        description="Ask the person at the terminal, and talk to an mplex server.",
        epilog="exit status: 0 done, 1 cancelled, 2 wrong usage or spec, 3 refused, 4 no server, "
        "124 timeout",
    )
    parser.add_argument("-V", "--version", action="version", version=f"mplex-ctl {__version__}")
    parser.set_defaults(socket_name=None, socket_path=None)
    common = _VerbParser(add_help=False, argument_default=argparse.SUPPRESS)
    for each in (parser, common):
        each.add_argument("-L", dest="socket_name", metavar="NAME", help="name of the socket")
        each.add_argument("-S", dest="socket_path", metavar="PATH", help="path of the socket")
    verbs = parser.add_subparsers(metavar="VERB", required=True, parser_class=_VerbParser)
    for verb in VERBS:
        sub = verbs.add_parser(
            verb.name,
            help=verb.help,
            description=verb.help,
            parents=[common],
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.more = verb.more
        verb.arguments(sub)
        sub.set_defaults(run=verb.run)
    return parser


def _show_arguments(parser: argparse.ArgumentParser) -> None:
    names = [kind.name for kind in BACKENDS]
    parser.add_argument("spec", help='a file with a flow spec, "-" for standard input')
    parser.add_argument("-t", "--target", help="session, window or pane whose client is asked")
    parser.add_argument("--client", help="name of the client that is asked")
    parser.add_argument(
        "--timeout",
        type=_seconds,
        metavar="SECONDS",
        help="budget of the flow, 5 to 600; up to 86400 for version 2",
    )
    parser.add_argument(
        "--backend", choices=(AUTO, *names), default=AUTO, help="how the person is asked"
    )


def _call_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("method", metavar="METHOD", help="a method of the control socket")
    parser.add_argument(
        "params", metavar="PARAMS", nargs="?", default="{}", help='a JSON object, "-" for stdin'
    )


def _no_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing."""


def _seconds(text: str) -> float:
    try:
        return Node(float(text)).seconds(PLEXER_FLOW_TIMEOUT_MIN, FORM_TIMEOUT_MAX)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds") from None
    except SpecError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


VERBS = (
    Verb("show", "run a flow and print its outcome", _show_arguments, _show),
    Verb("validate", "check a flow spec and show nothing", validate_arguments, _validate),
    Verb("tools", "print the definitions of the tools for agents", tools_arguments, print_tools),
    Verb("tool", "run a tool for an agent and print its result", tool_arguments, _tool, list_tools),
    Verb("progress", "show a progress bar that lines move", progress_arguments, _progress),
    Verb("call", "call one method of the control socket", _call_arguments, _call, list_methods),
    Verb("list", "list pending questions, clients and sessions", _no_arguments, _list),
)


if __name__ == "__main__":
    sys.exit(main())
