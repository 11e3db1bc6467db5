# Everything CI and users do goes through these targets. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SMOKE_STORE := $(VENV)/smoke.sqlite

.DEFAULT_GOAL := help
.PHONY: help table1 table2 table3 table4 tables docs test lint type smoke weka-parity wheel \
	clean clean-venv format bench bench-growth bench-limit bench-tables bench-profile

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9 -]+:.*## /{printf "  make %-30s %s\n", $$1, $$2}' Makefile

# Two stamps: users who only run need no test tools.
$(VENV)/.run: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[plots]'
	@touch $@

$(VENV)/.dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(VENV)/.run $@

table1 table2 table3 table4: $(VENV)/.run ## a table of Wang & Zhang 2006
	$(BIN)/rankrees run --config $@.yaml

tables: $(VENV)/.dev ## Tables 1-4, Figure 3 and docs/results.md (RANKREES_DATA: all 35 sets)
	for table in table3 table4 table1 table2 figure3; do \
		$(BIN)/rankrees run --config $$table.yaml || exit; \
	done
	$(BIN)/rankrees plot --config figure3.yaml -o docs/figure3.svg
	$(BIN)/python docs/update.py docs/results.md

PAPERS := lazytree pet-smoothing pet-mbranch pet-splitting pet-pruning pet-summary

docs: tables ## all documents that show results, of all papers (half an hour)
	for config in $(PAPERS); do $(BIN)/rankrees run --config $$config.yaml || exit; done
	$(BIN)/rankrees plot --config pet-pruning.yaml -o docs/pet-pruning.svg
	$(BIN)/python docs/update.py

test: $(VENV)/.dev ## the test suite (RANKREES_DATA=DIR adds the tests on full data)
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/.dev ## ruff, and whether the code is formatted
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

type: $(VENV)/.dev ## mypy, strict
	$(BIN)/mypy

smoke: $(VENV)/.run ## the whole program end to end on three small sets
	rm -f $(SMOKE_STORE)*
	$(BIN)/rankrees run --config smoke.yaml --store $(SMOKE_STORE)
	$(BIN)/rankrees compare --config smoke.yaml --store $(SMOKE_STORE)
	$(BIN)/rankrees status --store $(SMOKE_STORE)

weka-parity: $(VENV)/.dev ## every tree and distribution against real Weka (needs Java)
	$(BIN)/python tests/weka/parity.py

bench: $(VENV)/.dev ## CPU time per model against Weka and scikit-learn (needs Java)
	$(BIN)/python bench/speed.py

bench-growth: $(VENV)/.dev ## time and memory against the size of the data (10 minutes)
	$(BIN)/python bench/growth.py

bench-limit: $(VENV)/.dev ## the counting kernel against what the machine can do
	$(BIN)/python bench/limit.py

bench-profile: $(VENV)/.dev ## where the time of Tables 1-4 goes
	$(BIN)/python bench/profile_tables.py

bench-tables: $(VENV)/.dev ## Tables 1-4 from nothing against Weka's share (long)
	$(BIN)/python bench/tables.py

wheel: $(VENV)/.dev ## build a wheel, configs and data sets inside
	$(BIN)/python -m build --wheel

clean: ## caches and build results
	rm -rf dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './$(VENV)/*' -exec rm -rf {} +

clean-venv: ## the virtual environment
	rm -rf $(VENV)
