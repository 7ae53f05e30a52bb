"""A clip as fields show it: its name and its length, and what became of playing it.

Playing is the kit's matter. A clip that could not be played is a warning, so that nobody believes
that the person has heard it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard

from mplex.dialog.fields.kit import Kit
from mplex.dialog.plain_text import plain_line

SIGN = "▣"
"""Stands before what moves."""
NOBODY = "clips can't be played on this terminal"


def is_clip(source: object) -> TypeGuard[Mapping[str, Any]]:
    """Say whether a resolved source is a clip, and not a picture."""
    return isinstance(source, Mapping) and ("path" in source or "url" in source)


def clip_length(seconds: object) -> str:
    """Return a length as minutes and seconds, or hours too; "" for an unknown one."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= 0:
        return ""
    whole = int(min(seconds, 359_999) + 0.5)
    hours, minutes = divmod(whole // 60, 60)
    start = f"{hours}:{minutes:02}" if hours else str(minutes)
    return f"{start}:{whole % 60:02}"


class Clip:
    """One clip; `name` is what it is called when its source has no name."""

    def __init__(self, source: Mapping[str, Any], kit: Kit, name: str = "clip") -> None:
        self.name = plain_line(str(source.get("name") or name))
        self.hopeless = plain_line(str(source.get("problem") or "")) or ("" if kit.play else NOBODY)
        """Why it can never be played."""
        self.trouble = self.hopeless or plain_line(kit.unplayable(source))
        """Why it can't be played now; empty while nothing is known against it."""
        self._source = source
        self._kit = kit

    @property
    def title(self) -> str:
        """Its name and its length."""
        length = clip_length(self._source.get("seconds"))
        return f"{self.name} · {length}" if length else self.name

    @property
    def warning(self) -> str:
        """What to tell the program that asks: empty, or why the person could not have it."""
        return f"{self.name}: {self.trouble}" if self.trouble else ""

    def play(self) -> str:
        """Play it; return why it can't be played, "" when it plays."""
        self.trouble = plain_line(self._kit.play(self._source)) if self._kit.play else NOBODY
        return self.trouble
