"""Terminal modes: SM, RM, their private forms, DECRQM, save and restore.  Seventh layer of `Grid`.

The idea: a mode is one row of `MODES`.  Most are a flag that somebody else reads; those that do
something when they change name the method that does it.  Mode numbers are xterm's; `private` tells
`CSI ? n h` from `CSI n h`, which are different modes with different meanings.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from mplex.vt.alternate import Alternate


class Mode(NamedTuple):
    """One mode that can be set, reset and asked for."""

    number: int
    private: bool
    name: str
    """The attribute of the screen that holds it; "" when `change` keeps it."""
    change: str = ""
    """The method called with the new value instead of setting `name`."""
    permanent: int = 0
    """The fixed DECRQM answer of a mode that cannot change (3 always set, 4 never)."""


MODES: Final[tuple[Mode, ...]] = (
    Mode(4, False, "insert", "_set_insert"),
    Mode(20, False, "newline_mode"),
    Mode(1, True, "application_cursor"),
    Mode(3, True, "columns_mode", "_set_columns_mode"),
    Mode(5, True, "reverse_video"),
    Mode(6, True, "origin", "_set_origin"),
    Mode(7, True, "autowrap", "_set_autowrap"),
    Mode(12, True, "cursor_blink"),
    Mode(25, True, "cursor_visible", "_set_cursor_visible"),
    Mode(40, True, "allow_columns_mode"),
    Mode(45, True, "reverse_wrap"),
    Mode(47, True, "alternate", "_set_alternate_47"),
    Mode(66, True, "application_keypad"),
    Mode(67, True, "backarrow"),
    Mode(69, True, "margins_enabled", "_set_margins_enabled"),
    Mode(1004, True, "focus_events"),
    Mode(1007, True, "alternate_scroll"),
    Mode(1047, True, "alternate", "_set_alternate_1047"),
    Mode(1048, True, "", "_set_saved_cursor", 1),
    Mode(1049, True, "alternate", "_set_alternate_1049"),
    Mode(2004, True, "bracketed_paste"),
    Mode(2026, True, "synchronized"),
    Mode(2027, True, "grapheme_mode", "_set_nothing", 3),
    Mode(2031, True, "theme_reports"),
    Mode(2048, True, "size_reports", "_set_size_reports"),
)
MOUSE_MODES: Final = (9, 1000, 1001, 1002, 1003)
MOUSE_ENCODINGS: Final = (1005, 1006, 1015, 1016)

_BY_NUMBER: Final = {(mode.number, mode.private): mode for mode in MODES}


@mypyc_attr(allow_interpreted_subclasses=True)
class Modes(Alternate):
    """Mode switches."""

    def set_mode(self, *modes: int, **kwargs: bool) -> None:
        """Set modes (SM, with `private=True` DECSET)."""
        for mode in modes:
            self._change_mode(mode, kwargs.get("private", False), True)

    def reset_mode(self, *modes: int, **kwargs: bool) -> None:
        """Reset modes (RM, with `private=True` DECRST)."""
        for mode in modes:
            self._change_mode(mode, kwargs.get("private", False), False)

    def _change_mode(self, number: int, private: bool, on: bool) -> None:
        mode = _BY_NUMBER.get((number, private))
        if mode is not None:
            if mode.change:
                getattr(self, mode.change)(on)
            else:
                setattr(self, mode.name, on)
        elif private and number in MOUSE_MODES:
            self.mouse_mode = number if on else 0
        elif private and number in MOUSE_ENCODINGS:
            if on:
                self.mouse_encoding = number
            elif self.mouse_encoding == number:
                self.mouse_encoding = 0

    def mode_state(self, number: int, private: bool) -> int:
        """Return 1 set, 2 reset, 3 always set, 4 never set, 0 unknown (DECRPM)."""
        mode = _BY_NUMBER.get((number, private))
        if mode is not None:
            return mode.permanent or (1 if getattr(self, mode.name) else 2)
        if private and number in MOUSE_MODES:
            return 1 if self.mouse_mode == number else 2
        if private and number in MOUSE_ENCODINGS:
            return 1 if self.mouse_encoding == number else 2
        return 0

    def report_mode(self, number: int = 0) -> None:
        """Answer whether an ANSI mode is set (DECRQM)."""
        self._reply(f"\x1b[{number};{self.mode_state(number, False)}$y")

    def report_private_mode(self, number: int = 0) -> None:
        """Answer whether a private mode is set (DECRQM)."""
        self._reply(f"\x1b[?{number};{self.mode_state(number, True)}$y")

    def save_modes(self, *numbers: int) -> None:
        """Remember private modes (XTSAVE)."""
        for number in numbers:
            state = self.mode_state(number, True)
            if state in (1, 2):
                self.saved_modes[number] = state == 1

    def restore_modes(self, *numbers: int) -> None:
        """Set private modes to what was remembered (XTRESTORE)."""
        for number in numbers:
            if number in self.saved_modes:
                self._change_mode(number, True, self.saved_modes[number])

    @property
    def cursor_visible(self) -> bool:
        """Tell whether the cursor is shown (DECTCEM)."""
        return not self.cursor.hidden

    def _set_cursor_visible(self, on: bool) -> None:
        self.cursor.hidden = not on

    def _set_insert(self, on: bool) -> None:
        self.insert = on
        self._fast_changed()

    def _set_origin(self, on: bool) -> None:
        self.origin = on
        self._fast_changed()
        self.cursor_position()

    def _set_autowrap(self, on: bool) -> None:
        self.autowrap = on
        if not on:
            self.pending = False

    def _set_columns_mode(self, on: bool) -> None:
        """Clear and home as DECCOLM does, where ?40 allows it; the width is the pane's."""
        if not self.allow_columns_mode:
            return
        self.columns_mode = on
        self.top, self.bottom = 0, self.lines - 1
        self.left, self.right = 0, self.columns - 1
        self.margins_enabled = False
        self._fast_changed()
        # Named by their class methods are called directly where this is compiled.
        Alternate.erase_in_display(self, 2)
        Alternate.cursor_position(self)

    def _set_margins_enabled(self, on: bool) -> None:
        self.margins_enabled = on
        if not on:
            self.left, self.right = 0, self.columns - 1
            self.pending = self.pending and self.cursor.x == self.right
            self._fast_changed()

    def _set_alternate_47(self, on: bool) -> None:
        if on:
            if self.alternate_allowed:
                self._enter_alternate(False)
        else:
            self._leave_alternate(False)

    def _set_alternate_1047(self, on: bool) -> None:
        if on:
            if self.alternate_allowed:
                self._enter_alternate(False)
        else:
            self._leave_alternate(True)

    def _set_saved_cursor(self, on: bool) -> None:
        if on:
            self.save_cursor()
        else:
            self.restore_cursor()

    def _set_alternate_1049(self, on: bool) -> None:
        if on:
            if not self.alternate_allowed:
                return
            if not self.alternate:
                self.save_cursor()
            self._enter_alternate(True)
        elif self.alternate:
            self._leave_alternate(False)
            self.restore_cursor()

    def _set_nothing(self, on: bool) -> None:
        """Leave a permanent mode alone."""

    def _set_size_reports(self, on: bool) -> None:
        self.size_reports = on
        if on:
            self._report_size()

    def _report_size(self) -> None:
        """Tell the program the size in cells and pixels (mode 2048)."""
        height, width = self.cell_height, self.cell_width
        pixels = f"{self.lines * height};{self.columns * width}"
        self._reply(f"\x1b[48;{self.lines};{self.columns};{pixels}t")
