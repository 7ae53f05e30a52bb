"""What was decided about the items of a gallery: a verdict and a comment for each, or neither.

One idea: an item that nobody touched is not there, and touching it back takes it out again. How
buttons look is the widget's matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


class Verdicts:
    """The decisions about `items` with the verdicts in `offered`."""

    def __init__(self, items: Iterable[str], offered: Iterable[str], comments: bool) -> None:
        self._items = tuple(items)
        self._offered = tuple(offered)
        self._comments = comments
        self._decided: dict[str, str] = {}
        self._said: dict[str, str] = {}

    def decision(self, item: str) -> str:
        """Return the verdict on an item, "" for none."""
        return self._decided.get(item, "")

    def comment(self, item: str) -> str:
        """Return what was said about an item."""
        return self._said.get(item, "")

    @property
    def decided(self) -> int:
        """How many items have a verdict."""
        return len(self._decided)

    def press(self, item: str, verdict: str) -> None:
        """Choose a verdict; the one that is chosen already is taken back."""
        if self._decided.get(item) == verdict:
            del self._decided[item]
        else:
            self._decided[item] = verdict

    def step(self, item: str) -> None:
        """Choose the next verdict, none after the last one."""
        choices = ("", *self._offered)
        after = choices[(choices.index(self.decision(item)) + 1) % len(choices)]
        self._decided.pop(item, None)
        if after:
            self._decided[item] = after

    def say(self, item: str, text: str) -> None:
        """Set what is said about an item."""
        self._said.pop(item, None)
        if text.strip():
            self._said[item] = text

    def value(self) -> dict[str, dict[str, str]]:
        """Return the decisions about the items that were touched, in the order of the items."""
        found: dict[str, dict[str, str]] = {}
        for item in self._items:
            if item in self._decided or item in self._said:
                found[item] = {"decision": self.decision(item)}
                if item in self._said:
                    found[item]["comment"] = self._said[item].strip()
        return found

    def restore(self, value: Any) -> None:
        """Take back what `value` returned; what does not fit is left out."""
        self._decided.clear()
        self._said.clear()
        for item, each in value.items() if isinstance(value, Mapping) else ():
            if item not in self._items or not isinstance(each, Mapping):
                continue
            if each.get("decision") in self._offered:
                self._decided[item] = each["decision"]
            comment = each.get("comment")
            if self._comments and isinstance(comment, str):
                self.say(item, comment)
