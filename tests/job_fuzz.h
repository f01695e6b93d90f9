// SPDX-License-Identifier: Apache-2.0
// What the fuzzer and the tests ask of the job parser, for any bytes.
#ifndef ZF_TESTS_JOB_FUZZ_H
#define ZF_TESTS_JOB_FUZZ_H

#include <stddef.h>
#include <stdint.h>

// NULL, or what went wrong.
const char *job_fuzz_one(const uint8_t *data, size_t size);

#endif
