# SPDX-License-Identifier: Apache-2.0
# One Makefile for everything; the parts are in mk/. Everything built lands in build/.
# Tools and switches may be set on the command line: make CC=clang, make SAN=1 test, make ARCH=native.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

B := build
GEN := $(B)/gen
# With SAN=1 the C code is built apart, under the address and undefined-behaviour sanitizers.
O := $(if $(SAN),$(B)/san,$(B))

PYTHON ?= python3
VENV := $(B)/venv

include mk/rtl.mk
include mk/sim.mk
include mk/c.mk
include mk/unit.mk
include mk/setup.mk
include mk/test.mk
include mk/strength.mk
include mk/lint.mk
include mk/size.mk
include mk/netlist.mk
include mk/scaling.mk

.PHONY: all help clean demo
all: $(ZAFFRE) ## build the program with the simulated chip

demo: $(ZAFFRE) ## search a well-known position on the simulated chip
	$(ZAFFRE) demo

help: ## print this text
	@echo 'Zaffre: a chess searcher on chips in Verilog. First time: make setup demo'
	@echo
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo 'Switches: CC= CXX= VERILATOR= YOSYS= NEXTPNR_ICE40= NEXTPNR_ECP5= CLANG_FORMAT= PYTHON='
	@echo '          SAN=1 (sanitizers)  ARCH=native (this processor only)  TEST=pattern (make test)'

clean: ## remove what was built, but not the Python environment
	@find $(B) -mindepth 1 -maxdepth 1 ! -name venv -exec rm -rf {} + 2>/dev/null || true
