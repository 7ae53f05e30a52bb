"""What each key means in a form, where the widget with the focus has no use for it: one table.

Those of `FIRST` are the form's before any widget sees them.
"""

from __future__ import annotations

from typing import NamedTuple

from mplex.term.keys import CTRL, META, Key


class FormKeys(NamedTuple):
    """A row of the table: the keys that do one thing."""

    action: str
    keys: tuple[Key, ...]
    help: str


FORM_KEYS = (
    FormKeys("next", (Key("Tab"),), "the next field or button"),
    FormKeys("previous", (Key("BTab"),), "the field or button before"),
    FormKeys("down", (Key("Down"), Key("n", CTRL)), "the field below"),
    FormKeys("up", (Key("Up"), Key("p", CTRL)), "the field above"),
    FormKeys("right", (Key("Right"),), "the next button or tab"),
    FormKeys("left", (Key("Left"),), "the button or tab before"),
    FormKeys("page-down", (Key("NPage"),), "scroll on"),
    FormKeys("page-up", (Key("PPage"),), "scroll back"),
    FormKeys("first", (Key("Home"),), "scroll to the top, on the buttons"),
    FormKeys("last", (Key("End"),), "scroll to the end, on the buttons"),
    FormKeys("accept", (Key("Enter"), Key("KPEnter")), "press the button; in a field, go on"),
    FormKeys("press", (Key(" "),), "press the button"),
    FormKeys("cancel", (Key("Escape"), Key("c", CTRL)), "refuse to answer"),
    FormKeys("submit", (Key("Enter", META), Key("Enter", CTRL)), "press the main button"),
    FormKeys("next-tab", (Key("NPage", CTRL),), "the next tab"),
    FormKeys("previous-tab", (Key("PPage", CTRL),), "the tab before"),
)

FIRST = frozenset({"submit", "next-tab", "previous-tab"})

_ACTIONS = {key: row.action for row in FORM_KEYS for key in row.keys}
_TABS = {Key(str(number), META): number - 1 for number in range(1, 10)}


def form_action_of(key: Key) -> str:
    """Return what a key does, "" when it does nothing."""
    return _ACTIONS.get(key, "")


def tab_of(key: Key) -> int | None:
    """Return the number of the tab that Alt with a digit opens."""
    return _TABS.get(key)
