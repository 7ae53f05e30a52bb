"""Decoded pieces: a control and the text behind it, ready for the interpreter's loop.

The idea: the interpreter splits output at every escape and control character; the same pieces come
again and again, so each is decoded once into an `Op` and found by its text afterwards.  Arguments
of moves are clamped to the screen size when decoded, so the cache dies with the size.
"""

from __future__ import annotations

from typing import Final

from mplex.vt.chars import CELL_MAP, MARK, SPECIAL, may_join
from mplex.vt.sequences import COMPLETE_CSI, COMPLETE_ESCAPE, ESCAPE, Parsed, parse_csi

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
BACK: Final = 10
ASCII: Final = 11
COLD: Final = 12
REPEAT: Final = 13
CUT: Final = 14
"""A sequence that the next piece ends or continues."""
DISTURBED: Final = 15
"""A sequence with a control character inside."""

START: Final = "\0"
"""First character of a piece that no control starts."""
CRLF: Final = "\x1d"
"""Stands for CR LF, so that both are one piece."""

MAX_CACHED: Final = 12
"""Longest piece that is kept: longer ones are mostly unique."""
MAX_OPS: Final = 8_192
MAX_MISSES: Final = 20_000
"""Pieces decoded although the cache was full after which it starts anew."""

_INLINED: Final = {
    "cursor_position": CUP,
    "cursor_forward": FORWARD,
    "cursor_back": BACK,
    "cursor_to_column": COLUMN,
    "cursor_to_line": LINE,
}
HOT_EVENTS: Final = frozenset(
    [*_INLINED, "erase_in_line", "select_graphic_rendition", "linefeed", "carriage_return", "draw"]
)
"""Events that the loop does itself unless a subclass overrides their method."""


class Op:
    """A decoded piece."""

    __slots__ = ("a", "args", "b", "cells", "code", "key", "name", "private", "size", "text")

    def __init__(self, code: int, text: str = "") -> None:
        self.code: int = code
        self.a: int = 0
        self.b: int = 0
        self.key: str = ""
        """For SGR: the sequence without ESC and final, the key of `Style.next`."""
        self.name: str = ""
        self.args: tuple[int | str, ...] = ()
        self.private: bool = False
        self.text: str = text
        cells = plain_cells(text)
        self.cells: str = cells or ""
        self.size: int = -1 if cells is None else len(cells)
        """Cells of the text, -1 when it must be drawn with care."""

    def with_text(self, cells: str) -> Op:
        """Return this op, which has no text, with a text that is its own cells."""
        op = Op(self.code)
        op.a, op.b, op.key = self.a, self.b, self.key
        op.name, op.args, op.private = self.name, self.args, self.private
        op.text = op.cells = cells
        op.size = len(cells)
        return op


def plain_cells(text: str) -> str | None:
    """Return the cells of a text that joins nothing and holds no control, else None."""
    if text.isascii():
        return text if text.isprintable() else None
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
    return _named(COLD, ESCAPE.get(between + final, ""), text)


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


SGR_OP: Final = Op(SGR)
"""Stands for an SGR that the loop has applied already."""
CONTROL_OPS: Final = {
    START: Op(TEXT),
    CRLF: Op(NEWLINE),
    "\n": _named(LINEFEED, "linefeed", ""),
    "\r": _named(RETURN, "carriage_return", ""),
}
