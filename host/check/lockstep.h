// SPDX-License-Identifier: Apache-2.0
// The lockstep checker: the same jobs on a device and on the model, everything compared.
//
// Compared for each job: status, reason, score, best move, nodes, running hash, the list of a MOVES
// job and the table requests in order; for each batch (for each job, with one context) also the
// passes by kind and the other counters. The clocks of a result and of the chip's counter are held
// to what has passed. The model is fed with the answers that the device got for that job, and a
// scoreboard with a table of its own checks that these were right, in the order of the port. An
// aborted job is compared with the job limited to its nodes, and no job may go on for long after
// its abort. The first difference ends the run.
#ifndef ZF_CHECK_LOCKSTEP_H
#define ZF_CHECK_LOCKSTEP_H

#include "check/check_device.h"
#include "check/coverage.h"
#include "check/job_random.h"

typedef struct {
    const check_device_ops_t *device;
    const void *device_user;
    uint64_t seed;
    // Random jobs first .. first + jobs - 1, or listed ones (corpus is then not needed).
    const check_corpus_t *corpus;
    uint64_t first, jobs;
    const job_line_t *listed;
    size_t listed_count;
    unsigned contexts; // most jobs in the device at once; 0: all it takes
    bool vary;         // each batch draws table, latencies, faults and stalls; else as follows
    unsigned stalls;   // CHIP_SIM_STALL set
    unsigned bug;      // planted fault of the RTL
    const char *trace_file;
    // Called now and then with the jobs done; NULL: not.
    void (*progress)(void *user, uint64_t jobs);
    void *progress_user;
} lockstep_options_t;

typedef enum {
    LOCKSTEP_OK,
    LOCKSTEP_DIFFERENCE,
    LOCKSTEP_NOT_MET, // no difference, but an event was met too seldom
    LOCKSTEP_MEMORY,
    LOCKSTEP_TRACE // the waves cannot be written, or not to their end
} lockstep_verdict_t;

typedef struct {
    uint64_t jobs; // compared, without difference
    uint64_t clocks, nodes;
    coverage_t coverage;
    coverage_event_t not_met; // the first event below its floor
    // The first difference
    uint64_t job;       // its number; the listed job's index
    uint64_t submitted; // jobs first .. first + submitted - 1 were given to the device by then
    bool alone;         // the job differs by itself too, on a fresh device
    char difference[256];
    job_line_t line;
} lockstep_result_t;

lockstep_verdict_t lockstep_run(const lockstep_options_t *options, lockstep_result_t *result);

// The command line's part (`zaffre lockstep ...`): parses the arguments after the command's name,
// runs, prints. Returns the exit status.
int lockstep_main(int argc, char **argv);

#endif
