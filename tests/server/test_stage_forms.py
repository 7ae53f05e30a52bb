"""What a stage does for a form: draws it again by itself, and lets it outlive the client."""

from __future__ import annotations

from mplex.dialog.fields.kit import locale_of
from mplex.geometry import Rect, Size
from mplex.server.question import HELD_GAP, Question
from mplex.server.questions import colours_of
from mplex.server.stage import Stage
from mplex.term.keys import Key, KeyEvent
from mplex.ui.overlay import HANDLED, Overlay, Rendered, Result
from mplex.ui.prompt import make_prompt
from tests.server.fake_clock import FakeClock

IDLE = 60.0
SIZE = Size(24, 80)


class Ticking(Overlay):
    """An overlay that wants to be drawn every second once it has got a key."""

    def __init__(self) -> None:
        self.refresh_seconds = 0.0
        self.closed = 0
        self.pasted = b""

    def layout(self, size: Size) -> Rect:
        return Rect(0, 0, 1, 1)

    def render(self, size: Size) -> Rendered:
        return Rendered(["x"], ["\0"])

    def on_key(self, event: KeyEvent) -> Result:
        self.refresh_seconds = 1.0
        return HANDLED

    def on_paste(self, data: bytes) -> Result:
        self.pasted += data
        return HANDLED

    def on_close(self, value: object) -> None:
        self.closed += 1


class FormStageTests:
    """A question with an overlay on a stage."""

    def setup_method(self) -> None:
        self.clock = FakeClock()
        self.drawn = 0
        self.stage = Stage(self.clock, SIZE, make_prompt, self.changed)
        self.overlay = Ticking()
        self.question = Question(self.overlay, None, lambda answer: None, title="t")
        self.clock.advance(IDLE)
        self.stage.show_question(self.question, "")

    def changed(self) -> None:
        self.drawn += 1

    def tick(self, seconds: float) -> int:
        """Return how often it was drawn in some seconds."""
        before = self.drawn
        self.clock.advance(seconds)
        return self.drawn - before

    def test_nothing_is_drawn_while_nothing_moves(self) -> None:
        assert self.clock.waiting == 0
        assert self.tick(600) == 0

    def test_it_is_drawn_by_itself_from_when_it_wants_to_be(self) -> None:
        self.stage.question_key(self.question, KeyEvent(Key("x"), b"x", "x"))
        assert self.tick(5.5) == 5
        self.overlay.refresh_seconds = 0.0
        self.stage.question_changed()
        assert self.tick(600) == 0
        assert self.clock.waiting == 0

    def test_what_it_wants_once_it_has_been_drawn_is_heard(self) -> None:
        self.overlay.refresh_seconds = 1.0
        assert self.tick(600) == 0
        self.stage.drawn()
        assert self.tick(5.5) == 5

    def test_frames_of_other_things_do_not_put_it_off(self) -> None:
        self.overlay.refresh_seconds = 1.0
        self.stage.drawn()
        times = 0
        for _ in range(25):
            times += self.tick(0.1)
            self.stage.drawn()
        assert times == 2
        assert self.clock.waiting == 1

    def test_it_stops_with_the_question(self) -> None:
        self.stage.question_key(self.question, KeyEvent(Key("x"), b"x", "x"))
        self.stage.drop_question(self.question, "")
        assert self.clock.waiting == 0

    def test_what_is_typed_between_two_forms_goes_into_the_second(self) -> None:
        self.stage.show_question(self.question, "run")
        self.stage.drop_question(self.question, "run")
        assert self.stage.linger is not None
        for key in (KeyEvent(Key("U"), b"U", "U"), KeyEvent(Key("Enter"), b"\r")):
            self.stage.linger.on_key(key)
        second = Ticking()
        self.stage.show_question(Question(second, None, lambda answer: None, title="t"), "run")
        assert second.pasted == b"U"

    def test_an_overlay_that_leaves_a_client_is_not_over(self) -> None:
        self.stage.drop_question(self.question, "")
        assert len(self.stage.overlays) == 0
        assert self.overlay.closed == 0
        self.question.wipe()
        assert self.overlay.closed == 1


def test_the_locale_of_dates_is_the_clients() -> None:
    assert locale_of({"LANG": "de_DE.UTF-8"}) == "de_DE.UTF-8"
    assert locale_of({"LANG": "C", "LC_TIME": "fr_FR", "LC_ALL": ""}) == "fr_FR"
    assert locale_of({"LC_TIME": "fr_FR", "LC_ALL": "en_GB"}) == "en_GB"
    assert locale_of({}) == ""


def test_no_color_is_heard() -> None:
    assert colours_of(256, {}) == 256
    assert colours_of(1 << 24, {"NO_COLOR": ""}) == 1 << 24
    assert colours_of(256, {"NO_COLOR": "1"}) == 0


class HeldKeyTests:
    """The key that ended one screen of a run, still held down when the next one comes."""

    def setup_method(self) -> None:
        self.clock = FakeClock()
        self.stage = Stage(self.clock, SIZE, make_prompt, lambda: None)
        self.clock.advance(IDLE)
        self.first, self.second = Counting(), Counting()
        question = Question(self.first, None, lambda answer: None, title="1")
        self.stage.show_question(question, "run")
        self.press("Enter")
        question.answered = True
        self.stage.drop_question(question, "run")
        self.stage.show_question(Question(self.second, None, lambda _: None, title="2"), "run")

    def press(self, name: str) -> None:
        assert self.stage.question is not None
        self.stage.question_key(self.stage.question, KeyEvent(Key(name), b""))

    def test_it_does_not_answer_the_next(self) -> None:
        for _ in range(100):
            self.clock.advance(0.033)
            self.press("Enter")
        assert (self.first.keys, self.second.keys) == (1, 0)

    def test_once_let_go_it_is_a_key_like_others(self) -> None:
        self.clock.advance(0.033)
        self.press("Enter")
        self.clock.advance(2 * HELD_GAP)
        self.press("Enter")
        assert self.second.keys == 1
        self.clock.advance(0.01)
        self.press("Enter")
        assert self.second.keys == 2

    def test_another_key_is_taken_at_once(self) -> None:
        self.press("Down")
        self.press("Enter")
        assert self.second.keys == 2


class Counting(Ticking):
    """An overlay that counts its keys."""

    keys = 0

    def on_key(self, event: KeyEvent) -> Result:
        self.keys += 1
        return HANDLED
