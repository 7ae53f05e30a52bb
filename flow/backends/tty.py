"""The tty backend: dialogs on the whole terminal of this process, where no multiplexer is.

It reads and writes /dev/tty, so standard input and output stay the program's own. The terminal is
taken at the first question and given back at the end of the flow, and for as long as the process is
stopped; between two questions nothing flickers. How a question looks is `tty_question`'s matter.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic

from flow.backends.backend import Changes, Notice, Place
from flow.backends.local_file import LocalFiles
from flow.backends.opener import play
from flow.backends.tty_question import TtyQuestion, typed_text
from flow.backends.tty_signals import ENDING, Signals, stop, wait_for_foreground
from flow.backends.turns import Turn
from mplex.client.tty import Terminal
from mplex.dialog.answer import EXPIRED, Answer
from mplex.dialog.fields.kit import Kit
from mplex.dialog.picture_store import PictureStore
from mplex.dialog.plain_text import plain_line
from mplex.dialog.spec import check_screen
from mplex.errors import NoServer
from mplex.geometry import Size
from mplex.term.features import Features, features_of
from mplex.term.frame import Frame
from mplex.term.key_decoder import KeyDecoder
from mplex.term.keys import CTRL, Event, Key, KeyEvent
from mplex.term.renderer import Renderer
from mplex.ui.theme import Theme

PATH = "/dev/tty"
"""The controlling terminal of whoever opens it."""

ESCAPE_SECONDS = 0.05
"""Seconds in which the rest of a function key follows its Escape."""

PATIENCE = 1.0
"""Seconds that a terminal may take nothing before what waits for it is dropped."""

MOUSE = 1002
"""Mouse reports: presses, releases, the wheel, and the way of the mouse between them."""

LOCALE_VARIABLES = ("LC_ALL", "LC_TIME", "LANG")
"""Where a locale for dates is looked for; the first that is set holds."""

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
        self._shown = threading.Event()
        """Set once the form that is asked is on the terminal, or has ended."""
        self._asking = False
        self._changes: list[tuple[Changes, bool]] = []
        self._seen = False

    @property
    def asked(self) -> bool:
        """Whether a screen has been shown to somebody."""
        return self._seen

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        """Show one screen and wait for its answer; raises `NoServer` when the terminal goes.

        A signal that would have ended the process ends it, with the terminal in order.
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
        self._shown.set()
        try:
            answer = self._wait(taken, question, deadline)
        except BaseException:
            self.close()
            raise
        finally:
            self._asking = False
            question.close()
        self._files.take(screen, answer)
        return answer

    def _kit(self, taken: TakenTerminal) -> Kit:
        environ = os.environ
        colours = 0 if environ.get("NO_COLOR") else taken.features.colours
        locale = next((environ[name] for name in LOCALE_VARIABLES if environ.get(name)), "")
        pictures = Pictures(self._pictures, self._names)
        return Kit(Theme(), pictures, play, locale=locale, colours=colours)

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
        """Ring the bell, and tell the terminal's own notifications where it has them."""
        said = ": ".join(plain_line(part) for part in (notice.title, notice.body) if part)
        features = features_of(os.environ.get("TERM", ""), os.environ)
        told = f"\x1b]9;{said}\x07" if features.notify else ""
        try:
            terminal = os.open(PATH, os.O_WRONLY | os.O_NOCTTY)
            try:
                os.write(terminal, f"\x07{told}".encode())
            finally:
                os.close(terminal)
        except OSError as error:
            raise NoServer(f"no controlling terminal ({error.strerror})") from error

    def interrupt(self) -> None:
        """Make an `ask` that another thread waits in raise `NoServer`."""
        self._interrupted = True
        taken = self._taken
        if taken is not None:
            taken.wake()

    def close(self) -> None:
        """Give the terminal back; harmless when it was not taken."""
        taken, self._taken = self._taken, None
        self._shown.set()
        self._files.close()
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


class TakenTerminal:
    """The terminal while questions are on it: raw, on its alternate screen, signals noted."""

    def __init__(self) -> None:
        self._signals = Signals()
        self._term = os.environ.get("TERM", "")
        self._decoder = KeyDecoder()
        self._changed = False
        try:
            self._terminal = Terminal(PATH, self._term)
        except BaseException:
            self._signals.close()
            raise
        self.size = self._measured()
        self.features = _features(self._term)
        self._renderer = Renderer(self.size, self.features)
        try:
            self._take()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Undo everything; the signals come last, so that none of them gets in between."""
        try:
            self._give_back()
            self._terminal.__exit__()
        finally:
            self._signals.close()

    def draw(self, frame: Frame) -> None:
        """Show a frame."""
        self._terminal.queue(self._renderer.draw(frame))
        self._terminal.drain(PATIENCE)

    def resized(self) -> bool:
        """Say whether the terminal has to be drawn anew, with the size it has now."""
        changed, self._changed = self._changed, False
        if changed:
            self.size = self._measured()
            self._renderer.resize(self.size)
        return changed

    def events(self, seconds: float) -> list[Event]:
        """Return what was typed within so many seconds, perhaps nothing.

        Raises `NoServer` when the terminal is gone.
        """
        wait = min(seconds, ESCAPE_SECONDS) if self._decoder.pending else seconds
        reading: list[Terminal | Signals] = [self._terminal, self._signals]
        ready = select.select(reading, [], [], max(0.0, wait))[0]
        if self._signals in ready:
            self._on_signals(self._signals.take())
        if self._terminal in ready:
            data = self._terminal.read()
            if data is None:
                raise NoServer("the terminal is gone")
            return self._decoder.feed(data)
        return self._decoder.flush() if self._decoder.pending and not ready else []

    def wake(self) -> None:
        """Make `events` return at once; for other threads."""
        self._signals.wake()

    def suspend(self) -> None:
        """Give the terminal back, stop, and take it again when the job goes on."""
        self._give_back()
        stop()
        self._take()

    def _on_signals(self, numbers: set[int]) -> None:
        for number in sorted(numbers.intersection(ENDING)):
            self.close()
            # Its handler is the default one again, which ends this process.
            os.kill(os.getpid(), number)
        if signal.SIGTSTP in numbers:
            self.suspend()
        elif signal.SIGCONT in numbers:
            # A shell may have used the terminal meanwhile, and may do so still.
            wait_for_foreground(self._terminal.fileno())
            self._give_back()
            self._take()
        elif signal.SIGWINCH in numbers:
            self._changed = True

    def _take(self) -> None:
        wait_for_foreground(self._terminal.fileno())
        self._terminal.raw()
        self._terminal.queue(self._renderer.start() + self._renderer.set_mouse(MOUSE))
        self._changed = True

    def _give_back(self) -> None:
        self._terminal.queue(self._renderer.stop())
        self._terminal.drain(PATIENCE)
        self._terminal.cooked()

    def _measured(self) -> Size:
        return Size(*self._terminal.size()[:2])


def _features(term: str) -> Features:
    """Return what the terminal can do, without what could answer after we are gone."""
    features = features_of(term, os.environ)
    return features._replace(queries=False, focus=False, title=False, extended_keys=False)


def _asker() -> str:
    """Return the name of the program that asks: this one."""
    return os.path.basename(sys.argv[0]) or "python"
