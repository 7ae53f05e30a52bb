"""A clip to listen to or to watch between other fields: one line, and a key that plays it.

Playing is the kit's matter; the line says what became of it, and a clip that could not be played is
a warning, so that nobody believes the person has heard it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.fields.display import INDENT, NARROW
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import POINTER, draw_label, label_height
from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.fields.widget import FieldWidget, KeyHint, Took
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Point
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.rows import Row
from mplex.ui.surface import Surface

PLAY_KEYS = ("p", " ", "Enter", "KPEnter")
NOBODY = "clips can't be played on this terminal"
NOT_LOADED = "not loaded"
PLAYING = "▶ playing"


def clip_length(seconds: object) -> str:
    """Return a length as minutes and seconds, or hours too; "" for an unknown one."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= 0:
        return ""
    whole = int(min(seconds, 359_999) + 0.5)
    hours, minutes = divmod(whole // 60, 60)
    start = f"{hours}:{minutes:02}" if hours else str(minutes)
    return f"{start}:{whole % 60:02}"


class ClipWidget(FieldWidget):
    """The widget of a clip: its name and length, and what became of playing it."""

    what = "clip"
    sign = "♪"

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit.looks)
        self.kit = kit
        source = field["src"]
        self.source: Mapping[str, Any] = source if isinstance(source, Mapping) else {}
        self.name = plain_line(str(self.source.get("name") or source or self.what))
        self.length = clip_length(self.source.get("seconds"))
        self.trouble = self._trouble()
        """Why it can't be played; empty while nothing is known against it."""
        self.played = False
        if self.trouble:
            self._warn(self.trouble)
        self._selectable = not self.trouble

    def _trouble(self) -> str:
        if self.source.get("problem"):
            return plain_line(str(self.source["problem"]))
        if not self.source:
            return NOT_LOADED
        return "" if self.kit.play else NOBODY

    def _warn(self, why: str) -> None:
        warning = f"{self.name}: {why}"
        if warning not in self.warnings:
            self.warnings.append(warning)

    def height(self, cols: int) -> int:
        """Return the rows of the label and of what is said."""
        return label_height(self.field) + len(self._rows(self._room(cols)[1]))

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the label, the line, and what became of it."""
        indent, room = self._room(surface.size.cols)
        head = draw_label(surface, self.field, self.looks, focus=focus)
        for index, row in enumerate(self._rows(room)):
            surface.put_row(head + index, indent, row)
        if focus and not head and indent:
            surface.put(0, 0, POINTER, self.looks["dialog.title"])
        return None

    def _room(self, cols: int) -> tuple[int, int]:
        indent = INDENT if cols >= NARROW else 0
        return indent, max(1, cols - indent)

    def _rows(self, cols: int) -> list[Row]:
        length = f" · {self.length}" if self.length else ""
        line = f"{self.sign} {self.name}{length}"
        rows = text_rows(line, cols, self.looks["dialog.hint" if self.trouble else "dialog"])
        if self.trouble:
            again = " · [p] try again" if self._selectable else ""
            said = f"! {self.trouble}{again}"
            return rows + text_rows(said, cols, self.looks["dialog.warning"])
        said = f"{PLAYING} · [p] once more" if self.played else "[p] play"
        return rows + text_rows(said, cols, self.looks["dialog.accent"])

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the key that plays."""
        return (KeyHint("p", "play"),) if self._selectable else ()

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Play."""
        if event.key.mods or event.key.base not in PLAY_KEYS or not self._selectable:
            return Took.NO
        self._play()
        return Took.YES

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Play when its line is clicked."""
        line = label_height(self.field) <= event.row < self.height(cols)
        if event.action != "down" or event.button != 1 or not line or not self._selectable:
            return Took.NO
        self._play()
        return Took.YES

    def _play(self) -> None:
        self.trouble = plain_line(self.kit.play(self.source)) if self.kit.play else NOBODY
        if self.trouble:
            self._warn(self.trouble)
        else:
            self.played = True
        self._invalidate()


class AudioWidget(ClipWidget):
    """The widget of an `audio`."""

    what = "sound"
    sign = "♪"


class VideoWidget(ClipWidget):
    """The widget of a `video`."""

    what = "video"
    sign = "▣"
