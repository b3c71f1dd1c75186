# `make` lists the targets. Everything is installed into .venv, and again only when pyproject.toml changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# LOCKED=1 takes the versions of locked.txt in place of the newest, and archives whose hash it has
INSTALL := VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet $(if $(LOCKED),--constraint locked.txt)
WORKERS ?= auto
# of properties: quick tries 25, thorough 200
EXAMPLES ?= quick

# workers of tests leave no processor idle: threads of matrix products that wait for each other there cost up to ten times
# the work itself
# tests/distributed starts clusters, tests/neural needs a large extra, tests/browser Chromium: each has a target of its own
PYTEST := OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n $(WORKERS) --maxprocesses 8 --dist worksteal --hypothesis-profile=$(EXAMPLES) --ignore=tests/distributed --ignore=tests/neural --ignore=tests/browser

# what is imported is compiled once, not again in each of the hundreds of processes that tests start
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-slow test-distributed test-neural test-browser test-oldest coverage check sentences fuzz remedies cases kills full-disk promises mutants bench reproduce release lock docs note clean

help: ## List the targets
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/.runtime ## Write trueness-demo.html, a report on the bundled benchmark
	$(BIN)/trueness demo --out trueness-demo.html

test: $(VENV)/.develop ## Run the tests (those on real data need TRUENESS_TEST_DATA)
	$(PYTEST) -m "not slow"

test-slow: $(VENV)/.develop $(VENV)/.neural ## Run the tests that take more than a few seconds
	$(PYTEST) -m "slow"
	$(BIN)/python -m pytest -m "slow" tests/neural

test-distributed: $(VENV)/.distributed ## Run the tests that start a Dask cluster on this machine
	$(BIN)/python -m pytest tests/distributed

test-neural: $(VENV)/.neural ## Run the tests that need torch and transformers
	$(BIN)/python -m pytest -m "not slow" tests/neural

test-browser: $(VENV)/.browser ## Run the tests of pages in Chromium, which has to be installed
	$(BIN)/python -m pytest tests/browser

# a warning of a dependency about another one is no failure there
test-oldest: $(VENV)-oldest/.ready ## Run the tests with the oldest versions of dependencies that are allowed
	$(VENV)-oldest/bin/python -m pytest -n $(WORKERS) --maxprocesses 8 --dist worksteal --ignore=tests/distributed --ignore=tests/neural --ignore=tests/browser -W default -m "not slow"

# what is compiled is measured where it runs uncompiled, on the tests of its own file; numbers out of range then warn;
# both run to their end, and what is reached is told, whatever fails
KERNELS = $(shell grep -rl compiled src/trueness/metrics src/trueness/statistics --include="*.py")
KERNEL_TESTS = $(wildcard $(patsubst src/trueness/%,tests/%*.py,$(join $(dir $(KERNELS)),$(addprefix test_,$(basename $(notdir $(KERNELS)))))))
coverage: $(VENV)/.coverage ## Measure which branches the tests reach (htmlcov/index.html)
	@failed=0; \
	$(PYTEST) -m "not slow" --cov --cov-report= || failed=1; \
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow and not compiled" -o filterwarnings= --cov --cov-append --cov-report=html \
		--cov-report=term:skip-covered $(KERNEL_TESTS) || failed=1; \
	exit $$failed

check: $(VENV)/.develop ## Check format, rules, types and architecture
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_architecture.py

sentences: $(VENV)/.develop ## Print every sentence the program can say (UNDER, KIND; EDIT=file writes them to edit, APPLY=file puts them back)
	@$(BIN)/python -m hardening.$(if $(EDIT)$(APPLY),edited_sentences $(addprefix --edit ,$(EDIT)) $(addprefix --apply ,$(APPLY)),sentences) \
		$(addprefix --under ,$(UNDER)) $(addprefix --kind ,$(KIND))

FUZZ_SECONDS ?= 60
fuzz: $(VENV)/.develop ## Give damaged files to all that reads files (FUZZ_SECONDS, FUZZ_TARGET, FUZZ_FIRST, FUZZ_CASE)
	$(BIN)/python -m hardening.fuzz --seconds $(FUZZ_SECONDS) --first $(or $(FUZZ_FIRST),0) \
		$(addprefix --target ,$(FUZZ_TARGET)) $(addprefix --case ,$(FUZZ_CASE))

REMEDIES ?= 600
remedies: $(VENV)/.develop ## Paste every remedy that commands print about damaged and strange files (REMEDIES seconds, REMEDIES_FIRST, REMEDIES_OF a folder)
	$(BIN)/python -m hardening.remedies --seconds $(REMEDIES) --first $(or $(REMEDIES_FIRST),0) $(addprefix --cases ,$(REMEDIES_OF))

cases: $(VENV)/.develop ## Run the tests of every case that attacks have found, and say of each whether it is mended
	$(BIN)/python -m hardening.cases

KILLS ?= 50
kills: $(VENV)/.develop $(VENV)/.neural ## Kill every long command at random moments and run it again (KILLS, KILLS_OF, KILLS_SEED)
	$(BIN)/python -m hardening.kills --kills $(KILLS) --seed $(or $(KILLS_SEED),0) $(addprefix --of ,$(KILLS_OF))

full-disk: $(VENV)/.develop $(VENV)/.neural ## Run every long command where its results find no room, and again with room (takes root)
	$(BIN)/python -m hardening.kills.full_disk $(addprefix --of ,$(KILLS_OF))

PROMISES ?= 200
promises: $(VENV)/.develop ## Try to make every rule break its promise, on tables of known truth (PROMISES tables each, PROMISES_OF a rule, PROMISES_SEED, PROMISES_KEEP=1 stores them)
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m hardening.promises --tables $(PROMISES) --seed $(or $(PROMISES_SEED),0) \
		$(addprefix --rule ,$(PROMISES_OF)) $(if $(PROMISES_KEEP),--keep)

MUTANTS ?= 6
mutants: $(VENV)/.mutants ## Change the source of statistics and decisions and see whether tests notice (MUTANTS of each file, MUTANTS_OF, MUTANTS_SEED)
	$(BIN)/python -m hardening.mutation --each $(MUTANTS) --seed $(or $(MUTANTS_SEED),0) $(addprefix --module ,$(MUTANTS_OF))

bench: $(VENV)/.bench ## Measure what commands take beside their goals and other programs (BENCH=--large for what takes minutes, --huge for an hour)
	$(BIN)/python benchmarks/goals.py $(BENCH)

reproduce: $(VENV)/.develop ## Compute papers anew, and end with 1 on a difference (PAPER, a folder of reproductions/; DATA, a folder with their data)
	$(if $(DATA),TRUENESS_TEST_DATA=$(DATA)) OPENBLAS_NUM_THREADS=1 $(BIN)/python reproductions/run.py $(PAPER)

release: $(VENV)/.release ## Build what is released, twice, and try it in an empty environment; licences and parts into dist/
	$(BIN)/python -m release.release

lock: $(VENV)/.uv ## Write locked.txt, the versions and hashes of what LOCKED=1 installs
	$(BIN)/uv pip compile --quiet --universal --upgrade --generate-hashes --extra all --group test --group check --python-version 3.11 \
		--no-emit-index-url --no-emit-find-links --no-annotate --no-header --output-file locked.txt pyproject.toml

docs: $(VENV)/.docs ## Draw and write what is made from the source, build the documentation into site/
	$(BIN)/python docs/draw_architecture.py
	$(BIN)/python docs/write_settings.py
	$(BIN)/python docs/write_columns.py
	$(BIN)/python docs/write_names.py
	$(BIN)/python docs/write_promises.py
	$(BIN)/python docs/write_reproductions.py
	$(BIN)/python docs/write_licences.py
	$(BIN)/python docs/draw_gallery.py site/gallery
	$(BIN)/sphinx-build -W --keep-going -q -b html docs site
	@echo "site/index.html"

note: $(VENV)/.note ## Write the note on the two-way jackknife (build/note/note.pdf), its figure drawn from the certified rates
	mkdir -p build/note
	$(BIN)/python docs/note/figures.py build/note
	$(BIN)/python -c "import typst; typst.compile('docs/note/note.typ', output='build/note/note.pdf', root='.')"

clean: ## Remove what was built here, but not .venv
	rm -rf site build dist fuzz-failures trueness-demo.html .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -path ./$(VENV) -prune -o -name __pycache__ -type d -exec rm -rf {} +

$(VENV)/.created:
	$(PYTHON) -m venv $(VENV)
	@touch $@

# uv installs in a few seconds what takes pip a minute
$(VENV)/.uv: | $(VENV)/.created
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check "uv>=0.9"
	@touch $@

# not compiled: of what is installed the demo imports a small part, which Python compiles when it does
$(VENV)/.runtime: pyproject.toml | $(VENV)/.uv
	$(INSTALL) --editable .
	@touch $@

$(VENV)/.develop: pyproject.toml | $(VENV)/.uv
	$(INSTALL) --compile-bytecode --editable ".[all]" --group test --group check
	@touch $@ $(VENV)/.runtime

$(VENV)/.distributed: pyproject.toml $(VENV)/.develop
	$(INSTALL) --editable ".[all,distributed]" --group test
	@touch $@

# torch by pip, which takes a build that lies on this machine where it is told of one; --group needs pip 25.1
$(VENV)/.neural: pyproject.toml $(VENV)/.develop
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --group neural
	$(INSTALL) --editable ".[all,neural]" --group test
	@touch $@

$(VENV)/.browser: pyproject.toml $(VENV)/.develop
	$(INSTALL) --group browser
	@touch $@

$(VENV)/.mutants: pyproject.toml $(VENV)/.develop
	$(INSTALL) --group mutants
	@touch $@

$(VENV)/.coverage: pyproject.toml $(VENV)/.develop
	$(INSTALL) --group coverage
	@touch $@

$(VENV)/.release: pyproject.toml $(VENV)/.develop
	$(INSTALL) --group release
	@touch $@

$(VENV)-oldest/.ready: pyproject.toml | $(VENV)/.uv
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(VENV)-oldest
	VIRTUAL_ENV=$(VENV)-oldest $(BIN)/uv pip install --quiet --resolution lowest-direct --editable ".[all]" --group test
	@touch $@

$(VENV)/.bench: pyproject.toml | $(VENV)/.uv
	$(INSTALL) --editable ".[all]" --group bench
	@touch $@

$(VENV)/.note: pyproject.toml | $(VENV)/.uv
	$(INSTALL) --editable . --group note
	@touch $@

$(VENV)/.docs: pyproject.toml | $(VENV)/.uv
	$(INSTALL) --editable . --group docs
	@touch $@
