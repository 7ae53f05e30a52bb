"""What widgets need from the world around them: looks, media, a player, the time.

A widget is made of its field and a kit, and touches nothing else, so that the same widget runs in a
server, in a popup and in a test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from mplex.ui.theme import Theme

Source = Mapping[str, Any]
"""A resolved `src`: `{"media": id, ...}`, `{"path": ...}`, `{"url": ...}` or `{"problem": ...}`."""

LOCALE_VARIABLES = ("LC_ALL", "LC_TIME", "LANG")
"""Where a locale for dates is looked for; the first that is set holds."""


class MediaBox(Protocol):
    """Where the bytes of pictures are."""

    def get(self, media: str) -> bytes | None:
        """Return the bytes of a picture by its id, None when there are none."""


class NoMedia:
    """A box without anything in it."""

    def get(self, media: str) -> bytes | None:
        """Return None."""
        return None


def local_now() -> datetime:
    """Return the local time with its offset."""
    return datetime.now().astimezone()


def locale_of(environ: Mapping[str, str]) -> str:
    """Return a person's locale for dates, "" when the environment says nothing."""
    return next((environ[name] for name in LOCALE_VARIABLES if environ.get(name)), "")


class Kit(NamedTuple):
    """The surroundings of a widget."""

    looks: Theme
    media: MediaBox = NoMedia()
    play: Callable[[Source], str] | None = None
    """Plays a clip on the person's machine; returns why it could not, or "". None: nobody can."""
    unplayable: Callable[[Source], str] = lambda source: ""
    """Says why a clip would not play, without playing it; "" as far as can be told."""
    now: Callable[[], datetime] = local_now
    locale: str = ""
    """The person's locale for dates (`de_DE.UTF-8`), empty for the process's own."""
    colours: int = 1 << 24
    """How many colours the terminal has; 0 for none (NO_COLOR)."""
