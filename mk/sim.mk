# SPDX-License-Identifier: Apache-2.0
# The chip under Verilator, as a library in the program's own process.

VERILATOR ?= verilator
SIM_TOP := zf_sim_top
RTL_LIST := rtl/core.f
VDIR := $(B)/verilated

RTL_SOURCES := $(if $(wildcard $(RTL_LIST)),$(shell sed 's/\#.*//; s/\/\/.*//' $(RTL_LIST)))
HAVE_SIM := $(and $(wildcard $(RTL_LIST)),$(wildcard sim/$(SIM_TOP).v))

# x-initial and x-assign: registers start random, by the seed given at run time, so that a design
# that leans on its initial state fails. Without the language switch Verilator takes SystemVerilog.
# Waves on request (--trace-file) cost build time, no speed while off: SIM_TRACE=0 does without.
SIM_TRACE ?= 1
VERILATOR_FLAGS := -Wall --default-language 1364-2005 --x-initial unique --x-assign unique \
  $(if $(filter 1,$(SIM_TRACE)),--trace) -O3 -I$(GEN) $(addprefix -I,$(sort $(dir $(RTL_SOURCES)))) \
  $(wildcard sim/waivers.vlt) $(SIM_PARAMETERS:%=-G%) $(VERILATOR_EXTRA)

# What Verilator writes is one straight line of code, too long for the first cache: its speed is its
# size. clang's is a sixth smaller than gcc's and runs that much faster, so clang compiles it where it
# works, unless CXX or SIM_CXX names another.
ifeq ($(origin CXX)$(origin SIM_CXX),defaultundefined)
SIM_CXX := $(shell printf '\043include <string>\n' | clang++ -x c++ -fsyntax-only - 2>/dev/null && \
  echo clang++)
endif
VCXX = $(or $(SIM_CXX),$(CXX))

ifneq ($(HAVE_SIM),)
SIM_DEFINE := -DZF_HAVE_SIM=1
VROOT := $(shell $(VERILATOR) --getenv VERILATOR_ROOT 2>/dev/null)
SIM_SOURCES := $(wildcard sim/*.cpp)
SIM_OBJECTS := $(SIM_SOURCES:%.cpp=$(O)/obj/%.o)
SIM_HARNESS := $(O)/libsim.a
VLIBS := $(VDIR)/V$(SIM_TOP)__ALL.a $(VDIR)/libruntime.a
SIM_LIBS := $(SIM_HARNESS) $(VLIBS)
SIM_LDLIBS := -latomic
endif

VFLAGS_TEXT := $(VERILATOR_FLAGS) $(RTL_SOURCES)
$(VDIR)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(VFLAGS_TEXT)' | cmp -s - $@ || echo '$(VFLAGS_TEXT)' > $@

$(VDIR)/V$(SIM_TOP).mk: $(RTL_SOURCES) $(wildcard sim/*.v sim/waivers.vlt) $(GEN)/stamp \
  $(VDIR)/flags
	@command -v $(VERILATOR) >/dev/null || { echo 'verilator is missing: make setup'; exit 1; }
	$(VERILATOR) --cc $(VERILATOR_FLAGS) --top-module $(SIM_TOP) --Mdir $(VDIR) \
	  $(RTL_SOURCES) $(wildcard sim/*.v)

# Another compiler or switch compiles all anew.
VCXX_TEXT = $(VCXX) $(ARCH_FLAGS)
$(VDIR)/compiler: FORCE
	@mkdir -p $(@D)
	@echo '$(VCXX_TEXT)' | cmp -s - $@ || { rm -f $(VDIR)/*.o; echo '$(VCXX_TEXT)' > $@; }

# Verilator's own makefile compiles what it wrote; 5.006 has no rule for its run-time library.
VRUNTIME := verilated.o $(if $(filter 1,$(SIM_TRACE)),verilated_vcd_c.o) verilated_threads.o
$(VLIBS) &: $(VDIR)/V$(SIM_TOP).mk $(VDIR)/compiler
	$(MAKE) -C $(VDIR) -f V$(SIM_TOP).mk CXX='$(VCXX)' OBJCACHE='$(CCACHE)' \
	  OPT_FAST='-O3 $(ARCH_FLAGS)' OPT_SLOW=-O1 OPT_GLOBAL='-O3 $(ARCH_FLAGS)' \
	  V$(SIM_TOP)__ALL.a $(VRUNTIME)
	@rm -f $(VDIR)/libruntime.a
	$(AR) rcs $(VDIR)/libruntime.a $(addprefix $(VDIR)/,$(VRUNTIME))
	@touch $(VLIBS)

$(SIM_HARNESS): $(SIM_OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $^

# The model's headers are Verilator's text, not ours: no warnings from them.
$(O)/obj/sim/%.o: sim/%.cpp $(FLAGS_FILE) $(VDIR)/V$(SIM_TOP).mk $(VDIR)/flags
	@mkdir -p $(@D)
	$(CCACHE) $(CXX) -std=c++17 -g $(MODE_FLAGS) $(ARCH_FLAGS) -Wall -Wextra -Werror -pthread \
	  -Ihost -Isim -I$(GEN) -isystem $(VDIR) -isystem $(VROOT)/include \
	  -isystem $(VROOT)/include/vltstd -DVM_TRACE=$(SIM_TRACE) $(SIM_DEFINE) $(CXXFLAGS) -MMD -MP -c $< -o $@
