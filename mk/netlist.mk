# SPDX-License-Identifier: Apache-2.0
# The netlist of the chip under Verilator, in the place of rtl/chip/zf_chip.v: as it was placed, and with
# mutations. tools/netlist.py makes Verilog of it; top, harness and checker are those of mk/sim.mk.

NETLIST := $(B)/netlist
NETLIST_BOARD ?= ecp5-25f-6
NETLIST_JOBS ?= 200
NETLIST_SEED ?= 1
# Mutations, of the ECP5 netlist, in one build; which is at work is said at run time.
MUTATE := $(B)/mutate
MUTATIONS ?= 200
MUTATION_SEED ?= 1

# The flow's own Yosys, with its simulation models. Argument: the board.
netlist_yosys = $(if $(filter ecp5%,$(1)),$(YOSYS_ECP5) --cells +/ecp5/cells_sim.v,$(YOSYS) \
  --cells +/ice40/cells_sim.v) --models $(NETLIST_MODELS)
NETLIST_MODELS := sim/netlist/zf_dp16kd.v sim/netlist/zf_mult18x18d.v
NETLIST_SOURCES := sim/$(SIM_TOP).v $(NETLIST_MODELS) \
  $(filter rtl/memory/% rtl/lib/zf_ram_%,$(RTL_SOURCES))

# Not lint but speed of compilation: a gate is a line, and there are some 30,000.
NETLIST_VERILATOR := --cc -Wno-lint -Wno-style --default-language 1364-2005 --x-initial unique \
  --x-assign unique -O3 --output-split 20000 -I$(GEN) --top-module $(SIM_TOP)
NETLIST_CXX = $(or $(SIM_CXX),$(CXX))
NETLIST_OBJECTS := verilated.o verilated_threads.o

# Arguments: folder, which holds gates.v; parameters of the build. Leaves folder/gates.a.
define netlist_compile
	@command -v $(VERILATOR) >/dev/null || { echo 'verilator is missing: make setup'; exit 1; }
	@rm -rf $(1)/gates
	$(VERILATOR) $(NETLIST_VERILATOR) $(2:%=-G%) --Mdir $(1)/gates $(1)/gates.v $(NETLIST_SOURCES)
	$(MAKE) -C $(1)/gates -f V$(SIM_TOP).mk CXX='$(NETLIST_CXX)' OBJCACHE= OPT_FAST='-O1 $(ARCH_FLAGS)' OPT_SLOW=-O0 \
	  OPT_GLOBAL='-O2 $(ARCH_FLAGS)' V$(SIM_TOP)__ALL.a $(NETLIST_OBJECTS) > $(1)/gates.log
	$(foreach source,$(SIM_SOURCES),$(NETLIST_CXX) -std=c++17 -O2 $(ARCH_FLAGS) -pthread -Ihost -Isim -I$(GEN) \
	  -isystem $(1)/gates -isystem $(VROOT)/include -isystem $(VROOT)/include/vltstd -DVM_TRACE=0 \
	  $(SIM_DEFINE) -c $(source) -o $(1)/gates/$(notdir $(source:.cpp=.o)) &&) true
	@rm -f $@
	@cd $(1)/gates && cp V$(SIM_TOP)__ALL.a ../gates.a && \
	  $(AR) rs ../gates.a $(notdir $(SIM_SOURCES:.cpp=.o)) $(NETLIST_OBJECTS) 2>/dev/null
endef
# Arguments: the object with main, the library of gates.
netlist_link = $(CXX) $(1) -Wl,--start-group $(HOST_LIB) $(2) -Wl,--end-group $(SIM_LDLIBS) $(LDLIBS_ALL)

# tools/size.py keeps the synthesis by a hash of all it was made from, and the date of this file as
# long as its text is the same.
.PRECIOUS: $(NETLIST)/%/chip.json $(NETLIST)/%/gates.v $(NETLIST)/%/gates.a $(NETLIST)/%/zaffre
$(NETLIST)/%/chip.json: $(GEN_STAMP) FORCE
	@$(call size_run,$*) --seeds ''

$(NETLIST)/%/gates.v: $(NETLIST)/%/chip.json tools/netlist.py $(NETLIST_MODELS)
	$(PYTHON) tools/netlist.py --netlist $< --out $@ --parameters $(PARAMETERS_$*) \
	  --yosys $(call netlist_yosys,$*)

$(NETLIST)/%/gates.a: $(NETLIST)/%/gates.v $(NETLIST_SOURCES) $(SIM_SOURCES) $(wildcard sim/*.h) mk/netlist.mk
	$(call netlist_compile,$(@D),$(PARAMETERS_$*))

$(NETLIST)/%/zaffre: $(NETLIST)/%/gates.a $(MAIN_OBJECT) $(HOST_LIB)
	$(call netlist_link,$(MAIN_OBJECT),$<) -o $@

.PHONY: netlist-lockstep
netlist-lockstep: $(NETLIST)/$(NETLIST_BOARD)/zaffre ## lockstep jobs on the netlist that make size places
	$< lockstep --jobs $(NETLIST_JOBS) --seed $(NETLIST_SEED) --json > $(<D)/lockstep.json; \
	  status=$$?; cat $(<D)/lockstep.json; exit $$status

$(MUTATE)/gates.v: $(NETLIST)/ecp5-25f-6/chip.json tools/netlist.py $(NETLIST_MODELS)
	@mkdir -p $(@D)
	$(PYTHON) tools/netlist.py --netlist $< --out $@ --parameters $(PARAMETERS_ecp5-25f-6) \
	  --yosys $(call netlist_yosys,ecp5) \
	  --mutations $(MUTATIONS) --seed $(MUTATION_SEED) --list $(@D)/list.json

$(MUTATE)/gates.a: $(MUTATE)/gates.v $(NETLIST_SOURCES) $(SIM_SOURCES) $(wildcard sim/*.h) mk/netlist.mk
	$(call netlist_compile,$(@D),$(PARAMETERS_ecp5-25f-6))

$(MUTATE)/mutants: $(MUTATE)/gates.a tests/drivers/mutants.c $(HOST_LIB)
	$(CC) $(CPPFLAGS_ALL) $(SIM_DEFINE) $(CFLAGS_ALL) -c tests/drivers/mutants.c -o $(@D)/mutants.o
	$(call netlist_link,$(@D)/mutants.o,$<) -o $@

.PHONY: mutants
mutants: $(MUTATE)/mutants
