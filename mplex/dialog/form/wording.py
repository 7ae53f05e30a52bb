"""What a form says by itself: what is to correct and where, and why it did not close yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mplex.dialog.form.entry import Entry
from mplex.dialog.form_spec import FormAction, FormTab
from mplex.dialog.plain_text import plain_line
from mplex.vt.widths import text_width

THROW_AWAY = "Throw away what you typed?"
REFUSE = "Close this without an answer?"
"""What Escape asks, by whether anything would be lost."""
BRIEFLY = {THROW_AWAY: "Throw it away?", REFUSE: "Really close?"}
"""The same for a row that is too short."""


def question(touched: bool) -> str:
    """Return what Escape asks."""
    return THROW_AWAY if touched else REFUSE


def fitting(message: str, cols: int) -> str:
    """Return a message, or how it is said in few columns."""
    return message if text_width(message) <= cols else BRIEFLY.get(message, message)


def to_correct(wrong: Sequence[Entry], tabs: Sequence[FormTab]) -> str:
    """Return how many fields are wrong, by tab where there are several."""
    count = len(wrong)
    said = f"{count} field{'s' if count > 1 else ''} to correct"
    if len(tabs) < 2:
        return said
    by_tab = Counter(entry.tab for entry in wrong)
    if len(by_tab) == 1:
        return f"{said} in {tab_name(tabs, next(iter(by_tab)))}"
    places = ", ".join(f"{tab_name(tabs, tab)} {by_tab[tab]}" for tab in sorted(by_tab))
    return f"{said}: {places}"


def too_long(size: int, most: int) -> str:
    """Return that all answers together are too many bytes."""
    return f"All answers together are {size // 1000} kB, of at most {most // 1000}: shorten this."


def look_first(entry: Entry, tabs: Sequence[FormTab], action: FormAction) -> str:
    """Return that a file will be written which the person has not seen yet."""
    where = f"{tab_name(tabs, entry.tab)} writes" if len(tabs) > 1 else "This writes"
    label = plain_line(action.label or action.value).strip()
    return f"{where} to a file: look at it, then press {label} again"


def tab_name(tabs: Sequence[FormTab], number: int) -> str:
    """Return what a tab is called."""
    return plain_line(tabs[number].label).strip() or f"tab {number + 1}"
