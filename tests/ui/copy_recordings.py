"""What tmux 3.3a answers in copy mode: commands, and cursor, scroll position and copy after them.

Recorded with tmux on a pane of 30 by 6 cells that shows TEXT, with the default word separators.
"""

from __future__ import annotations

from typing import NamedTuple

TEXT = (
    "hello world foo.bar(baz)",
    "  indented line { with [nested] }",
    "another, longer line that surely wraps around the pane",
    "",
    "second paragraph",
    "more text here; end",
    "x",
    "",
    "def f(a, b): return [a(b) for c in d]",
    "last words 漢字 here",
    "tail line one",
    "   tail two",
    "end",
)


class Recorded(NamedTuple):
    """One run of commands in tmux."""

    keys: str
    commands: str
    """Names, an argument behind a colon."""
    cursor: tuple[int, int, int]
    """Column, row in view, rows scrolled back."""
    copied: str


RECORDED = (
    Recorded(
        "emacs",
        "cursor-down previous-space end-of-line jump-to-backward:e history-top "
        "next-space-end begin-selection begin-selection scroll-down search-again "
        "history-bottom search-again copy-selection-no-clear",
        (3, 5, 0),
        " world foo.bar(baz)\n"
        "  indented line { with [nested] }\n"
        "another, longer line that surely wraps around the pane\n"
        "\n"
        "second paragraph\n"
        "more text here; end\n"
        "x\n"
        "\n"
        "def f(a, b): return [a(b) for c in d]\n"
        "last words 漢字 here\n"
        "tail line one\n"
        "   tail two\n"
        "end",
    ),
    Recorded(
        "emacs",
        "jump-backward:e search-forward:e begin-selection previous-paragraph "
        "next-space next-word-end bottom-line begin-selection jump-to-forward:a "
        "next-word-end search-reverse end-of-line copy-selection-no-clear",
        (7, 5, 4),
        "def f(a, b): return [a(b) for c in d]",
    ),
    Recorded(
        "emacs",
        "set-mark jump-to-backward:e scroll-down previous-paragraph "
        "clear-selection other-end jump-to-forward:a begin-selection "
        "jump-backward:e history-bottom cursor-right halfpage-down "
        "copy-selection-no-clear",
        (1, 5, 0),
        "\n"
        "def f(a, b): return [a(b) for c in d]\n"
        "last words 漢字 here\n"
        "tail line one\n"
        "   tail two\n"
        "e",
    ),
    Recorded(
        "emacs",
        "begin-selection back-to-indentation search-backward:an "
        "jump-to-forward:a stop-selection jump-forward:a search-again "
        "begin-selection previous-space next-paragraph halfpage-down cursor-down "
        "copy-selection-no-clear",
        (0, 5, 6),
        "another, longer line that surely wraps around the pane\n"
        "\n"
        "second paragraph\n"
        "more text here; end\n"
        "x\n",
    ),
    Recorded(
        "emacs",
        "scroll-up cursor-down previous-paragraph other-end cursor-left "
        "next-paragraph jump-again begin-selection halfpage-up cursor-left "
        "next-paragraph jump-reverse copy-selection-no-clear",
        (0, 5, 6),
        "",
    ),
    Recorded(
        "emacs",
        "cursor-up search-forward:e previous-word page-down previous-word "
        "previous-paragraph jump-backward:e begin-selection cursor-down "
        "previous-space search-backward:an cursor-down copy-selection-no-clear",
        (0, 5, 10),
        "\nsecond paragraph\nmore text here; end\nx\n",
    ),
    Recorded(
        "emacs",
        "previous-word cursor-left set-mark start-of-line jump-backward:e "
        "copy-selection-no-clear next-space-end begin-selection jump-again "
        "top-line next-paragraph bottom-line copy-selection-no-clear",
        (0, 5, 0),
        " two\n",
    ),
    Recorded(
        "emacs",
        "stop-selection search-forward:e top-line jump-to-forward:a end-of-line "
        "begin-selection rectangle-toggle begin-selection rectangle-toggle "
        "next-space-end next-space set-mark copy-selection-no-clear",
        (11, 1, 10),
        "\n  indented ",
    ),
    Recorded(
        "emacs",
        "set-mark middle-line previous-word jump-again jump-again cursor-right "
        "history-top begin-selection cursor-down history-top top-line "
        "middle-line copy-selection-no-clear",
        (0, 2, 10),
        "hello world foo.bar(baz)\n  indented line { with [nested",
    ),
    Recorded(
        "vi",
        "cursor-down previous-space end-of-line jump-to-backward:e history-top "
        "next-space-end begin-selection begin-selection scroll-down search-again "
        "history-bottom search-again copy-selection-no-clear",
        (3, 5, 0),
        "o world foo.bar(baz)\n"
        "  indented line { with [nested] }\n"
        "another, longer line that surely wraps around the pane\n"
        "\n"
        "second paragraph\n"
        "more text here; end\n"
        "x\n"
        "\n"
        "def f(a, b): return [a(b) for c in d]\n"
        "last words 漢字 here\n"
        "tail line one\n"
        "   tail two\n"
        "end\n",
    ),
    Recorded(
        "vi",
        "jump-backward:e search-forward:e begin-selection previous-paragraph "
        "next-space next-word-end bottom-line begin-selection jump-to-forward:a "
        "next-word-end search-reverse end-of-line copy-selection-no-clear",
        (16, 5, 9),
        "\nsecond paragraph\n",
    ),
    Recorded(
        "vi",
        "set-mark jump-to-backward:e scroll-down previous-paragraph "
        "clear-selection other-end jump-to-forward:a begin-selection "
        "jump-backward:e history-bottom cursor-right halfpage-down "
        "copy-selection-no-clear",
        (1, 5, 0),
        "\n"
        "def f(a, b): return [a(b) for c in d]\n"
        "last words 漢字 here\n"
        "tail line one\n"
        "   tail two\n"
        "en",
    ),
    Recorded(
        "vi",
        "begin-selection back-to-indentation search-backward:an "
        "jump-to-forward:a stop-selection jump-forward:a search-again "
        "begin-selection previous-space next-paragraph halfpage-down cursor-down "
        "copy-selection-no-clear",
        (0, 5, 6),
        "another, longer line that surely wraps around the pane\n"
        "\n"
        "second paragraph\n"
        "more text here; end\n"
        "x\n"
        "\n",
    ),
    Recorded(
        "vi",
        "scroll-up cursor-down previous-paragraph other-end cursor-left "
        "next-paragraph jump-again begin-selection halfpage-up cursor-left "
        "next-paragraph jump-reverse copy-selection-no-clear",
        (0, 5, 6),
        "\n",
    ),
    Recorded(
        "vi",
        "cursor-up search-forward:e previous-word page-down previous-word "
        "previous-paragraph jump-backward:e begin-selection cursor-down "
        "previous-space search-backward:an cursor-down copy-selection-no-clear",
        (0, 5, 10),
        "\nsecond paragraph\nmore text here; end\nx\n\n",
    ),
    Recorded(
        "vi",
        "previous-word cursor-left set-mark start-of-line jump-backward:e "
        "copy-selection-no-clear next-space-end begin-selection jump-again "
        "top-line next-paragraph bottom-line copy-selection-no-clear",
        (0, 5, 0),
        "l two\ne",
    ),
    Recorded(
        "vi",
        "stop-selection search-forward:e top-line jump-to-forward:a end-of-line "
        "begin-selection rectangle-toggle begin-selection rectangle-toggle "
        "next-space-end next-space set-mark copy-selection-no-clear",
        (11, 1, 10),
        "\n  indented l",
    ),
    Recorded(
        "vi",
        "halfpage-down next-space-end next-space history-bottom next-paragraph "
        "search-forward:e cursor-right begin-selection scroll-up middle-line "
        "set-mark search-forward:e copy-selection-no-clear",
        (5, 3, 10),
        "llo world foo.bar(baz)\n  indented line { with [nested] }\nanothe",
    ),
)
