"""The same steps done by mplex's window and by a real tmux give the same layout strings."""

from __future__ import annotations

import random

import pytest

from mplex.errors import CommandError
from mplex.geometry import Size
from mplex.model.tree import Tree
from mplex.model.window import Window
from tests.support.tmux import TmuxServer

PRESETS = ("even-horizontal", "even-vertical", "main-horizontal", "main-vertical", "tiled")

MOST_PANES = 9
"""With more, a window may become too small, and then tmux has sizes of its own for a moment."""


class Pair:
    """A window here and one in tmux that are treated alike."""

    def __init__(self, tmux: TmuxServer, size: Size) -> None:
        self.tmux = tmux
        self.tree = Tree()
        self.window: Window = self.tree.new_window(
            self.tree.new_session(None, size, "/", {}), size=size
        )
        self.ids = [0]
        tmux.ok("new-session", "-d", "-x", str(size.cols), "-y", str(size.rows), "cat")
        tmux.ok("set-option", "-g", "window-size", "manual")

    def check(self, *argv: str) -> None:
        """Run a command in tmux and compare the layouts after it."""
        done = self.tmux.run(*argv, ";", "display-message", "-p", "#{window_layout}")
        layout = done.stdout.strip() or self.tmux.display("#{window_layout}")
        assert self.window.layout_string() == layout, argv

    def split(self, at: int, *, horizontal: bool, cells: str, before: bool, full: bool) -> None:
        percent = int(cells[:-1]) if cells.endswith("%") else None
        try:
            self.tree.new_pane(
                self.window,
                self.window.panes[at],
                horizontal=horizontal,
                size=int(cells) if cells and percent is None else None,
                percent=percent,
                before=before,
                full=full,
            )
        except CommandError:
            # tmux takes no id for a pane that it cannot make.
            self.tree.next_ids["pane"] -= 1
        argv = ["split-window", "-t", f":.{at}", "-h" if horizontal else "-v", "-d"]
        argv += ["-l", cells] * bool(cells) + ["-b"] * before + ["-f"] * full
        self.check(*argv, "cat")

    def step(self, pick: random.Random) -> None:
        """Do something at random."""
        window, at = self.window, pick.randrange(len(self.window.panes))
        pane, pane_target = window.panes[at], f":.{at}"
        kind = pick.choice(
            ("split",) * 5
            + ("kill", "resize", "resize", "size", "window", "preset", "spread")
            + ("swap", "rotate")
        )
        if kind == "split" and len(window.panes) < MOST_PANES:
            before = pick.random() < 0.3
            # Before a pane, asked for more cells than there are, tmux gives one and mplex all.
            self.split(
                at,
                horizontal=pick.random() < 0.5,
                cells=pick.choice(("", "", "25%", "70%") if before else ("", "3", "10", "70%")),
                before=before,
                full=pick.random() < 0.2,
            )
        elif kind == "kill" and len(window.panes) > 1:
            self.tree.remove_pane(pane)
            self.check("kill-pane", "-t", pane_target)
        elif kind == "resize":
            direction, cells = pick.choice("LRUD"), pick.choice((1, 2, 5, 30))
            window.resize_pane(pane, direction, cells)
            self.check("resize-pane", "-t", pane_target, f"-{direction}", str(cells))
        elif kind == "size":
            cells = pick.choice((1, 4, 11, 60))
            if pick.random() < 0.5:
                window.set_pane_size(pane, cols=cells)
                self.check("resize-pane", "-t", pane_target, "-x", str(cells))
            else:
                window.set_pane_size(pane, rows=cells)
                self.check("resize-pane", "-t", pane_target, "-y", str(cells))
        elif kind == "window":
            size = Size(pick.randint(20, 60), pick.randint(60, 200))
            window.resize(size)
            self.check("resize-window", "-x", str(size.cols), "-y", str(size.rows))
        elif kind == "preset":
            name = pick.choice(PRESETS)
            window.select_layout(name)
            self.check("select-layout", name)
        elif kind == "spread":
            window.spread(pane)
            self.check("select-layout", "-t", pane_target, "-E")
        elif kind == "swap":
            other = pick.randrange(len(window.panes))
            window.swap(pane, window.panes[other])
            self.check("swap-pane", "-d", "-s", pane_target, "-t", f":.{other}")
        elif kind == "rotate":
            down = pick.random() < 0.5
            window.rotate(down)
            self.check("rotate-window", "-D" if down else "-U")


@pytest.mark.parametrize("seed", range(8))
def test_random_steps_give_tmuxs_layouts(tmux: TmuxServer, seed: int) -> None:
    pick = random.Random(seed)
    pair = Pair(tmux, Size(pick.choice((24, 50)), pick.choice((80, 200))))
    for _step in range(40):
        pair.step(pick)


@pytest.mark.parametrize("panes", [2, 3, 4, 5, 7, 8, 10])
@pytest.mark.parametrize("size", [Size(24, 80), Size(50, 203)])
def test_presets_are_tmuxs(tmux: TmuxServer, panes: int, size: Size) -> None:
    pair = Pair(tmux, size)
    for _pane in range(panes - 1):
        pair.split(0, horizontal=False, cells="", before=False, full=False)
        pair.window.select_layout("tiled")
        pair.check("select-layout", "tiled")
    for name in PRESETS:
        pair.window.select_layout(name)
        pair.check("select-layout", name)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("main-pane-width", "50%"),
        ("main-pane-width", "30"),
        ("main-pane-width", "500"),
        ("other-pane-width", "20"),
        ("other-pane-width", "90%"),
        ("main-pane-height", "10"),
        ("other-pane-height", "5"),
    ],
)
def test_main_presets_follow_the_options(tmux: TmuxServer, option: str, value: str) -> None:
    pair = Pair(tmux, Size(40, 150))
    for _pane in range(3):
        pair.split(0, horizontal=False, cells="", before=False, full=False)
    pair.window.options.set(option, value)
    tmux.ok("set-option", "-w", option, value)
    for name in ("main-vertical", "main-horizontal"):
        pair.window.select_layout(name)
        pair.check("select-layout", name)


def test_a_layout_string_goes_both_ways(tmux: TmuxServer) -> None:
    pair = Pair(tmux, Size(30, 100))
    for at, horizontal in ((0, True), (1, False), (0, False), (3, True)):
        pair.split(at, horizontal=horizontal, cells="", before=False, full=False)
    saved = pair.window.layout_string()
    for name in ("tiled", saved):
        pair.window.select_layout(name)
        pair.check("select-layout", name)
    assert pair.window.layout_string() == saved
