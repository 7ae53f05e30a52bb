"""command-prompt and confirm-before, at a client that answers by hand."""

from __future__ import annotations

import pytest

from tests.commands.fakes import FakeClient, Home


@pytest.fixture
def client(home: Home) -> FakeClient:
    return home.attach()


def test_an_answer_fills_the_template(home: Home, client: FakeClient) -> None:
    outcome = home.key('command-prompt -I "#W" { rename-window "%%" } ; display-message after')
    (prompt,) = client.prompts
    assert (prompt.label, prompt.initial) == ("(rename-window) ", "one")
    assert not outcome.done
    prompt.on_submit("new ; kill-server")
    assert home.tree.windows[0].name == "new ; kill-server"
    assert not home.server.killed
    assert client.messages == ["after"]


def test_text_templates_are_read_after_filling(home: Home, client: FakeClient) -> None:
    home.key("command-prompt \"rename-window '%%'\"")
    client.prompts[0].on_submit("a b")
    assert home.tree.windows[0].name == "a b"


def test_three_percent_signs_quote_the_answer(home: Home, client: FakeClient) -> None:
    home.key('command-prompt "rename-window \\"%%%\\""')
    client.prompts[0].on_submit('a"; kill-server "$HOME')
    assert home.tree.windows[0].name == 'a"; kill-server "$HOME'
    assert not home.server.killed


def test_several_questions(home: Home, client: FakeClient) -> None:
    home.key("command-prompt -p one,two -I a,b { rename-window '%1-%2-%1' }")
    assert (client.prompts[0].label, client.prompts[0].initial) == ("one ", "a")
    client.prompts[0].on_submit("x")
    assert (client.prompts[1].label, client.prompts[1].initial) == ("two ", "b")
    client.prompts[1].on_submit("y")
    assert home.tree.windows[0].name == "x-y-x"


def test_cancelling_goes_on_without_the_template(home: Home, client: FakeClient) -> None:
    outcome = home.key("command-prompt { rename-window '%%' } ; display-message after")
    client.prompts[0].on_cancel()
    assert home.tree.windows[0].name == "one"
    assert client.messages == ["after"]
    assert outcome.done


def test_the_plain_prompt_runs_what_is_typed(home: Home, client: FakeClient) -> None:
    home.key("command-prompt")
    prompt = client.prompts[0]
    assert prompt.label == ":"
    prompt.on_submit("rename-window x ; split-window -h")
    assert home.tree.windows[0].name == "x"
    assert len(home.tree.windows[0].panes) == 2


def test_a_wrong_command_is_told_to_the_client(home: Home, client: FakeClient) -> None:
    home.key("command-prompt")
    client.prompts[0].on_submit("nope")
    home.key("command-prompt")
    client.prompts[1].on_submit("display 'x")
    assert client.messages == ["Unknown command: nope", "' is not closed"]


def test_every_type_of_prompt_has_its_history(home: Home, client: FakeClient) -> None:
    for text in ("command-prompt", "command-prompt -T search -p x { display -p '%%' }"):
        home.key(text)
    assert client.prompts[0].history is home.server.prompt_history["command"]
    assert client.prompts[1].history is home.server.prompt_history["search"]
    assert home.error("command-prompt", "-T", "nope") == "unknown type: nope"


def test_incremental_prompts_run_at_every_change(home: Home, client: FakeClient) -> None:
    outcome = home.key("command-prompt -i -p find { rename-window -- '%%' }")
    assert outcome.done
    on_change = client.prompts[0].on_change
    assert on_change is not None
    on_change("a")
    assert home.tree.windows[0].name == "=a"
    on_step = client.prompts[0].on_step
    assert on_step is not None
    on_step("a", True)
    assert home.tree.windows[0].name == "+a"
    on_step("a", False)
    assert home.tree.windows[0].name == "-a"


def test_an_incremental_prompt_starts_empty_and_knows_the_last_text(
    home: Home, client: FakeClient
) -> None:
    home.key("command-prompt -i -I before -p find { rename-window '%%' }")
    assert (client.prompts[0].initial, client.prompts[0].last) == ("", "before")


@pytest.mark.parametrize(("flag", "kind"), [("-k", "key"), ("-N", "number"), ("", "command")])
def test_kinds_of_prompts(home: Home, client: FakeClient, flag: str, kind: str) -> None:
    home.key(f"command-prompt {flag} -p x {{ display-message '%%' }}")
    assert client.prompts[0].kind == kind


def test_a_yes_runs_the_command(home: Home, client: FakeClient) -> None:
    outcome = home.key('confirm-before -p "kill #W?" { rename-window yes } ; display-message end')
    (prompt,) = client.prompts
    assert (prompt.label, prompt.kind, prompt.confirm_key) == ("kill one? ", "confirm", "y")
    assert not prompt.default_yes
    assert not outcome.done
    prompt.on_submit("y")
    assert home.tree.windows[0].name == "yes"
    assert client.messages == ["end"]
    assert outcome.statuses == [0]


def test_a_no_fails(home: Home, client: FakeClient) -> None:
    outcome = home.key("confirm-before -c j killp")
    assert client.prompts[0].label == "Confirm 'kill-pane'? (j/n) "
    client.prompts[0].on_cancel()
    assert 0 in home.tree.panes
    assert outcome.statuses == [1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("split", ["split-pane", "split-window", "splitp"]),
        ("rename-window -", ["-t"]),
        ("kill-pane -t ", ["0:", "0:0", ":0"]),
        ("new-window ; last-p", ["last-pane"]),
        ("set -g mode-k", ["mode-keys"]),
        ("set -g mode-keys ", ["emacs", "vi"]),
        ("set mouse ", ["off", "on"]),
        ("select-layout main-h", ["main-horizontal", "main-horizontal-mirrored"]),
        ("switch-client -T copy", ["copy-mode", "copy-mode-vi"]),
        ("nope ", []),
    ],
)
def test_completion(home: Home, client: FakeClient, text: str, expected: list[str]) -> None:
    home.key("command-prompt")
    complete = client.prompts[0].complete
    assert complete is not None
    assert complete(text) == expected


def test_the_history_keeps_as_many_as_the_option_says(home: Home, client: FakeClient) -> None:
    home.tree.options.set("prompt-history-limit", "2")
    history = home.server.prompt_history.setdefault("command", [])
    history += ["one", "two", "three"]
    home.key("command-prompt")
    assert client.prompts[0].history is history
    assert history == ["two", "three"]
