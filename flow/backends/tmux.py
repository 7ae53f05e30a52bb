"""The tmux backend: a choice is a menu, everything else a popup, on the person's client.

Who is asked, whose turn it is, and what becomes of a question that could not be shown is decided
here; a menu or popup is `tmux_question`'s, a form's popup `tmux_form`'s.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic

from flow.backends.backend import Changes, Notice, Place
from flow.backends.local_file import LocalFiles
from flow.backends.tmux_form import PopupGone, TmuxForm
from flow.backends.tmux_question import Question, Resized
from flow.backends.tmux_script import (
    CONTEXT_HINT,
    MESSAGE_HINT,
    TEXT_HINT,
)
from flow.backends.tmux_server import Tmux, TmuxClient
from flow.backends.tmux_staging import sweep
from flow.backends.tmux_text import (
    FRAME,
    full_menu,
    literal,
    popup_rows,
    short_menu,
)
from flow.backends.turns import Turn
from flow.gate import Gate
from mplex.dialog.answer import (
    CANCEL,
    CANCELLED,
    CHANNEL_DROPPED,
    EXPIRED,
    NO_CLIENT,
    OK,
    Answer,
)
from mplex.dialog.caps import PLEXER_FLOW_ANSWER_MAX
from mplex.dialog.form_spec import FormScreen
from mplex.dialog.plain_text import plain_line
from mplex.dialog.spec import CHOICE, TEXT, AskScreen, check_screen
from mplex.errors import NoServer, Refused

MIN_ROWS, MIN_COLS = 8, 24
"""The smallest client on which a question can be read."""


NOTICE_SECONDS = 5
"""Seconds that a notice stays in the status row."""


class TmuxBackend:
    """Asks on the clients of the tmux server around this process."""

    def __init__(self, place: Place) -> None:
        """Find the server; raises `NoServer` when there is none, `Refused` for an old one."""
        self._place = place
        self._tmux = Tmux(os.environ)
        self._question: Question | None = None
        self._form: TmuxForm | None = None
        self._shown = Gate()
        """Set once the form that is asked is in its popup, or has ended."""
        self._media: dict[str, bytes] = {}
        self._files = LocalFiles()
        self._seen = False
        self._interrupted = False
        self._turn = Turn(("tmux", place.target, place.client)) if place.queue else None
        sweep()

    @property
    def asked(self) -> bool:
        """Whether a screen has been shown to somebody."""
        return self._seen

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        """Show one screen and wait for its answer.

        Raises `Refused` (`no_client`, `busy`, `too_small`, ...) or `NoServer`.
        """
        try:
            answer = self._ask(check_screen(screen), monotonic() + timeout)
        finally:
            self._shown.open()
        self._files.take(screen, answer)
        return answer

    def _ask(self, asked: AskScreen | FormScreen, deadline: float) -> Answer:
        if self._turn is not None and not self._turn.wait(deadline, self._check_going_on):
            return EXPIRED
        while True:
            is_form = isinstance(asked, FormScreen)
            try:
                client = self._tmux.client(self._place.target, self._place.client)
            except Refused:
                if is_form and self._shown.is_open:
                    return Answer(CANCELLED, reason=NO_CLIENT)
                raise
            if not is_form and (client.rows < MIN_ROWS or client.cols < MIN_COLS):
                raise _too_small(client)
            try:
                if isinstance(asked, FormScreen):
                    return self._ask_form(client, asked, deadline)
                answer = self._ask_on(client, asked, deadline)
                self._seen = True
                return answer
            except Resized:
                continue
            except Refused as error:
                if error.code != "busy" or self._turn is None:
                    raise
                # The menu or popup is another program's, which tells nobody of its end.
                if not self._turn.pause(deadline):
                    return EXPIRED
            except subprocess.TimeoutExpired:
                return EXPIRED

    def interrupt(self) -> None:
        """Take the question away that another thread asks, which makes `ask` raise `NoServer`."""
        self._interrupted = True
        question, form = self._question, self._form
        if question is not None:
            question.interrupt()
        if form is not None:
            form.interrupt()

    def media(self, data: bytes) -> str:
        """Keep a picture until a form shows it."""
        media = secrets.token_hex(8)
        self._media[media] = data
        return media

    def update(self, changes: Changes, done: bool = False) -> bool:
        """Change the form that another thread asks, or end it; say whether it is still shown."""
        self._shown.wait()
        form = self._form
        return form is not None and form.update(changes, done)

    def fetch(self, field: str, offset: int) -> tuple[bytes, bool]:
        """Return a piece of a picked file, which is one of this machine."""
        return self._files.fetch(field, offset)

    def notify(self, notice: Notice) -> None:
        """Say it in the client's status row, and ring the bell of the pane that it is about."""
        client = self._tmux.client(self._place.target, self._place.client)
        said = ": ".join(plain_line(part) for part in (notice.title, notice.body) if part)
        seconds = str(NOTICE_SECONDS * 1000)
        self._tmux.run(("display-message", "-c", client.name, "-d", seconds, literal(said)))
        pane = self._place.target or self._tmux.pane
        where = ("-t", pane) if pane else ()
        path = self._tmux.run(("display-message", "-p", *where, "#{pane_tty}")).strip()
        with suppress(OSError):
            # The pane may have gone, and the notice has been seen anyway.
            terminal = os.open(path, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
            try:
                os.write(terminal, b"\x07")
            finally:
                os.close(terminal)

    def close(self) -> None:
        """Let others have their turn; every question takes itself away when it ends."""
        self._shown.open()
        self._files.close()
        if self._turn is not None:
            self._turn.end()

    def _check_going_on(self) -> None:
        if self._interrupted:
            raise NoServer("interrupted")

    def _ask_form(self, client: TmuxClient, form: FormScreen, deadline: float) -> Answer:
        """Show a form in a popup; raises `Resized` when only a change of size took it away."""
        with TmuxForm(self._tmux, client) as popup:
            self._form = popup
            try:
                self._check_going_on()
                return popup.ask(form.to_data(), _asker(), self._media, deadline, self._on_shown)
            except PopupGone:
                with suppress(Refused):
                    if self._tmux.client(None, client.name) != client:
                        raise Resized from None
                    return Answer(CANCELLED, reason=CHANNEL_DROPPED)
                return Answer(CANCELLED, reason=NO_CLIENT)
            finally:
                self._form = None

    def _on_shown(self) -> None:
        self._seen = True
        self._shown.open()

    def _ask_on(self, client: TmuxClient, screen: AskScreen, deadline: float) -> Answer:
        if screen.kind == CHOICE:
            return self._choose(client, screen, deadline)
        hint = TEXT_HINT if screen.kind == TEXT else MESSAGE_HINT
        rows = popup_rows(screen, client.cols - FRAME)
        answer = self._popup(client, screen.kind, rows, hint, deadline)
        if answer is None:
            return CANCEL
        return Answer(OK, answer[:PLEXER_FLOW_ANSWER_MAX] if screen.kind == TEXT else None)

    def _choose(self, client: TmuxClient, screen: AskScreen, deadline: float) -> Answer:
        """Show a menu; what has no room in it is said in a popup before."""
        menu = full_menu(screen, client.cols - FRAME - 2)
        if len(menu.items) > client.rows - 2:
            menu = short_menu(screen, client.cols - FRAME - 2)
            if len(menu.items) > client.rows - 2:
                raise _too_small(client)
            rows = popup_rows(screen, client.cols - FRAME, options=True)
            if self._popup(client, screen.kind, rows, CONTEXT_HINT, deadline) is None:
                return CANCEL
        with self._asking(client) as question:
            answer = question.menu(menu, deadline)
        return CANCEL if answer is None else Answer(OK, int(answer))

    def _popup(
        self, client: TmuxClient, kind: str, rows: Sequence[str], hint: str, deadline: float
    ) -> str | None:
        with self._asking(client) as question:
            return question.popup(kind, rows, hint, deadline)

    @contextmanager
    def _asking(self, client: TmuxClient) -> Iterator[Question]:
        with Question(self._tmux, client) as question:
            self._question = question
            try:
                if self._interrupted:
                    raise NoServer("interrupted")
                yield question
            finally:
                self._question = None


def _too_small(client: TmuxClient) -> Refused:
    return Refused(
        f"client {client.name} is too small for the question: {client.rows} rows of {client.cols}",
        code="too_small",
        hint="make the terminal larger, or ask fewer options",
    )


def _asker() -> str:
    """Return the name of the program that asks: this one."""
    return os.path.basename(sys.argv[0]) or "python"
