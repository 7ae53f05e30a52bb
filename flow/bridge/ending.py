"""What a tool's result means to a shell: the exit status of `mplex-ctl tool`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mplex.dialog.answer import TTL_EXPIRED

DONE = 0
CANCELLED = 1
REFUSED = 3
EXPIRED = 124

FLOW_STATUS = {"done": DONE, "cancelled": CANCELLED, "error": REFUSED, "timeout": EXPIRED}
"""What each end of a flow means."""
OUTCOMES = {**FLOW_STATUS, "ok": DONE}
"""The same, and that of an upload."""

NOT_PICKED = "cancelled:"
"""How the error of an upload begins that the person did not want."""


def exit_status(result: Mapping[str, Any]) -> int:
    """Return 0 for an answer, 1 for the person's refusal, 124 for silence, 3 for other ends.

    The No of a `confirm` counts as a refusal, so that a script may go on after `&&`.
    """
    if result.get("cancelled") is True:
        return of_reason(str(result.get("reason") or ""))
    if result.get("confirmed") is False:
        return CANCELLED
    if result.get("ok") is False:
        return REFUSED
    if str(result.get("error") or "").startswith(NOT_PICKED):
        return CANCELLED
    if "status" in result and "cancelled" not in result:
        reason = str(result.get("reason") or "")
        return of_reason(reason) if reason else OUTCOMES.get(str(result["status"]), REFUSED)
    return DONE


def of_reason(reason: str) -> int:
    """Return the status of a dialog that was not answered."""
    if not reason:
        return CANCELLED
    return EXPIRED if reason == TTL_EXPIRED else REFUSED
