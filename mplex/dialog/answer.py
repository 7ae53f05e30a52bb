"""What came of one screen: a status, and the value that the person gave.

Every screen ends with exactly one `Answer`. A status other than `ok` carries no value, so that
silence can never be read as a choice.
"""

from __future__ import annotations

from typing import NamedTuple

OK = "ok"
"""The person answered."""

CANCELLED = "cancelled"
"""The person refused to answer, or the screen was taken away."""

TIMEOUT = "timeout"
"""Nobody answered in time."""

STATUSES = (OK, CANCELLED, TIMEOUT)


class Answer(NamedTuple):
    """One ended screen: an option index, a text, or None by the screen's kind."""

    status: str
    value: int | str | None = None


CANCEL = Answer(CANCELLED)
EXPIRED = Answer(TIMEOUT)
