// SPDX-License-Identifier: Apache-2.0
// A search as people read it. Used by `zaffre search` and `zaffre demo`.
#ifndef ZF_CLI_SHOW_H
#define ZF_CLI_SHOW_H

#include "search/search.h"

// One line: depth, score, nodes, time, the principal variation in SAN.
void show_iteration(const position_t *position, const search_info_t *info);
// The move and the counts.
void show_outcome(const position_t *position, const search_info_t *info);

#endif
