"""Which of vttest's menus are walked, as keys: menu numbers, every one followed by Return.

A test is then continued with Return until a menu shows again, and every screen on the way is kept.
Left out is what only a person with the machine itself can judge or what mplex does not claim:
double-sized characters, VT52 mode, keyboards, printers, fonts, local echo, pages, rectangles, SPA,
DECBI and DECFI.
"""

from __future__ import annotations

from typing import NamedTuple


class Script(NamedTuple):
    """A way through the menus, in a vttest of its own."""

    name: str
    keys: str
    """Menu choices separated by blanks."""


SCRIPTS = (
    Script("1-cursor-movements", "1"),
    Script("2-screen-features", "2"),
    Script("3-character-sets", "3 8 9 10 11"),
    Script("6-reports", "6 1 2 3 4 5 6 7"),
    Script("8-vt102", "8"),
    Script("11-1-vt220", "11 1 2 2 3 4 0 6"),
    Script("11-3-vt420-movement", "11 3 2 9 10"),
    Script("11-3-vt420-movement-margins", "11 3 2 2 3 4 5 9 10"),
    Script("11-3-vt420-editing", "11 3 3 9 10 11 12 13"),
    Script("11-3-vt420-editing-side-margins", "11 3 3 2 3 4 6 7 8 9 10 11 12 13"),
    Script("11-3-vt420-editing-origin", "11 3 3 1 2 3 4 9 10 11 12 13"),
    Script("11-5-movement", "11 5 1 2 3 4 5 6 7 8 9"),
    Script("11-6-colours", "11 6 2 3 4 5 8 9"),
    Script("11-6-colours-vt102", "11 6 6 1 2"),
    Script("11-6-colours-other", "11 6 7 2 3 4 5 6"),
    Script("11-7-other", "11 7 2 3 4 5 6"),
    Script("11-8-alternate-screen", "11 8 7 3 4 5"),
)
