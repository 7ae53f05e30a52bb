"""set-environment and show-environment, and the environment that programs get.

A session's variables come over the global ones. A value may be marked: a hidden one serves
formats and is not given to programs, a removed one takes the global variable away.
"""

from __future__ import annotations

from collections.abc import Mapping

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.errors import CommandError
from mplex.model.session import Session
from mplex.model.tree import Tree


class Hidden(str):
    """A value that programs do not get."""


class Removed(str):
    """The value of a variable that a session takes away."""


def program_environ(tree: Tree, session: Session | None) -> dict[str, str]:
    """Return the variables for a program started in `session`."""
    merged = {**tree.environ, **(session.environ if session is not None else {})}
    return {
        name: value for name, value in merged.items() if not isinstance(value, (Hidden, Removed))
    }


def set_environment(context: Context, args: Args) -> None:
    """Set a variable of a session, or with -g of all."""
    name = str(args.words[0])
    if not name:
        raise CommandError("empty variable name")
    if "=" in name:
        raise CommandError("variable name contains =")
    value = args.word(1)
    environ = _environ(context, args)
    if args.has("ru"):
        if value is not None:
            raise CommandError(f"can't specify a value with -{'u' if args.has('u') else 'r'}")
        if args.has("u"):
            environ.pop(name, None)
        else:
            environ[name] = Removed()
        return
    if value is None:
        raise CommandError("no value specified")
    if args.has("F"):
        value = context.expand(value, args.target)
    environ[name] = Hidden(value) if args.has("h") else value


def _environ(context: Context, args: Args) -> dict[str, str]:
    if args.has("g"):
        return context.tree.environ
    if args.target.session is None:
        text = args.get("t")
        raise CommandError(f"no such session: {text}" if text else "no current session")
    return args.target.session.environ


def show_environment(context: Context, args: Args) -> None:
    """Print variables of a session, or with -g the global ones; -s as shell commands."""
    environ = _environ(context, args)
    name = args.word(0)
    if name is not None and name not in environ:
        raise CommandError(f"unknown variable: {name}")
    shown: Mapping[str, str] = environ if name is None else {name: environ[name]}
    for key in sorted(shown):
        if isinstance(shown[key], Hidden) == args.has("h"):
            context.out(_line(key, shown[key], shell=args.has("s")))


def _line(name: str, value: str, *, shell: bool) -> str:
    if isinstance(value, Removed):
        return f"unset {name};" if shell else f"-{name}"
    if not shell:
        return f"{name}={value}"
    escaped = "".join("\\" + char if char in '$`"\\' else char for char in value)
    return f'{name}="{escaped}"; export {name};'


COMMANDS = (
    Command(
        "set-environment", "setenv", "Fhgru t:target-session", "name [value]", 1, 2,
        "Set a variable for new panes; -r takes it away from them, -u forgets it.",
        set_environment, target="session?",
    ),
    Command(
        "show-environment", "showenv", "hgs t:target-session", "[name]", 0, 1,
        "Print the variables of a session.",
        show_environment, target="session?", readonly=True,
    ),
)  # fmt: skip
