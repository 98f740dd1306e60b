# Two commands do everything on a machine with Python 3.11 or newer and make:
#   make explore    installs into .venv and opens the explorer
#   make test       installs into .venv and runs every check
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Test files at once; those with a browser come after the others, whose event loops they would stop.
JOBS ?= 2
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: explore test lint types imports pytest bench long clean

explore: $(VENV)/run
	$(BIN)/thirtyone explore

test: lint types imports pytest

lint: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/marimo check --strict notebooks/marimo

types: $(VENV)/test
	$(BIN)/mypy

imports: $(VENV)/test
	$(BIN)/lint-imports

pytest: $(VENV)/test
	$(BIN)/pytest -n $(JOBS) --dist loadfile --nbval-lax tests thirtyone README.md notebooks/jupyter --ignore tests/browser
	$(BIN)/pytest -n $(JOBS) --dist loadfile tests/browser

# What the project claims about speed, measured here and now, as ratios in one run.
bench: $(VENV)/run
	$(BIN)/python -m benchmarks

# The long form of what `make test` and `make bench` do in a bounded one: an hour or more.
long: $(VENV)/test
	$(BIN)/python -m benchmarks --long
	THIRTYONE_QUESTIONS=100000 $(BIN)/pytest -s tests/properties/test_quiz_many.py

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "thirtyone needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/run: $(VENV)/python pyproject.toml constraints.txt
	@echo "Installing thirtyone and what it needs; once, about a minute."
	$(PIP) install -c constraints.txt -e .
	@touch $@

$(VENV)/test: $(VENV)/run
	$(PIP) install -c constraints.txt --upgrade pip
	$(PIP) install -c constraints.txt --group test
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis screenshots
