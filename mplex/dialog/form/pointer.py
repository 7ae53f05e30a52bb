"""The mouse in a form: what is below the pointer, and who has the press until the release.

A button is pressed by a press and a release on it; a widget that got a press also gets the drags
and the release, wherever they are. The wheel is for the widget below it, else for the body.
"""

from __future__ import annotations

from typing import NamedTuple

from mplex.dialog.fields.widget import Took
from mplex.dialog.form.body import Slot
from mplex.dialog.form.entry import Entry
from mplex.dialog.form.focus import BUTTON, Focus
from mplex.dialog.form.form_view import Arranged, FormView, Look
from mplex.dialog.form.navigator import Navigator, slot_of
from mplex.dialog.wheel import wheel_rows
from mplex.term.keys import MouseEvent


class Outcome(NamedTuple):
    """What the mouse did that the dialog has to act on."""

    button: int | None = None
    """A button that was pressed and released."""
    entry: Entry | None = None
    took: Took = Took.NO
    """A field that used the event, and how."""


NOTHING = Outcome()


class Pointer:
    """The mouse over one form."""

    def __init__(self, view: FormView, navigator: Navigator) -> None:
        self._view = view
        self._navigator = navigator
        self._pressed: int | None = None
        self._captor: Entry | None = None
        self._height = 0
        """The captor's rows before it got the press."""

    def forget(self) -> None:
        """Let go of whatever has the press."""
        self._pressed = self._captor = None

    def take(self, event: MouseEvent, look: Look, arranged: Arranged, *, asking: bool) -> Outcome:
        """Take an event; while a question is asked only its buttons do anything."""
        if self._captor is not None and event.action in ("drag", "up"):
            return self._to_captor(event, arranged)
        if event.action.startswith("wheel"):
            if not self._over_buttons(event, look, arranged, wheel_rows(event), wrap=False):
                return NOTHING if asking else self._wheel(event, arranged)
            return NOTHING
        if event.action == "down" and event.button == 1:
            self._pressed = self._button_at(event, look, arranged)
            return NOTHING if asking else self._down(event, look, arranged)
        if event.action == "up":
            pressed, self._pressed = self._pressed, None
            if pressed is not None and pressed == self._button_at(event, look, arranged):
                return Outcome(button=pressed)
        return NOTHING

    def _down(self, event: MouseEvent, look: Look, arranged: Arranged) -> Outcome:
        plan = arranged.plan
        if self._pressed is not None:
            before = look.focus.which if look.focus.part == BUTTON else None
            look.buttons.hold(plan.buttons, before, self._pressed, look.home)
            self._navigator.go(Focus(BUTTON, self._pressed), 0)
        elif plan.tabs.contains(event.row, event.col):
            tab = self._view.tabs.at(event.col, plan.tabs, self._view.tab_state(look))
            if tab is not None:
                self._navigator.open_tab(tab)
        elif event.row == 0 and not plan.tabs.rows and self._view.has_tabs:
            # The frame has the number of the tab in place of them.
            self._navigator.open_tab((look.tab + 1) % len(self._view.bodies))
        elif event.col == plan.body.right + 1:
            self._press_mark(event, look, arranged)
        else:
            slot = self._slot_at(event, arranged)
            if slot is not None and slot.entry is not None:
                self._navigator.click(slot.entry)
                self._captor = slot.entry
                self._height = slot.entry.height(plan.body.cols)
                return self._give(slot, event, arranged)
        return NOTHING

    def _press_mark(self, event: MouseEvent, look: Look, arranged: Arranged) -> None:
        """Scroll a page by a click on the mark of what is out of view, in the frame."""
        part, row = arranged.plan.body, event.row
        if row in (part.row, part.bottom - 1):
            self._navigator.scroll_page(1 if row > part.row else -1)
        else:
            self._over_buttons(event, look, arranged, 1, wrap=True)

    def _over_buttons(
        self, event: MouseEvent, look: Look, arranged: Arranged, by: int, *, wrap: bool
    ) -> bool:
        """Scroll the rows of buttons when the pointer is there; say whether it was."""
        part = arranged.plan.buttons
        if not part.row <= event.row < part.bottom:
            return False
        focus = look.focus.which if look.focus.part == BUTTON else None
        step = (by > 0) - (by < 0)
        return look.buttons.scroll(step, part, focus, look.home, wrap=wrap)

    def _to_captor(self, event: MouseEvent, arranged: Arranged) -> Outcome:
        entry = self._captor
        if event.action == "up":
            self._captor = None
        slot = slot_of(entry, arranged.slots) if entry is not None else None
        if entry is None or slot is None:
            return NOTHING
        outcome = self._give(slot, event, arranged)
        if self._captor is None and entry.height(arranged.plan.body.cols) > self._height:
            # What a click has opened is looked at next; now nothing is below the pointer any more.
            self._navigator.reveal(entry)
        return outcome

    def _wheel(self, event: MouseEvent, arranged: Arranged) -> Outcome:
        slot = self._slot_at(event, arranged)
        if slot is not None and self._give(slot, event, arranged).took is not Took.NO:
            return NOTHING
        by = wheel_rows(event)
        if by:
            self._navigator.scroll(by)
        return NOTHING

    def _give(self, slot: Slot, event: MouseEvent, arranged: Arranged) -> Outcome:
        """Give an event to the widget of a slot, in the widget's own rows and columns."""
        if slot.entry is None:
            return NOTHING
        part = arranged.plan.body
        row = event.row - part.row + arranged.body.top - slot.top
        inside = event._replace(row=row, col=event.col - part.col)
        took = slot.entry.widget.on_mouse(inside, part.cols)
        slot.entry.stale()
        return Outcome(entry=slot.entry, took=took)

    def _slot_at(self, event: MouseEvent, arranged: Arranged) -> Slot | None:
        part = arranged.plan.body
        if not part.contains(event.row, event.col):
            return None
        return arranged.body.slot_at(event.row - part.row, arranged.slots)

    def _button_at(self, event: MouseEvent, look: Look, arranged: Arranged) -> int | None:
        focus = look.focus.which if look.focus.part == BUTTON else None
        return look.buttons.at(event.row, event.col, arranged.plan.buttons, focus, look.home)
