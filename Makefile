# Every target works on a fresh machine with Python 3.11+, make and git: what is missing is installed into .venv.
PYTHON ?= $(shell for one in python3 python3.13 python3.12 python3.11 python; do \
	$$one -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$one && break; done)
BIN := .venv/bin
INPUTS := pyproject.toml constraints.txt

.DEFAULT_GOAL := help
.PHONY: help run test check format bench soak screenshots docs wheel clean

help: ## List the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | awk -F'\t' '{printf "  make %-12s %s\n", $$1, $$2}'

run: .venv/run ## Open the app on the demo project, or on PROJECT=path
	@if [ -n "$(PROJECT)" ]; then $(BIN)/ademem --project "$(PROJECT)"; else $(BIN)/ademem demo; fi

test: .venv/dev check ## Install, then run every check and test
	$(BIN)/pytest -n 2 --cov --cov-report=term tests
	$(BIN)/python -m tests.bench --short

check: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/dev ## Put the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/dev ## Print the table of ratios
	$(BIN)/python -m tests.bench

soak: .venv/dev ## Long runs: 10,000 kills, writers and readers at once
	$(BIN)/python -m tests.soak

screenshots: .venv/dev ## Make screenshots/ anew from the demo project
	$(BIN)/python -m tests.screenshots

docs: .venv/dev ## Make the generated pages of docs/ anew
	$(BIN)/python -m ademem_tui.cli.reference > docs/cli.md
	$(BIN)/python -m ademem_tui.engine.config_file > docs/config.md
	$(BIN)/python -m ademem_tui.app.actions > docs/keys.md

clean: ## Take away what the other targets made
	rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage*

.venv/bin/python:
	@if [ -z "$(PYTHON)" ]; then echo "ademem needs Python 3.11 or newer; none was found. Name one: make PYTHON=/path/to/python3" >&2; exit 1; fi
	$(PYTHON) -m venv .venv

.venv/run: .venv/bin/python $(INPUTS)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

.venv/dev: .venv/bin/python $(INPUTS)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ .venv/run
