"""The loop that turns output into screen changes. Over 500 lines because it is one loop.

Eleventh layer of `Grid`.  The idea: control characters get an ESC put before them, so one `split`
cuts the data into pieces of one control and the text behind it, and a dict finds the decoded `Op`
of a piece.  Cursor, pen and rows are local variables while the loop runs; text is gathered over SGR
sequences and stored once.
Everything rare is *cold*: the locals are written back, a method is called, the locals are read
again.  How data is cut into complete sequences is `tokenizer`'s business.

Here and in the layers above, methods that no subclass replaces are called by their class: compiled,
that is a call in C, while one through `self` looks for the method of a subclass first.

Within the loop `x == columns` is the wait behind the last column (only with full-width margins).
"""

from __future__ import annotations

import re
from typing import Final

from mypy_extensions import i64, mypyc_attr

from mplex.vt.chars import CELL_MAP, DIRECT, MARK, SPECIAL, STUB, is_plain
from mplex.vt.dcs import Dcs
from mplex.vt.ops import (
    ASCII,
    BACK,
    COLUMN,
    CONTROL_OPS,
    CONTROL_STARTS,
    CRLF,
    CUP,
    CUT,
    DISTURBED,
    ERASE,
    FORWARD,
    LINE,
    LINEFEED,
    MAX_CACHED,
    MAX_OPS,
    NEWLINE,
    NOWHERE,
    NUMBERS,
    REPEAT,
    RETURN,
    REVERSE,
    SGR,
    SHIFTED,
    START,
    TEXT,
    Op,
    OpCache,
    cache_for,
    decode,
    is_shifted,
    joined,
    move_op,
    read_move,
)
from mplex.vt.scrolling import Scrolling
from mplex.vt.sequences import BASIC, sort_out
from mplex.vt.sgr import next_style
from mplex.vt.state import STINT, State
from mplex.vt.styles import DEFAULT, PROTECTED, Style

_EFFECTIVE: Final = re.compile("([\x07\x0e\x0f])")
_BODY: Final = "[?0123456789;:"
"""What most control sequences have before their final."""
_SHORT: Final = 40
PORTION: Final = 512
"""Characters that are drawn with care before the time is looked at."""
_PLAIN: Final = "\0"
"""The attribute of a cell in the default style."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Interpreter(Dcs):
    """Runs output without strings."""

    def __init__(self, columns: int, lines: int, history: int = 10_000) -> None:
        self._ops: OpCache = cache_for(columns, lines, frozenset())
        self._move: Op = move_op(1, 1)
        self._colour: Op = Op(SGR)
        self._overridden: frozenset[str] = frozenset()
        super().__init__(columns, lines, history)

    def _renew_ops(self) -> None:
        """Use the ops for the present size and overridden methods."""
        self._ops = cache_for(self.columns, self.lines, self._overridden)

    def _run_again(self, data: str) -> None:
        """Run data that was sorted out; it may end within a sequence."""
        raise NotImplementedError

    def _cut_up(self, data: str) -> list[str]:
        """Return the pieces of the data."""
        if "\x0b" in data:
            data = data.replace("\x0b", "\n")
        if "\x0c" in data:
            data = data.replace("\x0c", "\n")
        if "\n" in data:
            data = data.replace("\r\n", "\x1b" + CRLF).replace("\n", "\x1b\n")
        if "\r" in data:
            data = data.replace("\r", "\x1b\r")
        if "\b" in data:
            data = data.replace("\b", "\x1b\b")
        if "\t" in data:
            data = data.replace("\t", "\x1b\t")
        pieces = data.split("\x1b")
        if pieces[0]:
            pieces[0] = START + pieces[0]
        else:
            del pieces[0]
        return pieces

    def _decode(self, piece: str) -> Op:
        op = decode(piece, self.columns, self.lines, self._overridden)
        if len(piece) <= MAX_CACHED and len(self._ops.pieces) < MAX_OPS:
            self._ops.pieces[piece] = op
        return op

    def _decode_control(self, key: str, easy: bool) -> Op | None:
        """Return the op of a control sequence without text; None when it needs a closer look.

        Moves are read at once and true colours looked up by the pen: there are more places on a
        large screen, and more colours, than are worth remembering.
        """
        final = key[-1]
        if not "@" <= final <= "~":
            return None
        if final == "H" and easy and "cursor_position" not in self._overridden:
            row, _, column = key[1:-1].partition(";")
            y, x = NUMBERS.get(row), NUMBERS.get(column)
            if y and x:
                move = self._move
                move.a = min(y, self.lines) - 1
                move.b = min(x, self.columns) - 1
                move.args = (y, x)
                return move
        if len(key) > MAX_CACHED:
            plain = final == "m" and "?" not in key and "[" not in key[1:]
            if plain and len(key) < _SHORT and "select_graphic_rendition" not in self._overridden:
                self._colour.key = key[:-1]
                self._colour.before = NOWHERE
                return self._colour
            return decode(key, self.columns, self.lines, self._overridden)
        op = decode(key, self.columns, self.lines, self._overridden)
        self._ops.keep_control(key, op)
        return op

    def _call(self, op: Op) -> None:
        """Run the method of a cold op."""
        if op.name:
            method = getattr(self, op.name)
            if op.private:
                method(*op.args, private=True)
            else:
                method(*op.args)

    def _careful(self, text: str) -> str:
        """Draw text that modes, width, control characters or joining make special.

        Returns what has to wait.
        """
        if is_plain(text) and (self.full or not self.insert):
            self.draw(text)
            return ""
        # With side margins each character that is drawn alone may be a scroll of the screen.
        slow = not self.full and (self.insert or MARK in text.translate(CELL_MAP))
        most = 1 + PORTION // self.lines if slow else PORTION
        while text and not State._works(self, STINT if slow else most):
            portion = text[:most]
            for part in _EFFECTIVE.split(portion):
                if part in ("\x07", "\x0e", "\x0f"):
                    self.last = ""
                    getattr(self, BASIC[part])()
                elif part:
                    self.draw(part)
            text = text[most:]
        return text

    def _store_run(self, y: int, x: int, end: int, seg: str, look: str) -> None:
        """Put gathered text into row `y`; the cells from `x` to `end` are inside the screen."""
        attrs = State._cooked(self, y)
        text = self.T[y]
        length = len(text)
        if x >= length:
            text = text.ljust(x) + seg
        else:
            head = text[: x - 1] + " " if text[x] == STUB else text[:x]
            if end < length:
                tail = " " + text[end + 1 :] if text[end] == STUB else text[end:]
                text = head + seg + tail
            else:
                text = head + seg
        self.T[y] = text
        if look:
            self.A[y] = attrs[:x].ljust(x, "\0") + look + attrs[end:]
        elif len(attrs) > x:
            self.A[y] = (
                attrs[:x] + "\0" * (end - x) + attrs[end:] if len(attrs) > end else attrs[:x]
            )

    def _finish(self, x: int, y: int, style: Style, tail: str | None) -> None:
        """Write the loop's locals back."""
        cursor = self.cursor
        cursor.y = y
        self.style = style
        if self.full:
            if x >= self.columns:
                cursor.x = self.columns - 1
                self.pending = True
            else:
                cursor.x = x
                self.pending = False
        if tail is not None:
            self.last = tail[-2:] if tail[-1:] == STUB else tail[-1:]

    def _run(self, data: str) -> None:
        """Run data that holds no strings and ends outside a sequence.

        When that takes too long (`tired`), the rest is added to what waits.
        """
        if self._later:
            self._later += data
        else:
            Interpreter._run_pieces(self, self._cut_up(data))

    def _run_pieces(self, pieces: list[str]) -> None:
        """Run the pieces of such data while nothing waits; hot."""
        cache = self._ops
        ops = cache.pieces
        controls = cache.controls
        misses = 0
        move = self._move
        direct = DIRECT and "cursor_position" not in self._overridden
        cols: i64 = self.columns
        last_line: i64 = self.lines - 1
        cursor = self.cursor
        T, A, W = self.T, self.A, self.W
        st = self.style
        y: i64 = cursor.y
        x: i64 = cursor.x + 1 if self.pending and self.full else cursor.x
        fast, easy = self.fast, self.easy
        limit: i64 = cols if self.autowrap else cols - 1
        top: i64 = self.top
        bottom: i64 = self.bottom
        whole = top == 0 and bottom == last_line and not self.alternate
        history = self.history
        tail: str | None = None
        seg = ""
        look = ""
        px: i64 = x
        sx: i64 = x
        size: i64 = 0
        length: i64 = 0
        op: Op | None = None
        for at, piece in enumerate(pieces):
            # There are more places on a large screen than are worth remembering.
            if direct and easy and piece and ord(piece[-1]) == 0x48 and read_move(piece, move):
                op = move
                if move.a > last_line:
                    move.a = last_line
                if move.b >= cols:
                    move.b = cols - 1
                cells = raw = ""
                size = 0
            elif (op := ops.get(piece)) is not None:
                cells = op.cells
                size = op.size
                raw = ""
            else:
                # The control and the text apart; only short pieces are kept as a whole.
                whole_piece = len(piece) <= MAX_CACHED and len(ops) < MAX_OPS
                if piece[:1] == "[":
                    end = len(piece) - len(piece.lstrip(_BODY)) + 1
                    key = piece[:end]
                    cells = piece[end:]
                    op = controls.get(key)
                    if op is None:
                        op = Interpreter._decode_control(self, key, easy)
                    if op is not None and op.size:
                        op = None
                else:
                    op = CONTROL_OPS.get(piece[:1])
                    cells = piece[1:]
                size = len(cells)
                raw = cells
                if (
                    op is None
                    or not (DIRECT and is_plain(cells))
                    and not (
                        cells.isprintable() and (cells.isascii() or SPECIAL.search(cells) is None)
                    )
                ):
                    if op is not None and op.code == SGR and is_shifted(cells):
                        op = op.with_shift(cells)
                        if whole_piece:
                            ops[piece] = op
                    else:
                        op = Interpreter._decode(self, piece)
                    cells = op.cells
                    size = op.size
                    raw = op.text
                elif whole_piece:
                    ops[piece] = op.with_text(cells)
                else:
                    misses += 1
            code = op.code
            if code == SGR:
                key = op.key
                if op.before is st:
                    new = op.after
                elif op.b and not st.link and not st.flags & PROTECTED:
                    new = DEFAULT
                elif key:
                    found = st.next.get(key)
                    new = found if found is not None else next_style(st, key)
                    op.before = st
                    op.after = new
                else:
                    new = st
                if new is not st:
                    if seg:
                        look += st.ch * (x - sx)
                        sx = x
                    st = new
            elif code == ASCII and fast:
                # G0 is ASCII already.
                pass
            elif (
                code == ERASE and st.bg < 0 and len(T[y]) <= x < cols and A[y] is not None and easy
            ):
                # Nothing is there to erase, so the text gathered may wait.
                W[y] = 0
            elif code != TEXT:
                if seg:
                    if x != sx and (look or st.id):
                        look += st.ch * (x - sx)
                    a = A[y]
                    if a is None:
                        a = State._cooked(self, y)
                    t = T[y]
                    length = len(t)
                    if px >= length:
                        T[y] = f"{t}{' ' * (px - length)}{seg}" if px > length else t + seg
                    elif x >= length or (code == ERASE and st.bg < 0 and x < cols and easy):
                        T[y] = (t[: px - 1] + " " if t[px] == STUB else t[:px]) + seg
                        if len(a) > x:
                            a = a[:x]
                    elif t[px] != STUB and t[x] != STUB:
                        T[y] = f"{t[:px]}{seg}{t[x:]}"
                    else:
                        head = t[: px - 1] + " " if t[px] == STUB else t[:px]
                        T[y] = head + seg + (" " + t[x + 1 :] if t[x] == STUB else t[x:])
                    if look:
                        length = len(a)
                        if length > px:
                            A[y] = f"{a[:px]}{look}{a[x:]}"
                        elif length < px:
                            A[y] = f"{a}{_PLAIN * (px - length)}{look}"
                        else:
                            A[y] = a + look
                        look = ""
                    elif len(a) > px:
                        A[y] = a[:px] + "\0" * (x - px) + a[x:] if len(a) > x else a[:px]
                    seg = ""
                if easy and code <= BACK:
                    if code == CUP:
                        y = op.a
                        x = op.b
                    elif code == ERASE:
                        if x >= cols:
                            x = cols - 1
                        if st.bg < 0:
                            a = A[y]
                            if a is None:
                                a = State._cooked(self, y)
                            t = T[y]
                            if x < len(t):
                                T[y] = t[: x - 1] + " " if t[x] == STUB and x else t[:x]
                                if x < len(a):
                                    A[y] = a[:x]
                            W[y] = 0
                        else:
                            self.style = st
                            self._erase(y, x, cols)
                    elif code == NEWLINE:
                        x = 0
                        if y != bottom:
                            if y < last_line:
                                y += 1
                        elif whole and not W[0] and st.bg < 0:
                            entry = T[0]
                            a = A[0]
                            history.push((entry, a, 0) if a else entry)
                            del T[0], A[0], W[0]
                            T.append("")
                            A.append("")
                            W.append(0)
                        else:
                            self.style = st
                            Scrolling._scroll_up(self, top, bottom, 1, True)
                    elif code == FORWARD:
                        x += op.a
                        if x >= cols:
                            x = cols - 1
                    elif code == COLUMN:
                        x = op.a
                    elif code == LINE:
                        y = op.a
                        if x >= cols:
                            x = cols - 1
                    elif code == RETURN:
                        x = 0
                    elif code == LINEFEED:
                        if x >= cols:
                            x = cols - 1
                        if self.newline_mode:
                            x = 0
                        # As above: a method would have to hand five locals over and back.
                        if y != bottom:
                            if y < last_line:
                                y += 1
                        elif whole and not W[0] and st.bg < 0:
                            entry = T[0]
                            a = A[0]
                            history.push((entry, a, 0) if a else entry)
                            del T[0], A[0], W[0]
                            T.append("")
                            A.append("")
                            W.append(0)
                        else:
                            self.style = st
                            Scrolling._scroll_up(self, top, bottom, 1, True)
                    elif code == REVERSE:
                        if x >= cols:
                            x = cols - 1
                        if y != top:
                            if y > 0:
                                y -= 1
                        else:
                            self.style = st
                            Scrolling._scroll_down(self, top, bottom, 1)
                    else:
                        if x >= cols:
                            x = cols - 1
                        x = x - op.a if x > op.a else 0
                elif code == CUT:
                    following = pieces[at + 1] if at + 1 < len(pieces) else ""
                    if following and following[0] in CONTROL_STARTS:
                        Interpreter._finish(self, x, y, st, tail)
                        self._sort_out(pieces[at:])
                        return
                    continue
                elif code == DISTURBED:
                    Interpreter._finish(self, x, y, st, tail)
                    self._sort_out(pieces[at:])
                    return
                elif State._works(self, self.lines):
                    Interpreter._finish(self, x, y, st, tail)
                    self._put_off(pieces[at:])
                    return
                else:
                    if code == REPEAT:
                        Interpreter._finish(self, x, y, st, tail)
                        tail = None
                    else:
                        Interpreter._finish(self, x, y, st, "")
                    if code == NEWLINE:
                        self.carriage_return()
                        self.linefeed()
                    else:
                        self._call(op)
                    T, A, W = self.T, self.A, self.W
                    st = self.style
                    y = cursor.y
                    x = cursor.x + 1 if self.pending and self.full else cursor.x
                    fast, easy = self.fast, self.easy
                    limit = cols if self.autowrap else cols - 1
                    top, bottom = self.top, self.bottom
                    whole = top == 0 and bottom == last_line and not self.alternate
                    if code == REPEAT and not (raw or op.text):
                        continue
            if size > 0 and fast and x + size <= limit:
                if not seg:
                    px = sx = x
                seg += cells
                x += size
                tail = cells
            elif size == SHIFTED and fast and not self.gl and x + len(cells) <= limit:
                tail = cells
                if cells:
                    if not seg:
                        px = sx = x
                    seg += cells
                    x += len(cells)
            elif size:
                if code != TEXT and code != REPEAT:
                    tail = ""
                if seg:
                    if look or st.id:
                        look += st.ch * (x - sx)
                    Interpreter._store_run(self, y, px, x, seg, look)
                    seg = look = ""
                Interpreter._finish(self, x, y, st, tail)
                raw = Interpreter._careful(self, raw or op.text)
                if raw:
                    self._put_off([raw, *pieces[at + 1 :]], "")
                    return
                tail = None
                y = cursor.y
                x = cursor.x + 1 if self.pending and self.full else cursor.x
                fast = self.fast
            elif code != TEXT and code != REPEAT:
                tail = ""
        if seg:
            if look or st.id:
                look += st.ch * (x - sx)
            Interpreter._store_run(self, y, px, x, seg, look)
        Interpreter._finish(self, x, y, st, tail)
        if misses:
            cache.missed(misses)

    def _sort_out(self, pieces: list[str]) -> None:
        """Run the rest of the data with controls moved out of its sequences."""
        self._run_again(sort_out(joined(pieces)))

    def _put_off(self, pieces: list[str], start: str = "\x1b") -> None:
        """Let the rest of the data wait; `start` is what the first piece begins with."""
        self._later += joined(pieces, start)
