"""A JSON value that knows its place in the document, so that every complaint can name it.

A check either returns the value with its real type or raises `SpecError` with the place and with
what is allowed there. Which members a document has is for `mplex.dialog.spec` and `flow` to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from math import isfinite

from mplex.dialog.caps import PLEXER_FLOW_ID_MAX
from mplex.errors import SpecError

Scalar = str | int | float | bool | None

SIMILAR = 0.8
"""How alike (0 to 1) an unknown member must be to a known one to be taken for a typing mistake."""

UNKNOWN_MAX = 64
"""How many unknown members of one object are compared with known ones, which takes time."""

HUGE = 1_000_000_000
"""From here on a number is not repeated in an error."""


class Node:
    """One value of a JSON document, and the path to it (`screens[1].fields[0]`)."""

    __slots__ = ("value", "where")

    def __init__(self, value: object, where: str = "") -> None:
        self.value = value
        self.where = where

    def fail(self, message: str, *, hint: str = "") -> SpecError:
        """Return the error that says `message` about this place."""
        return SpecError(self.where, message, hint=hint)

    def members(self, known: Sequence[str]) -> dict[str, Node]:
        """Return an object's members by name.

        Members that are not `known` are left out. One that looks like a mistyped name of a known
        member that is missing is refused: it would be ignored, and the mistake would go unseen.
        """
        every = self.entries()
        missing = [name for name in known if name not in every]
        unknown = [name for name in every if name not in known]
        for name in unknown[:UNKNOWN_MAX]:
            self._check_typing_mistake(name, missing)
        return {name: every[name] for name in known if name in every}

    def _check_typing_mistake(self, name: str, missing: Sequence[str]) -> None:
        similar = get_close_matches(name, missing, n=1, cutoff=SIMILAR)
        if similar:
            hint = f"did you mean {quote(similar[0])}?"
            raise SpecError(self._path(name), "is not a known member", hint=hint)

    def entries(self) -> dict[str, Node]:
        """Return every member of an object, whatever its name."""
        if not isinstance(self.value, dict):
            raise self.fail(f"must be an object, not {describe(self.value)}")
        for name in self.value:
            if not isinstance(name, str):
                raise self.fail(f"must have strings for names, not {describe(name)}")
        return {name: Node(value, self._path(name)) for name, value in self.value.items()}

    def _path(self, name: str) -> str:
        """Return the path of a member; a name that is no plain word is quoted in brackets."""
        if not name.isidentifier():
            return f"{self.where}[{quote(name)}]"
        return f"{self.where}.{name}" if self.where else name

    def items(self, what: str, low: int, high: int) -> list[Node]:
        """Return the elements of a list with `low` to `high` of them; `what` names them."""
        if not isinstance(self.value, list):
            raise self.fail(f"must be a list of {what}, not {describe(self.value)}")
        count = len(self.value)
        if not low <= count <= high:
            allowed = f"{low} to {high}" if low else f"at most {high}"
            raise self.fail(f"has {count} {what}; {allowed} are allowed")
        return [Node(value, f"{self.where}[{index}]") for index, value in enumerate(self.value)]

    def text(self, limit: int, *, blank: bool = True) -> str:
        """Return a string of at most `limit` characters; `blank` allows one that shows nothing."""
        if not isinstance(self.value, str):
            raise self.fail(f"must be a string, not {describe(self.value)}")
        if len(self.value) > limit:
            raise self.fail(f"has {len(self.value)} characters; at most {limit} are allowed")
        if not blank and not self.value.strip():
            raise self.fail("must not be empty")
        try:
            self.value.encode()
        except UnicodeEncodeError:
            problem = "is not valid Unicode: it holds half of a surrogate pair"
            raise self.fail(problem) from None
        return self.value

    def identifier(self) -> str:
        """Return an id: not empty, at most 64 characters, no white space of any script."""
        name = self.text(PLEXER_FLOW_ID_MAX)
        if not name:
            raise self.fail("must not be empty")
        if any(char.isspace() for char in name):
            raise self.fail(f"must not contain white space, as {quote(name)} does")
        return name

    def index(self, count: int) -> int:
        """Return a whole number from 0 to `count - 1`; true and false are no numbers."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.fail(f"must be a whole number, not {describe(self.value)}")
        if not 0 <= self.value < count:
            raise self.fail(f"is {_number(self.value)}; 0 to {count - 1} are allowed")
        return self.value

    def seconds(self, low: float, high: float) -> float:
        """Return a number of seconds between `low` and `high`, both included."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fail(f"must be a number of seconds, not {describe(value)}")
        if not low <= value <= high:
            raise self.fail(f"is {_number(value)}; {low} to {high} seconds are allowed")
        return value

    def scalar(self) -> Scalar:
        """Return a string, a finite number, true, false or null."""
        value = self.value
        if isinstance(value, str):
            return self.text(len(value))
        if isinstance(value, float) and not isfinite(value):
            raise self.fail(f"must be a finite number, not {value}")
        if value is None or isinstance(value, bool | int | float):
            return value
        raise self.fail(f"must be a string, number, boolean or null, not {describe(value)}")

    def one_of(self, words: Sequence[str]) -> str:
        """Return a string that is one of `words`."""
        allowed = ", ".join(quote(word) for word in words)
        if not isinstance(self.value, str):
            raise self.fail(f"must be one of {allowed}, not {describe(self.value)}")
        if self.value not in words:
            raise self.fail(f"is {quote(self.value)}; allowed are {allowed}")
        return self.value


def describe(value: object) -> str:
    """Name the JSON type of a value for a sentence: "a list", "null"."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    for kind, name in ((str, "a string"), (int, "a number"), (float, "a number"), (list, "a list")):
        if isinstance(value, kind):
            return name
    return "an object" if isinstance(value, dict) else f"a {type(value).__name__}"


def quote(text: str) -> str:
    """Return `text` in quotation marks, on one line, cut where it is long."""
    shown = text if len(text) <= PLEXER_FLOW_ID_MAX else text[: PLEXER_FLOW_ID_MAX - 1] + "…"
    return '"' + "".join(char if char.isprintable() else ascii(char)[1:-1] for char in shown) + '"'


def _number(value: float) -> str:
    """Return a number for a sentence; the digits of a huge one help nobody."""
    return str(value) if abs(value) < HUGE else "out of range"
