# Every target does its own set-up, once. Needs Python 3.11+, a C++ compiler and make (apt-packages.txt).
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done || true)
ifeq ($(strip $(PYTHON)),)
PYTHON := python3
endif
BIN := .venv/bin
PIP := $(BIN)/pip --quiet --disable-pip-version-check
NATIVE := CMakeLists.txt pyproject.toml $(wildcard native/*.cpp native/*.hpp)
DIALOGUES := examples/dialogues

.PHONY: help demo serve test check check-types check-public-types check-style check-layers native-tests fuzz simulate bench nulls wheel stub docs clean

help:
	@echo "make demo    score the example systems (sets everything up first)"
	@echo "make serve   the workbench in the browser, with the example project"
	@echo "make test    every check and every test"
	@echo "make native-tests   the C++ tests alone, under AddressSanitizer and UndefinedBehaviorSanitizer"
	@echo "make fuzz    random text through the native core, SECONDS=60"
	@echo "make simulate   how often intervals of people's results hold the truth, SETS=150"
	@echo "make bench   speed and memory beside sacreBLEU"
	@echo "make nulls   how often tests between metrics reject where there is nothing, SETS=1000"
	@echo "make wheel   wheel and sdist, each tried in a fresh environment"
	@echo "make stub    write the stub of the native module anew"
	@echo "make docs    write the generated reference pages anew"
	@echo "make clean   remove everything that was built"

demo: .venv/.installed
	$(BIN)/mtassay score -r $(DIALOGUES)/reference-a.en.txt -r $(DIALOGUES)/reference-b.en.txt \
	  $(DIALOGUES)/systems/*.txt -m bleu -m bleu:lowercase=yes -m chrf -m chrf:word_order=2
	@echo; echo "Human judgments of three systems, and what they say of a fourth that nobody judged:"
	@mkdir -p build && rm -f build/demo.db*
	$(BIN)/mtassay db init build/demo.db --source-language de --target-language en
	$(BIN)/mtassay db import $(DIALOGUES)/judgments.xml --db build/demo.db
	$(BIN)/mtassay db add-output neural-small $(DIALOGUES)/systems/neural-small.txt --db build/demo.db
	@echo; echo "How many judgments would make it sure?"
	$(BIN)/mtassay db plan neural-small --width 5 --width 8 --db build/demo.db
	@echo; echo "A queue of 20 of its outputs, and a judge who answers from a file:"
	$(BIN)/mtassay db queue neural-small --count 20 --db build/demo.db
	for segment in $$($(BIN)/mtassay db queue neural-small --items --format tsv --db build/demo.db | \
	  awk -F '\t' '$$3 == "open" { print $$2 }'); do sed -n "$${segment}p" $(DIALOGUES)/neural-small-scores.txt; done | \
	  $(BIN)/mtassay judge --queue neural-small --judge anna --db build/demo.db | grep -e ^saved -e '^So far'
	@echo
	$(BIN)/mtassay db estimate neural-small --segments 0 --db build/demo.db
	@echo; echo "Three judged systems are too few to lean on the memory:"
	! $(BIN)/mtassay db estimate neural-small --method assisted --db build/demo.db
	@echo; echo "Where and why do systems differ? One page that needs no network:"
	@$(BIN)/mtassay report -q -s $(DIALOGUES)/source.de.txt -r $(DIALOGUES)/reference-a.en.txt -l en \
	  $(DIALOGUES)/systems/phrase-based.txt $(DIALOGUES)/systems/neural-small.txt -o build/report.html
	@echo $(CURDIR)/build/report.html

serve: .venv/.installed build/serve.db
	@echo "The judges of the example campaign come in by the links in build/serve-links.txt."
	$(BIN)/mtassay serve --db build/serve.db

# The database is built under another name and renamed at the end, so that an interrupted build leaves none behind.
build/serve.db: | .venv/.installed
	mkdir -p build && rm -f build/serve-new.db*
	$(BIN)/mtassay db init build/serve-new.db --project 'Travel dialogues' --source-language de --target-language en
	$(BIN)/mtassay db import $(DIALOGUES)/judgments.xml --db build/serve-new.db
	$(BIN)/mtassay db add-output neural-small $(DIALOGUES)/systems/neural-small.txt --db build/serve-new.db
	$(BIN)/mtassay campaign new 'Four systems' -s $(DIALOGUES)/source.de.txt -r $(DIALOGUES)/reference-a.en.txt \
	  $(DIALOGUES)/systems/*.txt --labels document=$(DIALOGUES)/documents.txt --segments 40 --seats 4 --judge mara --judge noor --judge olek \
	  --guidelines $(DIALOGUES)/guidelines.md --db build/serve-new.db > build/serve-links.txt
	$(BIN)/mtassay campaign new 'Large or small' -s $(DIALOGUES)/source.de.txt -r $(DIALOGUES)/reference-a.en.txt \
	  $(DIALOGUES)/systems/neural-*.txt \
	  --labels document=$(DIALOGUES)/documents.txt --segments 30 --protocol pairwise --seats 2 --judge mara \
	  --judge noor --guidelines $(DIALOGUES)/guidelines.md --db build/serve-new.db > build/serve-closed-links.txt
	$(BIN)/python tools/answer_example_campaigns.py build/serve-new.db
	mv build/serve-new.db $@

# One process more than processors: those that wait for a server or a browser leave time to others. Hundreds of tests
# start Python, which compiles what it loads each time where it may not write into the folder.
test: check
	tools/install_test_packages.sh
	$(BIN)/python -m compileall -q src
	$(BIN)/pytest -n $$(($$(nproc) + 1)) --dist worksteal

# Two at a time, even where nobody says -j: pip waits for the network, and most checks use one processor.
check:
	+$(MAKE) --no-print-directory -j 2 -O .venv/.dev native-tests
	+$(MAKE) --no-print-directory -j 2 -O check-types check-public-types check-style check-layers

check-types: .venv/.dev
	$(BIN)/mypy

check-public-types: .venv/.dev
	mkdir -p build
	PYTHONPATH=src PATH="$(CURDIR)/$(BIN):$$PATH" basedpyright --verifytypes mtassay --ignoreexternal >build/types.txt || \
	  { grep -A2 error build/types.txt; exit 1; }

check-style: .venv/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-layers: .venv/.dev
	$(BIN)/lint-imports

native-tests: .venv/.build-tools
	$(BIN)/cmake -S . -B build/native-tests -G Ninja -DMTASSAY_NATIVE_TESTS=ON -DCMAKE_BUILD_TYPE=Debug \
	  -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja >/dev/null
	$(BIN)/cmake --build build/native-tests
	$(BIN)/ctest --test-dir build/native-tests --output-on-failure

# random text and options through the native core under the sanitizers: make fuzz SECONDS=3600
SECONDS ?= 60
fuzz: native-tests
	build/native-tests/native/tests/fuzz $(SECONDS)

# how often the intervals of people's results hold the truth; some of it is in the tests: make simulate SETS=150
SETS ?= 150
simulate: .venv/.dev
	cd tests && OPENBLAS_NUM_THREADS=1 ../$(BIN)/python -m people.simulate $(SETS)

bench: .venv/.dev
	$(BIN)/python -m benchmarks

# simulated metrics that are equally good: every test should reject 5 % of the sets
SETS ?= 1000
nulls: .venv/.dev
	$(BIN)/python -m benchmarks.metaeval_nulls $(SETS)

wheel: .venv/.dev
	$(BIN)/python tools/try_wheels.py

stub: .venv/.dev
	$(BIN)/python -m nanobind.stubgen -q -m mtassay._native -o src/mtassay/_native.pyi

docs: .venv/.dev
	$(BIN)/python docs/generate.py

clean:
	rm -rf .venv build dist

.venv/.created: tools/check_system.sh apt-packages.txt
	tools/check_system.sh $(PYTHON)
	$(PYTHON) -m venv .venv
	touch $@

# What builds the package is installed beside it, so that a rebuild needs no network; setuptools is for the
# dictionaries of MeCab, which come as source.
.venv/.build-tools: .venv/.created pyproject.toml
	$(PIP) install cmake ninja 'setuptools>=70.1' \
	  $$($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	touch $@

.venv/.installed: .venv/.build-tools $(NATIVE)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) install --no-build-isolation --editable '.[db,xml,excel,web]'
	touch $@

# `dev` holds all that `.installed` has: one run of pip makes both
.venv/.dev: .venv/.build-tools $(NATIVE)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) install --no-build-isolation --editable '.[dev]'
	touch .venv/.installed $@
