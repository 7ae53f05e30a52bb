"""prompt_toolkit is loaded when a line is asked for, not before."""

from __future__ import annotations

import subprocess
import sys

from tests.support.environment import ROOT

HEAVY = {
    "mplex.ui.edit_engine",
    "mplex.ui.line_edit",
    "mplex.ui.prompt",
    "mplex.ui.text_edit",
}


def modules() -> set[str]:
    names = {path.stem for path in (ROOT / "mplex" / "ui").glob("*.py")} - {"__init__"}
    return {f"mplex.ui.{name}" for name in names}


def loaded(names: set[str]) -> set[str]:
    code = f"import sys, {', '.join(sorted(names))}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_only_the_edited_line_needs_prompt_toolkit() -> None:
    found = loaded(modules() - HEAVY)
    assert "mplex.ui.frame" in found
    assert "prompt_toolkit" not in found
    assert "asyncio" not in found
    for name in HEAVY:
        assert "prompt_toolkit" in loaded({name})
