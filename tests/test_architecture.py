"""The house rules: who may import whom, who owns what comes from outside, how long things get."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.support.environment import ROOT
from tests.support.source import (
    EXCUSE,
    Module,
    check_cycles,
    check_direction,
    check_docstrings,
    check_form,
    check_lengths,
    check_owners,
    read_modules,
)

BASE = ("mplex.errors", "mplex.geometry")
PURE_DIALOG = (
    "mplex.dialog.answer",
    "mplex.dialog.caps",
    "mplex.dialog.condition",
    "mplex.dialog.extras",
    "mplex.dialog.field",
    "mplex.dialog.field_collections",
    "mplex.dialog.field_defaults",
    "mplex.dialog.field_displays",
    "mplex.dialog.field_inputs",
    "mplex.dialog.field_kind",
    "mplex.dialog.field_kinds",
    "mplex.dialog.field_members",
    "mplex.dialog.field_reviews",
    "mplex.dialog.form_spec",
    "mplex.dialog.json_schema",
    "mplex.dialog.node",
    "mplex.dialog.picture_file",
    "mplex.dialog.player",
    "mplex.dialog.spec",
    "mplex.dialog.target",
)
"""The parts of `mplex.dialog` that are only data and its rules; the flow side may use them."""

FLOW = ("mplex.errors", "mplex.protocol", "mplex.client", *PURE_DIALOG)

# What each part may import besides itself; of several rows that fit a module the longest holds.
ALLOWED: dict[str, tuple[str, ...]] = {
    "mplex.errors": (),
    "mplex.geometry": (),
    "mplex.options": BASE,
    "mplex.compiled": (),
    "mplex.log": (),
    "mplex.vt": (*BASE, "mplex.compiled"),
    "mplex.term": (*BASE, "mplex.vt"),
    "mplex.protocol": BASE,
    "mplex.model": (*BASE, "mplex.options", "mplex.vt", "mplex.term"),
    "mplex.ui": (*BASE, "mplex.vt", "mplex.term"),
    "mplex.client": (*BASE, "mplex.protocol", "mplex.term.answers"),
    "mplex.dialog": (*BASE, "mplex.vt", "mplex.term", "mplex.ui"),
    **dict.fromkeys(PURE_DIALOG, ("mplex.errors", *PURE_DIALOG)),
    "mplex.commands": (
        *BASE,
        "mplex.log",
        "mplex.options",
        "mplex.vt",
        "mplex.term",
        "mplex.model",
        "mplex.ui",
        "mplex.dialog",
    ),
    "mplex.server": (
        *BASE,
        "mplex.log",
        "mplex.options",
        "mplex.vt",
        "mplex.term",
        "mplex.protocol",
        "mplex.model",
        "mplex.ui",
        "mplex.dialog",
        "mplex.commands",
    ),
    "flow": FLOW,
    # What a tmux shows is made plain by the same rules as a dialog's text.
    **dict.fromkeys(
        ("flow.backends.tmux", "flow.backends.tmux_text"),
        (*FLOW, "flow", "mplex.dialog.plain_text"),
    ),
    # What was picked in a terminal without a server is opened and read as a server does it.
    "flow.backends.local_file": (*FLOW, "mplex.dialog.picked_file"),
    # A terminal without a server: the dialogs themselves, drawn by the one who asks.
    **dict.fromkeys(
        ("flow.backends.tty", "flow.backends.tty_question", "flow.backends.tty_terminal"),
        (*FLOW, "flow", "mplex.geometry", "mplex.term", "mplex.ui", "mplex.dialog"),
    ),
    "mplex.cli": (*BASE, "mplex.compiled", "mplex.protocol", "mplex.client", "mplex.server"),
    "mplex.ctl": (*BASE, "mplex.protocol", "mplex.client", "flow", *PURE_DIALOG),
    "mplex.__main__": ("mplex.cli",),
}

OWNERS: dict[str, tuple[str, ...]] = {
    "pyte": ("mplex.vt",),
    "msgpack": ("mplex.protocol",),
    "prompt_toolkit": ("mplex.ui",),
    "urwid": ("mplex.dialog",),
    "asyncio": (),
    "pty": ("mplex.server.pty_",),
    "termios": ("mplex.server.pty_", "mplex.client"),
    "tty": ("mplex.client",),
    "rich": ("mplex.dialog.rich_text",),
    "markdown_it": ("mplex.dialog.rich_text",),
    "pygments": ("mplex.dialog.rich_text",),
    "termaid": ("mplex.dialog.diagram_child",),
    "PIL": ("mplex.dialog.picture_", "flow.media_pictures"),
    "mutagen": ("flow.media_clips",),
    "mcp": ("flow.bridge",),
    # The SDK's own event loop: the bridge has to hear of cancelled calls while a flow waits.
    "anyio": ("flow.bridge",),
}

LAZY = (
    "mplex.log",
    "mplex.server.lazy",
    "mplex.dialog.lazy",
    "flow.backends.registry",
    "flow.media_lazy",
    "flow.lazy",
    "mplex.cli",
)
"""Where an import may stand in a function: heavy libraries, and the server in the forked child."""

LIGHT: dict[str, tuple[str, ...]] = {
    "mplex.cli": ("asyncio", "prompt_toolkit", "urwid", "pyte", "mplex.server", "mplex.vt"),
    "mplex.ctl": (
        "asyncio",
        "prompt_toolkit",
        "urwid",
        "pyte",
        "mplex.server",
        "mplex.vt",
        "flow.backends.tmux",
        "flow.backends.tty",
        "flow.controller",
        "mplex.dialog.form_spec",
        "mplex.dialog.field_kinds",
    ),
    # A server draws its first pane before it imports any of these.
    "mplex.server.main": (
        "asyncio",
        "prompt_toolkit",
        "urwid",
        "wcwidth",
        "logging",
        "dataclasses",
        "inspect",
        "traceback",
        "ssl",
        "secrets",
        "random",
        "shutil",
        "tempfile",
        "urllib.parse",
        "difflib",
        "mplex.protocol.jsonrpc",
        "mplex.server.asking",
        "mplex.server.flows",
        "mplex.dialog.spec",
        "mplex.dialog.form_spec",
        "mplex.dialog.field_kinds",
        "mplex.ui.prompt",
    ),
    "mplex.client.attach": (
        "asyncio",
        "prompt_toolkit",
        "urwid",
        "pyte",
        "dataclasses",
        "mplex.vt",
    ),
}
"""What starts fast, and what it must therefore not load."""

RULES: dict[str, Callable[[Mapping[str, Module]], Iterator[str]]] = {
    "direction": lambda modules: check_direction(modules, ALLOWED),
    "owners": lambda modules: check_owners(modules, OWNERS),
    "form": lambda modules: check_form(modules, LAZY),
    "cycles": check_cycles,
    "docstrings": check_docstrings,
    "lengths": check_lengths,
}


@pytest.fixture(scope="module")
def modules() -> dict[str, Module]:
    return read_modules(ROOT, ("mplex", "flow"))


@pytest.mark.parametrize("rule", RULES)
def test_the_source_keeps_the_rule(rule: str, modules: dict[str, Module]) -> None:
    assert list(RULES[rule](modules)) == []


@pytest.mark.parametrize("row", ALLOWED)
def test_every_row_of_the_table_names_something_that_exists(
    row: str, modules: dict[str, Module]
) -> None:
    assert row in modules


@pytest.mark.parametrize("name", LIGHT)
def test_what_starts_fast_loads_nothing_heavy(name: str) -> None:
    code = f"import sys, {name}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) & set(LIGHT[name]) == set()


# The rules themselves, held against planted violations: file, its text, the rule, its complaint.
PLANTED = (
    ("mplex/vt/rows.py", "import mplex.ui.frame\n", "direction", "must not import mplex.ui.frame"),
    ("mplex/vt/rows.py", "from mplex.ui import frame\n", "direction", "import mplex.ui.frame"),
    ("mplex/dialog/spec.py", "import mplex.ui.frame\n", "direction", "import mplex.ui.frame"),
    ("mplex/stray.py", "", "direction", "mplex.stray: no rule says"),
    ("mplex/__init__.py", "import mplex.vt.rows\n", "direction", "mplex must not import"),
    (
        "mplex/vt/rows.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import mplex.ui.frame\n",
        "direction",
        "mplex.vt.rows:4: mplex.vt must not import mplex.ui.frame",
    ),
    ("mplex/ui/frame.py", "import pyte.screens\n", "owners", "only mplex.vt may import pyte"),
    ("mplex/server/loop.py", "import pty\n", "owners", "only mplex.server.pty_ may import pty"),
    ("mplex/vt/rows.py", "from . import styles\n", "form", "relative import"),
    ("mplex/vt/rows.py", "def f():\n    import json\n", "form", "json inside a function"),
    (
        "mplex/vt/rows.py",
        "import mplex.vt.styles\n",
        "cycles",
        "mplex.vt.styles",
    ),
    ("mplex/vt/long.py", "x = 1\n" * 501, "lengths", "502 lines"),
    ("mplex/vt/long.py", "def f():\n" + "    x = 1\n" * 60, "lengths", "f has 61 lines"),
)


def plant(root: Path, files: Mapping[str, str]) -> dict[str, Module]:
    """Write a small project that keeps every rule, change `files` in it, and read it."""
    kept = dict.fromkeys(("mplex/vt/rows.py", "mplex/ui/frame.py", "mplex/dialog/spec.py"), "")
    kept["mplex/vt/styles.py"] = "import mplex.vt.rows\n"
    for name, text in {**kept, **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'"""A module."""\n{text}')
    return read_modules(root, ("mplex",))


@pytest.mark.parametrize(("file", "text", "rule", "complaint"), PLANTED)
def test_a_planted_violation_is_found(
    tmp_path: Path, file: str, text: str, rule: str, complaint: str
) -> None:
    found = list(RULES[rule](plant(tmp_path, {file: text})))
    assert len(found) == 1
    assert complaint in found[0]


@pytest.mark.parametrize("rule", RULES)
def test_a_clean_project_has_no_complaints(tmp_path: Path, rule: str) -> None:
    assert list(RULES[rule](plant(tmp_path, {}))) == []


def test_a_missing_docstring_is_found(tmp_path: Path) -> None:
    (tmp_path / "mplex").mkdir()
    (tmp_path / "mplex" / "bare.py").write_text("x = 1\n")
    modules = read_modules(tmp_path, ("mplex",))
    assert list(check_docstrings(modules)) == ["mplex.bare: no docstring"]


def test_long_things_with_a_reason_are_allowed(tmp_path: Path) -> None:
    text = f'"""{EXCUSE}it is one table."""\n' + "x = 1\n" * 600
    hot = 'def f():\n    """Run the hot loop."""\n' + "    x = 1\n" * 80
    (tmp_path / "mplex").mkdir()
    (tmp_path / "mplex" / "table.py").write_text(text + hot)
    assert list(check_lengths(read_modules(tmp_path, ("mplex",)))) == []


def test_lazy_modules_may_import_in_functions(tmp_path: Path) -> None:
    modules = plant(tmp_path, {"mplex/server/lazy.py": "def f():\n    import json\n"})
    assert list(check_form(modules, LAZY)) == []
