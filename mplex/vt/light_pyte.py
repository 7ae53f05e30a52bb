"""pyte without wcwidth, which takes several times as long to import as all of pyte.

The idea: pyte binds one function of wcwidth when it is imported and calls it where it draws.  The
screens here draw themselves and measure by `chars`, so a stand-in with that one function is enough
while pyte is imported; who imports wcwidth afterwards gets wcwidth.  The package begins with this.
"""

from __future__ import annotations

import sys
import threading
from importlib import import_module
from types import ModuleType
from typing import Any

NAME = "wcwidth"


def _wcwidth(char: str) -> Any:
    """Measure a character as wcwidth does, which is imported now."""
    return import_module(NAME).wcwidth(char)


def load() -> None:
    """Import pyte; as it is when wcwidth is there, or when a thread might just now want it."""
    if NAME in sys.modules or threading.active_count() > 1:
        import_module("pyte")
        return
    stand_in = ModuleType(NAME)
    vars(stand_in)[NAME] = _wcwidth
    sys.modules[NAME] = stand_in
    try:
        import_module("pyte")
    finally:
        del sys.modules[NAME]
