"""Answers to a program's questions.  Eighth layer of `Grid`.

The idea: whoever asks gets an answer made from the state, never from text the program supplied, so
nothing can be typed into a shell by printing a file.  Answers queue up until `take_replies`.
mplex names itself in XTVERSION: a program must not take it for another multiplexer.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from mplex import __version__
from mplex.vt.clusters import cell_text
from mplex.vt.modes import Modes
from mplex.vt.styles import (
    BLINK,
    BOLD,
    HIDDEN,
    PROTECTED,
    REVERSE,
    UNDERLINE_MASK,
    sgr_parameters,
    style_of,
)

MAX_TITLES = 10
MAX_KITTY_STACK = 16

_VERSION_NUMBER = "".join(
    f"{int(part):02d}" for part in __version__.split(".")[:3] if part.isdigit()
)

_CHECKED = (
    (PROTECTED, 0x04),
    (HIDDEN, 0x08),
    (UNDERLINE_MASK, 0x10),
    (REVERSE, 0x20),
    (BLINK, 0x40),
    (BOLD, 0x80),
)
"""What an attribute adds to the checksum of a cell."""

_TERMCAP = {
    "Co": "256",
    "colors": "256",
    "RGB": "8",
    "Ms": "\x1b]52;%p1%s;%p2%s\x1b\\",
    "Ss": "\x1b[%p1%d q",
    "Se": "\x1b[2 q",
    "Smulx": "\x1b[4:%p1%dm",
}


@mypyc_attr(allow_interpreted_subclasses=True)
class Replies(Modes):
    """Device reports, window reports, keyboard protocol."""

    terminal_name: str = "tmux-256color"

    def report_device_attributes(self, mode: int = 0, *rest: int, **kwargs: bool) -> None:
        """Say what terminal this is: VT220 with colours and a clipboard (DA1)."""
        if mode == 0:
            self._reply("\x1b[?62;22;52c")

    def report_secondary_attributes(self, mode: int = 0) -> None:
        """Say which version this is (DA2)."""
        if mode == 0:
            self._reply(f"\x1b[>61;{int(_VERSION_NUMBER or '0')};0c")

    def report_tertiary_attributes(self, mode: int = 0) -> None:
        """Give the unit id, "MPLX" in hexadecimal (DA3)."""
        if mode == 0:
            self._reply("\x1bP!|4D504C58\x1b\\")

    def report_version(self, mode: int = 0) -> None:
        """Give name and version (XTVERSION)."""
        if mode == 0:
            self._reply(f"\x1bP>|mplex {__version__}\x1b\\")

    def _position(self) -> str:
        """Return row and column counted from 1, from the margins in origin mode."""
        x, y = self.cursor.x, self.cursor.y
        if self.origin:
            x, y = x - self.left, y - self.top
        return f"{y + 1};{x + 1}"

    def report_device_status(self, mode: int = 0) -> None:
        """Answer that all is well (5) or where the cursor is (6) (DSR, CPR)."""
        if mode == 5:
            self._reply("\x1b[0n")
        elif mode == 6:
            self._reply(f"\x1b[{self._position()}R")

    def report_private_status(self, mode: int = 0) -> None:
        """Answer the private status requests (DECXCPR, printer, keys, colour theme)."""
        if mode == 6:
            self._reply(f"\x1b[?{self._position()}R")
        elif mode == 15:
            self._reply("\x1b[?13n")
        elif mode == 25:
            self._reply("\x1b[?20n")
        elif mode == 26:
            self._reply("\x1b[?27;1;0;0n")
        elif mode == 996:
            self._report_theme()

    def _report_theme(self) -> None:
        self._reply(f"\x1b[?997;{1 if self.palette.dark else 2}n")

    def colours_default(self, fg: int, bg: int, dark: bool) -> None:
        """Tell the default colours (0xRRGGBB) of the terminal outside, which queries answer."""
        palette = self.palette
        changed = palette.dark != dark
        palette.text, palette.background, palette.dark = fg, bg, dark
        if changed and self.theme_reports:
            self._report_theme()

    def report_parameters(self, mode: int = 0) -> None:
        """Answer DECREQTPARM as a VT102 would."""
        if mode in (0, 1):
            self._reply(f"\x1b[{mode + 2};1;1;128;128;1;0x")

    def report_checksum(
        self, number: int = 0, page: int = 0, top: int = 0, left: int = 0, *rest: int
    ) -> None:
        """Answer the checksum of a rectangle, rows and columns from 1 (DECRQCRA), where allowed.

        As on a VT420: minus the sum of all characters and of a number for each attribute.
        """
        if not self.checksums:
            return
        bottom, right = (*rest, 0, 0)[:2]
        up, aside = (self.top, self.left) if self.origin else (0, 0)
        first, start = max(0, top - 1) + up, max(0, left - 1) + aside
        last = min(bottom + up if bottom else self.lines, self.lines)
        end = min(right + aside if right else self.columns, self.columns)
        total = sum(self._cell_sum(y, x) for y in range(first, last) for x in range(start, end))
        self._reply(f"\x1bP{number}!~{-total & 0xFFFF:04X}\x1b\\")

    def _cell_sum(self, y: int, x: int) -> int:
        attrs = self._cooked(y)
        text = self.T[y]
        found = sum(map(ord, cell_text(text[x]))) if x < len(text) else 0x20
        flags = style_of(attrs[x]).flags if x < len(attrs) else 0
        return found + sum(value for mask, value in _CHECKED if flags & mask)

    def set_cursor_shape(self, shape: int = 0) -> None:
        """Choose the cursor's shape: 0 default, 1-2 block, 3-4 underline, 5-6 bar (DECSCUSR)."""
        if shape <= 6:
            self.cursor_shape = shape

    # Windows.

    def window_operation(self, what: int = 0, which: int = 0, *rest: int) -> None:
        """Answer size questions, keep the title stack (XTWINOPS); nothing resizes a pane."""
        rows, columns = self.lines, self.columns
        height, width = self.cell_height, self.cell_width
        if what == 11:
            self._reply("\x1b[1t")
        elif what == 13:
            self._reply("\x1b[3;0;0t")
        elif what == 14:
            self._reply(f"\x1b[4;{rows * height};{columns * width}t")
        elif what == 15:
            self._reply(f"\x1b[5;{rows * height};{columns * width}t")
        elif what == 16:
            self._reply(f"\x1b[6;{height};{width}t")
        elif what == 18:
            self._reply(f"\x1b[8;{rows};{columns}t")
        elif what == 19:
            self._reply(f"\x1b[9;{rows};{columns}t")
        elif what in (20, 21):
            # A title is the program's own text: giving it back would let a file type.
            self._reply("\x1b]L\x1b\\" if what == 20 else "\x1b]l\x1b\\")
        elif what == 22 and which <= 2:
            self._push_title()
        elif what == 23 and which <= 2:
            self._pop_title(which)

    def _push_title(self) -> None:
        self.title_stack.append((self.icon_name, self.title))
        del self.title_stack[:-MAX_TITLES]

    def _pop_title(self, which: int) -> None:
        if not self.title_stack:
            return
        icon_name, title = self.title_stack.pop()
        if which != 2:
            self.icon_name = icon_name
        if which != 1 and title != self.title:
            self.title = title
            self._event("title", title)

    # Keyboard protocols.

    @property
    def kitty_flags(self) -> int:
        """The progressive enhancement flags of the screen in use (kitty keyboard protocol)."""
        return self._kitty_stack()[-1]

    def _kitty_stack(self) -> list[int]:
        return self.kitty_stacks[1 if self.alternate else 0]

    def kitty_push(self, flags: int = 0) -> None:
        """Enter new keyboard flags, keeping the old ones (CSI > u)."""
        stack = self._kitty_stack()
        stack.append(flags & 31)
        if len(stack) > MAX_KITTY_STACK:
            del stack[0]

    def kitty_pop(self, count: int = 1) -> None:
        """Go back to earlier keyboard flags (CSI < u)."""
        stack = self._kitty_stack()
        del stack[max(0, len(stack) - max(1, count)) :]
        if not stack:
            stack.append(0)

    def kitty_set(self, flags: int = 0, how: int = 1) -> None:
        """Replace (1), add (2) or take away (3) keyboard flags (CSI = u)."""
        stack = self._kitty_stack()
        flags &= 31
        if how == 2:
            flags |= stack[-1]
        elif how == 3:
            flags = stack[-1] & ~flags
        stack[-1] = flags

    def kitty_query(self, *rest: int) -> None:
        """Answer the present keyboard flags (CSI ? u)."""
        self._reply(f"\x1b[?{self.kitty_flags}u")

    def set_key_modifier(self, resource: int = 0, value: int = 0) -> None:
        """Choose how modified keys are sent (XTMODKEYS); only modifyOtherKeys is known."""
        if resource == 4:
            self.modify_other_keys = min(value, 2)

    def reset_key_modifier(self, resource: int = 0) -> None:
        """Disable a key modifier resource (CSI > n)."""
        if resource == 4:
            self.modify_other_keys = 0

    def query_key_modifier(self, resource: int = 0) -> None:
        """Answer a key modifier resource (XTQMODKEYS)."""
        if resource == 4:
            self._reply(f"\x1b[>4;{self.modify_other_keys}m")

    # Device control strings that ask.

    def report_setting(self, setting: str) -> None:
        """Answer a DECRQSS request for SGR, margins, cursor shape, protection, level."""
        pen = self.style
        found = {
            "m": ";".join(sgr_parameters(pen.fg, pen.bg, pen.flags, pen.ul)) + "m",
            "r": f"{self.top + 1};{self.bottom + 1}r",
            "s": f"{self.left + 1};{self.right + 1}s",
            " q": f"{self.cursor_shape} q",
            '"q': f'{1 if pen.flags & PROTECTED else 0}"q',
            '"p': '62;1"p',
        }.get(setting)
        self._reply(f"\x1bP1$r{found}\x1b\\" if found else "\x1bP0$r\x1b\\")

    def report_capability(self, name: str) -> None:
        """Answer one hexadecimal terminfo name of an XTGETTCAP request."""
        try:
            key = bytes.fromhex(name).decode("ascii") if name.isalnum() else ""
        except ValueError:
            key = ""
        value = self.terminal_name if key in ("TN", "name") else _TERMCAP.get(key)
        if value is None:
            # Only hexadecimal digits may be echoed; anything else was no request.
            self._reply(f"\x1bP0+r{name if key else ''}\x1b\\")
        else:
            self._reply(f"\x1bP1+r{name}={value.encode().hex().upper()}\x1b\\")
