"""Pictures from the web, from public addresses only.

One idea: a name is looked up once, all that it leads to is checked, and the connection goes to the
address that was checked; so no later answer of a name server can lead it into somebody's own
network. No redirects are followed, and everything is over after a few seconds.
"""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Sequence
from http.client import HTTPConnection, HTTPException, HTTPResponse
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TypeVar
from urllib.parse import SplitResult, urlsplit

SECONDS = 5.0
"""For looking up, connecting and reading, all together."""

PIECE = 1 << 16
PORTS = {"http": 80, "https": 443}
EMBEDDING = (ip_network("64:ff9b::/96"), ip_network("::/96"))
"""IPv6 networks whose last four bytes are an IPv4 address that is reached through them."""

T = TypeVar("T")
Resolve = Callable[[str, int], Sequence[str]]
"""Returns the addresses of a host; raises OSError."""


class MediaProblem(Exception):
    """A picture or clip can't be had; its text says why, without its name."""


def resolve(host: str, port: int) -> Sequence[str]:
    """Return the addresses that a name has, by this machine's name server."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def is_public(address: str) -> bool:
    """Say whether an address is one of the internet, and no way into a private network."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    inner = _embedded(ip)
    if inner is not None:
        return is_public(str(inner))
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def _embedded(ip: IPv4Address | IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that an IPv6 one stands for, None for most."""
    if isinstance(ip, IPv4Address):
        return None
    if ip.ipv4_mapped is not None:
        return ip.ipv4_mapped
    if ip.sixtofour is not None:
        return ip.sixtofour
    if any(ip in network for network in EMBEDDING):
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return None


class Reader:
    """Reads from the web; `lookup` and `allowed` are replaced in tests."""

    def __init__(
        self,
        lookup: Resolve = resolve,
        allowed: Callable[[str], bool] = is_public,
        seconds: float = SECONDS,
    ) -> None:
        self._lookup = lookup
        self._allowed = allowed
        self._seconds = seconds

    def check(self, url: str) -> None:
        """Raise MediaProblem unless an address leads to public places only."""
        parts = _split(url)
        self._within(lambda stop: self._address(parts))

    def read(self, url: str, limit: int) -> bytes:
        """Return at most `limit` bytes that an address has; raises MediaProblem."""
        parts = _split(url)
        return self._within(lambda stop: self._read(parts, limit, stop))

    def _within(self, work: Callable[[_Stop], T]) -> T:
        """Return what `work` returns, unless it takes too long.

        It runs in a thread of its own, since a name server may let us wait for longer.
        """
        stop = _Stop()
        done: list[T] = []
        problems: list[Exception] = []

        def run() -> None:
            try:
                done.append(work(stop))
            except (MediaProblem, OSError, HTTPException, ValueError) as error:
                problems.append(error)

        thread = threading.Thread(target=run, name="media-web", daemon=True)
        thread.start()
        thread.join(self._seconds)
        if done:
            return done[0]
        stop.now()
        if not problems:
            raise MediaProblem(f"it took longer than {self._seconds:g} seconds")
        raise MediaProblem(_why(problems[0])) from problems[0]

    def _address(self, parts: SplitResult) -> str:
        """Return the address to connect to, the first one of a host that has only public ones."""
        host = parts.hostname or ""
        found = self._lookup(host, _port(parts))
        refused = [address for address in found if not self._allowed(address)]
        if refused:
            raise MediaProblem(f"{host} is in a private network ({refused[0]})")
        if not found:
            raise MediaProblem(f"{host} has no address")
        return found[0]

    def _read(self, parts: SplitResult, limit: int, stop: _Stop) -> bytes:
        address = self._address(parts)
        connection = _Connection(parts, address, self._seconds, stop)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            connection.request("GET", target, headers={"User-Agent": "mplex", "Accept": "*/*"})
            with connection.getresponse() as response:
                return _body(response, limit)
        finally:
            connection.close()


class _Stop:
    """Ends a connection from another thread."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._over = False

    def watch(self, connected: socket.socket) -> None:
        """Note what to end; it may have to end at once."""
        self._socket = connected
        if self._over:
            self.now()

    def now(self) -> None:
        """End it; a socket that has been closed meanwhile is fine."""
        self._over = True
        if self._socket is not None:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                return


class _Connection(HTTPConnection):
    """A connection to an address that was looked up before; the host's name is only said."""

    def __init__(self, parts: SplitResult, address: str, seconds: float, stop: _Stop) -> None:
        super().__init__(parts.hostname or "", _port(parts), timeout=seconds)
        self.default_port = PORTS[parts.scheme]
        self._secure = parts.scheme == "https"
        self._address = address
        self._seconds = seconds
        self._stop = stop

    def connect(self) -> None:
        """Connect to the address; with https the certificate must be that of the name."""
        found = socket.create_connection((self._address, self.port), self._seconds)
        # Set at once, so that it is closed with the connection whatever happens next.
        self.sock = found
        self._stop.watch(found)
        if self._secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(found, server_hostname=self.host)
            self._stop.watch(self.sock)


def _split(url: str) -> SplitResult:
    """Return the parts of an address that can be asked."""
    try:
        parts = urlsplit(url)
        port = _port(parts)
    except (ValueError, KeyError):
        raise MediaProblem("it is no address") from None
    if not parts.hostname or not 0 < port < 65536:
        raise MediaProblem("it is no address")
    if parts.username or parts.password:
        raise MediaProblem("its address has a user name in it")
    return parts


def _port(parts: SplitResult) -> int:
    return parts.port or PORTS[parts.scheme]


def _body(response: HTTPResponse, limit: int) -> bytes:
    if 300 <= response.status < 400:
        raise MediaProblem("its address redirects; link to the picture itself")
    if response.status != 200:
        raise MediaProblem(f"the server answered {response.status}")
    length = response.getheader("Content-Length", "")
    if length.isdecimal() and int(length[:20]) > limit:
        raise MediaProblem(f"it is larger than {limit >> 20} MB")
    data = bytearray()
    while piece := response.read(PIECE):
        data += piece
        if len(data) > limit:
            raise MediaProblem(f"it is larger than {limit >> 20} MB")
    return bytes(data)


def _why(error: Exception) -> str:
    if isinstance(error, MediaProblem):
        return str(error)
    if isinstance(error, TimeoutError):
        return "the server took too long"
    if isinstance(error, OSError) and error.strerror:
        return f"it can't be fetched: {error.strerror.lower()}"
    return f"it can't be fetched ({type(error).__name__})"
