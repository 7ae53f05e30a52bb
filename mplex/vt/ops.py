"""Decoded pieces: a control and the text behind it, ready for the interpreter's loop.

The idea: the interpreter splits output at every escape and control character; the same pieces come
again and again, so each is decoded once into an `Op` and found by its text afterwards.  Arguments
of moves are clamped to the screen size when decoded, so the cache dies with the size.
"""

from __future__ import annotations

import re
from typing import Final

from mypy_extensions import i64

from mplex.vt.chars import CELL_MAP, MARK, SPECIAL, is_plain, may_join
from mplex.vt.sequences import COMPLETE_CSI, COMPLETE_ESCAPE, ESCAPE, Parsed, parse_csi
from mplex.vt.styles import Style

TEXT: Final = 0
SGR: Final = 1
CUP: Final = 2
ERASE: Final = 3
NEWLINE: Final = 4
FORWARD: Final = 5
COLUMN: Final = 6
LINE: Final = 7
RETURN: Final = 8
LINEFEED: Final = 9
REVERSE: Final = 10
BACK: Final = 11
"""The last of those that the loop does itself."""
ASCII: Final = 12
COLD: Final = 13
REPEAT: Final = 14
CUT: Final = 15
"""A sequence that the next piece ends or continues."""
DISTURBED: Final = 16
"""A sequence with a control character inside."""

SHIFTED: Final = -2
"""The size of a text behind SI, which does nothing while G0 is in use."""

START: Final = "\0"
"""First character of a piece that no control starts."""
CRLF: Final = "\x1d"
"""Stands for CR LF, so that both are one piece."""

CONTROL_STARTS: Final = START + CRLF + "\n\r\b\t"
"""First characters of the pieces that a control starts, and of one that none does."""
_MARKED: Final = re.compile("\x1b([" + CRLF + "\n\r\b\t])")

MAX_CACHED: Final = 24
"""Longest piece that is kept: longer ones are mostly unique."""
MAX_OPS: Final = 8_192
MAX_CONTROLS: Final = 2_048
MAX_MISSES: Final = 50_000
"""Pieces decoded although the cache was full after which it starts anew."""
MAX_SIZES: Final = 4
"""Screen sizes whose ops are kept."""

NOWHERE: Final = Style(0, -1, -1, 0, -1, 0)
"""A style that no pen ever has."""

NUMBERS: Final = {str(n): n for n in range(1, 1000)}
"""Values of the parameters that moves usually have."""

_INLINED: Final = {
    "cursor_position": CUP,
    "cursor_forward": FORWARD,
    "cursor_back": BACK,
    "cursor_to_column": COLUMN,
    "cursor_to_line": LINE,
}
HOT_EVENTS: Final = frozenset(
    [
        *_INLINED,
        "erase_in_line",
        "select_graphic_rendition",
        "linefeed",
        "carriage_return",
        "reverse_index",
        "shift_in",
        "draw",
    ]
)
"""Events that the loop does itself unless a subclass overrides their method."""


class Op:
    """A decoded piece."""

    __slots__ = (
        "a", "after", "args", "b", "before", "cells", "code", "key", "name", "private", "size",
        "text",
    )  # fmt: skip

    def __init__(self, code: int, text: str = "") -> None:
        self.code: i64 = code
        self.a: i64 = 0
        self.b: i64 = 0
        self.key: str = ""
        """For SGR: the sequence without ESC and final, the key of `Style.next`."""
        self.before: Style = NOWHERE
        self.after: Style = NOWHERE
        """Where the pen was at the last SGR with this op, and where that led."""
        self.name: str = ""
        self.args: tuple[int | str, ...] = ()
        self.private: bool = False
        self.text: str = text
        cells = plain_cells(text) if text else ""
        self.cells: str = cells or ""
        self.size: i64 = -1 if cells is None else len(cells)
        """Cells of the text, -1 when it must be drawn with care; or `SHIFTED`."""

    def with_text(self, cells: str) -> Op:
        """Return this op, which has no text, with a text that is its own cells."""
        op = Op(self.code)
        op.a, op.b, op.key = self.a, self.b, self.key
        op.name, op.args, op.private = self.name, self.args, self.private
        op.text = op.cells = cells
        op.size = len(cells)
        return op

    def with_shift(self, text: str) -> Op:
        """Return this op, an SGR without text, with a text for which `is_shifted` holds."""
        op = self.with_text(text[1:])
        op.text = text
        op.size = SHIFTED
        return op


def is_shifted(text: str) -> bool:
    """Tell whether a text is SI, with which ncurses ends attributes, and plain ASCII."""
    return text[:1] == "\x0f" and text.isascii() and (len(text) == 1 or text[1:].isprintable())


class OpCache:
    """The ops of screens of one size: whole short pieces, and controls without text."""

    def __init__(self) -> None:
        self.pieces: dict[str, Op] = {}
        self.controls: dict[str, Op] = {}
        self.misses: int = 0

    def missed(self, count: int) -> None:
        """Count pieces that were decoded although there was no room; start anew after many."""
        self.misses += count
        if self.misses > MAX_MISSES:
            self.misses = 0
            self.pieces.clear()

    def keep_control(self, key: str, op: Op) -> None:
        """Remember the op of a control without text."""
        if len(self.controls) >= MAX_CONTROLS:
            self.controls.clear()
        self.controls[key] = op


_caches: dict[tuple[int, int, frozenset[str]], OpCache] = {}


def cache_for(columns: int, lines: int, overridden: frozenset[str]) -> OpCache:
    """Return the cache that screens of a size share; to be filled with what `decode` returns."""
    key = (columns, lines, overridden)
    found = _caches.pop(key, None)
    if found is None:
        found = OpCache()
        if len(_caches) >= MAX_SIZES:
            del _caches[next(iter(_caches))]
    _caches[key] = found
    return found


def forget_ops() -> None:
    """Forget all that is cached, because characters have got other widths."""
    _caches.clear()


def _unmark(match: re.Match[str]) -> str:
    control = match.group(1)
    return "\r\n" if control == CRLF else control


def joined(pieces: list[str], start: str = "\x1b") -> str:
    """Return the data that pieces were cut from; `start` is what the first one begins with."""
    return _MARKED.sub(_unmark, start + "\x1b".join(pieces))


def move_op(row: int, column: int) -> Op:
    """Return the op of CUP to a place counted from 1; the caller clamps `a` and `b`."""
    op = Op(CUP)
    op.name = "cursor_position"
    op.args = (row, column)
    return op


def read_move(piece: str, move: Op) -> bool:
    """Set `move` to the place that a piece names; False unless it is all CUP with two numbers.

    The caller clamps `a` and `b`.
    """
    size: i64 = len(piece)
    if size < 5 or piece[0] != "[":
        return False
    row: i64 = 0
    number: i64 = 0
    at: i64 = 1
    while at < size:
        code: i64 = ord(piece[at])
        at += 1
        if 0x30 <= code <= 0x39:
            number = number * 10 + code - 0x30
            if number > 0xFFFF:
                return False
        elif code == 0x3B and not row and number:
            row = number
            number = 0
        elif code == 0x48 and row and number:
            move.a = row - 1
            move.b = number - 1
            return at == size
        else:
            return False
    return False


def plain_cells(text: str) -> str | None:
    """Return the cells of a text that joins nothing and holds no control, else None."""
    if is_plain(text):
        return text
    if text.isascii():
        return None
    if SPECIAL.search(text) is None:
        return text
    if may_join(text[0]):
        return None
    marked = text.translate(CELL_MAP)
    if MARK in marked or "\x07" in text or "\x0e" in text or "\x0f" in text:
        return None
    return marked


def decode(piece: str, columns: int, lines: int, overridden: frozenset[str]) -> Op:
    """Return the op of a piece: what follows an ESC up to the next."""
    first = piece[:1]
    if first == "[":
        return _decode_csi(piece, columns, lines, overridden)
    if first == START:
        return Op(TEXT, piece[1:])
    if first == CRLF:
        return Op(NEWLINE, piece[1:])
    if first == "\n":
        return _named(LINEFEED, "linefeed", piece[1:])
    if first == "\r":
        return _named(RETURN, "carriage_return", piece[1:])
    if first == "\b":
        return _named(COLD, "backspace", piece[1:])
    if first == "\t":
        return _named(COLD, "tab", piece[1:])
    return _decode_escape(piece)


def _named(code: int, name: str, text: str, *args: int | str) -> Op:
    op = Op(code, text)
    op.name = name
    op.args = args
    return op


def _broken(piece: str, at: int) -> Op:
    """Return the op of a sequence that position `at` of the piece does not continue."""
    if at >= len(piece):
        return Op(CUT)
    if piece[at] in "\x18\x1a":
        return Op(COLD, piece[at + 1 :])
    if piece[at] >= "\x80":
        return Op(COLD, piece[at:])
    return Op(DISTURBED)


def _decode_escape(piece: str) -> Op:
    match = COMPLETE_ESCAPE.match(piece)
    if match is None:
        return _broken(piece, len(piece) - len(piece.lstrip(" !\"#$%&'()*+,-./")))
    between, final = match.groups()
    text = piece[match.end() :]
    if between in ("(", ")", "*", "+"):
        op = _named(COLD, "define_charset", text, final, between)
        if between == "(" and final == "B":
            op.code = ASCII
        return op
    return _named(_escape_code(between + final), ESCAPE.get(between + final, ""), text)


def _escape_code(key: str) -> int:
    return REVERSE if key == "M" else COLD


def _decode_csi(piece: str, columns: int, lines: int, overridden: frozenset[str]) -> Op:
    match = COMPLETE_CSI.match(piece)
    if match is None:
        at = 1
        while at < len(piece) and " " <= piece[at] <= "?":
            at += 1
        return _broken(piece, at)
    body, final = match.groups()
    text = piece[match.end() :]
    parsed = parse_csi(body, final)
    if parsed is None:
        return Op(COLD, text)
    op = Op(COLD, text)
    op.name = parsed.sequence.event
    op.private = parsed.sequence.private
    op.args = parsed.parameters
    if op.name not in overridden:
        _set_code(op, parsed, columns, lines)
    elif op.name == "select_graphic_rendition" and not op.args:
        op.args = (0,)
    return op


def _set_code(op: Op, parsed: Parsed, columns: int, lines: int) -> None:
    """Give an op the code and clamped arguments the loop understands, if it has any."""
    name = op.name
    first = max(1, op.args[0]) if op.args and isinstance(op.args[0], int) else 1
    if name == "select_graphic_rendition":
        op.code = SGR
        op.key = "[" + parsed.text
        op.b = parsed.text in ("", "0")
    elif name == "erase_in_line" and not op.private and op.args in ((), (0,)):
        op.code = ERASE
    elif name == "repeat":
        op.code = REPEAT
    elif name in _INLINED:
        op.code = _INLINED[name]
        op.a = first - 1 if op.code in (CUP, COLUMN, LINE) else first
        if op.code == CUP:
            second = op.args[1] if len(op.args) > 1 else 1
            op.a = min(first, lines) - 1
            op.b = min(max(1, second), columns) - 1 if isinstance(second, int) else 0
        elif op.code == COLUMN:
            op.a = min(op.a, columns - 1)
        elif op.code == LINE:
            op.a = min(op.a, lines - 1)


CONTROL_OPS: Final = {
    START: Op(TEXT),
    CRLF: Op(NEWLINE),
    "\n": _named(LINEFEED, "linefeed", ""),
    "\r": _named(RETURN, "carriage_return", ""),
    "\b": _named(COLD, "backspace", ""),
    "\t": _named(COLD, "tab", ""),
    **{key: _named(_escape_code(key), event, "") for key, event in ESCAPE.items() if len(key) == 1},
}
"""Ops without text of everything that one character tells."""
