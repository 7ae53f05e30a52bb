"""A server that does what a test says, and real client processes on real terminals."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from mplex.protocol.framing import FrameDecoder, encode
from mplex.protocol.messages import PROTOCOL_VERSION, Attach, Hello, Message, Welcome
from tests.support.environment import House
from tests.support.waiting import LIMIT, wait_until

MPLEX = (sys.executable, "-m", "mplex")


class Peer:
    """A client, as the server sees it."""

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self.socket.settimeout(LIMIT)
        self._decoder = FrameDecoder()
        self._messages: list[Message] = []

    def receive(self) -> Message | None:
        """Return the next message, None when the client hung up."""
        while not self._messages:
            data = self.socket.recv(65536)
            if not data:
                return None
            self._messages += self._decoder.feed(data)
        return self._messages.pop(0)

    def receive_until(self, wanted: Message) -> list[Message]:
        """Return the messages up to and with `wanted`."""
        found: list[Message] = []
        while wanted not in found:
            message = self.receive()
            assert message is not None, f"hung up after {found}"
            found.append(message)
        return found

    def send(self, *messages: Message) -> None:
        self.socket.sendall(b"".join(encode(message) for message in messages))

    def greet(self) -> Hello:
        """Take the greeting and answer it."""
        hello = self.receive()
        assert isinstance(hello, Hello)
        self.send(Welcome(PROTOCOL_VERSION))
        return hello

    def attach(self, session: str = "work") -> Hello:
        """Greet and let the client take its terminal."""
        hello = self.greet()
        self.send(Attach(session))
        return hello

    def close(self) -> None:
        self.socket.close()


class FakeServer:
    """Listens where a server would and hands out the clients that come."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(path))
        self._listener.listen()
        self._listener.settimeout(LIMIT)
        self._peers: list[Peer] = []

    def accept(self) -> Peer:
        peer = Peer(self._listener.accept()[0])
        self._peers.append(peer)
        return peer

    def close(self) -> None:
        for peer in self._peers:
            peer.close()
        self._listener.close()


class TtyClient:
    """A client process whose terminal is a pty of ours; both ends of it stay open."""

    def __init__(self, argv: list[str], house: House, *, rows: int = 24, cols: int = 80) -> None:
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        self.output = bytearray()
        self.resize(rows, cols)
        self.process = subprocess.Popen(
            argv,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=house.environ,
            cwd=house.home,
            start_new_session=True,
        )

    def resize(self, rows: int, cols: int) -> None:
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def type(self, data: bytes) -> None:
        os.write(self.master, data)

    def pump(self) -> None:
        """Take what the terminal has to show."""
        while select.select([self.master], [], [], 0)[0]:
            self.output += os.read(self.master, 65536)

    def wait_for(self, text: bytes) -> None:
        def shown() -> bool:
            self.pump()
            return text in self.output

        wait_until(f"{text!r} on the terminal", shown, shown=lambda: repr(bytes(self.output)))

    def wait_for_end(self) -> int:
        """Return the exit status, reading the terminal meanwhile."""

        def ended() -> bool:
            self.pump()
            return self.process.poll() is not None

        wait_until("the client to end", ended, shown=lambda: repr(bytes(self.output)))
        self.pump()
        return self.process.returncode

    def is_raw(self) -> bool:
        flags = termios.tcgetattr(self.slave)[3]
        return not flags & (termios.ICANON | termios.ECHO | termios.ISIG)

    def restored(self) -> bool:
        """Say whether the terminal's attributes are what they were before the client came."""
        return termios.tcgetattr(self.slave) == self.before

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(LIMIT)
        os.close(self.master)
        os.close(self.slave)


class ClientHouse:
    """What a test of the client needs: a fake server, and ways to run clients of it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.socket = house.folder / "socket"
        self.server = FakeServer(self.socket)
        self._clients: list[TtyClient] = []
        self._processes: list[subprocess.Popen[str]] = []

    def argv(self, *argv: str) -> list[str]:
        """Return the command line of `mplex -S SOCKET ARGV...`."""
        return [*MPLEX, "-S", str(self.socket), *argv]

    def run(self, *argv: str, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
        """Start `mplex -S SOCKET ARGV...` without a terminal."""
        process = subprocess.Popen(
            self.argv(*argv),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.house.environ,
            cwd=self.house.home,
            text=True,
        )
        self._processes.append(process)
        return process

    def client(self, *argv: str, code: str = "", rows: int = 24, cols: int = 80) -> TtyClient:
        """Start `mplex -S SOCKET ARGV...` on a terminal, after some Python code if there is any."""
        command = self.argv(*argv)
        if code:
            words = command[len(MPLEX) :]
            script = f"{code}\nimport sys, mplex.cli\nsys.exit(mplex.cli.main({words!r}))"
            command = [sys.executable, "-c", script]
        client = TtyClient(command, self.house, rows=rows, cols=cols)
        self._clients.append(client)
        return client

    def attached(self, *argv: str, code: str = "", session: str = "work") -> tuple[TtyClient, Peer]:
        """Return a client whose terminal is raw, and the server's end of it."""
        client = self.client(*(argv or ("attach-session",)), code=code)
        peer = self.server.accept()
        peer.attach(session)
        wait_until("the terminal to be raw", client.is_raw)
        return client, peer

    def close(self) -> None:
        for client in self._clients:
            client.close()
        for process in self._processes:
            with process:
                process.kill()
        self.server.close()


@pytest.fixture
def clients(house: House) -> Iterator[ClientHouse]:
    """A fake server and its clients."""
    with contextlib.closing(ClientHouse(house)) as found:
        yield found
