"""Rules 1, 2, 6 and 10 of a dialog: whose key it is, and what is no answer. Each tries to break it.

The person types known sequences across every change of who has the keyboard; what the pane got and
what the dialog got must be the sequence, no key missing and none twice.
"""

from __future__ import annotations

import string

import pytest

from mplex.geometry import Point, Size
from tests.integration.dialogs.conftest import MakeRoom
from tests.integration.dialogs.room import CHOICE, MESSAGE, TEXT, WAITING, Json, Room

PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"


def typing(room: Room, keys: str = "x") -> bytes:
    """Be somebody who has typed into the pane just now; return what it has got by that."""
    room.type(keys)
    before = keys.encode()
    room.pane_gets(before)
    return before


# Rule 1: silence is never an answer.


@pytest.mark.parametrize(
    "screen",
    [CHOICE, MESSAGE, {**TEXT, "initial": "ready to submit"}],
    ids=["choice", "message", "text"],
)
def test_rule_1_no_default_is_taken_when_time_runs_out(room: Room, screen: Json) -> None:
    control = room.control()
    flow = control.show(screen, timeout=1)
    room.see("❖")
    assert control.result(flow) == {"done": True, "status": "timeout", "value": None}


def test_rule_1_no_default_is_taken_when_the_person_leaves(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE, timeout=1, target=room.session)
    room.see("❖")
    room.terminal.close()
    assert control.result(flow) == {"done": True, "status": "timeout", "value": None}


def test_rule_1_moving_and_looking_is_no_answer(room: Room) -> None:
    control = room.control()
    flow = control.show({**CHOICE, "text": "long\n" * 40})
    there = room.see("south")
    room.type("jjk1\x1b[5~\x1b[6~ \t\x1b[Z\x1b[C\x1b[D\x7f\x1bOP")
    room.mouse(65, there)
    room.mouse(35, there)
    room.mouse(2, there)
    room.mouse(2, there, release=True)
    room.type("\x1b[I\x1b[O3")
    room.see("▸ 3")
    assert control.result(flow, wait=0.2) == {"done": False}


# Rule 2: the answer is the one the person meant.


@pytest.mark.parametrize("screen", [CHOICE, MESSAGE], ids=["choice", "message"])
def test_rule_2_a_person_who_types_does_not_answer(room: Room, screen: Json) -> None:
    typed = typing(room)
    control = room.control()
    flow = control.show(screen)
    room.type("ls\rq\x03 1\r\n")
    room.pane_gets(typed + b"ls\rq\x03 1\r\n")
    assert control.result(flow, wait=0) == {"done": False}
    room.see("❖")
    room.see_nothing_of(WAITING)
    room.type("\r")
    assert control.result(flow)["status"] == "ok"
    room.pane_gets(typed + b"ls\rq\x03 1\r\n")


def test_rule_2_the_dialog_shows_that_it_waits(room: Room) -> None:
    typing(room)
    control = room.control()
    control.show(CHOICE)
    room.see(WAITING)
    room.see_nothing_of(WAITING)
    room.see("asked by")


def test_rule_2_a_text_prompt_waits_too(room: Room) -> None:
    typed = typing(room)
    control = room.control()
    flow = control.show(TEXT)
    room.see(WAITING)
    room.type("echo\r")
    room.pane_gets(typed + b"echo\r")
    room.see_nothing_of(WAITING)
    room.type("answer\r")
    assert control.result(flow)["value"] == "answer"
    room.pane_gets(typed + b"echo\r")


def test_rule_2_no_key_is_lost_and_none_is_given_twice(room: Room) -> None:
    """The dialog arrives in the middle of a steady typist, who then pauses and goes on."""
    control = room.control()
    sequence = string.ascii_letters + string.digits
    shown, paused = 20, 40
    flow = ""
    for count, char in enumerate(sequence):
        if count == shown:
            flow = control.show(TEXT)
        if count == paused:
            room.see_nothing_of(WAITING)
        room.type(char)
        room.terminal.pump(0.01)
    room.type("\r")
    answer = control.result(flow)["value"]
    assert room.keys().decode() + answer == sequence
    assert len(room.keys()) >= shown
    assert len(answer) >= len(sequence) - paused


def test_rule_2_no_key_is_lost_in_one_burst(room: Room) -> None:
    typed = typing(room)
    control = room.control()
    control.post("show", screen=CHOICE)
    burst = (string.ascii_lowercase + "\r") * 20
    room.type(burst)
    room.pane_gets(typed + burst.encode())
    assert control.read() is not None


@pytest.mark.parametrize("screen", [CHOICE, MESSAGE], ids=["choice", "message"])
def test_rule_2_a_paste_presses_no_button(room: Room, screen: Json) -> None:
    control = room.control()
    flow = control.show(screen)
    room.see("❖")
    room.type(f"{PASTE_START}3\ryes\nq\x03\x1b\r{PASTE_END}")
    room.type("k")
    assert control.result(flow, wait=0.2) == {"done": False}
    room.type("\r")
    end = control.result(flow)
    assert end["status"] == "ok"
    assert end["value"] == (0 if screen is CHOICE else None)
    assert room.keys() == b""


def test_rule_2_a_paste_into_a_prompt_is_text_and_does_not_submit(room: Room) -> None:
    control = room.control()
    flow = control.show(TEXT)
    room.see("Tag:")
    room.type(f"{PASTE_START}one\r\ntwo\nthree\x1b\x03\r{PASTE_END}")
    room.see("one two three")
    assert control.result(flow, wait=0.2) == {"done": False}
    room.type("!\r")
    value = control.result(flow)["value"]
    assert value.replace(" ", "").startswith("onetwothree")
    assert value.endswith("!")
    assert value.isprintable()


def test_rule_2_a_paste_goes_to_the_pane_while_the_dialog_waits(room: Room) -> None:
    typed = typing(room)
    control = room.control()
    flow = control.show(TEXT)
    room.type(f"{PASTE_START}block{PASTE_END}")
    room.pane_gets(typed + b"block")
    room.see("Tag:")
    room.see_nothing_of(WAITING)
    room.type("\r")
    assert control.result(flow)["value"] == ""


def test_rule_2_a_prefix_typed_before_does_not_lie_in_wait(room: Room) -> None:
    """The prefix is pressed, the dialog answered, and then what follows is just text."""
    control = room.control()
    room.type("\x02")
    prefix = ["list-clients", "-t", room.session, "-F", "#{client_prefix}"]
    room.terminal.wait_until(
        "the prefix to be taken",
        lambda: control.call("command", argv=prefix)["stdout"] == "1\n",
    )
    flow = control.show(CHOICE)
    room.see("❖")
    room.see_nothing_of(WAITING)
    room.type("j\r")
    assert control.result(flow)["value"] == 2
    room.see_nothing_of()
    room.type("d")
    room.pane_gets(b"d")


def test_rule_2_the_persons_own_prompt_is_kept(room: Room) -> None:
    room.type("\x02:")
    room.see(":")
    room.type("display-message fine")
    room.see("display-message fine")
    control = room.control()
    flow = control.show(TEXT)
    room.see("❖")
    room.see_nothing_of(WAITING)
    room.type("answer\r")
    assert control.result(flow)["value"] == "answer"
    room.see("display-message fine")
    room.type("ly\r")
    room.see_nothing_of("display-message")
    room.see("finely")
    assert room.keys() == b""


# Rule 6: everything works by keyboard and by mouse; hotkeys are dead inside text fields.


def test_rule_6_every_choice_shows_its_key(room: Room) -> None:
    control = room.control()
    options = [f"option-{number}" for number in range(12)]
    flow = control.show({**CHOICE, "options": options})
    for key, option in zip("1234567890ab", options, strict=True):
        room.see(f"{key}  {option}")
    room.type("b")
    room.see("▸ b")
    room.type("0")
    room.see("▸ 0")
    room.type("\r")
    assert control.result(flow)["value"] == 9


def test_rule_6_hotkeys_are_dead_inside_a_text(room: Room) -> None:
    control = room.control()
    flow = control.show(TEXT)
    room.see("Tag:")
    text = "q jk 1234567890 ab y n qq"
    room.type(text)
    room.see(text)
    assert control.result(flow, wait=0) == {"done": False}
    room.type("\r")
    assert control.result(flow)["value"] == text


def test_rule_6_the_prefix_is_dead_inside_a_dialog(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    room.see("❖")
    room.type("\x02d\x02c\x023")
    room.see("▸ 3")
    room.type("\r")
    assert control.result(flow)["value"] == 2
    assert not room.terminal.closed
    assert room.server.display("#{session_windows}", room.session) == "1"


# Rule 10: between two screens of one flow no key falls through to the pane.


def test_rule_10_no_key_falls_through_between_two_screens(room: Room) -> None:
    control = room.control()
    first = control.show(CHOICE, run="r")
    room.see("❖")
    room.type("\rhel\rlo \r\n\x03\x04\x1b[A\x1b[15~\x1bx\x02cworld\x1bOM")
    assert control.result(first)["value"] == 1
    second = control.show({**TEXT, "initial": ">"}, run="r")
    room.see("Tag: >")
    room.see("world")
    assert control.result(second, wait=0) == {"done": False}
    room.type("!\r")
    assert control.result(second)["value"] == ">hello world!".replace("w", "cw", 1)
    control.close()
    room.see_nothing_of()
    assert room.keys() == b""


def test_rule_10_no_button_of_the_next_screen_is_pressed(room: Room) -> None:
    control = room.control()
    first = control.show(CHOICE, run="r")
    room.see("❖")
    room.type("\r\r3\r")
    room.click(Point(10, 30))
    control.result(first)
    second = control.show({**CHOICE, "title": "Again"}, run="r")
    room.see("❖ Again")
    assert control.result(second, wait=0.2) == {"done": False}
    room.type("k\r")
    assert control.result(second)["value"] == 0


def test_rule_10_a_paste_between_two_screens_goes_into_the_prompt(room: Room) -> None:
    control = room.control()
    first = control.show(CHOICE, run="r")
    room.see("❖")
    room.type(f"\r{PASTE_START}pasted\rtext{PASTE_END}")
    control.result(first)
    second = control.show(TEXT, run="r")
    room.see("pasted")
    assert control.result(second, wait=0.2) == {"done": False}
    room.type("\r")
    assert control.result(second)["value"].replace(" ", "") == "pastedtext"
    assert room.keys() == b""


def test_rule_10_a_slow_driver_gives_the_keyboard_back(room: Room) -> None:
    control = room.control()
    first = control.show(CHOICE, run="r")
    room.see("❖")
    room.type("\rlost")
    control.result(first)

    def comes_through() -> bool:
        room.type("z")
        return bool(room.keys())

    room.terminal.wait_until("the keyboard to be back at the pane", comes_through)
    assert set(room.keys()) == set(b"z")
    # The slow driver may go on, as any other asker may.
    second = control.show(CHOICE, run="r")
    room.see("❖")
    room.see_nothing_of(WAITING)
    room.type("\r")
    assert control.result(second)["status"] == "ok"


def test_rule_10_the_end_of_the_driver_gives_the_keyboard_back(room: Room) -> None:
    control = room.control()
    first = control.show(CHOICE, run="r")
    room.see("❖")
    room.type("\rlost")
    control.result(first)
    control.close()
    room.see_nothing_of()
    other = room.control()
    other.call("list")
    room.type("free")
    room.pane_gets(b"free")


def test_rule_10_a_whole_flow_hammered_with_keys(make_room: MakeRoom) -> None:
    """A person who leans on the keyboard for the length of a flow reaches no pane by it."""
    room = make_room(Size(20, 60))
    fields = [{"id": f"f{n}", "type": "text", "label": f"L{n}"} for n in range(4)]
    asking = room.ask({"screens": [{"id": "s", "title": "S", "fields": fields}]})
    typed = ""
    for number in range(4):
        room.see(f"L{number}: ")
        chunk = f"<{number}>"
        room.type(f"{chunk}\r{chunk}" if number < 3 else chunk)
        typed += chunk * 2 if number < 3 else chunk
    room.type("\r")
    end = asking.end()
    assert end.outcome is not None
    assert "".join(end.outcome["answers"].values()) == typed
    assert room.keys() == b""
