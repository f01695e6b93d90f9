// SPDX-License-Identifier: Apache-2.0
// The harness at the chip's table port: watches it, and with CHIP_SIM_TABLE_HARNESS is the table,
// with latencies, answers that are lost and answers that come too late.
#include "chip_sim_internal.h"

void chip_sim::answer() {
    ChipSimAnswer &slot = slots[statistics.clocks % kSlots];
    top->external_valid = slot.booked;
    if (!slot.booked)
        return;
    slot.booked = false;
    // Two bits of sequence number tell no more than three later probes apart.
    if (slot.late && probe_count[slot.tag % kContexts] - slot.number > 2) {
        top->external_valid = 0;
        return;
    }
    top->external_tag = slot.tag;
    top->external_hit = slot.hit;
    top->external_data = slot.data;
    if (!slot.late)
        return;
    statistics.late++;
    report(CHIP_SIM_LATE, slot.tag, slot.hit, slot.key, slot.data);
}

void chip_sim::report(chip_sim_event_kind_t kind, uint8_t tag, bool hit, uint64_t key,
                      uint64_t data) {
    if (kind == CHIP_SIM_ANSWER && hit)
        statistics.hits++;
    if (!options.observe)
        return;
    chip_sim_event_t event;
    event.kind = kind;
    event.context = tag % kContexts;
    event.sequence = tag / kContexts;
    event.hit = hit;
    event.clock = statistics.clocks;
    event.key = key;
    event.entry = data;
    options.observe(options.observer, &event);
}

void chip_sim::take_request() {
    uint8_t tag = top->request_tag;
    uint64_t key = top->request_key;
    if (top->request_store) {
        statistics.stores++;
        report(CHIP_SIM_STORE, tag, false, key, top->request_data);
        if (options.table == CHIP_SIM_TABLE_HARNESS)
            store(key, top->request_data);
        return;
    }
    statistics.probes++;
    report(CHIP_SIM_PROBE, tag, false, key, 0);
    if (options.table == CHIP_SIM_TABLE_HARNESS)
        probe(tag, key);
}

void chip_sim::store(uint64_t key, uint64_t data) {
    ChipSimEntry &entry = table[key & (table.size() - 1)];
    bool same_tag = entry.key >> 16 == key >> 16;
    bool same_age = field(entry.data, ZF_ENTRY_AGE_LSB, ZF_ENTRY_AGE_BITS) ==
                    field(data, ZF_ENTRY_AGE_LSB, ZF_ENTRY_AGE_BITS);
    bool deeper = field(entry.data, ZF_ENTRY_DRAFT_LSB, ZF_ENTRY_DRAFT_BITS) >
                  field(data, ZF_ENTRY_DRAFT_LSB, ZF_ENTRY_DRAFT_BITS);
    if (same_age && !same_tag && deeper)
        return;
    entry.key = key;
    entry.data = data;
}

// Books the answer for the first free clock from `at` on.
void chip_sim::book(uint64_t at, const ChipSimAnswer &given) {
    while (slots[at % kSlots].booked)
        at++;
    slots[at % kSlots] = given;
    slots[at % kSlots].booked = true;
    if (!given.late)
        slot_after[given.tag % kContexts] = at + 1;
}

// Late answers carry a hit that would end any node, so that a chip that believes one is found out.
// They go out a little after the chip gave up, or beside the next probe's answer, never so late
// that two bits of sequence number could mistake them.
void chip_sim::probe(uint8_t tag, uint64_t key) {
    unsigned number = tag % kContexts;
    uint64_t now = statistics.clocks;
    if (held[number].booked) {
        book(now + 1 + random() % 15, held[number]);
        held[number].booked = false;
    }
    ChipSimAnswer given;
    given.tag = tag;
    given.key = key;
    given.number = ++probe_count[number];
    uint32_t draw = uint32_t((random() >> 32) * 1000000 >> 32);
    if (draw < options.lost_odds + options.late_odds) {
        statistics.lost++;
        report(CHIP_SIM_LOST, tag, false, key, 0);
        if (draw >= options.lost_odds) {
            given.late = true;
            given.hit = true;
            given.data = uint64_t(30000) << ZF_ENTRY_SCORE_LSB |
                         uint64_t(ZF_DEPTH_MAX) << ZF_ENTRY_DRAFT_LSB |
                         uint64_t(ZF_BOUND_LOWER) << ZF_ENTRY_BOUND_LSB;
            given.booked = true;
            if (odds(128))
                held[number] = given;
            else
                book(now + 2 * ZF_TABLE_TIMEOUT + 40 + random() % 20, given);
        }
        return;
    }
    const ChipSimEntry &entry = table[key & (table.size() - 1)];
    given.hit = entry.key >> 16 == key >> 16 &&
                field(entry.data, ZF_ENTRY_BOUND_LSB, ZF_ENTRY_BOUND_BITS) != ZF_BOUND_NONE;
    given.data = given.hit ? entry.data : random() >> (64 - ZF_ENTRY_BITS);
    uint64_t at =
        now + options.latency_min + random() % (options.latency_max - options.latency_min + 1);
    if (at < slot_after[number])
        at = slot_after[number];
    book(at, given);
    report(CHIP_SIM_ANSWER, tag, given.hit, key, given.data);
}

// ---- the C interface

bool chip_sim_clear_table(chip_sim_t *sim) {
    if (!sim->is_idle())
        return false;
    if (sim->options.table == CHIP_SIM_TABLE_HARNESS) {
        sim->table.assign(sim->table.size(), ChipSimEntry());
        return true;
    }
    sim->top->table_rst = 1;
    chip_sim_step(sim, 1);
    sim->top->table_rst = 0;
    chip_sim_step(sim, (uint64_t(1) << sim->top->built_table_bits) + 1);
    return true;
}

unsigned chip_sim_drive_table(chip_sim_t *sim, const chip_sim_request_t *requests, unsigned count,
                              chip_sim_event_t *answers, unsigned capacity) {
    Vzf_sim_top *top = sim->top.get();
    Verilated::threadContextp(sim->context.get());
    unsigned sent = 0, came = 0;
    top->external_table = 0;
    top->drive_table = 1;
    // After the last request a store takes three clocks and an answer two.
    for (unsigned tail = 0; tail < 8; tail += sent == count) {
        if (sent < count && !top->drive_valid)
            top->drive_valid = !((sim->options.stalls & CHIP_SIM_STALL_IN) && sim->odds(100));
        if (top->drive_valid) {
            top->drive_store = requests[sent].store;
            top->drive_tag = requests[sent].tag;
            top->drive_key = requests[sent].key;
            top->drive_data = requests[sent].entry;
        }
        sim->evaluate();
        bool taken = top->drive_valid && top->drive_ready;
        if (top->response_valid) {
            if (came < capacity)
                answers[came] = chip_sim_event_t{CHIP_SIM_ANSWER,
                                                 uint8_t(top->response_tag % kContexts),
                                                 uint8_t(top->response_tag / kContexts),
                                                 bool(top->response_hit),
                                                 sim->statistics.clocks,
                                                 0,
                                                 top->response_data};
            came++;
        }
        sim->edge();
        if (taken) {
            sent++;
            top->drive_valid = 0;
        }
    }
    top->drive_table = 0;
    top->external_table = sim->options.table == CHIP_SIM_TABLE_HARNESS;
    return came;
}
