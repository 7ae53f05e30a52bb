"""The buttons of a form: their looks, their letters, their rows, and which one is where.

One idea: a button is told by its colour, and where there are no colours by its brackets. Rows that
find no room are scrolled, so that the button with the focus is in view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mplex.dialog.box import draw_scroll_marks
from mplex.dialog.form_spec import FormAction
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Rect
from mplex.ui.rows import shortened
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.clusters import cells
from mplex.vt.styles import BOLD, REVERSE, UNDERLINE, Style, intern_style

ROLES = {
    "": "dialog.button",
    "primary": "dialog.button.primary",
    "success": "dialog.button.success",
    "destructive": "dialog.button.destructive",
}
BRACKETS = {"": "[]", "primary": "<>", "success": "()", "destructive": "!!"}
"""What stands around a button where there are few colours, or none."""
POINTERS = "▸◂"
"""Stand inside the brackets of the button with the focus."""

SPACINGS = ((1, 2), (0, 1), (0, 0))
"""Blanks around a label and between buttons; the first with which all fit in a row is taken."""
WRAPPED = (0, 1)
"""The spacing where they don't fit in one."""


class Button(NamedTuple):
    """One button: its action, its label in cells, its letter and where in the label that is."""

    action: FormAction
    label: str
    letter: str
    letter_at: int

    def cols(self, pad: int) -> int:
        """Return its columns with `pad` blanks on both sides of the label."""
        return len(self.label) + 2 + 2 * pad


class Spot(NamedTuple):
    """Where a button is, relative to all rows of buttons."""

    row: int
    col: int
    cols: int


class Buttons:
    """The buttons of a form in their order; `letters` is False while letters are text."""

    def __init__(self, actions: Sequence[FormAction], looks: Theme, *, colours: bool) -> None:
        self.buttons = _lettered(actions)
        self.letters = True
        self._looks = looks
        self._colours = colours
        self._spots: tuple[int, list[Spot], int] | None = None
        self._drawn: tuple[tuple[object, ...], Surface] | None = None
        """What they looked like last, and what has to be the same for that to hold."""
        self._scrolled: tuple[int | None, int] = (None, 0)
        """The button that had the focus when the mouse scrolled the rows, and by how many."""

    def __len__(self) -> int:
        return len(self.buttons)

    def action(self, index: int) -> FormAction:
        """Return the action of a button."""
        return self.buttons[index].action

    def of_letter(self, letter: str) -> int | None:
        """Return the button that has a letter."""
        wanted = letter.casefold()
        found = (n for n, button in enumerate(self.buttons) if button.letter == wanted)
        return next(found, None) if wanted else None

    def rows(self, cols: int) -> int:
        """Return the rows that all buttons need."""
        spots, _pad = self._placed(cols)
        return spots[-1].row + 1 if spots else 0

    def draw(self, surface: Surface, part: Rect, focus: int | None, home: int) -> None:
        """Draw the rows that find room at `part`, the one with the focus (or `home`) among them."""
        spots, pad = self._placed(part.cols)
        if not spots or not part.rows:
            return
        top = self._top(part, focus, home)
        key = (part.size, top, focus, self.letters)
        if self._drawn is None or self._drawn[0] != key:
            drawn = Surface(part.size, self._looks["dialog"])
            for index, spot in enumerate(spots):
                if top <= spot.row < top + part.rows:
                    at = Rect(spot.row - top, spot.col, 1, spot.cols)
                    self._draw_button(drawn, at, self.buttons[index], pad, index == focus)
            self._drawn = (key, drawn)
        surface.blit(part, self._drawn[1].texts, self._drawn[1].attrs)
        hidden = (top > 0, top + part.rows < spots[-1].row + 1)
        draw_scroll_marks(surface, part, hidden, self._looks)

    def at(self, row: int, col: int, part: Rect, focus: int | None, home: int) -> int | None:
        """Return the button at a cell of the surface."""
        if not part.contains(row, col):
            return None
        row, col = row - part.row + self._top(part, focus, home), col - part.col
        for index, spot in enumerate(self._placed(part.cols)[0]):
            if spot.row == row and spot.col <= col < spot.col + spot.cols:
                return index
        return None

    def scroll(self, by: int, part: Rect, focus: int | None, home: int, *, wrap: bool) -> bool:
        """Scroll by so many rows, perhaps round and round; say whether there is anything to."""
        last = self.rows(part.cols) - part.rows
        if last <= 0 or not part.rows:
            return False
        top = self._top(part, focus, home) + by
        top = top % (last + 1) if wrap else max(0, min(top, last))
        self._scrolled = focus, top - self._home_top(part, focus, home)
        return True

    def hold(self, part: Rect, before: int | None, focus: int, home: int) -> None:
        """Leave the rows where they are although the focus has gone to a button."""
        top = self._top(part, before, home)
        self._scrolled = focus, top - self._home_top(part, focus, home)

    def _top(self, part: Rect, focus: int | None, home: int) -> int:
        """Return the first row in view: where the mouse left it, until the focus moves."""
        top = self._home_top(part, focus, home)
        if self._scrolled[0] == focus:
            top += self._scrolled[1]
        return max(0, min(top, self.rows(part.cols) - part.rows))

    def _home_top(self, part: Rect, focus: int | None, home: int) -> int:
        spots, _pad = self._placed(part.cols)
        if not spots:
            return 0
        wanted = spots[home if focus is None else focus].row
        return max(0, min(wanted - part.rows + 1, spots[-1].row + 1 - part.rows))

    def _draw_button(
        self, surface: Surface, at: Rect, button: Button, pad: int, focus: bool
    ) -> None:
        look = self._looks[ROLES[button.action.style]]
        if focus:
            flags = look.flags if button.action.style and self._colours else look.flags ^ REVERSE
            look = intern_style(look.fg, look.bg, flags | BOLD, look.ul, look.link)
        brackets = BRACKETS[button.action.style]
        if self._colours and button.action.style:
            brackets = "  "
        left, right = (brackets[0], brackets[1])
        if focus:
            left, right = (left + POINTERS[0], POINTERS[1] + right) if pad else tuple(POINTERS)
        elif pad:
            left, right = left + " ", " " + right
        inner = shortened(button.label, at.cols - len(left) - len(right))
        surface.put(at.row, at.col, (left + " " * len(inner) + right)[: at.cols], look)
        column = at.col + len(left)
        if focus:
            # The button keeps its colours; its ends are told from every background.
            ends = self._looks["dialog.selected"]
            surface.put(at.row, at.col, left, ends, at.cols)
            surface.put(at.row, at.col + at.cols - len(right), right, ends, len(right))
        surface.blit(Rect(at.row, column, 1, len(inner)), [inner], [look.ch * len(inner)])
        if self.letters and button.letter and button.letter_at < len(inner):
            letter = button.label[button.letter_at]
            surface.put(at.row, column + button.letter_at, letter, _underlined(look))

    def _placed(self, cols: int) -> tuple[list[Spot], int]:
        """Return where the buttons are at a width, and their padding; in one row if possible."""
        if self._spots is None or self._spots[0] != cols:
            fitting = (each for each in SPACINGS if self._wide(*each) <= cols)
            pad, gap = next(fitting, WRAPPED)
            widths = [button.cols(pad) for button in self.buttons]
            self._spots = (cols, _wrapped(widths, cols, gap), pad)
        return self._spots[1], self._spots[2]

    def _wide(self, pad: int, gap: int) -> int:
        return sum(button.cols(pad) + gap for button in self.buttons) - gap


def _wrapped(widths: Sequence[int], cols: int, gap: int) -> list[Spot]:
    """Return spots for buttons of these widths in rows that end at the right edge."""
    rows: list[list[int]] = []
    for width in (min(width, cols) for width in widths):
        if rows and sum(rows[-1]) + len(rows[-1]) * gap + width <= cols:
            rows[-1].append(width)
        else:
            rows.append([width])
    spots = []
    for number, row in enumerate(rows):
        col = cols - sum(row) - (len(row) - 1) * gap
        for width in row:
            spots.append(Spot(number, col, width))
            col += width + gap
    return spots


def _lettered(actions: Sequence[FormAction]) -> list[Button]:
    """Give every button a letter of its label that no other has, the first of a word if it can."""
    taken: set[str] = set()
    buttons = []
    for action in actions:
        label = cells(plain_line(action.label or action.value).strip())
        starts = [n for n in range(len(label)) if n == 0 or label[n - 1] == " "]
        wanted = (n for n in (*starts, *range(len(label))) if _is_letter(label[n]))
        at = next((n for n in wanted if label[n].casefold() not in taken), -1)
        letter = label[at].casefold() if at >= 0 else ""
        taken.add(letter)
        buttons.append(Button(action, label, letter, at))
    return buttons


def _is_letter(cell: str) -> bool:
    return cell.isascii() and cell.isalpha()


def _underlined(look: Style) -> Style:
    return intern_style(look.fg, look.bg, look.flags | UNDERLINE, look.ul, look.link)
