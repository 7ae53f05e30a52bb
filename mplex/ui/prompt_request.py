"""What a command asks for when it wants a line, a key or a yes from the person at a client.

One idea: a request is light and knows nothing of line editing; the server turns it into a prompt
of `mplex.ui.prompt` when it is shown, which is when prompt_toolkit gets imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from mplex.vt.styles import DEFAULT, Style

PROMPT_LIMIT: Final = 2000
"""Characters a prompt takes at most."""
KINDS: Final = ("command", "text", "confirm", "key", "number")


class PromptRequest(NamedTuple):
    """One question in the status row.

    Exactly one of `on_submit` and `on_cancel` is called, once.
    """

    label: str
    """Shown before the line; may have `#[...]` styles."""
    on_submit: Callable[[str], None]
    """Gets the line; the character for `single_key` and "confirm", the key's name for "key"."""
    on_cancel: Callable[[], None] = lambda: None
    initial: str = ""
    kind: str = "command"
    """One of KINDS: a line of text, one y/n key, any one key by name, or a number that the first
    other key ends."""
    single_key: bool = False
    """Done after the first character, as `command-prompt -1`."""
    history: list[str] | None = None
    """Lines given before, oldest first; a submitted line is appended (None: no history)."""
    complete: Callable[[str], list[str]] | None = None
    """Gets the text before the cursor; returns what its last word may become, each whole."""
    on_change: Callable[[str], None] | None = None
    """Hears every change of the line, as `command-prompt -i` needs it."""
    on_step: Callable[[str, bool], None] | None = None
    """Hears C-s (True) and C-r (False), which go on to the next match, and the line."""
    last: str = ""
    """What C-s and C-r put into an empty line."""
    limit: int = PROMPT_LIMIT
    confirm_key: str = "y"
    """The key that means yes for "confirm"."""
    default_yes: bool = False
    """Whether Enter means yes for "confirm"."""
    style: Style = DEFAULT
    """The style of the row."""
    vi: bool = False
    """Edit with vi keys (option `status-keys`)."""
