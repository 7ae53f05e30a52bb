"""Shell commands that run beside the panes: run-shell, if-shell, `#(...)`, copy-pipe, pipe-pane.

A job's output is collected with a cap and handed over when it ends; nothing here waits. What the
output is for is the caller's business.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Mapping

from mplex.errors import CommandError
from mplex.server.loop import Loop

READ_SIZE = 65536
READS_PER_TURN = 16
"""Pieces read of a job at once, so that one that never stops printing does not stop the server."""
OUTPUT_LIMIT = 1 << 20
"""Bytes kept of a job's output; the rest is read and dropped so that the job can end."""
PIPE_LIMIT = 1 << 22
"""Bytes that may wait for a pipe whose reader is slow."""


class Job:
    """One shell command: its input fed, its output collected, its end reported once.

    With `on_output`, output is given away as it comes and not collected.
    """

    def __init__(
        self,
        loop: Loop,
        process: subprocess.Popen[bytes],
        on_done: Callable[[int, bytes], None],
        on_output: Callable[[bytes], None] | None,
    ) -> None:
        self.process = process
        self._loop = loop
        self._on_done = on_done
        self._on_output = on_output or self._collect
        self._output = bytearray()
        self._input = bytearray()
        self._ending = False
        self._eof = process.stdout is None
        self._done = False
        if process.stdout is not None:
            os.set_blocking(process.stdout.fileno(), False)
            loop.add_reader(process.stdout.fileno(), self._readable)
        if process.stdin is not None:
            os.set_blocking(process.stdin.fileno(), False)

    def write(self, data: bytes) -> None:
        """Queue input; never waits, and drops what goes over the limit."""
        stdin = self.process.stdin
        if stdin is None or stdin.closed:
            return
        if not self._input:
            self._loop.add_writer(stdin.fileno(), self._writable)
        self._input += data[: PIPE_LIMIT - len(self._input)]

    def end_input(self) -> None:
        """Close the input once all of it is written."""
        self._ending = True
        if not self._input:
            self._close_input()

    def kill(self) -> None:
        """End the job now."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)

    def check(self) -> bool:
        """Report the job when it has ended and its output is read; say whether it is over."""
        if not self._done and self.process.poll() is not None:
            self._readable()
            self._finish()
        return self._done

    def _readable(self) -> None:
        stdout = self.process.stdout
        for _ in range(READS_PER_TURN):
            if self._eof or stdout is None:
                return
            try:
                data = os.read(stdout.fileno(), READ_SIZE)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self._eof = True
                self._loop.remove_reader(stdout.fileno())
                stdout.close()
            else:
                self._on_output(data)

    def _collect(self, data: bytes) -> None:
        self._output += data[: OUTPUT_LIMIT - len(self._output)]

    def _writable(self) -> None:
        stdin = self.process.stdin
        if stdin is None or stdin.closed:
            return
        try:
            del self._input[: os.write(stdin.fileno(), self._input)]
        except BlockingIOError:
            return
        except OSError:
            self._input.clear()
            self._ending = True
        if not self._input:
            self._loop.remove_writer(stdin.fileno())
            if self._ending:
                self._close_input()

    def _close_input(self) -> None:
        stdin = self.process.stdin
        if stdin is not None and not stdin.closed:
            self._loop.remove_writer(stdin.fileno())
            with contextlib.suppress(OSError):
                stdin.close()

    def _finish(self) -> None:
        self._done = True
        stdout = self.process.stdout
        if stdout is not None and not stdout.closed:
            # A child of the job may hold the pipe open for ever; the job itself has ended.
            self._loop.remove_reader(stdout.fileno())
            stdout.close()
        self._close_input()
        self._on_done(self.process.returncode, bytes(self._output))


class Jobs:
    """The running jobs of a server."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._running: list[Job] = []

    def run(
        self,
        command: str,
        *,
        cwd: str,
        environ: Mapping[str, str],
        on_done: Callable[[int, bytes], None],
        on_output: Callable[[bytes], None] | None = None,
        with_input: bool = False,
        output: bool = True,
    ) -> Job:
        """Start a shell command in a process group of its own.

        Raises CommandError when it cannot be started.
        """
        try:
            process = subprocess.Popen(
                ["/bin/sh", "-c", command],
                cwd=cwd if os.path.isdir(cwd) else "/",
                env=dict(environ),
                stdin=subprocess.PIPE if with_input else subprocess.DEVNULL,
                stdout=subprocess.PIPE if output else subprocess.DEVNULL,
                stderr=subprocess.STDOUT if output else subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            # Too long a command, no process left, or a NUL in a word.
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise CommandError(f"can't run {command[:40]!r}: {reason}") from None
        job = Job(self._loop, process, on_done, on_output)
        self._running.append(job)
        return job

    def reap(self) -> None:
        """Report the jobs that have ended; called on SIGCHLD."""
        self._running = [job for job in self._running if not job.check()]

    def kill_all(self) -> None:
        """End every job; called when the server stops."""
        for job in self._running:
            job.kill()
