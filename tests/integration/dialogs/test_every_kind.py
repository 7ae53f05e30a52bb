"""Every kind of field, and every tool, answered by keyboard alone and by mouse alone.

One row for each: what a program asks, what the person does with either hand, and the very value
that the program must get. The person is at an attached client of a real server; the program is
`mplex-ctl tool`.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mplex.dialog.field_kinds import AIUI_KINDS, FIELD_KINDS
from mplex.geometry import Point, Size
from mplex.ui.theme import DIALOG_MARK
from mplex.vt.styles import RGB
from tests.dialog.painted import BLUE, GREEN, RED, WHITE, file_of, quarters
from tests.integration.dialogs.hands import (
    ENTER,
    ESCAPE,
    MOUSE,
    SUBMIT,
    TAB,
    Click,
    Gone,
    Keys,
    See,
    Typed,
    do_all,
    drag,
)
from tests.integration.dialogs.kinds import (
    COLLECTIONS,
    DISPLAYS,
    INPUTS,
    NAME,
    OPTIONS,
    PICTURES,
    SAME,
    TOOLS,
    Case,
    Use,
)
from tests.integration.dialogs.room import Asking, Ended, Json, Room
from tests.support.server import Server

HANDS = ("keyboard", "mouse")


@pytest.fixture(scope="module")
def lasting(shared_server: Server) -> Iterator[Room]:
    """The room of all tests here, with pictures, clips and a player at home."""
    home = shared_server.house.home
    for name in PICTURES:
        (home / f"{name}.png").write_bytes(file_of(quarters(120, 120)))
    for name in ("clip.mp3", "clip.mp4"):
        (home / name).write_bytes(b"ID3")
    player = shared_server.house.write("player", "#!/bin/sh\nexit 0\n")
    player.chmod(0o700)
    shared_server.ok("set-option", "-g", "media-player", str(player))
    room = Room(shared_server, "kinds", Size(30, 100))
    yield room
    room.close()


@pytest.fixture
def person(lasting: Room) -> Iterator[Room]:
    """The room; whatever a test leaves on the screen goes, and no key has gone to the pane."""
    yield lasting
    lasting.forget()
    lasting.see_nothing_of()
    assert lasting.keys() == b""


def call(room: Room, tool: str, arguments: Json) -> Asking:
    """Call a tool, and see its dialog."""
    asking = room.run_ctl("tool", tool, json.dumps({**arguments, "target": room.session}))
    room.see(DIALOG_MARK)
    return asking


def finished(room: Room, asking: Asking) -> Ended:
    """Return what a call ended with, once its dialog is gone."""
    ended = asking.end()
    assert ended.complaint == ""
    room.see_nothing_of()
    return ended


def field_of(case: Case, room: Room) -> Json:
    """Return the field of a case, with the pictures and clips of the room."""
    home = room.server.house.home
    field: Json = {"kind": case.kind, **case.field}
    if case not in DISPLAYS:
        field["name"] = NAME
    if case.kind == "image_grid":
        field["images"] = [
            {"value": name, "label": name, "src": str(home / f"{name}.png")} for name in PICTURES
        ]
    elif case.kind == "annotated_image":
        field["src"] = str(home / "dawn.png")
    elif "src" in field:
        name = field["src"]
        field["src"] = str(home / (name if "." in name else f"{name}.png"))
    return field


def answer(room: Room, case: Case, hand: str) -> Json:
    """Answer a form with either hand; return the whole result.

    Above the field is another one, which has the focus at first.
    """
    first = {"kind": "text", "name": "first", "label": "First"}
    fields = [first, field_of(case, room)]
    asking = call(room, "form", {"title": "Every kind", "fields": fields})
    room.see("Submit")
    if hand == "keyboard":
        do_all(room, (Keys(TAB), *case.keyboard, Keys(SUBMIT)))
    else:
        assert all(isinstance(step, MOUSE) for step in case.mouse)
        do_all(room, (*case.mouse, Click("Submit")))
    ended = finished(room, asking)
    assert ended.status == 0
    assert ended.outcome is not None
    assert ended.outcome["values"].pop("first") == ""
    return ended.outcome


def names(table: tuple[Any, ...]) -> list[str]:
    """Return the names of rows, as the ids of tests."""
    return [row.name.replace(" ", "-") for row in table]


def test_every_kind_has_a_row() -> None:
    apart = {"secret", "annotated_image", "choice", "file", "gallery", "compare", "progress"}
    tabled = {case.kind for case in (*INPUTS, *COLLECTIONS, *DISPLAYS)}
    assert tabled | apart == set(FIELD_KINDS)
    assert set(AIUI_KINDS) - tabled == {"secret"}


VALUED = (*INPUTS, *(case for case in COLLECTIONS if case.kind != "annotated_image"))
MARKED = tuple(case for case in COLLECTIONS if case.kind == "annotated_image")


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("case", VALUED, ids=names(VALUED))
def test_a_field_is_answered(person: Room, case: Case, hand: str) -> None:
    by_mouse = case.value if case.by_mouse is SAME else case.by_mouse
    value = by_mouse if hand == "mouse" else case.value
    found = answer(person, case, hand)
    assert found == {"cancelled": False, "action": None, "values": {NAME: value}}
    assert type(found["values"][NAME]) is type(value)


@pytest.mark.parametrize("case", MARKED, ids=names(MARKED))
def test_a_picture_is_marked_by_keys(person: Room, case: Case) -> None:
    value = {**case.value, "natural": {"width": 120, "height": 120}}
    found = answer(person, case, "keyboard")
    assert found == {"cancelled": False, "action": None, "values": {NAME: value}}


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("case", DISPLAYS, ids=names(DISPLAYS))
def test_what_is_only_shown_reports_nothing(person: Room, case: Case, hand: str) -> None:
    looks = tuple(step for step in case.keyboard if isinstance(step, See))
    mouse = case.mouse or looks
    found = answer(person, case._replace(mouse=mouse), hand)
    assert found == {"cancelled": False, "action": None, "values": {}, **case.value}


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("use", TOOLS, ids=names(TOOLS))
def test_a_tool_is_answered(person: Room, use: Use, hand: str) -> None:
    asking = call(person, use.name.partition(" ")[0], use.arguments)
    if hand == "keyboard":
        do_all(person, use.keyboard)
    else:
        assert all(isinstance(step, MOUSE) for step in use.mouse)
        do_all(person, use.mouse)
    ended = finished(person, asking)
    assert (ended.outcome, ended.status) == (use.result, use.status)


# A picture that is marked with the mouse: what is expected depends on the cells that it has.


def picture_at(room: Room) -> tuple[Point, Size]:
    """Return where the four quarters of the picture are, and how many cells it has."""
    room.see("none")
    colours = [
        RGB | red << 16 | green << 8 | blue for red, green, blue in (RED, GREEN, BLUE, WHITE)
    ]
    size = room.terminal.size
    found = [
        Point(row, col)
        for row in range(size.rows)
        for col in range(size.cols)
        if room.terminal.style(row, col).bg in colours
    ]
    first, last = min(found), max(found)
    return first, Size(last.row - first.row + 1, last.col - first.col + 1)


def share(cell: float, cells: int) -> float:
    """Return a place among cells as a share of all."""
    return round(cell / cells, 4)


def test_a_point_is_clicked(person: Room) -> None:
    asking = call(person, "form", {"title": "Mark", "fields": [field_of(MARKED[0], person)]})
    at, cells = picture_at(person)
    person.click(Point(at.row + 1, at.col + 3))
    x, y = share(3.5, cells.cols), share(1.5, cells.rows)
    person.see(f"{x:.4f} {y:.4f}")
    do_all(person, (Click("Submit"),))
    value = {"point": {"x": x, "y": y}, "region": None, "natural": {"width": 120, "height": 120}}
    assert finished(person, asking).outcome == {
        "cancelled": False,
        "action": None,
        "values": {NAME: value},
    }


def test_a_region_is_dragged(person: Room) -> None:
    asking = call(person, "form", {"title": "Mark", "fields": [field_of(MARKED[2], person)]})
    at, cells = picture_at(person)
    do_all(person, (Click("( ) region"), See("(•) region")))
    drag(person, Point(at.row + 4, at.col + 7), Point(at.row + 1, at.col + 2))
    person.see_nothing_of("region none")
    do_all(person, (Click("( ) point"), See("(•) point")))
    person.click(at)
    person.see_nothing_of("point none")
    do_all(person, (Click("Submit"),))
    region = {
        "x": share(2, cells.cols),
        "y": share(1, cells.rows),
        "w": round(share(8, cells.cols) - share(2, cells.cols), 4),
        "h": round(share(5, cells.rows) - share(1, cells.rows), 4),
    }
    point = {"x": share(0.5, cells.cols), "y": share(0.5, cells.rows)}
    ended = finished(person, asking)
    assert ended.outcome is not None
    assert ended.outcome["values"][NAME] == {
        "point": point,
        "region": region,
        "natural": {"width": 120, "height": 120},
    }


# Values that go into files.


@pytest.mark.parametrize("hand", HANDS)
def test_a_secret_and_a_text_go_into_their_files(person: Room, hand: str, tmp_path: Path) -> None:
    key, config = tmp_path / "deep" / "key", tmp_path / "config"
    config.write_text("token = @TOKEN@\n")
    config.chmod(0o640)
    fields = [
        {
            "kind": "secret",
            "name": "key",
            "label": "API key",
            "target": {"mode": "create", "path": str(key)},
        },
        {
            "kind": "text",
            "name": "token",
            "label": "Token",
            "target": {"mode": "substitute", "path": str(config), "placeholder": "@TOKEN@"},
        },
    ]
    asking = call(person, "form", {"title": "Store", "fields": fields})
    person.see("new file, mode 0600")
    if hand == "keyboard":
        do_all(person, (Typed("hunter2", "•" * 7), Keys(TAB), Typed("v-1"), Keys(SUBMIT)))
    else:
        do_all(person, (Click("API key", down=1, right=2), Typed("hunter2", "•" * 7)))
        do_all(person, (Click("Token", down=1, right=2), Typed("v-1"), Click("Submit")))
    ended = finished(person, asking)
    assert ended.outcome == {
        "cancelled": False,
        "action": None,
        "values": {
            "key": {"written": True, "target": str(key), "bytes": 7, "mode": "0600"},
            "token": {
                "value": "v-1",
                "written": True,
                "target": str(config),
                "bytes": 3,
                "mode": "0640",
            },
        },
    }
    assert key.read_text() == "hunter2"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert config.read_text() == "token = v-1\n"


@pytest.mark.parametrize("hand", HANDS)
def test_a_file_is_handed_over(person: Room, hand: str, tmp_path: Path) -> None:
    (person.server.house.home / "report.csv").write_text("a,b\n")
    asking = call(person, "upload", {"target_dir": str(tmp_path)})
    person.see("report.csv")
    if hand == "keyboard":
        do_all(person, (Keys("rep"), Gone("dawn.png"), Keys(ENTER)))
    else:
        do_all(person, (Click("report.csv"), See("(•) report.csv"), Click("Hand over")))
    path = tmp_path / "report.csv"
    assert finished(person, asking).outcome == {
        "status": "ok",
        "path": str(path),
        "filename": "report.csv",
        "bytes": 4,
    }
    assert path.read_text() == "a,b\n"


# Kinds that only a flow of forms has.


@pytest.mark.parametrize("hand", HANDS)
def test_a_flow_asks_for_a_choice_and_a_file(person: Room, hand: str) -> None:
    home = person.server.house.home
    (home / "june.csv").write_text("x")
    screens = [
        {
            "id": "one",
            "fields": [
                {"kind": "choice", "name": "db", "label": "Database", "options": OPTIONS},
            ],
        },
        {
            "id": "two",
            "fields": [{"kind": "file", "name": "csv", "label": "File", "start": str(home)}],
        },
    ]
    asking = call(person, "plexer_show", {"spec": {"v": 2, "title": "Both", "screens": screens}})
    if hand == "keyboard":
        do_all(person, (See("One file."), Keys("2" + SUBMIT)))
        do_all(person, (See("june.csv"), Keys("june"), Gone("dawn.png"), Keys(ENTER)))
    else:
        do_all(person, (Click("SQLite"), Click("Continue"), Click("june.csv")))
        do_all(person, (See("(•) june.csv"), Click("Submit")))
    assert finished(person, asking).outcome == {
        "status": "done",
        "answers": {"db": {"answers": ["SQLite"]}, "csv": str(home / "june.csv")},
        "action": None,
    }


@pytest.mark.parametrize("hand", HANDS)
def test_progress_is_cancelled(person: Room, hand: str) -> None:
    screen = {
        "id": "bar",
        "title": "Copying",
        "fields": [{"kind": "progress", "name": "bar", "label": "Files", "value": 0.25}],
    }
    asking = call(person, "plexer_show", {"spec": {"v": 2, "screens": [screen]}})
    do_all(person, (See("25%"), Keys(ESCAPE) if hand == "keyboard" else Click("Cancel")))
    ended = finished(person, asking)
    assert ended.outcome == {"status": "cancelled", "at": "bar", "answers": {}}
    assert ended.status == 1
