"""The modifiers before the colon in `#{...}`: `=/20/...;p10:` to a list of names with arguments.

Every modifier is a row of `MODIFIERS`, from which the documentation is made. Only reading them
lives here; what they do is in `mplex.commands.formats` and `mplex.commands.format_text`.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

MAX_MODIFIERS = 20
MAX_ARGUMENTS = 10

_PUNCTUATION = frozenset(string.punctuation)


class Modifier(NamedTuple):
    """One modifier of a format, with its arguments."""

    name: str
    arguments: tuple[str, ...] = ()

    def argument(self, n: int) -> str:
        """Return argument `n`, "" if there are fewer."""
        return self.arguments[n] if n < len(self.arguments) else ""


class ModifierHelp(NamedTuple):
    """One row of the table."""

    name: str
    takes_arguments: bool
    example: str
    help: str


MODIFIERS: tuple[ModifierHelp, ...] = (
    ModifierHelp("?", False, "#{?pane_in_mode,yes,no}", "The first if true, else the second."),
    ModifierHelp("==", False, "#{==:#{host},box}", "1 if equal."),
    ModifierHelp("!=", False, "#{!=:#{host},box}", "1 if not equal."),
    ModifierHelp("<=", False, "#{<=:a,b}", "1 if in this order or equal."),
    ModifierHelp(">=", False, "#{>=:a,b}", "1 if in reverse order or equal."),
    ModifierHelp("<", False, "#{<:a,b}", "1 if in this order."),
    ModifierHelp(">", False, "#{>:a,b}", "1 if in reverse order."),
    ModifierHelp("||", False, "#{||:#{pane_dead},#{pane_in_mode}}", "1 if either is true."),
    ModifierHelp("&&", False, "#{&&:#{pane_dead},#{pane_in_mode}}", "1 if both are true."),
    ModifierHelp("!!", False, "#{!!:#{pane_dead}}", "1 if true."),
    ModifierHelp("!", False, "#{!:#{pane_dead}}", "1 if not true."),
    ModifierHelp("m", True, "#{m/ri:^ba,#{window_name}}", "1 on a match; r regex, i ignore case."),
    ModifierHelp("C", True, "#{C/r:error$}", "Line of the pane that has it, else 0."),
    ModifierHelp("e", True, "#{e|*|f|2:5.5,3}", "Arithmetic: + - * / m and comparisons."),
    ModifierHelp("a", False, "#{a:98}", "The character of that number."),
    ModifierHelp("c", False, "#{c:red}", "A colour as six hexadecimal digits."),
    ModifierHelp("=", True, "#{=/20/...:pane_title}", "Cut to a width, negative from the end."),
    ModifierHelp("p", True, "#{p10:window_name}", "Pad to a width, negative on the left."),
    ModifierHelp("n", False, "#{n:window_name}", "Length in characters."),
    ModifierHelp("w", False, "#{w:window_name}", "Width in cells."),
    ModifierHelp("t", True, "#{t/f/%H#:%M:start_time}", "A time as text; p short, f own format."),
    ModifierHelp("b", False, "#{b:pane_current_path}", "Last part of a path."),
    ModifierHelp("d", False, "#{d:pane_current_path}", "A path without its last part."),
    ModifierHelp("q", True, "#{q:pane_title}", "Quoted for the shell; h doubles #."),
    ModifierHelp("E", False, "#{E:status-left}", "Expand the result again."),
    ModifierHelp("T", False, "#{T:status-right}", "The same, with strftime."),
    ModifierHelp("l", False, "#{l:#{x}}", "Literally."),
    ModifierHelp("s", True, "#{s/a(.)/b\\1/i:window_name}", "Substitute; i ignores case."),
    ModifierHelp("S", False, "#{S:#S }", "Once for every session."),
    ModifierHelp("W", False, "#{W:#I ,[#I] }", "Once for every window; the second: current one."),
    ModifierHelp("P", False, "#{P:#P ,[#P] }", "Once for every pane; the second: active one."),
    ModifierHelp("L", False, "#{L:#{client_name} }", "Once for every client."),
    ModifierHelp("N", True, "#{N/w:editor}", "1 if a window (w) or session (s) has the name."),
)
"""Every modifier. Names have one or two characters."""

_BARE = frozenset(row.name for row in MODIFIERS if not row.takes_arguments and row.name != "?")
_WITH_ARGUMENTS = frozenset(row.name for row in MODIFIERS if row.takes_arguments)


@lru_cache(maxsize=64)
def _stops(ends: str, bracket: str) -> re.Pattern[str]:
    """Return what `skip` has to look at: escapes and openings, closings, and `ends`."""
    characters = re.escape(ends + (")(" if bracket == "(" else "}"))
    return re.compile(f"[{characters}]" if bracket == "(" else rf"#[,#{{}}:]|[{characters}]")


def skip(text: str, at: int, ends: str, *, bracket: str = "{") -> int:
    """Return where the first of `ends` is from `at` on, outside `#{...}`; -1 for nowhere.

    With `bracket` "(" it is for `#(...)`, in which plain parentheses nest.
    """
    closing = ")" if bracket == "(" else "}"
    depth = 0
    for match in _stops(ends, bracket).finditer(text, at):
        found = match[0]
        if found in ("#{", "("):
            depth += 1
        elif len(found) == 1:
            if depth == 0 and found in ends:
                return match.start()
            if found == closing and depth:
                depth -= 1
    return -1


def parse_modifiers(body: str, expand: Callable[[str], str]) -> tuple[list[Modifier], str]:
    """Split the inside of `#{...}` into its modifiers and the rest; `expand` is for arguments.

    Text that does not read as modifiers up to a colon is all rest.
    """
    found: list[Modifier] = []
    at = 0
    if ":" not in body:
        return found, body
    while at < len(body) and body[at] != ":" and len(found) < MAX_MODIFIERS:
        if body[at] == ";":
            at += 1
        modifier, at = _modifier(body, at, expand)
        if modifier is None:
            return [], body
        found.append(modifier)
    if not found or body[at : at + 1] != ":":
        return [], body
    return found, body[at + 1 :]


def _is_end(text: str, at: int) -> bool:
    return text[at : at + 1] in (":", ";")


def _modifier(body: str, at: int, expand: Callable[[str], str]) -> tuple[Modifier | None, int]:
    """Read the modifier at `at`; return it, or None, and where it ends."""
    for length in (2, 1):
        name = body[at : at + length]
        if name in _BARE and _is_end(body, at + length):
            return Modifier(name), at + length
    name = body[at : at + 1]
    at += 1
    if name not in _WITH_ARGUMENTS:
        return None, at
    if _is_end(body, at):
        return Modifier(name), at
    wrapper = body[at : at + 1]
    if wrapper not in _PUNCTUATION or wrapper == "-":
        end = skip(body, at, ":;")
        return (Modifier(name, (body[at:end],)), end) if end > at else (None, at)
    return _wrapped(name, body, at, expand)


def _wrapped(
    name: str, body: str, at: int, expand: Callable[[str], str]
) -> tuple[Modifier | None, int]:
    """Read arguments that a character parts, `/20/...` or `|+|f`; `at` is at the first of it."""
    wrapper = body[at]
    arguments: list[str] = []
    while not _is_end(body, at) and len(arguments) < MAX_ARGUMENTS:
        if body[at : at + 1] == wrapper and _is_end(body, at + 1):
            return Modifier(name, tuple(arguments)), at + 1
        end = skip(body, at + 1, wrapper + ":;")
        if end < 0:
            return None, at
        arguments.append(expand(body[at + 1 : end].replace("#:", ":")))
        at = end
    return Modifier(name, tuple(arguments)), at
