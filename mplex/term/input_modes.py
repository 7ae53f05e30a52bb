"""What a program in a pane has chosen about its input, as the encoders need to know it."""

from __future__ import annotations

from typing import Protocol


class InputModes(Protocol):
    """What changes the input of a pane's program; a screen of `mplex.vt` has all of it."""

    application_cursor: bool
    application_keypad: bool
    bracketed_paste: bool
    focus_events: bool
    mouse_mode: int
    mouse_encoding: int
    alternate: bool
    alternate_scroll: bool
    kitty_flags: int
    modify_other_keys: int
