"""The field kinds with many entries of text: lists, tables, trees.

Rows of the table `field_kinds.FIELD_KINDS`. Every entry has a `value` of its own, which is what is
reported; two with the same one are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mplex.dialog.caps import (
    FORM_COLUMNS_MAX,
    FORM_ITEMS_MAX,
    FORM_NAME_MAX,
    FORM_TEXT_MAX,
    FORM_TREE_DEPTH_MAX,
    FORM_VALUE_MAX,
)
from mplex.dialog.field import Field
from mplex.dialog.field_defaults import selected_default
from mplex.dialog.field_inputs import DESCRIPTION, REQUIRED, THUMBNAIL
from mplex.dialog.field_kind import FieldKind
from mplex.dialog.field_members import (
    Data,
    Entries,
    Member,
    Setting,
    check_unique,
    entries,
    flag,
    identity,
    read_members,
    read_scalar,
    strings,
    text,
    word,
)
from mplex.dialog.json_schema import Schema, record
from mplex.dialog.node import Node

VALUE: Schema = {"type": "string", "maxLength": FORM_VALUE_MAX}
VALUES: Schema = {"type": "array", "items": VALUE, "uniqueItems": True}
SELECTED = record({"selected": VALUES})

MULTI = flag("multi_select", "whether several can be selected")
DEFAULT_SELECTED = strings(
    "default_selected", "the values that are selected at first; others are left out", []
)


class Labelled(Entries):
    """A reader of entries whose label is their value if it is not given."""

    def _read(self, node: Node) -> Data:
        entry = super()._read(node)
        entry["label"] = entry["label"] if entry["label"].strip() else entry["value"]
        return entry


LIST_ITEMS = Labelled(
    "items",
    (identity("what is reported"), text("label", "what is shown"), DESCRIPTION, THUMBNAIL),
    0,
    FORM_ITEMS_MAX,
    bare=True,
)


def values_of(data: Any, name: str) -> list[str]:
    return [entry["value"] for entry in data[name]]


def _finish_list(node: Node, data: Data, setting: Setting) -> None:
    chosen = data["default_selected"] if data["selectable"] else []
    offered = values_of(data, "items")
    data["default_selected"] = selected_default(chosen, offered, several=data["multi_select"])
    # A list may be left without a pick, whatever the spec says.
    data["required"] = False


def is_pick(field: Field, chosen: list[str], offered: list[str]) -> bool:
    return set(chosen) <= set(offered) and (bool(field["multi_select"]) or len(chosen) <= 1)


def _fits_list(field: Field, value: Any) -> bool:
    offered = values_of(field, "items")
    if not field["selectable"] and value["selected"]:
        return False
    return is_pick(field, value["selected"], offered) and _is_order(value["order"], offered)


def _is_order(order: list[str], offered: list[str]) -> bool:
    return len(order) == len(offered) and set(order) == set(offered)


def _column(node: Node) -> Data:
    column = read_members(node, COLUMN)
    column["label"] = column["label"] if column["label"].strip() else column["key"]
    return column


ALIGNMENTS = ("left", "right", "center")

COLUMN = (
    text(
        "key", "the name of the column in a row's values", FORM_NAME_MAX, needed=True, blank=False
    ),
    text("label", "the heading; the key if not given"),
    word("align", ALIGNMENTS, "how cells stand in the column"),
)


class Columns(Entries):
    """A reader of the columns of a table: each has a `key` of its own."""

    def __call__(self, node: Node) -> list[Data]:
        """Return the columns as plain objects."""
        nodes = node.items(self.what, self.low, self.high)
        columns = [_column(each) for each in nodes]
        check_unique(
            [(column["key"], each) for column, each in zip(columns, nodes, strict=True)], "key"
        )
        return columns


def _cells(node: Node) -> Data:
    """Return the cells of a row by the keys of their columns."""
    return {
        name: None if cell.value is None else _cell(cell) for name, cell in node.entries().items()
    }


def _cell(node: Node) -> str | float:
    if isinstance(node.value, str):
        return node.text(FORM_TEXT_MAX)
    value = read_scalar(node)
    return str(value).lower() if isinstance(value, bool) else value


CELLS: Schema = {
    "type": "object",
    "additionalProperties": {"type": ["string", "number", "boolean", "null"]},
}

TABLE_COLUMNS = Columns("columns", COLUMN, 0, FORM_COLUMNS_MAX)
TABLE_ROWS = Entries(
    "rows",
    (
        identity("what is reported"),
        Member("values", _cells, CELLS, "the cells by column key: strings, numbers or null", {}),
    ),
    0,
    FORM_ITEMS_MAX,
)


def columns_of(rows: list[Data]) -> list[Data]:
    """Return columns for all cells of rows, in the order in which their keys come."""
    keys = dict.fromkeys(
        key for row in rows for key in row["values"] if key.strip() and len(key) <= FORM_NAME_MAX
    )
    found = []
    for key in list(keys)[:FORM_COLUMNS_MAX]:
        cells = [row["values"].get(key) for row in rows]
        kinds = {type(cell) for cell in cells} - {type(None)}
        numbers = bool(kinds) and kinds <= {int, float}
        found.append({"key": key, "label": key, "align": "right" if numbers else "left"})
    return found


def _finish_table(node: Node, data: Data, setting: Setting) -> None:
    data["columns"] = data["columns"] or columns_of(data["rows"])
    keys = [column["key"] for column in data["columns"]]
    for row in data["rows"]:
        row["values"] = {key: row["values"].get(key) for key in keys}
    finish_picks(data, "rows")


def finish_picks(data: Data, name: str) -> None:
    data["default_selected"] = selected_default(
        data["default_selected"], values_of(data, name), several=data["multi_select"]
    )


def _fits_table(field: Field, value: Any) -> bool:
    offered = values_of(field, "rows")
    column = value["sort"]["column"]
    if column is not None and column not in {each["key"] for each in field["columns"]}:
        return False
    return is_pick(field, value["selected"], offered) and _is_order(value["order"], offered)


NODE = (identity("what is reported"), text("label", "what is shown"), DESCRIPTION)


class Forest(Entries):
    """A reader of the nodes of a tree, with their children."""

    def __call__(self, node: Node) -> list[Data]:
        """Return the roots as plain objects, every node with a list of `children`."""
        named: list[tuple[object, Node]] = []
        roots = self._level(node, 1, named)
        if len(named) > self.high:
            raise node.fail(f"has {len(named)} nodes; at most {self.high} are allowed")
        check_unique(named)
        return roots

    def _level(self, node: Node, depth: int, named: list[tuple[object, Node]]) -> list[Data]:
        if depth > FORM_TREE_DEPTH_MAX:
            raise node.fail(f"is too deep; {FORM_TREE_DEPTH_MAX} levels are allowed")
        return [
            self._branch(each, depth, named) for each in node.items(self.what, self.low, self.high)
        ]

    def _branch(self, node: Node, depth: int, named: list[tuple[object, Node]]) -> Data:
        branch = read_members(node, self.members, skip=("children",))
        branch["label"] = branch["label"] if branch["label"].strip() else branch["value"]
        named.append((branch["value"], node))
        children = node.entries().get("children")
        given = children is not None and children.value is not None
        branch["children"] = self._level(children, depth + 1, named) if given and children else []
        return branch

    def schema(self) -> Schema:
        """Return the JSON schema of the list of roots."""
        schema = super().schema()
        schema["items"]["properties"]["children"] = {
            "type": ["array", "null"],
            "description": "the nodes below it, of the same shape",
        }
        return schema


TREE_ITEMS = Forest("items", NODE, 0, FORM_ITEMS_MAX)


def walk(items: list[Data]) -> Iterator[Data]:
    """Yield every node of a checked tree, parents before their children."""
    stack = list(reversed(items))
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node["children"]))


def _finish_tree(node: Node, data: Data, setting: Setting) -> None:
    offered = [each["value"] for each in walk(data["items"])]
    data["default_selected"] = selected_default(
        data["default_selected"], offered, several=data["multi_select"]
    )
    if data["default_expanded"] is not None:
        opened = selected_default(data["default_expanded"], offered, several=True)
        data["default_expanded"] = opened


def _fits_tree(field: Field, value: Any) -> bool:
    offered = [each["value"] for each in walk(field["items"])]
    return is_pick(field, value["selected"], offered)


COLLECTIONS = (
    FieldKind(
        "list",
        "items to read, to pick from, to put in order",
        (
            entries("items", LIST_ITEMS, "the items: objects, or strings that are label and value"),
            flag("selectable", "whether an item can be selected"),
            MULTI,
            flag("sortable", "whether the items can be put in another order"),
            DEFAULT_SELECTED,
            flag("required", "accepted and not enforced"),
        ),
        {
            "name": "stakeholders",
            "label": "Stakeholders",
            "items": [
                {"label": "Product", "value": "prod"},
                {"label": "Design", "value": "design"},
            ],
            "selectable": True,
            "multi_select": True,
            "default_selected": ["prod"],
        },
        record({"selected": VALUES, "order": VALUES}),
        "`{selected, order}`: the values selected, and all values in their order",
        _finish_list,
        _fits_list,
    ),
    FieldKind(
        "table",
        "rows with columns, to pick from and to sort",
        (
            entries("columns", TABLE_COLUMNS, "the columns; an empty list has those of the rows"),
            entries("rows", TABLE_ROWS, "the rows"),
            MULTI,
            flag("sortable_by_column", "whether a heading sorts the rows"),
            DEFAULT_SELECTED,
            REQUIRED,
        ),
        {
            "name": "branches",
            "label": "Branches to delete",
            "columns": [
                {"key": "name", "label": "Branch"},
                {"key": "age", "label": "Days", "align": "right"},
            ],
            "rows": [
                {"value": "fix-1", "values": {"name": "fix-1", "age": 90}},
                {"value": "spike", "values": {"name": "spike", "age": 210}},
            ],
            "multi_select": True,
            "sortable_by_column": True,
        },
        record(
            {
                "selected": VALUES,
                "order": VALUES,
                "sort": record(
                    {
                        "column": {"type": ["string", "null"]},
                        "dir": {"type": "string", "enum": ["asc", "desc"]},
                    }
                ),
            }
        ),
        "`{selected, order, sort: {column, dir}}`: as of a list, and how the rows are sorted",
        _finish_table,
        _fits_table,
    ),
    FieldKind(
        "tree",
        "nodes with children, to pick from",
        (
            entries("items", TREE_ITEMS, "the roots, each perhaps with `children`"),
            MULTI,
            DEFAULT_SELECTED,
            strings("default_expanded", "the values that are open at first; all if not given"),
        ),
        {
            "name": "namespaces",
            "label": "Which namespaces should migrate?",
            "multi_select": True,
            "default_expanded": ["app"],
            "items": [
                {
                    "label": "app",
                    "value": "app",
                    "children": [{"label": "auth", "value": "app/auth", "description": "12 keys"}],
                },
                {"label": "legacy", "value": "legacy"},
            ],
        },
        SELECTED,
        "`{selected}`: the values selected, parents and children apart",
        _finish_tree,
        _fits_tree,
    ),
)
