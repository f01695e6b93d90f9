# SPDX-License-Identifier: Apache-2.0
# make scaling: speed-up to a fixed depth in rooms of many chips; the same table on any machine. What
# runs is the model, at this processor's speed: the large room is searched less deep.

SCALING_ROOMS ?= 1x1,6x4
SCALING_LARGE_ROOMS ?= 1x1,30x16
SCALING_LARGE_DEPTH ?= 8
SCALING_FLAGS ?=

.PHONY: scaling
scaling: $(ZAFFRE) ## time to a fixed depth with 1, 24 and 480 chips, in virtual time
	$(ZAFFRE) scaling tests/data/search/scaling.epd --rooms $(SCALING_ROOMS) $(SCALING_FLAGS)
	$(ZAFFRE) scaling tests/data/search/scaling.epd --rooms $(SCALING_LARGE_ROOMS) \
	  --depth $(SCALING_LARGE_DEPTH) $(SCALING_FLAGS)
