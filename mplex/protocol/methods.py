"""The methods of the control socket: their names, what each does and takes; one table.

Both ends use it: the server checks by it, `mplex-ctl call --help` prints it. What a value may be
beyond its type is the server's own matter, and so is what a method does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Kind(NamedTuple):
    """A type of JSON values, as a sentence names it."""

    name: str
    types: tuple[type, ...]


TEXT = Kind("a string", (str,))
NUMBER = Kind("a number", (int, float))
FLAG = Kind("true or false", (bool,))
OBJECT = Kind("an object", (dict,))
LIST = Kind("a list", (list,))
ANY = Kind("anything", (object,))


class Param(NamedTuple):
    """One parameter; `needed` ones must be there and not null."""

    name: str
    kind: Kind
    needed: bool = False


class Method(NamedTuple):
    """A row of `METHODS`."""

    name: str
    help: str
    params: tuple[Param, ...] = ()
    one_of: tuple[str, ...] = ()
    """Names of parameters of which one is enough, and needed."""

    @property
    def takes(self) -> str:
        """What it takes: `{flow, wait?}`."""
        if not self.one_of:
            return _braced(self.params)
        rest = [param for param in self.params if param.name not in self.one_of]
        ways = [_braced([Param(name, ANY, needed=True), *rest]) for name in self.one_of]
        return " or ".join(ways)

    @property
    def usage(self) -> str:
        """The method with what it takes, as an error's hint says it."""
        return f"{self.name} takes {self.takes}"


def _braced(params: Sequence[Param]) -> str:
    names = (param.name if param.needed else f"{param.name}?" for param in params)
    return f"{{{', '.join(names)}}}"


_FLOW = Param("flow", TEXT, needed=True)
_FLOW_OR_RUN = (Param("flow", TEXT), Param("run", TEXT))

METHODS = (
    Method(
        "hello",
        "say who the server is",
        (Param("protocol", ANY),),
    ),
    Method(
        "show",
        "show one screen, or queue it; returns its flow",
        (
            Param("screen", OBJECT, needed=True),
            Param("target", TEXT),
            Param("client", TEXT),
            Param("timeout", NUMBER),
            Param("run", TEXT),
            Param("queue", FLAG),
            Param("notify", FLAG),
        ),
    ),
    Method(
        "result",
        "tell how a flow ended; `wait` seconds at most",
        (_FLOW, Param("wait", NUMBER)),
    ),
    Method(
        "cancel",
        "drop a flow and take it off the screen",
        _FLOW_OR_RUN,
        ("flow", "run"),
    ),
    Method(
        "update",
        "change what the progress fields of a form show, or end it",
        (*_FLOW_OR_RUN, Param("fields", OBJECT), Param("done", FLAG)),
        ("flow", "run"),
    ),
    Method(
        "media",
        "send a picture for a form, in pieces",
        (Param("data", TEXT, needed=True), Param("media", TEXT), Param("last", FLAG)),
    ),
    Method(
        "fetch",
        "get a piece of the file that the person picked",
        (_FLOW, Param("field", TEXT), Param("offset", NUMBER)),
    ),
    Method(
        "notify",
        "tell the person something, in the status row and the message log",
        (
            Param("title", TEXT, needed=True),
            Param("body", TEXT),
            Param("subtitle", TEXT),
            Param("level", TEXT),
            Param("sound", TEXT),
            Param("pane", TEXT),
        ),
    ),
    Method(
        "command",
        "run any mplex command; returns stdout, stderr and status",
        (Param("argv", LIST, needed=True), Param("target", TEXT)),
    ),
    Method(
        "list",
        "list the pending flows, the clients and the sessions",
    ),
)
