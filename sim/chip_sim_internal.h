// SPDX-License-Identifier: Apache-2.0
// What the two halves of the harness share: chip_sim.cpp has clocks, jobs and results,
// chip_sim_table.cpp the table port.
#ifndef ZF_SIM_CHIP_SIM_INTERNAL_H
#define ZF_SIM_CHIP_SIM_INTERNAL_H

#include "chip_sim.h"

#include <cerrno>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "Vzf_sim_top.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

extern "C" {
#include "model/chip_words.h"
}

constexpr unsigned kContexts = 1 << 4; // of a request's tag
constexpr unsigned kSlots = 4096;      // clocks ahead for which answers can be booked

struct ChipSimEntry {
    uint64_t key = 0, data = 0;
};

struct ChipSimAnswer {
    uint8_t tag = 0;
    bool booked = false, hit = false, late = false;
    uint64_t key = 0, data = 0;
    uint64_t number = 0; // of the context's probes
};

struct ChipSimQueuedJob {
    uint16_t id = 0;
    std::vector<uint32_t> words;
};

inline unsigned field(uint64_t word, unsigned lsb, unsigned bits) {
    return unsigned(word >> lsb & ((1ull << bits) - 1));
}

#if VM_TRACE
// The file of waves. Verilator's own ends the program at a full disk, or waits for ever in doing
// so: here the error is kept, and the rest of the waves goes nowhere.
class chip_sim_waves final : public VerilatedVcdFile {
  public:
    int error = 0; // errno of the first write that failed

    ssize_t write(const char *text, ssize_t length) override {
        if (error)
            return length;
        ssize_t written = VerilatedVcdFile::write(text, length);
        if (written >= 0 || errno == EAGAIN || errno == EINTR)
            return written;
        error = errno;
        return length;
    }
};
#endif

struct chip_sim {
    // Config
    chip_sim_options_t options;

    // State
    std::unique_ptr<VerilatedContext> context;
    std::unique_ptr<Vzf_sim_top> top;
#if VM_TRACE
    chip_sim_waves waves; // outlives the trace, which writes into it
    std::unique_ptr<VerilatedVcdC> trace;
#endif
    uint64_t random_state;
    uint64_t first_contents;
    std::string fault;
    chip_sim_statistics_t statistics;

    std::deque<ChipSimQueuedJob> queue;
    size_t sent;                                   // words of the queue's first job that are in
    std::unordered_map<uint16_t, unsigned> inside; // ids in the chip, the one being sent too
    unsigned inside_count;
    std::deque<uint16_t> aborts;
    uint32_t words[CHIP_RESULT_WORDS]; // of the result that is coming out
    unsigned word_count;
    std::unordered_map<uint16_t, std::vector<uint16_t>> move_lists;
    std::deque<chip_result_t> results;

    std::vector<ChipSimEntry> table;
    std::vector<ChipSimAnswer> slots;
    uint64_t slot_after[kContexts]; // the first clock at which the context may be answered
    uint64_t probe_count[kContexts];
    ChipSimAnswer held[kContexts]; // late answer that goes out beside the next probe's
    bool request_waited, result_waited;
    uint64_t waited_key, waited_data;
    uint8_t waited_tag;
    uint32_t waited_result;

    explicit chip_sim(const chip_sim_options_t *given);
    void complete_options();
    uint64_t random();
    bool odds(uint32_t of_256);
    void evaluate();
    void edge();
    void reset();
    void clock();
    void set_inputs();
    void offer_job();
    void offer_abort();
    void answer();
    void take_handshakes();
    void take_result_word(uint32_t word);
    void take_request();
    void check_ports();
    void probe(uint8_t tag, uint64_t key);
    void store(uint64_t key, uint64_t data);
    void book(uint64_t at, const ChipSimAnswer &given);
    void report(chip_sim_event_kind_t kind, uint8_t tag, bool hit, uint64_t key, uint64_t data);
    void fail(const char *text);
    void configure(unsigned address, uint32_t data);
    bool is_idle() const;
};

#endif
