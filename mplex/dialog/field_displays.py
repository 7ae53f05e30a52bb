"""The field kinds that show something: text, pictures to look at or to mark, clips, progress.

Rows of the table `field_kinds.FIELD_KINDS`. A picture on which something is marked reports the
mark; everything else here reports nothing.
"""

from __future__ import annotations

from typing import Any

from mplex.dialog.caps import (
    FORM_DOCUMENT_MAX,
    FORM_LOG_MAX,
    FORM_PANELS_MAX,
    FORM_TEXT_MAX,
)
from mplex.dialog.field import Field
from mplex.dialog.field_defaults import mark_default, number_default
from mplex.dialog.field_inputs import REQUIRED
from mplex.dialog.field_kind import FieldKind
from mplex.dialog.field_members import (
    Data,
    Entries,
    Member,
    Setting,
    entries,
    raw,
    source,
    text,
    whole,
    word,
)
from mplex.dialog.field_reviews import ALT, COLUMNS_MAX, MAX_HEIGHT, SRC
from mplex.dialog.json_schema import Schema, record
from mplex.dialog.node import Node

SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
PIXELS: Schema = {"type": "integer", "minimum": 1}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


MARK = record(
    {
        "point": _or_null(record({"x": SHARE, "y": SHARE})),
        "region": _or_null(record({"x": SHARE, "y": SHARE, "w": SHARE, "h": SHARE})),
        "natural": _or_null(record({"width": PIXELS, "height": PIXELS})),
    }
)

MODES = ("point", "region", "both")


def _finish_mark(node: Node, data: Data, setting: Setting) -> None:
    data["default"] = mark_default(data["default"], data["mode"])


def _fits_mark(field: Field, value: Any) -> bool:
    mode = field["mode"]
    return not (mode == "point" and value["region"] or mode == "region" and value["point"])


PANELS = Entries(
    "panels",
    (
        text("title", "the heading of the panel"),
        text("content", "what stands in it, line by line", FORM_TEXT_MAX),
        whole("col_span", 1, COLUMNS_MAX, "how many columns it takes", 1),
        whole("row_span", 1, COLUMNS_MAX, "how many rows it takes", 1),
        word("tone", ("default", "muted", "highlight"), "how it stands out"),
    ),
    0,
    FORM_PANELS_MAX,
    unique=False,
)


def _finish_progress(node: Node, data: Data, setting: Setting) -> None:
    data["value"] = number_default(data["value"], 0, 1)


def read_log(node: Node) -> list[str]:
    """Return the lines of a log."""
    return [line.text(FORM_TEXT_MAX) for line in node.items("lines", 0, FORM_LOG_MAX)]


LOG = Member(
    "log",
    read_log,
    {"type": "array", "items": {"type": "string"}, "maxItems": FORM_LOG_MAX},
    "lines below the bar; an update adds to them",
    [],
)

CLIP = source("src", "the clip: a path, an address or a data: URL")

MARKED = FieldKind(
    "annotated_image",
    "a picture on which a point or a region is marked",
    (
        SRC,
        ALT,
        word("mode", MODES, "what is marked"),
        raw("default", "`{point: {x, y}, region: {x, y, w, h}}`, as shares of the picture"),
        MAX_HEIGHT,
        REQUIRED,
    ),
    {"name": "spot", "label": "Where does the logo go?", "src": "~/mockup.png", "mode": "point"},
    MARK,
    "`{point, region, natural}`: shares of the picture (0 to 1) and its size, each or null",
    _finish_mark,
    _fits_mark,
)

DISPLAYS = (
    FieldKind(
        "static_text",
        "plain text between fields",
        (
            text("text", "what is shown", FORM_TEXT_MAX, needed=True),
            word("tone", ("info", "warn", "muted"), "how it stands out"),
        ),
        {"text": "The database is read-only meanwhile.", "tone": "warn"},
    ),
    FieldKind(
        "markdown",
        "formatted text between fields",
        (text("text", "the text as markdown", FORM_DOCUMENT_MAX, needed=True),),
        {"text": "## Changes\n\n- one\n- two"},
    ),
    FieldKind(
        "image",
        "a picture",
        (SRC, ALT, MAX_HEIGHT),
        {"label": "Chart", "src": "~/chart.png", "alt": "Requests per minute"},
    ),
    FieldKind("audio", "a clip to listen to", (CLIP,), {"label": "Jingle", "src": "~/jingle.mp3"}),
    FieldKind("video", "a clip to watch", (CLIP,), {"label": "Demo", "src": "~/demo.mp4"}),
    FieldKind(
        "mermaid",
        "a diagram",
        (
            text("source", "the diagram in Mermaid's words", FORM_DOCUMENT_MAX, needed=True),
            MAX_HEIGHT,
        ),
        {"label": "Steps", "source": "flowchart LR\n  build --> test --> ship"},
    ),
    FieldKind(
        "wireframe",
        "a sketch of a layout",
        (
            entries("panels", PANELS, "the panels, row by row"),
            whole("columns", 1, COLUMNS_MAX, "columns of the grid", 1),
            whole("gap", 0, 64, "pixels between panels; a hint", 8),
            MAX_HEIGHT,
        ),
        {
            "label": "Dashboard",
            "columns": 2,
            "panels": [
                {"title": "Load", "content": "0.42"},
                {"title": "Users", "content": "17", "tone": "highlight"},
            ],
        },
    ),
    FieldKind(
        "progress",
        "a bar, a line of text and a log, changed while it is shown",
        (
            raw("value", "how far it is, 0 to 1; null while that is unknown"),
            text("text", "what is being done", FORM_TEXT_MAX),
            LOG,
        ),
        {"name": "build", "label": "Build", "value": 0.25, "text": "compiling"},
        finish=_finish_progress,
        aiui=False,
        named=True,
    ),
)
