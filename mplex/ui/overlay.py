"""Overlays: what is drawn over the panes and may take keys, mouse and pastes, and their stack.

One idea: draw bottom up, ask top down. An overlay answers `HANDLED`, `IGNORED` or `Close(value)`;
the stack takes it away and tells it so exactly once, however it ends. The panes below keep running.
What a particular overlay shows lives in its own module.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from mplex.geometry import Point, Rect, Size
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.term.picture import PlacedPicture

TRANSPARENT: Final = "\x02"
"""A cell of an overlay's text that lets show through what is below."""


class Handled:
    """The event was taken; nobody else gets it."""


class Ignored:
    """The event means nothing here; the next one below may have it."""


class Close(NamedTuple):
    """The event was taken and the overlay (or prompt) is done, with this value."""

    value: object = None
    passed: bool = False
    """Whether the event goes on to the key tables after that, as if it had not been taken."""


HANDLED: Final = Handled()
IGNORED: Final = Ignored()
Result = Handled | Ignored | Close


class Rendered(NamedTuple):
    """A drawn overlay: rows as in `mplex.vt`, one for each row of its rectangle."""

    texts: Sequence[str]
    attrs: Sequence[str]
    cursor: Point | None = None
    """Relative to the rectangle; None shows no cursor."""
    pictures: Sequence[PlacedPicture] = ()
    """Relative to the rectangle; see `mplex.term.picture`."""


class Overlay(ABC):
    """Anything drawn over panes that may take keys."""

    modal: bool = True
    """Whether events it ignores stop here instead of going on to what is below."""
    waiting: bool = False
    """Whether the keyboard is still elsewhere; a question sets it and shows it."""
    yields: bool = False
    """Whether the prefix key closes it and is a prefix all the same."""
    grows: bool = False
    """Whether `layout` may say something else before the screen has another size."""
    refresh_seconds: float = 0.0
    """How often it wants to be drawn again by itself; 0 for never."""

    @abstractmethod
    def layout(self, size: Size) -> Rect:
        """Return where the overlay wants to be on a screen of `size`."""

    @abstractmethod
    def render(self, size: Size) -> Rendered:
        """Draw the overlay; `size` is its rectangle's, cut to the screen."""

    @abstractmethod
    def on_key(self, event: KeyEvent) -> Result:
        """Take a key."""

    def on_paste(self, data: bytes) -> Result:
        """Take a bracketed paste; unlike keys it never chooses anything."""
        return HANDLED if self.modal else IGNORED

    def on_mouse(self, event: MouseEvent) -> Result:
        """Take a mouse event, relative to the rectangle and perhaps outside of it."""
        return HANDLED if self.modal else IGNORED

    def on_close(self, value: object) -> None:  # noqa: B027 - a hook that may stay empty.
        """Hear that the overlay is gone; called exactly once, with None when it was taken away."""


class Placed(NamedTuple):
    """An overlay and its rectangle on the screen."""

    overlay: Overlay
    rect: Rect


_Ask = Callable[[Placed], Result]


class OverlayStack:
    """The overlays of one client, the topmost last."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self._placed: list[Placed] = []

    def __len__(self) -> int:
        return len(self._placed)

    def __contains__(self, overlay: object) -> bool:
        return any(placed.overlay is overlay for placed in self._placed)

    @property
    def top(self) -> Overlay | None:
        """The topmost overlay, None when there is none."""
        return self._placed[-1].overlay if self._placed else None

    @property
    def modal(self) -> bool:
        """Whether any overlay keeps all events from what is below the stack."""
        return any(placed.overlay.modal for placed in self._placed)

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """All overlays, the topmost last."""
        return tuple(placed.overlay for placed in self._placed)

    def push(self, overlay: Overlay) -> None:
        """Put an overlay on top."""
        self._placed.append(Placed(overlay, overlay.layout(self.size).clip(self.size)))

    def remove(self, overlay: Overlay, value: object = None) -> bool:
        """Take an overlay away and tell it; False when it is not (or no longer) here."""
        for index, placed in enumerate(self._placed):
            if placed.overlay is overlay:
                del self._placed[index]
                overlay.on_close(value)
                return True
        return False

    def clear(self) -> None:
        """Take all overlays away, from the top."""
        while self._placed:
            self.remove(self._placed[-1].overlay)

    def resize(self, size: Size) -> None:
        """Place all overlays again for a screen of `size`."""
        self.size = size
        self.place()

    def place(self) -> None:
        """Ask every overlay again where it wants to be."""
        overlays = self.overlays
        self._placed = [Placed(each, each.layout(self.size).clip(self.size)) for each in overlays]

    def draw(self) -> list[tuple[Rect, Rendered]]:
        """Return every overlay's rectangle and picture, bottom up."""
        if any(placed.overlay.grows for placed in self._placed):
            self.place()
        return [
            (rect, overlay.render(rect.size))
            for overlay, rect in self._placed
            if rect.rows > 0 and rect.cols > 0
        ]

    def on_key(self, event: KeyEvent) -> bool:
        """Offer a key from the top down; False when nobody took it."""
        return self._offer(lambda placed: placed.overlay.on_key(event))

    def on_paste(self, data: bytes) -> bool:
        """Offer a paste from the top down; False when nobody took it."""
        return self._offer(lambda placed: placed.overlay.on_paste(data))

    def on_mouse(self, event: MouseEvent) -> bool:
        """Offer a mouse event in screen coordinates from the top down."""

        def ask(placed: Placed) -> Result:
            rect = placed.rect
            inside = event._replace(row=event.row - rect.row, col=event.col - rect.col)
            return placed.overlay.on_mouse(inside)

        return self._offer(ask)

    def _offer(self, ask: _Ask) -> bool:
        for placed in reversed(tuple(self._placed)):
            # An overlay asked before may have taken this one away.
            if placed.overlay not in self:
                continue
            result = ask(placed)
            if isinstance(result, Close):
                self.remove(placed.overlay, result.value)
            if not isinstance(result, Ignored) or placed.overlay.modal:
                return True
        return False


def centred(size: Size, rows: int, cols: int) -> Rect:
    """Return a rectangle of at most rows x cols in the middle of a screen of `size`."""
    rows, cols = max(1, min(rows, size.rows)), max(1, min(cols, size.cols))
    return Rect((size.rows - rows) // 2, (size.cols - cols) // 2, rows, cols)
