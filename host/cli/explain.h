// SPDX-License-Identifier: Apache-2.0
// What the search's credit did: along the principal variation, and event by event in a file.
#ifndef ZF_CLI_EXPLAIN_H
#define ZF_CLI_EXPLAIN_H

#include <stdio.h>

#include "chess/position.h"
#include "search/search.h"

// A table: for each move of the line what it earned and by which generators, both sides' credit
// after it, the plies cashed, and the depth that was left for the position after it.
void explain_line(const position_t *position, const search_info_t *info);
// One event as a line of JSON (docs/search.md).
void explain_event(FILE *file, const search_event_t *event);

#endif
