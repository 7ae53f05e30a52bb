"""The tables of wcwidth that the emulator needs, under types that say no more than they must.

The idea: wcwidth's tables are tuples of known length, which a compiler would spell out entry by
entry.  Nothing is decided here; what the tables mean for cells is in `chars`.
"""

from __future__ import annotations

from collections.abc import Mapping

from wcwidth.table_grapheme import EXTENDED_PICTOGRAPHIC
from wcwidth.table_vs16 import VS16_NARROW_TO_WIDE
from wcwidth.table_wide import WIDE_EASTASIAN
from wcwidth.table_zero import ZERO_WIDTH

Ranges = tuple[tuple[int, int], ...]


def _newest(table: Mapping[str, Ranges]) -> Ranges:
    return list(table.values())[-1]


PICTOGRAPHIC: Ranges = tuple(EXTENDED_PICTOGRAPHIC)
"""Emoji in the sense of UAX 29 (Extended_Pictographic)."""
VS16_BASES: Ranges = _newest(VS16_NARROW_TO_WIDE)
"""Narrow characters that variation selector 16 makes wide."""
WIDE: Ranges = _newest(WIDE_EASTASIAN)
ZERO: Ranges = _newest(ZERO_WIDTH)
