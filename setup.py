"""Build mplex. All is said in pyproject.toml but this: the emulator is compiled where it can be.

With a C compiler, `mplex/vt` is compiled by mypyc into `mplex/vt/compiled`. Without one, when that
fails, or with MPLEX_PURE=1, mplex is installed without that folder and works the same, only slower.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError, CompileError, LinkError

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from mplex.compiled import FOLDER, INTERPRETED, STAMP, checksum  # noqa: E402

SOURCES = Path("mplex", "vt")
MADE_OF = checksum(str(ROOT / SOURCES))
"""What the sources are before mypyc reads them: whoever edits one meanwhile gets the source."""
PACKAGE = "mplex.vt."


def say(text: str) -> None:
    """Tell what becomes of the emulator; pip shows it with -v, setup.py always."""
    print(f"mplex: {text}", file=sys.stderr, flush=True)


def pure(reason: str) -> list[Extension]:
    """Give up compiling, for a reason."""
    say(f"the emulator stays pure Python: {reason}")
    return []


def extensions() -> list[Extension]:
    """Return the emulator's modules as mypyc made C of them; none where they can't be compiled."""
    if os.environ.get("MPLEX_PURE", "0") not in ("", "0"):
        return pure("MPLEX_PURE is set")
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if not shutil.which(compiler):
        return pure(f"there is no C compiler ({compiler})")
    try:
        from mypyc.build import mypycify
    except ImportError:
        return pure("mypyc is not installed")
    files = [str(path) for path in sorted(SOURCES.glob("*.py")) if path.stem not in INTERPRETED]
    options = ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent"]
    try:
        found = mypycify(
            [*options, *files], opt_level="2", debug_level="0", group_name=PACKAGE + "native"
        )
    except SystemExit as error:
        return pure(f"mypyc failed with {error.code}")
    for extension in found:
        extension.name = extension.name.replace(PACKAGE, f"{PACKAGE}{FOLDER}.", 1)
    return found


class BuildEmulator(build_ext):
    """Compiles all modules or none, and notes which sources they were made of."""

    def run(self) -> None:
        """Build; a compiler that fails is no reason for an installation to fail."""
        home = ROOT if self.inplace else Path(self.build_lib)
        folder = home / SOURCES / FOLDER
        shutil.rmtree(folder, ignore_errors=True)
        if not self.extensions:
            return
        folder.mkdir(parents=True)
        try:
            super().run()
        except (BaseError, CCompilerError, CompileError, LinkError, OSError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            say(f"the emulator stays pure Python: compiling failed, see above ({error!s:.80})")
            return
        (folder / STAMP).write_text(MADE_OF, encoding="ascii")
        say("the emulator is compiled")

    def get_outputs(self) -> list[str]:
        """Return what belongs into the installation."""
        return [name for name in super().get_outputs() if os.path.exists(name)]


# Only a build needs the C; a metadata query does not wait for it.
building = {"build", "build_ext", "bdist_wheel", "editable_wheel", "install", "develop"}
setup(
    ext_modules=extensions() if building & set(sys.argv) else [],
    cmdclass={"build_ext": BuildEmulator},
)
