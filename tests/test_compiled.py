"""Which emulator runs: a compiled one only if it was made of the sources that are there."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import mplex.vt
from mplex.compiled import FOLDER, MAIN, STAMP, checksum, compiled_folder, emulator_kind
from mplex.vt import interpreter
from tests.support.environment import ROOT


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder of sources with what compiling them leaves behind."""
    monkeypatch.delenv("MPLEX_PURE", raising=False)
    (tmp_path / "rows.py").write_text("A = 1\n")
    folder = tmp_path / FOLDER
    folder.mkdir()
    (folder / f"{MAIN}{EXTENSION_SUFFIXES[0]}").touch()
    (folder / STAMP).write_text(checksum(str(tmp_path)))
    return tmp_path


def test_compiled_modules_of_these_sources_are_used(sources: Path) -> None:
    assert compiled_folder(str(sources)) == str(sources / FOLDER)


def test_an_edited_source_is_never_hidden(sources: Path) -> None:
    (sources / "rows.py").write_text("A = 2\n")
    assert compiled_folder(str(sources)) == ""


def test_a_new_source_is_never_hidden(sources: Path) -> None:
    (sources / "more.py").touch()
    assert compiled_folder(str(sources)) == ""


def test_a_folder_without_a_stamp_is_not_used(sources: Path) -> None:
    (sources / FOLDER / STAMP).unlink()
    assert compiled_folder(str(sources)) == ""


def test_modules_for_another_python_are_not_used(sources: Path) -> None:
    found = sources / FOLDER / f"{MAIN}{EXTENSION_SUFFIXES[0]}"
    found.rename(found.with_name(f"{MAIN}.cpython-27.so"))
    assert compiled_folder(str(sources)) == ""


def test_pure_python_can_be_asked_for(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLEX_PURE", "1")
    assert compiled_folder(str(sources)) == ""
    monkeypatch.setenv("MPLEX_PURE", "0")
    assert compiled_folder(str(sources))


def test_what_runs_here_is_what_the_version_says() -> None:
    """Compiled or not, these tests run what `mplex -V` names."""
    compiled = (interpreter.__file__ or "").endswith(tuple(EXTENSION_SUFFIXES))
    assert compiled == bool(mplex.vt.COMPILED)
    version = subprocess.run(
        [sys.executable, "-m", "mplex", "-V"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert version == f"mplex {mplex.__version__} ({emulator_kind()})\n"
    assert ("compiled" in version) == compiled


@pytest.mark.parametrize(
    ("compiler", "reason"),
    [("no-such-cc", "there is no C compiler (no-such-cc)"), ("false", "compiling failed")],
)
def test_an_installation_without_a_working_compiler_says_so(
    compiler: str, reason: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "setup.py", "-q", "build_ext", "-b", str(tmp_path)]
        + ["-t", str(tmp_path / "temp")],
        cwd=ROOT,
        env={"PATH": os.defpath, "CC": compiler},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"mplex: the emulator stays pure Python: {reason}" in done.stderr
    assert not list(tmp_path.rglob("*.so"))
    assert not list(tmp_path.rglob(STAMP))
