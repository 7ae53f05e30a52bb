"""A terminal's parser, one character at a time: the states every manual draws, nothing clever.

The idea: an oracle for `mplex.vt`, so it shares no code with it and no trick.  It calls `execute`,
`escape`, `control`, `string` and `show` of a subclass; what those mean lives in `model`.
"""

from __future__ import annotations

import codecs
import re

GROUND, ESCAPE, CSI, STRING, LINUX = range(5)
LIMIT = 256
BODY = re.compile(r"([<=>?]?)([0-9;:]*)([ -/]*)\Z")
HALF = re.compile(rb"\xed[\xa0-\xbf]?\Z")
SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
HEX = frozenset("0123456789abcdefABCDEF")


def decode(data: bytes) -> str:
    """Return bytes as text; malformed UTF-8 and encoded surrogates are U+FFFD each.

    A character that the end of the data cuts off is left out.
    """
    data = SURROGATE.sub("\ufffd".encode(), HALF.sub(b"", data))
    return codecs.getincrementaldecoder("utf-8")("replace").decode(data)


class Parser:
    """Takes text apart."""

    def __init__(self) -> None:
        self.state = GROUND
        self.body = ""
        self.kind = ""
        self.escaped = False

    def feed(self, text: str) -> None:
        """Run text; it may end anywhere."""
        for char in text:
            if char == "\0":
                continue
            if self.state == STRING:
                self._in_string(char)
            elif self.state == LINUX:
                self._in_linux(char)
            else:
                self._outside(char)

    def _outside(self, char: str) -> None:
        """Take a character that is not inside a string."""
        if char == "\x1b":
            self.state, self.body = ESCAPE, ""
        elif char in "\x18\x1a":
            if self.state != GROUND:
                self.unrepeatable()
            self.state = GROUND
        elif char < " ":
            self.execute(char)
        elif char == "\x7f":
            pass
        elif self.state == GROUND:
            self.show(char)
        elif char >= "\x80":
            self.unrepeatable()
            self.state = GROUND
            self.show(char)
        elif self.state == ESCAPE:
            self._in_escape(char)
        else:
            self._in_control(char)

    def _in_escape(self, char: str) -> None:
        if not self.body and char == "[":
            self.state = CSI
        elif not self.body and char in "]P_^Xk":
            self.state, self.kind, self.escaped = STRING, char, False
        elif char <= "/":
            self.body += char
        else:
            self.state = GROUND
            self.unrepeatable()
            self.escape(self.body, char)

    def _in_control(self, char: str) -> None:
        if char <= "?":
            self.body += char
            return
        self.state = GROUND
        match = BODY.match(self.body)
        if match is None or len(self.body) > LIMIT:
            self.unrepeatable()
            return
        leader, text, between = match.groups()
        if leader + between + char != "b":
            self.unrepeatable()
        self.control(leader + between + char, text)

    def _in_string(self, char: str) -> None:
        """Take a character of a string; `escaped` says that the one before was an ESC."""
        if self.escaped:
            self.escaped = False
            if char == "\\":
                self._end(self.body)
            elif char == "\x1b" and self.kind == "P" and self.body.startswith("tmux;"):
                self.body += "\x1b\x1b"
            else:
                self.unrepeatable()
                self.state, self.body = ESCAPE, ""
                self._outside(char)
        elif char == "\x1b":
            self.escaped = True
        elif char in "\x18\x1a":
            self.unrepeatable()
            self.state = GROUND
        elif char == "\x07" and self.kind == "]":
            self._end(self.body)
        elif self.kind == "]" and not self.body and char in "PR":
            self._begin_linux(char)
        else:
            self.body += char

    def _begin_linux(self, char: str) -> None:
        self.body = "P"
        self.state = LINUX
        if char == "R":
            # The console's palette reset is complete.
            self.state = GROUND

    def _in_linux(self, char: str) -> None:
        """Take a character of the Linux console's `ESC ] P nrrggbb`."""
        if char not in HEX:
            self.state = STRING
            self._in_string(char)
            return
        self.body += char
        if len(self.body) == 8:
            self.state = GROUND

    def _end(self, body: str) -> None:
        self.state = GROUND
        self.unrepeatable()
        self.string(self.kind, body)

    def unrepeatable(self) -> None:
        """Note that REP has nothing to repeat."""
        raise NotImplementedError

    def show(self, char: str) -> None:
        """Show a character."""
        raise NotImplementedError

    def execute(self, char: str) -> None:
        """Run a control character."""
        raise NotImplementedError

    def escape(self, between: str, final: str) -> None:
        """Run an escape sequence."""
        raise NotImplementedError

    def control(self, key: str, text: str) -> None:
        """Run a control sequence: `key` is leader, intermediates and final."""
        raise NotImplementedError

    def string(self, kind: str, text: str) -> None:
        """Run a string; `kind` is the character behind ESC."""
        raise NotImplementedError
