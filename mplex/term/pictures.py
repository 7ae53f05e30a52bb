"""What a terminal shows of a frame's pictures, whatever its way of showing pictures is.

One idea: three steps around the drawing of rows. `begin` chooses the pictures that will be shown,
so that the cells beneath can be blank; `spoiled` says which cells have to be written again because
a picture that goes covers them; `finish` sends what is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from mplex.geometry import Size
from mplex.term.features import Graphics
from mplex.term.kitty_pictures import KittyPictures
from mplex.term.output import Output
from mplex.term.picture import PlacedPicture, Shown
from mplex.term.sixel import SixelPictures


class Pictures(Protocol):
    """The pictures on one terminal."""

    @property
    def busy(self) -> bool:
        """Whether there is something to do for a frame without pictures."""

    @property
    def waiting(self) -> bool:
        """Whether a frame a little later can show a picture that this one can't."""

    def begin(self, pictures: Sequence[PlacedPicture], size: Size) -> Sequence[PlacedPicture]:
        """Choose those of a frame's pictures that will be shown on a screen of `size`."""

    def spoiled(self, rows: list[Shown]) -> list[Shown]:
        """Return the rows that the terminal shows, changed where cells must be written again."""

    def finish(self, out: Output, before: Sequence[Shown], now: Sequence[Shown]) -> None:
        """Send the chosen pictures, after the rows have been written."""

    def forget(self) -> None:
        """Hear that the screen will be drawn anew from scratch."""

    def stop(self) -> str:
        """Return what removes all pictures from the terminal, and its memory."""


def pictures_for(graphics: Graphics) -> Pictures | None:
    """Return the best way of a terminal, None for one that has none."""
    if graphics.kitty:
        return KittyPictures(graphics.cell)
    if graphics.sixel and all(graphics.cell):
        return SixelPictures(graphics.cell)
    return None
