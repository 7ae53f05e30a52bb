"""Every rule of a spec, broken once: the tool says where and why, and nobody sees anything.

Beside them stands what looks wrong and is none: that must open.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from mplex.geometry import Size
from mplex.ui.theme import DIALOG_MARK
from tests.integration.dialogs.hands import ESCAPE
from tests.integration.dialogs.room import Json, Room
from tests.support.server import Server

OK = {"kind": "text", "name": "ok", "label": "Fine"}
PATH = "/tmp/never-written/x"
ITEM = {"label": "A", "value": "a"}
COLUMNS = [{"key": "k", "label": "K"}]
ROW = {"value": "a", "values": {"k": 1}}


def ask(**arguments: Any) -> tuple[str, Json]:
    """Return a call of `ask`."""
    return "ask", {"question": "Which?", **arguments}


def form(*fields: Json, **arguments: Any) -> tuple[str, Json]:
    """Return a call of `form`."""
    return "form", {"title": "T", **({"fields": list(fields)} if fields else {}), **arguments}


def field(kind: str, **members: Any) -> tuple[str, Json]:
    """Return a call of `form` whose second field is this one."""
    return form(OK, {"kind": kind, "name": "it", **members})


def target(**members: Any) -> tuple[str, Json]:
    """Return a call of `form` whose second field is written to such a target."""
    given = {"mode": "create", "path": PATH, **members}
    return field("secret", target={name: each for name, each in given.items() if each is not ...})


def gallery(*items: Any, **arguments: Any) -> tuple[str, Json]:
    """Return a call of `gallery`."""
    return "gallery", {"items": list(items), **arguments}


def compare(*variants: Any) -> tuple[str, Json]:
    """Return a call of `compare`."""
    return "compare", {"variants": list(variants)}


FORREST = [{"label": "A", "value": "a", "children": [{"label": "B", "value": "b"}]}]
TWICE = [*FORREST, {"label": "C", "value": "c", "children": [{"label": "B", "value": "b"}]}]
DEEP = [{"label": "A", "value": "a", "children": [{"label": "B"}]}]

RULES: tuple[tuple[tuple[str, Json], str, str], ...] = (
    # The top level.
    (("question", {}), "question", "unknown tool"),
    (("confirm", {}), "title", "needs"),
    (("ask", {"options": ["a"]}), "question", "needs"),
    # Questions with options.
    (ask(), "options", "needs"),
    (ask(options=None), "options", "needs"),
    (ask(options=[]), "options", "at least one"),
    (ask(options="a"), "options", "list"),
    (ask(options=[{"value": "a"}]), "options[0]", "label"),
    (ask(options=[{"label": "a"}, {"label": ""}]), "options[1].label", "empty"),
    (ask(options=[{"label": "a"}, {"label": "  "}]), "options[1].label", "empty"),
    (ask(options=[{"label": 5}]), "options[0].label", "string"),
    (ask(options=[{"label": "a"}, {"label": "b", "value": "a"}]), "options[1].value", "already"),
    # Forms.
    (form(), "fields", "needs"),
    (form(fields=[]), "no fields", "at least one"),
    (form(tabs=[]), "fields", "at least one"),
    (form(OK, tabs=[{"label": "A", "fields": [OK]}]), "tabs", "fields"),
    (form(tabs=[{"label": "A"}]), "tabs[0]", "fields"),
    (form(tabs=[{"label": "A", "fields": {}}]), "tabs[0].fields", "list"),
    (form(tabs=[{"label": "A", "fields": []}]), "no fields", "at least one"),
    (
        form(tabs=[{"label": "A", "fields": [OK]}, {"label": "A", "fields": [OK]}]),
        "tabs[1].label",
        "already",
    ),
    (form(tabs=[{"fields": [OK]}, {"fields": [OK]}]), "tabs[1].label", "already"),
    # Actions.
    (form(OK, actions={}), "actions", "list"),
    (form(OK, actions=[{"label": "Go"}]), "actions[0]", "value"),
    (form(OK, actions=[{"label": "Go", "value": ""}]), "actions[0].value", "empty"),
    (form(OK, actions=[{"label": "Go", "value": 5}]), "actions[0].value", "string"),
    (
        form(OK, actions=[{"label": "A", "value": "a"}, {"label": "B", "value": "a"}]),
        "actions[1].value",
        "already",
    ),
    (gallery({"value": "a"}, actions="approve"), "actions", "list"),
    (gallery({"value": "a"}, actions=[{"label": "Yes"}]), "actions[0]", "value"),
    (
        gallery({"value": "a"}, actions=[{"label": "A", "value": "x"}] * 2),
        "actions[1].value",
        "already",
    ),
    # Fields.
    (field("slidder"), "fields[1].kind", "slider"),
    (form(OK, {"name": "a"}), "fields[1]", "kind"),
    (form(OK, {"kind": 5}), "fields[1].kind", "must be one of"),
    (form(OK, 5), "fields[1]", "object"),  # type: ignore[arg-type]
    (form(OK, OK), "fields[1].name", "already"),
    (
        form(tabs=[{"label": "A", "fields": [OK]}, {"label": "B", "fields": [OK]}]),
        "tabs[1].fields[0].name",
        "already",
    ),
    (form(OK, {"kind": "text", "label": "Nameless"}), "fields[1]", "name"),
    (field("select", options=[]), "fields[1].options", "has 0 options"),
    (field("select"), "fields[1]", "options"),
    (field("number", min=2, max=1), "fields[1]", "more than its max"),
    # Collections.
    (field("list"), "fields[1]", "items"),
    (field("tree"), "fields[1]", "items"),
    (field("table", rows=[ROW]), "fields[1]", "columns"),
    (field("table", columns=COLUMNS), "fields[1]", "rows"),
    (field("image_grid"), "fields[1]", "images"),
    (field("list", items=[{"label": "A"}]), "fields[1].items[0]", "value"),
    (field("list", items=[{"label": "A", "value": ""}]), "fields[1].items[0].value", "empty"),
    (field("list", items=[{"label": "A", "value": 5}]), "fields[1].items[0].value", "string"),
    (field("list", items=["a", ""]), "fields[1].items[1]", "empty"),
    (field("list", items=["a", 5]), "fields[1].items[1]", "object"),
    (
        field("list", items=["a", {"label": "b", "value": "a"}]),
        "fields[1].items[1].value",
        "already",
    ),
    (field("table", columns=COLUMNS, rows=["a"]), "fields[1].rows[0]", "object"),
    (field("table", columns=COLUMNS, rows=[{"values": {}}]), "fields[1].rows[0]", "value"),
    (field("table", columns=COLUMNS, rows=[ROW, ROW]), "fields[1].rows[1].value", "already"),
    (field("image_grid", images=["a"]), "fields[1].images[0]", "object"),
    (field("image_grid", images=[{"value": "a"}, {"src": PATH}]), "fields[1].images[1]", "value"),
    (field("image_grid", images=[{"value": "a"}] * 2), "fields[1].images[1].value", "already"),
    (field("tree", items=["a"]), "fields[1].items[0]", "object"),
    (field("tree", items=DEEP), "fields[1].items[0].children[0]", "value"),
    (field("tree", items=TWICE), "fields[1].items[1].children[0].value", "already"),
    # Secrets and targets.
    (field("secret"), "fields[1]", "target"),
    (field("secret", target=None), "fields[1]", "target"),
    (field("secret", target=PATH), "fields[1].target", "object"),
    (field("text", target=[]), "fields[1].target", "object"),
    (target(mode="append"), "fields[1].target.mode", "create"),
    (target(mode=...), "fields[1].target", "mode"),
    (target(path=...), "fields[1].target", "path"),
    (target(path=5), "fields[1].target.path", "string"),
    (target(path=""), "fields[1].target.path", "must"),
    (target(path="/" + "x" * 4096), "fields[1].target.path", "4096"),
    (target(path="/tmp/a\nb"), "fields[1].target.path", "control"),
    (target(path="notes/key"), "fields[1].target.path", "absolute"),
    (target(path="~alice/key"), "fields[1].target.path", "absolute"),
    (target(perm=600), "fields[1].target.perm", "string"),
    (target(perm="rw"), "fields[1].target.perm", "octal"),
    (target(overwrite="false"), "fields[1].target.overwrite", "true or false"),
    (target(mode="substitute", placeholder=5), "fields[1].target.placeholder", "string"),
    (target(mode="substitute"), "fields[1].target", "placeholder"),
    # Reviews.
    (("gallery", {}), "items", "needs"),
    (gallery(), "items", "at least one"),
    (gallery({"label": "A"}), "items[0]", "value"),
    (gallery({"value": "a"}, {"value": "a"}), "items[1].value", "already"),
    (("compare", {}), "variants", "needs"),
    (compare(), "variants", "at least 2"),
    (compare({"value": "a"}), "variants", "at least 2"),
    (compare({"value": "a"}, {"content": "b"}), "variants[1]", "value"),
    (compare({"value": "a"}, {"value": "a"}), "variants[1].value", "already"),
    # Notifications.
    (("notify", {"body": "b"}), "title", "needs"),
    (("notify", {"title": " ", "body": "b"}), "title", "empty"),
)

ALLOWED: tuple[tuple[str, Json], ...] = (
    ("confirm", {"title": "Go on?", "message": None, "image": None}),
    ask(options=[{"label": f"Option {n}"} for n in range(40)]),
    form(OK, {"kind": "image"}, {"kind": "annotated_image", "name": "spot"}),
    field("date_range", default={"from": "2026-02-02", "to": "2026-01-01"}),
    field("number", default="twelve"),
    field("checkbox", default="yes"),
    field("list", items=[]),
    field("tree", items=[]),
    field("table", columns=COLUMNS, rows=[]),
    form(fields=[], tabs=[{"label": "A", "fields": [OK]}]),
    form(tabs=[{"fields": [OK]}]),
    form(OK, actions=[{"label": str(n), "value": str(n)} for n in range(12)]),
    form(OK, {"kind": "static_text", "text": "a"}, {"kind": "static_text", "text": "b"}),
    form({**OK, "label": "long " * 100}, remark="for whoever reads this"),
    compare({"value": "a"}, {"value": "b"}),
    gallery({"value": "a"}, actions=None),
)


@pytest.fixture(scope="module")
def quiet(shared_server: Server) -> Iterator[Room]:
    """One room for all tests here."""
    room = Room(shared_server, "quiet", Size(24, 80))
    yield room
    room.close()


@pytest.mark.parametrize(("called", "where", "why"), RULES)
def test_it_is_refused_with_where_and_why(
    quiet: Room, called: tuple[str, Json], where: str, why: str
) -> None:
    tool, arguments = called
    before = len(quiet.terminal.output)
    given = {**arguments, "target": quiet.session}
    done = quiet.server.ctl("tool", tool, json.dumps(given))
    assert (done.returncode, done.stdout) == (2, "")
    assert where in done.stderr
    assert why in done.stderr
    assert done.stderr.count("Traceback") == 0
    quiet.terminal.drain()
    assert DIALOG_MARK.encode() not in quiet.terminal.output[before:]


@pytest.mark.parametrize("called", ALLOWED)
def test_it_is_no_mistake(quiet: Room, called: tuple[str, Json]) -> None:
    tool, arguments = called
    asking = quiet.run_ctl("tool", tool, json.dumps({**arguments, "target": quiet.session}))
    quiet.see(DIALOG_MARK)
    quiet.type(ESCAPE)
    ended = asking.end()
    assert ended.outcome is not None and ended.outcome["cancelled"] is True
    assert "reason" not in ended.outcome
    quiet.see_nothing_of()
