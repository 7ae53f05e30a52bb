"""`PlexerFlow`: what is asked, in which order, and how a flow ends."""

from __future__ import annotations

import json
from random import Random
from unittest import TestCase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.answer import CANCEL, EXPIRED, OK, Answer
from mplex.dialog.spec import AskScreen
from mplex.errors import ProtocolError, Refused
from tests.flow.scripted import Chooser, Reply, Script, play, run
from tests.flow.specs import DEPLOY, Json, actions, choice, flow, info, screen, text, valid_specs


def asked(data: object, *replies: Reply) -> list[AskScreen]:
    """Run a spec and return the screens that were asked."""
    script = Script(replies)
    play(data, script)
    return script.asked


class PlexerFlowDriverTests(TestCase):
    """The semantics of a run."""

    # The example, as a person would go through it.

    def test_staging(self) -> None:
        assert run(DEPLOY, 0, 0) == {
            "status": "done",
            "answers": {"env": "staging"},
            "action": "go",
        }

    def test_prod_asks_for_the_tag(self) -> None:
        answers = {"env": "prod", "tag": "v2"}
        assert run(DEPLOY, 1, "v2", 0) == {"status": "done", "answers": answers, "action": "go"}

    def test_back_is_a_cancel(self) -> None:
        expected = {"status": "cancelled", "at": "main", "answers": {"env": "staging"}}
        assert run(DEPLOY, 0, 1) == expected

    def test_escape_anywhere_ends_the_flow_with_the_answers_so_far(self) -> None:
        for replies, answers in (
            ([], {}),
            ([1], {"env": "prod"}),
            ([1, "v2"], {"env": "prod", "tag": "v2"}),
        ):
            with self.subTest(replies=replies):
                expected = {"status": "cancelled", "at": "main", "answers": answers}
                assert run(DEPLOY, *replies, CANCEL) == expected

    # Decomposition into single screens.

    def test_only_the_first_question_carries_the_context(self) -> None:
        body = "Pick a target.\n\nProd deploys page the team."
        assert asked(DEPLOY, 1, "v2", 0) == [
            AskScreen("choice", "Where", body, "Environment", ("staging", "prod"), 0),
            AskScreen("text", label="Tag", initial="v1"),
            AskScreen("choice", label="Where", options=("Deploy", "Back")),
        ]

    def test_an_action_that_comes_first_carries_the_context(self) -> None:
        data = flow(screen("a", title="T", body="B", actions=actions("go")))
        assert asked(data, 0) == [AskScreen("choice", "T", "B", "", ("GO",))]

    def test_a_screen_without_questions_is_shown_once_as_a_message(self) -> None:
        data = flow(screen("a", body="B", fields=[info("i", "I"), info("j", "J")]), title="F")
        assert asked(data, None) == [AskScreen("message", "F", "B\n\nI\n\nJ")]
        assert run(data, None) == {"status": "done", "answers": {}, "action": None}

    def test_the_title_of_the_flow_stands_in_for_a_screens(self) -> None:
        data = flow(screen("a"), screen("b", title="Own", body="B"), title="Flow")
        assert [each.title for each in asked(data, None, None)] == ["Flow", "Own"]

    def test_the_default_is_selected_again_on_every_visit(self) -> None:
        field = choice("f", "x", "y", "z", default=2)
        data = flow(screen("a", fields=[field], actions=actions("again", "end")))
        data["screens"][0]["next"] = {"again": "a", "end": "$done"}
        script = Script([0, 0, 1, 1])
        assert play(data, script)["answers"] == {"f": "y"}
        assert [each.default for each in script.asked if each.label == "f"] == [2, 2]

    def test_a_context_too_long_for_one_screen_is_cut_visibly(self) -> None:
        data = flow(screen("a", body="b" * 1990, fields=[info("i", "i" * 2000)]))
        text_shown = asked(data, None)[0].text
        assert len(text_shown) == 2000
        assert text_shown.startswith("b" * 1990 + "\n\n" + "i") and text_shown.endswith("…")

    def test_a_screen_on_which_nothing_is_visible_is_passed(self) -> None:
        hidden = {"show_if": {"f": "no"}}
        first = screen("a", fields=[choice("f")])
        data = flow(first, screen("b", fields=[text("g", **hidden), info("i", "x", **hidden)]))
        assert run(data, 0)["status"] == "done"
        assert [each.kind for each in asked(data, 1, "typed")] == ["choice", "text"]

    # Conditions.

    def test_a_condition_is_evaluated_when_its_field_is_asked(self) -> None:
        fields = [
            choice("a"),
            text("b", show_if={"a": "yes"}),
            text("c", show_if={"b": "deeper"}),
            text("d", show_if={"a": ["no", "maybe"]}),
        ]
        data = flow(screen("s", fields=fields))
        assert run(data, 0, "deeper", "x")["answers"] == {"a": "yes", "b": "deeper", "c": "x"}
        assert run(data, 0, "other")["answers"] == {"a": "yes", "b": "other"}
        assert run(data, 1, "x")["answers"] == {"a": "no", "d": "x"}

    def test_an_unanswered_field_never_holds(self) -> None:
        hidden = text("b", show_if={"c": [None, ""]})
        assert run(flow(screen("s", fields=[hidden, choice("c")])), 0)["answers"] == {"c": "yes"}

    def test_an_info_shows_when_an_earlier_screen_says_so(self) -> None:
        first = screen("a", fields=[choice("f")])
        second = screen("b", body="B", fields=[info("i", "I", show_if={"f": "yes"})])
        assert asked(flow(first, second), 0, None)[1].text == "B\n\nI"
        assert asked(flow(first, second), 1, None)[1].text == "B"

    def test_a_skipped_screen_still_leads_on(self) -> None:
        def data(**members: object) -> Json:
            never = {"show_if": {"f": "never"}}
            skipped = screen("b", fields=[text("g")], actions=actions("go"), **never, **members)
            last = screen("c", fields=[text("h")])
            return flow(screen("a", fields=[choice("f")]), skipped, last)

        assert run(data(), 0, "x")["answers"] == {"f": "yes", "h": "x"}
        assert run(data(next="$done"), 0) == {
            "status": "done",
            "answers": {"f": "yes"},
            "action": None,
        }
        cancelled = {"status": "cancelled", "at": "b", "answers": {"f": "yes"}}
        assert run(data(next="$cancel"), 0) == cancelled
        routed = run(data(next={"go": "$cancel"}), 0, "x")
        assert routed["status"] == "done", "a map counts for taken actions only"

    # Routing.

    def test_screens_run_in_order_from_the_start(self) -> None:
        data = flow(*(screen(name, fields=[text(f"f{name}")]) for name in "abc"), start="b")
        assert run(data, "1", "2")["answers"] == {"fb": "1", "fc": "2"}

    def test_a_string_routes_the_whole_screen(self) -> None:
        first = screen("a", actions=actions("x", "y"), next="c")
        data = flow(first, screen("b", fields=[text("f")]), screen("c"))
        assert run(data, 1, None) == {"status": "done", "answers": {}, "action": "y"}

    def test_an_action_missing_from_the_map_falls_through(self) -> None:
        first = screen("a", actions=actions("x", "y"), next={"x": "$cancel"})
        data = flow(first, screen("b", fields=[text("f")]))
        assert run(data, 1, "t") == {"status": "done", "answers": {"f": "t"}, "action": "y"}
        assert run(data, 0) == {"status": "cancelled", "at": "a", "answers": {}}

    def test_after_the_last_screen_the_flow_is_done(self) -> None:
        last = screen("b", actions=actions("x"), next={})
        assert run(flow(screen("a"), last), None, 0)["status"] == "done"

    def test_the_last_action_taken_is_reported(self) -> None:
        data = flow(
            screen("a", actions=actions("x")), screen("b", actions=actions("y")), screen("c")
        )
        assert run(data, 0, 0, None)["action"] == "y"

    def test_an_answer_given_again_replaces_the_first(self) -> None:
        data = flow(screen("a", fields=[text("f")], actions=actions("again", "end")))
        data["screens"][0]["next"] = {"again": "a"}
        assert run(data, "1", 0, "2", 1)["answers"] == {"f": "2"}

    # The visit cap.

    def test_a_circle_ends_with_an_error(self) -> None:
        data = flow(screen("a", fields=[text("f")], next="b"), screen("b", body="B", next="a"))
        outcome = run(data, *(["t", None] * 32))
        assert {name: outcome[name] for name in ("status", "at", "answers")} == {
            "status": "error",
            "at": "a",
            "answers": {"f": "t"},
        }
        assert "64" in str(outcome["error"])

    def test_the_last_allowed_visit_may_end_the_flow(self) -> None:
        data = flow(screen("a", actions=actions("again", "end"), next={"again": "a"}))
        assert run(data, *([0] * 63), 1)["status"] == "done"

    def test_a_circle_of_skipped_screens_ends_too(self) -> None:
        field = text("f", show_if={"f": "x"})
        data = flow(screen("a", fields=[field], show_if={"f": "x"}, next="a"))
        assert run(data)["status"] == "error"

    # Time.

    def test_every_question_gets_what_is_left_of_the_budget(self) -> None:
        script = Script([1, "v", 0], seconds=70)
        assert play(DEPLOY, script)["status"] == "done"
        assert script.timeouts == [300, 230, 160]

    def test_nothing_is_asked_when_the_budget_is_spent(self) -> None:
        script = Script([1, "v"], seconds=150)
        expected = {"status": "timeout", "at": "main", "answers": {"env": "prod", "tag": "v"}}
        assert play(DEPLOY, script) == expected
        assert script.timeouts == [300, 150]

    def test_a_question_that_times_out_ends_the_flow(self) -> None:
        expected = {"status": "timeout", "at": "main", "answers": {"env": "prod"}}
        assert run(DEPLOY, 1, EXPIRED) == expected

    # Answers.

    def test_a_choice_is_answered_with_its_value(self) -> None:
        options = [{"label": "One", "value": 1}, {"label": "None", "value": None}, "plain"]
        data = flow(screen("a", fields=[choice("f", *options)]))
        assert [run(data, n)["answers"] for n in range(3)] == [
            {"f": 1},
            {"f": None},
            {"f": "plain"},
        ]

    def test_a_typed_answer_is_cut_at_its_limit(self) -> None:
        data = flow(screen("a", fields=[text("f")]))
        assert run(data, "x" * 2001)["answers"] == {"f": "x" * 2000}
        assert run(data, "")["answers"] == {"f": ""}

    def test_an_answer_of_the_wrong_kind_is_an_error_and_no_answer(self) -> None:
        for reply in ("0", None, True, -1, 2):
            with self.subTest(reply=reply), pytest.raises(ProtocolError):
                run(DEPLOY, Answer(OK, reply))
        for reply in (1, None):
            with self.subTest(reply=reply), pytest.raises(ProtocolError):
                run(flow(screen("a", fields=[text("f")])), Answer(OK, reply))

    def test_what_the_controller_raises_passes_through(self) -> None:
        def refuse(_screen: AskScreen) -> Reply:
            raise Refused("busy", code="busy")

        with pytest.raises(Refused):
            play(DEPLOY, Chooser(refuse))

    @given(valid_specs(), st.randoms(use_true_random=False))
    @settings(deadline=None, max_examples=150)
    def test_every_valid_flow_comes_to_an_outcome(self, data: Json, random: Random) -> None:
        def choose(ask: AskScreen) -> Reply:
            if random.random() < 0.02:
                return random.choice((CANCEL, EXPIRED))
            if ask.kind == "choice":
                return random.randrange(len(ask.options))
            return "x" if ask.kind == "text" else None

        outcome = play(data, Chooser(choose))
        assert outcome["status"] in ("done", "cancelled", "timeout", "error")
        assert json.loads(json.dumps(outcome, allow_nan=False)) == outcome
        members = {
            "done": {"status", "answers", "action"},
            "error": {"status", "error", "at", "answers"},
        }
        assert set(outcome) == members.get(str(outcome["status"]), {"status", "at", "answers"})
