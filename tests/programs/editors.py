"""Scripts for vim and neovim."""

from __future__ import annotations

from pathlib import Path

from tests.programs.script import (
    BACKSPACE,
    DOWN,
    ENTER,
    ESCAPE,
    PAGE_DOWN,
    UP,
    Program,
    Step,
    click,
    ctrl,
    paste,
    resize,
    wheel,
)

SOURCE = '''"""A module to edit: words, 漢字, an emoji 🙂 and a long line."""

import os
import sys


def greet(name: str, times: int = 3) -> str:
    # A comment with a tab:\there.
    for number in range(times):
        print(f"{number}: hello, {name}")
    return "a long line that goes on " "and on " "and on " "until it is wider than any window here"


class Thing:
    value = 0x1F + 2.5

    def method(self) -> None:
        raise ValueError("no" * 2)
'''


def write_source(home: Path) -> None:
    """Write what is edited, long enough to scroll."""
    body = "\n".join(f"line_{number} = {number} * {number % 7}" for number in range(200))
    (home / "thing.py").write_text(f"{SOURCE}\n{body}\n", encoding="utf-8")
    (home / ".vimrc").write_text(
        "set nocompatible noswapfile viminfo= mouse=a ttimeout ttimeoutlen=20\n"
        "set showcmd ruler incsearch hlsearch termguicolors background=dark\nsyntax on\n"
    )
    (home / "init.vim").write_text(
        "set noswapfile shada= mouse=a ttimeoutlen=20 termguicolors background=dark\n"
    )


AGO = r"(?:\d+ seconds? ago|\d\d:\d\d:\d\d) *"
"""When a change was made: "9 seconds ago", then "10 seconds ago", and a clock at last."""

STEPS: tuple[str | Step, ...] = (
    "5j",
    "3w",
    "x",
    "u",
    "ihello there ",
    Step(ESCAPE),
    "yyp",
    ":set number" + ENTER,
    ctrl("f"),
    ctrl("f"),
    ctrl("b"),
    ctrl("e"),
    ctrl("y"),
    "gg",
    "dd",
    "3dd",
    "u",
    "G",
    "gg",
    "/hello" + ENTER,
    "n",
    "N",
    ":nohlsearch" + ENTER,
    "V",
    "jjj",
    ">",
    ":split" + ENTER,
    ctrl("w") + "j",
    ":vsplit" + ENTER,
    PAGE_DOWN,
    click(3, 20),
    wheel(3, 20, down=True),
    wheel(18, 60, down=False),
    resize(20, 70),
    resize(30, 90),
    ctrl("w") + "o",
    resize(24, 80),
    "gg" + DOWN + UP,
    "Onew 漢字 line " + BACKSPACE,
    ESCAPE,
    "i",
    paste("pasted text "),
    ESCAPE,
    ":%s/line/LINE/g" + ENTER,
    ":set wrap! list" + ENTER,
    ":digraphs" + ENTER,
    " ",
    Step("q", shows="LINE_"),
    ENTER,
)

EDITORS = (
    Program(
        name="vim",
        command="vim -i NONE thing.py",
        ready="A module to edit",
        steps=(*STEPS, Step(":qa!" + ENTER, shows="-- ended")),
        prepare=write_source,
        masks=(AGO,),
    ),
    Program(
        name="neovim",
        command="nvim -u init.vim thing.py",
        ready="A module to edit",
        steps=(*STEPS, Step(":qa!" + ENTER, shows="-- ended")),
        prepare=write_source,
        masks=(AGO,),
    ),
)
