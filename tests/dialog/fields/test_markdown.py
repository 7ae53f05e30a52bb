"""Markdown: what GitHub's kinds of text look like, links, hostile sources, a missing library."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings

from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.markdown import MarkdownWidget, lay_markdown
from mplex.ui.theme import Theme, parse_style
from mplex.vt.clusters import expand
from mplex.vt.styles import BOLD, ITALIC, STRIKE, link_of, style_of
from tests.dialog.fields.showing import (
    COLS,
    HOSTILE,
    KIT,
    PAGES,
    TEXTS,
    field,
    lines,
    never_fails,
    style_at,
)
from tests.support.environment import ROOT


def block(text: str, kit: Kit = KIT) -> MarkdownWidget:
    widget = MarkdownWidget(field("markdown", {"text": text}), kit)
    widget.page = 200
    return widget


def shown(text: str, cols: int = 60) -> list[str]:
    return [line[2:] for line in lines(block(text), cols)]


def test_headings_have_lines_below_them() -> None:
    assert shown("# One\n\n## Two\n\n### Three") == [
        *("One", "═══", "", "Two", "───", "", "Three"),
    ]


def test_emphasis_is_told_by_attributes() -> None:
    widget = block("a *slanted* and **strong** and ~~gone~~ word")
    assert style_at(widget, "slanted").flags & ITALIC
    assert style_at(widget, "strong").flags & BOLD
    assert style_at(widget, "gone").flags & STRIKE
    assert style_at(widget, "word") is KIT.looks["dialog"]


def test_lists_tasks_and_quotes() -> None:
    assert shown("- a\n  - b\n- [x] done\n\n7. seven\n8. eight\n\n> said") == [
        *(" • a", "    • b", " • [x] done", "", " 7 seven", " 8 eight", "", "▌ said"),
    ]


def test_a_line_break_of_the_source_is_one() -> None:
    assert shown("first\nsecond") == ["first", "second"]


def test_a_table_stands_in_columns() -> None:
    table = "| name | n |\n|---|--:|\n| a | 1 |\n| bb | 22 |"
    assert shown(f"before\n\n{table}\n\nafter") == [
        *("before", "", " name   n", " ────────", " a      1", " bb    22", "", "after"),
    ]


def test_code_stands_behind_a_bar_in_colours_for_both_backgrounds() -> None:
    widget = block("```python\ndef f():\n    return 'text'  # why\n```")
    assert [line[2:] for line in lines(widget)] == ["│ def f():", "│     return 'text'  # why"]
    colours = {style_at(widget, word).fg for word in ("def", "f()", "'text'")}
    assert len(colours) == 3
    # Neither near white nor near black, and no background of their own.
    assert colours <= {31, 32, 64, 133, 167}
    assert style_at(widget, "def").bg == KIT.looks["dialog"].bg


def test_without_colours_only_attributes_are_used() -> None:
    widget = block("`code` **b**\n\n```python\ndef f(): return 'x'\n```", KIT._replace(colours=0))
    surfaces = {style_of(attr) for row in widget.content(60) for attr in row.attrs}
    assert {style.fg for style in surfaces} == {-1}
    assert any(style.flags & BOLD for style in surfaces)


def test_a_dialogs_own_style_lies_below_everything() -> None:
    looks = Theme({"dialog": "bg=colour17,fg=colour250"})
    widget = block("plain **strong** `code`", KIT._replace(looks=looks))
    assert style_at(widget, "plain") is parse_style("bg=colour17,fg=colour250")
    assert style_at(widget, "strong").bg == 17
    assert style_at(widget, "code").bg == 17


@pytest.mark.parametrize(
    ("source", "text", "address"),
    [
        ("[docs](https://a.b/c?d=1)", "docs (https://a.b/c?d=1)", "https://a.b/c?d=1"),
        ("see http://a.b/x.", "see http://a.b/x.", "http://a.b/x"),
        ("<https://a.b>", "https://a.b", "https://a.b"),
    ],
)
def test_links_lead_to_the_web_and_say_where(source: str, text: str, address: str) -> None:
    widget = block(source)
    assert [line[2:] for line in lines(widget)] == [text]
    word = "docs" if "docs" in text else "http"
    assert link_of(style_at(widget, word).link)[0] == address


@pytest.mark.parametrize("address", ["javascript:alert(1)", "file:///etc/passwd", "./x", "ftp://x"])
def test_other_links_are_text(address: str) -> None:
    widget = block(f"[name]({address})")
    assert address in lines(widget)[0]
    assert style_at(widget, "name") is KIT.looks["dialog"]


def test_html_and_pictures_are_text() -> None:
    assert shown("<b>bold</b> &amp; <script>x</script>") == ["<b>bold</b> & <script>x</script>"]
    assert shown("<div>\nblock\n</div>") == ["<div>", "block", "</div>"]
    assert shown("![a chart](http://x.y/z.png)") == ["[picture: a chart] (http://x.y/z.png)"]


def test_hostile_text_is_shown_and_obeyed_nowhere() -> None:
    text = "\n".join(shown(HOSTILE + "\n\n&#27;[31m &#8238;x &#10070;\n\n`\x1b[5m`"))
    assert "␛[31mred␛]0;t␇" in text and "␛[5m" in text
    assert not any(char in text for char in "❖\u202e\x1b")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("word " * 200_000, "too long"),
        ("a\n\n" * 5_000, "too long"),
        (">" * 30_000 + "x", "nested too deep"),
        ("\n".join("  " * depth + "- x" for depth in range(60)), "nested too deep"),
        ("[" * 50 + "*a **b " * 40 + "](x)" * 50, ""),
        ("|" + "a|" * 500 + "\n|" + "-|" * 500, "too wide"),
    ],
)
def test_what_would_take_too_long_is_shown_as_its_source(source: str, why: str) -> None:
    laid = lay_markdown(source, 60, KIT)
    first = expand(laid.rows[0].text)
    assert (why in first) if why else "laid out" not in first
    assert not laid.missing
    assert len(laid.rows) > 2


def test_the_same_width_is_laid_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def counted(source: str, cols: int, kit: Kit) -> Any:
        calls.append(cols)
        return lay_markdown(source, cols, kit)

    monkeypatch.setattr("mplex.dialog.fields.markdown.lay_markdown", counted)
    widget = block("# Title\n\ntext")
    for cols in (60, 60, 30, 60):
        lines(widget, cols)
    assert calls == [57, 27]


WITHOUT_RICH = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "rich":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
from tests.dialog.fields.test_markdown import block, lines
widget = block("# Title\\n\\n*text*")
print(*lines(widget, 100), *widget.warnings, sep="\\n")
"""


def test_without_rich_the_source_is_shown_and_a_warning_names_the_extra() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_RICH], cwd=ROOT, capture_output=True, text=True, check=True
    )
    said = done.stdout.splitlines()
    assert said[1:4] == ["  # Title", "", "  *text*"]
    assert said[4] == said[0].strip(" ()")
    assert "pip install mplex[markdown]" in said[4]


def test_rich_is_not_loaded_before_it_is_needed() -> None:
    code = "import sys, mplex.dialog.fields.markdown; print('rich' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


@settings(max_examples=80, deadline=None)
@given(TEXTS, COLS, PAGES)
def test_no_size_and_no_text_is_too_much(text: str, cols: int, page: int) -> None:
    never_fails(block(text), cols, page)
