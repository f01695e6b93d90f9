// SPDX-License-Identifier: Apache-2.0
// One clock is two evaluations of the Verilator model: inputs change while clk is low, the first
// evaluation settles what depends on them, handshakes are read, and the second is the rising edge.
#include "chip_sim_internal.h"

#include <cerrno>
#include <cstring>
#include <new>

namespace {

// splitmix64 (Steele, Lea, Flood 2014).
uint64_t mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

} // namespace

chip_sim::chip_sim(const chip_sim_options_t *given)
    : options(*given), random_state(mix(given->seed)), first_contents(0), statistics(), sent(0),
      inside_count(0), words(), word_count(0), slots(kSlots), slot_after(), probe_count(), held(),
      request_waited(false), result_waited(false), waited_key(0), waited_data(0), waited_tag(0),
      waited_result(0) {
    complete_options();
    context.reset(new VerilatedContext);
    // Random from the first clock, and really so only with a large seed: small ones give nearly all
    // ones in Verilator 5.006.
    context->randReset(2);
    context->randSeed(int(mix(~given->seed) >> 34 | 0x20000000));
    // Always: the model refuses to run when it asks for a plusarg and none were given.
    std::string bug = "+bug=" + std::to_string(options.bug);
    const char *arguments[] = {"chip_sim", bug.c_str()};
    context->commandArgs(2, arguments);
#if VM_TRACE
    context->traceEverOn(true);
#endif
    Verilated::threadContextp(context.get());
    top.reset(new Vzf_sim_top(context.get()));
    reset();
}

void chip_sim::complete_options() {
    if (!options.table_bits)
        options.table_bits = 14;
    if (!options.latency_max) {
        options.latency_min = 20;
        options.latency_max = 60;
    }
    if (options.table == CHIP_SIM_TABLE_HARNESS)
        table.resize(size_t(1) << options.table_bits);
}

uint64_t chip_sim::random() {
    // xorshift64* (Vigna 2016)
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 0x2545f4914f6cdd1dull;
}

bool chip_sim::odds(uint32_t of_256) {
    return (random() >> 32 & 255) < of_256;
}

void chip_sim::evaluate() {
    top->eval();
    statistics.evaluations++;
#if VM_TRACE
    if (trace)
        trace->dump(statistics.evaluations);
#endif
}

void chip_sim::edge() {
    top->clk = 1;
    evaluate();
    top->clk = 0;
    statistics.clocks++;
}

void chip_sim::fail(const char *text) {
    if (fault.empty())
        fault = "clock " + std::to_string(statistics.clocks) + ": " + text;
}

void chip_sim::reset() {
    top->clk = 0;
    top->rst = 0;
    top->table_rst = 0;
    top->job_valid = 0;
    top->abort_valid = 0;
    top->result_ready = 0;
    top->config_valid = 0;
    top->external_table = options.table == CHIP_SIM_TABLE_HARNESS;
    top->external_ready = 0;
    top->external_valid = 0;
    top->drive_table = 0;
    top->drive_valid = 0;
    evaluate();
    first_contents = top->counter_data | uint64_t(top->response_data) << 32;
    // Some clocks without reset first, as a board may give: nothing may remember them.
    unsigned before = unsigned(random() >> 60);
    for (unsigned clock = 0; clock < before; clock++) {
        evaluate();
        edge();
    }
    top->rst = 1;
    for (unsigned clock = 0; clock < 8; clock++) {
        evaluate();
        edge();
    }
    top->rst = 0;
    statistics.clocks = 0;
    fault.clear();
}

// ---- what goes in

void chip_sim::offer_job() {
    if (top->job_valid || queue.empty())
        return; // held until taken
    if (!sent && options.contexts && inside_count >= options.contexts)
        return;
    if ((options.stalls & CHIP_SIM_STALL_IN) && odds(100))
        return;
    if (!sent) {
        inside[queue.front().id]++;
        inside_count++;
    }
    top->job_valid = 1;
    top->job_data = queue.front().words[sent];
}

void chip_sim::offer_abort() {
    if (top->abort_valid || aborts.empty())
        return;
    // A job that is being sent is first sent to its end.
    if ((sent || top->job_valid) && queue.front().id == aborts.front())
        return;
    if ((options.stalls & CHIP_SIM_STALL_IN) && odds(100))
        return;
    top->abort_valid = 1;
    top->abort_id = aborts.front();
}

void chip_sim::set_inputs() {
    if (!queue.empty())
        offer_job();
    if (!aborts.empty())
        offer_abort();
    bool stall = options.stalls & CHIP_SIM_STALL_OUT;
    top->result_ready = !(stall && odds(128));
    if (options.table == CHIP_SIM_TABLE_HARNESS) {
        top->external_ready = !(stall && odds(100));
        answer();
    }
}

// ---- what comes out

void chip_sim::take_result_word(uint32_t word) {
    if (!word_count && field(word, ZF_RESULT0_MOVE_FRAME_LSB, ZF_RESULT0_MOVE_FRAME_BITS)) {
        auto id = uint16_t(field(word, ZF_RESULT0_ID_LSB, ZF_RESULT0_ID_BITS));
        auto move = uint16_t(field(word, ZF_RESULT0_PAYLOAD_LSB, ZF_RESULT0_PAYLOAD_BITS));
        move_lists[id].push_back(move);
        return;
    }
    words[word_count++] = word;
    if (word_count < CHIP_RESULT_WORDS)
        return;
    word_count = 0;
    chip_result_t result;
    std::memset(&result, 0, sizeof result);
    chip_result_unpack(words, &result);
    auto found = inside.find(result.id);
    if (found == inside.end()) {
        fail("a result for a job that is not in the chip");
        return;
    }
    if (!--found->second)
        inside.erase(found);
    inside_count--;
    auto list = move_lists.find(result.id);
    if (list != move_lists.end()) {
        constexpr size_t capacity = sizeof result.moves / sizeof result.moves[0];
        if (list->second.size() > capacity)
            fail("a list of moves has no end");
        for (size_t i = 0; i < list->second.size() && i < capacity; i++)
            result.moves[result.move_count++] = list->second[i];
        move_lists.erase(list);
    }
    results.push_back(result);
}

void chip_sim::take_handshakes() {
    if (top->job_valid) {
        if (top->job_ready) {
            if (++sent == queue.front().words.size()) {
                queue.pop_front();
                sent = 0;
            }
        } else {
            statistics.job_waits++;
        }
    }
    if (top->result_valid) {
        if (top->result_ready)
            take_result_word(top->result_data);
        else
            statistics.result_stalls++;
    }
    if (top->request_valid) {
        if (top->request_ready)
            take_request();
        else
            statistics.request_stalls++;
    }
    if (options.table == CHIP_SIM_TABLE_RAM && top->response_valid)
        report(CHIP_SIM_ANSWER, top->response_tag, top->response_hit, 0, top->response_data);
    if (request_waited || result_waited || top->result_valid || top->request_valid)
        check_ports();
}

// What is offered stays until it is taken.
void chip_sim::check_ports() {
    if (request_waited &&
        (!top->request_valid || top->request_key != waited_key || top->request_tag != waited_tag ||
         (top->request_store && top->request_data != waited_data)))
        fail("a table request changed before it was taken");
    if (result_waited && (!top->result_valid || top->result_data != waited_result))
        fail("a result word changed before it was taken");
    request_waited = top->request_valid && !top->request_ready;
    result_waited = top->result_valid && !top->result_ready;
    waited_key = top->request_key;
    waited_data = top->request_data;
    waited_tag = top->request_tag;
    waited_result = top->result_data;
}

void chip_sim::clock() {
    // A word that was taken at the last edge is no longer offered; set_inputs offers the next.
    set_inputs();
    evaluate();
    bool job_taken = top->job_valid && top->job_ready;
    bool abort_taken = top->abort_valid && top->abort_ready;
    take_handshakes();
    edge();
    if (job_taken)
        top->job_valid = 0;
    if (abort_taken) {
        top->abort_valid = 0;
        aborts.pop_front();
    }
}

// ---- configuration

bool chip_sim::is_idle() const {
    return queue.empty() && !inside_count && aborts.empty() && top->idle;
}

void chip_sim::configure(unsigned address, uint32_t data) {
    top->config_valid = 1;
    top->config_address = uint16_t(address);
    top->config_data = data;
    clock();
    top->config_valid = 0;
}

// ---- the C interface

chip_sim_t *chip_sim_open(const chip_sim_options_t *options) {
    try {
        auto *sim = new chip_sim(options);
        for (int attempt = 0; attempt < 100 && !sim->is_idle(); attempt++)
            chip_sim_step(sim, 16);
        if (!chip_sim_load_weights(sim, zf_weight_default))
            sim->fail("the chip is not idle after reset");
        // No job is to find the table still clearing itself.
        bool ram = options->table == CHIP_SIM_TABLE_RAM;
        chip_sim_step(sim, 64 + (ram ? 1ull << chip_sim_ram_bits(sim) : 0));
        return sim;
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void chip_sim_close(chip_sim_t *sim) {
    if (!sim)
        return;
    Verilated::threadContextp(sim->context.get());
    chip_sim_trace(sim, nullptr);
    sim->top->final();
    delete sim;
}

unsigned chip_sim_contexts(const chip_sim_t *sim) {
    return sim->top->built_contexts;
}

bool chip_sim_full(const chip_sim_t *sim) {
    return sim->top->built_full;
}

unsigned chip_sim_ram_bits(const chip_sim_t *sim) {
    return sim->top->built_table_bits;
}

void chip_sim_submit(chip_sim_t *sim, const chip_job_t *job) {
    uint32_t words[CHIP_JOB_WORDS_MAX];
    unsigned count = chip_job_pack(job, words);
    sim->queue.push_back(ChipSimQueuedJob{job->id, std::vector<uint32_t>(words, words + count)});
}

void chip_sim_abort(chip_sim_t *sim, uint16_t id) {
    bool entering = sim->sent || sim->top->job_valid;
    for (size_t i = entering; i < sim->queue.size(); i++) {
        if (sim->queue[i].id != id)
            continue;
        chip_result_t result;
        std::memset(&result, 0, sizeof result);
        result.id = id;
        result.status = ZF_STATUS_ABORTED;
        result.score = ZF_NO_SCORE;
        sim->queue.erase(sim->queue.begin() + long(i));
        sim->results.push_back(result);
        return;
    }
    sim->aborts.push_back(id);
}

void chip_sim_step(chip_sim_t *sim, uint64_t clocks) {
    Verilated::threadContextp(sim->context.get());
    for (uint64_t i = 0; i < clocks; i++)
        sim->clock();
    if (sim->context->gotFinish())
        sim->fail("a check of the RTL failed");
}

uint64_t chip_sim_step_to_result(chip_sim_t *sim, uint64_t clocks) {
    Verilated::threadContextp(sim->context.get());
    uint64_t passed = 0;
    while (passed < clocks && sim->results.empty()) {
        sim->clock();
        passed++;
    }
    if (sim->context->gotFinish())
        sim->fail("a check of the RTL failed");
    return passed;
}

bool chip_sim_result(chip_sim_t *sim, chip_result_t *result) {
    if (sim->results.empty())
        return false;
    *result = sim->results.front();
    sim->results.pop_front();
    return true;
}

unsigned chip_sim_queued(const chip_sim_t *sim) {
    bool entering = sim->sent || sim->top->job_valid;
    return unsigned(sim->queue.size() - entering);
}

unsigned chip_sim_pending(const chip_sim_t *sim) {
    return chip_sim_queued(sim) + sim->inside_count + unsigned(sim->results.size());
}

bool chip_sim_idle(const chip_sim_t *sim) {
    return sim->is_idle();
}

bool chip_sim_load_weights(chip_sim_t *sim, const int16_t *by_address) {
    if (!sim->is_idle())
        return false;
    Verilated::threadContextp(sim->context.get());
    chip_config_t config[CHIP_CONFIG_MAX];
    unsigned count = chip_weights_pack(by_address, config);
    for (unsigned i = 0; i < count; i++)
        sim->configure(config[i].address, config[i].data);
    return true;
}

bool chip_sim_configure(chip_sim_t *sim, const chip_sim_options_t *options) {
    if (!sim->is_idle())
        return false;
    chip_sim_options_t old = sim->options;
    sim->options = *options;
    sim->options.seed = old.seed;
    sim->options.bug = old.bug;
    sim->complete_options();
    sim->top->external_table = options->table == CHIP_SIM_TABLE_HARNESS;
    if (options->table != old.table || sim->options.table_bits != old.table_bits)
        chip_sim_clear_table(sim);
    return true;
}

void chip_sim_counters(chip_sim_t *sim, uint32_t counters[1 << ZF_COUNTER_BITS]) {
    for (unsigned i = 0; i < 1u << ZF_COUNTER_BITS; i++) {
        sim->top->counter_address = uint8_t(i);
        chip_sim_step(sim, 1);
        counters[i] = sim->top->counter_data;
    }
}

void chip_sim_statistics(const chip_sim_t *sim, chip_sim_statistics_t *statistics) {
    *statistics = sim->statistics;
}

bool chip_sim_trace(chip_sim_t *sim, const char *path) {
#if VM_TRACE
    if (sim->trace) {
        sim->trace->close();
        sim->trace.reset();
    }
    if (!path) {
        errno = sim->waves.error;
        return sim->waves.error == 0;
    }
    sim->waves.error = 0;
    sim->trace.reset(new VerilatedVcdC(&sim->waves));
    sim->top->trace(sim->trace.get(), 99);
    sim->trace->open(path);
    if (sim->trace->isOpen())
        return true;
    sim->trace.reset();
    return false;
#else
    (void)sim;
    return !path;
#endif
}

const char *chip_sim_fault(const chip_sim_t *sim) {
    return sim->fault.empty() ? nullptr : sim->fault.c_str();
}

uint64_t chip_sim_first_contents(const chip_sim_t *sim) {
    return sim->first_contents;
}
