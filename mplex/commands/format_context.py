"""What a format is expanded for, and what a row of the variable table is.

Clients and the server are known by small protocols, so that formats can be tested without either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from mplex.geometry import Point, Size
from mplex.model.buffers import Buffer
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.target import Target
from mplex.model.tree import Tree
from mplex.model.window import Window

Value = str | int | float | bool | None


class FormatClient(Protocol):
    """A client as far as formats need it."""

    @property
    def name(self) -> str: ...
    @property
    def tty(self) -> str: ...
    @property
    def pid(self) -> int: ...
    @property
    def size(self) -> Size: ...
    @property
    def termname(self) -> str: ...
    @property
    def session(self) -> Session: ...
    @property
    def window(self) -> Window: ...
    @property
    def readonly(self) -> bool: ...
    @property
    def created(self) -> float: ...
    @property
    def activity(self) -> float: ...
    @property
    def key_table(self) -> str: ...
    @property
    def last_session(self) -> Session | None: ...
    @property
    def prefix_active(self) -> bool: ...
    @property
    def offset(self) -> Point | None:
        """The window's cell that it shows top left, None when it shows the whole window."""


class FormatServer(Protocol):
    """The server as far as formats need it."""

    @property
    def clients(self) -> Sequence[FormatClient]: ...
    @property
    def socket_path(self) -> str: ...
    @property
    def pid(self) -> int: ...
    @property
    def version(self) -> str: ...
    @property
    def started(self) -> float: ...
    @property
    def config_files(self) -> Sequence[str]: ...
    @property
    def marked(self) -> Target | None: ...

    def is_piped(self, pane: Pane) -> bool:
        """Say whether the pane's output goes to a command."""


class FormatContext(NamedTuple):
    """What a format is expanded for; anything but the tree may be missing."""

    tree: Tree
    session: Session | None = None
    window: Window | None = None
    pane: Pane | None = None
    client: FormatClient | None = None
    server: FormatServer | None = None
    extra: Mapping[str, str] = MappingProxyType({})
    """Variables that only this use of a format has."""
    buffer: Buffer | None = None

    @property
    def clients(self) -> Sequence[FormatClient]:
        """The attached clients."""
        return self.server.clients if self.server else ()

    @property
    def marked(self) -> Target | None:
        """The marked pane, with its window and session."""
        return self.server.marked if self.server else None


class Variable(NamedTuple):
    """One row of the table of variables."""

    name: str
    about: str
    """The field of the context that it is about; where that is missing, the variable is empty."""
    help: str
    value: Callable[[FormatContext, Any], Value]
    """Gets the context and what the variable is about."""


def value_text(value: Value) -> str:
    """Return a value as formats show it: true and false as 1 and 0, times in whole seconds."""
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, (bool, float)) else str(value)
