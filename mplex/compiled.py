"""Whether the emulator runs compiled: finds what `setup.py` made of `mplex/vt`.

The one idea: compiled modules lie in a folder of their own together with a checksum of the sources
they were made of. A source that has changed since is therefore never hidden by an old binary: the
folder is not used, and the same sources run as they are. `MPLEX_PURE=1` has the same effect.
"""

from __future__ import annotations

import os
import zlib
from importlib.machinery import EXTENSION_SUFFIXES

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vt")
FOLDER = "compiled"
"""Where the compiled modules are, within the folder of their sources."""
STAMP = "sources.crc"
"""The file beside them that tells what they were made of."""
MAIN = "interpreter"
"""The module that must be there for the running Python; all or none are made."""
INTERPRETED = ("__init__", "light_pyte", "screen", "stream", "unicode_tables")
"""Modules that stay as they are: pyte's to import and to subclass, and data."""


def checksum(sources: str = SOURCES) -> str:
    """Return what tells one state of the sources from another."""
    found = 0
    for name in sorted(os.listdir(sources)):
        if name.endswith(".py"):
            with open(os.path.join(sources, name), "rb") as file:
                found = zlib.crc32(file.read(), zlib.crc32(name.encode(), found))
    return f"{found:08x}"


def compiled_folder(sources: str = SOURCES) -> str:
    """Return the folder of the compiled modules; "" where there are none that may be used."""
    folder = os.path.join(sources, FOLDER)
    if os.environ.get("MPLEX_PURE", "0") not in ("", "0"):
        return ""
    if not any(os.path.exists(os.path.join(folder, MAIN + end)) for end in EXTENSION_SUFFIXES):
        return ""
    try:
        with open(os.path.join(folder, STAMP), encoding="utf-8") as file:
            made_of = file.read()
    except OSError:
        return ""
    return folder if made_of == checksum(sources) else ""


def emulator_kind() -> str:
    """Say which emulator runs: "compiled emulator" or "pure Python emulator"."""
    return "compiled emulator" if compiled_folder() else "pure Python emulator"
