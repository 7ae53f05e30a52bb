"""The generated parts of the manual: `python -m tests.support.pages` writes them.

A page is told by the tables, whole (the body brings its own title) or below a head written by
hand; `MARK` says where that begins. `tests/test_house.py` fails while a page and its tables differ.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from flow.reference import dialog_spec_markdown
from mplex.commands.reference import commands_markdown, keys_markdown, options_markdown
from tests.support.environment import ROOT
from tests.support.source import Module, read_modules

DOCS = ROOT / "docs"
MARK = "<!-- From here on this page is written by `make docs`; edit the source instead. -->"


def map_markdown() -> str:
    """Return one line for each module, taken from the first line of its docstring."""
    modules = read_modules(ROOT, ("mplex", "flow"))
    packages = {name for name, module in modules.items() if module.path.name == "__init__.py"}
    lines = []
    for package in sorted(packages, key=lambda name: (name.split(".")[0] != "mplex", name)):
        lines += ["", f"### {package.replace('.', '/')}/", "", first_line(modules[package]), ""]
        for name, module in sorted(modules.items()):
            if name not in packages and name.rpartition(".")[0] == package:
                lines.append(f"- `{module.path.name}`: {first_line(module)}")
    return "\n".join(lines).strip() + "\n"


def first_line(module: Module) -> str:
    """Return the first sentence of a module's docstring, as one line."""
    text = (ast.get_docstring(module.tree) or "").split("\n\n")[0]
    return " ".join(text.split())


class Page(NamedTuple):
    """A page, and what writes its generated part."""

    name: str
    body: Callable[[], str]

    @property
    def path(self) -> Path:
        """Where the page is."""
        return DOCS / self.name

    def text(self) -> str:
        """Return the page as it should be."""
        body = self.body().strip()
        if body.startswith("# "):
            title, _, rest = body.partition("\n\n")
            return f"{title}\n\n{MARK}\n\n{rest}\n"
        head = self.path.read_text(encoding="utf-8").split(MARK)[0].rstrip()
        return f"{head}\n\n{MARK}\n\n{body}\n"


PAGES = (
    Page("commands.md", commands_markdown),
    Page("keys.md", keys_markdown),
    Page("options.md", options_markdown),
    Page("dialog-spec.md", dialog_spec_markdown),
    Page("map.md", map_markdown),
)


def main() -> None:
    """Write all pages."""
    for page in PAGES:
        page.path.write_text(page.text(), encoding="utf-8")


if __name__ == "__main__":
    main()
