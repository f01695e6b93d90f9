// SPDX-License-Identifier: Apache-2.0
// Whether a result can be one of the job's: what a device that is broken or lies may not say. A
// result that is possible and wrong is not found here; that is what checks on the link are for.
#ifndef ZF_LINK_VERDICT_H
#define ZF_LINK_VERDICT_H

#include "model/chip_job.h"

// NULL, or one clause that says what is wrong ("answered with an impossible move"). `aborted`: the
// job was asked to end. Jobs are those that a chip takes; of kinds other than SEARCH only the
// status is looked at.
const char *verdict_fault(const chip_job_t *job, const chip_result_t *result, bool aborted);

#endif
