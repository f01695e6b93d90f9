# SPDX-License-Identifier: Apache-2.0
# Every tests/test_*.c is a Criterion program; every tests/check_* is a script. The runner adds up.

TEST ?= *
TEST_SOURCES := $(wildcard tests/test_$(TEST).c)
TEST_SUPPORT := $(filter-out tests/test_%.c,$(wildcard tests/*.c))
TEST_PROGRAMS := $(TEST_SOURCES:tests/%.c=$(O)/tests/%)
TEST_SCRIPTS := $(if $(SAN),,$(wildcard tests/check_$(TEST).sh tests/check_$(TEST).py))
# Seconds for one program or script; one that needs longer says "time limit: N s" in its source.
TEST_SECONDS ?= 300

.PHONY: test soak
test: $(TEST_PROGRAMS) $(ZAFFRE) $(DEFS_TOOL) ## run all tests; the last line adds them up
	@O=$(O) TEST_SECONDS=$(TEST_SECONDS) tools/run_tests.sh $(TEST_PROGRAMS) $(TEST_SCRIPTS)

# A soak is the same programs with ZF_SOAK set (they widen their rows), and the scripts soak_*.
soak: $(TEST_PROGRAMS) $(ZAFFRE) $(DEFS_TOOL) ## the long tests: hours
	@O=$(O) ZF_SOAK=1 TEST_SECONDS=14400 tools/run_tests.sh $(TEST_PROGRAMS) $(TEST_SCRIPTS) \
	  $(wildcard tests/soak_$(TEST).sh tests/soak_$(TEST).py)

TEST_SUPPORT_OBJECTS := $(TEST_SUPPORT:%.c=$(O)/obj/%.o)
# Criterion's assertion macros shadow each other's locals.
$(O)/obj/tests/%.o: CFLAGS_ALL += -Wno-shadow -UNDEBUG -D_XOPEN_SOURCE=700 -DDEFS_TOOL='"$(DEFS_TOOL)"' \
  -DTEST_FOLDER='"$(O)/tests"' -Itests

$(O)/tests/test_%: $(O)/obj/tests/test_%.o $(TEST_SUPPORT_OBJECTS) $(HOST_LIB) $(SIM_LIBS)
	@mkdir -p $(@D)
	$(LINK) $< $(TEST_SUPPORT_OBJECTS) $(LINK_SET) -lcriterion $(LDLIBS_ALL) -o $@
# The generator is tested as a program; its test needs none of the host.
$(O)/tests/test_defs: $(O)/obj/tests/test_defs.o $(DEFS_TOOL)
	@mkdir -p $(@D)
	$(CC) $(SAN_LINK) $< -lcriterion -o $@
.SECONDARY: $(TEST_SOURCES:%.c=$(O)/obj/%.o)
