"""Scripts for what picks from lists: fzf, Midnight Commander, htop."""

from __future__ import annotations

import os
from pathlib import Path

from tests.programs.script import (
    BACKSPACE,
    DELETE,
    DOWN,
    END,
    ENTER,
    ESCAPE,
    HOME,
    INSERT,
    LEFT,
    PAGE_DOWN,
    PAGE_UP,
    RIGHT,
    SHIFT_TAB,
    TAB,
    UP,
    F,
    Program,
    Step,
    alt,
    click,
    ctrl,
    resize,
    wheel,
)

HTOP_SETTINGS = """htop_version=3.2.2
config_reader_min_version=3
fields=0 48 17 18 2 46 49 1
hide_kernel_threads=1
hide_userland_threads=1
highlight_base_name=1
header_layout=two_50_50
column_meters_0=LeftCPUs Memory
column_meter_modes_0=1 1
column_meters_1=Tasks Uptime Clock
column_meter_modes_1=2 2 2
tree_view=0
sort_key=0
sort_direction=1
delay=15
screen:Main=PID USER PRIORITY NICE STATE PERCENT_CPU TIME Command
.sort_key=PID
.sort_direction=1
"""

HTOP_COMMAND = """
for name in alpha beta gamma delta omega; do
    (exec -a "$name-sleeper" sleep 1000) & list="$list,$!"
done
htop -p "${list#,}"
kill $(jobs -p)"""

FILES = ("a.py", "b.txt", "c.tar", "d.sh", "long name with blanks in it and more.txt", "漢字.md")


def write_settings(home: Path) -> None:
    """Write htop's settings."""
    folder = home / ".config" / "htop"
    folder.mkdir(parents=True)
    (folder / "htoprc").write_text(HTOP_SETTINGS)


def write_files(home: Path) -> None:
    """Make files and folders of a fixed age for mc, and the settings that keep it predictable."""
    (home / ".config" / "mc").mkdir(parents=True)
    (home / ".config" / "mc" / "ini").write_text(
        "[Midnight-Commander]\nuse_internal_edit=true\nuse_internal_view=true\nauto_save_setup=0\n"
        "[Layout]\nmessage_visible=false\nfree_space=false\n"
    )
    folder = home / "work"
    (folder / "sub").mkdir(parents=True)
    for number, name in enumerate(FILES):
        text = "".join(f"{line} of {name}\n" for line in range(20 * (number + 1)))
        (folder / name).write_text(text, encoding="utf-8")
    for number in range(30):
        (folder / f"file{number:02}").write_text("x" * number)
    (folder / "d.sh").chmod(0o755)
    (folder / "link").symlink_to("a.py")
    for path in (*folder.iterdir(), folder):
        os.utime(path, (1577880000, 1577880000), follow_symlinks=False)


FZF_STEPS: tuple[str | Step, ...] = (
    DOWN,
    UP,
    UP,
    UP + UP,
    ctrl("p"),
    ctrl("n"),
    TAB,
    TAB,
    SHIFT_TAB,
    "4",
    "2",
    BACKSPACE,
    "7",
    ctrl("u"),
    "'99",
    ctrl("w"),
    "^1",
    " ",
    "0",
    "$",
    ctrl("a"),
    ctrl("e"),
    LEFT + LEFT,
    RIGHT,
    ctrl("k"),
    ctrl("u"),
    PAGE_UP,
    PAGE_DOWN,
    alt("b"),
    "zzz",
    ctrl("u"),
    wheel(15, 5, down=False),
    wheel(15, 5, down=True),
    resize(20, 60),
    "3",
    resize(24, 80),
    click(10, 10),
)

FZF = (
    Program(
        name="fzf",
        command="seq 1 500 | fzf --multi --no-clear --preview 'seq {}' --preview-window right,30%",
        ready="500/500",
        steps=(*FZF_STEPS, Step(ENTER, shows="-- ended")),
    ),
    Program(
        name="fzf below the prompt",
        command="seq 1 9; seq 1 500 | fzf --multi --height 40% --layout reverse --border",
        ready="500/500",
        steps=(*FZF_STEPS[:-4], Step(ENTER, shows="-- ended")),
    ),
)

MC = Program(
    name="mc",
    command="mc -u work work",
    ready="10Quit",
    steps=(
        DOWN,
        DOWN + DOWN,
        UP,
        END,
        HOME,
        PAGE_DOWN,
        PAGE_UP,
        TAB,
        INSERT,
        INSERT,
        TAB,
        ctrl("s") + "b",
        ESCAPE + ESCAPE,
        F[3],
        PAGE_DOWN,
        DOWN,
        F[7] + "12" + ENTER,
        F[4],
        F[10],
        F[4],
        "hello ",
        DELETE,
        F[10],
        RIGHT + ENTER,
        F[9],
        DOWN,
        RIGHT,
        RIGHT,
        ESCAPE + ESCAPE,
        F[7],
        "made",
        ESCAPE + ESCAPE,
        F[1],
        DOWN + DOWN,
        F[10],
        ctrl("o"),
        ctrl("o"),
        alt("t"),
        alt("t"),
        click(5, 50),
        wheel(8, 10, down=True),
        F[5],
        TAB + TAB,
        ESCAPE + ESCAPE,
        resize(20, 64),
        resize(30, 100),
        resize(24, 80),
        F[10],
        Step(ENTER, shows="-- ended"),
    ),
    prepare=write_files,
    masks=(r"UP--DIR.\w+ [ \d]\d \d\d:\d\d", r"\d+[KMGT]? / \d+[KMGT]? \(\d+%\)"),
)

HTOP = Program(
    name="htop",
    command=f"bash -c '{HTOP_COMMAND}'",
    ready="omega-sleeper",
    steps=(
        DOWN,
        DOWN,
        UP,
        END,
        HOME,
        PAGE_DOWN,
        PAGE_UP,
        " ",
        " ",
        "U",
        F[3],
        "gam",
        ENTER,
        F[4],
        "ta",
        ENTER,
        F[4] + BACKSPACE + BACKSPACE + ENTER,
        F[5],
        F[5],
        F[6],
        DOWN + DOWN,
        ESCAPE,
        "]",
        "[",
        "t",
        "t",
        "I",
        "I",
        F[9],
        DOWN,
        ESCAPE,
        F[2],
        DOWN,
        RIGHT,
        DOWN,
        F[10],
        F[1],
        "q",
        "h",
        ESCAPE,
        click(8, 20),
        wheel(8, 20, down=True),
        "u",
        ESCAPE,
        "/omega" + ENTER,
        resize(18, 70),
        resize(30, 90),
        resize(24, 80),
        "q",
    ),
    prepare=write_settings,
    masks=(
        r" *\d+(?= [a-z]\S* +\d+ +-?\d+ )",
        r"\[[^\]]*\]",
        r"Tasks: .*",
        r"Uptime: .*",
        r"Time: .*",
        r"\d+ Terminated",
    ),
)

CHOOSERS = (*FZF, MC, HTOP)
