"""The program in a tmux popup: it draws one form on the popup's terminal and answers its asker.

It is started by the asker alone, with the path of a socket. When the asker hangs up, for whatever
reason, it ends, and the popup with it.
"""

from __future__ import annotations

import base64
import os
import sys
import threading
from collections.abc import Sequence
from typing import Any

from flow.backends.backend import Place
from flow.backends.popup_link import Link, connect
from flow.backends.tty import TtyBackend
from mplex.dialog.answer import NO_CLIENT, Answer
from mplex.errors import MplexError, NoServer


def main(argv: Sequence[str]) -> int:
    """Show the form of the asker at the socket `argv[0]`; return the exit status."""
    try:
        link = connect(argv[0])
    except MplexError:
        return 1
    try:
        asked = link.receive()
        if asked is not None:
            _ask(link, asked)
    finally:
        link.close()
    return 0


def _ask(link: Link, asked: dict[str, Any]) -> None:
    try:
        os.environ.update(asked["environ"])
        backend = TtyBackend(Place(""), str(asked["asker"]))
        for media, data in asked["media"].items():
            backend.keep(media, base64.b64decode(data))
        hearing = threading.Thread(target=_hear, args=(link, backend), daemon=True)
        hearing.start()
        try:
            answer = backend.ask(asked["screen"], float(asked["timeout"]))
        except NoServer:
            # The asker has gone.
            return
        finally:
            backend.close()
        if answer.reason == NO_CLIENT:
            # The popup's terminal has gone: hanging up says it.
            return
    except MplexError as error:
        link.send({"error": str(error), "code": error.code})
        return
    link.send(answer_message(answer))


def answer_message(answer: Answer) -> dict[str, Any]:
    """Return an answer as a message."""
    return {
        "status": answer.status,
        "value": answer.value,
        "reason": answer.reason,
        "secrets": {name: secret.reveal() for name, secret in answer.secrets.items()},
    }


def _hear(link: Link, backend: TtyBackend) -> None:
    """Take changes from the asker until it hangs up, which takes the form away."""
    link.send({"shown": True})
    while (message := link.receive()) is not None:
        backend.update(message["changes"], bool(message["done"]))
    backend.interrupt()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
