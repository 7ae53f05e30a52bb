"""The history of the command prompt between servers: read when one starts, written when it ends.

The file is that of the option `history-file`, one entry a line with its kind before it
(`command:new-window`), as tmux writes it. A file that cannot be used is logged and no more.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from mplex.commands.prompts import PROMPT_TYPES
from mplex.log import Log
from mplex.options import Options

log = Log("mplex.history")
MAX_CHARS = 1 << 20
"""Characters that are read of a file."""


def load_history(options: Options) -> dict[str, list[str]]:
    """Return the entries of the file by kind, oldest first; none when the option names no file."""
    path, limit = options.text("history-file"), options.number("prompt-history-limit")
    found: dict[str, list[str]] = {}
    if not path:
        return found
    try:
        with open(os.path.expanduser(path), encoding="utf-8", errors="replace") as file:
            lines = file.read(MAX_CHARS).splitlines()
    except FileNotFoundError:
        return found
    except OSError as error:
        log.error("reading the prompt history from %s: %s", path, error.strerror)
        return found
    for line in lines:
        kind, _, text = line.partition(":")
        if kind not in PROMPT_TYPES:
            kind, text = "command", line
        if text:
            found.setdefault(kind, []).append(text)
    return {kind: texts[max(0, len(texts) - limit) :] for kind, texts in found.items()}


def save_history(options: Options, history: Mapping[str, list[str]]) -> None:
    """Write the entries to the file, which only its owner can read."""
    limit = options.number("prompt-history-limit")
    path = os.path.expanduser(options.text("history-file"))
    if not path:
        return
    lines = [
        f"{kind}:{text}\n"
        for kind, texts in history.items()
        for text in texts[max(0, len(texts) - limit) :]
        if "\n" not in text
    ]
    try:
        descriptor = os.open(f"{path}.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.writelines(lines)
        os.replace(f"{path}.new", path)
    except OSError as error:
        log.error("writing the prompt history to %s: %s", path, error.strerror)
