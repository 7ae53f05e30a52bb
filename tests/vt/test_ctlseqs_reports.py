"""What terminals answer, and what every SGR parameter does, as xterm's ctlseqs describe it.

Tables of bytes and the very answer, on a screen of 20 by 6 with cells of 8 by 16 pixels.
"""

from __future__ import annotations

import re

import pytest

from mplex.vt.screen import Screen
from mplex.vt.styles import (
    BLINK,
    BOLD,
    DIM,
    HIDDEN,
    ITALIC,
    OVERLINE,
    REVERSE,
    RGB,
    STRIKE,
    UNDERLINE,
    UNDERLINE_CURLY,
    UNDERLINE_DASHED,
    UNDERLINE_DOTTED,
    UNDERLINE_DOUBLE,
)
from tests.vt.terminal import bytewise, chunked, terminal, text

MARGINS = "\x1b[?69h\x1b[2;4r\x1b[5;10s"
ANSWERS = (
    ("\x1b[5n", "\x1b[0n"),
    ("\x1b[3;5H\x1b[6n", "\x1b[3;5R"),
    ("\x1b[3;5H\x1b[?6n", "\x1b[?3;5R"),
    (f"{MARGINS}\x1b[?6h\x1b[2;3H\x1b[6n", "\x1b[2;3R"),
    ("x" * 20 + "\x1b[6n", "\x1b[1;20R"),
    ("\x1b[?15n", "\x1b[?13n"),
    ("\x1b[?25n", "\x1b[?20n"),
    ("\x1b[?26n", "\x1b[?27;1;0;0n"),
    ("\x1b[?996n", "\x1b[?997;1n"),
    ("\x1b[7n\x1b[?7n\x1b[>6n", ""),
    ("\x1b[c", "\x1b[?62;22;52c"),
    ("\x1b[0c", "\x1b[?62;22;52c"),
    ("\x1bZ", "\x1b[?62;22;52c"),
    ("\x1b[1c\x1b[>1c\x1b[=1c\x1b[?c", ""),
    ("\x1b[=c", "\x1bP!|4D504C58\x1b\\"),
    ("\x1b[x", "\x1b[2;1;1;128;128;1;0x"),
    ("\x1b[1x", "\x1b[3;1;1;128;128;1;0x"),
    ("\x1b[2x", ""),
    ("\x1b[4$p", "\x1b[4;2$y"),
    ("\x1b[4h\x1b[4$p", "\x1b[4;1$y"),
    ("\x1b[20$p", "\x1b[20;2$y"),
    ("\x1b[99$p", "\x1b[99;0$y"),
    ("\x1b[?7$p", "\x1b[?7;1$y"),
    ("\x1b[?7l\x1b[?7$p", "\x1b[?7;2$y"),
    ("\x1b[?25$p", "\x1b[?25;1$y"),
    ("\x1b[?1049h\x1b[?47$p", "\x1b[?47;1$y"),
    ("\x1b[?1000;1006h\x1b[?1000$p\x1b[?1006$p\x1b[?1002$p",
     "\x1b[?1000;1$y\x1b[?1006;1$y\x1b[?1002;2$y"),
    ("\x1b[?2026h\x1b[?2026$p", "\x1b[?2026;1$y"),
    ("\x1b[?2027$p", "\x1b[?2027;3$y"),
    ("\x1b[?9999$p", "\x1b[?9999;0$y"),
    ("\x1bP$qm\x1b\\", "\x1bP1$r0m\x1b\\"),
    ("\x1b[1;4:3;31;48;5;200m\x1bP$qm\x1b\\", "\x1bP1$r0;1;4:3;31;48;5;200m\x1b\\"),
    ("\x1b[38;2;1;2;3;58;5;9m\x1bP$qm\x1b\\", "\x1bP1$r0;38;2;1;2;3;58:5:9m\x1b\\"),
    (f"{MARGINS}\x1bP$qr\x1b\\\x1bP$qs\x1b\\", "\x1bP1$r2;4r\x1b\\\x1bP1$r5;10s\x1b\\"),
    ("\x1b[6 q\x1bP$q q\x1b\\", "\x1bP1$r6 q\x1b\\"),
    ("\x1b[7 q\x1bP$q q\x1b\\", "\x1bP1$r0 q\x1b\\"),
    ("\x1b[1\"q\x1bP$q\"q\x1b\\", "\x1bP1$r1\"q\x1b\\"),
    ("\x1bP$q\x1b\\\x1bP$qm;\x1b\\", "\x1bP0$r\x1b\\\x1bP0$r\x1b\\"),
    ("\x1bP+q524742\x1b\\", "\x1bP1+r524742=38\x1b\\"),
    ("\x1bP+q\x1b\\", "\x1bP0+r\x1b\\"),
    ("\x1b[11t\x1b[13t\x1b[14t\x1b[15t\x1b[16t\x1b[18t\x1b[19t",
     "\x1b[1t\x1b[3;0;0t\x1b[4;96;160t\x1b[5;96;160t\x1b[6;16;8t\x1b[8;6;20t\x1b[9;6;20t"),
    ("\x1b]2;secret\x07\x1b[20t\x1b[21t", "\x1b]L\x1b\\\x1b]l\x1b\\"),
    ("\x1b[8;50;100t\x1b[18t", "\x1b[8;6;20t"),
    ("\x1b]4;1;?\x1b\\", "\x1b]4;1;rgb:cdcd/0000/0000\x1b\\"),
    ("\x1b]4;1;?;300;?\x07", "\x1b]4;1;rgb:cdcd/0000/0000\x07"),
    ("\x1b]4;17;#010203\x07\x1b]4;17;?\x07", "\x1b]4;17;rgb:0101/0202/0303\x07"),
    ("\x1b]10;?;?;?\x07", "\x1b]10;rgb:e5e5/e5e5/e5e5\x07\x1b]11;rgb:0000/0000/0000\x07"
     "\x1b]12;rgb:e5e5/e5e5/e5e5\x07"),
    ("\x1b]11;rgb:12/34/56\x07\x1b]11;?\x1b\\", "\x1b]11;rgb:1212/3434/5656\x1b\\"),
    ("\x1b]11;red\x07\x1b]111\x07\x1b]11;?\x07", "\x1b]11;rgb:0000/0000/0000\x07"),
    ("\x1b[?u", "\x1b[?0u"),
    ("\x1b[>5u\x1b[?u", "\x1b[?5u"),
    ("\x1b[>5u\x1b[>2u\x1b[<u\x1b[?u", "\x1b[?5u"),
    ("\x1b[>5u\x1b[<9u\x1b[?u", "\x1b[?0u"),
    ("\x1b[=5u\x1b[=2;2u\x1b[?u", "\x1b[?7u"),
    ("\x1b[=7u\x1b[=2;3u\x1b[?u", "\x1b[?5u"),
    ("\x1b[>999u\x1b[?u", "\x1b[?7u"),
    ("\x1b[>5u\x1bc\x1b[?u", "\x1b[?0u"),
    ("\x1b[?4m", "\x1b[>4;0m"),
    ("\x1b[>4;2m\x1b[?4m", "\x1b[>4;2m"),
    ("\x1b[>4;2m\x1b[>4m\x1b[?4m", "\x1b[>4;0m"),
    ("\x1b[>4;2m\x1b[>4n\x1b[?4m", "\x1b[>4;0m"),
    ("\x1b[?2048h", "\x1b[48;6;20;96;160t"),
    ("\x05\x1b[0;0R\x1b[>0q", "\x1bP>|mplex"),
)  # fmt: skip


@pytest.mark.parametrize(("data", "answer"), ANSWERS, ids=[repr(data) for data, _ in ANSWERS])
def test_answers(data: str, answer: str) -> None:
    for chunks in ([data.encode()], bytewise(data.encode())):
        found = chunked(chunks, 20, 6).take_replies().decode()
        assert found == answer or (answer.endswith("|mplex") and found.startswith(answer))


# Checksums.


def checksum(screen: Screen, request: str) -> int:
    """Return the checksum that a DECRQCRA request gets."""
    screen.checksums = True
    screen.feed(f"\x1b[{request}*y")
    answer = screen.take_replies().decode()
    number = request.partition(";")[0]
    assert answer.startswith(f"\x1bP{number}!~")
    assert answer.endswith("\x1b\\")
    return -int(answer[answer.index("~") + 1 : -2], 16) & 0xFFFF


def test_a_checksum_is_the_sum_of_the_characters_and_attributes() -> None:
    screen = terminal('AB\r\nC\x1b[1mD\x1b[0;4;7mE\x1b[8;5;1"qF')
    assert checksum(screen, "1;1;1;1;1;1") == ord("A")
    assert checksum(screen, "2;1;1;1;2;1") == ord("A") + ord("C")
    assert checksum(screen, "3;1;1;3;1;5") == 3 * ord(" ")
    assert checksum(screen, "4;1;2;2;2;2") == ord("D") + 0x80
    assert checksum(screen, "5;1;2;3;2;3") == ord("E") + 0x30
    assert checksum(terminal("漢"), "6;1;1;1;1;2") == ord("漢")
    assert checksum(terminal("x\u0302"), "6;1;1;1;1;1") == ord("x") + 0x302
    assert checksum(terminal(), "7;1") == 120 * 0x20
    assert checksum(terminal("a"), "8;1;99;99;99;99") == 0
    assert checksum(terminal(f"{MARGINS}\x1b[?6hX"), "9;1;1;1;1;1") == ord("X")


def test_a_checksum_is_given_only_where_that_was_chosen() -> None:
    assert terminal("secret\x1b[1;1;1;1;1;6*y").take_replies() == b""


# SGR.

FLAGS = (
    ("1", BOLD), ("2", DIM), ("3", ITALIC), ("4", UNDERLINE), ("5", BLINK), ("6", BLINK),
    ("7", REVERSE), ("8", HIDDEN), ("9", STRIKE), ("21", UNDERLINE_DOUBLE), ("53", OVERLINE),
    ("4:0", 0), ("4:1", UNDERLINE), ("4:2", UNDERLINE_DOUBLE), ("4:3", UNDERLINE_CURLY),
    ("4:4", UNDERLINE_DOTTED), ("4:5", UNDERLINE_DASHED), ("4:6", 0), ("1;2", BOLD | DIM),
    ("1;2;22", 0), ("3;23", 0), ("4;24", 0), ("4:3;24", 0), ("21;24", 0), ("5;25", 0),
    ("7;27", 0), ("8;28", 0), ("9;29", 0), ("53;55", 0), ("1;0", 0), ("1;", 0), ("", 0),
    ("1;3;4;7;9", BOLD | ITALIC | UNDERLINE | REVERSE | STRIKE), ("10;11;50;51;99;1", BOLD),
    ("4;21", UNDERLINE_DOUBLE), ("4:3;4", UNDERLINE), ("01;03", BOLD | ITALIC),
)  # fmt: skip


@pytest.mark.parametrize(("parameters", "flags"), FLAGS)
def test_flags(parameters: str, flags: int) -> None:
    style = terminal(f"\x1b[{parameters}m").style
    assert (style.flags, style.fg, style.bg, style.ul) == (flags, -1, -1, -1)


COLOURS = (
    *((str(30 + n), n) for n in range(8)),
    *((str(90 + n), 8 + n) for n in range(8)),
    ("38;5;0", 0), ("38;5;255", 255), ("38;5;256", -1), ("38:5:123", 123), ("38;5", -1),
    ("38;2;1;2;3", RGB | 0x010203), ("38:2:1:2:3", RGB | 0x010203), ("38;2;256;0;0", -1),
    ("38:2::1:2:3", RGB | 0x010203), ("38:2:0:1:2:3", RGB | 0x010203), ("38;2;1;2", -1),
    ("38:2::1:2:3:0:1", RGB | 0x010203), ("38:5", -1), ("38:9:1", -1), ("38;5;", 0),
    ("31;39", -1), ("31;0", -1),
)  # fmt: skip


@pytest.mark.parametrize("field", ["fg", "bg"])
@pytest.mark.parametrize(("parameters", "colour"), COLOURS)
def test_colours(field: str, parameters: str, colour: int) -> None:
    if field == "bg":
        head = re.match("[0-9]+", parameters)
        assert head is not None
        rest = parameters[head.end() :].replace("39", "49")
        parameters = f"{int(head.group()) + 10}{rest}"
    style = terminal(f"\x1b[{parameters}m").style
    assert getattr(style, field) == colour
    assert (style.flags, style.ul) == (0, -1)


@pytest.mark.parametrize(
    ("parameters", "colour"),
    [
        ("58;5;9", 9),
        ("58:5:9", 9),
        ("58;2;1;2;3", RGB | 0x010203),
        ("58:2::1:2:3", RGB | 0x010203),
        ("58;5;9;59", -1),
        ("58;5;9;0", -1),
    ],
)
def test_underline_colours(parameters: str, colour: int) -> None:
    style = terminal(f"\x1b[{parameters}m").style
    assert (style.ul, style.fg, style.bg, style.flags) == (colour, -1, -1, 0)


def test_parameters_behind_a_colour_count() -> None:
    style = terminal("\x1b[38;5;9;1;48;2;1;2;3;4m").style
    assert (style.fg, style.bg, style.flags) == (9, RGB | 0x010203, BOLD | UNDERLINE)


def test_sgr_of_another_kind_changes_nothing() -> None:
    assert terminal("\x1b[>4;2m\x1b[?1m\x1b[=1m\x1b[1 m\x1b[1$m").style.flags == 0


@pytest.mark.parametrize(
    "picture",
    [
        "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\",
        "\x1b_Ga=T,f=24,s=1,v=1,m=1;AAAA\x1b\\\x1b_Gm=0;AAAA\x1b\\",
        "\x1bPq#0;2;0;0;0#0~~@@vv\x1b\\",
        "\x1b[?1;1;0S",
    ],
)
def test_pictures_are_refused_by_silence_and_device_attributes(picture: str) -> None:
    screen = terminal(f"a{picture}\x1b[cb")
    attributes = screen.take_replies().decode()
    assert attributes.startswith("\x1b[?62;") and attributes.endswith("c")
    assert "4" not in attributes.strip("\x1b[?c").split(";")
    assert text(screen) == ["ab"]
