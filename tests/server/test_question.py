"""When a question has the keyboard: not while somebody types, and not again between two screens."""

from __future__ import annotations

import pytest

from mplex.errors import CommandError
from mplex.geometry import Rect, Size
from mplex.server.question import LINGER, TYPING_PAUSE, TYPING_WINDOW, Question
from mplex.server.stage import HOLD_MAX, Stage
from mplex.term.keys import Key, KeyEvent
from mplex.ui.overlay import HANDLED, Close, Handled, Overlay, Rendered, Result
from mplex.ui.prompt_base import Prompt, PromptRow
from mplex.ui.prompt_request import PromptRequest
from tests.server.fake_clock import FakeClock

SIZE = Size(24, 80)


class Box(Overlay):
    """A dialog that answers with Enter."""

    waiting = False

    def layout(self, size: Size) -> Rect:
        return Rect(5, 10, 4, 20)

    def render(self, size: Size) -> Rendered:
        return Rendered(["x" * size.cols] * size.rows, [""] * size.rows)

    def on_key(self, event: KeyEvent) -> Result:
        return Close("enter") if event.key == Key("Enter") else HANDLED


class Line(Prompt):
    """A prompt that keeps what is pasted."""

    def __init__(self, request: PromptRequest) -> None:
        super().__init__(request)
        self.text = request.initial

    def on_key(self, event: KeyEvent) -> Handled | Close:
        return HANDLED

    def render(self, width: int) -> PromptRow:
        return PromptRow(self.text, "", 0)

    def on_paste(self, data: bytes) -> Handled | Close:
        self.text += data.decode()
        return HANDLED


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def stage(clock: FakeClock) -> Stage:
    return Stage(clock, SIZE, Line, lambda: None)


def question(prompt: Line | None = None) -> Question:
    return Question(Box(), prompt, lambda answer: None, title="t")


def test_an_idle_person_has_the_dialog_at_once(clock: FakeClock, stage: Stage) -> None:
    stage.typed()
    clock.advance(TYPING_WINDOW)
    asked = question()
    stage.show_question(asked, "")
    assert asked.armed
    assert not asked.overlay.waiting


def test_a_typing_person_keeps_the_keyboard(clock: FakeClock, stage: Stage) -> None:
    stage.typed()
    clock.advance(TYPING_WINDOW - 0.01)
    asked = question()
    stage.show_question(asked, "")
    assert not asked.armed
    assert asked.overlay.waiting


def test_every_key_puts_it_off_again(clock: FakeClock, stage: Stage) -> None:
    stage.typed()
    asked = question()
    stage.show_question(asked, "")
    for _ in range(20):
        clock.advance(TYPING_PAUSE - 0.01)
        assert not asked.armed
        stage.typed()
    clock.advance(TYPING_PAUSE + 0.01)
    assert asked.armed
    assert not asked.overlay.waiting


def test_a_closed_question_never_takes_the_keyboard(clock: FakeClock, stage: Stage) -> None:
    stage.typed()
    asked = question()
    stage.show_question(asked, "")
    asked.close()
    stage.drop_question(asked, "")
    clock.advance(5)
    assert not asked.armed
    assert clock.waiting == 0


def test_the_keyboard_is_kept_between_two_screens_of_a_run(clock: FakeClock, stage: Stage) -> None:
    first, second = question(), question()
    stage.show_question(first, "run")
    stage.drop_question(first, "run")
    assert stage.busy_with == "run"
    assert stage.linger is not None
    stage.show_question(second, "run")
    assert second.armed
    assert stage.linger is None
    clock.advance(LINGER * 2)
    assert stage.question is second


def test_text_typed_between_two_screens_goes_into_the_next_prompt(
    clock: FakeClock, stage: Stage
) -> None:
    first = question()
    stage.show_question(first, "run")
    stage.drop_question(first, "run")
    assert stage.linger is not None
    stage.linger.take("ab\x1b")
    stage.linger.take("\rc")
    line = Line(PromptRequest("l", lambda text: None, initial=">"))
    stage.show_question(question(line), "run")
    assert line.text == ">abc"


def test_a_key_typed_in_error_between_two_screens_is_taken_back(
    clock: FakeClock, stage: Stage
) -> None:
    first = question()
    stage.show_question(first, "run")
    stage.drop_question(first, "run")
    assert stage.linger is not None
    for key, text in (("a", "a"), ("x", "x"), ("BSpace", ""), ("b", "b"), ("Enter", "\r")):
        stage.linger.on_key(KeyEvent(Key(key), b"", text))
    assert stage.linger.typed == "ab"


def test_a_question_moved_to_a_typing_person_waits_again(clock: FakeClock, stage: Stage) -> None:
    asked = question()
    stage.show_question(asked, "")
    assert asked.armed
    stage.drop_question(asked, "")
    stage.typed()
    stage.show_question(asked, "")
    assert not asked.armed
    assert asked.overlay.waiting


def test_the_keyboard_comes_back_after_a_second_at_most(clock: FakeClock, stage: Stage) -> None:
    asked = question()
    stage.show_question(asked, "run")
    stage.drop_question(asked, "run")
    clock.advance(LINGER - 0.01)
    assert stage.linger is not None
    clock.advance(0.02)
    assert stage.linger is None
    assert stage.busy_with is None


def test_a_question_that_never_had_the_keyboard_keeps_none(clock: FakeClock, stage: Stage) -> None:
    stage.typed()
    asked = question()
    stage.show_question(asked, "run")
    stage.drop_question(asked, "run")
    assert stage.linger is None


def test_a_question_is_drawn_above_overlays_that_came_later(stage: Stage) -> None:
    stage.show_question(question(), "")
    stage.open_overlay(Box())
    pictures = stage.overlays.draw()
    assert len(pictures) == 2
    assert len(stage.overlays) == 2
    assert stage.overlays.above.top is stage.question.overlay if stage.question else False


def test_leaving_cancels_the_persons_own_prompt_once(stage: Stage) -> None:
    heard: list[str] = []
    stage.open_prompt(PromptRequest("x", heard.append, lambda: heard.append("cancelled")))
    with pytest.raises(CommandError):
        stage.open_prompt(PromptRequest("y", heard.append))
    stage.leave()
    stage.leave()
    assert heard == ["cancelled"]


def test_a_message_goes_by_itself_or_with_a_key(clock: FakeClock, stage: Stage) -> None:
    stage.show_message("hello", 2)
    clock.advance(1.9)
    assert stage.message == "hello"
    clock.advance(0.2)
    assert stage.message == ""
    stage.show_message("stay", 0)
    clock.advance(100)
    assert stage.message == "stay"
    stage.clear_message()
    assert stage.message == ""


def key(base: str) -> KeyEvent:
    return KeyEvent(Key(base), base.encode(), base if len(base) == 1 else "")


def test_the_rest_of_what_was_typed_into_a_lost_question_goes_nowhere(
    clock: FakeClock, stage: Stage
) -> None:
    asked = question()
    stage.show_question(asked, "")
    stage.question_key(asked, key("y"))
    stage.drop_question(asked, "")
    for _ in range(3):
        clock.advance(TYPING_PAUSE - 0.01)
        assert stage.swallows()
    clock.advance(TYPING_PAUSE + 0.01)
    assert not stage.swallows()


def test_keys_after_an_answer_are_the_panes(clock: FakeClock, stage: Stage) -> None:
    asked = question()
    stage.show_question(asked, "")
    stage.question_key(asked, key("Enter"))
    stage.drop_question(asked, "")
    assert not stage.swallows()


def test_a_lost_question_nobody_typed_into_holds_nothing(clock: FakeClock, stage: Stage) -> None:
    asked = question()
    stage.show_question(asked, "")
    clock.advance(TYPING_WINDOW)
    stage.drop_question(asked, "")
    assert not stage.swallows()
    assert HOLD_MAX > TYPING_PAUSE


def test_the_hold_ends_even_for_someone_who_never_stops(clock: FakeClock, stage: Stage) -> None:
    asked = question()
    stage.show_question(asked, "")
    stage.question_key(asked, key("y"))
    stage.drop_question(asked, "")
    for _ in range(int(HOLD_MAX / 0.1)):
        clock.advance(0.1)
        stage.swallows()
    clock.advance(0.1)
    assert not stage.swallows()
