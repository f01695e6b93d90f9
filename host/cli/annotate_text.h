// SPDX-License-Identifier: Apache-2.0
// Values of PGN tags in other formats: backslashes are resolved, and bytes that are no UTF-8 are
// taken as Latin-1, in which old files are written.
#ifndef ZF_CLI_ANNOTATE_TEXT_H
#define ZF_CLI_ANNOTATE_TEXT_H

#include <stddef.h>
#include <stdio.h>

// Inside a JSON string's quotes.
void annotate_put_json(FILE *stream, const char *value, size_t length);
// The same of a text that is no tag: a backslash is one, and a control is written as its number.
void annotate_put_json_plain(FILE *stream, const char *text, size_t length);
// As XML character data or inside an attribute's quotes.
void annotate_put_xml(FILE *stream, const char *value, size_t length);

#endif
