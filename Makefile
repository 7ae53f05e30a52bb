# The verbs of daily work. `make` alone lists them; everything lives in .venv and needs no activation.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
COMPILED := $(VENV)/.compiled
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python3.10; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && { echo $$p; break; }; done)
PATHS := mplex flow tests setup.py

# MPLEX_PURE=1: do without the compiled emulator.
PURE := $(filter-out 0,$(MPLEX_PURE))

# All tests at once go in two processes: most of their time they wait for programs.
SIDE_BY_SIDE := -n 2 --dist loadfile

# Nothing of the caller's pip, Python path or terminal multiplexer may leak into what runs here.
unexport PYTHONPATH PYTHONHOME MPLEX MPLEX_PANE TMUX TMUX_PANE
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help setup pure run test lint type check fmt bench docs picture clean

help: ## list these verbs
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | \
	while IFS="$$(printf '\t')" read -r verb text; do printf '  make %-8s %s\n' "$$verb" "$$text"; done

setup: $(COMPILED) ## make .venv with mplex and the development tools in it (quick when nothing changed)

$(STAMP): pyproject.toml mplex/__init__.py
	@test -n "$(PYTHON)" && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { echo "mplex needs Python 3.10 or newer. Install one, or say: make setup PYTHON=/path/to/python3" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	echo "$(PYTHON) cannot make a virtual environment. On Debian and Ubuntu: sudo apt-get install python3-venv" >&2; exit 1; }
	@echo "installing mplex and its development tools into $(VENV) ..."
	@MPLEX_PURE=1 PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --config-settings editable_mode=compat --editable '.[dev]' || { \
	echo "Installing mplex's requirements failed (see above). Is there a network, or a local package index?" >&2; exit 1; }
	@touch $@

# The emulator is compiled again when its sources changed; an old one is never used, see
# mplex/compiled.py. With MPLEX_PURE=1 it is left alone, and not used.
$(COMPILED): $(STAMP) setup.py mplex/compiled.py $(wildcard mplex/vt/*.py)
	@test -n "$(PURE)" || { echo "compiling the emulator, which takes a minute ..."; \
	$(BIN)/python -W ignore setup.py --quiet build_ext --inplace >build.log 2>&1 || cat build.log >&2; \
	grep '^mplex: ' build.log || true; rm -f build.log; touch $@; }

pure: $(STAMP) ## take the compiled emulator away again
	rm -rf mplex/vt/compiled $(COMPILED) build

run: $(STAMP) ## start mplex in this terminal (the first time it installs itself first)
	@exec $(BIN)/mplex

# The emulator's tests run against what is compiled, and once more against the sources.
test: $(COMPILED) ## run the tests (TESTS=tests/vt for a part of them, ARGS='-k name -x' for pytest)
	@.ci/tools
	@$(BIN)/python -m pytest -q $(if $(ARGS)$(TESTS),,$(SIDE_BY_SIDE)) $(ARGS) $(TESTS)
	@test -n "$(ARGS)$(TESTS)$(PURE)" || MPLEX_PURE=1 $(BIN)/python -m pytest -q tests/vt

lint: $(STAMP) ## check format and lint
	@$(BIN)/ruff format --check --quiet $(PATHS) || { $(BIN)/ruff format --check $(PATHS); echo "make fmt mends the format" >&2; exit 1; }
	@$(BIN)/ruff check --quiet $(PATHS)

type: $(STAMP) ## check types: mypy strict on mplex and flow, and on what the tests stand on
	@$(BIN)/mypy
	@$(BIN)/mypy tests/support tests/bench

check: lint type test ## all of the above, as CI does

fmt: $(STAMP) ## format the code and mend what the linter can mend
	@$(BIN)/ruff check --fix --quiet $(PATHS)
	@$(BIN)/ruff format --quiet $(PATHS)

bench: $(COMPILED) ## measure mplex and tmux side by side (ARGS='--quick' for a short run)
	@.ci/tools
	@$(BIN)/python -m tests.bench $(ARGS)

docs: $(STAMP) ## write the generated pages: docs/commands.md, keys.md, options.md
	@$(BIN)/python -m tests.support.pages

picture: $(STAMP) ## draw docs/screen.svg from a real screen, and docs/pictures/dialogs
	@.ci/tools
	@$(BIN)/python -m tests.support.picture docs/screen.svg
	@$(BIN)/python -m tests.dialog.pictures

clean: ## remove everything that can be made again, .venv too
	rm -rf $(VENV) build dist mplex/vt/compiled *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis tests/bench/results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
