"""Rules 3, 4, 5 and 8 of a dialog: what it looks like, and that nothing can look like it."""

from __future__ import annotations

import json

import pytest

from mplex.geometry import Size
from mplex.ui.theme import MARK_STAND_IN
from tests.integration.dialogs.conftest import MakeRoom
from tests.integration.dialogs.room import CHOICE, MESSAGE, TEXT, Json, Room, box_of

MARK = "❖"

HOSTILE = "\x1b]0;PWNED\x07\x1b[31mred\x9b35m\u202ertl\u2066\x00\x08\x1bPq\x1b\\\x85\x7f❖"
"""Control characters, escape sequences and direction marks, each of which does something."""

RAW = (
    b"PWNED\x07",
    b"\x1b]0;PWNED",
    b"\x1b[31mred",
    "\x9b".encode(),
    "\x85".encode(),
    "\u202e".encode(),
    "\u2066".encode(),
    b"\x00",
    b"\x08",
    b"\x1bPq",
    b"\x7f",
)


# Rule 3: who asks is visible, and nothing can imitate the frame's own mark.


@pytest.mark.parametrize(
    "text",
    [MARK, "❖\ufe0f", "❖\u0301", "x\u200d❖", "\x1b[1m❖\x1b[0m", "❖\x1b[30b", "\x1b[3;3H❖\x1b#8"],
    ids=["plain", "variation", "combining", "joined", "styled", "repeated", "placed"],
)
def test_rule_3_no_pane_shows_the_mark(room: Room, text: str) -> None:
    script = room.server.house.write(f"{room.session}.txt", text + "\x1b[20;1Hend of it")
    room.server.ok("respawn-pane", "-k", "-t", room.session, f"cat {script}; exec cat")
    room.see("end of it")
    room.server.ok("copy-mode", "-t", room.session)
    room.see("[0/")
    beside = f"cat {script}; printf ' beside'; exec cat"
    room.server.ok("split-window", "-h", "-t", room.session, beside)
    room.see("end of it beside")
    assert MARK.encode() not in room.terminal.output


@pytest.mark.parametrize(
    "command",
    [
        ["rename-window", "<❖>"],
        ["rename-session", "<❖>"],
        ["set-option", "status-left", "<❖>"],
        ["set-option", "status-right", "<❖\ufe0f>"],
        ["display-message", "<❖>"],
        ["command-prompt", "-p", "<❖>"],
        ["command-prompt", "-I", "<❖>"],
        ["confirm-before", "-p", "<❖>", "list-keys"],
        ["display-menu", "-T", "<❖>", "<❖>", "a", ""],
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_rule_3_nothing_of_ours_shows_the_mark(room: Room, command: list[str]) -> None:
    room.server.ok("set-option", "-t", room.session, "status-left-length", "40")
    client = room.server.ok("list-clients", "-t", room.session, "-F", "#{client_name}")
    words = {
        "rename-window": ["-t", f"{room.session}:"],
        "rename-session": ["-t", room.session],
        "set-option": ["-t", room.session],
        "display-message": ["-c", client],
        "display-menu": ["-c", client],
    }.get(command[0], ["-t", client])
    started = room.run_ctl("call", "command", json_of([command[0], *words, *command[1:]]))
    room.see(f"<{MARK_STAND_IN}")
    assert MARK.encode() not in room.terminal.output
    started.close()
    if command[0] == "rename-session":
        room.server.ok("rename-session", "-t", "<❖>", room.session)


def json_of(argv: list[str]) -> str:
    """Return the parameters of the method `command`."""
    return json.dumps({"argv": argv})


def test_rule_3_no_output_of_a_command_shows_the_mark(room: Room) -> None:
    room.server.house.write("marks.txt", "<❖> of a file\n<❖\ufe0f> again\n")
    room.type("\x02:")
    room.see(":")
    room.type("run-shell 'cat marks.txt'\r")
    room.see(f"<{MARK_STAND_IN}> again")
    assert MARK.encode() not in room.terminal.output


def test_rule_3_no_pane_title_shows_the_mark(room: Room) -> None:
    room.server.ok("set-option", "-w", "-t", f"{room.session}:", "pane-border-status", "top")
    room.server.ok("select-pane", "-t", f"{room.session}:", "-T", "<❖>")
    room.see(f"<{MARK_STAND_IN}>")
    assert MARK.encode() not in room.terminal.output


def test_rule_3_no_list_to_choose_from_shows_the_mark(room: Room) -> None:
    room.server.ok("rename-window", "-t", f"{room.session}:", "<❖>")
    room.type("\x02w")
    room.terminal.wait_until(
        "the window in the list and in the status row",
        lambda: room.terminal.screen_text().count(f"<{MARK_STAND_IN}>") >= 2,
    )
    assert MARK.encode() not in room.terminal.output


def test_rule_3_a_question_has_the_mark_once(room: Room) -> None:
    control = room.control()
    names = {"title": "❖ A", "text": "❖ B\n❖", "label": "❖ C", "options": ["❖", "❖ D"]}
    control.show({**CHOICE, **names, "default": 0})
    room.see(f"{MARK} {MARK_STAND_IN} A")
    assert room.terminal.screen_text().count(MARK) == 1


def test_rule_3_the_asker_and_its_pane_are_named(room: Room) -> None:
    spec = room.write_spec({"screens": [{"id": "s", "title": "T", "body": "b"}]})
    room.server.house.write("release.sh", f"mplex-ctl show {spec}\n")
    pane = room.server.ok(
        "split-window",
        "-P",
        "-F",
        "#{pane_id}",
        "-t",
        f"{room.session}:",
        "sh release.sh; exec cat",
    )
    room.see(f"asked by release.sh in {pane}")
    room.type("\r")
    room.see_nothing_of()


def test_rule_3_an_asker_cannot_give_itself_a_frame(room: Room) -> None:
    spec = room.write_spec({"screens": [{"id": "s", "title": "T", "body": "b"}]})
    name = "❖\x1b[31mroot\u202e"
    room.server.house.write(name, f"mplex-ctl show {spec} -t {room.session}\n")
    shown = len(room.terminal.output)
    room.server.ok("run-shell", "-b", "-t", f"{room.session}:", f"exec sh '{name}'")
    room.see("asked by ")
    room.see(MARK_STAND_IN)
    assert room.terminal.screen_text().count(MARK) == 1
    assert b"\x1b[31mroot" not in room.terminal.output[shown:]
    assert "\u202e".encode() not in room.terminal.output[shown:]
    room.type("\r")
    room.see_nothing_of()


# Rule 4: all text from a spec is plain text.


@pytest.mark.parametrize(
    "screen",
    [
        {"kind": "choice", "label": f"L{HOSTILE}", "options": [f"O{HOSTILE}", HOSTILE]},
        {"kind": "message", "text": f"M{HOSTILE}"},
        {"kind": "text", "label": f"L{HOSTILE}", "initial": f"I{HOSTILE}", "text": HOSTILE},
    ],
    ids=["choice", "message", "text"],
)
def test_rule_4_no_string_of_a_spec_is_obeyed(room: Room, screen: Json) -> None:
    shown = len(room.terminal.output)
    control = room.control()
    flow = control.show({**screen, "title": f"T{HOSTILE}"})
    room.see("PWNED")
    room.type("\x1b[6~\x1b[B")
    room.terminal.drain()
    written = bytes(room.terminal.output[shown:])
    assert [raw for raw in RAW if raw in written] == []
    assert room.terminal.screen_text().count(MARK) == 1
    assert not [event for event in room.terminal.events if "PWNED" in str(event)]
    box_of(room.terminal)
    listed = control.call("list")["flows"][0]
    assert listed["title"].isprintable()
    room.type("\r")
    end = control.result(flow)
    assert end["status"] == "ok"
    if screen["kind"] == "text":
        assert "\x1b" not in end["value"]


def test_rule_4_a_whole_spec_in_hostile_words(room: Room) -> None:
    hostile = HOSTILE
    fields = [
        {"id": "f", "type": "choice", "label": f"l{hostile}", "options": [f"o{hostile}"]},
        {"id": "t", "type": "text", "label": f"t{hostile}", "initial": f"i{hostile}"},
        {"id": "i", "type": "info", "text": f"n{hostile}"},
    ]
    screen = {
        "id": "s",
        "title": f"T{hostile}",
        "body": f"B{hostile}",
        "fields": fields,
        "actions": [{"id": "a", "label": f"A{hostile}"}],
    }
    shown = len(room.terminal.output)
    asking = room.ask({"title": hostile, "screens": [screen]})
    room.type("\r")
    room.see("t␛]0;PWNED")
    room.type("\r")
    room.see("A␛]0;PWNED")
    room.type("\r")
    end = asking.end()
    assert end.status == 0
    written = bytes(room.terminal.output[shown:])
    assert [raw for raw in RAW if raw in written] == []


def test_rule_4_complaints_are_plain_text_too(room: Room) -> None:
    spec = {"screens": [{"id": f"a {HOSTILE}", "body": "b", "next": HOSTILE}]}
    end = room.run_ctl("show", room.write_spec(spec)).end()
    assert end.status == 2
    assert all(line.isprintable() for line in end.complaint.splitlines()), end.complaint


# Rule 5: long content scrolls, the buttons stay visible, everything lines up.

SIZES = [Size(5, 20), Size(24, 80), Size(100, 300), Size(3, 10), Size(1, 1)]
LONG = "\n".join(f"{number} " + "lorem ipsum dolor " * 5 for number in range(18))
WIDE = "世界 e\u0301 ﷽ 👩‍👩‍👧 ｗｉｄｅ ñ ก็ 🇩🇪 한국어"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_rule_5_the_choice_stays_in_view(make_room: MakeRoom, size: Size) -> None:
    room = make_small(make_room, size)
    control = room.control()
    options = [f"{number}st" for number in range(12)]
    flow = control.show({**CHOICE, "text": LONG, "options": options}, target=room.session)
    if size.rows >= 3:
        room.see("1st" if size.cols > 10 else "1s")
        room.type("\x1b[F")
        room.see("11st" if size.cols > 10 else "11")
        room.type("\x1b[H")
        room.see("0st" if size.cols > 10 else "0s")
    room.type("\x1b[6~k4\r")
    assert control.result(flow)["value"] == 3


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_rule_5_a_text_is_seen_as_it_is_typed(make_room: MakeRoom, size: Size) -> None:
    room = make_small(make_room, size)
    control = room.control()
    flow = control.show({**TEXT, "text": LONG}, target=room.session)
    room.type("a rather long answer that does not fit end")
    if size.cols > 10:
        room.see("end")
    room.type("\r")
    assert control.result(flow)["value"] == "a rather long answer that does not fit end"


def make_small(make_room: MakeRoom, size: Size) -> Room:
    """Return a room that is resized to a size too small to start in."""
    room = make_room(Size(max(size.rows, 5), max(size.cols, 20)))
    if room.terminal.size != size:
        room.resize(size)
    return room


@pytest.mark.parametrize("size", [Size(5, 20), Size(24, 80), Size(100, 300)], ids=str)
def test_rule_5_wide_and_combining_characters_line_up(make_room: MakeRoom, size: Size) -> None:
    room = make_room(size)
    control = room.control()
    for screen in (
        {**CHOICE, "title": WIDE, "text": f"{WIDE}\n{WIDE * 9}", "options": [WIDE, WIDE * 3, "x"]},
        {**MESSAGE, "title": WIDE * 5, "text": WIDE * 20},
    ):
        flow = control.show(screen)
        room.see(f"{MARK} 世")
        box_of(room.terminal)
        for keys in ("\x1b[6~", "\x1b[F", "\x1b[5~"):
            room.type(keys)
            control.call("list")
            box_of(room.terminal)
        room.type("\r")
        assert control.result(flow)["status"] == "ok"
        room.see_nothing_of()


def test_rule_5_a_long_message_is_read_to_its_end(room: Room) -> None:
    control = room.control()
    text = "\n".join(f"line {number}" for number in range(200))
    flow = control.show({**MESSAGE, "text": text})
    room.see("line 0")
    assert not room.terminal.find("line 199")
    room.type("\x1b[F")
    room.see("line 199")
    room.see("OK")
    room.type("\x1b[H")
    room.see("line 0")
    there = room.see("line 3")
    for _ in range(3):
        room.mouse(65, there)
    room.see("line 20")
    room.see_nothing_of("line 0")
    room.type("\r")
    assert control.result(flow)["status"] == "ok"


@pytest.mark.parametrize(("option", "value"), [("status", "off"), ("status-position", "top")])
def test_rule_5_a_text_is_seen_wherever_the_status_row_is(
    room: Room, option: str, value: str
) -> None:
    room.server.ok("set-option", "-t", room.session, option, value)
    control = room.control()
    flow = control.show({**TEXT, "text": LONG})
    room.see("❖ Name")
    room.type("typed")
    row = room.see("Tag: typed").row
    corners = box_of(room.terminal)
    assert not corners[0].row <= row <= corners[1].row
    room.terminal.wait_until(
        "the cursor behind what is typed", lambda: room.terminal.cursor == (row, 10)
    )
    room.type("\r")
    assert control.result(flow)["value"] == "typed"


# Rule 8: panes keep running and drawing beneath it.


def test_rule_8_panes_run_and_draw_beneath(make_room: MakeRoom) -> None:
    room = make_room(Size(24, 80))
    counting = "n=0; while :; do n=$((n+1)); printf '\\033[1;1Hcount %d \\n' $n; sleep 0.02; done"
    room.server.ok("respawn-pane", "-k", "-t", room.session, counting)
    room.see("count ")
    control = room.control()
    flow = control.show(CHOICE)
    room.see(MARK)

    def count() -> int:
        return int(room.terminal.row(0).split()[1])

    before = count()
    room.terminal.wait_until("the pane to draw on", lambda: count() > before + 3)
    assert room.terminal.find(MARK)
    box_of(room.terminal)
    room.type("\r")
    assert control.result(flow)["status"] == "ok"
    after = count()
    room.terminal.wait_until("the pane to draw on", lambda: count() > after)


def test_rule_8_what_was_drawn_beneath_is_there_after(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    there = room.see(MARK)
    line = "y" * 80
    server = room.server
    tty = server.display("#{pane_tty}", room.session)
    with open(tty, "w") as pane:
        pane.write(f"\x1b[{there.row + 1};1H{line}")
    room.terminal.wait_until(
        "the line on both sides of the box",
        lambda: (
            room.terminal.row(there.row).startswith("yyy")
            and room.terminal.row(there.row).endswith("yyy")
        ),
    )
    assert room.terminal.find(MARK) == there
    room.type("\r")
    assert control.result(flow)["status"] == "ok"
    room.see(line)
