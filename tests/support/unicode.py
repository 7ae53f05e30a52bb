"""Tables of characters, made of wcwidth's: `python -m tests.support.unicode --write`.

They are kept because wcwidth takes longer to import than a server may take for all of the emulator;
a test compares them. Run it when wcwidth has come to know a newer Unicode.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from wcwidth import list_versions
from wcwidth.table_grapheme import EXTENDED_PICTOGRAPHIC
from wcwidth.table_vs16 import VS16_NARROW_TO_WIDE
from wcwidth.table_wide import WIDE_EASTASIAN
from wcwidth.table_zero import ZERO_WIDTH

FILE = Path("mplex/vt/unicode_tables.py")
HEAD = '''\
"""Which characters are wide, which take no cell, which are emoji: wcwidth's tables, in short.

The idea: a table is ranges of code points in hexadecimal, read when the emulator starts; wcwidth
itself takes longer to import than the whole emulator.  Nothing is decided here; what the tables
mean for cells is in `chars`.  Made by `python -m tests.support.unicode --write`.
"""

from __future__ import annotations

Ranges = tuple[tuple[int, int], ...]

VERSION = "{version}"
"""The Unicode that the tables are of."""


def _ranges(text: str) -> Ranges:
    """Return the ranges of a text like `a9 231a-231b`."""
    pairs = [each.partition("-") for each in text.split()]
    return tuple((int(first, 16), int(last or first, 16)) for first, _, last in pairs)
'''


class Table(NamedTuple):
    """One table: its name, what it says, its ranges."""

    name: str
    help: str
    ranges: Iterable[tuple[int, int]]


TABLES = (
    Table(
        "PICTOGRAPHIC",
        "Emoji in the sense of UAX 29 (Extended_Pictographic).",
        EXTENDED_PICTOGRAPHIC,
    ),
    Table(
        "VS16_BASES",
        "Narrow characters that variation selector 16 makes wide.",
        list(VS16_NARROW_TO_WIDE.values())[-1],
    ),
    Table("WIDE", "Characters of two cells (UAX 11: W and F).", list(WIDE_EASTASIAN.values())[-1]),
    Table("ZERO", "Characters without a cell of their own.", list(ZERO_WIDTH.values())[-1]),
)
VERSION = str(list_versions()[-1])


def module() -> str:
    """Return the text of the module with the tables."""
    parts = [HEAD.replace("{version}", VERSION)]
    for table in TABLES:
        words = (f"{a:x}" if a == b else f"{a:x}-{b:x}" for a, b in table.ranges)
        text = textwrap.fill(" ".join(words), 96, break_on_hyphens=False)
        text = textwrap.indent(text, "    ")
        parts.append(
            f'\n{table.name} = _ranges(\n    """\n{text}\n    """\n)\n"""{table.help}"""\n'
        )
    return "".join(parts).replace(")\n\nPICTO", ")\n\n\nPICTO", 1)


def main() -> None:
    """Write the tables, with `--write`; else print them."""
    if "--write" in sys.argv:
        FILE.write_text(module(), encoding="utf-8")
    else:
        sys.stdout.write(module())


if __name__ == "__main__":
    main()
