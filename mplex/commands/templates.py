"""Command text and blocks that other commands carry: parsing them, and filling in `%%`.

A template is what command-prompt, if-shell, display-menu and others run later. In text, the value
put in for `%%` is read as part of the text (`%%%` quotes it); in a block it can never become more
than the word it stands in.
"""

from __future__ import annotations

from collections.abc import Sequence

from mplex.commands.context import Context
from mplex.commands.environment import Hidden
from mplex.commands.parser import Argument, Block, Parsed, ParsedCommand, Surroundings, parse

_QUOTED = frozenset('"\\$;~')


class ServerSurroundings(Surroundings):
    """The global environment and the formats, for text parsed on behalf of a context."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def lookup(self, name: str) -> str | None:
        """Return a variable of the global environment."""
        return self.context.tree.environ.get(name)

    def assign(self, name: str, value: str, *, hidden: bool) -> None:
        """Set a variable of the global environment."""
        self.context.tree.environ[name] = Hidden(value) if hidden else value

    def condition(self, text: str) -> bool:
        """Expand the formats of a `%if` and see whether anything but "0" is left."""
        return super().condition(self.context.expand(text))


def parse_text(text: str, context: Context, source: str = "") -> Parsed:
    """Parse command text with the context's environment and formats."""
    return parse(text, ServerSurroundings(context), source=source)


def commands_of(
    context: Context, template: Argument, values: Sequence[str] = ()
) -> tuple[ParsedCommand, ...]:
    """Return the commands of a template with `values` for `%1`, `%2`, ... and `%%`.

    Raises:
        ParseError: the text cannot be read.
    """
    if isinstance(template, Block):
        return _fill_block(template, values).commands
    parsed = parse_text(fill(template, values), context)
    if parsed.errors:
        raise parsed.errors[0]
    return tuple(parsed.commands)


def _fill_block(block: Block, values: Sequence[str]) -> Block:
    if not values:
        return block
    commands = (
        command._replace(args=tuple(_fill_argument(arg, values) for arg in command.args))
        for command in block.commands
    )
    return Block(tuple(commands))


def _fill_argument(argument: Argument, values: Sequence[str]) -> Argument:
    return _fill_block(argument, values) if isinstance(argument, Block) else fill(argument, values)


def fill(template: str, values: Sequence[str]) -> str:
    """Put each value in for its `%1` to `%9`, and for the first `%%` that is left."""
    for number, value in enumerate(values, 1):
        template = _fill_one(template, value, str(number))
    return template


def _fill_one(template: str, value: str, number: str) -> str:
    parts: list[str] = []
    filled = False
    at = 0
    while at < len(template):
        mark = template[at : at + 2]
        if mark != f"%{number}" and (mark != "%%" or filled):
            parts.append(template[at])
            at += 1
            continue
        filled = filled or mark == "%%"
        at += 2
        quoted = template[at : at + 1] == "%"
        at += quoted
        parts.append("".join("\\" * (c in _QUOTED) + c for c in value) if quoted else value)
    return "".join(parts)
