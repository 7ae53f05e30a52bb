"""A menu: a list to choose from, by its own keys, the arrows or the mouse.

One idea: the menu gives the chosen item's value back and knows nothing of what it does. Items that
do not fit scroll; separators and disabled items are passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mplex.errors import UsageError
from mplex.geometry import Point, Rect, Size
from mplex.term.keys import CTRL, Key, KeyEvent, MouseEvent, key_name, parse_key
from mplex.ui.mark import label
from mplex.ui.markup import styled_runs
from mplex.ui.overlay import HANDLED, Close, Overlay, Rendered, Result, centred
from mplex.ui.rows import shortened, styled
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme

BORDER = 2
"""Cells the box takes in each direction."""
MARGIN = 1
"""Blank cells left and right of an item."""
_CANCEL = frozenset((Key("Escape"), Key("c", CTRL), Key("g", CTRL), Key("q")))
_CHOOSE = frozenset((Key("Enter"), Key("KPEnter")))
_STEPS = {
    Key("Up"): -1,
    Key("Down"): 1,
    Key("k"): -1,
    Key("j"): 1,
    Key("BTab"): -1,
    Key("Tab"): 1,
    Key("p", CTRL): -1,
    Key("n", CTRL): 1,
}
_ENDS = {Key("Home"): 0, Key("g"): 0, Key("End"): -1, Key("G"): -1}


class MenuItem(NamedTuple):
    """One row of a menu."""

    label: str
    """"" for a separator; "-" before it disables the item."""
    key: str = ""
    """The key that chooses it, by tmux's name; "" for none."""
    value: object = None

    @property
    def enabled(self) -> bool:
        """Whether it can be chosen."""
        return bool(self.label) and not self.label.startswith("-")


class Menu(Overlay):
    """A menu over the panes; it closes with the chosen item's value, or None.

    `on_choose` gets that value once the menu is gone. `at` is where its top left corner should be;
    without it the menu is centred.
    """

    def __init__(
        self,
        items: Sequence[MenuItem],
        on_choose: Callable[[object], None],
        *,
        title: str = "",
        at: Point | None = None,
        theme: Theme | None = None,
        lines: str = "single",
    ) -> None:
        self._items = tuple(items)
        self._on_choose = on_choose
        self._title = title
        self._at = at
        self._theme = theme or Theme()
        self._lines = lines
        self._labels = ["".join(text for text, _ in styled_runs(item.label)) for item in items]
        self._keys = [_key_of(item) for item in items]
        self._chosen = next((n for n, item in enumerate(items) if item.enabled), -1)
        self._first = 0
        self._height = len(self._items)
        self._drawn: tuple[object, Rendered] | None = None

    @property
    def chosen(self) -> MenuItem | None:
        """The item that Enter would choose, None when there is none."""
        return self._items[self._chosen] if self._chosen >= 0 else None

    def layout(self, size: Size) -> Rect:
        """Fit all items if the screen allows; stay at the wished place as far as it does."""
        widths = [len(label(text)) for text in self._labels]
        keys = [len(item.key) + 3 if item.key else 0 for item in self._items]
        inner = max((a + b for a, b in zip(widths, keys, strict=True)), default=0)
        inner = max(inner + 2 * MARGIN, len(label(self._title)) + 2)
        rect = centred(size, len(self._items) + BORDER, inner + BORDER)
        if self._at is not None:
            row = max(0, min(self._at.row, size.rows - rect.rows))
            col = max(0, min(self._at.col, size.cols - rect.cols))
            rect = Rect(row, col, rect.rows, rect.cols)
        self._height = max(1, rect.rows - BORDER)
        self._show(self._chosen)
        return rect

    def render(self, size: Size) -> Rendered:
        """Draw the box, the title and the items that fit; again only when something changed."""
        state = (size, self._chosen, self._first, self._height)
        if self._drawn is None or self._drawn[0] != state:
            self._drawn = (state, self._draw(size))
        return self._drawn[1]

    def _draw(self, size: Size) -> Rendered:
        theme = self._theme
        surface = Surface(size, theme["menu"])
        surface.box(Rect(0, 0, *size), theme["menu.border"], self._lines)
        if self._title:
            title = shortened(f" {label(self._title)} ", max(0, size.cols - BORDER))
            surface.put_row(0, 1, styled(title, theme["menu.border"]))
        shown = self._items[self._first : self._first + max(0, size.rows - BORDER)]
        for row, item in enumerate(shown):
            self._draw_item(surface, row, item)
        self._draw_scroll_marks(surface)
        return Rendered(surface.texts, surface.attrs)

    def _draw_item(self, surface: Surface, row: int, item: MenuItem) -> None:
        theme, inner = self._theme, max(0, surface.size.cols - BORDER)
        index = self._first + row
        chosen = index == self._chosen
        style = theme["menu.selected"] if chosen else theme["menu"]
        if not item.label:
            surface.put(row + 1, 1, "─" * inner, theme["menu.border"])
            return
        key = f"({item.key})" if item.key and item.enabled else ""
        text = label(self._labels[index].removeprefix("-"))
        room = inner - 2 * MARGIN - (len(key) + 1 if key else 0)
        surface.put(row + 1, 1, " " * inner, style)
        shown = theme["menu.key"] if not item.enabled else style
        surface.put_row(row + 1, 1 + MARGIN, styled(shortened(text, room), shown))
        if key and room > 0:
            at = 1 + inner - MARGIN - len(key)
            surface.put(row + 1, at, key, style if chosen else theme["menu.key"])

    def _draw_scroll_marks(self, surface: Surface) -> None:
        right = surface.size.cols - 1
        if self._first > 0:
            surface.put(1, right, "▲", self._theme["menu.border"])
        if self._first + self._height < len(self._items):
            surface.put(surface.size.rows - 2, right, "▼", self._theme["menu.border"])

    def on_key(self, event: KeyEvent) -> Result:
        """Choose by an item's key first, then move, choose or cancel."""
        name = key_name(event.key)
        for item, key in zip(self._items, self._keys, strict=True):
            if key == name and item.enabled:
                return Close(item)
        if event.key in _CANCEL:
            return Close()
        if event.key in _CHOOSE:
            return Close(self.chosen)
        if event.key in _STEPS:
            self._move(_STEPS[event.key])
        elif event.key.base in ("PPage", "NPage"):
            self._page(self._height if event.key.base == "NPage" else -self._height)
        elif event.key in _ENDS:
            self._show(self._end(_ENDS[event.key]))
        return HANDLED

    def on_mouse(self, event: MouseEvent) -> Result:
        """Show the item under the pointer; a click chooses it, one outside cancels."""
        row = event.row - 1
        inside = 0 <= row < self._height and 0 <= event.col
        inside = inside and self._first + row < len(self._items)
        if event.action.startswith("wheel"):
            self._move(-1 if event.action == "wheel-up" else 1)
        elif event.action == "down" and not inside:
            return Close()
        elif inside and self._items[self._first + row].enabled:
            self._chosen = self._first + row
            if event.action == "up" and event.button in (0, 1):
                return Close(self.chosen)
        return HANDLED

    def on_close(self, value: object) -> None:
        """Give the chosen item's value on."""
        self._on_choose(value.value if isinstance(value, MenuItem) else None)

    def _move(self, step: int) -> None:
        """Go to the next item that can be chosen; from the last one to the first."""
        count = len(self._items)
        for distance in range(1, count + 1):
            index = (self._chosen + step * distance) % count
            if self._items[index].enabled:
                self._show(index)
                return

    def _page(self, rows: int) -> None:
        enabled = [index for index, item in enumerate(self._items) if item.enabled]
        if enabled:
            wanted = self._chosen + rows
            self._show(min(enabled, key=lambda index: abs(index - wanted)))

    def _end(self, which: int) -> int:
        enabled = [index for index, item in enumerate(self._items) if item.enabled]
        return enabled[which] if enabled else -1

    def _show(self, index: int) -> None:
        """Make an item the chosen one and scroll it into sight."""
        self._chosen = index
        last = max(0, len(self._items) - self._height)
        if index >= 0:
            self._first = max(index - self._height + 1, min(self._first, index))
        self._first = max(0, min(self._first, last))


def _key_of(item: MenuItem) -> str:
    """Return the canonical name of an item's key; "" for none or one that does not exist."""
    if not item.key:
        return ""
    try:
        return key_name(parse_key(item.key))
    except UsageError:
        return ""
