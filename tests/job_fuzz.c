// SPDX-License-Identifier: Apache-2.0
#include "job_fuzz.h"

#include <string.h>

#include "check/job_text.h"
#include "model/chip_words.h"

static const char *check_error(const job_text_result_t *result, size_t size) {
    char text[256];

    if (result->error >= JOB_TEXT_COUNT)
        return "an error without a name";
    if (result->offset > size)
        return "an error lies behind the text";
    if (job_text_describe(result, text, sizeof text) < 10 || strlen(text) < 10)
        return "an error without a text";
    return NULL;
}

// A job that was read is written, read again and written: the same words, the same text.
static const char *check_job(const job_line_t *line) {
    char text[JOB_TEXT_CAPACITY], again[JOB_TEXT_CAPACITY];
    uint32_t words[2][CHIP_JOB_WORDS_MAX];
    job_line_t back;
    size_t length = job_text_write(line, text);

    if (length >= JOB_TEXT_CAPACITY || strlen(text) != length)
        return "the text of a job is too long";
    if (job_text_parse(text, length, true, &back).error != JOB_TEXT_OK)
        return "the text of a job is refused";
    job_text_write(&back, again);
    if (strcmp(text, again) != 0)
        return "the text of a job changes when it is read and written";
    unsigned count = chip_job_pack(&line->job, words[0]);
    if (chip_job_pack(&back.job, words[1]) != count ||
        memcmp(words[0], words[1], count * sizeof words[0][0]) != 0 ||
        line->abort_after != back.abort_after)
        return "a job changes when it is written and read";
    return NULL;
}

const char *job_fuzz_one(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    job_line_t strict, loose;
    job_text_result_t narrow = job_text_parse(text, size, false, &strict);
    job_text_result_t wide = job_text_parse(text, size, true, &loose);
    const char *fault = check_error(&narrow, size);

    if (!fault)
        fault = check_error(&wide, size);
    if (!fault && narrow.error == JOB_TEXT_OK && wide.error != JOB_TEXT_OK)
        fault = "strict reading takes what loose reading refuses";
    if (!fault && narrow.error == JOB_TEXT_OK && !chip_job_fits(&strict.job))
        fault = "strict reading takes a job that does not fit the chip's words";
    if (!fault && wide.error == JOB_TEXT_OK)
        fault = check_job(&loose);
    return fault;
}
