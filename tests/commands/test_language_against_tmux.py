"""The same configuration text read by mplex and by a real tmux: what it runs is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.fakes import Home
from tests.support.tmux import TmuxServer

TEXTS = {
    "words": r"""
display -p a\ b"c d"'e f'g
display -p "\101\u00e9\s|\e|\$HOME|\q"
display -p '\101 $HOME ~ #x'
display -p a#b # a comment
display -p a\
b
display -p \;
display -p "a{b"c
display -p a{b
display -p %1
display -p ""
display -p 'a
b'
""",
    "several commands": r"""
display -p a;display -p b ; display -p c
display -p a ;; display -p b
display -p a ; kill-pane -t nope ; display -p lost
display -p next
""",
    "assignments": r"""
X=5
display -p $X
display -p "${X}y$X-$"
Y=6 display -p $Y
%hidden Z=7
display -p ${Z}
show-environment -g X
show-environment -g Z
show-environment -gh Z
""",
    "conditions": r"""
%if 1
display -p one
%else
display -p two
%endif
%if #{==:a,b} display -p x %else display -p y %endif
%if ""
display -p no
%elif "#{session_name}"
display -p "#{session_name}"
%elif 1
display -p late
%endif
%if 0
%if 1
display -p inner
%endif
A=b
%endif
show-environment -g A
""",
    "blocks": r"""
if-shell -F 1 { display -p a
  display -p b } ; display -p c
if-shell -F 0 { display -p a } { if-shell -F 1 { display -p "x;y" } }
if-shell -F 1 {
    # a comment
    display -p d
}
bind-key -T mine x { display -p a
display -p b; display -p c }
bind-key -T mine y { if-shell -F 1 { display -p $HOME } { kill-pane } }
list-keys -T mine
set -g @block { display -p "hi there" }
show -g @block
""",
    "one error": "nope\n",
    "a wrong flag": "\nsplit-window -Q\n",
    "a block where none goes": "rename-window { kill-pane }\n",
    "a bad escape": 'display -p "\\400"\n',
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_same_text_does_the_same(name: str, tmux: TmuxServer, tmp_path: Path) -> None:
    path = tmp_path / "some.conf"
    path.write_text(TEXTS[name])
    start = ["new-session", "-d", "-x", "80", "-y", "24", "-n", "one", "cat"]
    tmux.ok(*start)
    home = Home()
    home.tree.environ["HOME"] = str(tmux.house.home)
    home.run(*start)
    theirs = tmux.run("source-file", str(path))
    ours = home.run("source-file", str(path))
    # tmux mixes errors of reading into the output, and tells no place for those of running.
    said = (theirs.stdout + theirs.stderr).splitlines()
    told = [error.removeprefix(f"{path}:") for error in ours.errors]
    errors = [error.partition(": ")[2] for error in told]
    assert ours.out.splitlines() + errors == [_without_place(line, path) for line in said]
    assert all(error.partition(": ")[0].isdigit() for error in told)


def _without_place(line: str, path: Path) -> str:
    if not line.startswith(f"{path}:"):
        return line
    return line.removeprefix(f"{path}:").partition(": ")[2]
