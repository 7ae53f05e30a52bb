"""How a person answers: every way to choose, to say something, and to refuse."""

from __future__ import annotations

import pytest

from mplex.geometry import Point
from tests.integration.dialogs.room import CHOICE, MESSAGE, TEXT, Json, Room

FLOWS: dict[str, Json] = {
    "choice": {
        "screens": [
            {
                "id": "where",
                "title": "Where",
                "fields": [{"id": "env", "type": "choice", "label": "Env", "options": ["a", "b"]}],
            }
        ]
    },
    "message": {"screens": [{"id": "news", "title": "News", "body": "It is done."}]},
    "text": {
        "screens": [
            {"id": "name", "title": "Name", "fields": [{"id": "tag", "type": "text", "label": "T"}]}
        ]
    },
}

WAYS_TO_CHOOSE = (
    ("\r", 1),
    ("\x1b[B\r", 2),
    ("\x1bOB\r", 2),
    ("\x1b[A\r", 0),
    ("j\r", 2),
    ("jj\r", 3),
    ("k\r", 0),
    ("\x0e\r", 2),
    ("\x10\r", 0),
    ("1\r", 0),
    ("3\r", 2),
    ("4\r", 3),
    ("9\r", 1),
    ("\x1b[H\r", 0),
    ("\x1b[F\r", 3),
    ("jjjjjjjjjj\r", 3),
    ("xyz\r", 1),
    ("j\n", 2),
)
"""Keys typed into `CHOICE`, which begins on its second option, and the option they choose."""

EDITS = (
    ("\r", "v1"),
    (".2\r", "v1.2"),
    ("\x7f2\r", "v2"),
    ("\x15new\r", "new"),
    ("\x15\r", ""),
    ("\x01re-\x05!\r", "re-v1!"),
    ("\x15one two\x17\x19\x19\r", "one twotwo"),
    ("\x15\x1f\r", "v1"),
    ("\x15größe 世界\r", "größe 世界"),
)
"""Keys typed into a text that begins as "v1", and the text they make of it."""


def test_a_choice_is_made_by_keys(room: Room) -> None:
    control = room.control()
    for keys, index in WAYS_TO_CHOOSE:
        flow = control.show(CHOICE)
        room.see("north")
        room.type(keys)
        assert control.result(flow) == {"done": True, "status": "ok", "value": index}, repr(keys)
        room.see_nothing_of()
    assert room.keys() == b""


def test_a_digit_selects_and_does_not_answer(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    room.see("north")
    for digit in (4, 1, 3):
        room.type(str(digit))
        room.see(f"▸ {digit}")
        assert control.result(flow, wait=0) == {"done": False}
    room.type("\r")
    assert control.result(flow)["value"] == 2


def test_a_choice_is_made_by_a_click(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    room.click(room.see("west"))
    assert control.result(flow) == {"done": True, "status": "ok", "value": 3}


def test_a_press_that_is_released_elsewhere_is_no_answer(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    there = room.see("west")
    room.mouse(0, there)
    room.see("▸ 4")
    room.mouse(0, room.see("Where"), release=True)
    room.mouse(0, there._replace(row=0), release=True)
    assert control.result(flow, wait=0) == {"done": False}
    room.type("k\r")
    assert control.result(flow)["value"] == 2


def test_the_wheel_moves_the_selection(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    there = room.see("south")
    room.mouse(65, there)
    room.see("▸ 3")
    room.mouse(65, there)
    room.see("▸ 4")
    room.mouse(64, there)
    room.see("▸ 3")
    room.type("\r")
    assert control.result(flow)["value"] == 2


def test_clicks_outside_of_the_box_reach_nobody(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    room.see("north")
    room.click(Point(0, 0))
    room.click(Point(23, 2))
    room.mouse(65, Point(0, 0))
    room.see("▸ 3")
    assert control.result(flow, wait=0) == {"done": False}
    room.type("\r")
    assert control.result(flow)["status"] == "ok"
    assert room.keys() == b""


def test_a_message_is_acknowledged_by_a_key(room: Room) -> None:
    control = room.control()
    flow = control.show(MESSAGE)
    room.see("It is done.")
    room.type("\r")
    assert control.result(flow) == {"done": True, "status": "ok", "value": None}


def test_a_message_is_acknowledged_by_a_click(room: Room) -> None:
    control = room.control()
    flow = control.show(MESSAGE)
    room.click(room.see("OK"))
    assert control.result(flow) == {"done": True, "status": "ok", "value": None}


def test_a_text_is_edited_as_in_emacs(room: Room) -> None:
    control = room.control()
    for keys, text in EDITS:
        flow = control.show({**TEXT, "initial": "v1"})
        room.see("Tag: v1")
        room.type(keys)
        assert control.result(flow) == {"done": True, "status": "ok", "value": text}, repr(keys)
        room.see_nothing_of()
    assert room.keys() == b""


def test_answers_are_in_no_history(room: Room) -> None:
    control = room.control()
    first = control.show(TEXT)
    room.see("Tag:")
    room.type("mysecret\r")
    assert control.result(first)["value"] == "mysecret"
    second = control.show(TEXT)
    room.see("Tag:")
    room.type("\x1b[A\x10\r")
    assert control.result(second)["value"] == ""


def test_a_text_has_2000_characters_at_most(room: Room) -> None:
    control = room.control()
    flow = control.show(TEXT)
    room.see("Tag:")
    room.type("\x1b[200~" + "p" * 1990 + "\x1b[201~" + "t" * 30 + "\r")
    assert control.result(flow)["value"] == "p" * 1990 + "t" * 10


@pytest.mark.parametrize("kind", ["choice", "message"])
@pytest.mark.parametrize("key", ["\x1b", "q", "\x03"], ids=["Escape", "q", "C-c"])
def test_a_dialog_is_cancelled(room: Room, kind: str, key: str) -> None:
    asking = room.ask(FLOWS[kind])
    room.type(key)
    end = asking.end()
    at = FLOWS[kind]["screens"][0]["id"]
    assert (end.status, end.outcome) == (1, {"status": "cancelled", "at": at, "answers": {}})
    assert end.complaint == ""
    room.see_nothing_of()
    assert room.keys() == b""


@pytest.mark.parametrize("key", ["\x1b", "\x03", "\x07"], ids=["Escape", "C-c", "C-g"])
def test_a_text_prompt_is_cancelled(room: Room, key: str) -> None:
    asking = room.ask(FLOWS["text"])
    room.type("typed" + key)
    end = asking.end()
    assert (end.status, end.outcome) == (1, {"status": "cancelled", "at": "name", "answers": {}})
    room.see_nothing_of()
    assert room.keys() == b""


@pytest.mark.parametrize(
    ("kind", "answers"), [("choice", {"env": "a"}), ("message", {}), ("text", {"tag": ""})]
)
def test_a_flow_is_done(room: Room, kind: str, answers: Json) -> None:
    asking = room.ask(FLOWS[kind])
    room.type("\r")
    end = asking.end()
    assert (end.status, end.outcome) == (0, {"status": "done", "answers": answers, "action": None})
    room.see_nothing_of()


def test_values_come_back_as_they_are(room: Room) -> None:
    options = [
        {"label": "text", "value": "t"},
        {"label": "number", "value": 2.5},
        {"label": "yes", "value": True},
        {"label": "nothing", "value": None},
    ]
    ids = ["a", "b", "c", "d"]
    fields = [{"id": id, "type": "choice", "label": id, "options": options} for id in ids]
    asking = room.ask({"screens": [{"id": "s", "title": "S", "fields": fields}]})
    for number, id in enumerate(ids):
        room.see(f"❖ {id}" if number else "❖ S")
        room.type(f"{number + 1}\r")
    assert asking.end().outcome == {
        "status": "done",
        "answers": {"a": "t", "b": 2.5, "c": True, "d": None},
        "action": None,
    }
