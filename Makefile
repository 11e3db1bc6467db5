# Everything CI and users do goes through these targets. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SMOKE_STORE := $(VENV)/smoke.sqlite

.DEFAULT_GOAL := help
.PHONY: all-papers further fuzz torture same-bits
.PHONY: help table1 table2 table3 table4 tables docs test lint type smoke weka-parity wheel \
	clean clean-venv format screenshot
.PHONY: bench bench-numbers bench-first bench-sklearn bench-growth bench-limit
.PHONY: bench-tables bench-profile bench-store

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9 -]+:.*## /{printf "  make %-30s %s\n", $$1, $$2}' Makefile

# Two stamps: users who only run need no test tools.
$(VENV)/.run: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[plots,report]'
	@touch $@

$(VENV)/.dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(VENV)/.run $@

table1 table2 table3 table4: $(VENV)/.run ## a table of Wang & Zhang 2006
	$(BIN)/rankrees run --config $@.yaml

TABLES := table3 table4 table1 table2 figure3
PAPERS := $(TABLES) lazytree pet-smoothing pet-mbranch pet-splitting pet-pruning \
	pet-summary citree-table1 citree-table2 derc-table2 derc-table3
FURTHER := beyond derc-binaries citree-readings modern modern-calibrated

tables: $(VENV)/.dev ## Tables 1-4, Figure 3 and docs/results.md (RANKREES_DATA: all 35 sets)
	for config in $(TABLES); do $(BIN)/rankrees run --config $$config.yaml || exit; done
	$(BIN)/rankrees plot --config figure3.yaml -o docs/figure3.svg
	$(BIN)/python docs/update.py docs/results.md

all-papers: $(VENV)/.dev ## the tables of all five papers (RANKREES_DATA: all sets; an hour)
	for config in $(PAPERS); do $(BIN)/rankrees run --config $$config.yaml || exit; done

further: $(VENV)/.dev ## what is in none of the papers: readings, later methods (an hour)
	for config in $(FURTHER); do $(BIN)/rankrees run --config $$config.yaml || exit; done

docs: all-papers further ## all documents that show results, made by their commands
	$(BIN)/rankrees plot --config figure3.yaml -o docs/figure3.svg
	$(BIN)/rankrees plot --config pet-pruning.yaml -o docs/pet-pruning.svg
	$(BIN)/python docs/update.py

screenshot: $(VENV)/.dev ## docs/report.png, a picture of the page of Tables 3 and 4 (needs Chromium)
	$(BIN)/rankrees report -c table3.yaml -c table4.yaml -o $(VENV)/report.html
	$(BIN)/python tests/browser/screenshot.py $(VENV)/report.html docs/report.png --height 1150

test: $(VENV)/.dev ## the test suite (RANKREES_DATA=DIR adds the tests on full data)
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/.dev ## ruff, whether the code is formatted, and who imports whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo --cache-dir $(VENV)/importlinter

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

type: $(VENV)/.dev ## mypy, strict
	$(BIN)/mypy

.PHONY: latex-check
latex-check: $(VENV)/.dev ## every table as LaTeX through pdflatex (needs TeX and results)
	$(BIN)/python tests/latex/check.py

smoke: $(VENV)/.run ## the whole program end to end on three small sets
	rm -f $(SMOKE_STORE)*
	$(BIN)/rankrees run --config smoke.yaml --store $(SMOKE_STORE)
	$(BIN)/rankrees compare --config smoke.yaml --store $(SMOKE_STORE)
	$(BIN)/rankrees report --config smoke.yaml --store $(SMOKE_STORE) -o $(VENV)/smoke.html
	$(BIN)/rankrees status --store $(SMOKE_STORE)

weka-parity: $(VENV)/.dev ## every tree and distribution against real Weka (needs Java)
	$(BIN)/python tests/weka/parity.py

bench: $(VENV)/.dev ## CPU time per model against Weka and scikit-learn (needs Java)
	$(BIN)/python bench/speed.py

bench-sklearn: $(VENV)/.dev ## how fast trained classifiers answer, against scikit-learn
	$(BIN)/python bench/classifiers.py

bench-numbers: $(VENV)/.dev ## the same on raw numbers
	$(BIN)/python bench/numbers.py

bench-first: $(VENV)/.dev ## CPU time of compiling for table3.yaml against its run
	$(BIN)/python bench/first.py

bench-growth: $(VENV)/.dev ## time and memory against the size of the data (10 minutes)
	$(BIN)/python bench/growth.py

bench-limit: $(VENV)/.dev ## the counting kernel against what the machine can do
	$(BIN)/python bench/limit.py

bench-profile: $(VENV)/.dev ## where the time of Tables 1-4 goes
	$(BIN)/python bench/profile_tables.py

bench-store: $(VENV)/.dev ## how many folds a second a store takes in, and its size
	$(BIN)/python bench/store.py

bench-tables: $(VENV)/.dev ## Tables 1-4 from nothing against Weka's share of them
	$(BIN)/python bench/tables.py

FUZZ_MINUTES ?= 15
FUZZ_FOUND ?= $(VENV)/fuzz

fuzz: $(VENV)/.dev ## fuzz the readers, FUZZ_MINUTES=15 for each (installs atheris)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'atheris>=2.3'
	for target in arff config store bundle csv parquet scores method model; do \
		mkdir -p $(FUZZ_FOUND)/$$target && $(BIN)/python tests/fuzz/fuzz_$$target.py \
			$(FUZZ_FOUND)/$$target -max_total_time=$$(($(FUZZ_MINUTES) * 60)) || exit; \
	done

torture: $(VENV)/.dev ## kill runs, workers and disks; nothing may be lost (6 minutes)
	$(BIN)/python tests/torture/torture.py

same-bits: $(VENV)/.dev ## one worker, two workers and Dask give the same bytes
	$(BIN)/python tests/torture/same_bits.py

wheel: $(VENV)/.dev ## build a wheel, configs and data sets inside
	$(BIN)/python -m build --wheel

clean: ## caches and build results
	rm -rf dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './$(VENV)/*' -exec rm -rf {} +

clean-venv: ## the virtual environment
	rm -rf $(VENV)
