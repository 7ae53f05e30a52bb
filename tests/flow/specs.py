"""Specs that the tests share: the example of the docs, small builders, and random ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Json = dict[str, Any]

DEPLOY: Json = {
    "v": 1,
    "title": "Deploy",
    "timeout": 300,
    "start": "main",
    "screens": [
        {
            "id": "main",
            "title": "Where",
            "body": "Pick a target.",
            "fields": [
                {
                    "id": "env",
                    "type": "choice",
                    "label": "Environment",
                    "options": ["staging", "prod"],
                    "default": 0,
                },
                {
                    "id": "tag",
                    "type": "text",
                    "label": "Tag",
                    "initial": "v1",
                    "show_if": {"env": "prod"},
                },
                {"id": "note", "type": "info", "text": "Prod deploys page the team."},
            ],
            "actions": [{"id": "go", "label": "Deploy"}, {"id": "back", "label": "Back"}],
            "next": {"go": "$done", "back": "$cancel"},
        }
    ],
}


def flow(*screens: Json, **members: Any) -> Json:
    """Return a spec of these screens."""
    return {"screens": list(screens), **members}


def screen(name: str, **members: Any) -> Json:
    """Return a screen; one that says nothing else has a body."""
    return {"id": name, **(members or {"body": f"This is {name}."})}


def choice(name: str, *options: Any, **members: Any) -> Json:
    """Return a choice field; without options it offers yes and no."""
    return {"id": name, "type": "choice", "options": list(options) or ["yes", "no"], **members}


def text(name: str, **members: Any) -> Json:
    """Return a text field."""
    return {"id": name, "type": "text", **members}


def info(name: str, words: str, **members: Any) -> Json:
    """Return an info field."""
    return {"id": name, "type": "info", "text": words, **members}


def actions(*names: str) -> list[Json]:
    """Return actions whose labels are their ids in capitals."""
    return [{"id": name, "label": name.upper()} for name in names]


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8, alphabet="ab\n \ud800"),
)
WORDS = st.sampled_from(
    "v title timeout start screens id body fields actions next show_if type options default "
    "initial text label value choice info kind $done $cancel option".split()
)
RANDOM_JSON = st.recursive(
    SCALARS | WORDS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(WORDS | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=30,
)

LABELS = st.text("abc \U0001f600語\u0301", min_size=1, max_size=12).filter(
    lambda label: label.strip()
)


@st.composite
def valid_specs(draw: st.DrawFn) -> Json:
    """Draw a spec that keeps to the contract."""
    screens = [f"s{index}" for index in range(draw(st.integers(1, 4)))]
    asked = {
        f"{name}f{index}": draw(st.sampled_from(["choice", "text"]))
        for name in screens
        for index in range(draw(st.integers(0, 3)))
    }
    conditions: st.SearchStrategy[Json] = st.just({})
    if asked:
        values = st.sampled_from([0, 1, True, None, "x"])
        conditions = st.dictionaries(
            st.sampled_from(sorted(asked)), values | st.lists(values, min_size=1), max_size=2
        )
    return {
        "timeout": draw(st.integers(5, 600)),
        "start": draw(st.sampled_from(screens)),
        "screens": [_screen(draw, name, screens, asked, conditions) for name in screens],
    }


def _screen(draw: Any, name: str, screens: list[str], asked: Json, conditions: Any) -> Json:
    fields = [
        _field(draw, field, kind, conditions) for field, kind in asked.items() if field[:2] == name
    ]
    buttons = [f"a{index}" for index in range(draw(st.integers(0, 3)))]
    targets = st.sampled_from([*screens, "$done", "$cancel"])
    result = screen(
        name,
        body=draw(LABELS),
        fields=fields,
        actions=[{"id": button, "label": draw(LABELS)} for button in buttons],
        show_if=draw(conditions),
    )
    if draw(st.booleans()):
        routes = st.dictionaries(st.sampled_from(buttons), targets) if buttons else st.just({})
        result["next"] = draw(targets | routes)
    return result


def _field(draw: Any, name: str, kind: str, conditions: Any) -> Json:
    if kind == "text":
        return text(name, label=draw(LABELS), initial=draw(LABELS), show_if=draw(conditions))
    values = st.sampled_from([0, 1, True, None, "x"])
    options = draw(
        st.lists(
            LABELS | st.fixed_dictionaries({"label": LABELS, "value": values}),
            min_size=1,
            max_size=12,
        )
    )
    return choice(
        name,
        *options,
        default=draw(st.integers(0, len(options) - 1)),
        show_if=draw(conditions),
    )
