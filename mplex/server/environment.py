"""The environment and the command line that a pane's program gets.

What a person set in their shell reaches their panes, minus what names another multiplexer, plus
what tells a program where it runs. Only building of values here; starting is in `pty_process`.
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Mapping
from typing import NamedTuple

import mplex
from mplex.model.tree import Tree

PREFERRED_TERM = "tmux-256color"
FALLBACK_TERM = "xterm-256color"
TERMINFO_FOLDERS = (
    "/etc/terminfo",
    "/lib/terminfo",
    "/usr/lib/terminfo",
    "/usr/share/terminfo",
    "/usr/local/share/terminfo",
)
FOREIGN = frozenset(
    {
        "TMUX",
        "TMUX_PANE",
        "STY",
        "WINDOW",
        "ZELLIJ",
        "ZELLIJ_PANE_ID",
        "ZELLIJ_SESSION_NAME",
        "LINES",
        "COLUMNS",
        "TERMCAP",
        "KITTY_WINDOW_ID",
        "WEZTERM_PANE",
        "ITERM_SESSION_ID",
        "TERM_SESSION_ID",
        "VTE_VERSION",
        "WT_SESSION",
    }
)
"""Variables that would tell a program that it runs in some other terminal."""


class Program(NamedTuple):
    """What to execute: the file, and the words it is given (the first may name a login shell)."""

    path: str
    argv: list[str]


def default_term(environ: Mapping[str, str]) -> str:
    """Return the best TERM that this machine can describe."""
    folders = [environ.get("TERMINFO", ""), os.path.expanduser("~/.terminfo"), *TERMINFO_FOLDERS]
    for folder in filter(None, folders):
        for letter in ("t", "74"):
            if os.path.exists(os.path.join(folder, letter, PREFERRED_TERM)):
                return PREFERRED_TERM
    return FALLBACK_TERM


def pane_environ(
    given: Mapping[str, str], *, term: str, location: str, pane_id: int
) -> dict[str, str]:
    """Return `given` without what names another terminal and with what mplex tells programs.

    `location` is the value of MPLEX: socket, server pid and session id.
    """
    environ = {name: value for name, value in given.items() if name not in FOREIGN}
    environ["TERM"] = term
    environ["COLORTERM"] = "truecolor"
    environ["TERM_PROGRAM"] = "mplex"
    environ["TERM_PROGRAM_VERSION"] = mplex.__version__
    environ["MPLEX"] = location
    environ["MPLEX_PANE"] = f"%{pane_id}"
    return environ


def login_shell() -> str:
    """Return the shell of the user's account, "" when there is no account."""
    try:
        return pwd.getpwuid(os.getuid()).pw_shell
    except KeyError:
        return ""


def edits_with_vi(environ: Mapping[str, str]) -> bool:
    """Say whether the person's editor (VISUAL, else EDITOR) is a vi, as tmux guesses it."""
    editor = environ.get("VISUAL") or environ.get("EDITOR") or ""
    return "vi" in os.path.basename(editor)


def usable_shell(*candidates: str) -> str:
    """Return the first candidate that is an absolute path to a program, else /bin/sh."""
    for path in candidates:
        if path.startswith("/") and os.access(path, os.X_OK) and not os.path.isdir(path):
            return path
    return "/bin/sh"


def take_habits(tree: Tree) -> None:
    """Set the defaults that follow a person's environment: the shell, and vi keys for vi users."""
    shell = usable_shell(tree.environ.get("SHELL", ""), login_shell())
    tree.session_options.set("default-shell", shell)
    if edits_with_vi(tree.environ):
        tree.session_options.set("status-keys", "vi")
        tree.window_options.set("mode-keys", "vi")


def program_for(argv: list[str], *, shell: str, default_command: str) -> Program:
    """Turn a pane's command into something to execute, as tmux does.

    No words: `default_command`, or a login shell when that is empty. One word: a command line for
    the shell. More: a program and its arguments, without a shell.
    """
    if not argv:
        if not default_command:
            return Program(shell, ["-" + os.path.basename(shell)])
        argv = [default_command]
    if len(argv) == 1:
        return Program(shell, [os.path.basename(shell), "-c", argv[0]])
    return Program(argv[0], argv)
