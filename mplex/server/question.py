"""One question on a client's screen: its overlay, its prompt, and when it has the keyboard.

The person may be typing into a pane when a question appears. A question that meets a typing person
shows itself but leaves the keyboard where it is until the typing pauses (dialog rule 2). Drawing
and keys of the widgets live in `mplex.dialog` and `mplex.ui`; who asked and who hears the answer is
the flow table's business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from mplex.dialog.answer import CANCEL, Answer
from mplex.geometry import Rect
from mplex.term.keys import Key, KeyEvent, MouseEvent
from mplex.ui.overlay import IGNORED, Close, Ignored, Overlay, Result
from mplex.ui.prompt_base import Prompt

TYPING_WINDOW = 0.7
"""Seconds after a key during which a person counts as typing."""
TYPING_PAUSE = 0.3
"""Seconds without a key after which the keyboard goes over to the question."""
HELD_GAP = 0.05
"""Seconds between two of the same key below which it is not pressed anew but held down."""
LINGER = 1.0
"""Seconds the keyboard is kept between two screens of one run (dialog rule 10)."""
LINGER_TEXT = 2000
"""Characters typed meanwhile that are kept for the next prompt."""


class Cancel(Protocol):
    """A timer that can be called off."""

    def cancel(self) -> None:
        """Call it off; harmless when it has fired."""


class Clock(Protocol):
    """Time as the event loop sees it."""

    def time(self) -> float:
        """Return monotonic seconds."""

    def call_later(self, delay: float, callback: Callable[[], None]) -> Cancel:
        """Call back after `delay` seconds."""


class Form(Protocol):
    """What a form's dialog can do beyond being an overlay."""

    deadline: float | None
    """When its time is over, by the loop's clock; it counts down before."""

    @property
    def warnings(self) -> Sequence[str]:
        """What could not be shown."""

    def update(self, fields: Mapping[str, Mapping[str, Any]]) -> None:
        """Take the new state of progress fields."""

    def wipe(self) -> None:
        """Forget everything typed."""


class Question:
    """What one flow shows on one client.

    `overlay` is drawn over the panes (for a text question: the box with its context, or None) and
    `prompt` in the status row (text questions only). `on_answer` hears the person's answer;
    what comes after the first is for the flow table to drop. `form` is the overlay again when it is
    a form's.
    """

    def __init__(
        self,
        overlay: Overlay | None,
        prompt: Prompt | None,
        on_answer: Callable[[Answer], None],
        *,
        title: str,
        form: Form | None = None,
    ) -> None:
        self.overlay = overlay
        self.prompt = prompt
        self.title = title
        self.armed = False
        self.answered = False
        """The person has given an answer."""
        self._on_answer = on_answer
        self._form = form
        self._timer: Cancel | None = None
        self._deaf: Callable[[], None] | None = None
        self._shown_at = 0.0

    def arm(self, clock: Clock, last_key: float, on_change: Callable[[], None]) -> None:
        """Take the keyboard at once from an idle person, else when the typing pauses.

        `last_key` is the time of the last key that went anywhere else.
        """
        self._shown_at = clock.time()
        if self._shown_at - last_key >= TYPING_WINDOW:
            self.take_keyboard()
            return
        self.armed = False
        self._set_waiting(True)
        self.typed(clock, on_change)

    def follow(self, clock: Clock, on_change: Callable[[], None]) -> None:
        """Have the keyboard right after another question, deaf until the typing pauses.

        Keys that were meant for the question before must neither answer this one nor reach a pane.
        """
        self._shown_at = clock.time()
        self.armed = True
        self._set_waiting(True)
        self._deaf = lambda: self.typed(clock, on_change)
        self._deaf()

    def typed(self, clock: Clock, on_change: Callable[[], None]) -> None:
        """Note a key that went elsewhere while the question waits: the pause starts anew."""
        self._stop_timer()

        def pause_over() -> None:
            self.take_keyboard()
            on_change()

        self._timer = clock.call_later(TYPING_PAUSE, pause_over)

    def take_keyboard(self) -> None:
        """Have the keys from now on."""
        self._stop_timer()
        self.armed = True
        self._deaf = None
        self._set_waiting(False)

    def on_key(self, event: KeyEvent) -> None:
        """Take a key, which may be the answer."""
        if self._deaf is not None:
            self._deaf()
            return
        result: Result = IGNORED
        if self.overlay is not None:
            result = self.overlay.on_key(event)
        if isinstance(result, Ignored) and self.prompt is not None:
            closing = self.prompt.on_key(event)
            if isinstance(closing, Close):
                self.prompt.on_close(closing.value)
        else:
            self._take(result)

    def on_paste(self, data: bytes) -> None:
        """Take a pasted block: only text goes in, it never presses a button."""
        if self._deaf is not None:
            self._deaf()
        elif self.prompt is not None:
            self.prompt.on_paste(data)
        elif self.overlay is not None:
            self.overlay.on_paste(data)

    def on_mouse(self, event: MouseEvent, rect: Rect) -> None:
        """Take a mouse event of the screen; `rect` is where the overlay is."""
        if self.overlay is not None and self._deaf is None:
            inside = event._replace(row=event.row - rect.row, col=event.col - rect.col)
            self._take(self.overlay.on_mouse(inside))

    def _take(self, result: Result) -> None:
        if isinstance(result, Close):
            self.answer(result.value if isinstance(result.value, Answer) else CANCEL)

    def answer(self, answer: Answer) -> None:
        """Give the person's answer to the asker."""
        self.answered = True
        self._on_answer(answer)

    @property
    def warnings(self) -> Sequence[str]:
        """What of a form could not be shown."""
        return () if self._form is None else tuple(self._form.warnings)

    def expire_at(self, deadline: float) -> None:
        """Let the person see the last minutes go by before a form's time is over."""
        if self._form is not None:
            self._form.deadline = deadline

    def update(self, fields: Mapping[str, Mapping[str, Any]]) -> None:
        """Change what a form's progress fields show."""
        if self._form is not None:
            self._form.update(fields)

    def wipe(self) -> None:
        """End the overlay for good; a form forgets what was typed into it."""
        if self._form is not None:
            self._form.wipe()
        if self.overlay is not None:
            self.overlay.on_close(None)

    def close(self) -> None:
        """Stop the timer; called when the question leaves a screen."""
        self._stop_timer()

    def _set_waiting(self, waiting: bool) -> None:
        if self.overlay is not None:
            self.overlay.waiting = waiting

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Linger:
    """The keyboard kept between two screens of one run.

    Text typed meanwhile is kept for the next prompt; keys that would confirm or cancel are dropped.
    """

    def __init__(self, run: str, clock: Clock, on_end: Callable[[], None]) -> None:
        self.run = run
        self.typed = ""
        self._timer: Cancel | None = clock.call_later(LINGER, on_end)

    def on_key(self, event: KeyEvent) -> None:
        """Keep what a key types; Backspace takes it back, every other key is dropped."""
        if event.key == Key("BSpace"):
            self.typed = self.typed[:-1]
        elif not event.key.mods:
            self.take(event.text)

    def take(self, text: str) -> None:
        """Keep what was typed or pasted, without control characters."""
        plain = "".join(char for char in text if char.isprintable())
        self.typed = (self.typed + plain)[:LINGER_TEXT]

    def end(self) -> str:
        """Stop the timer and return the text typed so far."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        return self.typed
