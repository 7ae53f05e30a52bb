"""What the modifiers of the format language do to text: cut, pad, match, count, quote, tell time.

Pure functions from text to text; they never raise, whatever they are given, since formats are
drawn all the time. Reading formats is done in `mplex.commands.formats`.
"""

from __future__ import annotations

import fnmatch
import math
import operator
import posixpath
import re
import string
import time
from collections.abc import Callable, Iterator

from mplex.commands.format_modifiers import Modifier
from mplex.errors import MplexError
from mplex.term.colours import rgb_of
from mplex.ui.theme import parse_colour
from mplex.vt.widths import text_width

MAX_PAD = 2_000
MAX_PATTERN_CHARS = 500
MAX_SUBJECT_CHARS = 1_000
"""Regular expressions see no more than this, so that a bad one stays bearable."""

COMPARISONS: dict[str, Callable[[str, str], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "||": lambda left, right: left not in ("", "0") or right not in ("", "0"),
    "&&": lambda left, right: left not in ("", "0") and right not in ("", "0"),
}
"""Modifiers that compare two texts."""

_POSIX_CLASSES = {
    "[:alpha:]": "a-zA-Z",
    "[:digit:]": "0-9",
    "[:alnum:]": "a-zA-Z0-9",
    "[:upper:]": "A-Z",
    "[:lower:]": "a-z",
    "[:space:]": r"\s",
    "[:blank:]": r" \t",
    "[:punct:]": r"!-/:-@\[-`{-~",
    "[:xdigit:]": "0-9A-Fa-f",
}
_STRFTIME = re.compile(r"%[-_0^#]?[EO]?[A-Za-z%]")
_SHOWN = re.compile(r"#\[[^\]]*\]|##|.", re.DOTALL)
_SHELL_CHARACTERS = re.compile(r"[`$;&|<>()\\\"'\n\r*?~!{}]")
_SAFE = frozenset(string.ascii_letters + string.digits + "%+,./:=@_-")
# Spelled out in ASCII: a class that reaches beyond the BMP takes 5 ms to compile at every start.
_UNSAFE = re.compile(f"([{re.escape(''.join(c for c in map(chr, range(128)) if c not in _SAFE))}])")


def strftime(template: str, moment: float) -> str:
    """Expand the conversions of strftime; what the system does not know stays as it is."""
    local = time.localtime(moment)

    def convert(match: re.Match[str]) -> str:
        if match[0] == "%%":
            return "%"
        try:
            return time.strftime(match[0], local)
        except ValueError:
            return match[0]

    return _STRFTIME.sub(convert, template)


def without_shell_characters(value: str) -> str:
    """Remove what a shell would act on, wherever in a command the value lands."""
    return _SHELL_CHARACTERS.sub("", value)


def apply(modifier: Modifier, value: str, now: float) -> str:
    """Apply a modifier that changes a value, in the order in which they are written."""
    change = _CHANGES.get(modifier.name)
    return change(modifier, value, now) if change else value


def _shown(text: str) -> Iterator[tuple[str, int]]:
    """Yield the parts of a text with the cells each takes: `#[style]` none, `##` one."""
    for part in _SHOWN.findall(text):
        if part.startswith("#["):
            yield part, 0
        else:
            yield part, 1 if part == "##" else text_width(part)


def shown_width(text: str) -> int:
    """Return the cells that a text takes when drawn, not counting styles in it."""
    return sum(width for _part, width in _shown(text))


def _cut(modifier: Modifier, value: str, _now: float) -> str:
    limit = _integer(modifier.argument(0))
    marker = modifier.argument(1)
    if not limit:
        return value
    parts = list(_shown(value))
    if limit > 0:
        cut = _fitting(parts, limit)
        return cut + marker if cut != value else cut
    cut = _fitting([*reversed(parts)], -limit, backwards=True)
    return marker + cut if cut != value else cut


def _fitting(parts: list[tuple[str, int]], limit: int, *, backwards: bool = False) -> str:
    """Join the parts that fit into `limit` cells, and all styles among the others."""
    kept: list[str] = []
    full = False
    for part, width in parts:
        full = full or width > limit
        if width == 0 or not full:
            kept.append(part)
            limit -= width
    return "".join(reversed(kept) if backwards else kept)


def _pad(modifier: Modifier, value: str, _now: float) -> str:
    width = max(-MAX_PAD, min(_integer(modifier.argument(0)) or 0, MAX_PAD))
    blanks = " " * (abs(width) - shown_width(value))
    return value + blanks if width > 0 else blanks + value


def _substitute(modifier: Modifier, value: str, _now: float) -> str:
    if len(modifier.arguments) < 2:
        return value
    pattern = _regex(modifier.argument(0), ignore_case="i" in modifier.argument(2))
    if pattern is None or len(value) > MAX_SUBJECT_CHARS:
        return value
    try:
        return pattern.sub(modifier.argument(1), value)
    except (re.error, IndexError):
        return value


def _time_text(modifier: Modifier, value: str, now: float) -> str:
    moment = _integer(value)
    if not moment or not 0 < moment < 2**40:
        return ""
    options = modifier.argument(0)
    if "f" in options:
        return strftime(modifier.argument(1), moment)
    if "p" in options:
        return _short_time(moment, now)
    return time.strftime("%a %b %e %H:%M:%S %Y", time.localtime(moment))


def _short_time(moment: int, now: float) -> str:
    """Return the shortest form that is clear: the time today, the day, the month."""
    then, today = time.localtime(moment), time.localtime(now)
    age = now - moment
    if age < 24 * 3600:
        return time.strftime("%H:%M", then)
    if (then.tm_year, then.tm_mon) == (today.tm_year, today.tm_mon) or age < 28 * 24 * 3600:
        return time.strftime("%a%d", then)
    if then.tm_year == today.tm_year or age < 365 * 24 * 3600:
        return time.strftime("%d%b", then)
    return time.strftime("%h%y", then)


def _quote(modifier: Modifier, value: str, _now: float) -> str:
    kind = modifier.argument(0)
    if "h" in kind or "e" in kind:
        return value.replace("#", "##")
    return _UNSAFE.sub(r"\\\1", value)


_CHANGES: dict[str, Callable[[Modifier, str, float], str]] = {
    "=": _cut,
    "p": _pad,
    "s": _substitute,
    "t": _time_text,
    "q": _quote,
    "n": lambda _modifier, value, _now: str(len(value)),
    "w": lambda _modifier, value, _now: str(shown_width(value)),
    "b": lambda _modifier, value, _now: posixpath.basename(value.rstrip("/")) or value[:1],
    "d": lambda _modifier, value, _now: posixpath.dirname(value),
}


def _integer(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,15}", text) else None


def matcher(pattern: str, flags: str) -> Callable[[str], bool]:
    """Return a test for a shell pattern or, with `r`, for a regular expression; `i`: any case."""
    ignore_case = "i" in flags
    if "r" in flags:
        regex = _regex(pattern, ignore_case=ignore_case)
        if regex is None:
            return lambda text: False
        return lambda text: regex.search(text[:MAX_SUBJECT_CHARS]) is not None
    if ignore_case:
        pattern = pattern.lower()
        return lambda text: fnmatch.fnmatchcase(text.lower()[:MAX_SUBJECT_CHARS], pattern)
    return lambda text: fnmatch.fnmatchcase(text[:MAX_SUBJECT_CHARS], pattern)


def _regex(pattern: str, *, ignore_case: bool) -> re.Pattern[str] | None:
    """Compile an extended regular expression; None for a broken, or a dangerous one."""
    if len(pattern) > MAX_PATTERN_CHARS or _may_explode(pattern):
        return None
    for name, characters in _POSIX_CLASSES.items():
        pattern = pattern.replace(name, characters)
    try:
        return re.compile(pattern, re.IGNORECASE if ignore_case else 0)
    except (re.error, OverflowError, RecursionError):
        return None


def _may_explode(pattern: str) -> bool:
    """Say whether a pattern repeats something that itself repeats or has alternatives.

    Such a pattern can take exponential time. Many repeats in a row take polynomial time; more than
    a few of them are refused too.
    """
    plain = re.sub(r"\\.|\[\^?\]?[^\]]*\]", "x", pattern)
    groups = [False]
    repeats = 0
    for n, char in enumerate(plain):
        repeated = plain[n + 1 : n + 2] in ("*", "+", "{")
        if char == "(":
            groups.append(False)
        elif char == ")" and len(groups) > 1:
            varied = groups.pop()
            if varied and repeated:
                return True
            groups[-1] = groups[-1] or varied
        elif char in "*+{|":
            groups[-1] = True
            repeats += char != "|"
    return repeats > 5


_INTEGER_OPERATORS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "m": math.fmod,
    "%": math.fmod,
    "%%": math.fmod,
    "==": lambda left, right: float(abs(left - right) < 1e-9),
    "!=": lambda left, right: float(abs(left - right) >= 1e-9),
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def calculate(left: str, right: str, arguments: tuple[str, ...]) -> str:
    """Return `left` and `right` joined by an operator, "" if that cannot be worked out.

    `arguments` are the operator, perhaps `f` for floating point, and the number of decimals.
    """
    name = arguments[0] if arguments else ""
    floating = len(arguments) > 1 and "f" in arguments[1]
    decimals = 2 if floating else 0
    if len(arguments) > 2:
        decimals = max(0, min(_integer(arguments[2]) or 0, 20))
    try:
        one, other = float(left), float(right)
        if not floating:
            one, other = float(math.trunc(one)), float(math.trunc(other))
        result = float(_INTEGER_OPERATORS[name](one, other))
        if not floating:
            result = float(math.trunc(result))
    except (KeyError, ValueError, OverflowError, ZeroDivisionError):
        return ""
    return f"{result:.{decimals}f}" if abs(result) < 1e30 else ""


def character(code: str) -> str:
    """Return the printable ASCII character of a number, "" for any other."""
    number = _integer(code)
    return chr(number) if number is not None and 32 <= number <= 126 else ""


def hex_colour(name: str) -> str:
    """Return a colour as six hexadecimal digits, "" if it has none."""
    try:
        colour = parse_colour(name)
    except MplexError:
        return ""
    return f"{rgb_of(colour) & 0xFFFFFF:06x}" if colour >= 0 else ""
