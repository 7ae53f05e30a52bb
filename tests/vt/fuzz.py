"""Random streams: the emulator whole, in chunks and byte by byte against the model of `model`.

Run it for long with `python -m tests.vt.fuzz --streams 100000 --seed 1`; a short run belongs to the
tests.  A stream is made from its seed alone, so a failure names everything needed to see it again.
Between parts the size changes (the text must survive that) and the picture goes through the
renderer to a second emulator, which must show the same.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from functools import lru_cache
from typing import NamedTuple

from mplex.geometry import Point, Size
from mplex.term.features import Features, features_of
from mplex.term.frame import Frame
from mplex.term.renderer import Renderer
from mplex.vt.clusters import expand
from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream
from mplex.vt.styles import OVERLINE, PROTECTED, REVERSE, STRIKE, UNDERLINE_MASK
from tests.vt.compare import adopt, cells_of, difference
from tests.vt.model import Cell, Model
from tests.vt.model_parser import decode
from tests.vt.model_pen import Look
from tests.vt.terminal import check_rows, state

HISTORY = 40
_MARKS = REVERSE | STRIKE | OVERLINE | UNDERLINE_MASK
FEATURES: tuple[Features, ...] = (
    features_of("xterm-256color", {"COLORTERM": "truecolor"}),
    features_of("xterm-256color", {"COLORTERM": "truecolor"})._replace(sync=True),
    features_of("xterm-256color", {"COLORTERM": "truecolor"})._replace(bce=False),
    features_of("xterm-256color", {"COLORTERM": "truecolor"})._replace(erase=False),
)

WORDS = (
    "a", "xyz", "hello world", "0123456789", "  ", " " * 9, "é", "über", "─│┌", "漢字",
    "かな漢字仮名",
    "e\u0301", "か\u3099", "\u0301", "👩\u200d💻", "👍🏽", "🇬🇧", "🇬", "❤\ufe0f", "1\ufe0f\u20e3",
    "\u200d", "\ufe0f", "🏽", "\u200b", "한", "\u1100\u1161\u11a8", "ｶﾞ", "ﷺ", "\u00ad", "\ufffd",
    "क\u094dष", "👨\u200d👩\u200d👧\u200d👦", "\U0001fae0", "\x01", "\x7f", "\u0085",
    "a\u0300\u0301b",
)  # fmt: skip
CONTROLS = (
    "\r\n", "\r\n", "\r\n", "\n", "\r", "\b", "\t",
    "\v", "\f", "\x0e", "\x0f", "\x07", "\x18", "\x1a",
    "\x1b6", "\x1b9", "\x1b7", "\x1b8", "\x1bD", "\x1bE",
    "\x1bM", "\x1bH", "\x1bN", "\x1bO", "\x1bn", "\x1bo",
    "\x1b(0", "\x1b(B", "\x1b)0", "\x1b*A", "\x1b+4", "\x1b=", "\x1b>", "\x1b#8", "\x1bc", "\x1b",
    "\x1b[", "\x1b[3", "\x1b[1;", "\x1b F", "\x1b%G", "\x1b[!p", "\x1b[2\x08C", "\x1b\x07[C",
)  # fmt: skip
STRINGS = (
    "\x1b]0;title\x07", "\x1b]2;a;b\x1b\\", "\x1b]1;icon\x07", "\x1b]8;;http://e.org\x1b\\",
    "\x1b]8;id=x;http://e.org/b\x07", "\x1b]8;;\x1b\\", "\x1b]52;c;QQ==\x07", "\x1b]133;A\x07",
    "\x1b]2;half", "\x1b]2;abc\x18", "\x1bP+q544e\x1b\\", "\x1b_Gi=1;AAAA\x1b\\", "\x1bX sos\x1b\\",
    "\x1b^pm\x1b\\", "\x1bkname\x1b\\", "\x1bPtmux;\x1b\x1b[31m\x1b\\", "\x1bPq#0~~\x1b\\",
    "\x1b]P1ff0000", "\x1b]P1zz\x07", "\x1b]R", "\x1b[22t", "\x1b[23t", "\x1b[22;2t", "\x1b[23;1t",
)  # fmt: skip
PENS = (
    "", "0", "1", "2", "3", "4", "4:3", "4:0", "5",
    "7", "8", "9", "21", "22", "24", "27", "31", "44",
    "97", "102", "38;5;200", "48;5;17",
    "38:5:9", "48:2::1:2:3", "38;2;9;8;7", "58:5:45", "58;2;1;2;3",
    "59", "39", "49", "53", "55", "1;31;44", "38;2;300;0;0", "48;5", "38", "4:9", "0;7", "38;7;1",
)  # fmt: skip
FINALS = "@@ABCCDEFGHHHIJJKKKLLMMPPSTXXZ`abbdefgnrrsu"
ODD = (
    "?J", "?K", " @", " A", "'}", "'~", '"q', "^", "?W", ">u", "<u", "=u", ">m", ">n", " q", "$p",
    "?$p", "?n", "?u", "?s", "?r", "?m", "x", "t", "c", "=", "#y", "!z", "y", "~", "{",
)  # fmt: skip
PRIVATE = (1, 3, 5, 6, 6, 7, 7, 12, 25, 40, 45, 47, 66, 67, 69, 69, 69, 1000, 1002, 1003,
           1004, 1006, 1007, 1015, 1016, 1047, 1048, 1049, 1049, 2004, 2026, 2027, 2031,
           9999)  # fmt: skip


class Case(NamedTuple):
    """One stream: the size at the start, then parts of data and the sizes after them."""

    seed: int
    size: tuple[int, int]
    """Columns, lines."""
    parts: list[bytes]
    sizes: list[tuple[int, int] | None]


def _number(rng: random.Random, most: int) -> str:
    kind = rng.randrange(10)
    if kind < 2:
        return ""
    if kind == 9:
        return rng.choice(("0", "1", "65535", "99999999", str(most), str(most + 1)))
    return str(rng.randint(0, most) if kind > 4 else rng.randint(0, 4))


def _sequence(rng: random.Random, columns: int, lines: int) -> str:
    """Return a control sequence whose numbers mean something on this size."""
    kind = rng.randrange(20)
    if kind < 5:
        return f"\x1b[{';'.join(rng.choices(PENS, k=rng.choice((1, 1, 2, 3))))}m"
    if kind < 7:
        modes = ";".join(str(m) for m in rng.choices(PRIVATE, k=rng.choice((1, 1, 1, 2))))
        return f"\x1b[?{modes}{rng.choice('hhhl')}"
    if kind == 7:
        return f"\x1b[{rng.choice(('4', '20', '4;20', '2'))}{rng.choice('hl')}"
    if kind == 8:
        low, high = sorted((rng.randint(0, lines + 1), rng.randint(0, lines + 1)))
        return f"\x1b[{low};{high}r"
    if kind == 9:
        low, high = sorted((rng.randint(0, columns + 1), rng.randint(0, columns + 1)))
        return f"\x1b[?69h\x1b[{low};{high}s"
    if kind == 10:
        key = rng.choice(ODD)
        leader = key[0] if key[0] in "<=>?" else ""
        return f"\x1b[{leader}{_number(rng, 30)}{rng.choice(('', ';2', ';1'))}{key[len(leader) :]}"
    if kind == 11:
        return rng.choice(("\x1b[6n", "\x1b[?6n", "\x1b[5n"))
    final = rng.choice(FINALS)
    if final in "Hfr":
        return f"\x1b[{_number(rng, lines)};{_number(rng, columns)}{final}"
    return f"\x1b[{_number(rng, columns if final in '@CDGIPXZ`ab' else lines)}{final}"


def _piece(rng: random.Random, columns: int, lines: int) -> str:
    kind = rng.randrange(100)
    if kind < 34:
        return rng.choice(WORDS)
    if kind < 38:
        return rng.choice("xé漢") * rng.randint(1, columns * 2)
    if kind < 52:
        return rng.choice(CONTROLS)
    if kind < 55:
        return rng.choice(STRINGS)
    if kind < 58:
        line = "".join(rng.choice((*WORDS[:12], "\x1b[32m", "\x1b[m", "\x1b[K")) for _ in range(3))
        return f"{line}\r\n" * rng.randint(1, lines + 12)
    return _sequence(rng, columns, lines)


def _size(rng: random.Random) -> tuple[int, int]:
    kind = rng.randrange(12)
    if kind == 0:
        return rng.randint(2, 300), rng.randint(2, 100)
    if kind < 4:
        return rng.randint(2, 6), rng.randint(2, 5)
    return rng.randint(2, 40), rng.randint(2, 12)


def make(seed: int) -> Case:
    """Return the stream of a seed."""
    rng = random.Random(seed)
    size = now = _size(rng)
    parts, sizes = [], []
    for _ in range(rng.choice((1, 1, 2, 3))):
        pieces = [_piece(rng, *now) for _ in range(rng.randint(1, 30))]
        data = "".join(pieces).encode()
        if rng.random() < 0.1:
            at = rng.randrange(len(data) + 1)
            data = (
                data[:at] + rng.choice((b"\xff", b"\xe2\x82", b"\xed\xa0\x80", b"\xc2")) + data[at:]
            )
        parts.append(data)
        change = _size(rng) if rng.random() < 0.5 else None
        sizes.append(change)
        now = change or now
    return Case(seed, size, parts, sizes)


def _lines(screen: Screen) -> list[str]:
    """Return the lines of history and main screen, rows that go on in the next one joined."""
    found: list[str] = []
    line = ""
    for n in range(-screen.history_size, screen.lines):
        row, _, wrap = screen.line(n)
        line += expand(row.ljust(screen.columns + 1 - wrap) if wrap else row)
        if not wrap:
            found.append(line)
            line = ""
    return [*found, line]


def _text(lines: list[str]) -> str:
    return "\n".join(line.rstrip() for line in lines).strip()


def resize_fault(screen: Screen, columns: int, lines: int) -> str:
    """Change the size; say what is wrong with the text afterwards, "" for nothing."""
    if screen.alternate:
        screen.resize(lines, columns)
        return ""
    found = _lines(screen)
    full = screen.history_size + screen.lines + lines >= HISTORY
    rows = sum(2 * len(line) // max(1, columns - 1) + 1 for line in found) + screen.lines
    screen.resize(lines, columns)
    before, after = _text(found), _text(_lines(screen))
    full = full or rows + lines >= HISTORY
    sound = after in before if full else before.startswith(after)
    return "" if sound else f"text {before!r} became {after!r}"


@lru_cache(maxsize=20_000)
def _seen_look(look: Look, blank: bool) -> Look:
    """Return what a person sees of a look; of a blank cell's that is not all."""
    flags = look.flags & ~PROTECTED
    if blank and not flags & _MARKS and not look.link[0]:
        return Look(bg=look.bg)
    return look._replace(flags=flags, ul=look.ul if flags & UNDERLINE_MASK else -1)


def _seen(cells: list[Cell]) -> list[Cell]:
    return [(text, _seen_look(look, text == " ")) for text, look in cells]


class Display:
    """A second emulator that shows what the renderer sends."""

    def __init__(self, size: tuple[int, int], features: Features) -> None:
        columns, lines = size
        self.screen = Screen(columns, lines, 0)
        self.stream = ByteStream(self.screen)
        self.renderer = Renderer(Size(lines, columns), features)
        self.stream.feed(self.renderer.start())

    def fault(self, screen: Screen) -> str:
        """Draw the picture of a screen; say where the display shows another, "" for nowhere."""
        size = Size(screen.lines, screen.columns)
        if (self.screen.lines, self.screen.columns) != size:
            self.screen.resize(*size)
        texts, attrs = screen.visible()
        cursor = None if screen.cursor.hidden else Point(*screen.cursor_point)
        self.stream.feed(self.renderer.draw(Frame(size, list(texts), list(attrs), cursor)))
        shown, looks = self.screen.visible()
        for y in range(size.rows):
            mine = _seen(cells_of(shown[y], looks[y], size.cols))
            wanted = _seen(cells_of(texts[y], attrs[y], size.cols))
            if mine != wanted:
                pairs = zip(mine, wanted, strict=True)
                x = next(x for x, (a, b) in enumerate(pairs) if a != b)
                return f"rendered row {y} cell {x}: {mine[x]}, wanted {wanted[x]}"
        if cursor is not None and self.screen.cursor_point != tuple(cursor):
            return f"rendered cursor {self.screen.cursor_point}, wanted {cursor}"
        return ""


def _cut(rng: random.Random, data: bytes) -> list[bytes]:
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randint(1, 6)))
    ends = [0, *cuts, len(data)]
    return [data[a:b] for a, b in zip(ends, ends[1:], strict=False)]


def fault(case: Case) -> str:
    """Run a stream every way; return what is wrong, "" for nothing."""
    rng = random.Random(~case.seed)
    ways = [Screen(*case.size, HISTORY) for _ in range(3)]
    streams = [ByteStream(screen) for screen in ways]
    model = Model(*case.size, HISTORY)
    display = Display(case.size, rng.choice(FEATURES))
    fed, shown = b"", 0
    for data, size in zip(case.parts, case.sizes, strict=True):
        chunks = ([data], _cut(rng, data), [data[i : i + 1] for i in range(len(data))])
        for stream, pieces in zip(streams, chunks, strict=True):
            for piece in pieces:
                stream.feed(piece)
        fed += data
        text = decode(fed)
        model.feed(text[shown:])
        shown = len(text)
        found = difference(ways[0], model) or display.fault(ways[0])
        if found:
            return found
        check_rows(ways[0])
        states = [state(screen) for screen in ways]
        for name, value in states[0].items():
            if name != "replies" and any(other[name] != value for other in states[1:]):
                return f"chunks: {name} {[s[name] for s in states]}"
        if size not in (None, (ways[0].columns, ways[0].lines)):
            found = resize_fault(ways[0], *size)
            for screen in ways[1:]:
                screen.resize(size[1], size[0])
            for screen in ways:
                # The bound of the history counts rows at the width they are wrapped for, and the
                # model has no rows beyond it.
                screen.line(-screen.history_size)
                screen.history.settle()
            if found:
                return found
            check_rows(ways[0])
            adopt(model, ways[0])
    return ""


def shrink(case: Case) -> Case:
    """Return a smaller stream with a fault: bytes are dropped while it stays."""
    changed = True
    while changed:
        changed = False
        for n, part in enumerate(case.parts):
            step = max(1, len(part) // 2)
            while step:
                at = 0
                while at < len(case.parts[n]):
                    data = case.parts[n]
                    parts = [*case.parts]
                    parts[n] = data[:at] + data[at + step :]
                    smaller = case._replace(parts=parts)
                    if fault(smaller):
                        case, changed = smaller, True
                    else:
                        at += step
                step //= 2
    return case


def main(arguments: list[str] | None = None) -> int:
    """Run streams until one is wrong; print it made small."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep-going", action="store_true", help="go on behind a fault")
    options = parser.parse_args(arguments)
    start = time.monotonic()
    faults = 0
    for n in range(options.streams):
        case = make(options.seed * 1_000_000 + n)
        found = fault(case)
        if found:
            faults += 1
            small = shrink(case)
            print(
                f"stream {case.seed}, {small.size}: {small.parts} {small.sizes}\n  {fault(small)}"
            )
            sys.stdout.flush()
            if not options.keep_going:
                return 1
        if n % 1000 == 999:
            print(f"{n + 1} streams, {time.monotonic() - start:.0f} s, {faults} faults", flush=True)
    print(f"{options.streams} streams, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
