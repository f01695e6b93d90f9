# SPDX-License-Identifier: Apache-2.0
# The Verilog: parameters, their hash, and lint. The list of files is rtl/core.f for every flow.

# Parameters of the top modules, NAME=VALUE. The simulated chip is the ECP5's, so that clocks and
# Fmax belong to one build; the HX8K holds the small evaluation.
CHIP_PARAMETERS ?= CONTEXTS=16 FULL=1
SMALL_PARAMETERS ?= CONTEXTS=4 FULL=0
SIM_PARAMETERS ?= $(CHIP_PARAMETERS)
PARAMETERS_ecp5-25f-6 = $(CHIP_PARAMETERS)
PARAMETERS_ecp5-85f-6 = $(CHIP_PARAMETERS)
PARAMETERS_hx8k = $(SMALL_PARAMETERS)

# The build's name for the C side: zaffre rates compares it with that in build/size.json.
$(GEN)/zf_build.h: $(GEN)/stamp tools/parameters.sh FORCE
	@{ echo '// SPDX-License-Identifier: Apache-2.0'; \
	   echo '// Written by mk/rtl.mk: the parameters of the simulated chip, and their hash.'; \
	   echo '#define ZF_PARAMETERS "$(strip $(SIM_PARAMETERS))"'; \
	   echo "#define ZF_PARAMETERS_HASH \"$$(tools/parameters.sh $(GEN)/zf_defs.h \
	     $(SIM_PARAMETERS))\""; } > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

