"""Reads tmux's command language: text to commands, and a shell's argv to commands.

Knows the shape of the language only (lines, `;`, `{}` blocks, `%if`, assignments), not which
commands exist. An error is kept with its file and line, and reading goes on at the next line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mplex.commands.lexer import (
    CLOSE,
    DIRECTIVE,
    END,
    NEWLINE,
    OPEN,
    SEMICOLON,
    WORD,
    Lexer,
    Token,
)
from mplex.commands.quoting import quote
from mplex.errors import ParseError

MAX_DEPTH = 100
"""How deep blocks and conditions may nest."""
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)


class ParsedCommand(NamedTuple):
    """One command as written: its name and arguments, not yet looked up."""

    name: str
    args: tuple[Argument, ...]
    source: str = ""
    line: int = 0
    group: int = 0
    """Commands joined by `;` share it: when one fails, the rest of its group is dropped."""

    @property
    def place(self) -> str:
        """Where it was written, "file:line", or ""."""
        return f"{self.source}:{self.line}" if self.source else ""

    def __str__(self) -> str:
        return " ".join([self.name, *map(quote_argument, self.args)])


class Block(NamedTuple):
    """A `{}` argument: commands read when the text around it was."""

    commands: tuple[ParsedCommand, ...]

    def __str__(self) -> str:
        return join_commands(self.commands)


Argument = str | Block


def quote_argument(argument: Argument) -> str:
    """Write an argument so that reading it again gives the same."""
    return f"{{ {argument} }}" if isinstance(argument, Block) else quote(argument)


def join_commands(
    commands: Sequence[ParsedCommand],
    write: Callable[[ParsedCommand], str] = str,
    joint: str = ";",
) -> str:
    """Write commands as one line; a doubled `joint` stands between groups."""
    parts: list[str] = []
    for number, command in enumerate(commands):
        if number:
            same = command.group == commands[number - 1].group
            parts.append(joint if same else joint * 2)
        parts.append(write(command))
    return " ".join(parts)


class Surroundings:
    """What the text being parsed can ask and change: the environment, and conditions.

    This one knows no variable and takes every condition that is neither empty nor "0" as true.
    """

    def lookup(self, name: str) -> str | None:
        """Return the environment variable `name`, or None."""
        return None

    def assign(self, name: str, value: str, *, hidden: bool) -> None:
        """Set a variable; a hidden one is for formats only and not given to programs."""

    def condition(self, text: str) -> bool:
        """Say whether the condition of a `%if` holds."""
        return text not in ("", "0")


class Parsed(NamedTuple):
    """Commands and errors, both in the order of the text."""

    commands: list[ParsedCommand]
    errors: list[ParseError]


def parse(
    text: str, surroundings: Surroundings | None = None, *, source: str = "", line: int = 1
) -> Parsed:
    """Read `text`; what stands on a line with an error is left out."""
    return _Parser(text, surroundings or Surroundings(), source, line).run()


def parse_strict(text: str, surroundings: Surroundings | None = None) -> list[ParsedCommand]:
    """Read `text` as one command list; raises the first ParseError."""
    parsed = parse(text, surroundings)
    if parsed.errors:
        raise parsed.errors[0]
    return parsed.commands


def split_argv(argv: Sequence[Argument]) -> list[ParsedCommand]:
    """Make commands of a shell's arguments, or of those of bind-key.

    An argument that is or ends with `;` ends a command; `\\;` at its end is a plain semicolon.
    """
    commands: list[ParsedCommand] = []
    words: list[Argument] = []
    for argument in argv:
        ends = isinstance(argument, str) and argument.endswith(";")
        if isinstance(argument, str) and ends:
            ends = not argument.endswith("\\;")
            argument = argument[:-1] if ends else argument[:-2] + ";"
        if argument != "" or not ends:
            words.append(argument)
        if ends and words:
            commands.append(ParsedCommand(str(words[0]), tuple(words[1:])))
            words = []
    if words:
        commands.append(ParsedCommand(str(words[0]), tuple(words[1:])))
    return commands


class _Parser:
    def __init__(self, text: str, surroundings: Surroundings, source: str, line: int) -> None:
        self.surroundings = surroundings
        self.lexer = Lexer(text, surroundings.lookup, source=source, line=line)
        self.source = source
        self.group = 0
        self.depth = 0
        self.skipping = 0
        self.errors: list[ParseError] = []
        self.token = Token(NEWLINE, "\n", line)

    def run(self) -> Parsed:
        commands: list[ParsedCommand] = []
        self._guard(self._advance)
        while self.token.kind != END:
            self._guard(lambda: self._statements(commands, stop=()))
        return Parsed(commands, self.errors)

    def _guard(self, step: Callable[[], None]) -> None:
        """Run `step`; after an error the rest of the line or block is dropped."""
        try:
            step()
        except ParseError as error:
            self.errors.append(error)
            self.lexer.skip_line()
            self._leave_blocks()
            self.token = Token(NEWLINE, "\n", self.lexer.line)

    def _leave_blocks(self) -> None:
        """Pass over what is left of the blocks around an error, so that it never runs."""
        while self.depth:
            try:
                token = self.lexer.next()
            except ParseError:
                self.lexer.skip_line()
                continue
            self.depth += token.kind == OPEN or token.text == "%if"
            self.depth -= token.kind == CLOSE or token.text == "%endif"
            if token.kind == END:
                break
        self.depth = self.skipping = 0

    def _advance(self) -> None:
        self.token = self.lexer.next()

    def _wrong(self) -> ParseError:
        text = {NEWLINE: "end of line", END: "end of text"}.get(self.token.kind, self.token.text)
        return self.lexer.error(f"syntax error at {text}", self.token.line)

    def _enter(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.lexer.error("nested too deeply")

    def _statements(self, commands: list[ParsedCommand], stop: tuple[str, ...]) -> None:
        """Read up to the end, a `}` or one of the directives in `stop`.

        A line counts as a whole: its commands are added when all of it could be read.
        """
        line: list[ParsedCommand] = []
        while True:
            token = self.token
            if token.kind in (NEWLINE, END):
                commands += line
                line = []
                self.group += 1
                if token.kind == END:
                    break
                self._advance()
            elif token.kind == SEMICOLON and line:
                self._advance()
            elif (token.kind == CLOSE and CLOSE in stop) or token.text in stop:
                break
            elif token.kind == DIRECTIVE:
                self._directive(line)
            elif token.kind == WORD:
                self._command(line)
            else:
                raise self._wrong()
        commands += line

    def _directive(self, commands: list[ParsedCommand]) -> None:
        if self.token.text == "%if":
            self._condition(commands)
        elif self.token.text == "%hidden":
            self._advance()
            if not self._assignment(hidden=True):
                raise self._wrong()
        else:
            raise self._wrong()

    def _condition(self, commands: list[ParsedCommand]) -> None:
        start = self.token.line
        self._enter()
        done = False
        word = "%if"
        while word != "%endif":
            self._advance()
            holds = not done
            if word != "%else":
                text = self.token
                if text.kind != WORD:
                    raise self._wrong()
                holds = holds and not self.skipping and self.surroundings.condition(text.text)
                self._advance()
            done = done or holds
            branch: list[ParsedCommand] = []
            self.skipping += not holds
            stop = ("%endif",) if word == "%else" else ("%elif", "%else", "%endif")
            self._statements(branch, stop=stop)
            self.skipping -= not holds
            if self.token.kind == END:
                raise self.lexer.error("%if without %endif", start)
            commands += branch if holds else []
            word = self.token.text
        self.depth -= 1
        self._advance()

    def _assignment(self, *, hidden: bool = False) -> bool:
        """Take a `NAME=value` token; False when the present token is none."""
        match = _ASSIGNMENT.fullmatch(self.token.text) if self.token.kind == WORD else None
        if match is None:
            return False
        if not self.skipping:
            self.surroundings.assign(match[1], match[2], hidden=hidden)
        self._advance()
        return True

    def _command(self, commands: list[ParsedCommand]) -> None:
        while self._assignment():
            if self.token.kind != WORD:
                return
        name, line = self.token.text, self.token.line
        self._advance()
        args: list[Argument] = []
        while self.token.kind in (WORD, OPEN):
            if self.token.kind == OPEN:
                args.append(self._block())
            else:
                args.append(self.token.text)
                self._advance()
        command = ParsedCommand(name, tuple(args), self.source, line, self.group)
        if not self.skipping:
            commands.append(command)

    def _block(self) -> Block:
        start = self.token.line
        outer = self.group
        self._enter()
        self._advance()
        commands: list[ParsedCommand] = []
        self._statements(commands, stop=(CLOSE,))
        if self.token.kind != CLOSE:
            raise self.lexer.error("{ is not closed", start)
        self._advance()
        self.depth -= 1
        self.group = outer
        return Block(tuple(commands))
