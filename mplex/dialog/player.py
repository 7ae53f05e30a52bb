"""Clips played on the person's machine: by a program of their choice, or the system's opener.

Only where the person's terminal is on this machine: a program that plays somewhere else plays for
nobody. The clip is an argument of a program and never goes through a shell. What may be played is
the asker's choice; that it is played at all is the person's, by a key. A server and a dialog in
the asker's own terminal both play so; where the choice of a program stands is theirs to say.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping
from typing import Any

MOST = 4
"""Players that may run at once."""
OPENERS = ("xdg-open", "open")
REMOTE = ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT")
"""What the environment of a shell has that somebody came to over the network."""
MEDIA_PLAYER = "MPLEX_MEDIA_PLAYER"
"""The variable that says which command plays clips, where no server has an option for it."""
SCHEMES = ("http://", "https://")


class Player:
    """The running players.

    `command` tells the command line that plays, "" for the system's opener; `setting` is what a
    person calls the place where it is set.
    """

    def __init__(self, command: Callable[[], str], setting: str) -> None:
        self._command = command
        self._setting = setting
        self._running: list[subprocess.Popen[bytes]] = []

    def play(self, source: Mapping[str, Any], environ: Mapping[str, str]) -> str:
        """Play a clip for the terminal with this environment; return why not, "" if it plays."""
        words, problem = self._words(source, environ)
        if problem:
            return problem
        self.reap()
        if len(self._running) >= MOST:
            return f"{MOST} players are running already"
        try:
            process = subprocess.Popen(
                words,
                cwd="/",
                env=dict(environ),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            return f"can't run {words[0]}: {reason}"
        self._running.append(process)
        return ""

    def obstacle(self, source: Mapping[str, Any], environ: Mapping[str, str]) -> str:
        """Return why a clip would not play for the terminal with this environment, "" if it may."""
        return self._words(source, environ)[1]

    def _words(
        self, source: Mapping[str, Any], environ: Mapping[str, str]
    ) -> tuple[list[str], str]:
        """Return the command line that plays a clip, or why there is none."""
        if any(environ.get(name) for name in REMOTE):
            return [], "your terminal is on another machine"
        clip, problem = clip_of(source)
        if problem:
            return [], problem
        program, problem = self._program(environ)
        return [*program, clip], problem

    def reap(self) -> None:
        """Let go of the players that have ended, so that none stays a zombie."""
        self._running = [process for process in self._running if process.poll() is None]

    def _program(self, environ: Mapping[str, str]) -> tuple[list[str], str]:
        """Return the words of the command that plays, or why there is none."""
        path = environ.get("PATH", os.defpath)
        words: list[str] = []
        with contextlib.suppress(ValueError):
            words = shlex.split(self._command())
        if words:
            found = shutil.which(os.path.expanduser(words[0]), path=path)
            return ([found, *words[1:]], "") if found else ([], f"there is no {words[0]}")
        if self._command().strip():
            return [], f"{self._setting} has a quote that does not end"
        for name in OPENERS:
            opener = shutil.which(name, path=path)
            if opener:
                return [opener], ""
        return [], f"no player was found; name one with {self._setting}"


def clip_of(source: Mapping[str, Any]) -> tuple[str, str]:
    """Return what is to be played, a file or an address on the web, or why there is nothing.

    It begins with `/` or with the scheme, so that no player takes it for one of its flags.
    """
    if source.get("problem"):
        return "", str(source["problem"])
    path, url = source.get("path"), source.get("url")
    if isinstance(path, str) and path.startswith("/") and "\0" not in path:
        return (path, "") if os.path.isfile(path) else ("", "the file is not there")
    if isinstance(url, str) and url.lower().startswith(SCHEMES) and "\0" not in url:
        return url, ""
    return "", "there is nothing to play"
