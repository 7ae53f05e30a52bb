"""What the panes print: each workload is the same bytes in every run, for every multiplexer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

SEED = 20_000
WORDS = (
    "connect refuse accept retry bundle packet deliver socket cache index media load feed".split()
)
CJK = "終端多重器画面分割会話接続切断再開日本語中文漢字仮名文字幅全角"
EMOJI = ("🙂", "🚀", "👍🏽", "👩‍💻", "🇯🇵", "❤️", "✅", "🔥")

ROWS, COLS = 50, 200
"""The size of the terminal that everything is measured in."""

Lines = Iterator[str]


class Workload(NamedTuple):
    """Bytes to print, and how they are written."""

    name: str
    text: Callable[[random.Random], Lines]
    chunk: int = 65536
    """Bytes given to each write."""
    share: float = 1.0
    """How much of the usual amount is printed; less for what is slow everywhere."""


def plain(rng: random.Random) -> Lines:
    """Print a log: dated lines of about 80 characters."""
    for n in range(10**9):
        words = " ".join(rng.choices(WORDS, k=rng.randint(4, 9)))
        yield f"2026-01-{n % 28 + 1:02} {n % 24:02}:{n % 60:02}:07 host daemon[{n}]: {words}\n"


def colours(rng: random.Random) -> Lines:
    """Print lines in which a few words have colours and attributes."""
    while True:
        parts = []
        for word in rng.choices(WORDS, k=9):
            kind = rng.randrange(6)
            if kind == 0:
                word = f"\x1b[1;{rng.randint(31, 36)}m{word}\x1b[0m"
            elif kind == 1:
                word = f"\x1b[38;5;{rng.randrange(256)}m{word}\x1b[39m"
            parts.append(word)
        yield " ".join(parts) + "\n"


def wide(rng: random.Random) -> Lines:
    """Print lines of wide characters, emoji sequences and some Latin text."""
    while True:
        parts = ["".join(rng.choices(CJK, k=rng.randint(4, 14))) for _ in range(3)]
        yield f"{rng.choice(WORDS)} {parts[0]} {rng.choice(EMOJI)} {parts[1]}, {parts[2]}\n"


def truecolour(rng: random.Random) -> Lines:
    """Print pictures: a colour of its own for nearly every cell."""
    while True:
        parts = [
            f"\x1b[38;2;{rng.randrange(0, 256, 4)};{x};{x // 2}m\u2580" for x in range(0, 160, 20)
        ]
        yield "".join(parts) + "\x1b[0m\n"


def emoji(rng: random.Random) -> Lines:
    """Print chat: words and many emoji, some of several code points."""
    while True:
        parts = [rng.choice(WORDS) + " " + rng.choice(EMOJI) * rng.randint(1, 4) for _ in range(6)]
        yield " ".join(parts) + "\n"


def redraw(rng: random.Random) -> Lines:
    """Address the cursor all over the screen, as full-screen programs do."""
    while True:
        row, col = rng.randint(1, ROWS), rng.randint(1, COLS - 20)
        word = rng.choice(WORDS)
        erase = "\x1b[K" if rng.random() < 0.3 else ""
        yield f"\x1b[{row};{col}H\x1b[{rng.randint(30, 37)}m{word}\x1b[m{erase}"


def region(rng: random.Random) -> Lines:
    """Scroll a part of the screen up and down between a fixed head and foot."""
    yield f"\x1b[5;{ROWS - 4}r"
    while True:
        words = " ".join(rng.choices(WORDS, k=8))
        if rng.random() < 0.2:
            yield f"\x1b[5;1H\x1bM{words}"
        else:
            yield f"\x1b[{ROWS - 4};1H\n{words}"


def long_line(rng: random.Random) -> Lines:
    """Print one line that never ends."""
    while True:
        yield rng.choice(WORDS) + " "


def tiny(rng: random.Random) -> Lines:
    """Print short lines; each write carries a few bytes only."""
    while True:
        yield f"{rng.choice(WORDS)}\n"


WORKLOADS = (
    Workload("plain", plain),
    Workload("colours", colours),
    Workload("wide", wide, share=0.5),
    Workload("truecolour", truecolour, share=0.5),
    Workload("emoji", emoji, share=0.5),
    Workload("redraw", redraw, share=0.5),
    Workload("region", region, share=0.5),
    Workload("long-line", long_line),
    Workload("tiny", tiny, chunk=8, share=0.05),
)

LEAVE = "\x1b[r\x1b[m\x1b[H\x1b[2J"
"""Printed after each workload, so that the next one starts on a clean screen."""


def make(workload: Workload, size: int, folder: Path) -> Path:
    """Write about `size` bytes of a workload (times its share) to a file in `folder`."""
    rng = random.Random(f"{SEED} {workload.name}")
    wanted = int(size * workload.share)
    data = bytearray()
    for line in workload.text(rng):
        if len(data) >= wanted:
            break
        data += line.encode()
    path = folder / f"{workload.name}.txt"
    path.write_bytes(data)
    return path


def frames(count: int, folder: Path) -> list[Path]:
    """Write `count` repaints of 60 words each, one to a file."""
    rng = random.Random(f"{SEED} frames")
    lines = redraw(rng)
    paths = []
    for n in range(count):
        path = folder / f"frame-{n}.txt"
        path.write_text("".join(next(lines) for _ in range(60)), encoding="utf-8")
        paths.append(path)
    return paths


def history(lines: int, folder: Path) -> Path:
    """Write `lines` full rows of words to a file."""
    rng = random.Random(f"{SEED} history")
    path = folder / "history.txt"
    rows = (" ".join(rng.choices(WORDS, k=40))[:COLS].ljust(COLS, ".") for _ in range(lines))
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path
