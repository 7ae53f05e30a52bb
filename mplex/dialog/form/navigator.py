"""Where a person is in a form: the open tab, the focus, what of the body is in view.

One idea: whatever moves the focus also tells the widgets and brings the field into view, so that
keys, mouse and validation all move alike. What a key means is decided by the dialog.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mplex.dialog.form.body import Slot
from mplex.dialog.form.entry import Entry
from mplex.dialog.form.focus import (
    BUTTON,
    FIELD,
    TABS,
    Focus,
    fields,
    first_input,
    nearest,
    step,
    stops,
)
from mplex.dialog.form.form_state import FormState
from mplex.dialog.form.form_view import Arranged
from mplex.dialog.form_spec import CANCEL_ACTION, FormScreen

DESTRUCTIVE = "destructive"


class Navigator:
    """The focus of one form; `arranged` says where everything is at the moment."""

    def __init__(
        self, screen: FormScreen, state: FormState, arranged: Callable[[], Arranged]
    ) -> None:
        self.tab = 0
        self.at = Focus()
        self.opened = {0}
        """The tabs that have been shown."""
        self._screen = screen
        self._state = state
        self._arranged = arranged
        self._kept: dict[int, Focus] = {}

    @property
    def entries(self) -> Sequence[Entry]:
        """The fields of the open tab, hidden ones too."""
        return self._state.tabs[self.tab]

    @property
    def entry(self) -> Entry | None:
        """The field that has the focus."""
        return self.entries[self.at.which] if self.at.part == FIELD else None

    @property
    def button(self) -> int | None:
        """The button that has the focus."""
        return self.at.which if self.at.part == BUTTON else None

    def begin(self) -> None:
        """Go where the screen wants it, or to the first input; never to what destroys."""
        named = self._state.find(self._screen.focus)
        if named is not None and named.focusable:
            self.show(named)
            return
        for index, action in enumerate(self._screen.actions):
            if action.value == self._screen.focus and action.style != DESTRUCTIVE:
                self.at = Focus(BUTTON, index)
                return
        first = first_input(self.entries)
        if first is not None and self.entries[first.which].carries:
            self.at = first
            self.entries[first.which].widget.enter(0)
        else:
            self.at = self.home_button()

    def home_button(self) -> Focus:
        """Return the first affirmative button that destroys nothing, else any such button."""
        actions = self._screen.actions
        harmless = [n for n, action in enumerate(actions) if action.style != DESTRUCTIVE]
        found = [n for n in harmless if actions[n].affirmative] or harmless
        return Focus(BUTTON, found[0]) if found else Focus()

    def main_button(self) -> int | None:
        """Return the affirmative button that is meant first, the primary one if there is one."""
        actions = self._screen.actions
        good = [n for n, action in enumerate(actions) if action.affirmative]
        primary = [n for n in good if actions[n].style == "primary"]
        return next(iter(primary or good), None)

    def way_out(self) -> int:
        """Return the button that stays in view while none has the focus."""
        values = [action.value for action in self._screen.actions]
        return values.index(CANCEL_ACTION) if CANCEL_ACTION in values else 0

    def go(self, focus: Focus, direction: int) -> None:
        """Move the focus; a widget hears from which side it comes step by step, 0 for a jump."""
        self._leave()
        self.at = focus
        entry = self.entry
        if entry is not None:
            entry.widget.enter(direction)
            entry.stale()
            self.reveal(entry)

    def click(self, entry: Entry) -> None:
        """Give a clicked field the focus; nothing moves under the pointer."""
        if entry.focusable and entry is not self.entry:
            self._leave()
            self.at = Focus(FIELD, self.entries.index(entry))
            entry.widget.enter(0)

    def _leave(self) -> None:
        entry = self.entry
        if entry is not None:
            entry.widget.leave()
            entry.stale()

    def open_tab(self, number: int, focus: Focus | None = None) -> None:
        """Show a tab; without a `focus` that goes where it was there, or to the first input."""
        if not 0 <= number < len(self._state.tabs):
            return
        self._leave()
        if number != self.tab:
            self._kept[self.tab] = self.at
        if focus is None and self.at.part == TABS:
            focus = self.at
        if self.at.part == FIELD:
            self.at = Focus()
        self.tab = number
        self.opened.add(number)
        self.go(focus or self._place_in_tab(), 0)

    def _place_in_tab(self) -> Focus:
        kept = self._kept.get(self.tab)
        if kept is not None and kept in fields(self.entries):
            return kept
        on_button = self.at if self.at.part == BUTTON else None
        return first_input(self.entries) or on_button or self.home_button()

    def show(self, entry: Entry) -> None:
        """Go to a field wherever it is, or at least bring it into view."""
        place = Focus(FIELD, self._state.tabs[entry.tab].index(entry))
        self.open_tab(entry.tab, place if entry.focusable else None)
        self.reveal(entry)

    def settle(self) -> None:
        """Fields have come or gone: a focus on one that has gone moves on."""
        entry = self.entry
        if entry is not None and not entry.focusable:
            self.at = nearest(self.entries, self.at.which) or self.home_button()

    def next(self, by: int) -> None:
        """Go round to the next (1) or last (-1) stop; a field out of view first comes back."""
        entry = self.entry
        if entry is not None and not self._in_view(entry):
            self.reveal(entry)
        else:
            self.go(step(self._round(), self.at, by, wrap=True), 0)

    def arrow(self, by: int) -> None:
        """Go down (1) or up (-1) without skipping what lies between: that is scrolled through."""
        if self.at.part == BUTTON:
            # All buttons are one stop.
            left = fields(self.entries)
            target = left[-1] if left and by < 0 else self.at
        else:
            target = step(self._round(), self.at, by, wrap=False)
        if target == self.at:
            self.scroll(by)
        elif not self._pages_towards(target, by):
            self.go(target, by)

    def _round(self) -> list[Focus]:
        return stops(self.entries, len(self._screen.actions), tabs=self._screen.has_tabs)

    def _pages_towards(self, target: Focus, by: int) -> bool:
        """Scroll a page towards a stop that is further away than that; say whether it was."""
        plan, slots, body = self._arranged()
        view = plan.body.size
        slot = None
        if target.part == FIELD:
            slot = slot_of(self.entries[target.which], slots)
        if slot is not None and not body.is_far(slot, view):
            return False
        return body.scroll(by * max(1, view.rows - 1), slots, view)

    def sideways(self, by: int) -> None:
        """Go to the button or tab beside the one with the focus."""
        if self.at.part == BUTTON:
            last = len(self._screen.actions) - 1
            self.at = Focus(BUTTON, max(0, min(self.at.which + by, last)))
        elif self.at.part == TABS:
            self.open_tab(self.tab + by)

    def go_on(self) -> None:
        """Go to the next field, after the last one to the main button."""
        left = fields(self.entries)
        if self.at.part == FIELD:
            left = [stop for stop in left if stop.which > self.at.which]
        main = self.main_button()
        last = self.home_button() if main is None else Focus(BUTTON, main)
        self.go(left[0] if left else last, 0)

    def scroll(self, by: int) -> None:
        """Scroll the body by so many rows."""
        plan, slots, body = self._arranged()
        body.scroll(by, slots, plan.body.size)

    def scroll_page(self, by: int) -> bool:
        """Scroll the body by a page, or (2, -2) to an end; say whether anything moved."""
        plan, slots, body = self._arranged()
        page = max(1, plan.body.rows - 1)
        by *= page if abs(by) == 1 else body.rows(slots)
        return body.scroll(by, slots, plan.body.size)

    def reveal(self, entry: Entry, *, whole: bool = False) -> None:
        """Bring a field into view; `whole` wants the remarks below it before anything else."""
        plan, slots, body = self._arranged()
        slot = slot_of(entry, slots)
        if slot is not None and whole:
            body.bring(slot.top, slot.end - 1, plan.body.size)
        elif slot is not None:
            body.reveal(slot, slots, plan.body.size)

    def begins_in_view(self) -> bool:
        """Say whether the first row of the field with the focus is in view."""
        plan, slots, body = self._arranged()
        slot = None if self.entry is None else slot_of(self.entry, slots)
        return slot is not None and body.top <= slot.top < body.top + plan.body.rows

    def _in_view(self, entry: Entry) -> bool:
        plan, slots, body = self._arranged()
        slot = slot_of(entry, slots)
        return slot is None or body.in_view(slot, plan.body.size)


def slot_of(entry: Entry, slots: Sequence[Slot]) -> Slot | None:
    """Return the slot of a field, None when it is not shown here."""
    return next((slot for slot in slots if slot.entry is entry), None)
