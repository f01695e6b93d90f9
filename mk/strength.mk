# SPDX-License-Identifier: Apache-2.0
# make strength: suites, mates and games; hours in whole. Each part by itself:
#   make strength PARTS=wac,sts SAMPLE=10
#   make strength PARTS=games OPPONENTS=phalanx GAMES=20

PARTS ?=
SAMPLE ?= 1
GAMES ?=
OPPONENTS ?=

.PHONY: strength
strength: $(ZAFFRE) ## measure playing strength; PARTS= SAMPLE= GAMES= OPPONENTS= choose less
	@O=$(O) $(VENV)/bin/python tools/strength.py --sample $(SAMPLE) $(if $(PARTS),--parts $(PARTS)) \
	  $(if $(GAMES),--games $(GAMES)) $(if $(OPPONENTS),--opponents $(OPPONENTS))
