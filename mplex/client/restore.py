"""The bytes that give a terminal back when the server can't: it died, or the client must leave.

A client knows nothing of what the server switched on, so this switches off everything that
`mplex.term.renderer` ever switches on. Constants only, since the client imports this module.
"""

from __future__ import annotations

_MODES_OFF = (
    b"\x1b[?2026l"  # synchronised output
    b"\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l"  # mouse
    b"\x1b[?1004l"  # focus reports
    b"\x1b[?2031l"  # theme reports
    b"\x1b[?2004l"  # bracketed paste
    b"\x1b[?1l\x1b>"  # application cursor keys and keypad
    b"\x1b[r"  # scroll region
    b"\x1b[m"
)
_XTERM_ONLY = (
    b"\x1b]8;;\x1b\\"  # hyperlink
    b"\x1b[<u"  # kitty keyboard protocol
    b"\x1b[>4m"  # modifyOtherKeys
    b"\x1b[0 q"  # cursor shape
    b"\x1b]112\x1b\\"  # cursor colour
)
_LEAVE = b"\x1b[?1049l\x1b[?25h"

PLAIN_TERMS = ("linux", "vt", "dumb", "ansi", "cons25", "sun", "cygwin")
"""Beginnings of the TERM of terminals that print the parts of xterm's language they don't know."""


def restore_sequence(term: str) -> bytes:
    """Return what undoes every mode that mplex may have set in a terminal of that TERM."""
    if term.startswith(PLAIN_TERMS):
        return _MODES_OFF + _LEAVE
    return _XTERM_ONLY + _MODES_OFF + _LEAVE
