"""What has to be seen to work: large dialogs, and those that matter most, used as they are meant.

Each is also squeezed into 20 columns and 5 rows, and left and taken up again, while somebody is in
the middle of it: nothing that was typed or picked may be lost by that.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from PIL import Image

from mplex.geometry import Point, Size
from mplex.ui.theme import DIALOG_MARK
from mplex.vt.styles import RGB
from tests.dialog.painted import file_of
from tests.integration.dialogs.hands import (
    DOWN,
    END,
    ENTER,
    ESCAPE,
    PAGE_DOWN,
    RIGHT,
    SPACE,
    SUBMIT,
    TAB,
    UP,
    Click,
    Gone,
    Keys,
    See,
    Typed,
    Wheel,
    do_all,
)
from tests.integration.dialogs.room import WAITING, Asking, Ended, Json, Room

TINY, USUAL = Size(5, 20), Size(24, 80)
FINE = 0xF8F8F8
"""The bits of a colour that pictures in cells keep."""

QUICK_REFERENCE: Json = {
    "title": "New feature draft",
    "header": "Discovery",
    "fields": [
        {
            "kind": "text",
            "name": "job",
            "label": "User job",
            "multiline": True,
            "required": True,
        },
        {
            "kind": "select",
            "name": "scope",
            "label": "Scope",
            "options": [
                {"label": "Quick win", "value": "qw"},
                {"label": "Feature", "value": "f"},
                {"label": "Epic", "value": "e"},
            ],
            "default": "f",
        },
        {
            "kind": "list",
            "name": "stakeholders",
            "label": "Stakeholders",
            "items": [
                {"label": "Product", "value": "prod"},
                {"label": "Design", "value": "design"},
                {"label": "Engineering", "value": "eng"},
            ],
            "selectable": True,
            "multi_select": True,
            "default_selected": ["prod", "eng"],
        },
        {"kind": "date", "name": "deadline", "label": "Target date"},
    ],
    "actions": [
        {"label": "Cancel", "value": "cancel", "skip_validation": True},
        {"label": "Save draft", "value": "draft", "skip_validation": True},
        {"label": "Create", "value": "commit", "primary": True},
    ],
}


def call(room: Room, tool: str, arguments: Json) -> Asking:
    """Call a tool, and see its dialog."""
    asking = room.run_ctl("tool", tool, json.dumps({**arguments, "target": room.session}))
    room.see(DIALOG_MARK)
    return asking


def result(asking: Asking) -> Json:
    """Return what a call returns; nothing was complained of."""
    ended: Ended = asking.end()
    assert (ended.complaint, ended.outcome is None) == ("", False)
    assert ended.outcome is not None
    return ended.outcome


def unsettle(room: Room, *kept: str, tiny: str = "") -> None:
    """Squeeze a dialog, leave it, and come back; at its old size it shows what it has kept.

    `tiny` is what it shows where there is hardly any room.
    """
    room.resize(TINY)
    room.see(DIALOG_MARK)
    if tiny:
        room.see(tiny)
    room.resize(USUAL)
    for text in kept:
        room.see(text)
    room.detach()
    room.attach(USUAL)
    for text in kept:
        room.see(text)


def colour_of(room: Room, *colours: int) -> bool:
    """Say whether each of the colours is somewhere on the screen."""
    attributes = {
        value
        for row in range(room.terminal.size.rows)
        for col in range(room.terminal.size.cols)
        for style in [room.terminal.style(row, col)]
        for value in (style.fg, style.bg)
    }
    seen = {value & FINE for value in attributes if value & RGB}
    return {colour & FINE for colour in colours} <= seen


def painted(room: Room, name: str, colour: tuple[int, int, int]) -> str:
    """Make a picture of one colour; return its path."""
    path = room.server.house.home / f"{name}.png"
    path.write_bytes(file_of(Image.new("RGB", (64, 48), colour)))
    return str(path)


# The form of the quick reference.


def test_the_quick_reference_by_keyboard(room: Room) -> None:
    asking = call(room, "form", QUICK_REFERENCE)
    do_all(room, (See("Discovery"), See("User job"), See("Feature"), See("[x] Product")))
    do_all(room, (See("[ ] Design"), See("[x] Engineering"), See("Target date")))
    room.type(SUBMIT)
    room.see("! User job")
    assert asking.process.poll() is None
    do_all(room, (Typed("Find things"), Keys(ENTER), Typed("quickly")))
    unsettle(room, "Find things", "quickly")
    do_all(room, (Keys(TAB + RIGHT), See("Epic"), Keys(TAB + DOWN + SPACE), See("[x] Design")))
    do_all(room, (Keys(TAB + "20261201"), See("2026-12-01"), Keys(SUBMIT)))
    assert result(asking) == {
        "cancelled": False,
        "action": "commit",
        "values": {
            "job": "Find things\nquickly",
            "scope": "e",
            "stakeholders": {
                "selected": ["prod", "eng", "design"],
                "order": ["prod", "design", "eng"],
            },
            "deadline": "2026-12-01",
        },
    }
    assert room.keys() == b""


def test_the_quick_reference_by_mouse(room: Room) -> None:
    asking = call(room, "form", QUICK_REFERENCE)
    do_all(room, (Click("Create"), See("! User job"), Click("User job", right=2, down=1)))
    do_all(room, (Typed("Find things"), Click("▾"), Click("( ) Quick win"), Gone("Epic")))
    do_all(room, (Click("Engineering"), See("[ ] Engineering"), Click("Create")))
    assert result(asking)["values"] == {
        "job": "Find things",
        "scope": "qw",
        "stakeholders": {"selected": ["prod"], "order": ["prod", "design", "eng"]},
        "deadline": "",
    }


@pytest.mark.parametrize(("label", "action"), [("Cancel", "cancel"), ("Save draft", "draft")])
def test_the_ways_out_of_the_quick_reference_are_answers(
    room: Room, label: str, action: str
) -> None:
    asking = call(room, "form", QUICK_REFERENCE)
    Click(label).do(room)
    assert result(asking) == {
        "cancelled": False,
        "action": action,
        "values": {
            "job": "",
            "scope": "f",
            "stakeholders": {"selected": ["prod", "eng"], "order": ["prod", "design", "eng"]},
            "deadline": "",
        },
    }


def test_what_is_typed_where_there_is_hardly_any_room_is_there_afterwards(room: Room) -> None:
    asking = call(room, "form", QUICK_REFERENCE)
    Typed("ab").do(room)
    room.resize(TINY)
    Typed("cd", "abcd").do(room)
    room.resize(Size(40, 200))
    See("Target date").do(room)
    Typed("ef", "abcdef").do(room)
    room.type(SUBMIT)
    assert result(asking)["values"]["job"] == "abcdef"


# A decision that can't be undone.

DROP: Json = {
    "title": "Drop the table users?",
    "message": "3 of 41 tables, 1.2 GB, no backup.",
    "destructive": True,
    "confirm_label": "Drop",
}


@pytest.mark.parametrize("stray", [ENTER, SPACE, "y", "d", SUBMIT])
def test_stray_keys_do_not_drop_the_table(room: Room, stray: str) -> None:
    """The person is typing when it appears, and goes on for a while."""
    room.type("x")
    room.pane_gets(b"x")
    asking = room.run_ctl("tool", "confirm", json.dumps({**DROP, "target": room.session}))
    typed = 1

    def goes_on() -> bool:
        nonlocal typed
        room.type(stray)
        typed += 1
        return room.terminal.find(DIALOG_MARK) is not None

    room.terminal.wait_until("the question to come", goes_on)
    for _ in range(5):
        goes_on()
    room.see_nothing_of(WAITING)
    room.see("▸No◂")
    assert room.keys() == b"x" + stray.encode() * (typed - 1)
    assert asking.process.poll() is None
    unsettle(room, "▸No◂", "1.2 GB", tiny="▸No◂")
    room.type(ENTER)
    assert result(asking) == {"cancelled": False, "confirmed": False}


def test_it_takes_more_than_one_key_to_drop_the_table(room: Room) -> None:
    asking = call(room, "confirm", DROP)
    do_all(room, (See("▸No◂"), Keys("d"), See("▸Drop◂")))
    assert asking.process.poll() is None
    room.type(ENTER)
    assert result(asking) == {"cancelled": False, "confirmed": True}


# One of a few pictures.


def test_ask_with_thumbnails(room: Room) -> None:
    shades = {"Coral": (250, 90, 70), "Teal": (0, 140, 140), "Night": (20, 20, 90)}
    options = [
        {"label": label, "thumbnail": painted(room, label, shade), "description": f"{label} it is"}
        for label, shade in shades.items()
    ]
    question = {"question": "Which background?", "options": options, "allow_other": True}
    asking = call(room, "ask", question)
    colours = [red << 16 | green << 8 | blue for red, green, blue in shades.values()]
    room.terminal.wait_until("all thumbnails", lambda: colour_of(room, *colours))
    do_all(room, (Click("Other:"), Typed("plain")))
    unsettle(room, "Other: plain", "Teal it is")
    room.terminal.wait_until("all thumbnails again", lambda: colour_of(room, *colours))
    do_all(room, (Keys(UP * 2), See("▸ ( ) 2"), Keys(ENTER)))
    assert result(asking) == {"cancelled": False, "answers": ["Teal"]}


def test_a_thumbnail_that_is_not_there_is_told(room: Room) -> None:
    options = [
        {"label": "Red", "thumbnail": painted(room, "red", (255, 0, 0))},
        {"label": "Lost", "thumbnail": "/nowhere/lost.png"},
    ]
    asking = call(room, "ask", {"question": "Which?", "options": options})
    do_all(room, (See("Lost"), Keys("1" + SUBMIT)))
    found = result(asking)
    (warning,) = found.pop("media_warnings")
    assert "lost.png" in warning
    assert found == {"cancelled": False, "answers": ["Red"]}


# Large collections.

COUNT = 500


def rows_of_a_table() -> list[Json]:
    """Return 500 rows whose sizes are all different and in no order."""
    return [
        {"value": f"r{n}", "values": {"file": f"log-{n:03}", "size": n * 7919 % 1009, "day": None}}
        for n in range(COUNT)
    ]


TABLE: Json = {
    "title": "Which logs?",
    "fields": [
        {
            "kind": "table",
            "name": "logs",
            "label": "Logs",
            "columns": [
                {"key": "file", "label": "File"},
                {"key": "size", "label": "Size", "align": "right"},
                {"key": "day", "label": "Day"},
            ],
            "rows": rows_of_a_table(),
            "multi_select": True,
            "sortable_by_column": True,
            "required": True,
        }
    ],
}


def by_size(reverse: bool = False) -> list[str]:
    """Return the values of the table's rows in the order of their sizes."""
    rows: list[Any] = sorted(
        rows_of_a_table(), key=lambda row: row["values"]["size"], reverse=reverse
    )
    return [row["value"] for row in rows]


def test_a_table_of_500_rows_by_keyboard(room: Room) -> None:
    asking = call(room, "form", TABLE)
    do_all(room, (See("log-000"), Keys("s" + RIGHT + ENTER), See("Size ↑"), Keys("s")))
    do_all(room, (Keys(SPACE), See("1 picked"), Keys("/"), Keys("log-25"), See("log-250")))
    do_all(room, (Keys(ENTER + SPACE), See("2 picked"), Keys(DOWN + SPACE), See("3 picked")))
    unsettle(room, "log-25", "3 picked")
    do_all(room, (Keys(ESCAPE), See("/500"), Keys(END + SPACE), See("4 picked"), Keys(SUBMIT)))
    order = by_size()
    twenties = [value for value in order if value[1:] in {str(n) for n in range(250, 260)}]
    assert result(asking) == {
        "cancelled": False,
        "action": None,
        "values": {
            "logs": {
                "selected": [order[0], *twenties[:2], order[-1]],
                "order": order,
                "sort": {"column": "size", "dir": "asc"},
            }
        },
    }


def test_a_table_of_500_rows_by_mouse(room: Room) -> None:
    asking = call(room, "form", TABLE)
    do_all(room, (Click("Submit"), See("! Logs"), Click("log-003"), See("[x] log-003")))
    do_all(room, (Click("Size"), See("Size ↑"), Click("Size"), See("Size ↓")))
    order = by_size(reverse=True)
    first, later = (f"log-{int(order[place][1:]):03}" for place in (0, 40))
    do_all(room, (Click(first), Wheel(first, later), Click(later), See(f"[x] {later}")))
    Click("Submit").do(room)
    assert result(asking)["values"]["logs"] == {
        "selected": ["r3", order[0], order[40]],
        "order": order,
        "sort": {"column": "size", "dir": "desc"},
    }


def forest(roots: int = 20, inner: int = 9, leaves: int = 10) -> list[Json]:
    """Return 20 roots with 9 children, each of which has 10: 2000 nodes."""
    return [
        {
            "label": f"root-{a}",
            "value": f"{a}",
            "children": [
                {
                    "label": f"part-{a}-{b}",
                    "value": f"{a}/{b}",
                    "children": [
                        {"label": f"leaf-{a}-{b}-{c}", "value": f"{a}/{b}/{c}"}
                        for c in range(leaves)
                    ],
                }
                for b in range(inner)
            ],
        }
        for a in range(roots)
    ]


TREE: Json = {"kind": "tree", "name": "paths", "label": "Paths", "items": forest()}


def test_a_tree_of_2000_nodes_by_keyboard(room: Room) -> None:
    fields = [{**TREE, "multi_select": True, "default_expanded": ["0"]}]
    asking = call(room, "form", {"title": "Which parts?", "fields": fields})
    do_all(room, (See("- root-0"), See("+ part-0-0"), Keys("+"), See("leaf-0-0-0"), Keys(END)))
    do_all(room, (See("2000/2000"), See("leaf-19-8-9"), Keys(SPACE), See("1 picked")))
    do_all(room, (Keys("/"), Keys("leaf-7-3-"), See("leaf-7-3-4"), Keys(ENTER)))
    do_all(room, (Keys(SPACE), See("[x]       leaf-7-3-0"), See("2 picked")))
    unsettle(room, "2 picked", "leaf-7-3-0")
    do_all(room, (Keys(ESCAPE), See("/2000"), Keys("-"), See("+ root-7"), Keys(UP + SPACE)))
    do_all(room, (See("[x] + root-6"), Keys(SUBMIT)))
    assert result(asking)["values"] == {"paths": {"selected": ["19/8/9", "7/3/0", "6"]}}


def test_a_tree_of_2000_nodes_by_mouse(room: Room) -> None:
    fields = [{**TREE, "default_expanded": []}]
    asking = call(room, "form", {"title": "Which part?", "fields": fields})
    do_all(room, (See("+ root-0"), Wheel("root-3", "+ root-19"), Click("+ root-19")))
    do_all(room, (See("- root-19"), Wheel("root-19", "+ part-19-8"), Click("+ part-19-8")))
    do_all(room, (Wheel("part-19-8", "leaf-19-8-9"), Click("leaf-19-8-9"), Click("Submit")))
    assert result(asking)["values"] == {"paths": {"selected": ["19/8/9"]}}


def test_a_grid_of_12_pictures(room: Room) -> None:
    shades = {f"v{n}": (250 - 20 * n, 20 * n, 128) for n in range(12)}
    images = [
        {"value": name, "label": f"Variant {name}", "src": painted(room, name, shade)}
        for name, shade in shades.items()
    ]
    field = {"kind": "image_grid", "name": "logos", "label": "Logos", "images": images}
    fields = [{**field, "multi_select": True, "columns": 4, "required": True}]
    asking = call(room, "form", {"title": "Which logos?", "fields": fields, "size": "l"})
    first = [red << 16 | green << 8 | blue for red, green, blue in list(shades.values())[:4]]
    room.terminal.wait_until("the first row", lambda: colour_of(room, *first))
    do_all(room, (Keys(SUBMIT), See("! Logos"), Keys(RIGHT + DOWN + SPACE)))
    unsettle(room, "▸", "Logos")
    do_all(room, (Click("Variant v6"), Keys(END + SPACE + SUBMIT)))
    assert result(asking) == {
        "cancelled": False,
        "action": None,
        "values": {"logos": {"selected": ["v5", "v6", "v11"]}},
    }


# Two long drafts.

LINES = 300


def drafts(sync_scroll: bool) -> Json:
    """Return two drafts of 300 lines."""
    texts = {
        each: "\n\n".join(f"{each} line {n}" for n in range(1, LINES + 1))
        for each in ("old", "new")
    }
    return {
        "title": "Which draft?",
        "variants": [{"value": each, "content": text} for each, text in texts.items()],
        "sync_scroll": sync_scroll,
    }


def side_by_side(room: Room) -> bool:
    """Say whether the first line in view is the same in both panes, and a later one."""
    pairs = [
        row.split("old line")[1].split("new line")
        for row in room.terminal.rows()
        if "old line" in row
    ]
    return bool(pairs) and all(
        len(pair) == 2 and pair[0].split()[0] == pair[1].split()[0] != "1" for pair in pairs
    )


def test_two_drafts_of_300_lines_scroll_together(room: Room) -> None:
    asking = call(room, "compare", drafts(sync_scroll=True))
    do_all(room, (See("old line 1 "), See("new line 1 "), Keys(PAGE_DOWN)))
    room.terminal.wait_until("both to scroll", lambda: side_by_side(room))
    at = room.see("new line")
    room.mouse(65, at)
    room.terminal.wait_until("both to scroll on", lambda: side_by_side(room))
    do_all(room, (Keys("2"), See("(•) 2 B"), Keys(END), See("old line 300"), See("new line 300")))
    unsettle(room, "(•) 2 B", "old line 300", "new line 300", tiny="(•) 2 B")
    room.type(SUBMIT)
    assert result(asking) == {"cancelled": False, "selected": "new"}


def test_two_drafts_scroll_apart_where_nobody_asked_for_more(room: Room) -> None:
    asking = call(room, "compare", drafts(sync_scroll=False))
    do_all(room, (See("old line 1 "), See("new line 1 ")))
    right = room.see("new line 1 ")
    Keys(END).do(room)
    do_all(room, (See("old line 300"), See("new line 1 ")))
    room.mouse(65, Point(right.row + 4, right.col))
    room.see_nothing_of("new line 1 ")
    do_all(room, (See("old line 300"), Click("1 A"), See("(•) 1 A"), Click("Submit")))
    assert result(asking) == {"cancelled": False, "selected": "old"}
