"""The server's log: what is written, how much of it, and what it costs when nothing is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mplex.log import MISTAKES_MAX
from tests.support.environment import ROOT

LINES = """
log.debug("bytes of %s", "it")
log.info("runs %s", "it")
log.error("no such %s", "file")
"""


def written(path: Path, verbose: int, code: str) -> str:
    """Run code that logs, in a process of its own, and return what it has written."""
    head = (
        "import sys\nfrom mplex.log import Log, write_to\n"
        f"write_to({str(path)!r}, {verbose})\nlog = Log('mplex.part')\n"
    )
    subprocess.run([sys.executable, "-c", head + code], cwd=ROOT, check=True)
    return path.read_text("utf-8") if path.exists() else ""


@pytest.mark.parametrize(
    ("verbose", "expected"),
    (
        (0, ["mplex.part ERROR no such file"]),
        (1, ["mplex.part INFO runs it", "mplex.part ERROR no such file"]),
        (
            2,
            [
                "mplex.part DEBUG bytes of it",
                "mplex.part INFO runs it",
                "mplex.part ERROR no such file",
            ],
        ),
        (7, ["DEBUG bytes of it", "INFO runs it", "ERROR no such file"]),
    ),
)
def test_more_is_written_the_more_is_asked_for(
    tmp_path: Path, verbose: int, expected: list[str]
) -> None:
    lines = written(tmp_path / "log", verbose, LINES).splitlines()
    assert len(lines) == len(expected)
    assert all(line.endswith(end) for line, end in zip(lines, expected, strict=True))


def test_nothing_is_loaded_and_no_file_made_for_what_is_not_written(tmp_path: Path) -> None:
    code = "log.info('runs')\nassert 'logging' not in sys.modules\n"
    assert written(tmp_path / "log", 0, code) == ""
    assert not (tmp_path / "log").exists()


def test_a_mistake_is_written_with_its_place(tmp_path: Path) -> None:
    code = (
        "try:\n    1 / 0\n"
        "except ZeroDivisionError as error:\n    log.exception(error, 'command %s', 'x')\n"
    )
    text = written(tmp_path / "log", 0, code)
    assert "ERROR command x\n" in text
    assert "Traceback" in text
    assert "ZeroDivisionError" in text


@pytest.mark.parametrize(("verbose", "count"), ((0, MISTAKES_MAX), (1, MISTAKES_MAX + 5)))
def test_a_mistake_that_comes_again_and_again_does_not_fill_the_disk(
    tmp_path: Path, verbose: int, count: int
) -> None:
    code = f"for n in range({MISTAKES_MAX + 5}):\n    log.error('again %d', n)\n"
    assert len(written(tmp_path / "log", verbose, code).splitlines()) == count
