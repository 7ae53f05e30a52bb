"""The house itself: what a reader, a packager or a fresh machine meets first, held to the facts."""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mplex
from mplex.cli import USAGE
from mplex.ctl import VERBS as CTL_VERBS
from mplex.geometry import Size
from mplex.protocol.jsonrpc import ERROR_CODES
from mplex.protocol.methods import METHODS
from tests.support.environment import ROOT, House
from tests.support.pages import PAGES, Page
from tests.support.patient import PATIENT
from tests.support.server import Server
from tests.support.source import FunctionNode, Module, internal, read_modules
from tests.support.terminal import Terminal

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
VERBS = ("setup", "run", "test", "lint", "type", "bench", "docs", "clean")
PAGES_BY_HAND = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md"))
)
DISTRIBUTIONS = {"PIL": "Pillow", "markdown_it": "markdown-it-py"}
"""What a module is installed from, where that has another name."""

SELF_EVIDENT = 12
"""Lines of a function that may go by its name alone: tables are full of such."""

LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")
SLEEP = re.compile(r"\b(?:time\.sleep|asyncio\.sleep)\((?!0\))")
BANNER = re.compile(r"^\s*#\s*(?:[-=*#~]{4,})")


@pytest.fixture(scope="module")
def modules() -> dict[str, Module]:
    return read_modules(ROOT, ("mplex", "flow"))


def run(*argv: str) -> str:
    return subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("verb", VERBS)
def test_make_lists_each_verb_with_its_line(verb: str) -> None:
    assert re.search(rf"^  make {verb} +\S", run("make", "--no-print-directory"), re.MULTILINE)


def test_every_verb_is_phony() -> None:
    verbs = re.findall(r"^([a-z]+):.*## ", MAKEFILE, re.MULTILINE)
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert phony is not None
    assert sorted(verbs) == sorted(phony[1].split())


def test_ci_runs_the_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make test" in readme
    last = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1]
    assert last == "exec make lint type test </dev/null"


def test_programs_of_the_package_exist() -> None:
    for entry in PROJECT["project"]["scripts"].values():
        module, _, function = entry.partition(":")
        assert callable(getattr(importlib.import_module(module), function))


def test_the_version_is_told_in_one_place() -> None:
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"]["attr"] == "mplex.__version__"
    assert re.fullmatch(r"\d+\.\d+\.\d+", mplex.__version__)


def test_what_is_imported_is_declared(modules: dict[str, Module]) -> None:
    project = PROJECT["project"]
    requirements = [*project["dependencies"]]
    for name, extra in project["optional-dependencies"].items():
        requirements += extra if name != "dev" else []
    declared = {re.split(r"[<>=\[ ]", requirement)[0].lower() for requirement in requirements}
    for module in modules.values():
        for entry in module.imports:
            top = entry.name.partition(".")[0]
            if top in sys.stdlib_module_names or internal(entry.name, modules):
                continue
            assert DISTRIBUTIONS.get(top, top).lower() in declared, module.at(entry.line)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_generated_pages_are_current(page: Page) -> None:
    assert page.path.read_text(encoding="utf-8") == page.text(), "run: make docs"


def test_the_map_has_every_module(modules: dict[str, Module]) -> None:
    text = (ROOT / "docs" / "map.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^### (\S+)/\n(.*?)(?=^### |\Z)", text, re.MULTILINE | re.DOTALL))
    for module in modules.values():
        path = module.path.relative_to(ROOT)
        section = sections[path.parent.as_posix()]
        if path.name != "__init__.py":
            assert f"- `{path.name}`: " in section, path


@pytest.mark.parametrize("page", PAGES_BY_HAND)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target, anchor in LINK.findall(text):
        if "://" in target:
            continue
        path = (ROOT / page).parent / target
        assert path.exists(), f"{page}: {target}"
        if anchor:
            assert anchor[1:] in anchors(path), f"{page}: {target}{anchor}"


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings, as Markdown viewers make them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_page_can_be_reached_from_the_index() -> None:
    docs = ROOT / "docs"
    seen: set[Path] = set()
    todo = [docs / "index.md"]
    while todo:
        page = todo.pop().resolve()
        if page not in seen and page.suffix == ".md":
            seen.add(page)
            for target, _ in LINK.findall(page.read_text(encoding="utf-8")):
                if "://" not in target:
                    todo.append(page.parent / target)
    assert {path.resolve() for path in docs.rglob("*.md")} <= seen


def test_the_manual_has_every_flag_verb_method_and_error_word() -> None:
    manual = (ROOT / "docs" / "mplex.md").read_text(encoding="utf-8")
    for flag in re.findall(r"^  (-\w) ", USAGE, re.MULTILINE):
        assert re.search(rf"^\| `{flag}[ `]", manual, re.MULTILINE), flag
    for verb in CTL_VERBS:
        assert f"mplex-ctl {verb.name} " in manual, verb.name
    for method in METHODS:
        params = " or ".join(f"`{part}`" for part in method.takes.split(" or "))
        assert f"| `{method.name}` | {params} |" in manual, method.name
    for word in ERROR_CODES:
        assert re.search(rf"^\|.*`{word}`.* \|", manual, re.MULTILINE), word


def test_the_first_command_of_the_readme_ends_in_a_working_terminal(house: House) -> None:
    terminal = Terminal(["make", "run"], environ=house.environ, size=Size(12, 60), cwd=str(ROOT))
    try:
        terminal.wait_until("a status row", lambda: terminal.row(-1).startswith("[0] 0:"))
        terminal.send("echo $((6 * 7)); exit\r")
        assert terminal.wait_for_end() == 0
        assert b"42" in terminal.output
    finally:
        terminal.close()


def test_the_question_of_the_readme_gets_the_answer_of_the_readme(server: Server) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    spec, outcome = re.findall(r"^ *```json\n(.*?)^ *```", readme, re.MULTILINE | re.DOTALL)
    path = server.house.write("deploy.json", spec)
    terminal = server.terminal("new-session", "exec sh", program=PATIENT)
    terminal.wait_for_text("$ ")
    asker = server.start_ctl("show", str(path))
    for shown in ("staging", "Deploy"):
        terminal.wait_until(f"a choice with {shown}", lambda: terminal.find(f"▸ 1  {shown}"))  # noqa: B023
        terminal.send("\r")
    terminal.wait_until("the outcome", lambda: asker.poll() is not None)
    assert json.loads(asker.communicate()[0]) == json.loads(outcome)


def test_tests_do_not_sleep() -> None:
    for path in (ROOT / "tests").rglob("*.py"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert not SLEEP.search(line) or "SLEEP" in line, f"{path}:{number}"


def test_comments_are_no_banners() -> None:
    for folder in ("mplex", "flow", "tests"):
        for path in (ROOT / folder).rglob("*.py"):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                assert not BANNER.match(line), f"{path}:{number}"


def test_public_things_say_what_they_are(modules: dict[str, Module]) -> None:
    silent = [
        f"{module.at(node.lineno)} {node.name}"
        for module in modules.values()
        for node in module.tree.body
        if isinstance(node, FunctionNode | ast.ClassDef) and not node.name.startswith("_")
        if not says_what_it_is(node)
    ]
    assert silent == []


def says_what_it_is(node: FunctionNode | ast.ClassDef) -> bool:
    """Say whether a class or function has a docstring, or is short enough to go by its name.

    What a function returns may carry the docstring in its place.
    """
    if ast.get_docstring(node) is not None:
        return True
    if isinstance(node, ast.ClassDef):
        return False
    inner = (part for part in ast.walk(node) if isinstance(part, FunctionNode))
    short = (node.end_lineno or 0) - node.lineno <= SELF_EVIDENT
    return short or any(ast.get_docstring(part) for part in inner)
