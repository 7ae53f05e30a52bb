"""What a command is: its row in the command table, and its arguments once parsed.

A row writes its flags once (`"dE c:start-directory t:target-session"`); the usage line, the
argument parser, completion and the manual are derived from it. The commands themselves live in
the modules named after what they act on, the table in `table`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mplex.commands.context import Context
from mplex.commands.parser import Argument, Block
from mplex.errors import CommandError, UsageError
from mplex.model.target import Target

NO_TARGET = Target(None, None, None)


class Args:
    """The parsed arguments of one command: flags by letter, words in order, targets found."""

    target: Target = NO_TARGET
    """What -t names, or the current target."""
    source: Target = NO_TARGET
    """What -s names, for the commands that have two targets."""

    def __init__(self) -> None:
        self.flags: dict[str, list[str]] = {}
        self.words: list[Argument] = []

    def has(self, flags: str) -> bool:
        """Say whether any of the letters in `flags` was given."""
        return any(letter in self.flags for letter in flags)

    def get(self, flag: str) -> str | None:
        """Return the last value given for `flag`, or None."""
        values = self.flags.get(flag)
        return values[-1] if values else None

    def all(self, flag: str) -> list[str]:
        """Return every value given for `flag`."""
        return self.flags.get(flag, [])

    def word(self, index: int) -> str | None:
        """Return the word at `index` as text, or None."""
        return str(self.words[index]) if index < len(self.words) else None

    def texts(self, start: int = 0) -> list[str]:
        """Return the words from `start` on as texts."""
        return [str(word) for word in self.words[start:]]

    def number(self, flag: str, low: int, high: int, what: str) -> int | None:
        """Return the number given for `flag`, or None without it.

        Raises:
            CommandError: it is no number from `low` to `high`; `what` names it.
        """
        text = self.get(flag)
        return None if text is None else parse_number(text, low, high, what)


def parse_number(text: str, low: int, high: int, what: str) -> int:
    """Return `text` as a number from `low` to `high`; CommandError starts with `what`."""
    try:
        number = int(text)
    except ValueError:
        raise CommandError(f"{what} invalid") from None
    if number < low:
        raise CommandError(f"{what} too small")
    if number > high:
        raise CommandError(f"{what} too large")
    return number


class Command(NamedTuple):
    """One row of the command table."""

    name: str
    alias: str
    flags: str
    """Letters without a value, then "letter:word" for each that has one."""
    arguments: str
    """The words after the flags, as the usage line shows them."""
    least: int
    most: int | None
    """How many words it takes; None is any number."""
    help: str
    """One sentence for the manual."""
    run: Callable[[Context, Args], None]
    target: str = ""
    """What -t names: "session", "window", "pane"; with a "?" it need not exist."""
    source: str = ""
    """What -s names, in the same words."""
    marked: bool = False
    """Without -s the marked pane is the source."""
    blocks: bool = False
    """Its words may be `{}` blocks of commands."""
    hidden: str = ""
    """Flags it takes for the sake of old scripts, in the form of `flags`."""
    readonly: bool = False
    """A read-only client may run it."""
    starts: bool = False
    """The shell command starts a server for it."""

    @property
    def plain_flags(self) -> str:
        """The letters without a value, as the usage line shows them."""
        return "".join(part for part in self.flags.split() if ":" not in part)

    @property
    def value_flags(self) -> dict[str, str]:
        """The letters with a value, and the word for it."""
        return _value_flags(self.flags)

    @property
    def usage(self) -> str:
        """The usage text after the name, in tmux's form."""
        parts = [f"[-{self.plain_flags}]"] if self.plain_flags else []
        parts += [f"[-{letter} {word}]" for letter, word in self.value_flags.items()]
        return " ".join([*parts, self.arguments] if self.arguments else parts)

    def parse(self, words: Sequence[Argument]) -> Args:
        """Sort `words` into flags and arguments as getopt does.

        Raises:
            UsageError: an unknown flag, a missing value, or too few or too many words.
        """
        args = Args()
        plain = self.plain_flags + "".join(p for p in self.hidden.split() if ":" not in p)
        valued = {**self.value_flags, **_value_flags(self.hidden)}
        rest = list(words)
        while rest and _is_flag(rest[0]):
            text = str(rest.pop(0))
            if text == "--":
                break
            self._parse_flags(args, text[1:], rest, plain, valued)
        args.words = rest
        self._check_count(rest)
        return args

    def _parse_flags(
        self, args: Args, letters: str, rest: list[Argument], plain: str, valued: dict[str, str]
    ) -> None:
        for at, letter in enumerate(letters):
            if letter in valued:
                value = letters[at + 1 :]
                if not value:
                    if not rest:
                        raise self.wrong(f"-{letter} expects an argument")
                    value = str(rest.pop(0))
                args.flags.setdefault(letter, []).append(value)
                return
            if letter not in plain:
                raise self.wrong(f"unknown flag -{letter}")
            args.flags.setdefault(letter, [])

    def _check_count(self, words: Sequence[Argument]) -> None:
        if len(words) < self.least:
            raise self.wrong(f"too few arguments (need at least {self.least})")
        if self.most is not None and len(words) > self.most:
            raise self.wrong(f"too many arguments (need at most {self.most})")
        for number, word in enumerate(words, 1):
            if isinstance(word, Block) and not self.blocks:
                raise self.wrong(f'argument {number} must be "string"')

    def wrong(self, message: str) -> UsageError:
        """Return the error for a wrong call; its hint is the usage line."""
        usage = f"usage: {self.name} {self.usage}".rstrip()
        return UsageError(f"command {self.name}: {message}", hint=usage)


def _is_flag(word: Argument) -> bool:
    return isinstance(word, str) and len(word) > 1 and word[0] == "-"


def _value_flags(flags: str) -> dict[str, str]:
    return dict(part.split(":", 1) for part in flags.split() if ":" in part)


class CommandTable:
    """The commands by name and alias; unique beginnings of names are enough."""

    def __init__(self, commands: Sequence[Command]) -> None:
        self.commands = tuple(sorted(commands, key=lambda command: command.name))
        self._exact = {command.name: command for command in self.commands}
        self._alias = {command.alias: command for command in self.commands if command.alias}

    def __iter__(self) -> Iterator[Command]:
        return iter(self.commands)

    def find(self, name: str) -> Command:
        """Return the command called `name`.

        Raises:
            UsageError: there is none, or the name is the beginning of several.
        """
        if found := self._alias.get(name) or self._exact.get(name):
            return found
        matches = [command for command in self.commands if command.name.startswith(name)]
        if not matches or not name:
            raise UsageError(f"unknown command: {name}")
        if len(matches) > 1:
            could = ", ".join(command.name for command in matches)
            raise UsageError(f"ambiguous command: {name}, could be: {could}")
        return matches[0]
