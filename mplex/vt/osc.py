"""Operating system commands: titles, colours, links, clipboard, marks.  Ninth layer of `Grid`.

The idea: `OSC` maps a number to a method that gets the text behind it and the terminator that ended
it (an answer uses the same).  What concerns the world outside the cells becomes an event; nothing
here touches a clipboard or shows a notification.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections import deque
from typing import Final

from mypy_extensions import mypyc_attr

from mplex.vt.palette import parse_colour, spell_colour
from mplex.vt.replies import Replies
from mplex.vt.styles import RGB, intern_link, intern_style

MAX_ENTRIES: Final = 300
"""Palette entries that one sequence may set or ask for; there are 256."""
MAX_TITLE = 1_024
MAX_NOTICE = 4_096
MAX_URI = 2_083
MAX_LINK_ID = 250
MAX_PATH = 4_096
MAX_MARKS = 2_000
MAX_OPEN_NOTICES = 8

OSC: Final = {
    0: "_osc_titles",
    1: "_osc_icon_name",
    2: "_osc_title",
    4: "_osc_palette",
    7: "_osc_path",
    8: "_osc_link",
    9: "_osc_notify",
    52: "_osc_clipboard",
    99: "_osc_kitty_notify",
    104: "_osc_palette_reset",
    133: "_osc_prompt",
    777: "_osc_extension",
}
DYNAMIC_COLOURS: Final = (10, 11, 12, 13, 14, 15, 16, 17, 18, 19)
_ESCAPED: Final = re.compile(rb"%([0-9A-Fa-f]{2})")
"""A byte of a file URL that is spelled out (RFC 3986, section 2.1)."""


def printable(text: str, limit: int) -> str:
    """Return the text without control characters, cut to `limit` characters."""
    text = text[:limit]
    return (
        text if text.isprintable() else "".join([c for c in text if c >= " " and c.isprintable()])
    )


def _unescape(match: re.Match[bytes]) -> bytes:
    return bytes([int(match[1], 16)])


def _unquote(text: str) -> str:
    """Return the text of a URL's path without percent encoding; what is no UTF-8 is replaced."""
    data = text.encode("utf-8", "replace")
    return _ESCAPED.sub(_unescape, data).decode("utf-8", "replace")


@mypyc_attr(allow_interpreted_subclasses=True)
class Osc(Replies):
    """What OSC strings do."""

    def __init__(self, columns: int, lines: int, history: int = 10_000) -> None:
        self.marks: deque[tuple[int, int, str, str]] = deque(maxlen=MAX_MARKS)
        """Prompt marks: row counted as `history_pushed` + row of the screen, column, kind, exit."""
        self._notices: dict[str, tuple[str, str]] = {}
        super().__init__(columns, lines, history)

    def _osc(self, text: str, end: str) -> None:
        """Run the text of an OSC string that `end` terminated."""
        head, _, rest = text.partition(";")
        if not head.isascii() or not head.isdigit() or len(head) > 5:
            return
        code = int(head)
        name = OSC.get(code)
        if name is not None:
            getattr(self, name)(rest, end)
        elif code in DYNAMIC_COLOURS:
            self._osc_dynamic(code, rest, end)
        elif code - 100 in DYNAMIC_COLOURS:
            if self.palette.dynamic.pop(code - 100, None) is not None:
                self._event("palette")

    # Titles and places.

    def set_title(self, param: str) -> None:
        """Set the window title (OSC 2), where that is allowed."""
        if not self.titles_allowed:
            return
        self.title = printable(param, MAX_TITLE)
        self._event("title", self.title)

    def set_icon_name(self, param: str) -> None:
        """Set the icon name (OSC 1)."""
        self.icon_name = printable(param, MAX_TITLE)

    def _osc_titles(self, text: str, end: str) -> None:
        self.set_icon_name(text)
        self.set_title(text)

    def _osc_icon_name(self, text: str, end: str) -> None:
        self.set_icon_name(text)

    def _osc_title(self, text: str, end: str) -> None:
        self.set_title(text)

    def _osc_path(self, text: str, end: str) -> None:
        """Note the working folder: a file URL, percent encoded (OSC 7)."""
        if text.startswith("file://"):
            _, slash, path = text[7:].partition("/")
            text = _unquote(slash + path)
        if text.startswith("/") or not text:
            self.path = printable(text, MAX_PATH)
            self._event("path", self.path)

    def _osc_link(self, text: str, end: str) -> None:
        """Start or end a hyperlink (OSC 8)."""
        parameters, _, uri = text.partition(";")
        ids = [p[3:] for p in parameters.split(":") if p.startswith("id=")]
        uri = printable(uri, MAX_URI) if len(uri) <= MAX_URI else ""
        link = intern_link(uri, printable(ids[0], MAX_LINK_ID) if ids else "")
        pen = self.style
        self.style = intern_style(pen.fg, pen.bg, pen.flags, pen.ul, link)

    # Colours.

    def _osc_palette(self, text: str, end: str) -> None:
        """Set or answer palette entries (OSC 4)."""
        parts = text.split(";", 2 * MAX_ENTRIES)
        changed = False
        for index, spec in zip(parts[::2], parts[1::2], strict=False):
            number = int(index) if index.isascii() and index.isdigit() and len(index) < 4 else 256
            if number > 255:
                continue
            if spec == "?":
                colour = spell_colour(self.palette.colour(number))
                self._reply(f"\x1b]4;{number};{colour}{end}")
                continue
            rgb = parse_colour(spec)
            if rgb is not None:
                self.palette.colours[number] = rgb
                changed = True
        if changed:
            self._event("palette")

    def _osc_palette_reset(self, text: str, end: str) -> None:
        """Drop changed palette entries (OSC 104)."""
        if not text:
            self.palette.colours.clear()
        for index in text.split(";"):
            if index.isascii() and index.isdigit() and len(index) < 4:
                self.palette.colours.pop(int(index), None)
        self._event("palette")

    def _osc_dynamic(self, code: int, text: str, end: str) -> None:
        """Set or answer text, background, cursor colour and their kind (OSC 10 to 19)."""
        changed = False
        for spec in text.split(";"):
            if code > 19:
                break
            if spec == "?":
                self._reply(f"\x1b]{code};{spell_colour(self.palette.special(code))}{end}")
            else:
                rgb = parse_colour(spec)
                if rgb is not None:
                    self.palette.dynamic[code] = rgb
                    changed = True
            code += 1
        if changed:
            self._event("palette")

    @property
    def cursor_colour(self) -> int:
        """The cursor colour set by OSC 12, -1 when it is the default."""
        found = self.palette.dynamic.get(12)
        return -1 if found is None else RGB | found

    # Clipboard, notifications, marks.

    def _osc_clipboard(self, text: str, end: str) -> None:
        """Hand on a clipboard text, or the wish to read it ("?") (OSC 52)."""
        selection, _, data = text.partition(";")
        selection = "".join([c for c in selection[:16] if c in "cpqs01234567"]) or "c"
        if data == "?":
            self._event("clipboard", selection, "?")
            return
        try:
            found = base64.b64decode(data, validate=True).decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            return
        if found != "?":
            self._event("clipboard", selection, found)

    def _osc_notify(self, text: str, end: str) -> None:
        """Hand on a notification, or with `4;` a progress (OSC 9)."""
        parts = text.split(";")
        if parts[0] == "4":
            state = parts[1] if len(parts) > 1 else "0"
            percent = parts[2] if len(parts) > 2 else "0"
            if state.isascii() and state.isdigit() and len(state) == 1:
                sound = percent.isascii() and percent.isdigit() and len(percent) < 4
                self._event("progress", state, str(min(int(percent), 100)) if sound else "0")
        elif not (parts[0].isdigit() and len(parts) > 1):
            self._event("notify", "", printable(text, MAX_NOTICE))

    def _osc_extension(self, text: str, end: str) -> None:
        """Hand on a notification with a title (OSC 777)."""
        what, _, rest = text.partition(";")
        if what == "notify":
            title, _, body = rest.partition(";")
            self._event("notify", printable(title, MAX_TITLE), printable(body, MAX_NOTICE))

    def _osc_kitty_notify(self, text: str, end: str) -> None:
        """Collect a notification that comes in pieces; hand it on when done (OSC 99)."""
        head, _, payload = text.partition(";")
        keys = dict(item.split("=", 1) for item in head.split(":") if "=" in item)
        if keys.get("e") == "1":
            try:
                payload = base64.b64decode(payload, validate=True).decode("utf-8", "replace")
            except (binascii.Error, ValueError):
                return
        name = keys.get("i", "")[:64]
        title, body = self._notices.pop(name, ("", ""))
        if keys.get("p", "title") == "title":
            title = (title + payload)[:MAX_TITLE]
        elif keys["p"] == "body":
            body = (body + payload)[:MAX_NOTICE]
        else:
            return
        if keys.get("d") == "0":
            if len(self._notices) < MAX_OPEN_NOTICES:
                self._notices[name] = (title, body)
        else:
            self._event("notify", printable(title, MAX_TITLE), printable(body, MAX_NOTICE))

    def _osc_prompt(self, text: str, end: str) -> None:
        """Note where a prompt (A), input (B), output (C) starts or a command ends (D) (OSC 133)."""
        kind = text[:1]
        if kind not in ("A", "B", "C", "D"):
            return
        status = text[2:].partition(";")[0] if kind == "D" else ""
        if not (status.isascii() and status.isdigit() and len(status) < 4):
            status = ""
        self._event("prompt_mark", kind, status)
        if not self.alternate:
            row = self.history.pushed + self.cursor.y
            self.marks.append((row, self.cursor.x, kind, status))
