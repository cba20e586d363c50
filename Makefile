# One command for everything a change must pass: `make check`. PYTHON chooses the interpreter.
PYTHON ?= python
ROOMS = scoring vision tilescore models datasets tests

.PHONY: check lint types test format

check: lint types test

lint:
	$(PYTHON) -m ruff check $(ROOMS)
	$(PYTHON) -m ruff format --check $(ROOMS)

types:
	$(PYTHON) -m mypy

test:
	$(PYTHON) -m pytest

format:
	$(PYTHON) -m ruff check --fix $(ROOMS)
	$(PYTHON) -m ruff format $(ROOMS)
