"""What hostile output costs, counted as `cost` does it: a table of sequences that do much each.

A stream is a sequence that is repeated on a screen prepared for it. What counts is the cost of a
byte: about 350 instructions of pure Python a byte are a microsecond where it is compiled, so a
million bytes a second. `most` is larger for what is known to be slow: the emulator keeps whole rows
as strings, so each cut of a row by side margins or a shift of columns costs as much as the screen
is high. Such streams are worked on in short parts (`State.tired`), which holds for all others too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import NamedTuple

from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream
from tests.support.cost import count

COLS, ROWS = 200, 50
TALL = 4
SIZE = 240
"""Bytes of a stream that are counted."""
USUAL = 450
"""Instructions that a byte may cost."""


class Hostile(NamedTuple):
    """A sequence that is repeated."""

    name: str
    piece: str
    setup: str = ""
    most: int = USUAL


def _coloured() -> str:
    rows = [
        f"\x1b[{y + 1};1H\x1b[3{y % 7}mab{'x' * 60}\x1b[4{y % 7}mcolour\x1b[m" for y in range(ROWS)
    ]
    return "".join(rows)


COLOURED = _coloured()
WIDE = "".join([f"\x1b[{y + 1};1H" + "漢字" * (COLS // 4) for y in range(ROWS)])
GUARDED = '\x1b[1"qx\x1b[2"q ' * (COLS * ROWS // 2)
SIDES = "\x1b[?69h\x1b[2;9s\x1b[999H"
"""Side margins, and the cursor in the last row."""
NARROW = "\x1b[?69h\x1b[1;2s"
RED = "\x1b[41m"
LAST = "\x1b[999H"

STREAMS = (
    Hostile("RIS", "\x1bc", most=550),
    Hostile("RIS behind text", "a\x1bc", most=700),
    Hostile("RIS and tab stops", "\x1bH\x1bc"),
    Hostile("REP", "a\x1b[99999b", most=550),
    Hostile("REP wide", "漢\x1b[99999b", most=750),
    Hostile("REP coloured", "a\x1b[99999b", RED, most=750),
    Hostile("REP inserted", "a\x1b[99999b", COLOURED + "\x1b[4h"),
    Hostile("REP in a region", "a\x1b[99999b", "\x1b[2;40r\x1b[40H"),
    Hostile("REP below a region", "a\x1b[99999b", "\x1b[2;40r\x1b[50H"),
    Hostile("REP from the top", "\x1b[Ha\x1b[99999b"),
    Hostile("REP in side margins", "a\x1b[99999b", NARROW, most=2400),
    Hostile("REP wide without wrap", "漢\x1b[99999b", "\x1b[?7l"),
    Hostile("text in side margins", "abcdefgh", SIDES),
    Hostile("wide text in side margins", "漢字a", SIDES, most=1100),
    Hostile("colours in side margins", "\x1b[31mabcd\x1b[32mefgh", NARROW + LAST, most=1300),
    Hostile("line feeds in side margins", "\n", SIDES),
    Hostile("lines in side margins", "a\n", COLOURED + SIDES, most=2500),
    Hostile("ED 2", "\x1b[2J"),
    Hostile("ED 2 behind text", "a\x1b[2J"),
    Hostile("ED 2 coloured", "\x1b[2J", RED),
    Hostile("ED 2 in many colours", "\x1b[41m\x1b[2J\x1b[42m\x1b[2J"),
    Hostile("ED 1", "a\x1b[1J", LAST),
    Hostile("ED from home", "a\x1b[H\x1b[J"),
    Hostile("DECSED", "a\x1b[?2J"),
    Hostile("DECSED of guarded rows", "a\x1b[?2J", GUARDED, most=1400),
    Hostile("DECSEL of a guarded row", "\x1b[?2K", GUARDED),
    Hostile("DECALN and ED 2", "\x1b#8\x1b[2J"),
    Hostile("DECALN and RIS", "\x1b#8\x1bc"),
    Hostile("line feeds", "\n", LAST),
    Hostile("lines without CR", "a\n", LAST),
    Hostile("coloured line feeds", "\n", RED + LAST),
    Hostile("line feeds in a region", "a\n", "\x1b[2;40r\x1b[40H"),
    Hostile("IND", "\x1bD", LAST),
    Hostile("RI", "\x1bM"),
    Hostile("SU of everything", "\x1b[9999S"),
    Hostile("SU coloured", "\x1b[41m\x1b[9999S\x1b[42m\x1b[9999S"),
    Hostile("SL", "a\x1b[ @", most=550),
    Hostile("SR of coloured rows", "\x1b[ A", COLOURED, most=3500),
    Hostile("DECIC and DECDC", "\x1b['}\x1b['~", COLOURED, most=600),
    Hostile("DECIC in colour", "\x1b['}", RED + "\x1b[2J", most=700),
    Hostile("IL", "\x1b[9999L"),
    Hostile("DL", "\x1b[M"),
    Hostile("IRM", "\ra", COLOURED + "\x1b[4h", most=550),
    Hostile("IRM, no ASCII", "é", "\x1b[4h"),
    Hostile("ICH of wide text", "\x1b[@", WIDE + "\x1b[H"),
    Hostile("alternate screen", "\x1b[?1049ha\x1b[?1049l"),
    Hostile("many modes", "\x1b[?1049;1049;1049;1049;1049;1049;1049h"),
    Hostile("132 columns", "\x1b[?3;3;3;3;3;3;3;3;3;3;3;3h", "\x1b[?40h"),
    Hostile("no tab stops", "\t\r", "\x1b[3g"),
    Hostile("tab stops", "\r\x1b[99999I\x1b[99999Z"),
    Hostile("setting tab stops", "\x1bH\x1b[g\t", "\r" + "\x1bH\x1b[C" * COLS),
    Hostile("marks", "e\u0301\u0302\u0303"),
    Hostile("only marks", "\u0301"),
    Hostile("emoji", "👩\u200d👩\u200d👧"),
    Hostile("skin tones", "👍🏽"),
    Hostile("flags", "🇩🇪"),
    Hostile("VS 16", "❤\ufe0f"),
    Hostile("marks in side margins", "e\u0301", NARROW + LAST, most=1100),
    Hostile("shift out", "\x0eq\x0fq", "\x1b)0"),
    Hostile("single shift", "\x1bNq", "\x1b*0"),
    Hostile("controls in sequences", "\x1b[1\x08C"),
    Hostile("SGR of many parameters", "\x1b[" + "38;" * 80 + "m"),
    Hostile("digits", "\x1b[" + "9" * 200 + "m"),
    Hostile("titles", "\x1b]0\x07"),
    Hostile("palette", "\x1b]4" + ";1;?" * 50 + "\x07"),
    Hostile("dynamic colours", "\x1b]10;?;?;?;?;?\x07"),
    Hostile("links", "\x1b]8;;http://a.b/c\x1b\\word\x1b]8;;\x1b\\ "),
    Hostile("XTGETTCAP", "\x1bP+q" + "544e;" * 32 + "\x1b\\"),
    Hostile("DECRQSS", "\x1bP$qm\x1b\\"),
    Hostile("wrapped strings", "\x1bPtmux;" + "\x1b\x1b" * 100 + "\x1b\\"),
    Hostile("empty strings", "\x1bP\x1b\\"),
    Hostile("synchronized", "\x1b[?2026h\x1b[?2026l"),
    Hostile("title stack", "\x1b[22t\x1b[23t", "\x1b]2;t\x07"),
    Hostile("kitty stack", "\x1b[>1u"),
    Hostile("DECSTR", "\x1b[!p"),
)


def cost_of(stream: Hostile, rows: int = ROWS) -> int:
    """Return the instructions that a byte of a stream costs; whatever is remembered is there."""
    piece = stream.piece.encode()
    data = piece * max(1, SIZE // len(piece))
    screen = Screen(COLS, rows, 1000)
    feeder = ByteStream(screen)
    feeder.feed(b"".join([b"%d some text in a row\r\n" % row for row in range(rows + 10)]))
    feeder.feed(stream.setup.encode())
    feeder.feed(data)
    found = count(partial(feeder.feed, data)) // len(data)
    screen.take_replies()
    return found


def measured() -> dict[str, tuple[int, int]]:
    """Return the costs by name, on a usual screen and on one that is TALL times as high.

    They are counted in a process of their own in which the sources run as they are.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.hostile"],
        env={**os.environ, "MPLEX_PURE": "1", "PYTHONHASHSEED": "0"},
        cwd=Path(__file__).parents[2],
        check=True,
        capture_output=True,
        text=True,
    )
    found: dict[str, tuple[int, int]] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    costs = {stream.name: (cost_of(stream), cost_of(stream, TALL * ROWS)) for stream in STREAMS}
    print(json.dumps(costs))
