"""`PlexerController`: asks one screen at a time, through whichever backend can reach the person.

The choice is made at the first question and holds for the whole flow. Which backends there are, and
in which order they are tried, is in `flow.backends.registry`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from flow.backends.backend import Backend, Changes, Notice, Place
from flow.backends.registry import AUTO, BACKENDS, candidates
from flow.gate import Gate
from flow.lazy import attach_media
from flow.settle import approve
from mplex.dialog.answer import Answer, with_warnings
from mplex.dialog.form_spec import FormScreen
from mplex.dialog.spec import check_screen
from mplex.errors import NoServer, UsageError


class PlexerController:
    """Asks the person at one place; a context manager that takes everything away at its end."""

    def __init__(
        self, place: Place, backend: str = AUTO, environ: Mapping[str, str] = os.environ
    ) -> None:
        """Note where to ask, and how: by the backend of that name, or the first that fits.

        `environ` says what is around this process ($MPLEX, $TMUX). Raises `UsageError` for an
        unknown backend.
        """
        names = (AUTO, *(kind.name for kind in BACKENDS))
        if backend not in names:
            raise UsageError(f"unknown backend: {backend}", hint=f"known are {', '.join(names)}")
        self.place = place
        self._kinds = tuple(candidates(backend, place, environ))
        self._backend: Backend | None = None
        self._opened = Gate()
        """Set once there is a backend, or will never be one."""
        self._interrupted = False

    def __enter__(self) -> PlexerController:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        """Ask one screen for at most `timeout` seconds.

        Raises `SpecError` for a wrong screen, `NoServer` when nobody can be asked, and what the
        backend raises.
        """
        checked = check_screen(screen)
        try:
            backend = self._reached()
        finally:
            self._opened.open()
        if isinstance(checked, FormScreen):
            return self._ask_form(checked, timeout, backend)
        return backend.ask(checked.to_data(), timeout)

    def _ask_form(self, form: FormScreen, timeout: float, backend: Backend) -> Answer:
        """Ask a form with its targets and its media as they are on this host."""
        screen, warnings = attach_media(approve(form.to_data()), backend.media)
        if self._interrupted:
            raise NoServer("interrupted")
        answer = backend.ask(screen, timeout)
        return with_warnings(answer, warnings)

    @property
    def asked(self) -> bool:
        """Whether a screen has been shown to somebody."""
        return self._backend is not None and self._backend.asked

    def update(self, changes: Changes, done: bool = False) -> bool:
        """Change the form that another thread asks, or end it; say whether it is still shown."""
        self._opened.wait()
        return self._backend is not None and self._backend.update(changes, done)

    def fetch(self, field: str, offset: int) -> tuple[bytes, bool]:
        """Return a piece of the file picked in the last form, and whether it is the last piece.

        Raises what the backend raises.
        """
        return self._reached().fetch(field, offset)

    def notify(self, notice: Notice) -> None:
        """Tell the person something; raises `NoServer`, and what the backend raises."""
        self._reached().notify(notice)

    def _reached(self) -> Backend:
        if self._backend is None:
            self._backend = self._open()
        if self._interrupted:
            raise NoServer("interrupted")
        return self._backend

    def interrupt(self) -> None:
        """End the flow from another thread: its question goes, and `ask` raises MplexError."""
        self._interrupted = True
        backend = self._backend
        if backend is not None:
            backend.interrupt()

    def close(self) -> None:
        """Take away what is shown; harmless when nothing is."""
        backend, self._backend = self._backend, None
        if backend is not None:
            backend.close()

    def _open(self) -> Backend:
        """Return the first backend that finds somebody; else say what each one looked for."""
        missing = []
        for kind in self._kinds:
            try:
                return kind.open(self.place)
            except NoServer as error:
                missing.append(f"{kind.name} ({kind.help}): {error}")
        raise NoServer(
            f"nobody to ask: {'; '.join(missing)}",
            hint="start mplex or tmux, name a socket with -S, or run this in a terminal",
        )
