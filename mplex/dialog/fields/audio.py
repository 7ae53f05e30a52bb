"""A clip to listen to or to watch between other fields: one line, and a key that plays it.

Playing is the kit's matter; the line says what became of it, and a clip that could not be played is
a warning, so that nobody believes the person has heard it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.fields.clip import SIGN, Clip
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import POINTER, draw_label, indent_at, label_height
from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.fields.usual_keys import PRESS_BASES
from mplex.dialog.fields.widget import FieldWidget, KeyHint, Took
from mplex.geometry import Point
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.rows import Row
from mplex.ui.surface import Surface

PLAY_KEYS = ("p", *PRESS_BASES)
NOT_LOADED = "not loaded"
PLAYING = "▶ playing"


class ClipWidget(FieldWidget):
    """The widget of a clip: its name and length, and what became of playing it."""

    what = "clip"
    sign = "♪"

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit.looks)
        source = field["src"]
        found: Mapping[str, Any] = source if isinstance(source, Mapping) else {}
        self.clip = Clip(found, kit, (source if isinstance(source, str) else "") or self.what)
        if not found:
            self.clip.trouble = self.clip.hopeless = NOT_LOADED
        self.played = False
        self.warn(self.clip.warning)
        self._selectable = not self.clip.hopeless

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
        indent = indent_at(cols)
        return indent, max(1, cols - indent)

    def _rows(self, cols: int) -> list[Row]:
        trouble, line = self.clip.trouble, f"{self.sign} {self.clip.title}"
        rows = text_rows(line, cols, self.looks["dialog.hint" if trouble else "dialog"])
        if trouble:
            again = " · [p] try again" if self._selectable else ""
            said = f"! {trouble}{again}"
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
        before = self.clip.warning
        self.played = not self.clip.play() or self.played
        self.rewarn(before, self.clip.warning)
        self._invalidate()


class AudioWidget(ClipWidget):
    """The widget of an `audio`."""

    what = "sound"
    sign = "♪"


class VideoWidget(ClipWidget):
    """The widget of a `video`."""

    what = "video"
    sign = SIGN
