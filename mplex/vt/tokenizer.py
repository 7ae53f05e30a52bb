"""Cutting output into strings and complete sequences.  Twelfth layer of `Grid`.

The idea: nothing reaches the interpreter that the next chunk could still change.  An unfinished
escape sequence at the end of the data is held back; a string (OSC, DCS, APC, PM, SOS, ESC k) is
collected here up to its terminator, or just swallowed when nobody wants it.  So it never matters
where the data was cut.  CAN, SUB and any other ESC abort a string, as in xterm.
"""

from __future__ import annotations

import re
from typing import Final

from mypy_extensions import i64, mypyc_attr

from mplex.vt.chars import DIRECT
from mplex.vt.dcs import HEAD, MAX_STRING, WRAPPED, worth_keeping
from mplex.vt.flood import Flood
from mplex.vt.interpreter import Interpreter
from mplex.vt.ops import CONTROL_STARTS, CRLF
from mplex.vt.palette import parse_colour
from mplex.vt.sequences import MAX_SEQUENCE, UNFINISHED
from mplex.vt.state import State

_MAYBE_STRING: Final = re.compile("\x1b[]P_^Xk\x00-\x17\x19\x1c-\x1f\x7f]")
"""What every start of a string matches and hardly anything else; several times as fast."""
_STRING_START: Final = re.compile(r"\x1b([\x00-\x17\x19\x1c-\x1f\x7f]*)([]P_^Xk])")
_OSC_END: Final = re.compile("[\x07\x18\x1a\x1b]")
_STRING_END: Final = re.compile("[\x18\x1a\x1b]")
_LINUX_COLOUR: Final = re.compile(r"P([0-9a-fA-F]{0,7})")
_MANY_LINES: Final = 8
_STRING_EFFORT: Final = 8
"""What a string counts as in rows that are touched."""
ST: Final = "\x1b\\"


def shortened(held: str) -> str:
    """Return an unfinished sequence, or when it is too long to mean anything a short form of it.

    That is swallowed the same way.
    """
    if len(held) <= MAX_SEQUENCE:
        return held
    return "\x1b[0?" if held[1] == "[" else "\x1b!!!!"


def may_start_string(pieces: list[str]) -> bool:
    """Tell whether what follows some ESC may start a string; right where it says no.

    Only where it is compiled is it faster than a regular expression.
    """
    for piece in pieces:
        if not piece:
            return True
        code: i64 = ord(piece[0])
        if code == 0x5B:
            continue
        if code < 0x20:
            if piece[0] not in CONTROL_STARTS:
                return True
        elif code > 0x4F and piece[0] in "P]_^Xk\x7f":
            return True
    return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Tokenizer(Flood):
    """The entry for text."""

    def __init__(self, columns: int, lines: int, history: int = 10_000) -> None:
        self._kind: str = ""
        """The character behind ESC of the string being collected, "" outside of one."""
        self._parts: list[str] = []
        self._head: str = ""
        self._size: int = 0
        self._keep: bool = False
        super().__init__(columns, lines, history)

    def feed(self, data: str) -> None:
        """Run output; never raises, whatever is in it and wherever it was cut.

        When `tired` says so, the rest waits for the next call (`behind`).
        """
        self._effort = 0
        if self._later:
            data = self._later + data
            self._later = ""
        if self.history.pushed >= self.history.settle_at:
            self.history.settle()
        if "\0" in data:
            data = data.replace("\0", "")
        if CRLF in data:
            # The interpreter uses this control character, which does nothing, as a mark.
            data = data.replace(CRLF, "")
        if self._held:
            data = self._held + data
            self._held = ""
        if DIRECT and not self._kind and "\x1b" in data and Tokenizer._run_at_once(self, data):
            return
        at = Tokenizer._collect(self, data, 0) if self._kind else 0
        while at >= 0:
            match = _MAYBE_STRING.search(data, at) if "\x1b" in data else None
            if match is not None:
                match = _STRING_START.search(data, match.start())
            if match is None:
                Tokenizer._run_again(self, data[at:] if at else data)
                return
            start, controls, kind = match.start(), match.group(1), match.group(2)
            if start > at:
                Tokenizer._run_part(self, data[at:start])
                # The string's ESC aborts a sequence before it.
                self._held = ""
            if controls:
                Interpreter._run(self, controls)
            if self._later or State._works(self, _STRING_EFFORT):
                self._later += "\x1b" + data[match.start(2) :]
                return
            at = Tokenizer._begin(self, data, match.end(), kind)

    def _run_at_once(self, data: str) -> bool:
        """Run data that holds sequences but neither many lines nor strings; tell whether it did."""
        at = data.rfind("\x1b")
        if "\n" in data and not self._shy and data.count("\n") > _MANY_LINES:
            return False
        held = data[at:] if UNFINISHED.match(data, at) else ""
        pieces = Interpreter._cut_up(self, data[:at] if held else data)
        if may_start_string(pieces):
            return False
        if self._shy and "\n" in data:
            self._shy -= 1
        Interpreter._run_pieces(self, pieces)
        if held:
            Tokenizer._hold(self, held)
        return True

    def _run_part(self, data: str) -> None:
        if "\n" not in data:
            Interpreter._run(self, data)
        elif self._shy:
            self._shy -= 1
            Interpreter._run(self, data)
        else:
            lines = data.split("\r\n")
            if len(lines) > _MANY_LINES:
                Flood._lines(self, data, lines)
            else:
                Interpreter._run(self, data)

    def _run_again(self, data: str) -> None:
        """Run data without strings, holding back an unfinished sequence at its end."""
        at = data.rfind("\x1b")
        if at >= 0 and UNFINISHED.match(data, at):
            held = data[at:]
            data = data[:at]
            if data:
                Tokenizer._run_part(self, data)
            Tokenizer._hold(self, held)
        elif data:
            Tokenizer._run_part(self, data)

    def _hold(self, unfinished: str) -> None:
        """Keep the unfinished sequence at the end of the data, behind what waits."""
        if self._later:
            self._later += unfinished
        else:
            self._held = shortened(unfinished)

    def _begin(self, data: str, at: int, kind: str) -> int:
        """Start a string of a kind; return where the data goes on, -1 when it is used up."""
        if kind == "]":
            following = data[at : at + 8]
            if following[:1] == "R":
                self.palette.colours.clear()
                return at + 1
            match = _LINUX_COLOUR.match(following)
            if not following or (match and match.end() == len(following) < 8):
                self._held = "\x1b]" + following
                return -1
            if match and match.end() == 8:
                self._set_linux_colour(match.group(1))
                return at + 8
        self._kind = kind
        self._head = ""
        self._size = 0
        self._keep = worth_keeping(kind, "")
        return Tokenizer._collect(self, data, at)

    def _set_linux_colour(self, digits: str) -> None:
        """Set one of the first 16 colours as the Linux console does (ESC ] P nrrggbb)."""
        rgb = parse_colour("#" + digits[1:])
        if rgb is not None:
            self.palette.colours[int(digits[0], 16)] = rgb
            self._event("palette")

    def _collect(self, data: str, at: int) -> int:
        """Go on with a string; return where the data goes on behind it, -1 when it is used up."""
        end = _OSC_END if self._kind == "]" else _STRING_END
        while True:
            match = end.search(data, at)
            stop = match.start() if match else len(data)
            Tokenizer._add(self, data[at:stop])
            if match is None:
                return -1
            char = data[stop]
            if char == "\x07":
                Tokenizer._end(self, "\x07")
                return stop + 1
            if char != "\x1b":
                Tokenizer._abort(self)
                return stop + 1
            following = data[stop + 1 : stop + 2]
            if not following:
                self._held = "\x1b"
                return -1
            if following == "\\":
                Tokenizer._end(self, ST)
                return stop + 2
            if following == "\x1b" and self._kind == "P" and self._head == WRAPPED:
                Tokenizer._add(self, "\x1b\x1b")
                at = stop + 2
                continue
            Tokenizer._abort(self)
            return stop

    def _add(self, text: str) -> None:
        """Remember a part of the string, unless it means nothing or grows too long."""
        if not text:
            return
        if len(self._head) < HEAD:
            self._head = (self._head + text)[:HEAD]
            self._keep = self._keep and worth_keeping(self._kind, self._head)
        self._size += len(text)
        if self._size > MAX_STRING:
            self._keep = False
        if self._keep:
            self._parts.append(text)
        else:
            self._parts.clear()

    def _abort(self) -> None:
        self._kind = ""
        self._parts.clear()
        self.last = ""

    def _end(self, end: str) -> None:
        kind, text, keep = self._kind, "".join(self._parts), self._keep
        Tokenizer._abort(self)
        if keep:
            self._string(kind, text, end)

    def abandon(self) -> None:
        """Forget an unfinished sequence or string, as when the program was replaced."""
        self._held = self._later = ""
        Tokenizer._abort(self)
