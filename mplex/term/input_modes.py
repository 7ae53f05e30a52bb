"""What a program in a pane has chosen about its input, as the encoders need to know it."""

from __future__ import annotations

from typing import Protocol


class InputModes(Protocol):
    """What changes the input of a pane's program; a screen of `mplex.vt` has all of it."""

    @property
    def application_cursor(self) -> bool:
        """DECCKM: cursor keys are SS3 instead of CSI."""

    @property
    def application_keypad(self) -> bool:
        """DECKPAM: the keypad sends sequences instead of digits."""

    @property
    def newline_mode(self) -> bool:
        """LNM: Enter sends CR LF."""

    @property
    def backarrow(self) -> bool:
        """DECBKM: Backspace sends BS, with Control DEL, instead of the other way round."""

    @property
    def bracketed_paste(self) -> bool:
        """2004."""

    @property
    def focus_events(self) -> bool:
        """1004."""

    @property
    def mouse_mode(self) -> int:
        """Which mouse events are reported: 0, 9, 1000, 1001, 1002, 1003."""

    @property
    def mouse_encoding(self) -> int:
        """How they are: 0 (X10), 1005, 1006, 1015, 1016."""

    @property
    def cell_width(self) -> int:
        """Pixels of a cell, as the program was told; for mouse encoding 1016."""

    @property
    def cell_height(self) -> int:
        """See `cell_width`."""

    @property
    def alternate(self) -> bool:
        """The alternate screen is in use."""

    @property
    def alternate_scroll(self) -> bool:
        """1007: there the wheel sends cursor keys."""

    @property
    def kitty_flags(self) -> int:
        """Flags of the kitty keyboard protocol."""

    @property
    def modify_other_keys(self) -> int:
        """Level of xterm's modifyOtherKeys: 0, 1, 2."""
