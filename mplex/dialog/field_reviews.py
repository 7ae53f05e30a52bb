"""The field kinds with pictures to pick from, to review one by one, or to compare.

Rows of the table `field_kinds.FIELD_KINDS`. Like all collections they report the values of their
entries; where the bytes of a picture are is the widgets' matter.
"""

from __future__ import annotations

from typing import Any

from mplex.dialog.caps import (
    FORM_ACTIONS_MAX,
    FORM_ANSWER_MAX,
    FORM_DOCUMENT_MAX,
    FORM_IMAGES_MAX,
    FORM_NAME_MAX,
    FORM_VARIANTS_MAX,
)
from mplex.dialog.field import Field
from mplex.dialog.field_collections import (
    DEFAULT_SELECTED,
    MULTI,
    SELECTED,
    Labelled,
    finish_picks,
    is_pick,
    values_of,
)
from mplex.dialog.field_inputs import REQUIRED
from mplex.dialog.field_kind import FieldKind
from mplex.dialog.field_members import (
    Data,
    Entries,
    Setting,
    entries,
    flag,
    hint,
    identity,
    read_members,
    source,
    text,
    whole,
)
from mplex.dialog.json_schema import record
from mplex.dialog.node import Node

COLUMNS_MAX = 12
"""Columns of a grid."""

SRC = source("src", "the picture: a path, an address or a data: URL")
ALT = text("alt", "what the picture shows, in words")
MAX_HEIGHT = hint("max_height")
DETAIL = text("detail", "a short caption")

IMAGES = Labelled(
    "images",
    (identity("what is reported"), SRC, text("label", "what is shown below it"), ALT),
    0,
    FORM_IMAGES_MAX,
)


def _finish_images(node: Node, data: Data, setting: Setting) -> None:
    finish_picks(data, "images")


def _fits_images(field: Field, value: Any) -> bool:
    return is_pick(field, value["selected"], values_of(field, "images"))


GALLERY_ITEMS = Labelled(
    "items",
    (
        identity("what is reported"),
        SRC,
        ALT,
        text("label", "what is shown with it"),
        DETAIL,
        MAX_HEIGHT,
    ),
    1,
    FORM_IMAGES_MAX,
)

STYLES = (
    flag("primary", "whether it is the main action"),
    flag("success", "whether it is a positive outcome"),
    flag("destructive", "whether it can't be undone"),
)

VERDICT = (
    text("value", "what is reported", FORM_NAME_MAX, needed=True, blank=False),
    text("label", "the text of the button; the value if not given"),
    *STYLES,
)
VERDICTS = Labelled("actions", VERDICT, 0, FORM_ACTIONS_MAX)

DEFAULT_VERDICTS = (
    {"value": "approve", "label": "Approve", "success": True},
    {"value": "revise", "label": "Revise"},
    {"value": "skip", "label": "Skip"},
)


def _finish_gallery(node: Node, data: Data, setting: Setting) -> None:
    if not data["actions"]:
        data["actions"] = [
            read_members(Node(dict(each), node.where), VERDICT) for each in DEFAULT_VERDICTS
        ]


def _fits_gallery(field: Field, value: Any) -> bool:
    items, verdicts = set(values_of(field, "items")), set(values_of(field, "actions"))
    return all(
        name in items
        and (each["decision"] in verdicts or each["decision"] == "")
        and ("comment" not in each or bool(field["comment"]))
        for name, each in value["decisions"].items()
    )


VARIANTS = Entries(
    "variants",
    (
        identity("what is reported"),
        text("label", "the heading; A, B, C and so on if not given"),
        text("content", "what it says, as markdown", FORM_DOCUMENT_MAX),
        SRC,
        ALT,
        DETAIL,
        MAX_HEIGHT,
    ),
    2,
    FORM_VARIANTS_MAX,
)

COMPARE_COLUMNS = 4
"""Variants that stand side by side unless the spec says otherwise."""


def _finish_compare(node: Node, data: Data, setting: Setting) -> None:
    for index, variant in enumerate(data["variants"]):
        variant["label"] = variant["label"] if variant["label"].strip() else chr(ord("A") + index)
    if data["columns"] is None:
        data["columns"] = min(len(data["variants"]), COMPARE_COLUMNS)


def _fits_compare(field: Field, value: Any) -> bool:
    return value["selected"] is None or value["selected"] in values_of(field, "variants")


REVIEWS = (
    FieldKind(
        "image_grid",
        "pictures to pick from",
        (
            entries("images", IMAGES, "the pictures"),
            MULTI,
            whole("columns", 1, COLUMNS_MAX, "how many stand side by side", 3),
            DEFAULT_SELECTED,
            REQUIRED,
        ),
        {
            "name": "logo",
            "label": "Which logo?",
            "images": [
                {"value": "a", "src": "~/logos/a.png", "label": "Round"},
                {"value": "b", "src": "~/logos/b.png", "label": "Square"},
            ],
        },
        SELECTED,
        "`{selected}`: the values selected",
        _finish_images,
        _fits_images,
    ),
    FieldKind(
        "gallery",
        "pictures or clips, with a verdict on each",
        (
            entries("items", GALLERY_ITEMS, "what is reviewed"),
            entries(
                "actions",
                VERDICTS,
                "the verdicts; approve, revise and skip if not given",
                default=[],
            ),
            flag("comment", "whether each item can have a comment"),
            whole("columns", 1, COLUMNS_MAX, "how many stand side by side; as fits if not given"),
        ),
        {
            "name": "shots",
            "label": "Shots",
            "items": [{"value": "1", "src": "~/shots/1.png", "label": "Harbour"}],
            "comment": True,
        },
        record(
            {
                "decisions": {
                    "type": "object",
                    "properties": {},
                    "additionalProperties": record(
                        {
                            "decision": {"type": "string"},
                            "comment": {"type": "string", "maxLength": FORM_ANSWER_MAX},
                        },
                        "decision",
                    ),
                }
            }
        ),
        "`{decisions: {value: {decision, comment?}}}` with the items that were touched",
        _finish_gallery,
        _fits_gallery,
        aiui=False,
    ),
    FieldKind(
        "compare",
        "variants side by side, one of which is picked",
        (
            entries("variants", VARIANTS, "what is compared"),
            flag("sync_scroll", "whether the variants scroll together"),
            whole("columns", 1, COLUMNS_MAX, "how many stand side by side; up to 4 if not given"),
        ),
        {
            "name": "draft",
            "label": "Which draft?",
            "variants": [
                {"value": "short", "content": "# Short\n\nOne paragraph."},
                {"value": "long", "content": "# Long\n\nAll of it."},
            ],
            "sync_scroll": True,
        },
        record({"selected": {"type": ["string", "null"]}}),
        "`{selected}`: the value picked, null while none is",
        _finish_compare,
        _fits_compare,
        aiui=False,
    ),
)
