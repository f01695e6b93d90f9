// SPDX-License-Identifier: Apache-2.0
// Just enough JSON to read the files that our own tools write. Values are slices of the text, which
// ends with NUL; nothing is copied, and malformed text gives absent values.
#ifndef ZF_CLI_JSON_H
#define ZF_CLI_JSON_H

#include <stdbool.h>
#include <stddef.h>

// The value of an object's member; NULL when there is none.
const char *json_member(const char *object, const char *name);
// The first element of an array, and the one after; NULL when there is none.
const char *json_first(const char *array);
const char *json_next(const char *element);
// A number; false when the value is none (null, say).
bool json_number(const char *value, double *number);
// A string without its quotes, cut to the capacity; false when the value is none.
bool json_text(const char *value, char *text, size_t capacity);

#endif
