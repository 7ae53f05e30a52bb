"""Real programs look the same in mplex and in tmux, after every step of a recorded script."""

from __future__ import annotations

import pytest

from tests.programs.applications import APPLICATIONS
from tests.programs.choosers import CHOOSERS
from tests.programs.consoles import CONSOLES
from tests.programs.editors import EDITORS
from tests.programs.pagers import PAGERS
from tests.programs.script import Program
from tests.programs.twins import Twins
from tests.support.server import Server
from tests.support.tmux import TmuxServer

PROGRAMS = (*EDITORS, *PAGERS, *CHOOSERS, *CONSOLES, *APPLICATIONS)
STEPS_MIN = 30


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_a_program_looks_the_same(server: Server, tmux: TmuxServer, program: Program) -> None:
    assert len(program.steps) >= STEPS_MIN
    with Twins(server, tmux, program) as twins:
        twins.play(program.steps)
