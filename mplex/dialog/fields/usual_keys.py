"""The keys that mean the same in every field: what picks, toggles, opens and leaves.

A field that has a key of its own says so in its module.
"""

from __future__ import annotations

from typing import Final

from mplex.term.keys import Key

ENTER: Final = (Key("Enter"), Key("KPEnter"))
SPACE: Final = Key(" ")
ESCAPE: Final = Key("Escape")

PRESS: Final = (*ENTER, SPACE)
"""What picks or plays the thing under the cursor, where nothing is typed."""

ENTER_BASES: Final = tuple(key.base for key in ENTER)
PRESS_BASES: Final = tuple(key.base for key in PRESS)
"""The same keys, whatever modifiers are held."""

OPEN: Final = (Key("Down"), SPACE)
"""What opens a list or a palette below a line in which something is typed."""
