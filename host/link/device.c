// SPDX-License-Identifier: Apache-2.0
#include "link/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link/backends.h"
#include "zf_defs.h"

static const device_ops_t *const backends[] = {
#ifdef ZF_HAVE_SIM
    &device_sim_ops,
#endif
    &device_model_ops,
    NULL,
};

const device_ops_t *device_list(size_t index) {
    return backends[index];
}

const char *device_error_text(device_error_t error) {
    static const char *const texts[DEVICE_ERROR_COUNT] = {
        [DEVICE_OK] = "no error",
        [DEVICE_ERROR_NAME] = "there is no device of that name",
        [DEVICE_ERROR_ABSENT] = "this program was built without the simulated chip",
        [DEVICE_ERROR_CONTEXTS] = "the device has fewer contexts than were asked for",
        [DEVICE_ERROR_TABLE] = "the device cannot have a table of that size",
        [DEVICE_ERROR_TRACE] = "the device cannot write waves to that file",
        [DEVICE_ERROR_OPEN] = "the device could not be started",
        [DEVICE_ERROR_FIELD] = "the device has no such field",
    };
    return texts[error];
}

static device_error_t open_backend(device_t *device, const device_ops_t *ops,
                                   const device_options_t *options) {
    device->ops = ops;
    device_error_t error = ops->open(device, options);
    if (!error && options->weights) {
        size_t size = ZF_WEIGHT_WORDS * sizeof *device->weights;
        device->weights = malloc(size);
        if (device->weights) {
            memcpy(device->weights, options->weights, size);
        } else {
            ops->close(device);
            error = DEVICE_ERROR_OPEN;
        }
    }
    if (!error)
        return DEVICE_OK;
    char text[sizeof device->text];
    memcpy(text, device->text, sizeof text);
    memset(device, 0, sizeof *device);
    memcpy(device->text, text, sizeof text);
    return error;
}

static device_error_t open_named(device_t *device, const char *name,
                                 const device_options_t *options) {
    const char *colon = strchr(name, ':');
    size_t length = colon ? (size_t)(colon - name) : strlen(name);

    for (size_t i = 0; backends[i]; i++) {
        const char *own = backends[i]->name;
        if (strlen(own) != length || memcmp(own, name, length) != 0)
            continue;
        if (!colon)
            return open_backend(device, backends[i], options);
        if (!backends[i]->fields) {
            snprintf(device->text, sizeof device->text, "%s takes no fields behind a colon", own);
            return DEVICE_ERROR_FIELD;
        }
        device_options_t with_fields = *options;
        with_fields.fields = colon + 1;
        return open_backend(device, &device_room_ops, &with_fields);
    }
    return length == 3 && memcmp(name, "sim", 3) == 0 ? DEVICE_ERROR_ABSENT : DEVICE_ERROR_NAME;
}

device_error_t device_open(device_t *device, const char *name, const device_options_t *options) {
    static const device_options_t own_choice;

    memset(device, 0, sizeof *device);
    device_error_t error = open_named(device, name, options ? options : &own_choice);
    if (error && !device->text[0])
        snprintf(device->text, sizeof device->text, "%s", device_error_text(error));
    return error;
}

void device_close(device_t *device) {
    if (device->ops)
        device->ops->close(device);
    free(device->weights);
    memset(device, 0, sizeof *device);
}

bool device_end_trace(device_t *device) {
    return !device->ops->end_trace || device->ops->end_trace(device);
}

bool device_submit(device_t *device, const chip_job_t *job) {
    if (!device->ops->submit(device, job))
        return false;
    device->in_flight++;
    return true;
}

bool device_poll(device_t *device, chip_result_t *result, uint32_t clocks) {
    if (!device->in_flight || !device->ops->poll(device, result, clocks))
        return false;
    device->in_flight--;
    return true;
}

void device_abort(device_t *device, uint16_t id) {
    device->ops->abort(device, id);
}

void device_clear_table(device_t *device) {
    device->ops->clear_table(device);
}

void device_counters(device_t *device, device_counters_t *counters) {
    device->ops->counters(device, counters);
}

uint64_t device_time(device_t *device) {
    return device->ops->time ? device->ops->time(device) : 0;
}

void device_host_nodes(device_t *device, uint64_t nodes) {
    if (device->ops->host_nodes)
        device->ops->host_nodes(device, nodes);
}

device_counters_t device_counters_since(const device_counters_t *now,
                                        const device_counters_t *before) {
    device_counters_t since = {
        .jobs = now->jobs - before->jobs,
        .clocks = now->clocks - before->clocks,
        .nodes = now->nodes - before->nodes,
        .probes = now->probes - before->probes,
        .hits = now->hits - before->hits,
        .cutoffs = now->cutoffs - before->cutoffs,
        .null_cuts = now->null_cuts - before->null_cuts,
        .verifications = now->verifications - before->verifications,
        .zugzwangs = now->zugzwangs - before->zugzwangs,
        .busy = now->busy - before->busy,
        .offered = now->offered - before->offered,
    };
    for (int kind = 0; kind < CHIP_PASS_KINDS; kind++)
        since.passes[kind] = now->passes[kind] - before->passes[kind];
    return since;
}
