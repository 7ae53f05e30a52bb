"""The tty backend on a terminal of its own: what it reads, and how it gives everything back."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
from collections.abc import Iterator

import pytest

from mplex.geometry import Point, Size
from tests.flow.desks import TtyDesk
from tests.flow.specs import Json, choice, flow, screen, text
from tests.support.environment import House

PICK = flow(screen("p", title="Pick", fields=[choice("c", "left", "right")]))
WORDS = flow(screen("w", title="Words", body="Say it.", fields=[text("t", label="Some words")]))
TWICE = flow(screen("a", fields=[text("one", label="One"), text("two", label="Two")]))

BARE = """
import sys
from flow.backends.backend import Place
from flow.controller import PlexerController
with PlexerController(Place("/nowhere"), "tty") as controller:
    controller.ask({"kind": "message", "text": "bare words"}, 600)
    {after}
"""
"""A program without any handler of signals that asks a person."""


AT_ONCE = """
import threading
from flow.backends.backend import Place
from flow.controller import PlexerController

def ask(words):
    with PlexerController(Place("/nowhere", queue=True), "tty") as controller:
        for number in (1, 2):
            controller.ask({"kind": "message", "text": f"{words} {number}"}, 600)
            answered.append(f"{words} {number}")

answered = []

threads = [threading.Thread(target=ask, args=[words]) for words in ("these", "those")]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("answered:", *answered)
"""
"""A program whose threads ask at once."""


@pytest.fixture
def desk(house: House) -> Iterator[TtyDesk]:
    """A shell on a terminal."""
    found = TtyDesk(house)
    yield found
    found.close()


def modes(desk: TtyDesk) -> str:
    """Return the modes of the terminal, as the shell sees them."""
    desk.file("modes").unlink(missing_ok=True)
    desk.terminal.send("stty -a >part; mv part modes\r")
    desk.terminal.wait_until("the modes", desk.file("modes").exists)
    return desk.file("modes").read_text()


def assert_given_back(desk: TtyDesk, before: str) -> None:
    """The shell has its terminal again: modes, screen, cursor, mouse, paste."""
    assert modes(desk) == before
    shown = desk.terminal.screen
    assert not shown.alternate and desk.terminal.cursor is not None
    assert not shown.bracketed_paste and shown.mouse_mode == 0 and not shown.application_cursor


def bare(desk: TtyDesk, after: str = "pass") -> None:
    """Run the program without handlers; its exit status goes to the file `status`."""
    path = desk.house.write("bare.py", BARE.replace("{after}", after))
    python = shlex.quote(sys.executable)
    desk.run(f"sh -c 'echo $$ >pid; exec {python} {path}'; echo $? >part; mv part status")
    desk.see("bare words")


def test_standard_input_and_output_stay_the_programs_own(desk: TtyDesk) -> None:
    before = modes(desk)
    path = desk.house.write("spec.json", json.dumps(PICK))
    desk.house.write("data", "untouched\n")
    desk.run(
        f"{{ mplex-ctl show --backend tty {path} | tr a-z A-Z >out;"
        " cat >rest; echo 0 >status; } <data"
    )
    desk.choose("right", 1)
    assert "RIGHT" in desk.written()
    assert desk.file("rest").read_text() == "untouched\n"
    assert_given_back(desk, before)


def test_a_terminal_is_what_is_left_without_a_multiplexer(desk: TtyDesk) -> None:
    desk.start(PICK, "mplex-ctl show")
    desk.choose("right", 0)
    assert json.loads(desk.written())["answers"] == {"c": "left"}


@pytest.mark.parametrize("keys", ["\r", "\x1b"])
def test_the_terminal_is_given_back_at_the_end(desk: TtyDesk, keys: str) -> None:
    before = modes(desk)
    desk.show(PICK)
    desk.press("right", keys)
    desk.status()
    assert_given_back(desk, before)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_the_terminal_is_given_back_by_a_deadly_signal(
    desk: TtyDesk, number: signal.Signals
) -> None:
    before = modes(desk)
    bare(desk)
    os.kill(int(desk.file("pid").read_text()), number)
    assert desk.status() == 128 + number
    assert_given_back(desk, before)


def test_the_terminal_is_given_back_by_an_interrupt(desk: TtyDesk) -> None:
    before = modes(desk)
    bare(desk)
    os.kill(int(desk.file("pid").read_text()), signal.SIGINT)
    desk.terminal.wait_for_text("KeyboardInterrupt")
    assert_given_back(desk, before)


def test_the_terminal_is_given_back_by_an_exception(desk: TtyDesk) -> None:
    before = modes(desk)
    bare(desk, after="1 / 0")
    desk.terminal.send("\r")
    assert desk.status() == 1
    desk.terminal.wait_for_text("ZeroDivisionError")
    assert_given_back(desk, before)


@pytest.mark.parametrize("way", ["C-z", "SIGTSTP", "SIGSTOP"])
def test_a_stopped_question_goes_on(desk: TtyDesk, way: str) -> None:
    before = modes(desk)
    desk.show(WORDS)
    desk.press("Enter answer", "half")
    desk.see("half")
    if way == "C-z":
        desk.terminal.send("\x1a")
    else:
        os.kill(desk.asker(), getattr(signal, way))
    desk.terminal.wait_for_text("Stopped")
    if way != "SIGSTOP":
        # Nobody can do anything about a SIGSTOP before it works.
        assert_given_back(desk, before)
    # A line feed, since the terminal may still be raw.
    desk.terminal.send("fg\n")
    desk.terminal.wait_for_no_text("Stopped")
    desk.press("Enter answer", " done\r")
    desk.terminal.wait_until("the answer", lambda: desk.file("out").read_text())
    assert json.loads(desk.file("out").read_text())["answers"] == {"t": "half done"}
    assert_given_back(desk, before)


def test_a_job_in_the_background_waits_for_its_turn(desk: TtyDesk) -> None:
    before = modes(desk)
    path = desk.house.write("spec.json", json.dumps(PICK))
    desk.terminal.send(f"mplex-ctl show --backend tty {path} >out 2>err &\r")

    def told_to_be_stopped() -> bool:
        # Anything typed makes the shell tell what became of its jobs.
        desk.terminal.send("\r")
        return desk.terminal.find("Stopped") is not None

    desk.terminal.wait_until("a stopped job", told_to_be_stopped)
    desk.terminal.send("clear; fg\r")
    desk.choose("right", 1)
    desk.terminal.wait_until("the answer", lambda: desk.file("out").read_text())
    assert json.loads(desk.file("out").read_text())["answers"] == {"c": "right"}
    assert_given_back(desk, before)


def test_another_size_keeps_what_was_typed(desk: TtyDesk) -> None:
    desk.show(WORDS)
    desk.press("Enter answer", "kept")
    desk.see("kept")
    for size in (Size(30, 100), Size(10, 40)):
        desk.terminal.resize(*size)
        desk.terminal.wait_until(
            "the line in the last row",
            lambda: desk.terminal.row(-1).startswith("Some words: kept"),
        )
        desk.see("Say it.")
    desk.terminal.send("\r")
    assert json.loads(desk.written())["answers"] == {"t": "kept"}


def test_a_click_answers(desk: TtyDesk) -> None:
    desk.show(PICK)
    desk.see("right")
    row, col = desk.terminal.find("right") or Point(0, 0)
    desk.terminal.send(f"\x1b[<0;{col + 1};{row + 1}M\x1b[<0;{col + 1};{row + 1}m")
    assert json.loads(desk.written())["answers"] == {"c": "right"}


def test_text_typed_ahead_is_for_the_next_question(desk: TtyDesk) -> None:
    desk.show(TWICE)
    desk.press("One", "first\rsecond")
    desk.see("Two: second")
    desk.terminal.send("\r")
    assert json.loads(desk.written())["answers"] == {"one": "first", "two": "second"}


def test_no_key_is_left_over_for_an_answer(desk: TtyDesk) -> None:
    spec: Json = flow(*(screen(name, body=f"Message {name}.") for name in "ab"))
    desk.show(spec)
    desk.press("Message a.", "\r\r")
    desk.press("Message b.", "\x1b")
    assert json.loads(desk.written())["at"] == "b"


def test_a_terminal_that_goes_away_is_no_answer(desk: TtyDesk) -> None:
    desk.show(PICK)
    desk.see("right")
    asker = desk.asker()
    desk.terminal.close()
    # The status is written by a shell that goes with the terminal, so only the end can be seen.
    from_now = lambda: asker not in desk._askers()  # noqa: E731
    desk.terminal.wait_until("the end of the program", from_now)
    assert '"done"' not in desk.file("out").read_text()


FORM_TOOL = "mplex-ctl tool confirm --backend tty"
FORM_FLOW = "mplex-ctl show --backend tty"


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        (f"{FORM_TOOL} <", {"title": "Sure?"}),
        (FORM_FLOW, {"v": 2, "screens": [{"id": "a", "body": "Sure?"}]}),
    ],
    ids=["tool", "flow"],
)
def test_a_form_whose_terminal_goes_away_says_so(house: House, command: str, asked: Json) -> None:
    desk = TtyDesk(house)
    desk.start(asked, command)
    desk.see("Sure?")
    desk.terminal.hang_up()
    out = desk.file("out")
    desk.terminal.wait_until("the result", lambda: out.read_text().endswith("\n"))
    found = json.loads(out.read_text())
    assert found.pop("cancelled", found.pop("status", None)) in (True, "cancelled")
    assert found["reason"] == "no_client"
    desk.close()


def test_without_a_terminal_the_refusal_says_what_was_looked_for(desk: TtyDesk) -> None:
    path = desk.house.write("spec.json", json.dumps(PICK))
    for backend in ("tty", "auto"):
        desk.file("status").unlink(missing_ok=True)
        desk.run(
            f"setsid -w mplex-ctl show --backend {backend} {path} >out 2>err; echo $? >part;"
            "mv part status"
        )
        assert desk.status() == 4
        assert "no controlling terminal" in desk.complaint()
    assert "$TMUX is not set" in desk.complaint()
    assert str(desk.house.runtime / "mplex" / "default.ctl") in desk.complaint()


def test_flows_at_once_take_turns(desk: TtyDesk) -> None:
    before = modes(desk)
    path = desk.house.write("at_once.py", AT_ONCE)
    desk.run(f"{shlex.quote(sys.executable)} {path}; echo $? >part; mv part status")
    desk.see("Enter OK")
    words = ["these", "those"] if desk.terminal.find("these 1") else ["those", "these"]
    for name in words:
        for number in (1, 2):
            desk.press(f"{name} {number}", "\r")
    assert desk.status() == 0
    first, second = words
    desk.terminal.wait_for_text(f"answered: {first} 1 {first} 2 {second} 1 {second} 2")
    assert_given_back(desk, before)


def test_a_dumb_terminal_is_not_taken(desk: TtyDesk) -> None:
    path = desk.house.write("spec.json", json.dumps(PICK))
    desk.run(f"TERM=dumb mplex-ctl show {path} >out 2>err; echo $? >part; mv part status")
    assert desk.status() == 4
    assert "dumb" in desk.complaint()
    assert not desk.terminal.find("Pick")
