"""Prompts: what they answer, what they show, what they hand on."""

from __future__ import annotations

from typing import Any

import pytest

from mplex.ui.overlay import HANDLED, Close, Handled
from mplex.ui.prompt import ConfirmPrompt, KeyPrompt, StatusPrompt, make_prompt
from mplex.ui.prompt_base import Prompt
from mplex.ui.prompt_request import PromptRequest
from mplex.vt.clusters import expand
from tests.ui.drawing import RED, key, keys, typed


class Asked:
    """Somebody who asks and writes the answers down."""

    def __init__(self) -> None:
        self.answers: list[str | None] = []

    def request(self, label: str = "(x) ", **changes: Any) -> PromptRequest:
        asked = PromptRequest(label, self.answers.append, lambda: self.answers.append(None))
        return asked._replace(**changes)

    def prompt(self, **changes: Any) -> StatusPrompt:
        return StatusPrompt(self.request(**changes))


@pytest.fixture
def asked() -> Asked:
    return Asked()


def press(prompt: Prompt, names: str) -> list[Handled | Close]:
    return [prompt.on_key(event) for event in keys(names)]


def type_in(prompt: Prompt, text: str) -> None:
    for event in typed(text):
        prompt.on_key(event)


def shown(prompt: Prompt, width: int) -> tuple[str, int]:
    row = prompt.render(width)
    assert len(row.text) == width
    return expand(row.text).rstrip(), row.cursor


def test_a_line_is_answered_with_enter(asked: Asked) -> None:
    prompt = asked.prompt(initial="new")
    type_in(prompt, " name")
    (result,) = press(prompt, "Enter")
    assert result == Close("new name")
    assert asked.answers == []
    prompt.on_close("new name")
    prompt.on_close("new name")
    prompt.on_close(None)
    assert asked.answers == ["new name"]


@pytest.mark.parametrize("name", ["Escape", "C-c", "C-g"])
def test_a_prompt_is_cancelled(asked: Asked, name: str) -> None:
    prompt = asked.prompt(initial="text")
    assert press(prompt, name) == [Close(None)]
    prompt.on_close(None)
    assert asked.answers == [None]


def test_with_vi_keys_the_first_escape_only_leaves_insert_mode(asked: Asked) -> None:
    prompt = asked.prompt(initial="one two", vi=True)
    press(prompt, "Escape b d w")
    assert prompt.text == "one "
    assert press(prompt, "Escape") == [Close(None)]


def test_the_row_shows_label_line_and_cursor(asked: Asked) -> None:
    prompt = asked.prompt(label="(#[fg=red]rename❖) ", initial="漢字ab", style=RED)
    press(prompt, "C-b")
    assert shown(prompt, 30) == ("(rename◇) 漢字ab", 15)
    assert set(prompt.render(30).attrs) == {RED.ch}


def test_a_line_longer_than_the_row_scrolls_with_the_cursor(asked: Asked) -> None:
    prompt = asked.prompt(label=":")
    type_in(prompt, "abcdefghijklmnop")
    assert shown(prompt, 10) == (":ijklmnop", 9)
    press(prompt, "C-a")
    assert shown(prompt, 10) == (":abcdefghi", 1)
    press(prompt, "C-f C-f")
    assert shown(prompt, 10) == (":abcdefghi", 3)


def test_a_wide_character_at_the_edge_of_the_row_is_not_torn(asked: Asked) -> None:
    prompt = asked.prompt(label=":", initial="漢字漢字漢字")
    assert shown(prompt, 9) == (": 字漢字", 8)
    press(prompt, "C-b")
    assert shown(prompt, 8) == (": 字漢字", 6)


def test_a_long_label_leaves_room_for_the_line(asked: Asked) -> None:
    prompt = asked.prompt(label="a very long label indeed: ")
    type_in(prompt, "x")
    text, cursor = shown(prompt, 20)
    assert text.startswith("a very") and text.endswith("x")
    assert cursor == len(text)


@pytest.mark.parametrize("width", range(1, 12))
def test_the_cursor_is_on_the_row_however_narrow(asked: Asked, width: int) -> None:
    prompt = asked.prompt(label="label: ", initial="some text")
    assert 0 <= prompt.render(width).cursor < width


def test_a_paste_is_inserted_and_submits_nothing(asked: Asked) -> None:
    prompt = asked.prompt(initial="()")
    press(prompt, "C-b")
    prompt.on_paste("one\r\ntwo\tthree \x1b[31m漢\n".encode())
    assert prompt.text == "(one two three [31m漢)"
    type_in(prompt, "x")
    assert prompt.text == "(one two three [31m漢x)"


def test_a_line_has_a_limit(asked: Asked) -> None:
    prompt = asked.prompt(limit=5)
    type_in(prompt, "abcdefg")
    prompt.on_paste(b"hijk")
    assert prompt.text == "abcde"
    press(prompt, "C-u C-y C-y")
    assert prompt.text == "abcde"


def test_every_change_is_told(asked: Asked) -> None:
    heard: list[str] = []
    prompt = asked.prompt(on_change=heard.append)
    type_in(prompt, "ab")
    press(prompt, "Left BSpace BSpace")
    prompt.on_paste(b"c")
    assert heard == ["a", "ab", "b", "cb"]


def test_an_incremental_search_goes_on_with_c_s_and_c_r(asked: Asked) -> None:
    heard: list[tuple[str, bool]] = []
    prompt = asked.prompt(on_step=lambda text, on: heard.append((text, on)), last="before")
    press(prompt, "C-s")
    assert (prompt.text, heard) == ("before", [])
    press(prompt, "C-s C-r")
    assert heard == [("before", True), ("before", False)]


def test_a_line_goes_into_the_history_and_comes_back(asked: Asked) -> None:
    history = ["first", "second"]
    prompt = asked.prompt(history=history)
    type_in(prompt, "third")
    press(prompt, "Enter")
    press(asked.prompt(history=history, initial="third"), "Enter")
    assert history == ["first", "second", "third"]
    prompt = asked.prompt(history=history, initial="draft")
    recalled = [
        (press(prompt, name), prompt.text)[1] for name in "Up C-p Up Up Down C-n Down".split()
    ]
    assert recalled == ["third", "second", "first", "first", "second", "third", "draft"]


def test_an_empty_line_is_no_history(asked: Asked) -> None:
    history: list[str] = []
    press(asked.prompt(history=history), "Enter")
    assert history == []


COMMANDS = ["kill-pane", "kill-server", "kill-session", "list-keys"]


def complete(before: str) -> list[str]:
    word = before.rpartition(" ")[2]
    return [command for command in COMMANDS if command.startswith(word)]


def test_a_word_with_one_completion_is_completed(asked: Asked) -> None:
    prompt = asked.prompt(complete=complete, initial="run li")
    press(prompt, "Tab")
    assert prompt.text == "run list-keys "


def test_a_word_with_several_completions_shows_them_and_tab_goes_through(asked: Asked) -> None:
    prompt = asked.prompt(complete=complete, label=":")
    type_in(prompt, "ki x")
    press(prompt, "C-b C-b Tab")
    assert prompt.text == "kill- x"
    assert shown(prompt, 60) == (":kill- x  kill-pane kill-server kill-session", 6)
    press(prompt, "Tab Tab")
    assert prompt.text == "kill-server x"
    assert "[kill-server]" in shown(prompt, 60)[0]
    press(prompt, "BTab")
    assert prompt.text == "kill-pane x"
    type_in(prompt, "s")
    assert prompt.text == "kill-panes x"
    assert "kill-session" not in shown(prompt, 60)[0]


def test_a_word_without_completions_stays(asked: Asked) -> None:
    prompt = asked.prompt(complete=complete, initial="zzz")
    press(prompt, "Tab")
    assert prompt.text == "zzz"
    prompt = asked.prompt(initial="zzz")
    press(prompt, "Tab")
    assert prompt.text == "zzz"


def test_a_number_takes_digits_only(asked: Asked) -> None:
    prompt = make_prompt(asked.request(kind="number"))
    type_in(prompt, "123")
    prompt.on_paste(b"4b\n")
    assert press(prompt, "5 BSpace Enter")[-1] == Close("1234")


@pytest.mark.parametrize("name", ["k", "-", "Up", "C-u", "M-v"])
def test_the_first_other_key_ends_a_number_and_is_still_a_key(asked: Asked, name: str) -> None:
    prompt = make_prompt(asked.request(kind="number", initial="1"))
    assert press(prompt, f"0 {name}")[-1] == Close("10", passed=True)


def test_one_character_may_be_all_that_is_wanted(asked: Asked) -> None:
    prompt = make_prompt(asked.request(single_key=True))
    assert press(prompt, "Up") == [HANDLED]
    assert press(prompt, "é") == [Close("é")]
    assert press(prompt, "Escape") == [Close(None)]
    assert prompt.on_paste(b"y") == HANDLED


def test_any_key_may_be_wanted_by_its_name(asked: Asked) -> None:
    prompt = make_prompt(asked.request(kind="key"))
    assert isinstance(prompt, KeyPrompt)
    assert press(prompt, "C-Left Escape a") == [Close("C-Left"), Close("Escape"), Close("a")]


CONFIRMED: tuple[tuple[dict[str, Any], str, str | None], ...] = (
    ({}, "y", "y"),
    ({}, "n", None),
    ({}, "Y", None),
    ({}, "Enter", None),
    ({}, "Escape", None),
    ({"default_yes": True}, "Enter", "y"),
    ({"default_yes": True}, "Escape", None),
    ({"confirm_key": "j"}, "j", "j"),
    ({"confirm_key": "j"}, "y", None),
)


@pytest.mark.parametrize(("changes", "name", "answer"), CONFIRMED)
def test_only_the_confirm_key_means_yes(
    asked: Asked, changes: dict[str, Any], name: str, answer: str | None
) -> None:
    prompt = make_prompt(asked.request(kind="confirm", **changes))
    assert isinstance(prompt, ConfirmPrompt)
    assert prompt.on_key(key(name)) == Close(answer)


def test_a_prompt_for_a_key_shows_its_label(asked: Asked) -> None:
    prompt = make_prompt(asked.request(label="kill? (y/n) ", kind="confirm"))
    assert shown(prompt, 20) == ("kill? (y/n)", 12)
