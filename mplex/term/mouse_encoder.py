"""Mouse events to the bytes that a pane's program expects, as in xterm's "Mouse Tracking".

A mode says which events a program wants (9, 1000 to 1003), an encoding how it reads them (X10,
1005, 1006, 1015). Coordinates are the pane's own, zero based; whoever calls knows where the pane
is.
"""

from __future__ import annotations

from mplex.term.input_modes import InputModes
from mplex.term.keys import CTRL, META, SHIFT, MouseEvent

X10_MODE, NORMAL, HIGHLIGHT, BUTTON_MOTION, ANY_MOTION = 9, 1000, 1001, 1002, 1003
X10, UTF8, SGR, URXVT, SGR_PIXELS = 0, 1005, 1006, 1015, 1016

_WHEEL = {"wheel-up": 64, "wheel-down": 65, "wheel-left": 66, "wheel-right": 67}
_WANTED = {
    X10_MODE: ("down",),
    NORMAL: ("down", "up"),
    HIGHLIGHT: ("down", "up"),
    BUTTON_MOTION: ("down", "up", "drag"),
    ANY_MOTION: ("down", "up", "drag", "move"),
}
"""Mode, and the actions beside the wheel that it reports."""

_X10_LIMIT = 255 - 33
_UTF8_LIMIT = 2047 - 33
_NO_BUTTON = 3


def encode_mouse(event: MouseEvent, row: int, col: int, modes: InputModes) -> bytes:
    """Return a mouse event at (row, col) of the pane, empty when its program does not want it.

    In SGR_PIXELS it is the pixel in the middle of the cell, since nobody knows it better.
    """
    mode, encoding = modes.mouse_mode, modes.mouse_encoding
    if row < 0 or col < 0 or not _wanted(event, mode):
        return b""
    code = _code(event)
    if mode != X10_MODE:
        code |= 4 * bool(event.mods & SHIFT) | 8 * bool(event.mods & META)
        code |= 16 * bool(event.mods & CTRL)
    if encoding in (SGR, SGR_PIXELS):
        if encoding == SGR_PIXELS:
            row = row * modes.cell_height + modes.cell_height // 2
            col = col * modes.cell_width + modes.cell_width // 2
        final = "m" if event.action == "up" else "M"
        return f"\x1b[<{code};{col + 1};{row + 1}{final}".encode()
    if event.action == "up":
        code = code & ~_NO_BUTTON & ~128 | _NO_BUTTON
    if encoding == URXVT:
        return f"\x1b[{code + 32};{col + 1};{row + 1}M".encode()
    limit = _UTF8_LIMIT if encoding == UTF8 else _X10_LIMIT
    if row > limit or col > limit:
        return b""
    values = (chr(code + 32), chr(col + 33), chr(row + 33))
    return b"\x1b[M" + "".join(values).encode("utf-8" if encoding == UTF8 else "latin-1")


def encode_wheel_as_keys(event: MouseEvent, modes: InputModes, lines: int = 3) -> bytes:
    """Return the wheel as cursor keys, for a full-screen program without mouse support (1007)."""
    letter = {"wheel-up": b"A", "wheel-down": b"B"}.get(event.action)
    if letter is None or modes.mouse_mode or not (modes.alternate and modes.alternate_scroll):
        return b""
    introducer = b"\x1bO" if modes.application_cursor else b"\x1b["
    return (introducer + letter) * lines


def _wanted(event: MouseEvent, mode: int) -> bool:
    if event.action in _WHEEL:
        return mode in _WANTED
    return event.action in _WANTED.get(mode, ())


def _code(event: MouseEvent) -> int:
    if event.action in _WHEEL:
        return _WHEEL[event.action]
    if event.button >= 8:
        code = 128 + event.button - 8
    else:
        code = event.button - 1 if event.button else _NO_BUTTON
    return code + 32 if event.action in ("drag", "move") else code
