"""What `-t` names: text to a session, window and pane, by tmux's rules.

A target is `session:window.pane`, each part optional, or an id (`$1`, `@2`, `%3`), or a token such
as `{last}` or `{mouse}`. A name may be its unique start, or a pattern; `=name` is exact. What a
lone word means depends on what the command wants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from typing import NamedTuple, Protocol, TypeVar

from mplex.errors import TargetError
from mplex.geometry import Rect
from mplex.model.neighbours import find_corner
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.tree import Tree
from mplex.model.window import Window

MAX_OFFSET_DIGITS = 9

WINDOW_TOKENS = {
    "{start}": "^",
    "{end}": "$",
    "{last}": "!",
    "{next}": "+",
    "{previous}": "-",
}
"""Tokens for a window, with their short forms."""

PANE_TOKENS = {
    "{last}": "!",
    "{next}": "+",
    "{previous}": "-",
    "{top}": "top",
    "{bottom}": "bottom",
    "{left}": "left",
    "{right}": "right",
    "{top-left}": "top-left",
    "{top-right}": "top-right",
    "{bottom-left}": "bottom-left",
    "{bottom-right}": "bottom-right",
}
"""Tokens for a pane, with their short forms."""

_BESIDE = {"{up-of}": "U", "{down-of}": "D", "{left-of}": "L", "{right-of}": "R"}


class Target(NamedTuple):
    """What a command acts on."""

    session: Session | None
    window: Window | None
    pane: Pane | None


class ClientView(Protocol):
    """A client as far as targets need it."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def tty(self) -> str:
        """The path of its terminal."""

    @property
    def session(self) -> Session | None:
        """What it looks at."""


C = TypeVar("C", bound=ClientView)
T = TypeVar("T")


def find_client(clients: Iterable[C], text: str) -> C:
    """Return the client with that name or terminal (with or without /dev/); else TargetError."""
    wanted = text.removesuffix(":")
    for client in clients:
        if wanted and wanted in (client.name, client.tty, client.tty.removeprefix("/dev/")):
            return client
    raise TargetError(f"can't find client: {wanted}")


def find_target(
    tree: Tree,
    text: str | None,
    kind: str,
    current: Target,
    *,
    mouse: Target | None = None,
    marked: Target | None = None,
    prefer_unattached: bool = False,
    clients: Iterable[ClientView] = (),
) -> Target:
    """Return what `text` names, completed to all that is known: a session brings its window.

    `kind` is what a lone word means: "session", "window", "pane" or "client". `current` is what
    no text at all means, and where relative targets start. Raises TargetError.
    """
    if kind == "client" and text:
        session = find_client(clients, text).session
        return _whole(session) if session else Target(None, None, None)
    return _Search(tree, current, prefer_unattached, list(clients)).find(text, kind, mouse, marked)


def _whole(session: Session) -> Target:
    if not session.windows:
        return Target(session, None, None)
    return Target(session, session.current, session.current.active)


class _Search:
    """One search: the tree and where it starts from."""

    def __init__(
        self, tree: Tree, current: Target, prefer_unattached: bool, clients: list[ClientView]
    ) -> None:
        self.tree = tree
        self.prefer_unattached = prefer_unattached
        self.clients = clients
        self.current = current if current.session is not None else self._best()

    def find(
        self, text: str | None, kind: str, mouse: Target | None, mark: Target | None
    ) -> Target:
        if not text:
            if self.current.session is None:
                raise TargetError("no current target")
            return self.current
        if text in ("=", "{mouse}"):
            if mouse is None or mouse.session is None:
                raise TargetError("no mouse target")
            return _completed(mouse)
        if text in ("~", "{marked}"):
            if mark is None:
                raise TargetError("no marked target")
            return mark
        session, window, pane = _parts(text, kind)
        if session is not None:
            return self._in_session(self._session(session), window, pane)
        if window is not None:
            target = self._window(window, or_session=":" not in text)
            return target if pane is None else self._in_window(target, pane)
        if pane is not None:
            return self._pane(pane)
        return self.find(None, kind, mouse, mark)

    def _best(self) -> Target:
        """Return the session used last, of the unattached ones if those are preferred."""
        sessions = list(self.tree.sessions.values())
        if self.prefer_unattached:
            sessions = [session for session in sessions if not session.attached] or sessions
        if not sessions:
            return Target(None, None, None)
        return _whole(max(sessions, key=lambda session: session.activity))

    def _in_session(self, session: Session, window: str | None, pane: str | None) -> Target:
        target = _whole(session)
        if window is not None:
            target = _whole_window(session, self._window_in(session, window))
        if pane is None:
            return target
        if window is None and pane.startswith("%"):
            found = self.tree.panes.get(_id(pane))
            if found is None or found.window not in session.windows.values():
                raise TargetError(f"can't find pane: {pane}")
            return Target(session, found.window, found)
        return self._in_window(target, pane)

    def _session(self, text: str) -> Session:
        found = self._session_or_none(text)
        if found is None:
            raise TargetError(f"can't find session: {text.removeprefix('=')}")
        return found

    def _session_or_none(self, text: str) -> Session | None:
        sessions = list(self.tree.sessions.values())
        if text.startswith("$"):
            return self.tree.sessions.get(_id(text))
        named = [session for session in sessions if session.name == text.removeprefix("=")]
        if named or text.startswith("="):
            return named[0] if named else None
        for client in self.clients:
            if client.session is not None and text in (client.name, client.tty):
                return client.session
        return _by_start_or_pattern(text, sessions, lambda session: session.name)

    def _window(self, text: str, *, or_session: bool = True) -> Target:
        """Find a window by id, else in the current session, else the session of that name."""
        if text.startswith("@"):
            window = self.tree.windows.get(_id(text))
            if window is None:
                raise TargetError(f"can't find window: {text}")
            return _whole_window(self.tree.session_of(window), window)
        session = self.current.session
        if session is not None:
            found = _window_or_none(session, text)
            if found is not None:
                return _whole_window(session, found)
        other = self._session_or_none(text) if or_session else None
        if other is None:
            raise TargetError(f"can't find window: {text.removeprefix('=')}")
        return _whole(other)

    def _window_in(self, session: Session, text: str) -> Window:
        if text.startswith("@"):
            found = self.tree.windows.get(_id(text))
            if found is not None and found not in session.windows.values():
                found = None
        else:
            found = _window_or_none(session, text)
        if found is None:
            raise TargetError(f"can't find window: {text.removeprefix('=')}")
        return found

    def _pane(self, text: str) -> Target:
        """Find a pane by id, else in the current window, else what a window target would be."""
        if text.startswith("%"):
            pane = self.tree.panes.get(_id(text))
            if pane is None:
                raise TargetError(f"can't find pane: {text}")
            return Target(self.tree.session_of(pane.window), pane.window, pane)
        window = self.current.window
        if window is not None:
            found = _pane_or_none(window, text)
            if found is not None:
                return Target(self.current.session, window, found)
        try:
            return self._window(text)
        except TargetError:
            raise TargetError(f"can't find pane: {text}") from None

    def _in_window(self, target: Target, text: str) -> Target:
        if target.window is None:
            raise TargetError(f"can't find pane: {text}")
        if text.startswith("%"):
            found = self.tree.panes.get(_id(text))
            if found is not None and found.window is not target.window:
                found = None
        else:
            found = _pane_or_none(target.window, text)
        if found is None:
            raise TargetError(f"can't find pane: {text}")
        return target._replace(pane=found)


def _completed(target: Target) -> Target:
    session, window, pane = target
    if session is not None and window is None:
        return _whole(session)
    return Target(session, window, pane or (window.active if window else None))


def _whole_window(session: Session, window: Window) -> Target:
    return Target(session, window, window.active)


def _id(text: str) -> int:
    """Return the number of `$1`, `@2` or `%3`; -1, which nothing has, for anything else."""
    number = text[1:]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 12 else -1


def _parts(text: str, kind: str) -> tuple[str | None, str | None, str | None]:
    """Split a target into session, window and pane, None for a part that is not there."""
    session: str | None = None
    window: str | None = None
    pane: str | None = None
    head, colon, rest = text.partition(":")
    if colon:
        session = head
        window, dot, tail = rest.partition(".")
        pane = tail if dot else None
    elif "." in text:
        window, _dot, pane = text.partition(".")
    elif text[0] == "$" or (kind == "session" and text[0] not in "@%"):
        session = text
    elif text[0] == "@" or (kind == "window" and text[0] != "%"):
        window = text
    else:
        pane = text
    if window is not None:
        window = WINDOW_TOKENS.get(window, window)
    if pane is not None:
        pane = PANE_TOKENS.get(pane, pane)
    return _not_empty(session), _not_empty(window), _not_empty(pane)


def _not_empty(text: str | None) -> str | None:
    return text if text not in ("", "=") else None


def _offset(text: str) -> int | None:
    """Return `+2` or `-` as a number, None for anything else."""
    digits = text[1:]
    if text[:1] not in ("+", "-") or len(digits) > MAX_OFFSET_DIGITS:
        return None
    if digits and not (digits.isascii() and digits.isdigit()):
        return None
    return int(digits or "1") * (1 if text[0] == "+" else -1)


def _by_start_or_pattern(text: str, things: list[T], name: Callable[[T], str]) -> T | None:
    """Return the only thing whose name starts with `text`, or else matches it as a pattern.

    With several that do, None: tmux does not go on to patterns then.
    """
    found = [thing for thing in things if name(thing).startswith(text)]
    if not found:
        found = [thing for thing in things if fnmatchcase(name(thing), text)]
    return found[0] if len(found) == 1 else None


def _window_or_none(session: Session, text: str) -> Window | None:
    if not session.windows:
        return None
    windows = list(session.windows.values())
    exact = text.startswith("=")
    text = text.removeprefix("=")
    if not exact:
        offset = _offset(text)
        if offset is not None:
            return windows[(windows.index(session.current) + offset) % len(windows)]
        if text == "!":
            return session.last_windows[0] if session.last_windows else None
        if text in ("^", "$"):
            return windows[0 if text == "^" else -1]
    if text.isascii() and text.isdigit() and int(text) in session.windows:
        return session.windows[int(text)]
    named = [window for window in windows if window.name == text]
    if named or exact:
        return named[0] if len(named) == 1 else None
    return _by_start_or_pattern(text, windows, lambda window: window.name)


def _pane_or_none(window: Window, text: str) -> Pane | None:
    if text == "!":
        return window.last_panes[0] if window.last_panes else None
    if text in _BESIDE:
        return window.neighbour(window.active, _BESIDE[text])
    offset = _offset(text)
    if offset is not None:
        return window.panes[(window.panes.index(window.active) + offset) % len(window.panes)]
    if text.isascii() and text.isdigit():
        index = int(text) - window.options.number("pane-base-index")
        return window.panes[index] if 0 <= index < len(window.panes) else None
    return find_corner([*_places(window)], window.size, text)


def _places(window: Window) -> Iterable[tuple[Pane, Rect]]:
    by_id = {pane.id: pane for pane in window.panes}
    for leaf in window.layout.leaves():
        if leaf.pane is not None:
            yield by_id[leaf.pane], leaf.rect
