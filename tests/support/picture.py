"""Draw a screen as an SVG picture: text, colours and cursor, as the person at the terminal sees it.

`python -m tests.support.picture FILE` draws the picture of the README: a real server with a real
client, three panes and a question over them. `svg` draws any `Terminal`, for looking at what a
test saw.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from mplex.geometry import Size
from mplex.vt import styles
from mplex.vt.clusters import expand
from mplex.vt.styles import DEFAULT, Colour, Style, style_of
from tests.support.environment import House, make_root
from tests.support.server import Server
from tests.support.terminal import Terminal

CELL_WIDTH, CELL_HEIGHT, BASELINE = 8.4, 16.3, 13
"""In the picture's units, for a font of 14: as high as its lines, so that borders join."""

MARGIN = 10
OVERLAP = 0.2
"""What a background is drawn too wide, so that no seam shows between neighbours."""


class Paper(NamedTuple):
    """What a terminal shows where a program names no colour."""

    foreground: str
    background: str


DARK = Paper("#d6deeb", "#0d1117")
LIGHT = Paper("#24292f", "#ffffff")
BASIC = (
    "#1d2430 #ef6b73 #8bd49c #f2c46d #6cb6ff #c297ff #5fd7d7 #c9d1d9 "
    "#5c6773 #ff8b92 #a5e8b4 #ffd98a #91cbff #d7b7ff #8cf0f0 #ffffff"
).split()
LOOKS = (
    (styles.BOLD, 'font-weight="bold"'),
    (styles.ITALIC, 'font-style="italic"'),
    (styles.DIM, 'opacity="0.65"'),
)
LEVELS = (0, 95, 135, 175, 215, 255)
STUB = "\0"
"""The right half of a wide character."""

UNUSUAL = 0x2600
"""Characters from here on may come from a font of another width."""


class Run(NamedTuple):
    """Neighbouring cells of one style: where they begin, how many they are, what they show."""

    col: int
    cells: int
    text: str
    style: Style


def colour(value: Colour, default: str) -> str:
    """Return a colour as SVG names it."""
    if value < 0:
        return default
    if value >= 0x1000000:
        return f"#{value & 0xFFFFFF:06x}"
    if value < 16:
        return BASIC[value]
    if value >= 232:
        grey = 8 + 10 * (value - 232)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    red, green, blue = (LEVELS[(value - 16) // step % 6] for step in (36, 6, 1))
    return f"#{red:02x}{green:02x}{blue:02x}"


def runs(text: str, attrs: str) -> Iterator[Run]:
    """Split a row into runs of one style.

    Wide and other unusual characters stand alone, so that their font cannot shift the rest.
    """
    run, alone = Run(0, 0, "", DEFAULT), False
    for col, char in enumerate(text):
        style = style_of(attrs[col]) if col < len(attrs) else DEFAULT
        before, alone = alone, ord(char) >= UNUSUAL or text[col + 1 : col + 2] == STUB
        if char == STUB:
            run, alone = run._replace(cells=run.cells + 1), True
        elif style is run.style and not alone and not before:
            run = run._replace(cells=run.cells + 1, text=run.text + char)
        else:
            if run.cells:
                yield run
            run = Run(col, 1, expand(char), style)
    if run.cells:
        yield run


def svg(terminal: Terminal) -> str:
    """Return the picture of a terminal's screen."""
    texts, attrs = terminal.screen.visible()
    return svg_of(terminal.size, texts, attrs, terminal.cursor)


def svg_of(
    size: Size,
    texts: Sequence[str],
    attrs: Sequence[str],
    cursor: tuple[int, int] | None = None,
    paper: Paper = DARK,
) -> str:
    """Return the picture of rows of cells, with the cursor at (row, column)."""
    width = size.cols * CELL_WIDTH + 2 * MARGIN
    height = size.rows * CELL_HEIGHT + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height:.1f}"'
        ' font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14">',
        f'<rect width="100%" height="100%" rx="8" fill="{paper.background}"/>',
    ]
    for row, (text, attr) in enumerate(zip(texts, attrs, strict=True)):
        for run in runs(text.ljust(len(attr)), attr):
            lines += _draw(row, run, paper)
    if cursor:
        lines.append(_box(*_place(*cursor), CELL_WIDTH, f'fill="{paper.foreground}" opacity=".6"'))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _place(row: int, col: int) -> tuple[float, float]:
    return MARGIN + col * CELL_WIDTH, MARGIN + row * CELL_HEIGHT


def _box(x: float, y: float, width: float, rest: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{CELL_HEIGHT}" {rest}/>'


def _draw(row: int, run: Run, paper: Paper) -> Iterator[str]:
    """Return the SVG elements of one run: its background, and its text."""
    style = run.style
    front, back = colour(style.fg, paper.foreground), colour(style.bg, paper.background)
    if style.flags & styles.REVERSE:
        front, back = back, front
    x, y = _place(row, run.col)
    width = run.cells * CELL_WIDTH
    if back != paper.background:
        yield _box(x, y, width + OVERLAP, f'fill="{back}"')
    if run.text.strip() and not style.flags & styles.HIDDEN:
        looks = [look for flag, look in LOOKS if style.flags & flag]
        yield (
            f'<text x="{x:.1f}" y="{y + BASELINE:.1f}" fill="{front}" {" ".join(looks)}'
            f' textLength="{width:.1f}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">'
            f"{escape(run.text)}</text>"
        )
    if style.flags & styles.UNDERLINE_MASK:
        # Not a decoration of the text: blanks have their line too.
        yield (
            f'<rect x="{x:.1f}" y="{y + BASELINE + 1.5:.1f}" width="{width:.1f}" height="1"'
            f' fill="{front}"/>'
        )


DEPLOY = """{"v": 1, "title": "Deploy", "screens": [{"id": "where", "title": "Where to?",
 "body": "Build 214 is green. Pick a target.", "fields": [
 {"id": "env", "type": "choice", "label": "Environment", "options": ["staging", "prod"]},
 {"id": "note", "type": "info", "text": "Prod deploys page the team."}]}]}
"""

NOTES = "\n".join(
    [
        "def greet(name: str) -> str:",
        '    """Return a friendly sentence."""',
        '    return f"hello, {name}"',
        "",
        "",
        'print(greet("世界"))',
        "",
    ]
)


def readme_screen(server: Server) -> Terminal:
    """Return a terminal with vim, htop and a shell in three panes, and a question over them."""
    home = server.house
    home.write("greet.py", NOTES)
    home.write("deploy.json", DEPLOY)
    home.write(".vimrc", "syntax on\nset number nocompatible background=dark\n")
    terminal = server.terminal("new-session", "-s", "work", "vim greet.py", size=Size(30, 100))
    terminal.wait_for_text("friendly")
    server.ok("split-window", "-h", "htop")
    terminal.wait_for_text("Load average")
    server.ok("split-window", "-v", "exec sh")
    terminal.wait_for_text("$ ")
    terminal.send("mplex-ctl show deploy.json\r")
    terminal.wait_for_text("staging")
    terminal.wait_until("the dialog takes keys", lambda: "waits" not in terminal.screen_text())
    return terminal


def main() -> None:
    """Draw the README's picture into the file named on the command line."""
    root, reaper = make_root()
    server = Server(House(root))
    try:
        Path(sys.argv[1]).write_text(svg(readme_screen(server)), encoding="utf-8")
    finally:
        server.close()
        assert reaper.stdin is not None
        reaper.stdin.close()
        reaper.wait()


if __name__ == "__main__":
    main()
