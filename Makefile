# One command for everything a change must pass: `make check`. PYTHON chooses the interpreter.
PYTHON ?= python
ROOMS = scoring vision tilescore models datasets tests

# Without torch (the train extra) the training code cannot be checked against its types; all other rooms can.
TORCH := $(shell $(PYTHON) -c "import importlib.util as found; print(found.find_spec('torch') and 'yes' or '')")
UNTRAINED = scoring vision tilescore datasets tests.scoring tests.vision tests.tilescore tests.datasets

.PHONY: check lint types test format

check: lint types test

lint:
	$(PYTHON) -m ruff check $(ROOMS)
	$(PYTHON) -m ruff format --check $(ROOMS)

types:
	$(PYTHON) -m mypy $(if $(TORCH),,$(addprefix -p ,$(UNTRAINED)))

# A thread for each of the processes, or those of one would wait for those of another.
test:
	OMP_NUM_THREADS=1 $(PYTHON) -m pytest --numprocesses auto --maxprocesses 8 --dist loadfile -m "not alone and not browser"
	$(PYTHON) -m pytest --numprocesses 2 --dist worksteal -m browser
	$(PYTHON) -m pytest -m alone

format:
	$(PYTHON) -m ruff check --fix $(ROOMS)
	$(PYTHON) -m ruff format $(ROOMS)
