"""What a terminal is made of: rows, cursor, pen, margins, modes.  First layer of `Grid`.

The idea: the emulator is one object whose behaviour is spread over layers, each a class in its own
module that builds on the one before (state, scrolling, motion, drawing, editing, ...).  This layer
holds every attribute and the few operations all others need; it knows no escape sequence.

Two screens share the modes; each has rows and a saved cursor of its own.  Columns and rows are
zero based, and `cursor.x` is always inside the screen: a cursor that waits behind the last column
is at the last one with `pending` set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import mypyc_attr

from mplex.vt.history import History, entries_of
from mplex.vt.palette import Palette
from mplex.vt.rows import cook
from mplex.vt.styles import DEFAULT, Style

MAX_EVENTS = 256
MAX_REPLIES = 65_536
"""Bytes of answers kept; a program that asks and never reads gets no more."""
MAX_WIDTHS = 64
"""Widths whose tab stops are kept at hand."""
STINT: Final = 800
"""Rows after which `State.tired` is asked: it takes a clock, and a dear operation a microsecond or
several for each row.
"""

_tabstops: dict[int, frozenset[int]] = {}


def default_tabstops(columns: int) -> frozenset[int]:
    """Return the tab stops of a terminal that has just started: every eighth column."""
    found = _tabstops.get(columns)
    if found is None:
        if len(_tabstops) >= MAX_WIDTHS:
            _tabstops.clear()
        found = _tabstops[columns] = frozenset(range(8, columns, 8))
    return found


def never() -> bool:
    """Say no: for a terminal that works on all it is given at once."""
    return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Cursor:
    """Where the next character goes, and whether the cursor is shown."""

    __slots__ = ("hidden", "style", "x", "y")

    def __init__(self) -> None:
        self.x: int = 0
        self.y: int = 0
        self.hidden: bool = False
        self.style: Style = DEFAULT


class SavedCursor:
    """What DECSC saves."""

    __slots__ = ("autowrap", "gl", "origin", "pending", "sets", "style", "x", "y")

    def __init__(self) -> None:
        self.x: int = 0
        self.y: int = 0
        self.style: Style = DEFAULT
        self.pending: bool = False
        self.origin: bool = False
        self.autowrap: bool = True
        self.sets: list[str] = ["B", "B", "B", "B"]
        self.gl: int = 0


class Rows:
    """The rows of one screen: three parallel lists (see `rows`), `attrs` None for a raw row."""

    __slots__ = ("attrs", "saved", "texts", "wraps")

    def __init__(self, lines: int) -> None:
        self.texts: list[str] = [""] * lines
        self.attrs: list[str | None] = [""] * lines
        self.wraps: list[int] = [0] * lines
        self.saved: SavedCursor = SavedCursor()


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The attributes of a terminal and the operations every layer needs."""

    def __init__(self, columns: int, lines: int, history: int = 10_000) -> None:
        self.columns: int = max(1, columns)
        self.lines: int = max(1, lines)
        self.main: Rows = Rows(self.lines)
        self.other: Rows = Rows(self.lines)
        self.history: History = History(self.columns, max(0, history))
        self._added: int = 0
        self._filled: int = 0
        """Blank rows added by the last resize, and by all that made the screen wider."""
        self.alternate: bool = False
        self._other_used: bool = False
        """Whether the alternate screen may show anything."""
        self._guards: bool = False
        """Whether any cell may be protected from selective erase."""
        self.cursor: Cursor = Cursor()
        self.palette: Palette = Palette()
        self.title_stack: list[tuple[str, str]] = []
        self.saved_modes: dict[int, bool] = {}
        self.cell_height: int = 16
        """Pixels of a cell of the terminal outside; the server sets both."""
        self.cell_width: int = 8
        self.checksums: bool = False
        """Whether DECRQCRA is answered, which tells a program what is on its screen."""
        self.titles_allowed: bool = True
        self.alternate_allowed: bool = True
        self.clears_into_history: bool = True
        """Whether what a program clears with ED 2 can be scrolled back to."""
        self.moves_overridden: bool = False
        """Whether a subclass has its own methods for what the interpreter does itself."""
        self.draw_overridden: bool = False
        self.tired: Callable[[], bool] = never
        """Asked now and then during `feed` whether what is left has to wait; the server sets it."""
        self.stint: int = STINT
        """Rows that dear operations may touch before `tired` is asked."""
        self._later: str = ""
        """Output that has to wait for the next `feed`, however short."""
        self._effort: int = 0
        """Rows that dear operations may have touched since `tired` was asked."""
        self._replies: list[str] = []
        self._reply_size: int = 0
        self._events: list[tuple[str, ...]] = []
        self._sorted_of: frozenset[int] = frozenset()
        self._sorted_stops: list[int] = []
        """The tab stops of `_sorted_of` in order."""
        self._coloured_row: tuple[str, str] = ("", "")
        """The blank row in a background colour that was made last."""
        self._defaults()

    def _defaults(self) -> None:
        """Set everything that RIS sets, but for rows and history."""
        # Named by its class a method is called directly where this is compiled.
        State._use(self, self.main)
        self.alternate = False
        self._other_used = False
        self._guards = False
        self.main.saved = SavedCursor()
        self.other.saved = SavedCursor()
        self.cursor.x = self.cursor.y = 0
        self.cursor.hidden = False
        self.title: str = ""
        self.icon_name: str = ""
        self.path: str = ""
        self.title_stack.clear()
        self.saved_modes.clear()
        self.cursor_shape: int = 0
        self.tabstops: frozenset[int] = default_tabstops(self.columns)
        self.last: str = ""
        self.palette.reset()
        State._soft_defaults(self)
        State._mode_defaults(self)
        State._input_defaults(self)

    def _soft_defaults(self) -> None:
        """Set what DECSTR sets as well."""
        self.style: Style = DEFAULT
        self.pending: bool = False
        self.origin: bool = False
        self.insert: bool = False
        self.autowrap: bool = True
        self.top: int = 0
        self.bottom: int = self.lines - 1
        self.left: int = 0
        self.right: int = self.columns - 1
        self.sets: list[str] = ["B", "B", "B", "B"]
        self.gl: int = 0
        self.single_shift: int = 0
        self.application_cursor: bool = False
        self.application_keypad: bool = False
        State._fast_changed(self)

    def _mode_defaults(self) -> None:
        self.newline_mode: bool = False
        self.margins_enabled: bool = False
        self.reverse_video: bool = False
        self.reverse_wrap: bool = False
        self.cursor_blink: bool = False
        self.synchronized: bool = False
        self.grapheme_mode: bool = True
        self.columns_mode: bool = False
        self.allow_columns_mode: bool = False

    def _input_defaults(self) -> None:
        """Set what `term.key_encoder` reads."""
        self.bracketed_paste: bool = False
        self.focus_events: bool = False
        self.mouse_mode: int = 0
        self.mouse_encoding: int = 0
        self.alternate_scroll: bool = True
        self.backarrow: bool = False
        self.keypad_mode: bool = False
        self.modify_other_keys: int = 0
        self.theme_reports: bool = False
        self.size_reports: bool = False
        self.kitty_stacks: list[list[int]] = [[0], [0]]

    def _use(self, rows: Rows) -> None:
        """Make the rows of a screen the ones that are edited."""
        self.T: list[str] = rows.texts
        self.A: list[str | None] = rows.attrs
        self.W: list[int] = rows.wraps

    def _fast_changed(self) -> None:
        """Work out which short cuts the modes allow: `fast` for text, `easy` for moves."""
        plain = self.sets[self.gl] == self.sets[0] == "B" and not self.single_shift
        self.full: bool = self.left == 0 and self.right == self.columns - 1
        self.easy: bool = self.full and not self.origin and not self.moves_overridden
        self.fast: bool = plain and not self.insert and self.full and not self.draw_overridden

    # Rows.

    def _cooked(self, y: int) -> str:
        """Return the attributes of row `y`, turning a raw row into cells first."""
        attrs = self.A[y]
        if attrs is None:
            self.T[y], attrs = cook(self.T[y])
            self.A[y] = attrs
        return attrs

    def _fill_rows(self, first: int, last: int, text: str, attrs: str) -> None:
        """Make the rows from `first` up to `last` all the same; none goes on in the next."""
        count = last - first
        if count > 0:
            self.T[first:last] = [text] * count
            self.A[first:last] = [attrs] * count
            self.W[first:last] = [0] * count

    def _set_row(self, y: int, text: str, attrs: str) -> None:
        self.T[y] = text
        self.A[y] = attrs

    def _blank_row(self) -> tuple[str, str]:
        """Return a blank row in the present background colour."""
        style = self.style
        if style.bg < 0:
            return "", ""
        text, look = self._coloured_row
        ch = style.blank.ch
        # Rows that are the same string are cheap to compare and to shift.
        if len(text) != self.columns or look[0] != ch:
            text, look = " " * self.columns, ch * self.columns
            self._coloured_row = text, look
        return text, look

    def _push_history(self, count: int) -> None:
        """Copy the first `count` rows of the main screen into the history."""
        if count == 1:
            wrap = self.W[0]
            look = self.A[0]
            if not wrap:
                text = self.T[0]
                self.history.push((text, look, 0) if look else text)
                return
        texts, looks, wraps = self.T[:count], self.A[:count], self.W[:count]
        self.history.extend(entries_of(texts, looks, wraps, self.columns))

    # Work that takes long.

    def _works(self, rows: int) -> bool:
        """Note that so many rows will be touched; tell whether that has to wait.

        The first operation of a `feed` never has to.
        """
        if self._effort >= self.stint:
            self._effort = 0
            if self.tired():
                return True
        self._effort += rows
        return False

    @property
    def behind(self) -> bool:
        """Tell whether output waits for the next `feed`."""
        return bool(self._later)

    # Answers and events.

    def _reply(self, text: str) -> None:
        if self._reply_size < MAX_REPLIES:
            self._replies.append(text)
            self._reply_size += len(text)

    def _event(self, *event: str) -> None:
        if len(self._events) < MAX_EVENTS:
            self._events.append(event)

    def take_replies(self) -> bytes:
        """Return the answers to the program since the last call."""
        if not self._replies:
            return b""
        found = "".join(self._replies).encode("utf-8", "replace")
        self._replies.clear()
        self._reply_size = 0
        return found

    def take_events(self) -> list[tuple[str, ...]]:
        """Return what happened beside the cells since the last call, at most 256 events.

        ("bell",) ("title", text) ("rename", text) ("clipboard", selection, text or "?")
        ("notify", title, body) ("path", path) ("progress", state, percent)
        ("prompt_mark", kind, exit status) ("palette",) ("passthrough", sequence)
        """
        if not self._events:
            return []
        found = self._events
        self._events = []
        return found
