// SPDX-License-Identifier: Apache-2.0
// Lines of a file descriptor, read by a thread of their own so that input is taken at all times.
//
// A line may be of any length; the carriage return of a DOS line end is a blank like others.
#ifndef ZF_UCI_LINES_H
#define ZF_UCI_LINES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lines lines_t;

// Starts reading; NULL when memory or threads are short. The thread reads until the input ends.
lines_t *lines_start(int input);
// Frees the object if the input has ended; else the thread may still wait for input, and both live
// as long as the program, which is about to end.
void lines_stop(lines_t *lines);
// Waits for the next line and takes it (the caller frees it); NULL at the end of the input.
// *arrived (may be NULL) is when its end was read, as of clock_now().
char *lines_take(lines_t *lines, int64_t *arrived);
// Looks at the next line without waiting: NULL when there is none yet. The line stays the queue's
// and stands until it is taken.
const char *lines_peek(lines_t *lines);
// Whether `stop` is among the lines not taken yet and no `go` before it: it is for the search that
// runs.
bool lines_hold_stop(lines_t *lines);
// Whether the program is asked to end: the input has ended, or `quit` is among the lines that have
// come, taken or not.
bool lines_ending(lines_t *lines);

#endif
