"""`check_screen`: one screen of the control socket's `show`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.node import Node, describe, quote
from mplex.dialog.spec import AskScreen, check_screen
from mplex.errors import SpecError
from tests.flow.specs import RANDOM_JSON

CHOICE = {"kind": "choice", "options": ["a", "b"]}


@pytest.mark.parametrize(
    ("data", "where", "words"),
    [
        (None, "screen", "must be an object, not null"),
        ([], "screen", "must be an object, not a list"),
        ({}, "screen", "needs a kind"),
        ({"kind": "list"}, "screen.kind", 'is "list"; allowed are "choice", "text", "message"'),
        ({"kind": 1}, "screen.kind", 'must be one of "choice", "text", "message", "form", not a'),
        ({"kind": "message", "title": "x" * 201}, "screen.title", "at most 200"),
        ({"kind": "message", "text": "x" * 2001}, "screen.text", "at most 2000"),
        ({"kind": "message", "text": None}, "screen.text", "must be a string, not null"),
        ({"kind": "message", "label": "x" * 201}, "screen.label", "at most 200"),
        ({"kind": "text", "initial": "x" * 2001}, "screen.initial", "at most 2000"),
        ({"kind": "choice"}, "screen", "needs options"),
        ({"kind": "choice", "options": []}, "screen.options", "1 to 12"),
        ({"kind": "choice", "options": ["x"] * 13}, "screen.options", "1 to 12"),
        ({"kind": "choice", "options": ["a", 1]}, "screen.options[1]", "must be a string"),
        ({"kind": "choice", "options": ["a", ""]}, "screen.options[1]", "must not be empty"),
        ({"kind": "choice", "options": ["x" * 201]}, "screen.options[0]", "at most 200"),
        (CHOICE | {"default": 2}, "screen.default", "is 2; 0 to 1"),
        (CHOICE | {"default": True}, "screen.default", "not true"),
        (CHOICE | {"tittle": "x"}, "screen.tittle", "not a known member"),
        ({"kind": "text", 3: 4}, "screen", "strings for names"),
    ],
)
def test_wrong_screens_are_refused_with_their_place(data: Any, where: str, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        check_screen(data)
    assert caught.value.where == where
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("data", "screen"),
    [
        (CHOICE, AskScreen("choice", options=("a", "b"))),
        (CHOICE | {"default": 1}, AskScreen("choice", options=("a", "b"), default=1)),
        ({"kind": "text"}, AskScreen("text")),
        (
            {"kind": "text", "title": "T", "text": "x\ny", "label": "L", "initial": "i"},
            AskScreen("text", "T", "x\ny", "L", initial="i"),
        ),
        ({"kind": "message", "text": "x", "colour": "red"}, AskScreen("message", text="x")),
    ],
)
def test_right_screens_are_read(data: dict[str, Any], screen: AskScreen) -> None:
    assert check_screen(data) == screen
    assert check_screen(screen.to_data()) == screen


def test_the_place_begins_as_the_caller_says() -> None:
    with pytest.raises(SpecError) as caught:
        check_screen({"kind": "choice", "options": [1]}, "params.screen")
    assert caught.value.where == "params.screen.options[0]"


@given(RANDOM_JSON | st.dictionaries(st.just("kind") | st.text(), RANDOM_JSON))
@settings(deadline=None, max_examples=200)
def test_anything_is_a_screen_or_refused(data: object) -> None:
    try:
        screen = check_screen(data)
    except SpecError as error:
        assert error.where.startswith("screen")
    else:
        assert check_screen(screen.to_data()) == screen


def test_paths_quote_names_that_are_no_words() -> None:
    entries = Node({"a": {"b c": 1, "d": 2, '"': 3}}, "x").entries()["a"].entries()
    assert [node.where for node in entries.values()] == ['x.a["b c"]', "x.a.d", 'x.a["""]']


def test_quoted_names_stay_on_one_short_line() -> None:
    assert quote("a\nb\x1b") == '"a\\nb\\x1b"'
    assert len(quote("x" * 100)) == 66 and quote("x" * 100).endswith('…"')


def test_values_are_described_by_their_json_type() -> None:
    values: list[object] = [None, True, False, 1, 1.5, "x", [], {}]
    assert list(map(describe, values)) == [
        "null",
        "true",
        "false",
        "a number",
        "a number",
        "a string",
        "a list",
        "an object",
    ]
