"""One menu or popup of a v1 question in tmux.

tmux shows one of these at a time and says nothing about how it ended, so every question leaves a
mark in a server option of its own: whether it was shown, and whether an entry was chosen. The
answer itself comes in a file. How things are written and cut is in `tmux_text`, the popup's own
program in `tmux_script`.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic, sleep

from flow.backends.tmux_script import DISMISSED, PAGES_HINT, SCRIPT
from flow.backends.tmux_server import Tmux, TmuxClient
from flow.backends.tmux_staging import PREFIX, Staging
from flow.backends.tmux_text import FRAME, Menu, literal
from mplex.dialog.spec import TEXT
from mplex.errors import MplexError, NoServer, ProtocolError, Refused

WAITING, SHOWN, CHOSEN, BUSY = "waiting", "shown", "chosen", "busy"
"""What the mark of a question says: asked for, on the screen, answered, not shown at all."""

MARK_SECONDS = 60
"""Seconds after its end in which tmux itself takes a question's mark away, if we don't."""

POLL = 0.01
"""Seconds between two looks for the answer of a choice that was made."""

POPUP_COLS = 60
"""Columns that a popup has at least, where the client has them."""

TAIL_ROWS = {TEXT: 4}
OTHER_TAIL_ROWS = 1
"""Rows of a popup below its text: the keys, and for a text the line and room for it to grow."""


class Resized(Exception):
    """tmux took a question away because its client changed its size; nobody has answered."""


class Question:
    """One menu or popup on one client; a context manager that leaves nothing of it behind."""

    def __init__(self, tmux: Tmux, client: TmuxClient) -> None:
        self._tmux = tmux
        self._client = client
        self._staging = Staging()
        self._mark = f"@{PREFIX}{self._staging.token}"
        self._process: subprocess.Popen[bytes] | None = None
        self._is_popup = False
        self._status: int | None = None
        """How tmux ended by itself; None while it has not."""
        self._interrupted = False

    def __enter__(self) -> Question:
        self._staging.__enter__()
        return self

    def __exit__(self, *exc_info: object) -> None:
        try:
            self._end()
        finally:
            self._staging.__exit__()

    def menu(self, menu: Menu, deadline: float) -> str | None:
        """Show a menu and return the index of the chosen option, None when it was dismissed.

        Raises `TimeoutExpired` at the deadline, `Resized`, or `Refused`.
        """
        words = ["display-menu", "-c", self._client.name, "-T", literal(menu.title), "--"]
        for text, option in menu.items:
            if option is None:
                words += [f"-{literal(text) or ' '}", "", ""]
            else:
                # A name that begins with a hyphen could not be chosen.
                name = f" {text}" if text.startswith("-") else text
                words += [literal(name), "", self._choosing(option)]
        self._show(words, deadline)
        mark = self._read_mark()
        while mark == CHOSEN and not (self._staging.read() or "").endswith("\n"):
            if monotonic() > deadline or self._interrupted:
                raise subprocess.TimeoutExpired("tmux", 0)
            sleep(POLL)
            mark = self._read_mark()
        answer = self._staging.read()
        if answer is None:
            self._check_dismissed(mark)
            return None
        if not answer.strip().isdigit():
            raise ProtocolError(f"a menu was answered with {answer!r}")
        return answer.strip()

    def interrupt(self) -> None:
        """Make the thread that waits here raise `NoServer`."""
        self._interrupted = True
        if self._process is not None:
            self._process.kill()

    def _choosing(self, index: int) -> str:
        """Return the tmux commands that answer with an index; a question that is over takes none.

        The paths are the only words in it that are not ours, and have plain letters only.
        """
        prompt, answer = self._staging.prompt, self._staging.answer
        write = f"umask 077; set -C; [ ! -e {prompt} ] || echo {index} >{answer}"
        mark = f"set-option -sq {self._mark}"
        return f'{mark} {CHOSEN} ; run-shell "{write}" ; set-option -squ {self._mark}'

    def popup(self, kind: str, rows: Sequence[str], hint: str, deadline: float) -> str | None:
        """Show a popup and return the text that was typed, None when it was dismissed.

        Raises as `menu` does.
        """
        self._is_popup = True
        self._staging.write("".join(f"{row}\n" for row in rows))
        tail = TAIL_ROWS.get(kind, OTHER_TAIL_ROWS) + 1
        height = min(self._client.rows, len(rows) + tail + 2)
        widest = max(len(row.encode()) for row in (*rows, hint, PAGES_HINT))
        width = min(self._client.cols, max(POPUP_COLS, widest + FRAME))
        page = max(1, height - 2 - tail)
        words = ["display-popup", "-E", "-c", self._client.name]
        words += ["-w", str(width), "-h", str(height)]
        words += ["sh", "-c", SCRIPT, "tai-flow", self._staging.prompt, self._staging.answer]
        self._show([*words, kind, str(page), hint, PAGES_HINT], deadline)
        answer = self._staging.read()
        if answer is None and self._status != DISMISSED:
            self._check_dismissed(self._read_mark())
        return answer

    def _show(self, words: Sequence[str], deadline: float) -> None:
        """Run a command that stays as long as what it shows, until it ends or time is up."""
        mark = ("set-option", "-sq", self._mark)
        waits = f"#{{==:#{{{self._mark}}},{WAITING}}}"
        # run-shell expands its argument once, too early for the question's mark.
        later = waits.replace("#", "##")
        shown = f"if-shell -F '{later}' 'set-option -sq {self._mark} {SHOWN}'"
        self._process = self._tmux.start(
            (*mark, WAITING),
            # Runs when the next command stays, or else after the one that follows it.
            ("run-shell", "-b", "-d", "0", "-C", shown),
            words,
            ("if-shell", "-F", waits, f"set-option -sq {self._mark} {BUSY}"),
            ("run-shell", "-b", "-d", str(MARK_SECONDS), "-C", f"set-option -squ {self._mark}"),
        )
        if self._interrupted:
            self._process.kill()
        _, error = self._process.communicate(timeout=max(0.0, deadline - monotonic()))
        if self._interrupted:
            raise NoServer("interrupted")
        self._status = self._process.returncode
        if error.strip():
            raise Refused(f"tmux: {error.decode(errors='replace').strip()}", code="tmux")

    def _read_mark(self) -> str:
        return self._tmux.run(("show-options", "-sqv", self._mark)).strip()

    def _check_dismissed(self, mark: str) -> None:
        """Raise what took the question away, unless it was the person."""
        if mark in (WAITING, BUSY):
            raise Refused(
                f"client {self._client.name} is busy with another menu or popup",
                code="busy",
                hint="ask again when it is closed",
            )
        if not mark:
            # Only a choice that was made takes the mark away.
            raise Refused(f"tmux could not write {self._staging.answer}", code="tmux")
        now = self._tmux.client(None, self._client.name)
        if now != self._client:
            raise Resized

    def _end(self) -> None:
        """Take the question off the screen if it is still there, and its mark away."""
        process = self._process
        if process is None:
            return
        with suppress(MplexError):
            # tmux may have ended meanwhile, and the question with it.
            if self._status is None and self._is_popup and self._read_mark() == SHOWN:
                self._tmux.run(("display-popup", "-C", "-c", self._client.name))
        process.kill()
        process.communicate()
        with suppress(MplexError):
            self._tmux.run(("set-option", "-squ", self._mark))
