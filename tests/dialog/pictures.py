"""Pictures of dialogs for the manual: `python -m tests.dialog.pictures` draws them all anew.

One row for each kind of field, and for forms as a whole: a screen as a program sends it, and the
keys that a person has pressed. Each is drawn at 80x24 into `docs/pictures/dialogs`.
"""

from __future__ import annotations

import io
import math
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from mplex.dialog.fields.kit import Kit
from mplex.dialog.form.form_dialog import FormDialog
from mplex.dialog.form_spec import check_form
from mplex.geometry import Rect, Size
from mplex.term.keys import KeyEvent, parse_key, text_of
from mplex.ui.overlay import Rendered
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from tests.support.environment import ROOT
from tests.support.picture import DARK, Paper, svg_of
from tests.support.waiting import wait_until

FOLDER = ROOT / "docs" / "pictures" / "dialogs"
SIZE = Size(24, 80)
NOON = datetime(2026, 6, 1, 12, 0, tzinfo=timezone(timedelta(hours=2)))
ASKER = "agent in %3"

FILES = "~/reports"
"""Stands in a row for a folder with a few files, which is made for the picture."""

DRAFT_A = """## Faster starts

mplex now starts in **9 ms**.

- no library is loaded early
- the client is 20 kB

Nothing changes for you.
"""
DRAFT_B = """## What is new

We made the start faster:
a window is there at once.

| before | now |
|-------:|----:|
| 31 ms  | 9 ms |
"""
NOTES = """### Release 1.4

Tests are **green**; see the [log](https://ci.example/214).

| module | lines |
|--------|------:|
| stream | 412 |
| screen | 388 |

```python
def greet(name: str) -> str:
    return f"hello, {name}"  # friendly
```
"""
STEPS = """flowchart LR
  build[Build] --> test{Green?}
  test -->|yes| ship[Ship it]
  test -->|no| fix[Fix it] --> build
"""


class Shot(NamedTuple):
    """One picture."""

    name: str
    """The file's, without its ending; the kind of the field that it shows."""
    title: str
    screen: Mapping[str, Any]
    keys: Sequence[str] = ()


def shot(name: str, title: str, field: Mapping[str, Any], *keys: str, **screen: Any) -> Shot:
    """Return the picture of one field."""
    return Shot(name, title, {"fields": [{"kind": name, **field}], **screen}, keys)


def typed(text: str) -> tuple[str, ...]:
    """Return the keys that type a text."""
    return tuple("Space" if char == " " else char for char in text)


def options(*labels: str, **more: str) -> list[dict[str, str]]:
    """Return options whose values are their labels in small letters, some with a description."""
    found = [{"label": label, "value": label.lower()} for label in labels]
    for option in found:
        if option["label"] in more:
            option["description"] = more[option["label"]]
    return found


def source(name: str) -> dict[str, Any]:
    """Return the source of a picture made here."""
    return {"media": name, "name": f"{name}.png", "width": 320, "height": 200}


CLIP = {"path": "/home/ann/jingle.mp3", "name": "jingle.mp3", "seconds": 12.5}
COLUMNS = [
    {"key": "branch", "label": "Branch"},
    {"key": "age", "label": "Days", "align": "right"},
    {"key": "who", "label": "Author"},
]
BRANCHES = (("fix-locale", 3, "Ann"), ("old-parser", 210, "Ben"), ("try-sixel", 41, "Cleo"))
PANELS = [
    {"title": "Receiver", "col_span": 2, "content": "14:32:07 weak\n14:32:11 strong  WX MIDWAY"},
    {"title": "Status", "content": "Depth:  18 m\nCourse: 270°"},
    {"title": "Log", "content": "quiet", "tone": "muted"},
    {"title": "Keys", "col_span": 2, "content": "[D]ive [S]urface", "tone": "highlight"},
]
TREE = [
    {"label": "app", "value": "app", "children": options("Auth", "Cache", Auth="12 keys")},
    {"label": "legacy", "value": "legacy", "description": "deprecated"},
]

SHOTS: tuple[Shot, ...] = (
    Shot(
        "confirm",
        "Delete the branch old-parser?",
        {
            "text": "Its 14 commits are on no other branch.",
            "actions": [
                {"label": "Keep it", "value": "no", "skip_validation": True},
                {"label": "Delete", "value": "yes", "destructive": True},
            ],
        },
    ),
    Shot(
        "form",
        "New feature draft",
        {
            "header": "Discovery",
            "tabs": [
                {
                    "label": "What",
                    "fields": [
                        {"kind": "text", "name": "job", "label": "User job", "required": True},
                        {"kind": "checkbox", "name": "beta", "label": "Beta first"},
                        {"kind": "date", "name": "due", "label": "Target date"},
                    ],
                },
                {"label": "Who", "fields": [{"kind": "text", "name": "who", "label": "Owner"}]},
            ],
            "actions": [
                {"label": "Cancel", "value": "__cancel__", "skip_validation": True},
                {"label": "Save draft", "value": "draft", "skip_validation": True},
                {"label": "Create", "value": "commit", "primary": True},
            ],
        },
        ("M-Enter",),
    ),
    shot(
        "text",
        "Release",
        {"name": "notes", "label": "What is new?", "multiline": True, "required": True},
        *typed("Starts faster"),
        "Enter",
        *typed("Fewer libraries"),
    ),
    shot("password", "Log in", {"name": "pin", "label": "One-time code"}, *typed("482913")),
    shot(
        "secret",
        "Store the token",
        {
            "name": "token",
            "label": "API token",
            "target": {
                "mode": "create",
                "path": "~/.config/demo/token",
                "shown": "/home/ann/.config/demo/token",
                "host": "build-7",
            },
        },
        *typed("abcdefgh"),
    ),
    shot("number", "Scale out", {"name": "n", "label": "Workers", "min": 1, "max": 64}, "8"),
    shot("slider", "Quality", {"name": "q", "label": "JPEG quality", "default": 72}),
    shot(
        "select",
        "Deploy",
        {"name": "env", "label": "Environment", "options": options("Staging", "Canary", "Prod")},
        "Enter",
        "Down",
    ),
    shot("checkbox", "Deploy", {"name": "dry", "label": "Only pretend"}, "Space"),
    shot(
        "choice",
        "Which database?",
        {
            "name": "db",
            "label": "Database",
            "allow_other": True,
            "options": options(
                "PostgreSQL",
                "SQLite",
                PostgreSQL="A server of its own; many writers.",
                SQLite="One file beside the program; one writer.",
            ),
        },
        "Down",
    ),
    shot("file", "Send a report", {"name": "f", "label": "File", "start": FILES}, "Down"),
    shot("date", "Plan", {"name": "d", "label": "Launch", "default": "2026-06-10"}, "Down"),
    shot(
        "datetime",
        "Plan",
        {"name": "d", "label": "Remind me", "default": "2026-06-01T09:30"},
    ),
    shot(
        "date_range",
        "Plan",
        {"name": "d", "label": "Holiday", "default": {"from": "2026-07-06", "to": "2026-07-17"}},
    ),
    shot("color", "Theme", {"name": "c", "label": "Accent", "default": "#0087af"}, "Down"),
    shot(
        "list",
        "Order the steps",
        {
            "name": "steps",
            "label": "Steps",
            "selectable": True,
            "multi_select": True,
            "sortable": True,
            "items": options("Build", "Test", "Sign", "Publish"),
            "default_selected": ["build", "test"],
        },
        "Down",
        "M-Down",
    ),
    shot(
        "table",
        "Stale branches",
        {
            "name": "rows",
            "label": "Delete which?",
            "columns": COLUMNS,
            "rows": [
                {"value": branch, "values": {"branch": branch, "age": age, "who": who}}
                for branch, age, who in BRANCHES
            ],
            "multi_select": True,
            "sortable_by_column": True,
        },
        "Down",
        "Space",
    ),
    shot(
        "tree",
        "Migrate",
        {"name": "t", "label": "Which namespaces?", "items": TREE, "multi_select": True},
        "Down",
        "Space",
    ),
    shot(
        "image_grid",
        "Which picture?",
        {
            "name": "g",
            "label": "Hero image",
            "columns": 3,
            "images": [
                {"value": name, "label": name, "src": source(name)}
                for name in ("dawn", "noon", "dusk")
            ],
        },
        "Right",
        "Space",
    ),
    shot(
        "annotated_image",
        "Where does the logo go?",
        {"name": "spot", "label": "Mark the place", "mode": "region", "src": source("noon")},
        "Space",
    ),
    shot(
        "gallery",
        "Review the pictures",
        {
            "name": "g",
            "label": "Hero images",
            "items": [
                {"value": name, "label": name, "src": source(name)}
                for name in ("dawn", "noon", "dusk")
            ],
        },
        "1",
        size="l",
    ),
    shot(
        "compare",
        "Which announcement?",
        {
            "name": "draft",
            "label": "Which one?",
            "variants": [
                {"value": "a", "label": "Short", "content": DRAFT_A, "detail": "says less"},
                {"value": "b", "label": "Long", "content": DRAFT_B, "detail": "says why"},
            ],
        },
        "2",
    ),
    Shot(
        "static_text",
        "Before you deploy",
        {
            "fields": [
                {"kind": "static_text", "text": "Build 214 is green."},
                {"kind": "static_text", "text": "Prod deploys page the team.", "tone": "warn"},
                {"kind": "static_text", "text": "The last one was a week ago.", "tone": "muted"},
            ]
        },
    ),
    shot("markdown", "Release 1.4", {"text": NOTES}),
    shot("image", "Is it good?", {"label": "Chart", "src": source("dusk"), "max_height": 200}),
    shot("audio", "Is it good?", {"label": "Jingle", "src": CLIP}, "Up", "p"),
    shot("video", "Is it good?", {"label": "Demo", "src": {**CLIP, "name": "demo.mp4"}}),
    shot("mermaid", "How it goes", {"label": "Steps", "source": STEPS}),
    shot("wireframe", "The new page", {"label": "Radio room", "columns": 3, "panels": PANELS}),
    shot(
        "progress",
        "Deploying",
        {
            "name": "build",
            "label": "Build 214",
            "value": 0.42,
            "text": "compiling mplex/vt/stream.py",
            "log": ["checked out 5d3e1f", "installed 31 packages", "3 of 7 modules done"],
        },
        actions=[{"label": "Stop it", "value": "__cancel__", "skip_validation": True}],
    ),
)


class Paintings:
    """A box of pictures that are made by their names: a sky at a time of the day."""

    SKIES = {
        "dawn": ((250, 170, 110), (90, 90, 160)),
        "noon": ((150, 200, 240), (40, 110, 200)),
        "dusk": ((240, 110, 90), (40, 30, 80)),
    }

    def get(self, media: str) -> bytes | None:
        """Return the PNG of a picture."""
        low, high = self.SKIES[media]
        image = Image.new("RGB", (320, 200))
        draw = ImageDraw.Draw(image)
        for row in range(200):
            share = row / 199
            tint = tuple(round(a * share + b * (1 - share)) for a, b in zip(low, high, strict=True))
            draw.line((0, row, 319, row), fill=tint)
        draw.ellipse((210, 40, 260, 90), fill=(255, 240, 190))
        hills = [(x, 150 + round(18 * math.sin(x / 40))) for x in range(0, 321, 4)]
        draw.polygon([*hills, (320, 200), (0, 200)], fill=(30, 60, 40))
        data = io.BytesIO()
        image.save(data, "PNG")
        return data.getvalue()


def dialog_of(row: Shot, folder: str) -> FormDialog:
    """Return the dialog of a row, drawn once, before any key."""
    kit = Kit(Theme(), Paintings(), lambda source: "", now=lambda: NOON, locale="en_GB.UTF-8")
    screen = {"kind": "form", "title": row.title, **row.screen}
    if "fields" in screen:
        screen["fields"] = [
            {**field, "start": folder} if field.get("start") == FILES else field
            for field in screen["fields"]
        ]
    dialog = FormDialog(check_form(screen), ASKER, kit)
    seen(dialog)
    return dialog


def seen(dialog: FormDialog) -> tuple[Rect, Rendered]:
    """Return a dialog's place and its picture."""
    rect = dialog.layout(SIZE)
    return rect, dialog.render(rect.size)


def pressed(dialog: FormDialog, keys: Sequence[str]) -> None:
    """Press keys by their names, each after what the one before has drawn."""
    for name in keys:
        key = parse_key(name)
        dialog.on_key(KeyEvent(key, b"", text_of(key)))
        seen(dialog)


def settled(dialog: FormDialog) -> bool:
    """Say whether nothing is being drawn in the background any more."""
    seen(dialog)
    return not dialog.refresh_seconds


def picture(row: Shot, folder: str, paper: Paper = DARK) -> str:
    """Return the picture of a row as SVG."""
    dialog = dialog_of(row, folder)
    wait_until(f"{row.name} is drawn", lambda: settled(dialog))
    pressed(dialog, row.keys)
    rect, drawn = seen(dialog)
    screen = Surface(SIZE)
    screen.blit(rect, drawn.texts, drawn.attrs)
    cursor = drawn.cursor and (drawn.cursor.row + rect.row, drawn.cursor.col + rect.col)
    dialog.wipe()
    return svg_of(SIZE, screen.texts, screen.attrs, cursor, paper)


def make_files(folder: Path) -> None:
    """Fill the folder that the file picker shows."""
    for name, size in (("june.csv", 4200), ("june.pdf", 88_000), ("may.csv", 3900)):
        (folder / name).write_bytes(b"x" * size)
    (folder / "archive").mkdir()
    for path in folder.iterdir():
        os.utime(path, (NOON.timestamp(), NOON.timestamp()))


def main() -> None:
    """Draw all pictures, or those whose names are on the command line."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or [row.name for row in SHOTS]
    reports = Path(tempfile.gettempdir()) / "reports-of-ann"
    reports.mkdir()
    try:
        make_files(reports)
        for row in SHOTS:
            if row.name in wanted:
                text = picture(row, str(reports))
                (FOLDER / f"{row.name}.svg").write_text(text, encoding="utf-8")
    finally:
        shutil.rmtree(reports)


def kinds(row: Shot) -> set[str]:
    """Return the kinds of the fields that a row shows."""
    tabs = [row.screen, *row.screen.get("tabs", ())]
    return {field["kind"] for tab in tabs for field in tab.get("fields", ())}


if __name__ == "__main__":
    main()
