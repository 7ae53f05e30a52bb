"""What stands before a client's panes: message, prompt, overlays, question, and the pause after it.

Only one person sits at a client, so only one thing at a time has the keyboard; `key_router` asks
them in order. The stage keeps them, times messages, and gives every one of them its end exactly
once. How each looks is in `mplex.ui` and `mplex.dialog`.
"""

from __future__ import annotations

from collections.abc import Callable

from mplex.errors import CommandError
from mplex.geometry import Rect, Size
from mplex.server.question import (
    HELD_GAP,
    TYPING_PAUSE,
    TYPING_WINDOW,
    Cancel,
    Clock,
    Linger,
    Question,
)
from mplex.term.keys import Key, KeyEvent, MouseEvent
from mplex.ui.overlay import Close, Overlay, OverlayStack, Rendered, Result
from mplex.ui.prompt_base import Prompt
from mplex.ui.prompt_request import PromptRequest

MakePrompt = Callable[[PromptRequest], Prompt]
HOLD_MAX = 2.0
"""Seconds at most for which keys are swallowed after a question was taken from under a person."""
NOWHERE = Rect(0, 0, 0, 0)


class QuestionLayer(OverlayStack):
    """The overlay of a question, which outlives the client that shows it."""

    def lift(self, overlay: Overlay) -> None:
        """Take an overlay off without telling it: it may be shown again, with all that it holds."""
        self._placed = [placed for placed in self._placed if placed.overlay is not overlay]


class LayeredStack(OverlayStack):
    """The overlays of a client with those of a question above them, whenever they came."""

    def __init__(self, size: Size) -> None:
        super().__init__(size)
        self.above = QuestionLayer(size)

    @property
    def modal(self) -> bool:
        """Whether anything keeps all events from the panes."""
        return super().modal or self.above.modal

    def __len__(self) -> int:
        return super().__len__() + len(self.above)

    def resize(self, size: Size) -> None:
        """Place everything again for a screen of `size`."""
        super().resize(size)
        self.above.resize(size)

    def draw(self) -> list[tuple[Rect, Rendered]]:
        """Return every picture, the question's last."""
        return [*super().draw(), *self.above.draw()]


class Stage:
    """Everything but the panes that one client shows and that may take its keys.

    `on_change` is called when something has to be drawn.
    """

    def __init__(
        self,
        clock: Clock,
        size: Size,
        make_prompt: MakePrompt,
        on_change: Callable[[], None],
    ) -> None:
        self.overlays = LayeredStack(size)
        self.prompt: Prompt | None = None
        self.question: Question | None = None
        self.linger: Linger | None = None
        self.message = ""
        self.on_free: Callable[[], None] = lambda: None
        """Called when a question and its run are over, so that the next one may come."""
        self._following = False
        self._run = ""
        self._clock = clock
        self._make_prompt = make_prompt
        self._on_change = on_change
        self._message_timer: Cancel | None = None
        self._refresh_timer: Cancel | None = None
        self._refresh_due = 0.0
        self._last_key = self._question_key_at = -1e9
        self._hold_until = self._hold_limit = -1e9
        self._pressed: Key | None = None
        self._pressed_at = -1e9
        self._still_held = False
        """Whether the key that ended the screen before may not have been let go yet."""

    @property
    def shown_prompt(self) -> Prompt | None:
        """The prompt to draw in the status row, the question's before the person's own."""
        if self.question is not None and self.question.prompt is not None:
            return self.question.prompt
        return self.prompt

    @property
    def prompt_has_cursor(self) -> bool:
        """Say whether the shown prompt has the keyboard."""
        return self.prompt is self.shown_prompt or bool(self.question and self.question.armed)

    @property
    def busy_with(self) -> str | None:
        """The run that holds the keyboard, "" for a question without one, None for nothing."""
        if self.question is not None:
            return self._run
        return self.linger.run if self.linger is not None else None

    @property
    def question_rect(self) -> Rect:
        """Where the question's overlay is on the screen."""
        if self.question is None or self.question.overlay is None:
            return NOWHERE
        size = self.overlays.size
        return self.question.overlay.layout(size).clip(size)

    def resize(self, size: Size) -> None:
        """Place everything again; what was typed stays."""
        self.overlays.resize(size)

    def typed(self) -> None:
        """Note a key or click that went somewhere else than to a question."""
        self._last_key = self._clock.time()
        if self.question is not None and not self.question.armed:
            self.question.typed(self._clock, self._on_change)

    def show_message(self, text: str, seconds: float) -> None:
        """Show `text` in the status row for `seconds`; 0 keeps it until a key."""
        self.clear_message()
        self.message = text
        if seconds > 0:
            self._message_timer = self._clock.call_later(seconds, self.clear_message)
        self._on_change()

    def clear_message(self) -> None:
        """Take the message away."""
        if self._message_timer is not None:
            self._message_timer.cancel()
            self._message_timer = None
        if self.message:
            self.message = ""
            self._on_change()

    def open_prompt(self, request: PromptRequest) -> None:
        """Ask in the status row; CommandError when a prompt is open already."""
        if self.prompt is not None:
            raise CommandError("a prompt is already open")
        self.prompt = self._make_prompt(request)
        self.clear_message()
        self._on_change()

    def prompt_result(self, result: Result) -> None:
        """Act on what the prompt made of a key: a closed one goes before it tells its answer."""
        prompt = self.prompt
        if isinstance(result, Close) and prompt is not None:
            self.prompt = None
            prompt.on_close(result.value)
        self._on_change()

    def open_overlay(self, overlay: Overlay) -> None:
        """Draw `overlay` over the panes and give it the keys it takes."""
        self.overlays.push(overlay)
        self._refresh()
        self._on_change()

    def close_overlay(self, overlay: Overlay) -> None:
        """Take an overlay away if it is still there."""
        if self.overlays.remove(overlay):
            self._on_change()

    def question_key(self, question: Question, event: KeyEvent) -> None:
        """Give the question a key, but not the one that ended the screen before and is held."""
        self._question_key_at = self._clock.time()
        if self._is_held(event.key):
            return
        question.on_key(event)
        self._refresh()

    def linger_key(self, event: KeyEvent) -> None:
        """Keep for the next screen what a key types."""
        self._is_held(event.key)
        if self.linger is not None:
            self.linger.on_key(event)

    def _is_held(self, key: Key) -> bool:
        """Say whether a key is the one that ended the screen before and was never let go."""
        now = self._clock.time()
        again = key == self._pressed and now - self._pressed_at < HELD_GAP
        self._pressed, self._pressed_at = key, now
        self._still_held = self._still_held and again
        return self._still_held

    def question_mouse(self, question: Question, event: MouseEvent) -> None:
        """Give the question a mouse event of the screen."""
        question.on_mouse(event, self.question_rect)
        self._refresh()

    def question_changed(self) -> None:
        """Draw the question again: its asker has changed what it shows."""
        self._refresh()
        self._on_change()

    def swallows(self) -> bool:
        """Say whether a key is the rest of what was typed into a question that has been taken away.

        It must not become a command in the pane below; the hold ends when the typing pauses.
        """
        now = self._clock.time()
        if now >= self._hold_until:
            return False
        self._hold_until = min(now + TYPING_PAUSE, self._hold_limit)
        return True

    def show_question(self, question: Question, run: str) -> None:
        """Put a question on the screen; in the same run it has the keyboard at once."""
        self.question, self._run = question, run
        self._question_key_at = -1e9
        if question.overlay is not None:
            self.overlays.above.push(question.overlay)
        if self.linger is not None:
            typed = self.linger.end()
            self.linger = None
            self._still_held = True
            question.take_keyboard()
            if typed:
                question.on_paste(typed.encode())
        elif self._following:
            question.follow(self._clock, self._on_change)
        else:
            question.arm(self._clock, self._last_key, self._on_change)
        self._refresh()
        self._on_change()

    def drop_question(self, question: Question, keep_for: str) -> None:
        """Take a question off; `keep_for` is the run that keeps the keyboard for a moment."""
        if self.question is not question:
            return
        now = self._clock.time()
        if question.armed and not question.answered and now - self._question_key_at < TYPING_WINDOW:
            self._hold_until, self._hold_limit = now + TYPING_PAUSE, now + HOLD_MAX
        self.question = None
        if question.overlay is not None:
            self.overlays.above.lift(question.overlay)
        self._refresh()
        if keep_for and question.armed:
            self.linger = Linger(keep_for, self._clock, lambda: self.end_run(keep_for))
        else:
            self._free()
        self._on_change()

    def end_run(self, run: str) -> None:
        """Give the keyboard back to the panes after the last screen of a run."""
        if self.linger is not None and self.linger.run == run:
            self.linger.end()
            self.linger = None
            self._free()
            self._on_change()

    def _free(self) -> None:
        """Let the next question come, behind the keys that are still under way."""
        self._following = True
        self.on_free()
        self._following = False

    def leave(self) -> None:
        """The client goes: close what is the person's own; a question lives on without it."""
        self.clear_message()
        if self.linger is not None:
            self.linger.end()
            self.linger = None
        self._stop_refresh()
        if self.question is not None:
            self.question.close()
            self.question = None
        prompt, self.prompt = self.prompt, None
        if prompt is not None:
            prompt.on_close(None)
        self.overlays.clear()

    def _refresh(self) -> None:
        """Draw again by itself while an overlay (a clock) asks for it."""
        self._stop_refresh()
        self.drawn()

    def drawn(self) -> None:
        """Hear that there was a frame: drawing begins to decode pictures, which come in later."""
        shown = (*self.overlays.overlays, *self.overlays.above.overlays)
        wanted = min((seconds for each in shown if (seconds := each.refresh_seconds)), default=0.0)
        if not wanted:
            return
        due = self._clock.time() + wanted
        if self._refresh_timer is None or due < self._refresh_due:
            self._stop_refresh()
            self._refresh_due = due
            self._refresh_timer = self._clock.call_later(wanted, self._refreshed)

    def _stop_refresh(self) -> None:
        if self._refresh_timer is not None:
            self._refresh_timer.cancel()
            self._refresh_timer = None

    def _refreshed(self) -> None:
        self._on_change()
        self._refresh()
