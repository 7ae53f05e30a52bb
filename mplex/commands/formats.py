"""The format language: `#{...}`, `#S`, `#(...)` and strftime, expanded against variables.

One idea: only templates are expanded, never values. What a variable holds (a title that a program
set, a path) is data and stays as it is, even where a modifier expands twice; only options, whose
names hold a `-` or start with `@`, hold templates. Depth, work and output are bounded, so no
template can hang the server. The variables themselves are in `mplex.commands.variables`, the
modifiers in `mplex.commands.format_modifiers`.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mplex.commands import format_text
from mplex.commands.format_modifiers import Modifier, parse_modifiers, skip

MAX_DEPTH = 50
MAX_STEPS = 10_000
MAX_CHARS = 65_536
MAX_QUOTING = 8
"""How often the `#` of data is doubled; if it is to be expanded more often, it is left out."""

ALIASES = {
    "D": "pane_id",
    "F": "window_flags",
    "H": "host",
    "I": "window_index",
    "P": "pane_index",
    "S": "session_name",
    "T": "pane_title",
    "W": "window_name",
    "h": "host_short",
}
"""Variables with a short form, such as `#S`."""

Job = Callable[[str], str]
"""Returns the last line that a shell command printed, as far as it is known now."""


class Scope(Mapping[str, str], ABC):
    """Variables that know more than their values: what loops and searches need."""

    @abstractmethod
    def loop(self, kind: str) -> Sequence[tuple[Scope, bool]]:
        """Return the variables of each session, window, pane or client (`S W P L`).

        With each, whether it is the current one.
        """

    @abstractmethod
    def named(self, kind: str, name: str) -> bool:
        """Say whether a window (`w`) or session (`s`) of that name exists."""

    @abstractmethod
    def search(self, matches: Callable[[str], bool]) -> int:
        """Return the number, from 1, of the first line of the pane that matches; 0 for none."""


class _Budget:
    """What is left of the work that one expansion may do."""

    def __init__(self) -> None:
        self.steps = MAX_STEPS

    def spend(self) -> bool:
        """Take a step; say whether there was one left."""
        self.steps -= 1
        return self.steps >= 0


QUOTED = "window_flags"
"""The variable that has each `#` doubled already, as in tmux."""


class _State(NamedTuple):
    """Where an expansion stands."""

    variables: Mapping[str, str]
    now: float
    job: Job | None
    budget: _Budget
    times: bool = False
    """strftime conversions are expanded too."""
    depth: int = 0
    pending: int = 0
    """How many expansions the result will still go through; data is quoted for all of them."""
    pending_times: int = 0
    """How many of those expand strftime conversions too."""
    in_job: bool = False

    @property
    def scope(self) -> Scope | None:
        """The variables, if they know more than their values."""
        return self.variables if isinstance(self.variables, Scope) else None


def expand(
    template: str,
    variables: Mapping[str, str],
    *,
    now: float | None = None,
    job: Job | None = None,
    styled: bool = False,
) -> str:
    """Return `template` with its formats expanded.

    With `now`, the template goes through strftime at that time as well. `job` runs `#(command)`,
    which is empty without it. Loops and searches need variables that are a `Scope`. `styled` is for
    text that is drawn with the `#[style]` in it: the `#` of data is doubled, so that a title cannot
    style the row it is shown in.
    """
    moment = time.time() if now is None else now
    state = _State(variables, moment, job, _Budget(), now is not None, pending=int(styled))
    return _expand(state, template)


def is_true(text: str) -> bool:
    """Say whether a value counts as true: not empty and not "0"."""
    return text not in ("", "0")


def _expand(state: _State, template: str) -> str:
    if state.depth >= MAX_DEPTH or not state.budget.spend():
        return ""
    template = template[:MAX_CHARS]
    if state.times:
        template = format_text.strftime(template, state.now)
    state = state._replace(depth=state.depth + 1, times=False)
    parts: list[str] = []
    size = at = 0
    while at < len(template) and size < MAX_CHARS:
        hash = template.find("#", at)
        if hash < 0:
            parts.append(template[at:])
            break
        part, end = _hash(state, template, hash)
        parts += (template[at:hash], part)
        size += hash - at + len(part)
        if end < 0:
            break
        at = end
    return "".join(parts)[:MAX_CHARS]


def _hash(state: _State, template: str, at: int) -> tuple[str, int]:
    """Expand what starts with the `#` at `at`; return it and where to go on, -1 for nowhere.

    A brace or bracket that is not closed ends the expansion, as in tmux.
    """
    char = template[at + 1 : at + 2]
    if char in ("{", "("):
        end = skip(template, at + 2, "}" if char == "{" else ")", bracket=char)
        if end < 0:
            return "", -1
        inner = template[at + 2 : end]
        return (_replace(state, inner) if char == "{" else _job(state, inner)), end + 1
    if char == "#":
        end = _run_end(template, at)
        if template[end : end + 1] == "[":
            return template[at : end + 1], end + 1
        return "#" * ((end - at) // 2), end - (end - at) % 2
    if char in (",", "}"):
        return char, at + 2
    if char in ALIASES:
        return _variable(state, ALIASES[char]), at + 2
    return "#" + char, at + 1 + len(char)


def _run_end(template: str, at: int) -> int:
    """Return where a run of `#` ends."""
    while at < len(template) and template[at] == "#":
        at += 1
    return at


def _job(state: _State, command: str) -> str:
    if state.job is None or not state.budget.spend():
        return ""
    inner = _expand(_for_use(state)._replace(in_job=True), command)
    return _quoted(state, state.job(inner)[:MAX_CHARS])


def _variable(state: _State, name: str) -> str:
    """Return a variable's value for use in a template, "" if there is none."""
    value = state.variables.get(name, "")
    if name == QUOTED and state.pending:
        # It would be quoted twice, and shown with two marks.
        value = value.replace("##", "#")
    return value if is_template(name) else _quoted(state, value)


def is_template(name: str) -> bool:
    """Say whether a variable of that name holds a template: it is an option."""
    return name.startswith("@") or "-" in name


def _quoted(state: _State, value: str) -> str:
    """Make data safe: from being expanded later, and in `#()` from being read by the shell."""
    if state.in_job:
        value = format_text.without_shell_characters(value)
    if state.pending > MAX_QUOTING:
        return value.replace("#", "").replace("%", "")
    if state.pending_times:
        value = value.replace("%", "%" * 2**state.pending_times)
    return value.replace("#", "#" * 2**state.pending) if state.pending else value


def _replace(state: _State, body: str) -> str:
    """Expand the inside of `#{...}`."""
    if not state.budget.spend():
        return ""
    modifiers, rest = parse_modifiers(body, lambda text: _expand(state, text))
    by_name = {modifier.name: modifier for modifier in modifiers}
    again = "E" in by_name or "T" in by_name
    inner = _before_another(state, times="T" in by_name) if again else state
    if "q" in by_name and not by_name["q"].arguments:
        inner = inner._replace(in_job=False)
    value = _value(inner, by_name, rest)
    if again:
        value = _expand(state._replace(times="T" in by_name), value)
    for modifier in modifiers:
        value = format_text.apply(modifier, value, state.now)[:MAX_CHARS]
    return value


def _before_another(state: _State, *, times: bool) -> _State:
    """Return the state for what is going to be expanded once more, perhaps with strftime."""
    return state._replace(
        pending=state.pending + 1,
        pending_times=state.pending_times + times,
    )


def _for_use(state: _State) -> _State:
    """Return the state for what is used here, as a condition or an argument, and not shown."""
    return state._replace(pending=0, pending_times=0)


def _value(state: _State, modifiers: Mapping[str, Modifier], rest: str) -> str:
    """Return what the modifiers that take the whole rest make of it, else the plain value."""
    if "l" in modifiers:
        return rest
    for name, modifier in modifiers.items():
        if name in _OPERATIONS:
            return _OPERATIONS[name](state, modifier, rest)
    if rest.startswith("?"):
        return _condition(state, rest[1:])
    if "#{" in rest or "#(" in rest:
        return _expand(state, rest)
    return _variable(state, rest)


def _condition(state: _State, body: str) -> str:
    """Expand `condition,this,otherwise`; all after the second comma is `otherwise`."""
    condition, values = _halves(body)
    if values is None:
        return ""
    this, otherwise = _halves(values)
    if otherwise is None:
        return ""
    return _expand(state, this if _is_met(state, condition) else otherwise)


def _is_met(state: _State, condition: str) -> bool:
    plain = _for_use(state)
    if condition in state.variables:
        return is_true(_variable(plain, condition))
    expanded = _expand(plain, condition)
    return expanded != condition and is_true(expanded)


def _halves(text: str) -> tuple[str, str | None]:
    """Split at the first comma outside braces; None for a second half that is not there."""
    at = skip(text, 0, ",")
    return (text, None) if at < 0 else (text[:at], text[at + 1 :])


def _both(state: _State, rest: str) -> tuple[str, str] | None:
    """Return the two sides of a comparison, expanded, for comparing and not for showing."""
    left, right = _halves(rest)
    if right is None:
        return None
    plain = _for_use(state)
    return _expand(plain, left), _expand(plain, right)


def _compare(state: _State, modifier: Modifier, rest: str) -> str:
    sides = _both(state, rest)
    return "" if sides is None else "01"[format_text.COMPARISONS[modifier.name](*sides)]


def _match(state: _State, modifier: Modifier, rest: str) -> str:
    sides = _both(state, rest)
    if sides is None:
        return ""
    return "01"[format_text.matcher(sides[0], modifier.argument(0))(sides[1])]


def _search(state: _State, modifier: Modifier, rest: str) -> str:
    if state.scope is None:
        return "0"
    pattern, flags = _expand(_for_use(state), rest), modifier.argument(0)
    if "r" not in flags:
        pattern = f"*{pattern}*"
    return str(state.scope.search(format_text.matcher(pattern, flags)))


def _arithmetic(state: _State, modifier: Modifier, rest: str) -> str:
    sides = _both(state, rest)
    return "" if sides is None else format_text.calculate(*sides, modifier.arguments)


def _named(state: _State, modifier: Modifier, rest: str) -> str:
    kind = modifier.argument(0) or "w"
    name = _expand(_for_use(state), rest)
    return "01"[state.scope is not None and state.scope.named(kind[0], name)]


def _loop(state: _State, modifier: Modifier, rest: str) -> str:
    """Expand once for every session, window, pane or client."""
    if state.scope is None:
        return ""
    usual, special = _halves(rest)
    parts: list[str] = []
    size = 0
    for variables, current in state.scope.loop(modifier.name):
        inner = state._replace(variables=variables)
        part = _expand(inner, special if current and special is not None else usual)
        parts.append(part)
        size += len(part)
        if size > MAX_CHARS or state.budget.steps <= 0:
            break
    return "".join(parts)


_OPERATIONS: dict[str, Callable[[_State, Modifier, str], str]] = {
    **dict.fromkeys(format_text.COMPARISONS, _compare),
    **dict.fromkeys("SWPL", _loop),
    "m": _match,
    "C": _search,
    "e": _arithmetic,
    "N": _named,
    "!": lambda state, _modifier, rest: "10"[is_true(_expand(_for_use(state), rest))],
    "!!": lambda state, _modifier, rest: "01"[is_true(_expand(_for_use(state), rest))],
    "a": lambda state, _modifier, rest: _quoted(state, format_text.character(_expand(state, rest))),
    "c": lambda state, _modifier, rest: format_text.hex_colour(_expand(state, rest)),
}
"""Modifiers that give the rest a meaning of its own."""
