"""What a client and the server can say to each other: one class a message, and the table of them.

On the wire a message is a msgpack array: its kind, then its fields in order. Fields may be added at
the end (a reader ignores those that it does not know); anything else raises `PROTOCOL_VERSION`.
`Hello`, `Welcome` and `Refuse` keep their first field for ever, so that two versions can part with
a sentence.

These are plain classes with slots, because the client cannot afford `dataclasses` or `typing`.
"""

from __future__ import annotations

from mplex.errors import ProtocolError

PROTOCOL_VERSION = 1


class Message:
    """Base of all messages: comparable, printable, and convertible to what goes over the wire."""

    __slots__ = ()
    kind = ""
    """The word that names the message on the wire."""
    fields: tuple[tuple[str, type], ...] = ()
    """Names and types of the fields, in the order of the wire and of the constructor."""
    needed: int | None = None
    """How many of the fields every version sends; None is all of them."""

    def values(self) -> tuple[object, ...]:
        """Return the fields in their order."""
        return tuple(getattr(self, name) for name, _ in self.fields)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash((self.kind, len(self.fields)))

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={getattr(self, name)!r}" for name, _ in self.fields)
        return f"{type(self).__name__}({inner})"


class Hello(Message):
    """Client to server, first of all: who calls, from where, and what it wants done."""

    __slots__ = (
        "argv",
        "cols",
        "cwd",
        "environ",
        "flags",
        "pid",
        "rows",
        "term",
        "tty",
        "version",
        "xpixel",
        "ypixel",
    )
    kind = "hello"
    fields = (
        ("version", int),
        ("argv", list),
        ("cwd", str),
        ("environ", dict),
        ("term", str),
        ("tty", str),
        ("rows", int),
        ("cols", int),
        ("pid", int),
        ("flags", dict),
        ("xpixel", int),
        ("ypixel", int),
    )

    def __init__(
        self,
        version: int,
        argv: list[str],
        cwd: str = "/",
        environ: dict[str, str] | None = None,
        term: str = "",
        tty: str = "",
        rows: int = 24,
        cols: int = 80,
        pid: int = 0,
        flags: dict[str, object] | None = None,
        xpixel: int = 0,
        ypixel: int = 0,
    ) -> None:
        self.version = version
        self.argv = argv
        self.cwd = cwd
        self.environ = environ or {}
        self.term = term
        self.tty = tty
        """Path of the terminal, empty if there is none."""
        self.rows = rows
        self.cols = cols
        self.pid = pid
        self.flags = flags or {}
        """config_files: list of str (-f), verbose: int, colours256: bool (-2), direct: bool.

        `direct`: the client answers an `Attach` that is direct, with `Handover` or `Resize`.
        """
        self.xpixel = xpixel
        self.ypixel = ypixel


class Input(Message):
    """Client to server: bytes from the terminal, unread."""

    __slots__ = ("data",)
    kind = "input"
    fields = (("data", bytes),)

    def __init__(self, data: bytes) -> None:
        self.data = data


class Resize(Message):
    """Client to server: the terminal's new size in cells and, where known, in pixels (else 0)."""

    __slots__ = ("cols", "rows", "xpixel", "ypixel")
    kind = "resize"
    fields = (("rows", int), ("cols", int), ("xpixel", int), ("ypixel", int))

    def __init__(self, rows: int, cols: int, xpixel: int = 0, ypixel: int = 0) -> None:
        self.rows = rows
        self.cols = cols
        self.xpixel = xpixel
        self.ypixel = ypixel


class Handover(Message):
    """Client to server: here is the terminal, raw; its descriptor comes with the first byte.

    From now on the server reads and writes it, and the client neither does. Only an answer to an
    `Attach` that is `direct`.
    """

    __slots__ = ()
    kind = "handover"


class Stdin(Message):
    """Client to server: a part of standard input, asked for by `ReadStdin`; empty is its end."""

    __slots__ = ("data",)
    kind = "stdin"
    fields = (("data", bytes),)

    def __init__(self, data: bytes) -> None:
        self.data = data


class Resumed(Message):
    """Client to server: the client runs again after `Suspend`; its terminal is raw."""

    __slots__ = ()
    kind = "resumed"


class Bye(Message):
    """Client to server: the client leaves of its own accord (hangup, SIGTERM)."""

    __slots__ = ()
    kind = "bye"


class Welcome(Message):
    """Server to client: the version is right, the command is being run."""

    __slots__ = ("version",)
    kind = "welcome"
    fields = (("version", int),)

    def __init__(self, version: int) -> None:
        self.version = version


class Stdout(Message):
    """Server to client: output of the command."""

    __slots__ = ("data",)
    kind = "stdout"
    fields = (("data", bytes),)

    def __init__(self, data: bytes) -> None:
        self.data = data


class Stderr(Message):
    """Server to client: complaints of the command."""

    __slots__ = ("data",)
    kind = "stderr"
    fields = (("data", bytes),)

    def __init__(self, data: bytes) -> None:
        self.data = data


class ReadStdin(Message):
    """Server to client: send your standard input as `Stdin` messages."""

    __slots__ = ()
    kind = "read_stdin"


class Attach(Message):
    """Server to client: make the terminal raw, and lend it if `direct` (see `Handover`), or pass
    bytes from now on.
    """

    __slots__ = ("direct", "session")
    kind = "attach"
    fields = (("session", str), ("direct", bool))
    needed = 1

    def __init__(self, session: str, direct: bool = False) -> None:
        self.session = session
        self.direct = direct


class Output(Message):
    """Server to client: bytes for the terminal."""

    __slots__ = ("data",)
    kind = "output"
    fields = (("data", bytes),)

    def __init__(self, data: bytes) -> None:
        self.data = data


class Detached(Message):
    """Server to client: you are detached; `message` is what the terminal's owner should read.

    `reason` is one of detached, exited, server-exited, hangup (then the client also sends SIGHUP to
    its parent, as `detach-client -P` wants), exec (then a shell runs `message` in the client's
    place, as `detach-client -E` wants).
    """

    __slots__ = ("clean", "message", "reason")
    kind = "detached"
    fields = (("reason", str), ("message", str), ("clean", bool))
    needed = 2

    def __init__(self, reason: str, message: str, clean: bool = True) -> None:
        self.reason = reason
        self.message = message
        self.clean = clean
        """Whether the server has undone the terminal's modes."""


class Suspend(Message):
    """Server to client: give the terminal back and stop, until somebody continues you.

    The server has undone the terminal's modes before; see `Resumed` for what follows.
    """

    __slots__ = ()
    kind = "suspend"


class Exit(Message):
    """Server to client: the command is done; `message` goes to standard error if not empty."""

    __slots__ = ("message", "status")
    kind = "exit"
    fields = (("status", int), ("message", str))

    def __init__(self, status: int, message: str = "") -> None:
        self.status = status
        self.message = message


class Refuse(Message):
    """Server to client: no; `message` is a sentence (another version, another user, too many)."""

    __slots__ = ("message",)
    kind = "refuse"
    fields = (("message", str),)

    def __init__(self, message: str) -> None:
        self.message = message


CLIENT_MESSAGES = (Hello, Input, Resize, Handover, Stdin, Resumed, Bye)
SERVER_MESSAGES = (
    Welcome,
    Stdout,
    Stderr,
    ReadStdin,
    Attach,
    Output,
    Detached,
    Suspend,
    Exit,
    Refuse,
)
MESSAGES: dict[str, type[Message]] = {m.kind: m for m in (*CLIENT_MESSAGES, *SERVER_MESSAGES)}
"""Every message by its kind."""


def from_wire(body: object) -> Message:
    """Turn a decoded msgpack array into its message.

    Raises:
        ProtocolError: it is no message of ours, or a field is missing or of the wrong type.
    """
    if not isinstance(body, list) or not body or not isinstance(body[0], str):
        raise ProtocolError("the other end does not speak mplex")
    kind, values = body[0], body[1:]
    message = MESSAGES.get(kind)
    if message is None:
        raise ProtocolError(f"unknown message: {kind[:40]!r}")
    if kind == Hello.kind and values and values[0] != PROTOCOL_VERSION:
        return _foreign_hello(values[0])
    for n, (name, wanted) in enumerate(message.fields):
        if n >= len(values) and message.needed is not None and n >= message.needed:
            break
        if n >= len(values) or type(values[n]) is not wanted:
            raise ProtocolError(f"message {kind}: {name} must be {wanted.__name__}")
    if kind == Hello.kind:
        _check_hello(values)
    return message(*values[: len(message.fields)])


def _foreign_hello(version: object) -> Hello:
    """Keep nothing but the version of another version's greeting: it is there to be refused."""
    if type(version) is not int:
        raise ProtocolError("message hello: version must be int")
    return Hello(version, [])


def _check_hello(values: list[object]) -> None:
    """Check what the types of the fields do not say: argv and environ hold text only."""
    argv, environ = values[1], values[3]
    assert isinstance(argv, list)
    assert isinstance(environ, dict)
    if not all(type(word) is str for word in argv):
        raise ProtocolError("message hello: argv must hold strings")
    if not all(type(k) is str and type(v) is str for k, v in environ.items()):
        raise ProtocolError("message hello: environ must hold strings")
