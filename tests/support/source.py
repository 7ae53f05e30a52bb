"""Reading the project's own source: modules, what they import, and the rules they are held to.

Each rule is a function from modules to complaints, one sentence each with file and line. The tables
that the rules speak of are in `tests/test_architecture.py`; here is only how they are checked.
"""

from __future__ import annotations

import ast
import graphlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

MODULE_LINES = 500
FUNCTION_LINES = 60
EXCUSE = "Over 500 lines because "
"""What the first line of a longer module has to say."""

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class Import(NamedTuple):
    """One imported name, as far as it can be a module's."""

    name: str
    line: int
    relative: bool
    inside_function: bool
    for_types: bool
    """Under `if TYPE_CHECKING`, so never executed."""


class Module(NamedTuple):
    """One source file."""

    name: str
    path: Path
    tree: ast.Module
    lines: int
    imports: tuple[Import, ...]

    def at(self, line: int) -> str:
        """Return the place of a line, as complaints name it."""
        return f"{self.name}:{line}"


def read_modules(root: Path, packages: Sequence[str]) -> dict[str, Module]:
    """Return all modules of `packages` below the folder `root`, by name."""
    modules = {}
    for package in packages:
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            text = path.read_text(encoding="utf-8")
            tree = ast.parse(text, str(path))
            modules[name] = Module(
                name, path, tree, text.count("\n"), tuple(_imports(tree, False, False))
            )
    return modules


def _imports(node: ast.AST, inside_function: bool, for_types: bool) -> Iterator[Import]:
    """Return every import below `node`, also those in functions and TYPE_CHECKING blocks."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(alias.name, child.lineno, False, inside_function, for_types)
        elif isinstance(child, ast.ImportFrom):
            for alias in child.names:
                name = f"{child.module}.{alias.name}"
                yield Import(name, child.lineno, child.level > 0, inside_function, for_types)
        else:
            yield from _imports(
                child,
                inside_function or isinstance(child, FunctionNode | ast.Lambda),
                for_types
                or (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)),
            )


def within(name: str, package: str) -> bool:
    """Say whether `name` is `package` or lies in it; a trailing `_` in `package` is a prefix."""
    return name == package or name.startswith(package if package[-1] == "_" else package + ".")


def internal(name: str, modules: Mapping[str, Module]) -> str:
    """Return the module that an imported name stands for, "" for one that is not ours."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def check_direction(
    modules: Mapping[str, Module], allowed: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """Complain of imports that the module's row in `allowed` (the longest that fits) forbids.

    A top package itself (its `__init__`: the version) imports nothing, and all may import it.
    """
    for module in modules.values():
        top = "." not in module.name
        rows = [row for row in allowed if within(module.name, row)]
        if not rows and not top:
            yield f"{module.name}: no rule says what it may import"
            continue
        row = module.name if top else max(rows, key=len)
        for entry in module.imports:
            target = internal(entry.name, modules)
            if "." not in target or (within(target, row) and not top):
                continue
            if top or not any(within(target, package) for package in allowed[row]):
                yield f"{module.at(entry.line)}: {row} must not import {target}"


def check_owners(
    modules: Mapping[str, Module], owners: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """Complain of outside modules imported by others than their owners."""
    for module in modules.values():
        for entry in module.imports:
            owned = owners.get(entry.name.partition(".")[0])
            if owned is not None and not any(within(module.name, owner) for owner in owned):
                names = " and ".join(owned) or "nobody"
                yield f"{module.at(entry.line)}: only {names} may import {entry.name}"


def check_form(modules: Mapping[str, Module], lazy: Sequence[str]) -> Iterator[str]:
    """Complain of relative imports, and of imports in functions outside the modules in `lazy`."""
    for module in modules.values():
        for entry in module.imports:
            if entry.relative:
                yield f"{module.at(entry.line)}: relative import"
            if entry.inside_function and module.name not in lazy:
                yield f"{module.at(entry.line)}: import of {entry.name} inside a function"


def check_cycles(modules: Mapping[str, Module]) -> Iterator[str]:
    """Complain of modules that import each other in a circle when they are executed."""
    graph = {
        module.name: {
            target
            for entry in module.imports
            if not entry.for_types and not entry.inside_function
            if (target := internal(entry.name, modules)) not in ("", module.name)
        }
        for module in modules.values()
    }
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        yield "import cycle: " + " -> ".join(reversed(error.args[1]))


def check_docstrings(modules: Mapping[str, Module]) -> Iterator[str]:
    """Complain of modules that do not say what they are."""
    for module in modules.values():
        if not ast.get_docstring(module.tree):
            yield f"{module.name}: no docstring"


def check_lengths(modules: Mapping[str, Module]) -> Iterator[str]:
    """Complain of long modules without a reason and of long functions not marked as hot."""
    for module in modules.values():
        first = (ast.get_docstring(module.tree) or "").split("\n")[0]
        if module.lines > MODULE_LINES and EXCUSE not in first:
            yield f"{module.name}: {module.lines} lines, and its first line gives no reason"
        for node in ast.walk(module.tree):
            if not isinstance(node, FunctionNode):
                continue
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES and "hot" not in (ast.get_docstring(node) or "").lower():
                yield f"{module.at(node.lineno)}: {node.name} has {lines} lines"
