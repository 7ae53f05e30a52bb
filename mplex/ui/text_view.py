"""A page of text over the panes: a command's output, the list of keys, the message log.

One idea: the text is wrapped once per width into rows, and everything else is which row is first.
Scrolling keys are those of copy mode and of pagers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from mplex.geometry import Rect, Size
from mplex.term.keys import CTRL, META, Key, KeyEvent, MouseEvent
from mplex.ui.mark import guarded, label
from mplex.ui.overlay import HANDLED, Close, Overlay, Rendered, Result
from mplex.ui.rows import Row, padded, shortened, splice, styled, wrapped
from mplex.ui.theme import Theme

MAX_LINES: Final = 100_000
"""Lines kept of a text; the first ones are left out of a longer one."""
WHEEL_ROWS: Final = 3
_CLOSE: Final = frozenset((Key("q"), Key("Escape"), Key("c", CTRL), Key("g", CTRL)))
_SUBMIT: Final = frozenset((Key("Enter"), Key("KPEnter")))

Move = Callable[[int], int]
_MOVES: Final[dict[Key, Move]] = {
    **dict.fromkeys((Key("Down"), Key("j"), Key("n", CTRL), Key("Enter")), lambda page: 1),
    **dict.fromkeys((Key("Up"), Key("k"), Key("p", CTRL)), lambda page: -1),
    **dict.fromkeys(
        (Key("NPage"), Key(" "), Key("f", CTRL), Key("v", CTRL), Key("f")), lambda page: page
    ),
    **dict.fromkeys((Key("PPage"), Key("b", CTRL), Key("v", META), Key("b")), lambda page: -page),
    Key("d", CTRL): lambda page: max(1, page // 2),
    Key("u", CTRL): lambda page: -max(1, page // 2),
    **dict.fromkeys((Key("Home"), Key("g"), Key("<", META)), lambda page: -MAX_LINES * 1000),
    **dict.fromkeys((Key("End"), Key("G"), Key(">", META)), lambda page: MAX_LINES * 1000),
}
"""Keys and how many rows they scroll, given the rows of a page."""


class TextView(Overlay):
    """A pager for plain text; q or Escape closes it, / searches, n and N go on.

    The prefix key closes it, too, and is a prefix all the same. `on_done` is called when it is
    gone.
    """

    yields = True

    def __init__(
        self,
        lines: Sequence[str],
        *,
        title: str = "",
        on_done: Callable[[], None] | None = None,
        theme: Theme | None = None,
    ) -> None:
        self._lines = list(lines[-MAX_LINES:])
        self._title = title
        self._on_done = on_done
        self._theme = theme or Theme()
        self._rows: list[str] = []
        self._folded: list[str] = []
        self._width = 0
        self._page = 1
        self._first = 0
        self._query = ""
        self._found = -1
        self._typed: str | None = None
        self._failed = False

    def layout(self, size: Size) -> Rect:
        """Take the whole screen; keep the text in sight that is there now."""
        if size.cols != self._width:
            share = self._first / len(self._rows) if self._rows else 0.0
            self._width = size.cols
            self._rows = [guarded(row) for line in self._lines for row in wrapped(line, size.cols)]
            self._folded = [row.casefold() for row in self._rows]
            self._first = round(share * len(self._rows))
        self._page = max(1, size.rows - 1)
        self._scroll(0)
        return Rect(0, 0, size.rows, size.cols)

    def render(self, size: Size) -> Rendered:
        """Draw the rows in sight and the row with position and keys."""
        page = max(0, size.rows - 1)
        shown = self._rows[self._first : self._first + page]
        rows = [self._drawn(index + self._first, text) for index, text in enumerate(shown)]
        blank = styled(" " * size.cols, self._theme["text"])
        rows = [padded(row, size.cols, self._theme["text"]) for row in rows]
        rows += [blank] * (page - len(rows))
        hint = styled(shortened(label(self._hint()), size.cols), self._theme["text.hint"])
        rows.append(padded(hint, size.cols, self._theme["text.hint"]))
        return Rendered([row.text for row in rows], [row.attrs for row in rows])

    def _drawn(self, index: int, text: str) -> Row:
        row = styled(text, self._theme["text"])
        query = label(self._query).casefold()
        at = self._folded[index].find(query) if query else -1
        # Folding may change a row's length; then only the search knows where the match is.
        while at >= 0 and len(self._folded[index]) == len(text):
            match = styled(text[at : at + len(query)], self._theme["match"])
            row = splice(row, len(text), at, match)
            at = self._folded[index].find(query, at + len(query))
        return row

    def _hint(self) -> str:
        if self._typed is not None:
            return f"/{self._typed}"
        last = min(len(self._rows), self._first + self._page)
        where = f"{self._first + 1 if self._rows else 0}-{last}/{len(self._rows)}"
        failed = f"  no match: {self._query}" if self._failed else ""
        title = f"{self._title}  " if self._title else ""
        return f" {title}{where}{failed}  q close  / search  n next  N previous"

    def on_key(self, event: KeyEvent) -> Result:
        """Scroll, search or close; a modal overlay, it passes nothing on."""
        if self._typed is not None:
            self._type(event)
            return HANDLED
        key = event.key
        if key in _CLOSE:
            return Close()
        if key in _MOVES:
            self._scroll(_MOVES[key](self._page))
        elif key == Key("/"):
            self._typed = ""
        elif key in (Key("n"), Key("N")):
            self._find(forward=key == Key("n"))
        return HANDLED

    def on_mouse(self, event: MouseEvent) -> Result:
        """Scroll with the wheel."""
        if event.action in ("wheel-up", "wheel-down"):
            self._scroll(WHEEL_ROWS if event.action == "wheel-down" else -WHEEL_ROWS)
        return HANDLED

    def on_close(self, value: object) -> None:
        """Tell who opened it."""
        if self._on_done is not None:
            self._on_done()

    def _type(self, event: KeyEvent) -> None:
        """Take a key while the text to search for is typed."""
        typed = self._typed or ""
        if event.key in _SUBMIT:
            self._typed = None
            self._query = typed or self._query
            self._find(forward=True, here=True)
        elif event.key in _CLOSE and not event.text:
            self._typed = None
        elif event.key.base == "BSpace":
            self._typed = typed[:-1]
        elif event.key == Key("u", CTRL):
            self._typed = ""
        elif event.text:
            self._typed = (typed + event.text)[:200]

    def _find(self, *, forward: bool, here: bool = False) -> None:
        """Scroll to the next row with the text searched for; the search wraps at the ends."""
        query, count = label(self._query).casefold(), len(self._rows)
        start = 0 if here else 1
        # Near the end the row found last is not the first one in sight.
        seen = self._first <= self._found < self._first + self._page
        origin = self._found if seen and not here else self._first
        steps = range(start, count + start) if query else range(0)
        for step in steps:
            index = (origin + (step if forward else -step)) % count
            if query in self._folded[index]:
                self._failed = False
                self._found = index
                self._scroll(index - self._first)
                return
        self._failed = bool(query)

    def _scroll(self, rows: int) -> None:
        last = max(0, len(self._rows) - self._page)
        self._first = max(0, min(self._first + rows, last))
