"""The tty backend: dialogs on the whole terminal of this process, where no multiplexer is.

It reads and writes /dev/tty, so standard input and output stay the program's own. The terminal is
taken at the first question and given back at the end of the flow, and for as long as the process is
stopped; between two questions nothing flickers. How a question looks is `tty_question`'s matter.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

from flow.backends.backend import Changes, Notice, Place
from flow.backends.local_file import LocalFiles
from flow.backends.tty_question import TtyQuestion, typed_text
from flow.backends.tty_terminal import PATH, TakenTerminal
from flow.backends.turns import Turn
from flow.gate import Gate
from mplex.dialog.answer import CANCELLED, EXPIRED, NO_CLIENT, Answer
from mplex.dialog.fields.kit import Kit, locale_of
from mplex.dialog.form_spec import FormScreen
from mplex.dialog.picture_store import PictureStore
from mplex.dialog.plain_text import plain_line
from mplex.dialog.player import MEDIA_PLAYER, Player
from mplex.dialog.spec import check_screen
from mplex.errors import NoServer, Refused
from mplex.term.features import features_of
from mplex.term.keys import CTRL, Key, KeyEvent
from mplex.ui.theme import Theme

PLAYER = Player(lambda: os.environ.get(MEDIA_PLAYER, ""), f"${MEDIA_PLAYER}")
"""Plays clips; one for the whole process, so that its limit holds for all dialogs together."""

SUSPEND = Key("z", CTRL)
TYPED_AHEAD = 2000
"""Characters that are kept for the next question."""


class TtyBackend:
    """Asks on the controlling terminal."""

    def __init__(self, place: Place, asker: str = "") -> None:
        """Look for the terminal; `asker` is who asks, if not this program.

        Raises `NoServer` when there is no terminal that can show a dialog.
        """
        try:
            os.close(os.open(PATH, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK))
        except OSError as error:
            raise NoServer(f"no controlling terminal ({error.strerror})") from error
        if os.environ.get("TERM") == "dumb":
            raise NoServer("the controlling terminal is dumb ($TERM), and can only show lines")
        self._taken: TakenTerminal | None = None
        self._typed = ""
        self._interrupted = False
        self._turn = Turn("tty") if place.queue else None
        self._asker = asker or _asker()
        self._pictures = PictureStore()
        self._names: dict[str, str] = {}
        self._files = LocalFiles()
        self._shown = Gate()
        """Set once the form that is asked is on the terminal, or has ended."""
        self._asking = False
        self._changes: list[tuple[Changes, bool]] = []
        self._seen = False

    @property
    def asked(self) -> bool:
        """Whether a screen has been shown to somebody."""
        return self._seen

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        """Show one screen and wait for its answer.

        When the terminal goes, a form ends with that reason, and a question raises `NoServer`. A
        signal that would have ended the process ends it, with the terminal in order.
        """
        deadline = monotonic() + timeout
        if self._turn is not None and not self._turn.wait(deadline, self._check_going_on):
            return EXPIRED
        if self._taken is None:
            self._taken = TakenTerminal()
        taken = self._taken
        checked, kit = check_screen(screen), self._kit(taken)
        question = TtyQuestion(checked, self._asker, taken.size, kit=kit, deadline=deadline)
        question.type(self._typed)
        self._typed = ""
        self._seen = self._asking = True
        self._shown.open()
        try:
            answer = self._wait(taken, question, deadline)
        except BaseException as error:
            self.close()
            if isinstance(error, NoServer) and taken.gone and isinstance(checked, FormScreen):
                return Answer(CANCELLED, reason=NO_CLIENT)
            raise
        finally:
            self._asking = False
            question.close()
        self._files.take(screen, answer)
        return answer

    def _kit(self, taken: TakenTerminal) -> Kit:
        environ = os.environ
        colours = 0 if environ.get("NO_COLOR") else taken.features.colours
        pictures = Pictures(self._pictures, self._names)
        return Kit(
            Theme(),
            pictures,
            _play,
            lambda source: PLAYER.obstacle(source, environ),
            locale=locale_of(environ),
            colours=colours,
        )

    def media(self, data: bytes) -> str:
        """Keep a picture."""
        return self._pictures.put(self, data)

    def keep(self, media: str, data: bytes) -> None:
        """Keep a picture that has an id already."""
        self._names[media] = self.media(data)

    def update(self, changes: Changes, done: bool = False) -> bool:
        """Change the form that another thread asks, or end it; say whether it is still shown."""
        self._shown.wait()
        taken = self._taken
        if not self._asking or taken is None:
            return False
        self._changes.append((changes, done))
        with suppress(OSError):
            # The form may end at this moment.
            taken.wake()
        return True

    def fetch(self, field: str, offset: int) -> tuple[bytes, bool]:
        """Return a piece of a picked file, which is one of this machine."""
        return self._files.fetch(field, offset)

    def notify(self, notice: Notice) -> None:
        """Ring the bell, write a line, and tell the terminal's own notifications if it has them.

        No line goes between what another program draws: raises `Refused` where only the bell rang.
        """
        said = ": ".join(plain_line(part) for part in (notice.title, notice.body) if part)
        features = features_of(os.environ.get("TERM", ""), os.environ)
        told = f"\x1b]9;{said}\x07" if features.notify else ""
        try:
            terminal = os.open(PATH, os.O_WRONLY | os.O_NOCTTY)
            try:
                if os.tcgetpgrp(terminal) == os.getpgrp():
                    told += f"{said}\r\n"
                os.write(terminal, f"\x07{told}".encode("utf-8", "replace"))
            finally:
                os.close(terminal)
        except OSError as error:
            raise NoServer(f"no controlling terminal ({error.strerror})") from error
        if not told:
            raise Refused("only the bell rang: another program has the terminal, which shows none")

    def interrupt(self) -> None:
        """Make an `ask` that another thread waits in raise `NoServer`."""
        self._interrupted = True
        taken = self._taken
        if taken is not None:
            taken.wake()

    def close(self) -> None:
        """Give the terminal back; harmless when it was not taken."""
        taken, self._taken = self._taken, None
        self._shown.open()
        self._files.close()
        PLAYER.reap()
        try:
            if taken is not None:
                taken.close()
        finally:
            if self._turn is not None:
                self._turn.end()

    def _check_going_on(self) -> None:
        if self._interrupted:
            raise NoServer("interrupted")

    def _wait(self, taken: TakenTerminal, question: TtyQuestion, deadline: float) -> Answer:
        while question.answer is None:
            if taken.resized():
                question.resize(taken.size)
            taken.draw(question.frame())
            if monotonic() >= deadline:
                return question.expired()
            self._check_going_on()
            wait = deadline - monotonic()
            if question.refresh_seconds:
                wait = min(wait, question.refresh_seconds)
            for event in taken.events(wait):
                if question.answered:
                    # Typed before the next question could be seen: text is for it, keys are not.
                    self._typed = (self._typed + typed_text(event))[:TYPED_AHEAD]
                elif isinstance(event, KeyEvent) and event.key == SUSPEND:
                    taken.suspend()
                else:
                    question.take(event)
            self._apply_changes(question)
        return question.answer

    def _apply_changes(self, question: TtyQuestion) -> None:
        """Do what other threads want changed."""
        while self._changes and not question.answered:
            changes, done = self._changes.pop(0)
            question.update(changes)
            if done:
                question.finish()


class Pictures:
    """A store of pictures in which some have another id, too."""

    def __init__(self, store: PictureStore, names: Mapping[str, str]) -> None:
        self._store = store
        self._names = names

    def get(self, media: str) -> bytes | None:
        """Return the bytes of a picture."""
        return self._store.get(self._names.get(media, media))


def _play(source: Mapping[str, Any]) -> str:
    """Play a clip; return why not, "" when it plays."""
    return PLAYER.play(source, os.environ)


def _asker() -> str:
    """Return the name of the program that asks: this one."""
    return os.path.basename(sys.argv[0]) or "python"
