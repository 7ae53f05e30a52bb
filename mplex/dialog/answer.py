"""What came of one screen: a status, and the value that the person gave.

Every screen ends with exactly one `Answer`. A status other than `ok` carries no value, so that
silence can never be read as a choice; when nobody decided anything, a reason says why it ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

OK = "ok"
"""The person answered."""

CANCELLED = "cancelled"
"""The person refused to answer, or (with a reason) the screen was taken away."""

TIMEOUT = "timeout"
"""Nobody answered in time."""

STATUSES = (OK, CANCELLED, TIMEOUT)

TTL_EXPIRED = "ttl_expired"
EVICTED = "evicted"
CHANNEL_DROPPED = "channel_dropped"
HOST_EXITING = "host_exiting"
ABANDONED = "abandoned"
NO_CLIENT = "no_client"

REASONS = {
    TTL_EXPIRED: "nobody answered within the lifetime of the dialog",
    EVICTED: "it was the oldest of too many open dialogs",
    CHANNEL_DROPPED: "the connection that the answer would have come through was lost",
    HOST_EXITING: "the program that showed it has ended",
    ABANDONED: "nobody asked for the answer for too long",
    NO_CLIENT: "nobody was at a terminal to be asked, or nobody is left there",
}
"""Why a screen ended that nobody answered: the word for programs, and what it means."""


class Secret:
    """A value that is for one file only: it has no text form but its own `reveal`."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """Return the value; for the one who writes it to its file."""
        return self._value

    def __repr__(self) -> str:
        return "Secret(...)"


class Answer(NamedTuple):
    """One ended screen.

    The value is an option index, a text, or None by the kind of a v1 screen; for a form it is
    `{"action": str, "values": {name: value}}`, perhaps with `media_warnings`.
    """

    status: str
    value: object = None
    reason: str = ""
    """One of `REASONS` when it ended without a decision, else empty."""
    secrets: Mapping[str, Secret] = MappingProxyType({})
    """The values of write-only fields by name; they are never part of `value`."""


def warnings_of(answer: Answer) -> list[str]:
    """Return what an answer says that the person could not be shown."""
    value = answer.value if isinstance(answer.value, Mapping) else {}
    return [str(warning) for warning in value.get("media_warnings") or ()]


def with_warnings(answer: Answer, warnings: Iterable[str]) -> Answer:
    """Return an answer that tells what could not be shown, besides what it tells already."""
    told = without_vaguer([*warnings_of(answer), *warnings])
    if not told:
        return answer
    value = answer.value if isinstance(answer.value, Mapping) else {}
    return answer._replace(value={**value, "media_warnings": told})


def without_vaguer(warnings: Iterable[str]) -> list[str]:
    """Return warnings each once, and none of which another says the same and the place too."""
    told = list(dict.fromkeys(warnings))
    ends = {each[at + 2 :] for each in told for at in _colons(each)}
    return [each for each in told if each not in ends]


def _colons(text: str) -> Iterable[int]:
    at = text.find(": ")
    while at >= 0:
        yield at
        at = text.find(": ", at + 2)


CANCEL = Answer(CANCELLED)
EXPIRED = Answer(TIMEOUT, reason=TTL_EXPIRED)
"""Nobody answered in time."""
