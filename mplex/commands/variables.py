"""Looking up format variables: `#{pane_title}` and so on, found out when asked for.

One idea: `Variables` is a mapping, so the format language needs no model. As in tmux, a name is
looked for among the options, then the table, then what this use of the format adds, then the
environment. The rows are in `mplex.commands.variable_table`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mplex.commands import format_facts as facts
from mplex.commands.format_context import (
    FormatClient,
    FormatContext,
    FormatServer,
    Variable,
    value_text,
)
from mplex.commands.formats import Job, Scope, expand
from mplex.commands.variable_table import EXTRA_VARIABLES, VARIABLES
from mplex.model.session import Session
from mplex.model.window import Window
from mplex.options import Options, find_option, format_value, is_option_name, split_index
from mplex.vt.clusters import expand as printable

__all__ = [
    "EXTRA_VARIABLES",
    "VARIABLES",
    "FormatClient",
    "FormatContext",
    "FormatServer",
    "Variable",
    "Variables",
    "automatic_name",
    "variables",
]

MAX_SEARCHED_ROWS = 10_000
"""Rows of a pane that `#{C:...}` looks at."""

_BY_NAME = {variable.name: variable for variable in VARIABLES}


class Variables(Scope):
    """The variables of a context."""

    def __init__(self, context: FormatContext) -> None:
        self.context = context

    def __getitem__(self, name: str) -> str:
        value = self._find(name)
        if value is None:
            raise KeyError(name)
        return value

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._find(name) is not None

    def __iter__(self) -> Iterator[str]:
        yield from _BY_NAME
        yield from (name for name in self.context.extra if name not in _BY_NAME)

    def __len__(self) -> int:
        return sum(1 for _name in self)

    def _find(self, name: str) -> str | None:
        context = self.context
        option = self._option(name)
        if option is not None:
            return option
        variable = _BY_NAME.get(name)
        if variable is not None:
            about = getattr(context, variable.about)
            if about is not None:
                return value_text(variable.value(context, about))
            return context.extra.get(name, "")
        if name in context.extra:
            return context.extra[name]
        if context.session is not None and name in context.session.environ:
            return context.session.environ[name]
        return context.tree.environ.get(name)

    def _option(self, name: str) -> str | None:
        """Return an option's value as formats show it, None if there is no such option."""
        plain, index = split_index(name)
        if not is_option_name(plain):
            return None
        for options in self._options():
            if options.known(plain):
                value = options.get(name if index is not None else plain)
                return format_value(value, numeric=find_option(plain).kind == "flag")
        return None

    def _options(self) -> Iterator[Options]:
        """Yield the options that hold here, the nearest first."""
        context = self.context
        if context.pane is not None:
            yield context.pane.options
        yield context.window.options if context.window else context.tree.window_options
        yield context.session.options if context.session else context.tree.session_options
        yield context.tree.options

    def loop(self, kind: str) -> Sequence[tuple[Variables, bool]]:
        """Return the variables of each session, window, pane or client (`S W P L`)."""
        context = self.context
        session = context.session
        if kind == "S":
            by_name = sorted(context.tree.sessions.values(), key=lambda each: each.name)
            found = [(_at_session(context, each), each is session) for each in by_name]
        elif kind == "W" and session is not None:
            windows = session.windows.values()
            current = facts.current_window(context, session)
            found = [(_at_window(context, each), each is current) for each in windows]
        elif kind == "P" and context.window is not None:
            panes, active = context.window.panes, context.window.active
            found = [(context._replace(pane=each), each is active) for each in panes]
        elif kind == "L":
            found = [
                (_at_session(context._replace(client=each), each.session), each is context.client)
                for each in context.clients
            ]
        else:
            found = []
        return [(Variables(inner), current) for inner, current in found]

    def named(self, kind: str, name: str) -> bool:
        """Say whether a window of this session (`w`) or a session (`s`) has the name."""
        if kind == "s":
            return self.context.tree.find_session(name) is not None
        windows = self.context.session.windows.values() if self.context.session else ()
        return any(window.name == name for window in windows)

    def search(self, matches: Callable[[str], bool]) -> int:
        """Return the number, from 1, of the first row of the pane that matches; 0 for none."""
        if self.context.pane is None:
            return 0
        texts, _attrs = self.context.pane.screen.visible()
        for number, text in enumerate(texts[:MAX_SEARCHED_ROWS], 1):
            if matches(printable(text).rstrip()):
                return number
        return 0


def _at_session(context: FormatContext, session: Session) -> FormatContext:
    window = session.current if session.windows else None
    pane = window.active if window else None
    return context._replace(session=session, window=window, pane=pane)


def _at_window(context: FormatContext, window: Window) -> FormatContext:
    return context._replace(window=window, pane=window.active)


def variables(context: FormatContext) -> Variables:
    """Return the variables of a context."""
    return Variables(context)


def automatic_name(context: FormatContext, job: Job | None = None) -> str:
    """Return the name that automatic-rename gives to the context's window."""
    if context.window is None:
        return ""
    pane = context.window.active
    template = context.window.options.text("automatic-rename-format")
    return expand(template, Variables(context._replace(pane=pane)), job=job)
