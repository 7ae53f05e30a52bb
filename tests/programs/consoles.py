"""Scripts for programs that read lines: bash with readline, and Python's own console."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.programs.script import (
    BACKSPACE,
    CTRL_LEFT,
    CTRL_RIGHT,
    DELETE,
    DOWN,
    END,
    ENTER,
    HOME,
    LEFT,
    RIGHT,
    TAB,
    UP,
    Program,
    Step,
    alt,
    ctrl,
    paste,
    resize,
)

LONG = "echo " + " ".join(f"word{number}" for number in range(30))

RC = r"""PS1='\[\e[1;32m\]\u@here\[\e[0m\]:\[\e[34m\]\w\[\e[0m\]% '
HISTFILE=
LS_COLORS='di=01;34:*.py=31'
"""


def write_folder(home: Path) -> None:
    """Write the settings, and files to complete."""
    (home / "rc").write_text(RC)
    for name in ("apple", "apricot", "banana", "cherry pie", "漢字"):
        (home / name).mkdir()
    for number in range(40):
        (home / "apple" / f"seed{number:02}.py").write_text("")


BASH = Program(
    name="bash",
    command="bash --noprofile --rcfile rc -i",
    ready="here:~",
    steps=(
        "echo one two three" + ENTER,
        "echo hello world",
        ctrl("a"),
        CTRL_RIGHT,
        " inserted",
        END,
        CTRL_LEFT,
        ctrl("k"),
        ctrl("y"),
        ctrl("w"),
        ctrl("_"),
        HOME,
        DELETE,
        "x" + BACKSPACE + "e",
        alt("f"),
        alt("u"),
        alt("t"),
        ctrl("u"),
        ctrl("y") + ENTER,
        LONG,
        ctrl("a"),
        "x",
        ctrl("e"),
        BACKSPACE + BACKSPACE,
        alt("b") + alt("b"),
        "漢字 ",
        LEFT + LEFT + LEFT,
        "ü",
        resize(24, 100),
        resize(24, 80),
        ctrl("c"),
        ctrl("l"),
        "ls ap" + TAB,
        TAB,
        "ple/" + TAB + TAB,
        ENTER,
        "ls --color" + ENTER,
        UP,
        UP + UP,
        DOWN,
        ctrl("r"),
        "one",
        ctrl("r"),
        ctrl("g"),
        ctrl("u"),
        paste("echo pasted\necho twice"),
        ENTER,
        "for i in 1 2; do" + ENTER,
        "echo $i" + ENTER,
        "done" + ENTER,
        "seq -s_ 100" + ENTER,
        "clear" + ENTER,
        "seq 100" + ENTER,
        resize(24, 50),
        resize(12, 80),
        resize(24, 80),
        r"printf '\e[31mred\e[0m \e[4mline\e[0m\t\ttab\rover\n'" + ENTER,
        "clear" + ENTER,
        "cat" + ENTER,
        "typed ahead" + ENTER,
        ctrl("d"),
        "tput cup 10 10; tput smso; echo there; tput rmso" + ENTER,
        # It sleeps for a second, and what is typed meanwhile is echoed by the terminal.
        Step("reset -Q" + ENTER, asks="%"),
        "set -o vi" + ENTER,
        "echo vi mode",
        "\x1b",
        "0",
        "w",
        "dw",
        "A again" + ENTER,
        Step("exit 3" + ENTER, shows="-- ended with 3"),
    ),
    prepare=write_folder,
)

PYTHON = Program(
    name="python",
    command=f"{sys.executable} -q",
    ready=">>> ",
    steps=(
        "1 + 1" + ENTER,
        "'a' * 200" + ENTER,
        "def f(x):" + ENTER,
        "    return x * 2" + ENTER,
        ENTER,
        "f(21)" + ENTER,
        UP,
        LEFT + LEFT,
        "9",
        ENTER,
        "impo" + TAB,
        " sys" + ENTER,
        "sys.vers" + TAB,
        TAB,
        ctrl("u"),
        ctrl("a") + ctrl("k"),
        "print('\\x1b[32mgreen\\x1b[0m 漢字')" + ENTER,
        "1 / 0" + ENTER,
        "f(" + ENTER,
        "  3)" + ENTER,
        "[n ** 2 for n in range(60)]" + ENTER,
        "x = 'a long line ' + " + "'and more ' + " * 9 + "''",
        HOME,
        "y = ",
        END,
        BACKSPACE,
        RIGHT + LEFT,
        ctrl("c"),
        "for n in range(40): print(n)" + ENTER,
        ENTER,
        UP + UP,
        DOWN,
        ctrl("c"),
        ctrl("r"),
        "def",
        ctrl("c"),
        "import os; _ = os.system('clear')" + ENTER,
        resize(20, 60),
        "'b' * 100" + ENTER,
        resize(24, 80),
        "input('name: ')" + ENTER,
        "someone" + ENTER,
        Step(ctrl("d"), shows="-- ended"),
    ),
)

CONSOLES = (BASH, PYTHON)
