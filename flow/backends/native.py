"""The native backend: dialogs and prompts of an mplex server, over its control socket.

One connection serves a whole flow, and its end is the end of everything shown over it: a driver
that is killed, interrupted or finished leaves nothing on the screen.
"""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Sequence
from time import monotonic, sleep

from flow.backends.backend import Changes, Notice, Place
from flow.gate import Gate
from mplex.client.control import ControlConnection
from mplex.dialog.answer import (
    CANCELLED,
    CHANNEL_DROPPED,
    EXPIRED,
    NO_CLIENT,
    OK,
    STATUSES,
    TIMEOUT,
    TTL_EXPIRED,
    Answer,
    Secret,
)
from mplex.dialog.caps import PIECE, PLEXER_FLOW_POLL
from mplex.dialog.form_spec import FORM
from mplex.errors import NoServer, ProtocolError, Refused

WAIT = 20.0
"""Seconds that one `result` request may stay open."""

GRACE = 1.0
"""Seconds after the deadline in which the server may still end the screen itself."""

SILENCE = 10.0
"""Seconds without an answer, beyond those asked for, after which a server counts as hung."""

SECRET_BYTES = 4 << 20
"""Bytes of a secret that are read at most."""

FILE_SECONDS = 30.0
"""Seconds that the server may take for a piece of a file, beyond `SILENCE`."""


class NativeBackend:
    """Asks on the clients of one server; one run, so that no key falls between two screens."""

    def __init__(self, place: Place) -> None:
        """Connect; raises `NoServer` when there is nobody to connect to."""
        self._place = place
        self._run = os.urandom(8).hex()
        self._noticed = False
        self._interrupted = False
        self._flow = ""
        self._shown = Gate()
        """Set once the form that is asked has its flow, or will never have one."""
        self._updates: ControlConnection | None = None
        self._connection = ControlConnection(place.socket)

    @property
    def asked(self) -> bool:
        """Whether a screen has been shown to somebody."""
        return self._noticed

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        """Show one screen and wait for its answer; the server ends it after `timeout` seconds too.

        A form that was shown always ends with an answer, whose reason says what has come between.
        Raises `Refused` (no client, busy, ...), `TargetError`, `NoServer` or `ProtocolError`.
        """
        try:
            return self._wait(screen, monotonic() + timeout, timeout)
        except Refused as error:
            if screen.get("kind") != FORM or not self._flow or error.code != "no_client":
                raise
            return Answer(CANCELLED, reason=NO_CLIENT)
        except NoServer:
            if screen.get("kind") != FORM or not self._flow or self._interrupted:
                raise
            return Answer(CANCELLED, reason=CHANNEL_DROPPED)
        finally:
            self._shown.open()

    def _wait(self, screen: dict[str, object], deadline: float, timeout: float) -> Answer:
        self._shown.close()
        self._flow = ""
        flow = self._call("show", self._show_params(screen, timeout)).get("flow")
        if not isinstance(flow, str):
            raise ProtocolError("the server showed a screen without naming its flow")
        self._flow = flow
        self._shown.open()
        # Who has answered the first question needs no bell for the second.
        self._noticed = True
        while True:
            asked = monotonic()
            wait = max(0.0, min(WAIT, deadline + GRACE - asked))
            result = self._call("result", {"flow": flow, "wait": wait}, wait)
            secrets = read_secrets(result.get("secrets"), self._connection.take_descriptors())
            if result.get("done"):
                answer = read_answer(result, form=screen.get("kind") == FORM)
                return answer._replace(secrets=secrets) if secrets else answer
            if monotonic() >= deadline + GRACE:
                self._call("cancel", {"flow": flow})
                return EXPIRED
            # A server that does not hold the request open is polled.
            sleep(max(0.0, min(PLEXER_FLOW_POLL, wait) - (monotonic() - asked)))

    def media(self, data: bytes) -> str:
        """Send a picture in pieces; the server keeps it until we hang up."""
        media = ""
        for start in range(0, max(1, len(data)), PIECE):
            piece = data[start : start + PIECE]
            params: dict[str, object] = {
                "data": base64.b64encode(piece).decode(),
                "last": start + PIECE >= len(data),
            }
            if media:
                params["media"] = media
            media = str(self._call("media", params).get("media") or "")
        return media

    def update(self, changes: Changes, done: bool = False) -> bool:
        """Change the form that is shown, over another connection: ours waits for the answer."""
        self._shown.wait()
        if not self._flow:
            return False
        if self._updates is None:
            self._updates = ControlConnection(self._place.socket)
        params: dict[str, object] = {"flow": self._flow}
        if changes:
            params["fields"] = {name: dict(change) for name, change in changes.items()}
        if done:
            params["done"] = True
        try:
            return not self._updates.call("update", params, timeout=SILENCE).get("done")
        except (Refused, NoServer, TimeoutError):
            # Whatever ended the form is told to the one who asks.
            return False

    def fetch(self, field: str, offset: int) -> tuple[bytes, bool]:
        """Return a piece of a picked file; the server reads it, as the person's own."""
        params: dict[str, object] = {"flow": self._flow, "field": field, "offset": offset}
        piece = self._call("fetch", params, FILE_SECONDS)
        try:
            return base64.b64decode(str(piece.get("data")), validate=True), bool(piece.get("last"))
        except binascii.Error as error:
            raise ProtocolError("the server sent a piece of a file that is none") from error

    def notify(self, notice: Notice) -> None:
        """Show it in the status row and the message log, and as the terminal can.

        Raises `Refused` when it was only counted or logged: nobody has seen it then.
        """
        params: dict[str, object] = {"title": notice.title}
        if notice.body:
            params["body"] = notice.body
        if notice.sound:
            params["sound"] = notice.sound
        pane = self._place.target or self._place.pane
        if pane is not None:
            params["pane"] = pane
        told = self._call("notify", params)
        if told.get("left_out"):
            raise Refused("there were too many at once: it was counted, not shown", code="left_out")
        if told.get("unseen"):
            raise Refused("nobody is attached: it was only kept in the message log")

    def interrupt(self) -> None:
        """Cut the connection: the server takes away what is shown, and `ask` raises NoServer."""
        self._interrupted = True
        self._connection.interrupt()

    def close(self) -> None:
        """Hang up: the server takes away what is shown and ends the run."""
        self._connection.close()
        if self._updates is not None:
            self._updates.close()

    def _show_params(self, screen: dict[str, object], timeout: float) -> dict[str, object]:
        params: dict[str, object] = {"screen": screen, "timeout": timeout, "run": self._run}
        target, client = self._place.target, self._place.client
        if target is None and client is None:
            target = self._place.pane
        if target is not None:
            params["target"] = target
        if client is not None:
            params["client"] = client
        if self._place.queue:
            params["queue"] = True
        if self._place.notify and not self._noticed:
            params["notify"] = True
        return params

    def _call(self, method: str, params: dict[str, object], wait: float = 0.0) -> dict[str, object]:
        try:
            return self._connection.call(method, params, timeout=wait + SILENCE)
        except TimeoutError as error:
            raise NoServer(f"the server on {self._place.socket} does not answer") from error


def read_answer(result: dict[str, object], *, form: bool = False) -> Answer:
    """Return the answer in a finished `result`; raises `ProtocolError` when it is none."""
    status, value = result.get("status"), result.get("value")
    if status not in STATUSES:
        raise ProtocolError(f"a screen ended with the unknown status {status!r}")
    if status != OK:
        warnings = result.get("media_warnings")
        seen = {"media_warnings": warnings} if warnings else None
        reason = result.get("reason") or (TTL_EXPIRED if status == TIMEOUT else "")
        return Answer(str(status), seen, str(reason))
    if form:
        # What is in it is not repeated: it may be anything that the person typed.
        if not isinstance(value, dict):
            raise ProtocolError("a form was answered with something that is no answer to a form")
    elif isinstance(value, bool) or not isinstance(value, int | str | None):
        raise ProtocolError(f"a screen was answered with {value!r}")
    return Answer(OK, value)


def read_secrets(places: object, descriptors: Sequence[int]) -> dict[str, Secret]:
    """Read what came beside a result; `places` says which descriptor is whose.

    Every descriptor is closed. Raises `ProtocolError` for a secret that makes no sense.
    """
    try:
        found: dict[str, Secret] = {}
        for name, place in (places if isinstance(places, dict) else {}).items():
            if isinstance(place, int) and 0 <= place < len(descriptors):
                found[name] = Secret(_read_all(descriptors[place]))
        return found
    except (OSError, ValueError):
        # Without its cause, which might quote the secret.
        raise ProtocolError("a secret came in a way that can't be read") from None
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def _read_all(descriptor: int) -> str:
    with open(descriptor, "rb", closefd=False) as file:
        data = file.read(SECRET_BYTES + 1)
    if len(data) > SECRET_BYTES:
        raise ValueError
    return data.decode("utf-8", "surrogatepass")
