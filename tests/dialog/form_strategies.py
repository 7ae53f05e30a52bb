"""Random valid forms of all kinds, as the JSON that a program would write.

`forms()` is a strategy of whole forms, `fields(kind)` of one field; nothing made here is ever
refused by the check. What values fields may get is a widget's matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from mplex.dialog.field_kinds import FIELD_KINDS, reports
from mplex.dialog.form_spec import BACK, check_form

Json = dict[str, Any]
Draw = Callable[[st.SearchStrategy[Any]], Any]

LETTERS = "abc xyzÄß漢字🙂e\u0301\x1b\t\n|❖"
TEXTS = st.text(LETTERS, max_size=30)
WORDS = st.text("abcdefgh漢", min_size=1, max_size=8)
LONG_TEXTS = st.lists(TEXTS, max_size=8).map("\n".join)
NUMBERS = st.one_of(st.integers(-1000, 1000), st.floats(-1e6, 1e6, allow_nan=False))
ANYTHING = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS, st.lists(TEXTS, max_size=2))
SHARES = st.floats(-0.5, 1.5, allow_nan=False)

SOURCES = st.one_of(
    st.none(),
    st.sampled_from(
        ["/tmp/a.png", "~/b.jpg", "https://example.org/c.png", "data:image/png;base64,"]
    ),
    st.fixed_dictionaries({"name": TEXTS, "problem": TEXTS}),
    st.fixed_dictionaries(
        {"media": WORDS, "width": st.integers(1, 4000), "height": st.integers(1, 4000)}
    ),
)


def sometimes(**members: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    """Return objects with some of the members."""
    return st.fixed_dictionaries({}, optional=members)


def members(needed: Json, **others: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    """Return objects with all the needed members and some of the others."""
    return st.fixed_dictionaries(needed, optional=others)


def values(low: int, high: int) -> st.SearchStrategy[list[str]]:
    """Return lists of different values."""
    return st.lists(WORDS, min_size=low, max_size=high, unique=True)


def entries(low: int, high: int, **others: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Json]]:
    """Return collections: objects with a value of their own and some of the other members."""

    def fill(found: list[str]) -> st.SearchStrategy[Any]:
        return st.tuples(*(members({"value": st.just(value)}, **others) for value in found)).map(
            list
        )

    return values(low, high).flatmap(fill)


@st.composite
def bounded(draw: Draw, low: float | None = None, high: float | None = None) -> Json:
    """Make a pair of bounds in their order; the defaults are what a missing one means."""
    found: Json = {}
    first, second = sorted([draw(NUMBERS), draw(NUMBERS)])
    if draw(st.booleans()) or low is not None:
        found["min"] = first
    if draw(st.booleans()) or high is not None:
        found["max"] = second
    return found


@st.composite
def tables(draw: Draw) -> Json:
    """Make the members of a table."""
    keys = draw(values(1, 5))
    columns = [
        {"key": key, **draw(sometimes(label=TEXTS, align=st.sampled_from(["left", "right"])))}
        for key in keys
    ]
    cells = sometimes(**{key: st.one_of(st.none(), NUMBERS, TEXTS) for key in keys})
    # Without any columns a table has those of its rows.
    return {
        "columns": draw(st.sampled_from([columns, columns, []])),
        "rows": draw(entries(0, 12, values=cells)),
    }


@st.composite
def forests(draw: Draw) -> Json:
    """Make the members of a tree: each node hangs below some node before it, or is a root."""
    roots: list[Json] = []
    nodes: list[Json] = []
    for node in draw(entries(0, 12, label=TEXTS, description=TEXTS)):
        above = draw(st.integers(0, len(nodes)))
        siblings = nodes[above - 1].setdefault("children", []) if above else roots
        siblings.append(node)
        nodes.append(node)
    found: Json = {"items": roots}
    every = [node["value"] for node in nodes]
    if every and draw(st.booleans()):
        found["default_expanded"] = draw(st.lists(st.sampled_from(every), max_size=4))
    return found


OPTION = members(
    {"label": WORDS}, value=st.one_of(WORDS, st.integers(-9999, 9999)), description=TEXTS
)
OPTIONS = st.lists(st.one_of(WORDS, OPTION), min_size=1, max_size=12)
SELECTING = {
    "multi_select": st.booleans(),
    "default_selected": st.lists(WORDS, max_size=3),
}
PICTURE = {"src": SOURCES, "alt": TEXTS, "max_height": st.integers(0, 900)}
DATES = st.one_of(st.dates().map(str), TEXTS, st.none())
TARGETS = st.fixed_dictionaries(
    {"mode": st.just("create"), "path": st.sampled_from(["/tmp/out", "~/out"])},
    optional={"perm": st.just("0600"), "overwrite": st.booleans()},
)
POINT = st.fixed_dictionaries({"x": SHARES, "y": SHARES})
REGION = st.fixed_dictionaries({"x": SHARES, "y": SHARES, "w": SHARES, "h": SHARES})


def _unique_options(options: list[Any]) -> bool:
    found = [
        each if isinstance(each, str) else each.get("value", each["label"]) for each in options
    ]
    return len(set(found)) == len(found)


MEMBERS: dict[str, st.SearchStrategy[Json]] = {
    "text": sometimes(placeholder=TEXTS, default=ANYTHING, multiline=st.booleans()),
    "password": sometimes(placeholder=TEXTS),
    "secret": members({"target": TARGETS}, placeholder=TEXTS),
    "number": st.builds(
        lambda bounds, rest: {**bounds, **rest},
        bounded(),
        sometimes(default=ANYTHING, step=st.sampled_from([1, 5, 0.5])),
    ),
    "slider": st.builds(
        lambda bounds, rest: {**bounds, **rest},
        bounded(0, 100),
        sometimes(default=ANYTHING, step=st.sampled_from([1, 5, 0.5])),
    ),
    "select": members({"options": OPTIONS}, default=ANYTHING),
    "checkbox": sometimes(default=ANYTHING),
    "choice": members(
        {"options": OPTIONS.filter(_unique_options)},
        multi_select=st.booleans(),
        allow_other=st.booleans(),
    ),
    "file": sometimes(start=st.sampled_from(["/", "~/x", "~", ""]), hidden=st.booleans()),
    "date": sometimes(default=DATES),
    "datetime": sometimes(
        default=st.one_of(st.datetimes().map(lambda each: each.isoformat()), TEXTS)
    ),
    "date_range": sometimes(default=sometimes(**{"from": DATES, "to": DATES})),
    "color": sometimes(default=st.one_of(TEXTS, st.sampled_from(["#fff", "#12AB9f", "#12ab9"]))),
    "list": members(
        {"items": entries(0, 12, label=TEXTS, description=TEXTS, thumbnail=SOURCES)},
        selectable=st.booleans(),
        sortable=st.booleans(),
        **SELECTING,
    ),
    "table": st.builds(
        lambda table, rest: {**table, **rest},
        tables(),
        sometimes(sortable_by_column=st.booleans(), **SELECTING),
    ),
    "tree": st.builds(lambda tree, rest: {**tree, **rest}, forests(), sometimes(**SELECTING)),
    "image_grid": members(
        {"images": entries(0, 8, src=SOURCES, label=TEXTS, alt=TEXTS)},
        columns=st.integers(-1, 20),
        **SELECTING,
    ),
    "gallery": members(
        {"items": entries(1, 6, label=TEXTS, detail=TEXTS, **PICTURE)},
        actions=entries(0, 4, label=TEXTS, primary=st.booleans(), destructive=st.booleans()),
        comment=st.booleans(),
        columns=st.integers(1, 12),
    ),
    "compare": members(
        {"variants": entries(2, 5, label=TEXTS, content=LONG_TEXTS, detail=TEXTS, **PICTURE)},
        sync_scroll=st.booleans(),
        columns=st.integers(1, 12),
    ),
    "annotated_image": sometimes(
        mode=st.sampled_from(["point", "region", "both"]),
        default=sometimes(point=POINT, region=REGION),
        **PICTURE,
    ),
    "static_text": members({"text": LONG_TEXTS}, tone=st.sampled_from(["info", "warn", "muted"])),
    "markdown": members({"text": LONG_TEXTS}),
    "image": sometimes(**PICTURE),
    "audio": sometimes(src=SOURCES),
    "video": sometimes(src=SOURCES),
    "mermaid": members({"source": st.one_of(LONG_TEXTS, st.just("graph TD\n  a --> b"))}),
    "wireframe": members(
        {
            "panels": st.lists(
                sometimes(
                    title=TEXTS,
                    content=LONG_TEXTS,
                    col_span=st.integers(0, 14),
                    row_span=st.integers(1, 3),
                    tone=st.sampled_from(["default", "muted", "highlight"]),
                ),
                max_size=6,
            )
        },
        columns=st.integers(0, 14),
        gap=st.integers(0, 64),
    ),
    "progress": sometimes(value=ANYTHING, text=TEXTS, log=st.lists(TEXTS, max_size=5)),
}
"""The members of a field of each kind, besides those that all fields have."""


@st.composite
def fields(draw: Draw, kind: str | None = None, name: str = "field") -> Json:
    """Make one field, of any kind unless one is named."""
    kind = kind or draw(st.sampled_from(sorted(FIELD_KINDS)))
    common = {"label": TEXTS, "required": st.booleans()}
    field = {"kind": kind, **draw(MEMBERS[kind]), **draw(sometimes(**common))}
    if FIELD_KINDS[kind].has_name:
        field["name"] = name
    return field


@st.composite
def field_lists(draw: Draw, prefix: str, kinds: tuple[str, ...], high: int) -> list[Json]:
    """Make fields with names of their own, some of which depend on checkboxes before them."""
    found: list[Json] = []
    switches: list[str] = []
    for index in range(draw(st.integers(1, high))):
        name = f"{prefix}{index}"
        field = draw(fields(draw(st.sampled_from(kinds)), name))
        if switches and draw(st.booleans()):
            field["show_if"] = {draw(st.sampled_from(switches)): draw(st.booleans())}
        elif field["kind"] == "checkbox":
            switches.append(name)
        found.append(field)
    return found


ACTIONS = entries(
    0,
    4,
    label=TEXTS,
    primary=st.booleans(),
    success=st.booleans(),
    destructive=st.booleans(),
    skip_validation=st.booleans(),
    writes_targets=st.booleans(),
)


@st.composite
def forms(
    draw: Draw, kinds: tuple[str, ...] = tuple(sorted(FIELD_KINDS)), most_fields: int = 6
) -> Json:
    """Make a whole valid form: `{"kind": "form", ...}`."""
    form: Json = {"kind": "form", "title": draw(TEXTS)}
    form |= draw(
        sometimes(
            header=TEXTS,
            session=WORDS,
            text=LONG_TEXTS,
            size=st.sampled_from(["s", "m", "l"]),
            escape=st.sampled_from(["cancel", "ask"]),
            actions=ACTIONS,
            submit_label=TEXTS,
            cancel_label=TEXTS,
        )
    )
    if draw(st.booleans()):
        form["fields"] = draw(field_lists("f", kinds, most_fields))
    else:
        labels = draw(values(1, 3))
        form["tabs"] = [
            {"label": label, "fields": draw(field_lists(f"t{index}_", kinds, 3))}
            for index, label in enumerate(labels)
        ]
    focus = _focusable(form)
    if focus and draw(st.booleans()):
        form["focus"] = draw(st.sampled_from(focus))
    return form


def _focusable(form: Json) -> list[str]:
    screen = check_form(form)
    fields_ = [field.name for field in screen.fields if reports(field)]
    harmless = [each.value for each in screen.actions if each.style != "destructive"]
    return [name for name in fields_ + harmless if name != BACK]
