"""What each key means in a dialog: one table, for the dialogs and for their key line."""

from __future__ import annotations

from typing import NamedTuple

from mplex.term.keys import CTRL, Key

OPTION_KEYS = "1234567890ab"
"""The keys of the options in order; as many as a choice can have."""


class DialogKeys(NamedTuple):
    """A row of the table: the keys that do one thing."""

    action: str
    keys: tuple[Key, ...]
    help: str


DIALOG_KEYS = (
    DialogKeys("up", (Key("Up"), Key("k"), Key("p", CTRL)), "the option or row above"),
    DialogKeys("down", (Key("Down"), Key("j"), Key("n", CTRL)), "the option or row below"),
    DialogKeys("first", (Key("Home"),), "the first option or row"),
    DialogKeys("last", (Key("End"),), "the last option or row"),
    DialogKeys("page-up", (Key("PPage"),), "scroll the text back, else the options"),
    DialogKeys("page-down", (Key("NPage"), Key(" ")), "scroll the text on, else the options"),
    DialogKeys(
        "accept",
        (Key("Enter"), Key("KPEnter"), Key("j", CTRL), Key("m", CTRL)),
        "answer with the selected option",
    ),
    DialogKeys("cancel", (Key("Escape"), Key("q"), Key("c", CTRL)), "refuse to answer"),
)


def steps(action: str, page: int, everything: int) -> int:
    """Return how far a moving action goes, in rows or options; negative is up or back.

    `page` is what a page moves, `everything` at least as much as there is.
    """
    return {
        "up": -1,
        "down": 1,
        "page-up": -max(1, page),
        "page-down": max(1, page),
        "first": -everything,
        "last": everything,
    }[action]


_ACTIONS = {key: row.action for row in DIALOG_KEYS for key in row.keys}
_OPTIONS = {Key(char): index for index, char in enumerate(OPTION_KEYS)} | {
    Key(f"KP{char}"): index for index, char in enumerate(OPTION_KEYS) if char.isdigit()
}


def action_of(key: Key) -> str | None:
    """Return what a key does, None when it does nothing."""
    return _ACTIONS.get(key)


def option_of(key: Key) -> int | None:
    """Return the index of the option that a key selects, None when it is no option's key."""
    return _OPTIONS.get(key)
