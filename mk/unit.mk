# SPDX-License-Identifier: Apache-2.0
# Unit benches: one Verilog block under Verilator against a plain C count of its page.

UNIT := $(B)/unit
UNIT_SEED ?= 20260101
UNIT_VERILATOR := -Wall --default-language 1364-2005 --x-initial unique --x-assign unique -O3 \
  -I$(GEN) -Irtl/lib $(wildcard sim/waivers.vlt)

# The evaluation as ECP5 has it, and as the HX8K: fewer terms, no multipliers, two cuts of six.
EVAL_SOURCES := $(wildcard rtl/eval/*.v)
EVAL_full := --top-module zf_eval -GFULL=1 -CFLAGS '-DFULL=1 -DLATENCY=6'
EVAL_less := --top-module zf_eval -GFULL=0 -GCUTS=36 -CFLAGS '-DFULL=0 -DLATENCY=2'
EVAL_FENS := $(wildcard tests/data/*/*.epd)

$(UNIT)/eval_%/eval_tb: sim/unit/eval_tb.cpp $(O)/obj/sim/unit/eval_reference.o $(EVAL_SOURCES) \
  $(wildcard rtl/lib/*.v) mk/unit.mk $(GEN)/stamp
	@command -v $(VERILATOR) >/dev/null || { echo 'verilator is missing: make setup'; exit 1; }
	@mkdir -p $(@D)
	$(VERILATOR) --cc --exe --build $(UNIT_VERILATOR) -Irtl/eval $(EVAL_$*) \
	  -CFLAGS '-O2 -std=c++17 -Wall -Wextra -I$(abspath sim/unit) -I$(abspath $(GEN))' \
	  --Mdir $(@D) -o eval_tb rtl/eval/zf_eval.v \
	  $(abspath sim/unit/eval_tb.cpp) $(abspath $(O)/obj/sim/unit/eval_reference.o) \
	  > $(@D)/build.log 2>&1 || { cat $(@D)/build.log; exit 1; }

.PHONY: unit-eval
EVAL_BENCHES := $(foreach kind,full less,$(UNIT)/eval_$(kind)/eval_tb)
unit-eval: $(EVAL_BENCHES) ## unit bench of the slow evaluation
	@for bench in $^; do $$bench $(UNIT_SEED) $(EVAL_FENS) || true; done | \
	  awk '/^[0-9]+ passed, [0-9]+ failed$$/ { good += $$1; bad += $$3; runs++; next } { print } \
	    END { if (runs != 2) bad++; print good + 0 " passed, " bad + 0 " failed"; exit bad > 0 }'
