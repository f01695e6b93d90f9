// SPDX-License-Identifier: Apache-2.0
// The slow evaluation of one side, counted square by square from docs/chip.md section 8: what the
// Verilog is compared with. Written for plainness, not speed; it shares no code with the model.
#ifndef EVAL_REFERENCE_H
#define EVAL_REFERENCE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { EVAL_TERMS = 22 };

// A position as X sees it: the ports of zf_eval. Squares a1 = bit 0 to h8 = bit 63.
typedef struct {
    uint64_t own, orth, diag, a, b;
    uint64_t knight_reach, diag_reach, orth_reach;
} eval_planes_t;

// Counts in the order of the weights' addresses. With fault > 0 one rule is broken on purpose, with
// EVAL_FAULTS of them: a test that cannot tell such counts from right ones is too weak.
void eval_counts(const eval_planes_t *planes, int fault, int counts[EVAL_TERMS]);

// The fault's name, and the term it breaks.
const char *eval_fault_name(int fault);
int eval_fault_term(int fault);
int eval_fault_count(void);

#ifdef __cplusplus
}
#endif
#endif
