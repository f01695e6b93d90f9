# SPDX-License-Identifier: Apache-2.0
# The C side: the definitions generator, the host's objects and the program.

CC ?= cc
ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin CXX),default)
CXX := g++
endif
AR ?= ar
# A compiler cache is used where there is one; CCACHE= turns it off.
CCACHE ?= $(shell command -v ccache 2>/dev/null)

# Population counts are most of the evaluation. Every x86-64 processor since 2008 has the
# instruction, and without the switch gcc calls a function; so it is the one extension presumed.
# ARCH=native takes all that this processor has, for measurements only.
MACHINE := $(shell uname -m)
ARCH_FLAGS := $(if $(ARCH),-march=$(ARCH),$(if $(filter x86_64,$(MACHINE)),-mpopcnt))

comma := ,
WARNINGS := -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Werror
# The sanitized build keeps assertions; the plain one is for speed and drops them.
MODE_FLAGS := $(if $(SAN),-O1 -fno-omit-frame-pointer -fsanitize=address$(comma)undefined \
  -fno-sanitize-recover=undefined,-O3 -DNDEBUG)
SAN_LINK := $(if $(SAN),-fsanitize=address$(comma)undefined)

# Syzygy tablebases by Debian's libfathom, where its header is; FATHOM= does without.
FATHOM ?= $(shell printf '\043include <tbprobe.h>\n' | $(CC) -x c -fsyntax-only - 2>/dev/null && echo 1)

CPPFLAGS_ALL := $(if $(FATHOM),-DZF_HAVE_FATHOM=1 )-D_POSIX_C_SOURCE=200809L -Ihost -I$(GEN) -Isim $(CPPFLAGS)
CFLAGS_ALL := -std=c11 -g $(MODE_FLAGS) $(ARCH_FLAGS) $(WARNINGS) -pthread $(CFLAGS)
LDLIBS_ALL := $(if $(FATHOM),-lfathom) -lm -pthread $(LDLIBS)

# --- definitions -------------------------------------------------------------------------------
DEFS_TOOL := $(B)/tools/defs
DEFS_SOURCES := $(wildcard tools/defs*.c)
DEFS_FILES := $(wildcard defs/*.def defs/index)
DEFS_DOC := docs/generated/defs.md
GEN_C := $(if $(wildcard defs/*.def),$(GEN)/zf_weights.c $(GEN)/zf_tables.c)
GEN_STAMP := $(if $(wildcard defs/*.def),$(GEN)/stamp)

$(DEFS_TOOL): $(DEFS_SOURCES) tools/defs.h
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 $(WARNINGS) $(DEFS_SOURCES) -o $@

# The generator leaves files alone that would not change; the stamp carries the date instead.
$(GEN)/stamp: $(DEFS_TOOL) $(DEFS_FILES)
	@mkdir -p $(@D)
	$(DEFS_TOOL) --defs defs --out $(GEN)
	@touch $@
$(GEN_C) $(GEN)/zf_defs.h $(GEN)/zf_defs.vh: $(GEN)/stamp ;

.PHONY: defs
defs: $(GEN_STAMP) ## generate from defs/, the committed tables in docs/generated too
	@mkdir -p $(dir $(DEFS_DOC))
	$(DEFS_TOOL) --defs defs --out $(GEN) --doc $(DEFS_DOC)

# --- host --------------------------------------------------------------------------------------
HOST_MAIN := host/cli/main.c
HOST_SOURCES := $(filter-out $(HOST_MAIN),$(wildcard host/*/*.c))
HOST_OBJECTS := $(HOST_SOURCES:%.c=$(O)/obj/%.o) $(GEN_C:$(GEN)/%.c=$(O)/obj/gen/%.o)
HOST_LIB := $(O)/libhost.a
MAIN_OBJECT := $(if $(wildcard $(HOST_MAIN)),$(O)/obj/host/cli/main.o)
ZAFFRE := $(if $(wildcard $(HOST_MAIN)),$(O)/zaffre)

# A changed switch builds anew: the flags are a file that objects depend on.
FLAGS_FILE := $(O)/obj/flags
FLAGS_TEXT := $(CC) $(CPPFLAGS_ALL) $(SIM_DEFINE) $(CFLAGS_ALL)
$(FLAGS_FILE): FORCE
	@mkdir -p $(@D)
	@echo '$(FLAGS_TEXT)' | cmp -s - $@ || echo '$(FLAGS_TEXT)' > $@
.PHONY: FORCE
FORCE:

$(O)/obj/%.o: %.c $(FLAGS_FILE) | $(GEN_STAMP) $(GEN)/zf_build.h
	@mkdir -p $(@D)
	$(CCACHE) $(CC) $(CPPFLAGS_ALL) $(SIM_DEFINE) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

$(O)/obj/gen/%.o: $(GEN)/%.c $(FLAGS_FILE)
	@mkdir -p $(@D)
	$(CCACHE) $(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

$(HOST_LIB): $(HOST_OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $^

# With the simulated chip the C++ compiler links, for its run-time library.
LINK = $(if $(SIM_LIBS),$(CXX),$(CC)) $(SAN_LINK)
$(O)/zaffre: $(MAIN_OBJECT) $(HOST_LIB) $(SIM_LIBS)
	$(LINK) $(MAIN_OBJECT) $(LINK_SET) $(LDLIBS_ALL) -o $@

# The host calls the simulator and the simulator's harness calls the host: one group.
LINK_SET = -Wl,--start-group $(HOST_LIB) $(SIM_LIBS) -Wl,--end-group $(SIM_LDLIBS)

-include $(shell find $(O)/obj -name '*.d' 2>/dev/null)
