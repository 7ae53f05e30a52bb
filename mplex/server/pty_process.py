"""One program on one pty: spawn, read, write, resize, kill, reap.

`PtyHost` is the one object through which the server gets its ptys, so that another process could
own them later: it hands out `PtyProcess` handles that carry bytes and numbers only. The programs
are started with posix_spawn, which costs the same however large the server has grown and is safe
beside threads. What the bytes mean is no business of this module.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import struct
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from mplex.errors import CommandError
from mplex.geometry import Size
from mplex.server.loop import Loop

READ_SIZE = 65536
SHORT_READ = 512
"""Bytes; a program that prints much fills every read with more."""
FIRST_PIECE = 1024
LARGEST_PIECE = 4096
SMALLEST_PIECE = 256
"""Bytes of output that are worked on at once: what a program prints tells how many are quick."""
ROWS = 200
"""Rows of a screen above which a line feed may take long enough for smaller pieces."""
PIECE_GOAL = 0.004
"""Seconds that the work with one piece should take at most; after more, the next is smaller."""
READ_BUDGET = 0.002
"""Seconds a pane may be read for in one turn, so that other panes and keys stay quick."""
HURRIED_BUDGET = 0.0003
"""The same while a key's echo is awaited."""
HURRY_TIME = 0.03
"""Seconds for which an echo is awaited after a key."""
DRAIN_LIMIT = 1 << 20
"""Bytes still taken from a pty whose program has ended."""
WRITE_LIMIT = 1 << 26
"""Bytes that may wait for a program that does not read; what goes beyond is dropped.

As large as a paste buffer can be, which is written at once.
"""
REPLY_LIMIT = 1 << 14
"""Bytes of answers to queries that wait at most: what nobody reads would reach the next program."""
DEFAULT_SIGNALS = (
    signal.SIGPIPE,
    signal.SIGXFSZ,
    signal.SIGHUP,
    signal.SIGINT,
    signal.SIGTERM,
    signal.SIGQUIT,
    signal.SIGTSTP,
    signal.SIGTTIN,
    signal.SIGTTOU,
    signal.SIGCHLD,
)


def _winsize(size: Size, pixels: tuple[int, int]) -> bytes:
    limit = 65535
    return struct.pack(
        "HHHH",
        min(size.rows, limit),
        min(size.cols, limit),
        min(pixels[0] * size.cols, limit),
        min(pixels[1] * size.rows, limit),
    )


def _set_line_discipline(slave: int) -> None:
    """Make the erase key DEL and tell the line discipline that the text is UTF-8."""
    attributes = termios.tcgetattr(slave)
    attributes[0] |= getattr(termios, "IUTF8", 0o40000)
    attributes[6][termios.VERASE] = b"\x7f"
    termios.tcsetattr(slave, termios.TCSANOW, attributes)


class PtyProcess:
    """A running program and the master side of its pty.

    `on_output(data)` is called with each piece read and returns whether work on it is left, which
    it goes on with when called with nothing; it should stop once `late()`. `on_turn()` is called
    after a turn of reading, and `on_exit(status, signal)` exactly once, with one of the two set to
    None.
    """

    def __init__(self, host: PtyHost, fd: int, pid: int, tty: str) -> None:
        self.pid = pid
        self.tty = tty
        self.on_output: Callable[[bytes], bool] = lambda data: False
        self.on_turn: Callable[[], None] = lambda: None
        self.on_exit: Callable[[int | None, int | None], None] = lambda status, number: None
        self._host = host
        self._fd = fd
        self._unsent = bytearray()
        self._rest = b""
        """What was read and could not be worked on in its turn."""
        self._hastened = False
        self._short = False
        """Whether the last read took what there was, so that the next one would find nothing."""
        self._piece = FIRST_PIECE
        self._behind = False
        """Whether `on_output` has work left."""
        self._deadline = 0.0
        self._again = False
        self._size = Size(0, 0)
        self._pixels = (0, 0)
        self._exited = False

    def start(self) -> None:
        """Begin to read; the callbacks have to be set before."""
        self._host.loop.add_reader(self._fd, self._readable)

    @property
    def running(self) -> bool:
        """Say whether the program has not been reaped yet."""
        return not self._exited

    def write(self, data: bytes) -> None:
        """Send input to the program; never waits, and drops what it will not read in time."""
        if self._fd < 0 or not data:
            return
        if not self._unsent:
            data = data[self._send(data) :]
            if not data or self._fd < 0:
                return
            self._host.loop.add_writer(self._fd, self._writable)
        self._unsent += data[: WRITE_LIMIT - len(self._unsent)]

    def reply(self, data: bytes) -> None:
        """Send an answer of the terminal; it is dropped while the program reads none of them."""
        if len(self._unsent) + len(data) <= REPLY_LIMIT:
            self.write(data)

    def resize(self, size: Size, pixels: tuple[int, int] | None = None) -> None:
        """Tell the program its size in cells, and of one cell in pixels (width, height)."""
        wanted = (size, self._pixels if pixels is None else pixels)
        if wanted == (self._size, self._pixels):
            return
        self._size, self._pixels = wanted
        if self._fd >= 0:
            with contextlib.suppress(OSError):
                fcntl.ioctl(self._fd, termios.TIOCSWINSZ, _winsize(size, self._pixels))

    def kill(self, number: int = signal.SIGHUP) -> None:
        """Signal the program's process group, and what runs in the foreground."""
        if self._exited:
            return
        groups = {self.pid, self._foreground()} - {0}
        for group in groups:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, number)

    def foreground_command(self) -> str:
        """Return the name of the program in the foreground, "" when it cannot be told."""
        return process_name(self._foreground() or self.pid)

    def foreground_cwd(self) -> str:
        """Return the working directory of the program in the foreground, "" when unknown."""
        for pid in (self._foreground(), self.pid):
            with contextlib.suppress(OSError):
                if pid:
                    return os.readlink(f"/proc/{pid}/cwd")
        return ""

    def close(self) -> None:
        """Let go of the pty; the kernel hangs up on whatever still has it open."""
        self._rest = b""
        self._behind = False
        if self._fd >= 0:
            self._host.loop.remove_reader(self._fd)
            self._host.loop.remove_writer(self._fd)
            os.close(self._fd)
            self._fd = -1

    def reaped(self, status: int | None, number: int | None) -> None:
        """Take the news from the host that the program has ended; what it printed comes first."""
        self._exited = True
        if self._fd >= 0:
            self._host.loop.remove_reader(self._fd)
        self._drain(DRAIN_LIMIT, status, number)

    def _foreground(self) -> int:
        if self._fd < 0:
            return 0
        try:
            return os.tcgetpgrp(self._fd)
        except OSError:
            return 0

    def _readable(self) -> None:
        if self._exited:
            # `_drain` reads what is left.
            return
        now = time.monotonic()
        if self._hastened:
            # The echo has come; what follows it is as urgent as what others print.
            self.hasten(False)
        self._deadline = now + (HURRIED_BUDGET if now < self._host.hurry_until else READ_BUDGET)
        loop = self._host.loop
        while self._take_piece() and (self._rest or self._behind or not self._short):
            if self.late() or loop.waited_for():
                break
        self.on_turn()
        if (self._rest or self._behind) and not self._again:
            self._again = True
            self._host.loop.call_soon(self._go_on)

    def hasten(self, hastened: bool = True) -> None:
        """Read what this program prints next before what others print."""
        self._hastened = hastened
        self._host.loop.hasten(self._fd, hastened)

    def _go_on(self) -> None:
        """Work on what was left of a read; nothing more need come for that."""
        self._again = False
        if self._rest or self._behind:
            self._readable()

    def late(self) -> bool:
        """Say whether the time of this turn is over."""
        return time.monotonic() >= self._deadline

    def _take_piece(self) -> int:
        """Work on one piece of output and return its size; 0 when there is none now, or ever.

        What is left of the work with the piece before counts as a piece of one byte.
        """
        piece = b""
        if not self._behind:
            data = self._rest or self._read()
            if not data:
                return 0
            piece, self._rest = data[: self._piece], data[self._piece :]
        start = time.monotonic()
        self._behind = self.on_output(piece)
        self._pace(len(piece), time.monotonic() - start)
        return len(piece) or 1

    def _read(self) -> bytes:
        if self._fd < 0:
            return b""
        try:
            data = os.read(self._fd, READ_SIZE)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        self._short = len(data) < SHORT_READ
        if not self._short:
            self._host.busy_until = time.monotonic() + HURRY_TIME
        if not data:
            # Every slave is closed. The program may live on without its terminal.
            self._host.loop.remove_reader(self._fd)
            self._host.check(self)
        return data

    def _pace(self, count: int, seconds: float) -> None:
        """Take less at once where little makes much work, so that no output holds up keys."""
        if seconds > PIECE_GOAL:
            self._piece = max(SMALLEST_PIECE, min(count, self._piece) // 2)
        elif seconds < PIECE_GOAL / 2:
            most = LARGEST_PIECE * ROWS // max(ROWS, self._size.rows)
            self._piece = max(SMALLEST_PIECE, min(self._piece * 2, most))

    def _drain(self, left: int, status: int | None, number: int | None) -> None:
        """Work on at most `left` bytes that an ended program printed, then say that it ended."""
        self._deadline = time.monotonic() + READ_BUDGET
        while left > 0 and (count := self._take_piece()):
            left -= count
            if self.late():
                self.on_turn()
                self._host.loop.call_soon(partial(self._drain, left, status, number))
                return
        self.on_turn()
        self.close()
        self.on_exit(status, number)

    def _send(self, data: bytes | bytearray) -> int:
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0
        except OSError:
            # Nobody reads any more; the exit is reported by the host.
            return len(data)

    def _writable(self) -> None:
        del self._unsent[: self._send(self._unsent)]
        if not self._unsent:
            self._host.loop.remove_writer(self._fd)


class PtyHost:
    """Starts programs on ptys and tells their handles when they end."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.hurry_until = 0.0
        """Until then (monotonic) every pane is read for a short while only."""
        self.busy_until = 0.0
        """Until then something counts as flooding."""
        self._running: dict[int, PtyProcess] = {}

    def hurry(self, process: object) -> None:
        """A key has been typed for a process: what floods has to let its echo through."""
        now = time.monotonic()
        self.hurry_until = now + HURRY_TIME
        if now < self.busy_until and isinstance(process, PtyProcess):
            process.hasten()

    def relax(self) -> None:
        """The echo is there."""
        self.hurry_until = 0.0

    def spawn(
        self,
        program: str,
        argv: Sequence[str],
        *,
        cwd: str,
        environ: Mapping[str, str],
        size: Size,
    ) -> PtyProcess:
        """Start `program` with `argv` on a new pty of `size`, as leader of its own session.

        Raises CommandError when there is no such program or no pty left.
        """
        try:
            master, slave = os.openpty()
        except OSError as error:
            raise CommandError(f"no pty left: {error.strerror}") from None
        try:
            tty = os.ttyname(slave)
            _set_line_discipline(slave)
            fcntl.ioctl(master, termios.TIOCSWINSZ, _winsize(size, (0, 0)))
            os.set_blocking(master, False)
            pid = _spawn_on(tty, program, argv, cwd, environ)
        except (OSError, ValueError) as error:
            # ValueError: a NUL in a word, a name or a folder.
            os.close(master)
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise CommandError(f"can't start {program!r}: {reason}") from None
        finally:
            os.close(slave)
        process = PtyProcess(self, master, pid, tty)
        self._running[pid] = process
        return process

    def reap(self) -> None:
        """Collect the programs that have ended; called on SIGCHLD."""
        for process in list(self._running.values()):
            self.check(process)

    def check(self, process: PtyProcess) -> None:
        """Collect one program if it has ended."""
        if self._running.get(process.pid) is not process:
            return
        try:
            pid, status = os.waitpid(process.pid, os.WNOHANG)
        except ChildProcessError:
            pid, status = process.pid, 0
        if not pid:
            return
        del self._running[process.pid]
        if os.WIFSIGNALED(status):
            process.reaped(None, os.WTERMSIG(status))
        else:
            process.reaped(os.WEXITSTATUS(status), None)


def _spawn_on(
    tty: str, program: str, argv: Sequence[str], cwd: str, environ: Mapping[str, str]
) -> int:
    """Run a program whose controlling terminal is `tty`.

    A session leader without a terminal that opens one gets it as its controlling terminal, and
    the new session is made before the files are opened.
    """
    with _directory(cwd):
        return os.posix_spawnp(
            program,
            list(argv),
            dict(environ),
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, tty, os.O_RDWR, 0),
                (os.POSIX_SPAWN_DUP2, 0, 1),
                (os.POSIX_SPAWN_DUP2, 0, 2),
            ],
            setsid=True,
            setsigmask=(),
            setsigdef=DEFAULT_SIGNALS,
        )


class _directory:
    """Be in `cwd` for a moment, or in the home directory when it is gone."""

    def __init__(self, cwd: str) -> None:
        self._cwd = cwd

    def __enter__(self) -> None:
        for place in (self._cwd, os.path.expanduser("~"), "/"):
            try:
                os.chdir(place)
            except OSError:
                continue
            return

    def __exit__(self, *details: object) -> None:
        os.chdir("/")


def process_name(pid: int) -> str:
    """Return the name of a process as it calls itself, "" when it is gone."""
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as file:
            return file.read().rstrip("\n")
    except OSError:
        return ""
