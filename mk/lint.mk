# SPDX-License-Identifier: Apache-2.0
# make lint: format, warnings of both compilers, Verilator's -Wall, and the rules of the tree.

CLANG_FORMAT ?= clang-format
CLANG ?= clang
GCC ?= gcc
C_TEXT := $(wildcard host/*/*.[ch] sim/*.cpp sim/*.h tests/*.[ch] tools/*.[ch] firmware/*.[ch])
C_CHECKED := $(wildcard host/*/*.c tests/*.c tools/*.c)
SYNTAX := -fsyntax-only -std=c11 -pthread $(WARNINGS) -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 \
  -Ihost -I$(GEN) -Isim -Itests -DDEFS_TOOL='""' -DTEST_FOLDER='""' $(SIM_DEFINE)

.PHONY: lint lint-format lint-c lint-tree format
lint: lint-format lint-c lint-rtl lint-tree ## check format, warnings (gcc, clang, Verilator) and the tree
	@echo 'lint: clean'

lint-format:
	@$(CLANG_FORMAT) --dry-run -Werror $(C_TEXT)

# Without NDEBUG, so that assertions are checked too. Criterion's macros shadow their own locals.
lint-c: $(GEN_STAMP)
	@for file in $(C_CHECKED); do \
	  case $$file in tests/*) more=-Wno-shadow ;; tools/*) more=-U_XOPEN_SOURCE ;; *) more= ;; esac; \
	  $(GCC) $(SYNTAX) $$more $$file || exit 1; \
	  $(CLANG) $(SYNTAX) $$more $$file || exit 1; \
	done

lint-tree:
	@tools/check_tree.sh

format: ## lay out the C code by .clang-format
	@$(CLANG_FORMAT) -i $(C_TEXT)

# The tops that are linted: simulation with its parameters; what make size places, and the models of
# primitives in its netlist, as they are.
RTL_TOPS = $(if $(HAVE_SIM),sim/$(SIM_TOP).v) $(wildcard rtl/boards/zf_size_top.v) $(NETLIST_MODELS)

.PHONY: lint-rtl
lint-rtl: $(GEN_STAMP)
	@for top in $(RTL_TOPS); do \
	  case $$top in sim/$(SIM_TOP).v) more='$(SIM_PARAMETERS:%=-G%)' ;; *) more= ;; esac; \
	  $(VERILATOR) --lint-only $(filter-out --trace -G%,$(VERILATOR_FLAGS)) $$more \
	    --top-module $$(basename $$top .v) $(RTL_SOURCES) $$top || exit 1; \
	done
