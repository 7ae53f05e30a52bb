"""A server from its first breath to its last: sockets, signals, config files, the loop.

`serve` is called by `mplex.cli` in the process that is to become the server, already detached from
the terminal and holding the lock. It returns when the last session has ended.
"""

from __future__ import annotations

import os
import resource
import signal
import socket as sockets

from mplex.log import Log, write_to
from mplex.protocol.address import control_path
from mplex.server.asker import Peer
from mplex.server.connection import Connection
from mplex.server.garbage import Garbage
from mplex.server.listener import Listener
from mplex.server.loop import Loop
from mplex.server.peers import ShellPeer
from mplex.server.prompt_history import load_history, save_history
from mplex.server.server import Server

DEFAULT_CONFIG = ("~/.config/mplex/mplex.conf", "~/.mplex.conf")
LINGER = 2.0
"""Seconds that clients have to take the last message before the server is gone."""
log = Log("mplex.server")


def serve(socket: str, config_files: list[str] | None, verbose: int, ready_fd: int) -> None:
    """Listen on `socket` until the last session has ended.

    `config_files` replaces the default ones. One byte is written to `ready_fd` when clients can
    connect. Raises MplexError when the socket cannot be bound.
    """
    write_to(f"{socket}.log", verbose)
    _raise_limits()
    loop = Loop()
    loop.on_error = _report
    server = Server(
        loop,
        socket,
        config_files=config_files or list(DEFAULT_CONFIG),
        on_stop=lambda: _stop_soon(loop, connections),
    )
    connections: set[Connection] = set()

    def accept_shell(peer_socket: sockets.socket, peer: Peer) -> None:
        connection = Connection(loop, peer_socket)
        ShellPeer(server, connection)
        _remember(connections, connection)

    def accept_control(peer_socket: sockets.socket, peer: Peer) -> None:
        connection = Connection(loop, peer_socket)
        server.ask().serve(connection, peer)
        _remember(connections, connection)

    listeners: list[Listener] = []
    try:
        listeners.append(Listener(loop, socket, accept_shell))
        listeners.append(Listener(loop, control_path(socket), accept_control))
        _set_up_signals(loop, server)
        os.chdir("/")
        server.runner.load_config(server.config_files, explicit=config_files is not None)
        server.prompt_history.update(load_history(server.tree.options))
        Garbage(loop)
        os.write(ready_fd, b"1")
        os.close(ready_fd)
        loop.run_forever()
        save_history(server.tree.options, server.prompt_history)
    finally:
        # The socket goes last: who finds none may start a server that needs both paths.
        for listener in reversed(listeners):
            listener.close()
        loop.close()


def _set_up_signals(loop: Loop, server: Server) -> None:
    loop.add_signal_handler(signal.SIGCHLD, server.child_ended)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, server.kill_server)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def _remember(connections: set[Connection], connection: Connection) -> None:
    """Keep a connection until it closes, so that stopping can wait for what it has to send."""
    if not connection.open:
        return
    connections.add(connection)
    on_close = connection.on_close

    def closed() -> None:
        connections.discard(connection)
        on_close()

    connection.on_close = closed


def _stop_soon(loop: Loop, connections: set[Connection]) -> None:
    """Stop when everybody has been told, or has had the time for it."""
    deadline = loop.time() + LINGER

    def look() -> None:
        if any(connection.busy for connection in connections) and loop.time() < deadline:
            loop.call_later(0.01, look)
        else:
            loop.stop()

    loop.call_soon(look)


def _report(error: Exception) -> None:
    """Log what a callback raised; the server lives on."""
    log.exception(error, "a callback failed")


def _raise_limits() -> None:
    """Allow as many descriptors as the system does: each pane and each client needs one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 65536) if hard != resource.RLIM_INFINITY else 65536
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
