// SPDX-License-Identifier: Apache-2.0
// Jobs as text, one on a line: what `zaffre job` reads and `zaffre lockstep --file` replays.
//
//   search fen "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1" depth 4 beta 30 null 3 verified 1
//   perft own Ke1,Pe2 other Ke1,Pd2 rights - ep - depth 3      # the same men as each side sees
//   them
//
// A line is the kind (search, eval, moves, perft), then names, each with its value, in any order,
// each once. '#' starts a comment. The position is a FEN in quotes, or the men of both sides:
//
//   fen "..."         strictly read (chess/fen.h); sets men, rights, ep and clock
//   own, other LIST   men of the mover and the opponent, letter and square in their owner's view
//   rights LETTERS    K Q the mover's, k q the opponent's; - none (default)
//   ep FILE           a..h; - none (default)
//   clock N           half-moves since the last capture or pawn move (0)
//
//   id N (0)          limit N: node limit, 0 none (0)   abort N: clocks from submission, 0 never
//   (0) depth N (1)       beta N (0)       null N: R (0)    verified, verify, after_null 0|1 (0)
//   evasion 0|1 (0)   delta 0|1 (0)    lazy 0|1 (1)     table 0|1 (0)   table_min N (1)   age N (0)
//   returned N (0)    own_vacated, other_vacated HEX (0)
//   history LIST      keys, oldest first, 16 hexadecimal digits each and p after one of the path
//
// Loose reading, for jobs that a chip must refuse, also takes what fits the C type but not the
// chip, the men X and Y (codes 6 and 7), and own_count, other_count, history_count N.
#ifndef ZF_CHECK_JOB_TEXT_H
#define ZF_CHECK_JOB_TEXT_H

#include <stddef.h>

#include "chess/fen.h"
#include "model/chip_job.h"

typedef struct {
    chip_job_t job;
    uint32_t abort_after; // clocks from submission; 0: the job is not aborted
} job_line_t;

typedef enum {
    JOB_TEXT_OK,
    JOB_TEXT_EMPTY,    // nothing but blanks and comment
    JOB_TEXT_KIND,     // the first word is no kind of job
    JOB_TEXT_NAME,     // no field has that name
    JOB_TEXT_REPEATED, // a field is given twice (a FEN gives five)
    JOB_TEXT_MISSING,  // the line ends before a value
    JOB_TEXT_NUMBER,   // not a number
    JOB_TEXT_RANGE,    // a number out of the field's range: see low, high
    JOB_TEXT_LETTERS,  // not rights or a file
    JOB_TEXT_MAN,      // not a letter and a square
    JOB_TEXT_KEY,      // not 16 hexadecimal digits
    JOB_TEXT_LONG,     // more men or keys than a job holds
    JOB_TEXT_QUOTE,    // a quote is missing
    JOB_TEXT_FEN,      // see fen
    JOB_TEXT_POSITION, // no position is given
    JOB_TEXT_COUNT
} job_text_error_t;

typedef struct {
    job_text_error_t error;
    size_t offset;    // bytes from the start of the line to the fault
    char name[16];    // of the field
    long low, high;   // JOB_TEXT_RANGE
    fen_result_t fen; // its notes also when all is well
    color_t mover;    // a FEN's; white where the men are given as each side sees them
} job_text_result_t;

// Reads one line of `length` bytes, its end allowed; the job is written only when all is well.
job_text_result_t job_text_parse(const char *text, size_t length, bool loose, job_line_t *line);
// "depth is not between 0 and 15 (column 12)", cut to the capacity; the length it wanted.
size_t job_text_describe(const job_text_result_t *result, char *text, size_t capacity);

// Room for the longest line that job_text_write makes, and its NUL.
enum { JOB_TEXT_CAPACITY = 1536 };
// Writes a job so that loose reading gives the same job back (men in the same order too); fields at
// their defaults are left out. Returns the length.
size_t job_text_write(const job_line_t *line, char text[JOB_TEXT_CAPACITY]);

// The defaults above, without a position.
void job_text_defaults(chip_job_t *job);
// "search", "done", "bad_kind"...: the codes' names.
const char *job_text_kind_name(unsigned kind);
const char *job_text_status_name(unsigned status);
const char *job_text_reason_name(unsigned reason);

#endif
