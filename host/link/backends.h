// SPDX-License-Identifier: Apache-2.0
// The back ends of device.h. Only device.c needs them.
#ifndef ZF_LINK_BACKENDS_H
#define ZF_LINK_BACKENDS_H

#include "link/device.h"
#include "model/model.h"

// The C model of the chip: jobs run one after the other, one for each poll.
enum { MODEL_CONTEXTS_MAX = 256 };
extern const device_ops_t device_model_ops;
// The same model as a room full of boards, with a clock of its own: docs/room.md. Not in the list:
// it is the model with fields.
extern const device_ops_t device_room_ops;
// What both count alike, from the model's own counters: passes, probes and what came of them; the
// rest is zero.
device_counters_t device_model_counters(const model_counters_t *counted);
#ifdef ZF_HAVE_SIM
// The chip under Verilator in this process.
extern const device_ops_t device_sim_ops;
#endif

// Entries of the table as a power of two where the options leave the choice to the device. One
// value for all of them: equal tables are what makes equal node counts.
enum { DEVICE_TABLE_LOG2 = 18, DEVICE_TABLE_LOG2_MIN = 8, DEVICE_TABLE_LOG2_MAX = 24 };

#endif
