"""The `mplex` command: global flags, the server's socket, and one command for the server.

Composition only. What a command does is the server's business; this side finds the server, or
starts one for the commands that may, and then lives in `mplex.client.request`. Nothing heavy is
imported here but in the forked child that becomes the server.
"""

from __future__ import annotations

import fcntl
import gc
import os
import select
import stat
import sys

from mplex import __version__
from mplex.client.connection import Connection
from mplex.client.request import run
from mplex.client.tty import terminal_path, window_size
from mplex.compiled import emulator_kind
from mplex.errors import MplexError, NoServer, UsageError
from mplex.protocol.address import check_socket_folder, lock_path, socket_path
from mplex.protocol.messages import PROTOCOL_VERSION, Hello

USAGE = """\
usage: mplex [-2NuVv] [-c shell-command] [-f file] [-L socket-name] [-S socket-path]
             [command [flags]]

  -2  assume that the terminal has 256 colours
  -c  run a shell command with the default shell, as a login shell would
  -f  read this file instead of the default configuration (may be repeated)
  -L  use the server with this name
  -N  do not start a server
  -S  use the server at this path
  -u  assume that the terminal takes UTF-8 (mplex always does)
  -V  print the version
  -v  log more (may be repeated)

Without a command, mplex starts a new session; `mplex list-commands` says what else there is.
"""

STARTING = (
    ("attach-session", 1),
    ("new-session", 5),
    ("new", 3),
    ("start-server", 5),
    ("start", 5),
)
"""Commands that start a server if none runs, and how many letters of them are needed.

To attach may start one because the configuration may make sessions.
"""

FLAGS_HINT = "mplex --help lists the flags"

START_SECONDS = 20.0
"""How long a server may take until it listens; a slow machine needs a second."""


class Flags:
    """The global flags of one call, and the words behind them."""

    def __init__(self, argv: list[str]) -> None:
        """Read the words of the command line.

        Raises:
            UsageError: an unknown flag, or one without its value.
        """
        self.name: str | None = None
        self.path: str | None = None
        self.shell_command: str | None = None
        self.files: list[str] = []
        self.switches = ""
        words = list(argv)
        while words and words[0].startswith("-") and words[0] != "-":
            word = words.pop(0)
            if word == "--":
                break
            if word == "--help":
                self.switches += "h"
                continue
            if word.startswith("--"):
                raise UsageError(f"unknown flag {word}", hint=FLAGS_HINT)
            self._read(word[1:], words)
        self.command = words

    def _read(self, letters: str, words: list[str]) -> None:
        """Read one word of flags; a value may stand in the same word or in the next one."""
        for n, letter in enumerate(letters):
            if letter in "2NuVvhl":
                self.switches += letter
            elif letter in "cfLS":
                value = letters[n + 1 :] or (words.pop(0) if words else "")
                if not value:
                    raise UsageError(f"-{letter} expects an argument")
                self._set(letter, value)
                return
            else:
                raise UsageError(f"unknown flag -{letter}", hint=FLAGS_HINT)

    def _set(self, letter: str, value: str) -> None:
        if letter == "c":
            self.shell_command = value
        elif letter == "f":
            self.files.append(os.path.abspath(value))
        elif letter == "L":
            self.name = value
        else:
            self.path = value


def main(argv: list[str] | None = None) -> int:
    """Run `mplex` with these words (default: those of the process) and return its exit status."""
    try:
        return _main(Flags(sys.argv[1:] if argv is None else argv))
    except MplexError as error:
        sys.stderr.write("".join(f"{line}\n" for line in (error.message, error.hint) if line))
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 141


def _main(flags: Flags) -> int:
    if "h" in flags.switches:
        sys.stdout.write(USAGE)
        return 0
    if "V" in flags.switches:
        sys.stdout.write(f"mplex {__version__} ({emulator_kind()})\n")
        return 0
    if flags.shell_command is not None:
        shell = os.environ.get("SHELL") or "/bin/sh"
        os.execv(shell, [os.path.basename(shell), "-c", flags.shell_command])
    command = flags.command or ["new-session"]
    socket = socket_path(flags.name, flags.path, os.environ)
    check_socket_folder(socket, os.environ)
    connection = _connect(socket, flags, start=_starts_server(command))
    return run(socket, _hello(command, flags), connection)


def _starts_server(command: list[str]) -> bool:
    """Say whether a command of the line, whose commands end at words with `;`, starts a server."""
    first = True
    for word in command:
        if first and any(len(word) >= n and name.startswith(word) for name, n in STARTING):
            return True
        first = word.endswith(";") and not word.endswith("\\;")
    return False


def _hello(command: list[str], flags: Flags) -> Hello:
    """Say who calls, from which terminal and what for."""
    tty = terminal_path()
    rows, cols, xpixel, ypixel = window_size(0)
    try:
        cwd = os.getcwd()
    except FileNotFoundError:
        cwd = os.environ.get("HOME", "/")
    details: dict[str, object] = {
        "config_files": flags.files,
        "verbose": flags.switches.count("v"),
        "colours256": "2" in flags.switches,
        "direct": True,
    }
    environ, term = dict(os.environ), os.environ.get("TERM", "")
    return Hello(
        PROTOCOL_VERSION,
        command,
        cwd,
        environ,
        term,
        tty,
        rows,
        cols,
        os.getpid(),
        details,
        xpixel,
        ypixel,
    )


def _connect(socket: str, flags: Flags, *, start: bool) -> Connection:
    """Connect to the server, after starting it if that is wanted and needed.

    Raises:
        NoServer: none runs, and none may be started. MplexError: it does not start.
    """
    try:
        return Connection(socket)
    except NoServer:
        if not start or "N" in flags.switches:
            raise
    lock = os.open(lock_path(socket), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        # Of several that come at the same time, the first starts the server for all.
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            return Connection(socket)
        except NoServer as error:
            _remove_stale(socket, error)
        _start_server(socket, flags)
        return Connection(socket)
    finally:
        os.close(lock)


def _remove_stale(socket: str, error: NoServer) -> None:
    """Remove a socket that nobody listens on; anything else in its place is left alone."""
    if isinstance(error.__cause__, FileNotFoundError):
        return
    if not isinstance(error.__cause__, ConnectionRefusedError):
        raise error
    if not stat.S_ISSOCK(os.lstat(socket).st_mode):
        raise MplexError(f"{socket} is not a socket", hint="move it away, or use another with -L")
    os.unlink(socket)


def _start_server(socket: str, flags: Flags) -> None:
    """Start a server in a process of its own and wait until it listens.

    Raises:
        MplexError: it ended before, or takes too long.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        _become_server(socket, flags, writer)
    os.close(writer)
    os.waitpid(child, 0)
    try:
        if not select.select([reader], [], [], START_SECONDS)[0]:
            raise MplexError(f"the server did not start within {START_SECONDS:g} seconds")
        answer = os.read(reader, 4096).decode(errors="replace")
    finally:
        os.close(reader)
    if len(answer) != 1:
        raise MplexError(answer or "the server ended while it started")


def _become_server(socket: str, flags: Flags, ready: int) -> None:
    """Turn the forked child's child into the server, which belongs to no terminal.

    A server that can't start says why in more than the one byte that means success.
    """
    status = 1
    try:
        if os.fork() > 0:
            os._exit(0)
        os.setsid()
        os.chdir("/")
        ready, complaint = _only_descriptors(ready)
        try:
            # What is imported stays; looking for garbage in it is in vain until `serve` is ready.
            gc.disable()
            from mplex.server.main import serve

            serve(socket, flags.files or None, flags.switches.count("v"), ready)
            status = 0
        except BaseException as error:
            hint = f"\n{error.hint}" if isinstance(error, MplexError) and error.hint else ""
            text = f"server failed to start: {str(error) or type(error).__name__}{hint}"
            os.write(complaint, text.encode())
    finally:
        os._exit(status)


def _only_descriptors(ready: int) -> tuple[int, int]:
    """Keep nothing of the caller's files but `ready`, twice: to be closed, and for complaints.

    Among those that go is the lock, which would else be held for as long as the server runs.
    """
    ready, null = os.dup(ready), os.open(os.devnull, os.O_RDWR)
    kept = sorted((ready, os.dup(ready)))
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    start = 3
    for fd in kept:
        os.closerange(start, fd)
        start = fd + 1
    os.closerange(start, os.sysconf("SC_OPEN_MAX"))
    return kept[0], kept[1]


if __name__ == "__main__":
    sys.exit(main())
