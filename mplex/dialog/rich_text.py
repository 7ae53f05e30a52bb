"""Markdown as rows of cells, by rich: parsed as GitHub does, styled for dark and light terminals.

One idea: only colours are used that can be read on both, and whatever a colour says is said by a
character or an attribute too. Raw HTML and pictures are text; links lead
to http and https only, and show where they lead. Nothing here knows of widgets.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import ClassVar

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments.token import (  # type: ignore[import-untyped]
    Comment,
    Error,
    Generic,
    Keyword,
    Name,
    Number,
    Operator,
    String,
)
from pygments.token import Token as AnyToken
from rich import markdown
from rich.color import Color, ColorType
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style as RichStyle
from rich.syntax import ANSISyntaxTheme, Syntax
from rich.text import Text
from rich.theme import Theme

from mplex.dialog.lazy import ShownPlain
from mplex.dialog.plain_text import plain_line, plain_text
from mplex.ui.rows import Row, cut_row
from mplex.vt import styles
from mplex.vt.clusters import cells
from mplex.vt.styles import Style, intern_link, intern_style

MAX_CHARS = 40_000
MAX_LINES = 1_500
"""Up to where a source is laid out; that takes about a third of a second for the worst one."""
MAX_NESTING = 20
"""How deep lists and quotes may lie in each other."""
MAX_HIGHLIGHTED = 20_000
"""Characters of a code block up to which it is coloured."""
MAX_TABLE_COLUMNS = 32
"""Columns that a table may have."""
MAX_URL = 2_000

_URL = re.compile(r"https?://[^\s<>\"`]+[^\s<>\"`.,:;!?'*_~)\]}]")
_LINKABLE = re.compile(r"https?://[!-~]+", re.IGNORECASE)

BLUE, CYAN, GREEN, MAGENTA, RED = (f"color({number})" for number in (32, 31, 64, 133, 167))
"""Of the middle of the palette: they can be read on black and on white."""

LOOKS = Theme(
    {
        "markdown.h1": "bold",
        "markdown.h2": "bold",
        "markdown.h3": "bold",
        "markdown.h4": "bold italic",
        "markdown.h5": "italic",
        "markdown.h6": "italic dim",
        "markdown.code": CYAN,
        "markdown.code_block": "none",
        "markdown.block_quote": "italic",
        "markdown.item.bullet": CYAN,
        "markdown.item.number": CYAN,
        "markdown.hr": "dim",
        "markdown.link": f"{CYAN} underline",
        "markdown.link_url": f"{CYAN} underline",
        "markdown.table.border": "dim",
        "markdown.table.header": "bold",
    },
    inherit=True,
)

CODE_LOOKS = ANSISyntaxTheme(
    {
        AnyToken: RichStyle(),
        Comment: RichStyle(dim=True, italic=True),
        Comment.Preproc: RichStyle(color=CYAN),
        Keyword: RichStyle(color=MAGENTA, bold=True),
        Operator.Word: RichStyle(color=MAGENTA, bold=True),
        Name.Function: RichStyle(color=BLUE, bold=True),
        Name.Class: RichStyle(color=BLUE, bold=True),
        Name.Decorator: RichStyle(color=CYAN),
        Name.Tag: RichStyle(color=BLUE, bold=True),
        Name.Attribute: RichStyle(color=CYAN),
        String: RichStyle(color=GREEN),
        Number: RichStyle(color=CYAN),
        Generic.Deleted: RichStyle(color=RED),
        Generic.Inserted: RichStyle(color=GREEN),
        Generic.Heading: RichStyle(bold=True),
        Generic.Subheading: RichStyle(bold=True),
        Error: RichStyle(color=RED),
    }
)


class Heading(markdown.Heading):
    """A heading at the left; the first two levels have a line below them."""

    RULES: ClassVar[dict[str, str]] = {"h1": "═", "h2": "─"}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the text, and its line as wide as the text."""
        yield self.text
        if self.tag in self.RULES:
            width = min(options.max_width, max(1, self.text.cell_len))
            yield Text(self.RULES[self.tag] * width, style="dim")


class CodeBlock(markdown.CodeBlock):
    """A code block behind a bar, in the colours of its language."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the lines, broken where they are too long."""
        code = self.text.plain.rstrip("\n")
        lexer = self.lexer_name if len(code) <= MAX_HIGHLIGHTED else "text"
        syntax = Syntax(code, lexer, theme=CODE_LOOKS, word_wrap=True)
        inner = options.update(width=max(1, options.max_width - 2), height=None)
        for line in console.render_lines(syntax, inner, pad=False):
            yield Segment("│ ", console.get_style("dim"))
            yield from line
            yield Segment.line()


class Document(markdown.Markdown):
    """A parsed Markdown text."""

    elements: ClassVar[dict[str, type[markdown.MarkdownElement]]] = {
        **markdown.Markdown.elements,
        "heading_open": Heading,
        "fence": CodeBlock,
        "code_block": CodeBlock,
    }

    def __init__(self, source: str) -> None:
        super().__init__("")
        tokens = _PARSER.parse(source)
        _check(tokens)
        self.parsed = list(_changed(tokens))


_PARSER = MarkdownIt("commonmark", {"html": False, "maxNesting": MAX_NESTING})
_PARSER.enable(["strikethrough", "table"])


def markdown_rows(source: str, cols: int, base: Style, colours: bool = True) -> list[Row]:
    """Return Markdown as rows of at most `cols` cells, on top of the style `base`.

    Without `colours` only attributes are used. Control characters of the source become visible.

    Raises:
        ShownPlain: the source is too long, too deep, or more than rich can do.
    """
    if len(source) > MAX_CHARS or source.count("\n") > MAX_LINES:
        raise ShownPlain("The text is too long to be laid out")
    try:
        lines = _lines(plain_text(source), cols)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, RuntimeError) as e:
        # A fault of the library with some text must not take the dialog away from the person.
        raise ShownPlain(f"The text can't be laid out: {type(e).__name__}") from e
    rows = [_row(line, base, colours) for line in lines]
    return [cut_row(row, 0, cols) for row in _without_gaps(rows)]


def _without_gaps(rows: Iterable[Row]) -> list[Row]:
    """Return rows without blank ones at both ends, and with one at most between others."""
    kept: list[Row] = []
    for row in rows:
        if row.text.strip() or (kept and kept[-1].text.strip()):
            kept.append(row)
    return kept[:-1] if kept and not kept[-1].text.strip() else kept


def _lines(source: str, cols: int) -> list[list[Segment]]:
    console = Console(
        file=io.StringIO(),
        width=cols,
        height=100,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        theme=LOOKS,
        emoji=False,
        highlight=False,
        _environ={},
    )
    return list(Segment.split_lines(console.render(Document(source))))


def _check(tokens: Iterable[Token]) -> None:
    """Refuse what the parser would leave out, or what would take too long to draw."""
    columns = 0
    for token in tokens:
        columns = 0 if token.type == "tr_open" else columns + (token.type == "th_open")
        if columns > MAX_TABLE_COLUMNS:
            raise ShownPlain("The text has a table that is too wide to be laid out")
        deepest = max((child.level for child in token.children or ()), default=token.level)
        if deepest >= MAX_NESTING - 1:
            raise ShownPlain("The text is nested too deep to be laid out")


def _row(line: Iterable[Segment], base: Style, colours: bool) -> Row:
    texts, attrs = [], []
    for text, style, _ in line:
        # The parser has replaced entities such as `&#8238;` by what they stand for.
        plain = text.isascii() and text.isprintable()
        shown = text if plain else cells(plain_line(text))
        texts.append(shown)
        attrs.append(_style(style, base.id, colours).ch * len(shown))
    return Row("".join(texts), "".join(attrs))


_FLAGS = (
    ("bold", styles.BOLD),
    ("dim", styles.DIM),
    ("italic", styles.ITALIC),
    ("underline", styles.UNDERLINE),
    ("strike", styles.STRIKE),
    ("reverse", styles.REVERSE),
)


@lru_cache(maxsize=4_096)
def _style(style: RichStyle | None, base_id: int, colours: bool) -> Style:
    """Return our style for one of rich's, on top of a base."""
    base = styles.STYLES[base_id]
    if style is None:
        return base
    flags = base.flags
    for name, flag in _FLAGS:
        if getattr(style, name):
            flags |= flag
    fg = _colour(style.color, base.fg) if colours else base.fg
    bg = _colour(style.bgcolor, base.bg) if colours else base.bg
    link = intern_link(style.link) if style.link and _LINKABLE.fullmatch(style.link) else 0
    return intern_style(fg, bg, flags, base.ul, link)


def _colour(colour: Color | None, default: int) -> int:
    if colour is None or colour.type is ColorType.DEFAULT:
        return default
    if colour.number is not None:
        return colour.number
    red, green, blue = colour.get_truecolor()
    return styles.RGB | red << 16 | green << 8 | blue


def _changed(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield the tokens of a document with breaks, links and pictures as we show them."""
    for token in tokens:
        if token.children is not None:
            token.children = list(_changed_line(token.children))
        yield token


def _changed_line(tokens: Iterable[Token]) -> Iterator[Token]:
    links: list[tuple[str, bool]] = []
    said = ""
    for token in tokens:
        if token.type == "softbreak":
            yield Token("hardbreak", "br", 0)
        elif token.type == "image":
            address = str(token.attrs.get("src", ""))
            yield _text(f"[picture: {token.content or 'untitled'}] ({address})")
        elif token.type == "link_open":
            address, said = str(token.attrs.get("href", "")), ""
            links.append((address, _leads_somewhere(address)))
            if links[-1][1]:
                yield token
        elif token.type == "link_close" and links:
            address, leads = links.pop()
            if said != address:
                yield _text(f" ({address})")
            if leads:
                yield token
        elif token.type == "text" and not links:
            yield from _linked(token.content)
        else:
            said += token.content
            yield token


def _leads_somewhere(address: str) -> bool:
    return len(address) <= MAX_URL and _LINKABLE.fullmatch(address) is not None


def _linked(text: str) -> Iterator[Token]:
    """Yield a text with the addresses in it as links."""
    end = 0
    for found in _URL.finditer(text):
        if not _leads_somewhere(found[0]):
            continue
        yield _text(text[end : found.start()])
        yield Token("link_open", "a", 1, attrs={"href": found[0]})
        yield _text(found[0])
        yield Token("link_close", "a", -1)
        end = found.end()
    yield _text(text[end:])


def _text(text: str) -> Token:
    return Token("text", "", 0, content=text)
