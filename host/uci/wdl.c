// SPDX-License-Identifier: Apache-2.0
#include "uci/wdl.h"

#include <math.h>

#include "search/score.h"

// Both sides' men at the start, in pawns.
enum { MATERIAL_FULL = 78 };

wdl_t wdl_of(const position_t *position, int score) {
    static const int pawns[6] = {1, 3, 3, 5, 9, 0};
    int material = 0;

    if (score >= SCORE_MATE_MIN)
        return (wdl_t){1000, 0, 0};
    if (score <= -SCORE_MATE_MIN)
        return (wdl_t){0, 0, 1000};
    for (int type = 0; type < 6; type++)
        material += pawns[type] * (int)bitboard_count(position->by_type[type]);
    material = material < MATERIAL_FULL ? material : MATERIAL_FULL;
    double b = WDL_B_BARE + (double)(WDL_B_FULL - WDL_B_BARE) * material / MATERIAL_FULL;
    int win = (int)lround(1000 / (1 + exp((WDL_A - score) / b)));
    int loss = (int)lround(1000 / (1 + exp((WDL_A + score) / b)));
    return (wdl_t){win, 1000 - win - loss, loss};
}
