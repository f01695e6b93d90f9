// SPDX-License-Identifier: Apache-2.0
// libFuzzer's entry to the job parser; tests/soak_fuzz_job.sh builds and runs it.
#include <stdio.h>
#include <stdlib.h>

#include "job_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *fault = job_fuzz_one(data, size);

    if (fault) {
        fprintf(stderr, "%s\n", fault);
        abort();
    }
    return 0;
}
