"""What is imported ahead, seen in a fresh interpreter."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import gc, sys
from mplex.server import lazy
before = gc.get_freeze_count()
heavy = ("prompt_toolkit", "urwid", "rich", "mplex.dialog.form.form_dialog")
assert not any(name in sys.modules for name in heavy), "the server starts with it"
lazy.warm_up()
print(*(name in sys.modules for name in heavy), gc.get_freeze_count() - before > 50_000)
"""


def test_the_first_dialog_finds_everything_imported_and_out_of_the_collectors_way() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.split() == ["True"] * 5, done.stderr
