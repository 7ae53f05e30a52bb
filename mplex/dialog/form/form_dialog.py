"""`FormDialog`: many fields on one screen over the panes; closes with an `Answer`.

The overlay brings its parts together: it hands every event to the widget with the focus first and
uses what that leaves. A paste goes into a field or nowhere; nothing but the person's own key or
click presses a button.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from typing import Any

from mplex.dialog.answer import CANCEL
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.widget import KeyHint, Took
from mplex.dialog.form import key_line, wording
from mplex.dialog.form.buttons import Buttons
from mplex.dialog.form.entry import Entry
from mplex.dialog.form.focus import BUTTON, NOWHERE, TABS, Focus
from mplex.dialog.form.form_keys import FIRST, form_action_of, tab_of
from mplex.dialog.form.form_state import FormState
from mplex.dialog.form.form_view import Arranged, FormView, Look
from mplex.dialog.form.frame import COUNTDOWN_FROM, Framing
from mplex.dialog.form.gate import judge
from mplex.dialog.form.navigator import DESTRUCTIVE, Navigator
from mplex.dialog.form.pointer import Pointer
from mplex.dialog.form_spec import FormAction, FormScreen
from mplex.dialog.picture_thread import LOADING
from mplex.geometry import Rect, Size
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.overlay import HANDLED, Close, Overlay, Rendered, Result
from mplex.ui.theme import MANY_COLOURS

ASK = "ask"
"""The `escape` of a form that asks although nothing was typed in it."""

QUESTION = (FormAction("yes", "Yes", DESTRUCTIVE), FormAction("no", "No", "primary"))
THROW, BACK = 0, 1
"""The buttons of the question that Escape asks."""

ROUND = {"next": 1, "previous": -1}
ARROWS = {"down": 1, "up": -1}
PAGES = {"page-down": 1, "page-up": -1, "last": 2, "first": -2}
"""How far keys go: stops in a round, fields, pages of the body (2 is to its end)."""


UNSEEN = Size(24, 80)
"""The size before anybody has asked for one."""


class FormDialog(Overlay):
    """A form as an overlay.

    `deadline` is when it closes by itself, in the time of `now`; the last two minutes are counted.
    """

    modal = True
    grows = True

    def __init__(
        self,
        screen: FormScreen,
        asker: str,
        kit: Kit,
        *,
        deadline: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.screen = screen
        self.asker = asker
        self.waiting = False
        self.deadline = deadline
        self.now = now
        kit = kit._replace(looks=kit.looks.for_colours(kit.colours))
        self.state = FormState(screen, kit)
        colours = kit.colours > MANY_COLOURS
        self._buttons = Buttons(screen.actions, kit.looks, colours=colours)
        self._question = Buttons(QUESTION, kit.looks, colours=colours)
        self._view = FormView(screen, self.state, self._buttons, kit)
        self._navigator = Navigator(screen, self.state, self._arranged)
        self._pointer = Pointer(self._view, self._navigator)
        self._asking = False
        self._note = ""
        self._size: Size | None = None
        self.state.on_shown = self._shown
        self._navigator.begin()

    @property
    def warnings(self) -> list[str]:
        """What could not be shown, for `media_warnings`."""
        return self.state.warnings()

    @property
    def refresh_seconds(self) -> float:  # type: ignore[override]
        """How long until it wants to be drawn again: for the countdown, or for a moving widget."""
        wanted = self.state.refresh_seconds(self._navigator.tab)
        if self.deadline is not None:
            until = max(1.0, self.deadline - self.now() - COUNTDOWN_FROM)
            wanted = min(wanted, until) if wanted else until
        return wanted

    def update(self, fields: Mapping[str, Mapping[str, Any]]) -> None:
        """Give fields new content by their names: `{name: {value?, text?, log?, label?}}`."""
        self.state.update(fields)

    def wipe(self) -> None:
        """Forget what must not outlive the dialog."""
        self.state.wipe()
        self._view.forget()

    def on_close(self, value: object) -> None:
        """Forget secrets when it is gone; the answer has its own."""
        self.wipe()

    def layout(self, size: Size) -> Rect:
        """Return where it is now: it grows when something in it opens, and never moves else."""
        with LOADING.frame():
            rect = self._view.rect(size, self._navigator.tab)
        if rect.size != self._size:
            first = self._size is None
            self._size = rect.size
            self._navigator.settle()
            entry = self._navigator.entry
            # At first a text above the fields is what is read.
            if entry is not None and (not first or self._navigator.begins_in_view()):
                self._navigator.reveal(entry)
        return rect

    def render(self, size: Size) -> Rendered:
        """Draw the form at `size`, which may be smaller than it asked for."""
        self._size = size
        with LOADING.frame():
            return self._view.render(size, self._look(), self._keys)

    def on_key(self, event: KeyEvent) -> Result:
        """Give a key to the widget with the focus, and use what it leaves."""
        if self._asking:
            throws = form_action_of(event.key) == "cancel" or event.text.casefold() == "y"
            return self._answer_question(throws)
        self._note = ""
        action = form_action_of(event.key)
        if action in FIRST:
            return self._act(action)
        tab = tab_of(event.key)
        if tab is not None and self.screen.has_tabs:
            self._navigator.open_tab(tab)
            return HANDLED
        entry = self._navigator.entry
        if entry is not None:
            took = entry.widget.on_key(event, self._arranged().plan.body.cols)
            if took is not Took.NO:
                return self._after(entry, took)
        return self._act(action) if action else self._letter(event)

    def on_paste(self, data: bytes) -> Result:
        """Give a paste to the field with the focus; it never presses anything."""
        entry = self._navigator.entry
        if entry is not None and not self._asking:
            entry.widget.on_paste(data.decode("utf-8", "replace"))
            self._after(entry, Took.YES)
        return HANDLED

    def on_mouse(self, event: MouseEvent) -> Result:
        """Give a mouse event to what is below the pointer."""
        if event.action == "down" and not self._asking:
            self._note = ""
        done = self._pointer.take(event, self._look(), self._arranged(), asking=self._asking)
        if done.button is not None:
            if self._asking:
                return self._answer_question(done.button == THROW)
            return self.press(done.button)
        if done.entry is not None and done.took in (Took.SUBMIT, Took.NEXT):
            self._pointer.forget()
            return self._after(done.entry, done.took)
        return HANDLED

    def press(self, button: int) -> Result:
        """Press a button: close, or show what has to be looked at first."""
        action = self._buttons.action(button)
        self._note = ""
        verdict = judge(action, self.state, self._has_seen)
        if verdict.answer is not None:
            return Close(verdict.answer)
        if verdict.wrong is not None:
            self._navigator.show(verdict.wrong)
        elif verdict.unseen is not None:
            # The button keeps the focus: the next press is the approval.
            self._navigator.open_tab(verdict.unseen.tab, Focus(BUTTON, button))
            self._navigator.reveal(verdict.unseen, whole=True)
            verdict.unseen.seen = True
            self._note = wording.look_first(verdict.unseen, self.screen.tabs, action)
        return HANDLED

    def _has_seen(self, entry: Entry) -> bool:
        return entry.seen or (not self._view.drawn and entry.tab in self._navigator.opened)

    def _shown(self) -> None:
        """Fields have come or gone."""
        for entry in self.state:
            entry.stale()
        self._navigator.settle()

    def _after(self, entry: Entry, took: Took) -> Result:
        """Go on after a widget has used an event."""
        entry.stale()
        main = self._navigator.main_button()
        if took is Took.SUBMIT and main is not None and self._is_only_question(entry):
            return self._press_safely(main)
        if took in (Took.SUBMIT, Took.NEXT):
            self._navigator.go_on()
        elif self._navigator.entry is not None:
            self._navigator.reveal(self._navigator.entry)
        return HANDLED

    def _is_only_question(self, entry: Entry) -> bool:
        return [each for each in self.state if each.shown and each.carries] == [entry]

    def _act(self, action: str) -> Result:
        """Do what a key means that no widget wanted."""
        navigator = self._navigator
        main = navigator.main_button()
        if action in ROUND:
            navigator.next(ROUND[action])
        elif action in ARROWS:
            navigator.arrow(ARROWS[action])
        elif action in PAGES:
            navigator.scroll_page(PAGES[action])
        elif action in ("left", "right"):
            navigator.sideways(1 if action == "right" else -1)
        elif action in ("next-tab", "previous-tab"):
            by = 1 if action == "next-tab" else -1
            navigator.open_tab((navigator.tab + by) % len(self.state.tabs))
        elif action == "cancel":
            return self._cancel()
        elif action == "submit" and main is not None:
            return self._press_safely(main)
        elif action in ("accept", "press") and navigator.button is not None:
            return self.press(navigator.button)
        elif action == "accept" and navigator.at.part != NOWHERE:
            navigator.go_on()
        return HANDLED

    def _letter(self, event: KeyEvent) -> Result:
        """Press the button of a letter, or only go there where a slip could cost something."""
        entry = self._navigator.entry
        button = self._buttons.of_letter(event.text)
        if button is None or (entry is not None and entry.widget.typing):
            return HANDLED
        if self.state.typed_in and self._navigator.button is None:
            self._navigator.go(Focus(BUTTON, button), 0)
            return HANDLED
        return self._press_safely(button)

    def _press_safely(self, button: int) -> Result:
        """Press a button from elsewhere; one that destroys something only gets the focus."""
        destroys = self._buttons.action(button).style == DESTRUCTIVE
        if destroys and self._navigator.button != button:
            self._navigator.go(Focus(BUTTON, button), 0)
            return HANDLED
        return self.press(button)

    def _cancel(self) -> Result:
        """Close, or ask first when something would be lost."""
        if self.state.touched or self.screen.escape == ASK:
            self._asking = True
            self._pointer.forget()
            return HANDLED
        return Close(CANCEL)

    def _answer_question(self, throws: bool) -> Result:
        self._asking = False
        return Close(CANCEL) if throws else HANDLED

    def _arranged(self) -> Arranged:
        return self._view.arranged(self._size or UNSEEN, self._look())

    def _look(self) -> Look:
        entry = self._navigator.entry
        message, role = self._message()
        self._buttons.letters = entry is None or not entry.widget.typing
        asking = self._asking
        return Look(
            tab=self._navigator.tab,
            focus=Focus(BUTTON, BACK) if asking else self._navigator.at,
            entry=None if asking else entry,
            framing=self._framing(),
            message=message,
            message_role=role,
            buttons=self._question if asking else self._buttons,
            home=BACK if asking else self._navigator.way_out(),
        )

    def _framing(self) -> Framing:
        screen = self.screen
        left = None
        if self.deadline is not None and self.deadline - self.now() <= COUNTDOWN_FROM:
            left = max(0, math.ceil(self.deadline - self.now()))
        return Framing(screen.title, screen.header, self.asker, screen.session, self.waiting, left)

    def _message(self) -> tuple[str, str]:
        """Return what the form has to say, and in which role."""
        if self._asking:
            return wording.question(self.state.touched), "dialog.warning"
        wrong = self.state.wrong()
        if self._note or not wrong:
            return self._note, "dialog.warning"
        return wording.to_correct(wrong, self.screen.tabs), "dialog.error"

    def _keys(self, arranged: Arranged) -> str:
        """Return the key line for what has the focus."""
        plan, slots, body = arranged
        if self._asking:
            return key_line.key_line((), key_line.QUESTION, plan.keys.cols)
        navigator = self._navigator
        hints: list[KeyHint] = []
        always = [key_line.CANCEL]
        main = navigator.main_button()
        if main is not None and self._buttons.action(main).style != DESTRUCTIVE:
            always.insert(0, key_line.submit(self._buttons.action(main).label))
        if navigator.entry is not None:
            hints += navigator.entry.widget.hints()
            always.insert(0, key_line.NEXT)
        elif navigator.at.part == TABS:
            hints += key_line.TABS
        elif navigator.at.part == BUTTON:
            hints += key_line.BUTTON
        if not any(hint.keys == key_line.CANCEL.keys for hint in hints):
            if body.rows(slots) > plan.body.rows:
                hints.append(key_line.SCROLL)
            if self.screen.has_tabs:
                hints.append(key_line.SWITCH)
        return key_line.key_line(hints, always, plan.keys.cols)
