"""A slow, plain terminal: an oracle for `mplex.vt` that shares neither its design nor its code.

Over 500 lines because one terminal is one state.  A cell is a (text, look) pair in a list, "" the
right half of a wide one; every character and control goes the same road, there is no short cut.
What it does is xterm's behaviour (ECMA-48, DEC STD 070) except where `docs` say that tmux is
followed.  Shared are only the width table, the charset tables and the numbers of flags.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from mplex.vt import styles
from mplex.vt.chars import VS16, attaches, char_width, may_join, widens
from mplex.vt.charsets import known, table
from tests.vt.model_parser import Parser
from tests.vt.model_pen import PLAIN, Look, joined, joins, sgr, value

Cell = tuple[str, Look]
BLANK: Cell = (" ", PLAIN)
MODES = (1, 5, 12, 40, 45, 66, 67, 1004, 1007, 2004, 2026, 2031)
"""Private modes that are a flag and nothing else here."""
MOUSE, ENCODINGS = (9, 1000, 1001, 1002, 1003), (1005, 1006, 1015, 1016)


class Row:
    """A row of cells; `wrap` says whether it goes on in the next one."""

    def __init__(self, cells: list[Cell], wrap: int = 0) -> None:
        self.cells = cells
        self.wrap = wrap


class Saved:
    """What DECSC saves."""

    def __init__(self) -> None:
        self.x = self.y = self.gl = 0
        self.look = PLAIN
        self.pending = self.origin = False
        self.sets = ["B"] * 4


class Model(Parser):
    """A terminal of `columns` x `lines` cells that keeps `limit` rows of history."""

    def __init__(self, columns: int, lines: int, limit: int) -> None:
        super().__init__()
        self.columns, self.lines = columns, lines
        self.history: deque[Row] = deque(maxlen=limit)
        self.pushed = 0
        self.replies = ""
        self.unmodelled = False
        """Whether something was asked that the model does not answer."""
        self.screens = [self._fresh(), self._fresh()]
        self.reset_all()

    def _fresh(self) -> list[Row]:
        return [Row([BLANK] * self.columns) for _ in range(self.lines)]

    def reset_all(self) -> None:
        """Take the state after switching on, rows and history excepted."""
        self.alternate = False
        self.saved = [Saved(), Saved()]
        self.hidden = False
        self.title = self.icon = ""
        self.titles: list[tuple[str, str]] = []
        self.shape = 0
        self.tabs = set(range(8, self.columns, 8))
        self.flags = dict.fromkeys(MODES, False)
        self.flags[1007] = True
        self.stored: dict[int, bool] = {}
        self.newline = self.side = self.wide_mode = False
        self.mouse = self.encoding = 0
        self.kitty = [[0], [0]]
        self.last: tuple[str, int] | None = None
        self.x = self.y = 0
        self.soft()

    def soft(self) -> None:
        """Take back what DECSTR takes back."""
        self.look = PLAIN
        self.pending = self.origin = self.inserting = False
        self.autowrap = True
        self.top, self.bottom, self.left, self.right = 0, self.lines - 1, 0, self.columns - 1
        self.sets = ["B"] * 4
        self.gl = self.shift = self.other_keys = 0
        self.flags[1] = self.flags[66] = False

    # Rows.

    @property
    def rows(self) -> list[Row]:
        """The rows of the screen in use."""
        return self.screens[self.alternate]

    @property
    def full(self) -> bool:
        """Whether the side margins are the edges."""
        return self.left == 0 and self.right == self.columns - 1

    @property
    def erased(self) -> Cell:
        """An erased cell: nothing but the background."""
        return (" ", Look(bg=self.look.bg))

    def tear(self, row: Row, x: int) -> None:
        """Make a wide character that lies across the left edge of column `x` two blanks."""
        if 0 < x < self.columns and not row.cells[x][0]:
            for col in (x - 1, x):
                row.cells[col] = (" ", row.cells[col][1])

    def blank(self, y: int, start: int, end: int, cell: Cell) -> None:
        """Blank the cells of a row."""
        row = self.rows[y]
        self.tear(row, start)
        self.tear(row, end)
        row.cells[start:end] = [cell] * (end - start)

    def erase(self, y: int, start: int, end: int) -> None:
        """Erase cells; what reaches the right edge ends the line."""
        end = min(end, self.columns)
        self.blank(y, start, end, self.erased)
        if end == self.columns:
            self.rows[y].wrap = 0

    def erase_selective(self, y: int, start: int, end: int) -> None:
        """Erase the cells that DECSCA does not protect."""
        for x in range(start, end):
            if not self.rows[y].cells[x][1].flags & styles.PROTECTED:
                self.blank(y, x, x + 1, BLANK)

    def push(self, rows: Iterable[Row]) -> None:
        """Move rows into the history."""
        for row in rows:
            self.history.append(Row(list(row.cells), row.wrap))
            self.pushed += 1

    def cut_line(self) -> None:
        """Note that the first row does not continue the history."""
        if self.history:
            self.history[-1].wrap = 0

    def scroll(self, top: int, count: int, keep: bool = False) -> None:
        """Move the rows from `top` to the margin up by `count`, down when it is negative."""
        size = self.bottom - top + 1
        count = max(-size, min(size, count))
        if not self.full:
            self.scroll_box(top, count)
            return
        rows = self.rows
        if top > 0:
            rows[top - 1].wrap = 0
        elif not self.alternate:
            if keep and count > 0:
                self.push(rows[:count])
            else:
                self.cut_line()
        new = [Row([self.erased] * self.columns) for _ in range(abs(count))]
        part = rows[top : self.bottom + 1]
        part = part[count:] + new if count > 0 else new + part[:count]
        rows[top : self.bottom + 1] = part
        if count < 0:
            rows[self.bottom].wrap = 0

    def scroll_box(self, top: int, count: int) -> None:
        """Scroll between the side margins."""
        left, end = self.left, self.right + 1
        for y in range(top, self.bottom + 1):
            self.tear(self.rows[y], left)
            self.tear(self.rows[y], end)
            self.rows[y].wrap = 0
        boxes = [list(self.rows[y].cells[left:end]) for y in range(top, self.bottom + 1)]
        for y in range(top, self.bottom + 1):
            source = y - top + count
            inside = 0 <= source < len(boxes)
            self.rows[y].cells[left:end] = boxes[source] if inside else [self.erased] * (end - left)

    def shift_cells(self, y: int, x: int, count: int, cell: Cell) -> None:
        """Insert `count` cells at `x` up to the margin, or delete them when it is negative."""
        row, end = self.rows[y], self.right + 1
        size = min(abs(count), end - x)
        self.tear(row, x)
        self.tear(row, end)
        if count > 0:
            self.tear(row, end - size)
            row.cells[x:end] = [cell] * size + row.cells[x : end - size]
        else:
            self.tear(row, x + size)
            row.cells[x:end] = row.cells[x + size : end] + [cell] * size

    # Text.

    def unrepeatable(self) -> None:
        """Note that REP has nothing to repeat."""
        self.last = None

    def show(self, char: str) -> None:
        """Show a character, or join it to the one before the cursor."""
        if char < " " or "\x7f" <= char < "\xa0":
            return
        char = char.translate(table(self.sets[self.shift or self.gl]))
        width = char_width(char)
        if width == 0 and not attaches(char):
            return
        self.shift = 0
        if may_join(char) and self.join(char, width):
            return
        if width:
            self.place(char, width)

    def join(self, char: str, width: int) -> bool:
        """Join a character to the cell before the cursor; tell whether that was possible."""
        x = self.x if self.pending else self.x - 1
        row = self.rows[self.y]
        if x < 0 or (width and self.last is None):
            return False
        if x > 0 and not row.cells[x][0]:
            x -= 1
        base, look = row.cells[x]
        if not joins(base, char):
            return False
        wide = x + 1 < self.columns and not row.cells[x + 1][0]
        text = joined(base, char)
        grows = width == 2 or (char == VS16 and widens(base[0]))
        if text == base:
            grows = False
        if grows and not wide and self.edge() - x < 2:
            return True
        row.cells[x] = (text, look)
        if grows and not wide:
            self.tear(row, x + 2)
            row.cells[x + 1] = ("", look)
            self.advance(x + 2)
            wide = True
        self.last = (text, 2 if wide else 1)
        return True

    def edge(self) -> int:
        """Return the column behind the last one for text at the cursor."""
        return self.right + 1 if self.x <= self.right else self.columns

    def advance(self, x: int) -> None:
        """Put the cursor at `x`, or let it wait behind the last column."""
        edge = self.edge()
        self.pending = x >= edge and self.autowrap
        self.x = min(x, edge - 1)

    def place(self, text: str, width: int) -> None:
        """Show a cell's text at the cursor."""
        if self.pending:
            self.wrap(1)
        if self.x + width > self.edge():
            if not self.autowrap or width > self.edge() - self.left:
                return
            self.wrap(2)
        if self.inserting:
            self.shift_in_margins(width)
        row = self.rows[self.y]
        self.tear(row, self.x)
        self.tear(row, self.x + width)
        row.cells[self.x] = (text, self.look)
        if width == 2:
            row.cells[self.x + 1] = ("", self.look)
        self.last = (text, width)
        self.advance(self.x + width)

    def shift_in_margins(self, width: int) -> None:
        """Make room in insert mode."""
        right, self.right = self.right, self.edge() - 1
        self.shift_cells(self.y, self.x, width, BLANK)
        self.right = right

    def wrap(self, flag: int) -> None:
        """Go on in the next row; `flag` 2 says that a wide character did not fit."""
        if self.full:
            if flag == 2:
                self.blank(self.y, self.columns - 1, self.columns, BLANK)
            self.rows[self.y].wrap = flag
        self.index()
        self.x = self.left if self.x >= self.left else 0

    def repeat(self, count: int) -> None:
        """Show the last character again."""
        most = self.columns if self.inserting else self.columns * self.lines
        if self.last is not None:
            last = self.last
            for _ in range(min(count, most)):
                self.place(*last)
            self.last = None

    # Controls.

    def execute(self, char: str) -> None:
        """Run a control character."""
        if char not in "\a\b\t\n\v\f\r\x0e\x0f":
            return
        self.last = None
        if char == "\b":
            self.backspace()
        elif char == "\t" and not self.pending:
            self.tab()
        elif char in "\n\v\f":
            self.index()
            if self.newline:
                self.carriage_return()
        elif char == "\r":
            self.carriage_return()
        elif char in "\x0e\x0f":
            self.gl = 1 if char == "\x0e" else 0

    def backspace(self) -> None:
        """Move left, in reverse wrap mode to the end of the row above."""
        back = self.flags[45] and self.autowrap
        if back and self.pending:
            pass
        elif back and self.x == self.left:
            if self.y > self.top:
                self.x, self.y = self.right, self.y - 1
        elif self.x not in (0, self.left):
            self.x -= 1
        self.pending = False

    def tab(self) -> None:
        """Move to the next tab stop."""
        stop = self.right if self.x <= self.right else self.columns - 1
        found = [x for x in self.tabs if x > self.x]
        self.x = min([*found, stop]) if self.x < stop else stop

    def back_tab(self) -> None:
        """Move to the tab stop before."""
        stop = self.left if self.origin else 0
        found = [x for x in self.tabs if x < self.x]
        self.x = max([*found, stop])

    def carriage_return(self) -> None:
        """Move to the left margin."""
        self.x = self.left if self.origin or self.x >= self.left else 0
        self.pending = False

    def index(self) -> None:
        """Move down, scrolling at the margin."""
        self.pending = False
        if self.y == self.bottom:
            if self.left <= self.x <= self.right:
                self.scroll(self.top, 1, keep=True)
        elif self.y < self.lines - 1:
            self.y += 1

    def reverse_index(self) -> None:
        """Move up, scrolling at the margin."""
        self.pending = False
        if self.y == self.top:
            if self.left <= self.x <= self.right:
                self.scroll(self.top, -1)
        elif self.y > 0:
            self.y -= 1

    def escape(self, between: str, final: str) -> None:
        """Run an escape sequence."""
        if len(between) == 1 and between in "()*+":
            self.sets["()*+".index(between)] = known(final)
        elif between == "#" and final == "8":
            self.align()
        elif not between:
            self.simple_escape(final)

    def simple_escape(self, final: str) -> None:
        """Run an escape sequence of one character."""
        if final == "c":
            self.full_reset()
        elif final == "D":
            self.index()
        elif final == "E":
            self.index()
            self.carriage_return()
        elif final == "M":
            self.reverse_index()
        elif final == "H":
            self.tabs.add(self.x)
        elif final == "7":
            self.save()
        elif final == "8":
            self.restore()
        elif final in "=>":
            self.flags[66] = final == "="
        elif final in "no":
            self.gl = 2 if final == "n" else 3
        elif final in "NO":
            self.shift = 2 if final == "N" else 3
        elif final == "Z":
            self.unmodelled = True

    def full_reset(self) -> None:
        """Run RIS: the rows go into the history."""
        self.alternate = False
        self.push_used()
        self.screens = [self._fresh(), self._fresh()]
        self.reset_all()

    def align(self) -> None:
        """Run DECALN."""
        for row in self.rows:
            row.cells, row.wrap = [("E", PLAIN)] * self.columns, 0
        self.top, self.bottom, self.left, self.right = 0, self.lines - 1, 0, self.columns - 1
        self.x = self.y = 0
        self.pending = False

    def save(self) -> None:
        """Save the cursor."""
        saved = self.saved[self.alternate] = Saved()
        saved.x, saved.y, saved.look, saved.pending = self.x, self.y, self.look, self.pending
        saved.origin, saved.sets, saved.gl = self.origin, list(self.sets), self.gl

    def restore(self) -> None:
        """Restore the cursor."""
        saved = self.saved[self.alternate]
        self.x, self.y = min(saved.x, self.columns - 1), min(saved.y, self.lines - 1)
        self.look, self.origin, self.gl = saved.look, saved.origin, saved.gl
        self.sets = list(saved.sets)
        behind = self.x == saved.x and self.x in (self.right, self.columns - 1)
        self.pending = saved.pending and self.autowrap and behind

    # Control sequences.

    def control(self, key: str, text: str) -> None:
        """Run a control sequence."""
        if key == "m":
            self.look = sgr(self.look, text)
            return
        if ":" in text:
            return
        numbers = [value(part) for part in text.split(";")] if text else []
        first = numbers[0] if numbers else 0
        second = numbers[1] if len(numbers) > 1 else 0
        if (
            self.move(key, first or 1, second or 1)
            or self.edit(key, first, numbers)
            or self.margin(key, first, second, numbers)
        ):
            return
        if key in ("h", "l", "?h", "?l"):
            for number in numbers[:32]:
                self.set_mode(number, key[0] == "?", key[-1] == "h")
        elif key in ("?s", "?r"):
            for number in numbers[:32]:
                self.store_mode(number, key == "?s")
        else:
            self.others(key, first, second, numbers)

    def move(self, key: str, count: int, second: int) -> bool:
        """Run a movement; tell whether it was one."""
        if key in ("A", "F"):
            self.y = max(self.top if self.y >= self.top else 0, self.y - count)
        elif key in ("B", "E"):
            stop = self.bottom if self.y <= self.bottom else self.lines - 1
            self.y = min(stop, self.y + count)
        elif key == "C":
            stop = self.right if self.x <= self.right else self.columns - 1
            self.x = min(stop, self.x + count)
        elif key == "D":
            self.x = max(self.left if self.x >= self.left else 0, self.x - count)
        elif key in ("G", "`"):
            self.go(None, count)
        elif key in ("H", "f"):
            self.go(count, second)
        elif key == "d":
            self.go(count, None)
        elif key == "a":
            self.x = min(self.columns - 1, self.x + count)
        elif key == "e":
            self.y = min(self.lines - 1, self.y + count)
        elif key in ("I", "Z"):
            for _ in range(min(count, self.columns)):
                self.tab() if key == "I" else self.back_tab()
        else:
            return False
        if key in "EF":
            self.carriage_return()
        self.pending = False
        return True

    def go(self, line: int | None, column: int | None) -> None:
        """Move to a place counted from 1."""
        if line is not None:
            first, last = (self.top, self.bottom) if self.origin else (0, self.lines - 1)
            self.y = min(first + line - 1, last)
        if column is not None:
            first, last = (self.left, self.right) if self.origin else (0, self.columns - 1)
            self.x = min(first + column - 1, last)
        self.pending = False

    def edit(self, key: str, first: int, numbers: list[int]) -> bool:
        """Run what changes cells; tell whether it was that."""
        count = first or 1
        columns_in = self.left <= self.x <= self.right
        inside = columns_in and self.top <= self.y <= self.bottom
        if key in ("J", "?J"):
            self.erase_display(first, key == "?J")
        elif key in ("K", "?K"):
            self.erase_line(first, key == "?K")
        elif key == "X":
            self.erase(self.y, self.x, self.x + count)
            self.pending = False
        elif key in ("@", "P"):
            self.pending = False
            if columns_in:
                self.shift_cells(self.y, self.x, count if key == "@" else -count, self.erased)
        elif key in ("L", "M"):
            if inside:
                self.scroll(self.y, count if key == "M" else -count)
                self.x = self.left
            self.pending = False
        elif key == "S" or key == "T" and len(numbers) < 2 or key == "^":
            self.scroll(self.top, count if key == "S" else -count, keep=True)
        elif key in (" @", " A", "'}", "'~"):
            if inside:
                x = self.left if key[0] == " " else self.x
                for y in range(self.top, self.bottom + 1):
                    self.shift_cells(y, x, -count if key in (" @", "'~") else count, self.erased)
        elif key == "b":
            self.repeat(count)
        else:
            return key == "T"
        return True

    def erase_line(self, how: int, selective: bool) -> None:
        """Run EL or DECSEL."""
        run = self.erase_selective if selective else self.erase
        if how == 0:
            run(self.y, self.x, self.columns)
        elif how == 1:
            run(self.y, 0, self.x + 1)
        elif how == 2:
            run(self.y, 0, self.columns)
        self.pending = False

    def erase_display(self, how: int, selective: bool) -> None:
        """Run ED or DECSED."""
        if how == 3 and not selective:
            self.history.clear()
        if how > 2:
            return
        run = self.erase_selective if selective else self.erase
        if not selective and not self.alternate:
            if how == 2 or (how == 0 and self.x == self.y == 0):
                self.push_used()
            elif how == 1:
                self.cut_line()
        if how < 2:
            run(self.y, *((self.x, self.columns) if how == 0 else (0, self.x + 1)))
        for y in range(self.lines):
            if how == 2 or (how == 0 and y > self.y) or (how == 1 and y < self.y):
                run(y, 0, self.columns)
        self.pending = False

    def push_used(self) -> None:
        """Move the main screen down to its last text into the history."""
        if self.alternate:
            return
        used = [
            y for y, row in enumerate(self.rows) if any(c[0] not in ("", " ") for c in row.cells)
        ]
        if used:
            self.rows[used[-1]].wrap = 0
            self.push(self.rows[: used[-1] + 1])
        else:
            self.cut_line()

    def margin(self, key: str, first: int, second: int, numbers: list[int]) -> bool:
        """Run what sets margins and tab stops; tell whether it was that."""
        if key == "r":
            top, bottom = (first or 1) - 1, min(second or self.lines, self.lines) - 1
            if top < bottom:
                self.top, self.bottom = top, bottom
                self.go(1, 1)
        elif key == "s" and self.side:
            left, right = (first or 1) - 1, min(second or self.columns, self.columns) - 1
            if left < right:
                self.left, self.right = left, right
                self.go(1, 1)
        elif key == "s":
            if numbers[:2] in ([], [0]):
                self.save()
        elif key == "u":
            self.restore()
        elif key == "g":
            if first == 0:
                self.tabs.discard(self.x)
            elif first == 3:
                self.tabs.clear()
        elif key == "?W":
            if first == 5:
                self.tabs = set(range(8, self.columns, 8))
        else:
            return False
        return True

    def others(self, key: str, first: int, second: int, numbers: list[int]) -> None:
        """Run pen, reports, titles and keyboard protocols."""
        stack = self.kitty[self.alternate]
        if key == '"q' and first in (0, 1, 2):
            flags = self.look.flags & ~styles.PROTECTED
            self.look = self.look._replace(flags=flags | (styles.PROTECTED if first == 1 else 0))
        elif key == "!p":
            self.soft()
            self.hidden = self.side = False
            self.saved[self.alternate] = Saved()
        elif key == " q" and first <= 6:
            self.shape = first
        elif key == ">u":
            stack.append(first & 31)
            del stack[:-16]
        elif key == "<u":
            del stack[max(0, len(stack) - (first or 1)) :]
            stack[:] = stack or [0]
        elif key == "=u":
            how = second if len(numbers) > 1 else 1
            before, first = stack[-1], first & 31
            stack[-1] = before | first if how == 2 else before & ~first if how == 3 else first
        elif key in (">m", ">n") and first == 4:
            self.other_keys = min(second, 2) if key == ">m" else 0
        elif key in ("n", "?n", "$p", "?$p", "?u"):
            self.report(key, first)
        elif key == "t" and first in (22, 23) and second <= 2:
            self.title_stack(first, second)
        else:
            self.unmodelled = True

    def report(self, key: str, what: int) -> None:
        """Answer a question."""
        if key == "n" and what == 5:
            self.replies += "\x1b[0n"
        elif what == 6 and key in ("n", "?n"):
            y, x = (self.y - self.top, self.x - self.left) if self.origin else (self.y, self.x)
            self.replies += f"\x1b[{key[:-1]}{y + 1};{x + 1}R"
        elif key == "?u":
            self.replies += f"\x1b[?{self.kitty[self.alternate][-1]}u"
        elif key in ("$p", "?$p"):
            state = self.mode_state(what, key[0] == "?")
            self.replies += f"\x1b[{key[:-2]}{what};{state}$y"
        elif key == "?n":
            self.unmodelled = True

    def title_stack(self, what: int, which: int) -> None:
        """Push or pop the titles."""
        if what == 22:
            self.titles.append((self.icon, self.title))
            del self.titles[:-10]
        elif self.titles:
            icon, title = self.titles.pop()
            self.icon = self.icon if which == 2 else icon
            self.title = self.title if which == 1 else title

    # Modes.

    def mode_state(self, number: int, private: bool) -> int:
        """Return what DECRPM says of a mode."""
        if not private:
            found = {4: self.inserting, 20: self.newline}.get(number)
        else:
            special = {
                3: self.wide_mode,
                6: self.origin,
                7: self.autowrap,
                25: not self.hidden,
                69: self.side,
                **dict.fromkeys((47, 1047, 1049), self.alternate),
                **{mode: self.mouse == mode for mode in MOUSE},
                **{mode: self.encoding == mode for mode in ENCODINGS},
            }
            found = special.get(number, self.flags.get(number))
            if number in (1048, 2027):
                return 1 if number == 1048 else 3
            if number == 2048:
                self.unmodelled = True
        return 0 if found is None else 1 if found else 2

    def store_mode(self, number: int, save: bool) -> None:
        """Save a private mode, or restore it."""
        if save and self.mode_state(number, True) in (1, 2) and number != 1048:
            self.stored[number] = self.mode_state(number, True) == 1
        elif save and number == 1048:
            self.stored[number] = True
        elif not save and number in self.stored:
            self.set_mode(number, True, self.stored[number])

    def set_mode(self, number: int, private: bool, on: bool) -> None:
        """Set or reset a mode."""
        if not private:
            if number == 4:
                self.inserting = on
            elif number == 20:
                self.newline = on
        elif number in self.flags:
            self.flags[number] = on
        elif number in MOUSE:
            self.mouse = number if on else 0
        elif number in ENCODINGS:
            self.encoding = number if on else 0 if self.encoding == number else self.encoding
        elif number in (47, 1047, 1048, 1049):
            self.switch(number, on)
        elif number == 3:
            self.column_mode(on)
        elif number == 6:
            self.origin = on
            self.go(1, 1)
        elif number == 7:
            self.autowrap = on
            self.pending = self.pending and on
        elif number == 25:
            self.hidden = not on
        elif number == 69:
            self.side = on
            if not on:
                self.left, self.right = 0, self.columns - 1
                self.pending = self.pending and self.x == self.right
        elif number == 2048:
            self.unmodelled = True

    def column_mode(self, on: bool) -> None:
        """Run DECCOLM, where it is allowed: everything but the width."""
        if self.flags[40]:
            self.wide_mode = on
            self.top, self.bottom, self.left, self.right = 0, self.lines - 1, 0, self.columns - 1
            self.side = False
            self.erase_display(2, False)
            self.go(1, 1)

    def switch(self, number: int, on: bool) -> None:
        """Change to the alternate screen and back."""
        if number == 1048:
            self.save() if on else self.restore()
            return
        before = self.alternate
        if number == 1049 and on and not before:
            self.save()
        if on:
            self.alternate = True
        if (number == 1049 and on) or (number == 1047 and not on and before):
            self.screens[1] = self._fresh()
        if not on:
            self.alternate = False
            if number == 1049 and before:
                self.restore()

    def string(self, kind: str, text: str) -> None:
        """Run a string: only titles matter here."""
        if kind == "]":
            code, _, rest = text.partition(";")
            rest = "".join(c for c in rest[:1024] if c.isprintable())
            if code in ("0", "1"):
                self.icon = rest
            if code in ("0", "2"):
                self.title = rest
            if code == "8":
                self.hyperlink(text)
            if "?" in text:
                self.unmodelled = True
        elif kind == "P":
            self.unmodelled = True
            if text in ("=1s", "=2s"):
                self.flags[2026] = text == "=1s"

    def hyperlink(self, text: str) -> None:
        """Start or end a hyperlink."""
        _, parameters, uri = (*text.split(";", 2), "", "")[:3]
        names = [p[3:] for p in parameters.split(":") if p.startswith("id=")]
        self.look = self.look._replace(link=(uri, names[0] if names and uri else ""))
