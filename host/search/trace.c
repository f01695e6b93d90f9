// SPDX-License-Identifier: Apache-2.0
// What happens in the tree, told to the caller's hook.
#include <string.h>

#include "search/internal.h"

static unsigned put_path(const tree_node_t *node, move_t path[SEARCH_LINE_MAX]) {
    unsigned ply = node->ply;

    for (; node->parent; node = node->parent) {
        if (node->role == TREE_MOVE || node->role == TREE_PASS)
            path[node->ply - 1] = node->role == TREE_PASS ? MOVE_NONE : node->move;
    }
    return ply;
}

void search_trace(search_t *search, search_event_kind_t kind, const tree_node_t *node, int beta) {
    static const char roles[] = {
        [TREE_MOVE] = 'm', [TREE_PASS] = 'p', [TREE_LOWERED] = 'v', [TREE_REST] = 'o'};
    search_event_t event;

    search->info.credits += kind == SEARCH_EVENT_CREDIT;
    if (!search->hooks || !search->hooks->trace)
        return;
    const tree_edge_t *edge = tree_edge_into(node);
    memset(&event, 0, sizeof event);
    event.kind = kind;
    event.role = roles[node->role];
    event.ply = put_path(node, event.path);
    event.depth = node->request.depth;
    event.my = node->request.my;
    event.his = node->request.his;
    event.beta = beta;
    event.low = node->low;
    event.high = node->high;
    event.credit = edge ? edge->credit : 0;
    event.sources = edge ? edge->sources : 0;
    event.cashed = node->cashed;
    event.nodes = kind == SEARCH_EVENT_RESULT ? search->event_nodes : 0;
    search->hooks->trace(search->hooks->context, &event);
}
