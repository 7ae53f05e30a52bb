"""The default colours of the terminals outside, as they told them, for programs that ask.

A pane has no colours of its own, so a question for the background (OSC 11) is answered with that of
the terminal that answered last. Until one has, the answer is light text on black.
"""

from __future__ import annotations

from mplex.vt.screen import Screen

FOREGROUND, BACKGROUND = 10, 11
DARK_BELOW = 0x80
"""Mean brightness (0 to 255) below which a background is dark."""


class OuterColours:
    """What the user's terminal looks like without any colour set."""

    def __init__(self) -> None:
        self._told: dict[int, int] = {}

    def told(self, code: int, text: str) -> bool:
        """Take an answer such as "rgb:1e1e/1e1e/2e2e"; say whether it was one."""
        colour = _rgb(text)
        if colour is None:
            return False
        self._told[code] = colour
        return True

    def apply(self, screen: Screen) -> None:
        """Let a pane's screen answer with these colours."""
        if not self._told:
            return
        text = self._told.get(FOREGROUND, 0xE5E5E5)
        background = self._told.get(BACKGROUND, 0)
        brightness = sum(background >> shift & 0xFF for shift in (0, 8, 16)) / 3
        screen.colours_default(text, background, brightness < DARK_BELOW)


def _rgb(text: str) -> int | None:
    """Read X11's rgb:r/g/b (1 to 4 hexadecimal digits each) as 0xRRGGBB."""
    if not text.startswith("rgb:"):
        return None
    parts = text[4:].split("/")[:3]
    if len(parts) != 3:
        return None
    colour = 0
    for part in parts:
        try:
            value = int(part, 16)
        except ValueError:
            return None
        colour = colour << 8 | value * 0xFF // (16 ** len(part) - 1)
    return colour
