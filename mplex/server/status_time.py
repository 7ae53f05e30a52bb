"""When a status row can change by time alone, so that an idle server sleeps until then.

One idea: a format of which every variable is told by events changes at the turn of a minute, if it
shows the time at all. What cannot be told by its text, such as a shell command or a user option, is
looked at once an interval, as in tmux.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import lru_cache

MINUTE = 60
TOLD = frozenset(
    "client_height client_key_table client_name client_prefix client_readonly client_session "
    "client_termname client_tty client_width host host_short pane_active pane_height pane_id "
    "pane_in_mode pane_index pane_marked pane_pid pane_synchronized pane_title pane_tty "
    "pane_width pid session_alerts session_attached session_id session_name session_windows "
    "socket_path start_time uid user version window_active window_activity_flag "
    "window_bell_flag window_bigger window_end_flag window_flags window_height window_id "
    "window_index window_last_flag window_marked_flag window_name window_offset_x "
    "window_offset_y window_panes window_raw_flags window_silence_flag window_start_flag "
    "window_width window_zoomed_flag".split()
)
"""Variables that are fixed, or with whose change the status rows are worked out again."""
SECONDS = "+NSTXcfrs"
"""Conversions of strftime that show seconds."""
TIMELESS = "%ntZz"
_CONVERSION = re.compile(r"%[-_0^#]?[EO]?([A-Za-z%+])")
_STYLE = re.compile(r"#\[[^\]]*\]")
_INNERMOST = re.compile(r"#\{([^{}]*)\}")
_WORD = re.compile(r"[A-Za-z_@][\w@-]+")
_AGAIN = re.compile(r"[^,?]*\b[CETt][:/;]")
"""Modifiers that expand once more, tell a time, or look at what a pane shows."""


@lru_cache(maxsize=256)
def period(text: str) -> int | None:
    """Return how often a format may change by itself: 0 for never, MINUTE, or None for any time."""
    rest = _STYLE.sub("", text)
    while found := _INNERMOST.findall(rest):
        for body in found:
            if _AGAIN.match(body) or not TOLD.issuperset(_WORD.findall(body)):
                return None
        rest = _INNERMOST.sub("", rest)
    if "#(" in rest or "#{" in rest:
        return None
    shown = {letter for letter in _CONVERSION.findall(text) if letter not in TIMELESS}
    if shown.intersection(SECONDS):
        return None
    return MINUTE if shown else 0


def wait(texts: Iterable[str], interval: float, now: float) -> float:
    """Return the seconds until one of the formats may show something else; 0 for never.

    It is a multiple of `interval` at which that is seen, in seconds of the clock on the wall.
    """
    periods = {period(text) for text in texts}
    if interval <= 0 or periods <= {0}:
        return 0.0
    # Whole multiples of the interval, so that a clock in the row turns with the minute.
    due = (now // interval + 1) * interval
    if None not in periods:
        turn = (now // MINUTE + 1) * MINUTE
        due = math.ceil(turn / interval) * interval
    return due - now
