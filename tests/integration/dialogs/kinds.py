"""Every kind of field and every tool, as rows. Over 500 lines because it is one table.

Data only; `test_every_kind` does it. A row of the table is what the contract says of a value.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.integration.dialogs.hands import (
    ALT_DOWN,
    DOWN,
    END,
    ENTER,
    ESCAPE,
    LEFT,
    PAGE_UP,
    RIGHT,
    SHIFT_DOWN,
    SHIFT_RIGHT,
    SPACE,
    SUBMIT,
    UP,
    Click,
    Drag,
    Gone,
    Keys,
    See,
    Step,
    Typed,
    Wheel,
)
from tests.integration.dialogs.room import Json

NAME = "it"
PICTURES = ("dawn", "noon", "dusk")
SAME = object()

CLEAR_LINE, WORD_LEFT = "\x15", "\x1bb"


class Case(NamedTuple):
    """A field, what either hand does with it, and what comes back."""

    name: str
    """The field's kind, and perhaps how it is used."""
    field: Json
    keyboard: tuple[Step, ...]
    mouse: tuple[Step, ...]
    value: Any
    """What the keyboard makes of it."""
    by_mouse: Any = SAME
    """What the mouse makes of it, where that is something else."""

    @property
    def kind(self) -> str:
        """The field's kind."""
        return self.name.partition(" ")[0]


TEAM = [
    {"label": "Product", "value": "prod"},
    {"label": "Design", "value": "design"},
    {"label": "Engineering", "value": "eng", "description": "writes it"},
]
IN_ORDER = ["prod", "design", "eng"]
MOVED = ["design", "prod", "eng"]
MONTHS = [f"Month {number}" for number in range(1, 31)]
TABLE = {
    "label": "Branches",
    "columns": [
        {"key": "name", "label": "Branch"},
        {"key": "age", "label": "Days", "align": "right"},
    ],
    "rows": [
        {"value": "fix", "values": {"name": "fix-locale", "age": 30}},
        {"value": "old", "values": {"name": "old-parser", "age": 210}},
        {"value": "try", "values": {"name": "try-sixel", "age": 4}},
        {"value": "new", "values": {"name": "new-thing", "age": None}},
    ],
}
ROWS = ["fix", "old", "try", "new"]
FOREST = {
    "label": "Namespaces",
    "items": [
        {
            "label": "app",
            "value": "app",
            "children": [
                {"label": "auth", "value": "app/auth", "description": "12 keys"},
                {"label": "cache", "value": "app/cache"},
            ],
        },
        {"label": "legacy", "value": "legacy"},
    ],
}

INPUTS = (
    Case(
        "text",
        {"label": "User job", "required": True},
        (Typed("Write tests"), Keys(WORD_LEFT), Typed("the ")),
        (Click("User job", down=1, right=2), Typed("Write tests"), Click("tests"), Typed("the ")),
        "Write the tests",
    ),
    Case(
        "text of several lines",
        {"label": "Notes", "multiline": True, "default": "one\ntwo"},
        (Keys(DOWN + END), Typed("!"), Keys(ENTER), Typed("three")),
        (Click("two", right=3), Typed("!"), Click("one", right=3), Typed("?")),
        "one\ntwo!\nthree",
        "one?\ntwo!",
    ),
    Case(
        "password",
        {"label": "One-time code"},
        (Typed("4829 ä", "••••••"),),
        (Click("One-time code", down=1, right=2), Typed("4829 ä", "••••••")),
        "4829 ä",
    ),
    Case(
        "number",
        {"label": "Workers", "min": 1, "max": 64, "default": 8},
        (Keys(UP + PAGE_UP + DOWN), See("18")),
        (Click("[+]"), See("9"), Click("[+]"), See("10"), Click("[-]")),
        18,
        9,
    ),
    Case(
        "number typed",
        {"label": "Ratio", "step": 0.25},
        (Typed("-2.5"), Keys(UP), See("-2.25")),
        (Click("Ratio", down=1, right=2), Typed("-2.5"), Click("[+]"), See("-2.25")),
        -2.25,
    ),
    Case("number left empty", {"label": "Limit"}, (), (), None),
    Case(
        "slider",
        {"label": "Quality", "default": 70},
        (Keys(RIGHT), See("71"), Keys(PAGE_UP), See("81"), Typed("7"), Keys(LEFT), See("6")),
        (Click("›"), See("71"), Drag("●", "‹", right=2), See("‹ ●"), Click("›")),
        6,
        1,
    ),
    Case(
        "select",
        {"label": "Environment", "options": ["Staging", "Canary", {"label": "Prod", "value": "p"}]},
        (Keys(ENTER), See("( ) Prod"), Keys(DOWN + DOWN + ENTER), See("Prod")),
        (Click("▾"), Click("( ) Prod"), Gone("Canary")),
        "p",
    ),
    Case(
        "select of many",
        {"label": "Month", "options": MONTHS},
        (Keys(ENTER), See("( ) Month 2"), Typed("27"), Gone("Month 2 "), Keys(ENTER)),
        (Click("▾"), See("( ) Month 2"), Wheel("( ) Month 4", "Month 27"), Click("Month 27")),
        "Month 27",
    ),
    Case("select untouched", {"label": "Scope", "options": ["a", "b"]}, (), (), "a"),
    Case("checkbox", {"label": "Only pretend"}, (Keys(SPACE),), (Click("[ ]"),), True),
    Case(
        "checkbox by its label",
        {"label": "Only pretend", "default": True},
        (Keys(SPACE), See("[ ]"), Keys(SPACE), See("[x]"), Keys(SPACE)),
        (Click("Only pretend", right=3),),
        False,
    ),
    Case(
        "date",
        {"label": "Launch", "default": "2026-06-10"},
        (Keys(DOWN), See("June 2026"), Keys(DOWN + DOWN + ENTER), See("2026-06-24")),
        (Click("▾"), See("June 2026"), Click(" 24", right=1), See("2026-06-24")),
        "2026-06-24",
    ),
    Case(
        "date typed",
        {"label": "Launch"},
        (Keys("20280229"), See("2028-02-29")),
        (Click("YYYY"), Typed("20280229", "2028-02-29")),
        "2028-02-29",
    ),
    Case("date left empty", {"label": "Launch", "default": "2026-02-30"}, (), (), ""),
    Case(
        "datetime",
        {"label": "Remind me", "default": "2026-06-01T09:30:59+02:00"},
        (See("2026-06-01 07:30"), Keys("202612241805"), See("2026-12-24 18:05")),
        (
            *(Click("▾"), Click(" 24", right=1), See("2026-06-24"), Gone("June 2026")),
            *(Click("▾"), Click("‹07›", right=3), Click("‹30›", right=3), See("‹08› : ‹35›")),
            Click("Close"),
        ),
        "2026-12-24T18:05+00:00",
        "2026-06-24T08:35+00:00",
    ),
    Case(
        "date_range",
        {"label": "Sprint", "default": {"from": "2026-07-06", "to": "2026-07-17"}},
        (Keys("2026120120261214"), See("2026-12-01 → 2026-12-14")),
        (
            *(Click("▾"), See("first day"), Click(" 8", right=1), See("last day")),
            *(Click(" 24", right=1), See("2026-07-08 → 2026-07-24")),
        ),
        {"from": "2026-12-01", "to": "2026-12-14"},
        {"from": "2026-07-08", "to": "2026-07-24"},
    ),
    Case(
        "color",
        {"label": "Accent", "default": "#000"},
        (See("#000000"), Keys(CLEAR_LINE), Typed("#1E90FF")),
        (Click("▾"), Click("[]", right=-22), See("#ffffff")),
        "#1e90ff",
        "#ffffff",
    ),
    Case(
        "color of the palette",
        {"label": "Accent", "default": "#ffffff"},
        (Keys(DOWN), See("[]"), Keys(RIGHT + ENTER), See("#e8e8e8")),
        (Click("▾"), Click("[]", right=2), See("#e8e8e8")),
        "#e8e8e8",
    ),
)

COLLECTIONS = (
    Case(
        "list to read",
        {"label": "Team", "items": TEAM},
        (See("Engineering"),),
        (Click("Engineering"),),
        {"selected": [], "order": IN_ORDER},
    ),
    Case(
        "list to pick one",
        {"label": "Team", "items": TEAM, "selectable": True, "default_selected": ["prod", "eng"]},
        (See("(•) Product"), Keys(DOWN + SPACE)),
        (See("(•) Product"), Click("Design")),
        {"selected": ["design"], "order": IN_ORDER},
    ),
    Case(
        "list to pick one, and put it back",
        {"label": "Team", "items": TEAM, "selectable": True, "default_selected": ["prod"]},
        (Keys(SPACE),),
        (Click("Product"),),
        {"selected": [], "order": IN_ORDER},
    ),
    Case(
        "list to pick several",
        {"label": "Team", "items": [*TEAM, "Sales"], "selectable": True, "multi_select": True},
        (Keys(END + SPACE + UP + SPACE),),
        (Click("Sales"), See("[x] Sales"), Click("Engineering")),
        {"selected": ["Sales", "eng"], "order": [*IN_ORDER, "Sales"]},
    ),
    Case(
        "list to put in order",
        {"label": "Team", "items": TEAM, "sortable": True},
        (Keys(ALT_DOWN),),
        (Drag("≡ 1", "≡ 2"),),
        {"selected": [], "order": MOVED},
    ),
    Case(
        "list to pick several and put in order",
        {"label": "Team", "items": TEAM, "selectable": True, "multi_select": True, "sortable": True}
        | {"default_selected": ["eng"]},
        (Keys(SPACE), See("[x] Product"), Keys(ALT_DOWN)),
        (Click("Product"), See("[x] Product"), Drag("≡ 1", "≡ 2")),
        {"selected": ["eng", "prod"], "order": MOVED},
    ),
    Case(
        "list to pick one and put in order",
        {"label": "Team", "items": TEAM, "selectable": True, "sortable": True},
        (Keys(ALT_DOWN + UP + SPACE),),
        (Drag("≡ 1", "≡ 2"), See("1 ( ) Design"), Click("Design")),
        {"selected": ["design"], "order": MOVED},
    ),
    Case(
        "table",
        {**TABLE, "required": True},
        (Keys(DOWN + SPACE),),
        (Click("old-parser"),),
        {"selected": ["old"], "order": ROWS, "sort": {"column": None, "dir": "asc"}},
    ),
    Case(
        "table of several",
        {**TABLE, "multi_select": True, "sortable_by_column": True},
        (
            *(Keys("s" + RIGHT + ENTER), See("Days ↑"), Keys(ENTER), See("Days ↓")),
            Keys("s" + DOWN + SPACE + UP + SPACE),
        ),
        (
            *(Click("Days"), See("Days ↑"), Click("Days ↑"), See("Days ↓")),
            *(Click("old-parser"), See("[x] old-parser"), Click("new-thing")),
        ),
        {
            "selected": ["old", "new"],
            "order": ["new", "old", "fix", "try"],
            "sort": {"column": "age", "dir": "desc"},
        },
    ),
    Case(
        "tree",
        FOREST,
        (See("12 keys"), Keys(DOWN + SPACE)),
        (Click("auth"),),
        {"selected": ["app/auth"]},
    ),
    Case(
        "tree of several, closed",
        {**FOREST, "multi_select": True, "default_expanded": []},
        (Keys(SPACE + RIGHT), See("cache"), Keys(DOWN * 2 + SPACE + LEFT * 2), See("+ app")),
        (Click("[ ] + app"), See("[x] + app"), Click("+ app"), Click("cache"), See("[x]     cac")),
        {"selected": ["app", "app/cache"]},
    ),
    Case(
        "image_grid",
        {"label": "Hero", "required": True},
        (Keys(RIGHT + SPACE),),
        (Click("noon"),),
        {"selected": ["noon"]},
    ),
    Case(
        "image_grid of several",
        {"label": "Hero", "multi_select": True, "columns": 2, "default_selected": ["noon", "x"]},
        (Keys(LEFT + SPACE),),
        (Click("dawn"),),
        {"selected": ["noon", "dawn"]},
    ),
    Case(
        "annotated_image",
        {"label": "Spot", "required": True},
        (Keys(SPACE + RIGHT + SHIFT_DOWN), See("0.5200 0.6000")),
        (),
        {"point": {"x": 0.52, "y": 0.6}, "region": None},
    ),
    Case(
        "annotated_image with a region",
        {"label": "Spot", "mode": "region"},
        (Keys(SPACE + RIGHT + SHIFT_RIGHT), See("0.2700 0.2500 0.5200x0.5000")),
        (),
        {"point": None, "region": {"x": 0.27, "y": 0.25, "w": 0.52, "h": 0.5}},
    ),
    Case(
        "annotated_image with both",
        {"label": "Spot", "mode": "both"},
        (Keys(SPACE + "r" + SPACE), See("0.2500 0.2500 0.5000x0.5000")),
        (),
        {
            "point": {"x": 0.5, "y": 0.5},
            "region": {"x": 0.25, "y": 0.25, "w": 0.5, "h": 0.5},
        },
    ),
    Case(
        "annotated_image typed",
        {"label": "Spot", "mode": "both", "default": {"region": {"x": 0, "y": 0, "w": 1, "h": 1}}},
        (Keys("0.125 0.75"), See("0.125 0.75"), Keys(ENTER), See("0.1250 0.7500")),
        (),
        {
            "point": {"x": 0.125, "y": 0.75},
            "region": {"x": 0.0, "y": 0.0, "w": 1.0, "h": 1.0},
        },
    ),
)

DISPLAYS = (
    Case("static_text", {"text": "Prod pages the team.", "tone": "warn"}, (See("! Prod"),), (), {}),
    Case("markdown", {"text": "# Head\n\n- one\n\n**two**"}, (See("one"), See("two")), (), {}),
    Case("image", {"label": "Chart", "src": "dawn", "alt": "a sky"}, (See("Chart"),), (), {}),
    Case(
        "audio",
        {"label": "Jingle", "src": "clip.mp3"},
        (See("clip.mp3"), Keys("p"), See("▶ playing")),
        (Click("[p] play"), See("▶ playing")),
        {},
    ),
    Case(
        "video",
        {"label": "Demo", "src": "clip.mp4"},
        (See("clip.mp4"), Keys("p"), See("▶ playing")),
        (Click("[p] play"), See("▶ playing")),
        {},
    ),
    Case("mermaid", {"source": "flowchart LR\n  build --> ship"}, (See("ship"), See("►")), (), {}),
    Case(
        "mermaid that is wrong",
        {"source": "nonsense here\nsecond line"},
        (See("nonsense here"), See("second line")),
        (),
        {"media_warnings": ["a diagram: no diagram of a known kind begins with “nonsense”"]},
    ),
    Case(
        "wireframe",
        {"columns": 2, "panels": [{"title": "Load", "content": "0.42\nlow"}, {"title": "Users"}]},
        (See("─ LOAD ─"), See("│ low "), See("─ USERS ─")),
        (),
        {},
    ),
)

OPTIONS = [
    {"label": "PostgreSQL", "value": "pg", "description": "A server of its own."},
    {"label": "SQLite", "description": "One file."},
    {"label": "None", "value": "no"},
]


class Use(NamedTuple):
    """A tool, what either hand does with its dialog, and the whole of what it returns."""

    name: str
    arguments: Json
    keyboard: tuple[Step, ...]
    mouse: tuple[Step, ...]
    result: Json
    status: int = 0


def ask(*answers: str, other: str = "") -> Json:
    """Return the result of `ask`."""
    return {"cancelled": False, "answers": list(answers), **({"other": other} if other else {})}


DROP = {"title": "Drop the table?", "message": "It has 3 rows.", "confirm_label": "Drop it"}
KEEP = {**DROP, "cancel_label": "Keep it"}
WHICH = {"question": "Which database?", "options": OPTIONS}
DRAFTS = {
    "title": "Which draft?",
    "variants": [
        {"value": "short", "label": "Short", "content": "# One\n\nbrief", "detail": "says less"},
        {"value": "long", "content": "all of it"},
        {"value": "none"},
    ],
}
REVIEW = {
    "title": "Review",
    "comment": True,
    "items": [{"value": "a", "label": "First"}, {"value": "b", "label": "Second"}, {"value": "c"}],
}
TOOLS = (
    Use(
        "confirm yes",
        KEEP,
        (Keys("d"),),
        (Click("Drop it"),),
        {"cancelled": False, "confirmed": True},
    ),
    Use(
        "confirm no",
        KEEP,
        (Keys(LEFT + ENTER),),
        (Click("Keep it"),),
        {"cancelled": False, "confirmed": False},
        1,
    ),
    Use(
        "ask",
        WHICH,
        (See("Pick one *"), Keys(DOWN + ENTER)),
        (Click("SQLite"), Click("Submit")),
        ask("SQLite"),
    ),
    Use("ask digit", WHICH, (Keys("3" + SUBMIT),), (Click("No", 3), Click("Submit")), ask("no")),
    Use(
        "ask several",
        {**WHICH, "multi_select": True},
        (Keys("3" + UP + UP + SPACE + SUBMIT),),
        (Click("None"), See("[x] 3 None"), Click("PostgreSQL"), Click("Submit")),
        ask("no", "pg"),
    ),
    Use(
        "ask other",
        {**WHICH, "allow_other": True},
        (Keys("1" + DOWN * 3), Typed(" a file "), Keys(ENTER)),
        (Click("Other:"), Typed(" a file "), See("(•)   Other"), Click("Submit")),
        ask(other="a file"),
    ),
    Use(
        "ask other besides",
        {**WHICH, "allow_other": True, "multi_select": True},
        (Keys("1" + DOWN * 3), Typed("mine"), Keys(UP + SPACE + SUBMIT)),
        (
            *(Click("PostgreSQL"), Click("Other:"), Typed("mine"), Click("None")),
            *(See("[x] 3 None"), Click("Submit")),
        ),
        ask("pg", "no", other="mine"),
    ),
    Use(
        "ask cancelled",
        WHICH,
        (Keys(ESCAPE),),
        (Click("Cancel"),),
        {"cancelled": True, "answers": []},
        1,
    ),
    Use(
        "gallery",
        REVIEW,
        (
            See("▸ Verdicts"),
            Keys("1" + RIGHT + "2" + "2" + "c"),
            Typed("too dark"),
            Keys(ENTER + SUBMIT),
        ),
        (
            *(Click("[1 Approve]"), See("[• Approve]"), Click("[c] comment", 50)),
            *(Typed("too dark"), Click("Submit")),
        ),
        {
            "cancelled": False,
            "decisions": {
                "a": {"decision": "approve"},
                "b": {"decision": "", "comment": "too dark"},
            },
        },
    ),
    Use(
        "gallery cancelled",
        REVIEW,
        (Keys(ESCAPE),),
        (Click("Cancel"),),
        {"cancelled": True, "decisions": {}},
        1,
    ),
    Use(
        "compare",
        DRAFTS,
        (See("▸ Pick one"), See("says less"), Keys("2"), See("(•) 2 B"), Keys(ENTER)),
        (Click("2 B"), See("(•) 2 B"), Click("Submit")),
        {"cancelled": False, "selected": "long"},
    ),
    Use(
        "compare third",
        DRAFTS,
        (Keys(RIGHT + RIGHT + ENTER), See("(•) 3 C"), Keys(SUBMIT)),
        (Click("3 C", down=1), See("(•) 3 C"), Click("Submit")),
        {"cancelled": False, "selected": "none"},
    ),
    Use("compare cancelled", DRAFTS, (Keys(ESCAPE),), (Click("Cancel"),), {"cancelled": True}, 1),
    Use(
        "form cancelled",
        {"title": "Tag", "fields": [{"kind": "text", "name": "tag", "label": "Tag"}]},
        (Typed("v1"), Keys(ESCAPE), See("Throw"), Keys("y")),
        (Click("Tag", down=1, right=2), Typed("v1"), Click("Cancel")),
        {"cancelled": True, "values": {}},
        1,
    ),
)
