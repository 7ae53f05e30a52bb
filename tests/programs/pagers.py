"""Scripts for what shows text by the page: less, man, and git through less."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.programs.script import (
    DOWN,
    END,
    ENTER,
    HOME,
    LEFT,
    PAGE_DOWN,
    PAGE_UP,
    RIGHT,
    UP,
    Program,
    Step,
    ctrl,
    resize,
)

MANUAL = r""".TH TOOL 1 2020-01-01 "1.0" "User Commands"
.SH NAME
tool \- do \fBbold\fP and \fIunderlined\fP things
.SH SYNOPSIS
.B tool
[\fB\-v\fR] [\fB\-o\fR \fIfile\fR] \fIname\fR...
.SH DESCRIPTION
"""


def write_text(home: Path) -> None:
    """Write a text with colours, tabs, wide characters, long lines and empty ones."""
    lines = []
    for number in range(300):
        lines.append(f"{number:4} \x1b[1;3{number % 8}mcolour {number % 8}\x1b[0m a needle" * 1)
        if number % 7 == 0:
            lines.append("long " + "words and \x1b[4mmore\x1b[24m words " * 12)
        if number % 11 == 0:
            lines.append(f"\ttab\t漢字 \x1b[48;5;{16 + number % 200}mbackground\x1b[K\x1b[0m")
            lines.append("")
    (home / "text").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (home / "other").write_text("another file\n" * 50, encoding="utf-8")


def write_manual(home: Path) -> None:
    """Write a manual page."""
    options = "".join(
        f".TP\n\\fB\\-\\-option{number}\\fR=\\fIvalue\\fR\n"
        f"What option {number} does is \\fBquite\\fR long"
        f" to tell, and goes on for \\fIsome\\fR lines so that it is filled and adjusted.\n"
        for number in range(60)
    )
    (home / "tool.1").write_text(f"{MANUAL}{options}.SH SEE ALSO\n.BR ls (1)\n", encoding="utf-8")


def git(home: Path, *argv: str, day: int = 1) -> None:
    """Run git as the same person at the same time, whoever runs the tests and when."""
    environ = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(home),
        **{f"GIT_{role}_NAME": "Ann Author" for role in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{role}_EMAIL": "ann@example.org" for role in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{role}_DATE": f"2020-01-{day:02}T12:00:00Z" for role in ("AUTHOR", "COMMITTER")},
    }
    subprocess.run(["git", *argv], cwd=home, env=environ, check=True, capture_output=True)


def write_repository(home: Path) -> None:
    """Make a repository with a few commits, a merge, and changes that are not committed."""
    (home / ".gitconfig").write_text(
        "[init]\ndefaultBranch = main\n[color]\nui = always\n[core]\npager = less -+F -+X -R\n"
        "[interactive]\nsingleKey = false\n"
    )
    git(home, "init")
    poem = [f"verse {number} of a long poem" for number in range(60)]
    for day in range(1, 13):
        poem[day * 4] = f"verse changed on day {day}: ünï 漢字"
        (home / "poem").write_text("\n".join(poem) + "\n", encoding="utf-8")
        git(home, "add", "poem")
        git(home, "commit", "-m", f"Change the poem on day {day}\n\nWith a reason.", day=day)
        if day == 6:
            git(home, "branch", "side")
    git(home, "checkout", "side")
    (home / "prose").write_text("prose\n" * 5)
    git(home, "add", "prose")
    git(home, "commit", "-m", "Begin some prose", day=13)
    git(home, "checkout", "main")
    git(home, "merge", "--no-edit", "side", day=14)
    for number in (2, 3, 20, 40, 57):
        poem[number] = f"a verse that nobody has committed ({number})"
    poem.insert(30, "a new verse")
    del poem[50]
    (home / "poem").write_text("\n".join(poem) + "\n", encoding="utf-8")


PAGING: tuple[str | Step, ...] = (
    " ",
    " ",
    "b",
    DOWN,
    DOWN + DOWN,
    UP,
    "k",
    "d",
    "u",
    PAGE_DOWN,
    PAGE_UP,
    "G",
    "kkk",
    "y",
    "g",
)

LESS = Program(
    name="less",
    command="less -R text other",
    ready="colour 7",
    steps=(
        *PAGING,
        "/needle" + ENTER,
        "n",
        "N",
        "?words" + ENTER,
        "/no such thing" + ENTER,
        ENTER,
        "ma",
        END,
        "'a",
        "-S" + ENTER,
        RIGHT,
        LEFT,
        "-N" + ENTER,
        "&long" + ENTER,
        "&" + ENTER,
        "50%",
        ":n",
        ":p",
        ctrl("g"),
        "=",
        resize(15, 60),
        " ",
        resize(30, 100),
        "b",
        resize(24, 80),
        "h",
        "q",
        Step("q", shows="-- ended"),
    ),
    prepare=write_text,
)

MAN = Program(
    name="man",
    command="man -l tool.1",
    ready="do bold and",
    steps=(
        *PAGING,
        "/option30" + ENTER,
        "n",
        "n",
        "N",
        ctrl("l"),
        "g",
        "10j",
        "5k",
        "/adjusted" + ENTER,
        "n",
        "\x1bu",
        "-i" + ENTER,
        "/SEE" + ENTER,
        END,
        HOME,
        resize(20, 50),
        " ",
        resize(24, 80),
        " ",
        Step("q", shows="-- ended"),
    ),
    prepare=write_manual,
)

GIT_LOG = Program(
    name="git log",
    command="git log --graph --patch --stat --decorate",
    ready="Merge branch",
    steps=(
        *PAGING,
        "/verse" + ENTER,
        "n",
        "nn",
        "N",
        "?commit" + ENTER,
        "/day 7" + ENTER,
        "10j",
        "-S" + ENTER,
        RIGHT,
        LEFT,
        "G",
        "&^.*commit" + ENTER,
        "&" + ENTER,
        resize(18, 64),
        "g",
        resize(24, 80),
        Step("q", shows="-- ended"),
    ),
    prepare=write_repository,
)

GIT_ADD = Program(
    name="git add -p",
    command="git add -p; git status --short; git diff --cached --stat | cat; git commit -q -m done;"
    " git show --stat | cat; git checkout -p; git branch -a; git stash -p; git status",
    ready="Stage this hunk",
    steps=(
        *(
            Step(keys + ENTER, asks="?")
            for keys in (
                *("?", "s", "y", "n", "k", "y", "j", "J", "K", "/20", "y", "g", "2", "n", "g3"),
                *("y", "?", "", "oops", "p", "n", "y", "y", "d", "s", "n", "?", "K", "oops"),
            )
        ),
        resize(18, 70),
        resize(24, 80),
        Step("q" + ENTER, shows="-- ended"),
    ),
    prepare=write_repository,
    masks=(r"^ *Date: .*", r"(?<=commit )[0-9a-f]+"),
    environ=(
        "GIT_PAGER=cat",
        "GIT_AUTHOR_NAME=Ann",
        "GIT_AUTHOR_EMAIL=ann@example.org",
        "GIT_COMMITTER_NAME=Ann",
        "GIT_COMMITTER_EMAIL=ann@example.org",
        "GIT_AUTHOR_DATE=2020-02-01T12:00:00Z",
        "GIT_COMMITTER_DATE=2020-02-01T12:00:00Z",
    ),
)

PAGERS = (LESS, MAN, GIT_LOG, GIT_ADD)
