"""Which of the offered values are picked: one or several, in the order of picking.

Shared by all collections, so that defaults, drafts and toggling follow one rule. How a mark looks
is here too; where it stands is the widgets' matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Picks:
    """The picked values among `offered`; at most one unless `multi`."""

    def __init__(self, offered: Iterable[str], multi: bool, values: Any = ()) -> None:
        self._offered = frozenset(offered)
        self.multi = multi
        self._picked: dict[str, None] = {}
        self.restore(values)

    def __contains__(self, value: str) -> bool:
        return value in self._picked

    def __len__(self) -> int:
        return len(self._picked)

    def values(self) -> list[str]:
        """Return the picked values in the order of picking."""
        return list(self._picked)

    def pick(self, value: str) -> None:
        """Pick a value; a single pick takes the place of another."""
        if not self.multi:
            self._picked.clear()
        self._picked[value] = None

    def toggle(self, value: str) -> None:
        """Pick a value, or put it back."""
        if value in self._picked:
            del self._picked[value]
        else:
            self.pick(value)

    def clear(self) -> None:
        """Put everything back."""
        self._picked.clear()

    def restore(self, values: Any) -> None:
        """Pick exactly these: what is not offered, is repeated, or is too many, is left out."""
        kept = [value for value in _strings(values) if value in self._offered]
        self._picked = dict.fromkeys(kept if self.multi else kept[:1])

    def mark(self, value: str) -> str:
        """Return the three characters that show whether a value is picked."""
        return mark(value in self._picked, self.multi)


def mark(picked: bool, multi: bool) -> str:
    """Return a check box, or a radio button when only one can be picked."""
    if multi:
        return "[x]" if picked else "[ ]"
    return "(•)" if picked else "( )"


def _strings(values: Any) -> list[str]:
    if not isinstance(values, list | tuple):
        return []
    return [value for value in values if isinstance(value, str)]
