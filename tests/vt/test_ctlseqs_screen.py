"""Control sequences that move, edit and scroll, as xterm's ctlseqs and DEC STD 070 describe them.

One row of a table is one behaviour: bytes on a screen of 20 by 6, then rows and cursor (column,
row), written down from the documents.  Each also runs byte by byte.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.vt.terminal import at, bytewise, check_rows, chunked, state, terminal, text


class Case(NamedTuple):
    """Bytes and what they have to show."""

    name: str
    data: str
    rows: list[str]
    cursor: tuple[int, int]


SIX = "\x1b[H1\r\n2\r\n3\r\n4\r\n5\r\n6"
BOX = "\x1b[?69h\x1b[2;4r\x1b[5;10s"
"""Margins: rows 1 to 3, columns 4 to 9, counted from 0."""
FULL = "".join(f"\x1b[{n};1H" + "abcdefghijklmnopqrst" for n in range(1, 7))
LINE = "abcdefghijklmnopqrst"

MOVES = (
    Case("CUU default", "\x1b[4;4H\x1b[A", [], (3, 2)),
    Case("CUU zero is one", "\x1b[4;4H\x1b[0A", [], (3, 2)),
    Case("CUU stops at the top", "\x1b[4;4H\x1b[99A", [], (3, 0)),
    Case("CUU stops at the margin", "\x1b[2;4r\x1b[3;1H\x1b[9A", [], (0, 1)),
    Case("CUU from above the margin", "\x1b[3;4r\x1b[2;1H\x1b[9A", [], (0, 0)),
    Case("CUD stops at the bottom", "\x1b[4;4H\x1b[99B", [], (3, 5)),
    Case("CUD stops at the margin", "\x1b[2;4r\x1b[3;1H\x1b[9B", [], (0, 3)),
    Case("CUD from below the margin", "\x1b[2;4r\x1b[5;1H\x1b[9B", [], (0, 5)),
    Case("CUF stops at the edge", "\x1b[99C", [], (19, 0)),
    Case("CUF stops at the right margin", f"{BOX}\x1b[1;6H\x1b[99C", [], (9, 0)),
    Case("CUF from behind the right margin", f"{BOX}\x1b[1;12H\x1b[99C", [], (19, 0)),
    Case("CUB stops at the left margin", f"{BOX}\x1b[1;8H\x1b[99D", [], (4, 0)),
    Case("CUB from before the left margin", f"{BOX}\x1b[1;4H\x1b[99D", [], (0, 0)),
    Case("CUB does not go up", "\x1b[2;3H\x1b[9D", [], (0, 1)),
    Case("CNL goes to the left margin", f"{BOX}\x1b[2;8H\x1b[E", [], (4, 2)),
    Case("CNL", "\x1b[2;8H\x1b[2E", [], (0, 3)),
    Case("CPL", "\x1b[4;8H\x1b[2F", [], (0, 1)),
    Case("CHA", "\x1b[2;2H\x1b[9G", [], (8, 1)),
    Case("CHA beyond the edge", "\x1b[2;2H\x1b[99G", [], (19, 1)),
    Case("CHA in origin mode", f"{BOX}\x1b[?6h\x1b[3G", [], (6, 1)),
    Case("HPA", "\x1b[2;2H\x1b[9`", [], (8, 1)),
    Case("VPA", "\x1b[2;2H\x1b[4d", [], (1, 3)),
    Case("VPA in origin mode", f"{BOX}\x1b[?6h\x1b[99d", [], (4, 3)),
    Case("HPR", "\x1b[2;2H\x1b[4a", [], (5, 1)),
    Case("VPR", "\x1b[2;2H\x1b[2e", [], (1, 3)),
    Case("CUP without parameters", "\x1b[3;3H\x1b[H", [], (0, 0)),
    Case("CUP zero is one", "\x1b[0;0H", [], (0, 0)),
    Case("CUP one parameter", "\x1b[3;3H\x1b[4H", [], (0, 3)),
    Case("CUP second parameter alone", "\x1b[3;3H\x1b[;4H", [], (3, 0)),
    Case("CUP beyond the screen", "\x1b[99;99H", [], (19, 5)),
    Case("CUP in origin mode", f"{BOX}\x1b[?6h\x1b[2;2H", [], (5, 2)),
    Case("CUP in origin mode is clamped", f"{BOX}\x1b[?6h\x1b[99;99H", [], (9, 3)),
    Case("HVP is CUP", "\x1b[3;5f", [], (4, 2)),
    Case("CUP with leading zeros", "\x1b[0003;0005H", [], (4, 2)),
    Case("CBT", "\x1b[1;20H\x1b[2Z", [], (8, 0)),
    Case("CBT stops at the edge", "\x1b[1;20H\x1b[9Z", [], (0, 0)),
    Case("CHT", "\x1b[2I", [], (16, 0)),
    Case("CHT stops at the edge", "\x1b[9I", [], (19, 0)),
    Case("HT stops at the right margin", f"{BOX}\x1b[1;9H\t\t", [], (9, 0)),
    Case("TBC one", "\x1b[9G\x1b[g\r\t", [], (16, 0)),
    Case("TBC all", "\x1b[3g\r\t", [], (19, 0)),
    Case("TBC of what is not known", "\x1b[2g\r\t", [], (8, 0)),
    Case("HTS", "\x1b[4G\x1bH\r\t", [], (3, 0)),
    Case("DECST8C", "\x1b[3g\x1b[?5W\r\t", [], (8, 0)),
    Case("IND", "\x1b[2;3H\x1bD", [], (2, 2)),
    Case("NEL", "\x1b[2;3H\x1bE", [], (0, 2)),
    Case("RI", "\x1b[2;3H\x1bM", [], (2, 0)),
    Case("BS stops at the left margin", f"{BOX}\x1b[1;6H\b\b\b", [], (4, 0)),
    Case("BS from before the left margin", f"{BOX}\x1b[1;3H\b\b\b", [], (0, 0)),
    Case("CR goes to the left margin", f"{BOX}\x1b[1;8H\r", [], (4, 0)),
    Case("CR from before the left margin", f"{BOX}\x1b[1;3H\r", [], (0, 0)),
    Case("CR in origin mode", f"{BOX}\x1b[?6h\x1b[3G\r", [], (4, 1)),
    Case("LF in newline mode", "\x1b[20hab\n", ["ab"], (0, 1)),
    Case("VT and FF are LF", "a\vb\fc", ["a", " b", "  c"], (3, 2)),
    Case("DECBI and DECFI are not a VT220's", "\x1b[2;3H\x1b6\x1b9", [], (2, 1)),
    Case("DECSTBM goes home", "\x1b[3;3H\x1b[2;4r", [], (0, 0)),
    Case("DECSTBM in origin mode", "\x1b[?6h\x1b[2;4r", [], (0, 1)),
    Case("DECSTBM of one row is refused", "\x1b[3;3H\x1b[2;2r", [], (2, 2)),
    Case("DECSTBM beyond the bottom", "\x1b[4;99r\x1b[?6h\x1b[99H", [], (0, 5)),
    Case("DECSLRM goes home", "\x1b[?69h\x1b[3;3H\x1b[5;10s", [], (0, 0)),
    Case("DECSLRM of one column is refused", "\x1b[?69h\x1b[3;3H\x1b[5;5s", [], (2, 2)),
    Case("SCOSC without side margins", "\x1b[3;3H\x1b[s\x1b[H\x1b[u", [], (2, 2)),
    Case("reverse wrap", "\x1b[?45h\x1b[2;1H\b", [], (19, 0)),
    Case("reverse wrap stops at the top", "\x1b[?45h\x1b[1;1H\b", [], (0, 0)),
    Case("no reverse wrap without autowrap", "\x1b[?45h\x1b[?7l\x1b[2;1H\b", [], (0, 1)),
    Case("a pending wrap ends with CUF", f"{LINE}\x1b[CX", [LINE[:19] + "X"], (19, 0)),
    Case("DECRC without DECSC", "\x1b[3;3H\x1b8", [], (0, 0)),
)  # fmt: skip

EDITS = (
    Case("ICH", f"{LINE}\x1b[1;3H\x1b[2@", ["ab  cdefghijklmnopqr"], (2, 0)),
    Case("ICH more than there is", f"{LINE}\x1b[1;3H\x1b[99@", ["ab"], (2, 0)),
    Case(
        "ICH between margins",
        f"{LINE}{BOX}\x1b[1;6H\x1b[2@",
        ["abcde  fghklmnopqrst"],
        (5, 0),
    ),
    Case("ICH outside of margins", f"{LINE}{BOX}\x1b[1;3H\x1b[2@", [LINE], (2, 0)),
    Case("DCH", f"{LINE}\x1b[1;3H\x1b[2P", ["abefghijklmnopqrst"], (2, 0)),
    Case(
        "DCH between margins",
        f"{LINE}{BOX}\x1b[1;6H\x1b[2P",
        ["abcdehij  klmnopqrst"],
        (5, 0),
    ),
    Case("DCH outside of margins", f"{LINE}{BOX}\x1b[1;3H\x1b[2P", [LINE], (2, 0)),
    Case("ECH", f"{LINE}\x1b[1;3H\x1b[2X", ["ab  efghijklmnopqrst"], (2, 0)),
    Case("ECH minds no margin", f"{LINE}{BOX}\x1b[1;9H\x1b[4X", ["abcdefgh    mnopqrst"], (8, 0)),
    Case("EL 0", f"{LINE}\x1b[1;3H\x1b[K", ["ab"], (2, 0)),
    Case("EL 1", f"{LINE}\x1b[1;3H\x1b[1K", ["   defghijklmnopqrst"], (2, 0)),
    Case("EL 2", f"{LINE}\x1b[1;3H\x1b[2K", [], (2, 0)),
    Case("EL of what is not known", f"{LINE}\x1b[1;3H\x1b[4K", [LINE], (2, 0)),
    Case("ED 0", f"{SIX}\x1b[4;1H\x1b[J", ["1", "2", "3"], (0, 3)),
    Case("ED 1", f"{SIX}\x1b[4;1H\x1b[1J", ["", "", "", "", "5", "6"], (0, 3)),
    Case("ED 2", f"{SIX}\x1b[4;1H\x1b[2J", [], (0, 3)),
    Case("ED minds no margin", f"{SIX}\x1b[2;4r\x1b[2J", [], (0, 0)),
    Case("IL", f"{SIX}\x1b[3;2H\x1b[2L", ["1", "2", "", "", "3", "4"], (0, 2)),
    Case(
        "IL in a region",
        f"{SIX}\x1b[2;4r\x1b[3;2H\x1b[L",
        ["1", "2", "", "3", "5", "6"],
        (0, 2),
    ),
    Case(
        "IL outside of the region",
        f"{SIX}\x1b[2;4r\x1b[5;2H\x1b[L",
        ["1", "2", "3", "4", "5", "6"],
        (1, 4),
    ),
    Case("DL", f"{SIX}\x1b[3;2H\x1b[2M", ["1", "2", "5", "6"], (0, 2)),
    Case(
        "DL in a region",
        f"{SIX}\x1b[2;4r\x1b[3;2H\x1b[M",
        ["1", "2", "4", "", "5", "6"],
        (0, 2),
    ),
    Case(
        "IL between side margins",
        f"{FULL}{BOX}\x1b[2;5H\x1b[L",
        [LINE, "abcd      klmnopqrst", LINE, LINE, LINE, LINE],
        (4, 1),
    ),
    Case(
        "DL between side margins",
        f"{FULL}{BOX}\x1b[3;6H\x1b[M",
        [LINE, LINE, LINE, "abcd      klmnopqrst", LINE, LINE],
        (4, 2),
    ),
    Case("SU", f"{SIX}\x1b[2S", ["3", "4", "5", "6"], (1, 5)),
    Case("SD", f"{SIX}\x1b[2T", ["", "", "1", "2", "3", "4"], (1, 5)),
    Case("SD by its other name", f"{SIX}\x1b[2^", ["", "", "1", "2", "3", "4"], (1, 5)),
    Case(
        "SD with five parameters is the mouse", f"{SIX}\x1b[1;2;3;4;5T", list("123456"), (1, 5)
    ),
    Case("SU in a region", f"{SIX}\x1b[2;4r\x1b[S", ["1", "3", "4", "", "5", "6"], (0, 0)),
    Case(
        "SU between side margins",
        f"{FULL}{BOX}\x1b[S",
        [LINE, LINE, LINE, "abcd      klmnopqrst", LINE, LINE],
        (0, 0),
    ),
    Case("SL", f"{LINE}\x1b[2 @", ["cdefghijklmnopqrst"], (19, 0)),
    Case("SR", f"{LINE}\x1b[2 A", ["  abcdefghijklmnopqr"], (19, 0)),
    Case(
        "DECIC between margins",
        f"{FULL}{BOX}\x1b[2;6H\x1b[2'}}",
        [LINE, *["abcde  fghklmnopqrst"] * 3, LINE, LINE],
        (5, 1),
    ),
    Case(
        "DECDC between margins",
        f"{FULL}{BOX}\x1b[2;6H\x1b[2'~",
        [LINE, *["abcdehij  klmnopqrst"] * 3, LINE, LINE],
        (5, 1),
    ),
    Case("IND at the bottom", f"{SIX}\x1bD", ["2", "3", "4", "5", "6"], (1, 5)),
    Case("RI at the top", f"{SIX}\x1b[H\x1bM", ["", "1", "2", "3", "4", "5"], (0, 0)),
    Case(
        "IND at the margin outside of the columns",
        f"{FULL}{BOX}\x1b[4;12H\x1bD",
        [LINE] * 6,
        (11, 3),
    ),
    Case(
        "text wraps between margins",
        f"{BOX}\x1b[2;5Habcdefgh",
        ["", "    abcdef", "    gh"],
        (6, 2),
    ),
    Case(
        "text from behind the margin wraps at the edge",
        f"{BOX}\x1b[2;19Habc",
        ["", " " * 18 + "ab", "    c"],
        (5, 2),
    ),
    Case("IRM", "abc\r\x1b[4hX\x1b[4lY", ["XYbc"], (2, 0)),
    Case("IRM between margins", f"{LINE}{BOX}\x1b[1;6H\x1b[4hXY", ["abcdeXYfghklmnopqrst"], (7, 0)),
    Case("REP", "a\x1b[3b", ["aaaa"], (4, 0)),
    Case("REP wraps", "\x1b[1;19Ha\x1b[3b", [" " * 18 + "aa", "aa"], (2, 1)),
    Case("REP of a wide character", "漢\x1b[2b", ["漢漢漢"], (6, 0)),
    Case("REP after anything else", "a\r\x1b[3b", ["a"], (0, 0)),
    Case("no autowrap", f"\x1b[?7l{LINE}XYZ", [LINE[:19] + "Z"], (19, 0)),
    Case("DECALN", "\x1b[2;4r\x1b[3;3H\x1b#8", ["E" * 20] * 6, (0, 0)),
    Case("RIS", f"{SIX}\x1b[2;4r\x1bcx", ["x"], (1, 0)),
    Case("DECSTR keeps the screen", f"{SIX}\x1b[4h\x1b[2;4r\x1b[!p\x1b[6;1HX\nY",
         ["2", "3", "4", "5", "X", " Y"], (2, 5)),
    Case("DECSCA and DECSEL", "\x1b[1\"qab\x1b[0\"qcd\x1b[?2K", ["ab"], (4, 0)),
    Case("DECSCA and DECSED", "\x1b[1\"qab\x1b[2\"qcd\x1b[?2J", ["ab"], (4, 0)),
    Case("DECSCA does not bind EL", "\x1b[1\"qab\x1b[2K", [], (2, 0)),
    Case("SO and SI", "\x1b)0q\x0eq\x0fq", ["q─q"], (3, 0)),
    Case("LS2 and LS3", "\x1b*0\x1b+A\x1bnq\x1bo#\x0f#", ["─£#"], (3, 0)),
    Case("SS2 and SS3", "\x1b*0\x1b+A\x1bNqq\x1bO##", ["─q£#"], (4, 0)),
    Case("DECSC keeps the sets", "\x1b(0\x1b7\x1b(B\x1b8q", ["─"], (1, 0)),
    Case("?47", "main\x1b[?47halt\x1b[?47l", ["main"], (7, 0)),
    Case("?47 keeps the other screen", "\x1b[?47halt\x1b[?47l\x1b[?47h", ["alt"], (3, 0)),
    Case("?1047 clears it on leaving", "\x1b[?1047halt\x1b[?1047l\x1b[?47h", [], (3, 0)),
    Case("?1048", "\x1b[2;3H\x1b[?1048h\x1b[H\x1b[?1048l", [], (2, 1)),
    Case("?1049", "main\x1b[?1049h\x1b[5;5Halt\x1b[?1049l", ["main"], (4, 0)),
    Case("?1049 clears it on entering", "\x1b[?47halt\x1b[?47l\x1b[?1049h", [], (3, 0)),
    Case("DECCOLM is not allowed by itself", "abc\x1b[?3h", ["abc"], (3, 0)),
    Case("DECCOLM clears", "\x1b[?40habc\x1b[2;4r\x1b[?3h\x1b[6;1HX", [*[""] * 5, "X"], (1, 5)),
)  # fmt: skip

STRANGE = (
    Case("a colon where none belongs", "\x1b[2:3HX", ["X"], (1, 0)),
    Case("two prefixes", "\x1b[?>5CX", ["X"], (1, 0)),
    Case("a prefix behind digits", "\x1b[5?CX", ["X"], (1, 0)),
    Case("unknown intermediates", "\x1b[1$ CX\x1b[1 ~Y", ["XY"], (2, 0)),
    Case("a huge number", "\x1b[99999999999999999999CX", [" " * 19 + "X"], (19, 0)),
    Case("too many parameters", f"\x1b[{';'.join(['3'] * 99)}HX", ["", "", "  X"], (3, 2)),
    Case("CAN within", "\x1b[5\x18CX", ["CX"], (2, 0)),
    Case("SUB within", "\x1b[5\x1aCX", ["CX"], (2, 0)),
    Case("ESC within", "\x1b[5\x1b[2CX", ["  X"], (3, 0)),
    Case("CR within", "abc\x1b[2\rCX", ["abX"], (3, 0)),
    Case("LF within ESC", "a\x1b\n7b\x1b8c", ["a", " c"], (2, 1)),
    Case("DEL within", "\x1b[\x7f2CX", ["  X"], (3, 0)),
    Case("a character beyond ASCII within", "\x1b[2éC", ["éC"], (2, 0)),
    Case("ESC and a character beyond ASCII", "\x1béX", ["éX"], (2, 0)),
    Case("ST by itself", "a\x1b\\b", ["ab"], (2, 0)),
    Case("designating what is not known", "\x1b(zq\x1b(0q", ["q─"], (2, 0)),
    Case("DECDHL and DECDWL", "\x1b#3a\x1b#4b\x1b#5c\x1b#6d", ["abcd"], (4, 0)),
    Case("S7C1T and the like", "\x1b Fa\x1b Gb\x1b%Gc\x1b%@d", ["abcd"], (4, 0)),
    Case("DCS of another kind", "a\x1bP1;2|17/17\x1b\\b", ["ab"], (2, 0)),
    Case("APC, PM, SOS", "a\x1b_x\x1b\\b\x1b^y\x1b\\c\x1bXz\x1b\\d", ["abcd"], (4, 0)),
    Case("a string that ESC ends", "a\x1b_x\x1b[Cb", ["a b"], (3, 0)),
    Case("OSC that CAN ends", "a\x1b]2;x\x18b", ["ab"], (2, 0)),
    Case("OSC without a number", "a\x1b]x;y\x07b", ["ab"], (2, 0)),
    Case("OSC 22", "a\x1b]22;pointer\x07b", ["ab"], (2, 0)),
)  # fmt: skip

CASES = (*MOVES, *EDITS, *STRANGE)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_rows_and_cursor(case: Case) -> None:
    screen = terminal(case.data)
    assert text(screen) == case.rows
    assert at(screen) == case.cursor
    check_rows(screen)
    data = case.data.encode()
    assert state(chunked(bytewise(data), 20, 6)) == state(terminal(data))


def test_names_are_unique() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
