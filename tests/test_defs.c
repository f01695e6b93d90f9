// SPDX-License-Identifier: Apache-2.0
// The defs generator, run as a program on small folders of definitions: each refusal with its
// sentence and place, equal output from equal input, the hash, and the numbers in what it writes.
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];

static void make_folder(void) {
    char path[96];
    snprintf(folder, sizeof folder, "%s/defs_XXXXXX", TEST_FOLDER);
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/in", folder);
    cr_assert_eq(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/out", folder);
    cr_assert_eq(mkdir(path, 0700), 0);
}

static void remove_folder(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(defs, .init = make_folder, .fini = remove_folder);

static void put(const char *name, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/in/%s", folder, name);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

static const char *get(const char *name) {
    static char text[1 << 20];
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s was not written", name);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

// Runs the generator on the folder; its status.
static int generate(void) {
    char command[512];
    snprintf(command, sizeof command,
             "%s --defs %s/in --out %s/out --doc %s/out/defs.md 2>%s/error", DEFS_TOOL, folder,
             folder, folder, folder);
    int status = system(command);
    cr_assert(WIFEXITED(status), "the generator died");
    return WEXITSTATUS(status);
}

static void refused(const char *text, const char *sentence) {
    put("a.def", text);
    int status = generate();
    const char *error = get("error");
    cr_expect_eq(status, 2, "status %d for:\n%s", status, text);
    cr_expect_not_null(strstr(error, sentence), "\"%s\" expected, \"%s\" came for:\n%s", sentence,
                       error, text);
    const char *end = strchr(error, '\n');
    cr_expect(end && !end[1], "not one line: %s", error);
}

static void contains(const char *name, const char *text) {
    cr_expect_not_null(strstr(get(name), text), "%s lacks \"%s\"", name, text);
}

static const char good[] = "# a comment\n"
                           "group PIECES \"men and moves\"\n"
                           "const CONTEXTS 4 \"searches in the ring\"\n"
                           "const POLYNOMIAL 0xEDB88320 \"of CRC-32\"\n"
                           "const FLOOR -7 \"a negative one\"\n"
                           "enum PIECE 3 \"codes\"\n"
                           "    0 NONE \"an empty square\"\n"
                           "    1 PAWN \"a pawn\"\n"
                           "    7 LAST \"the last\"\n"
                           "word MOVE 16 \"a move\"\n"
                           "    0 6 FROM \"origin\"\n"
                           "    6 6 TO \"target\"\n"
                           "    12 4 - \"reserved\"\n"
                           "weight TEMPO 1 8 -12 \"for the side to move\"\n"
                           "weights FILES 4 3 10 \"by file\"\n"
                           "    1 -2\n"
                           "    -512\n"
                           "option NULL_R 0 3 2 \"reduction\"\n"
                           "keys ZOBRIST 4 0x1234 \"placement\"\n";

Test(defs, words_and_names) {
    refused("colour RED 1 \"x\"\n", "a.def:1: \"colour\" is no directive");
    refused("const 9A 1 \"x\"\n", "a.def:1: \"9A\" is not a name");
    refused("\nconst\n", "a.def:2: const needs a name");
    refused("const A 1 \"x\"\n# c\nconst A 2 \"x\"\n", "a.def:3: ZF_A is defined twice, first at");
    refused("const A 1 \"x\"\nconst a 2 \"x\"\n", "ZF_A is defined twice");
    refused("const P_Q_R 1 \"x\"\nenum P 2 \"x\"\n  0 Q_R \"x\"\n", "ZF_P_Q_R is defined twice");
    refused("enum P 2 \"x\"\n  0 Q \"x\"\n  1 Q \"x\"\n", "a.def:3: ZF_P_Q is defined twice");
    refused("const DEFS_HASH 1 \"x\"\n", "ZF_DEFS_HASH is defined twice");
    refused("group A \"x\"\ngroup A \"y\"\n", "a.def:2: GROUP A is defined twice");
    refused("  1 A \"x\"\n", "a.def:1: an indented row must follow");
    refused("const A 1 \"x\"\n  1 B \"x\"\n", "a.def:2: an indented row must follow");
}

Test(defs, descriptions) {
    refused("const A 1\n", "a.def:1: the description is missing");
    refused("const A 1 \"\"\n", "a.def:1: the description is empty");
    refused("const A 1 \"  \"\n", "the description is empty");
    refused("const A 1 plain\n", "the description \"plain\" is not in quotes");
    refused("const A 1 \"open\n", "the closing quote is missing");
    refused("const A 1 \"x\"y\n", "text follows the closing quote");
    refused("const A 1 \"x\" 2\n", "the line must read: const NAME VALUE");
    refused("enum A 2 \"x\"\n  1 B\n", "a.def:2: the description is missing");
    refused("word A 2 \"x\"\n  0 2 B\n", "a.def:2: the description is missing");
    refused("word A 2 \"x\"\n  0 2 - \"\"\n", "a.def:2: the description is empty");
    refused("group A\n", "the description is missing");
    refused("weight A 0 8 1\n", "the description is missing");
    refused("weights A 0 1 8\n  1\n", "the description is missing");
    refused("option A 0 3 1\n", "the description is missing");
    refused("keys A 3 1\n", "the description is missing");
}

Test(defs, numbers) {
    refused("const A 1x \"x\"\n", "the value \"1x\" is not a number");
    refused("const A 0x \"x\"\n", "the value \"0x\" is not a number");
    refused("const A - \"x\"\n", "is not a number");
    refused("const A 18446744073709551616 \"x\"\n", "does not fit 64 bits");
    refused("enum A 0 \"x\"\n  0 B \"x\"\n", "the width 0 is outside 1 to 31");
    refused("option A 4 3 3 \"x\"\n", "the high end 3 is outside 4 to");
    refused("option A 0 3 4 \"x\"\n", "the default 4 is outside 0 to 3");
    refused("option A 0 3 -1 \"x\"\n", "the default -1 is outside 0 to 3");
}

Test(defs, enums) {
    refused("enum A 2 \"x\"\n  0 B \"x\"\n  4 C \"x\"\n",
            "a.def:3: code 4 of C does not fit 2 bits");
    refused("enum A 2 \"x\"\n  1 B \"x\"\n  1 C \"x\"\n", "a.def:3: code 1 of C is that of B");
    refused("enum A 2 \"x\"\n", "a.def:1: enum A has no items");
}

Test(defs, layouts) {
    refused("word A 8 \"x\"\n  0 4 B \"x\"\n  3 5 C \"x\"\n",
            "a.def:3: field C overlaps field B at bit 3");
    refused("word A 8 \"x\"\n  0 4 B \"x\"\n  5 3 C \"x\"\n",
            "a.def:1: bit 4 of word A belongs to no");
    refused("word A 8 \"x\"\n  0 7 B \"x\"\n", "bit 7 of word A belongs to no field");
    refused("word A 8 \"x\"\n  0 9 B \"x\"\n", "a.def:2: field B ends above the 8 bits");
    refused("word A 8 \"x\"\n  0 4 - \"x\"\n  2 6 - \"x\"\n", "field - overlaps field -");
    refused("word A 8 \"x\"\n", "bit 0 of word A");
}

Test(defs, weights) {
    refused("weight A 0 8 128 \"x\"\n", "default 128 of weight A, number 0, does not fit 8 signed");
    refused("weight A 0 8 -129 \"x\"\n", "default -129 of weight A");
    refused("weight A 0 17 0 \"x\"\n", "the width 17 is outside 2 to 16");
    refused("weight A 3 8 1 \"x\"\nweight B 3 8 1 \"x\"\n",
            "a.def:2: weight B takes an address of weight A");
    refused("weights A 0 4 8 \"x\"\n 1 2 3 4\nweight B 3 8 1 \"x\"\n",
            "takes an address of weight A");
    refused("weights A 0 4 8 \"x\"\n 1 2 3\n", "weights A needs 4 values and has 3");
    refused("weights A 0 4 8 \"x\"\n 1 2\n 3 4 5\n", "weights A needs 4 values and has 5");
    refused("weights A 0 2 4 \"x\"\n 1 8\n", "default 8 of weight A, number 1, does not fit 4");
    refused("weights A 0 2 4 \"x\"\n 1 x\n", "a.def:2: the weight \"x\" is not a number");
}

Test(defs, tables) {
    refused("table A 3 4 \"x\"\n 1 2\n", "a.def:1: table A needs 3 numbers and has 2");
    refused("table A 1 4 \"x\"\n 1 2\n", "table A needs 1 numbers and has 2");
    refused("table A 2 4 \"x\"\n 1 16\n", "entry 1 of table A, 16, does not fit 4 bits");
    refused("table A 1 4 \"x\"\n -1\n", "a.def:2: the number -1 is outside 0 to");
    refused("table A 1 33 \"x\"\n 1\n", "the width 33 is outside 1 to 32");
    refused("table A 0 4 \"x\"\n", "the count 0 is outside");
    refused("table A 1 4\n 1\n", "the description is missing");
    refused("const A_BITS 1 \"x\"\ntable A 1 4 \"x\"\n 1\n", "ZF_A_BITS is defined twice");
    put("a.def", "table RING 3 6 \"order\"\n  35 1\n  0\n");
    cr_assert_eq(generate(), 0, "%s", get("error"));
    contains("out/zf_defs.h", "extern const uint8_t zf_ring[ZF_RING_COUNT];\n");
    contains("out/zf_tables.c", "const uint8_t zf_ring[ZF_RING_COUNT] = {\n    35, 1, 0,\n};\n");
    contains("out/zf_defs.vh", "localparam [17:0] ZF_RING = {6'h00, 6'h01, 6'h23};\n");
    contains("out/defs.md", "### table RING: 3 of 6 bits");
}

// The seeds were found by running the generator's mixing backwards.
Test(defs, keys) {
    refused("keys A 1 0x61c8864680b583eb \"x\"\n", "a key is zero");
    refused("keys A 2 7 \"x\"\nkeys B 1 7 \"x\"\n", "two keys are equal");
    refused("keys A 0 7 \"x\"\n", "the count 0 is outside");
    refused("keys A 1 1 \"x\"\nkeys B 1 2 \"x\"\nkeys C 1 0x47853737e2067916 \"x\"\n",
            "two keys differ by a third");
}

Test(defs, files_and_index) {
    put("index", "b.def a.def # the order\n");
    refused("const A 1 \"x\"\n", "index:1: b.def is not there");
    put("index", "a.def\n");
    put("b.def", "const B 2 \"x\"\n");
    refused("const A 1 \"x\"\n", "b.def is not named in the index");
    put("index", "b.def\na.def\n");
    cr_expect_eq(generate(), 0);
    const char *header = get("out/zf_defs.h");
    cr_expect_lt(strstr(header, "ZF_B 2"), strstr(header, "ZF_A 1"), "the index gives the order");
}

Test(defs, an_empty_folder) {
    cr_expect_eq(generate(), 2);
    contains("error", "the folder holds no .def file");
}

Test(defs, what_is_written_for_c) {
    put("a.def", good);
    cr_assert_eq(generate(), 0, "%s", get("error"));
    contains("out/zf_defs.h", "#define ZF_CONTEXTS 4 ");
    contains("out/zf_defs.h", "#define ZF_POLYNOMIAL 0xedb88320ull ");
    contains("out/zf_defs.h", "#define ZF_FLOOR (-7) ");
    contains("out/zf_defs.h", "    ZF_PIECE_LAST = 7, // the last\n} zf_piece_t;");
    contains("out/zf_defs.h", "#define ZF_MOVE_TO_LSB 6\n");
    contains("out/zf_defs.h", "#define ZF_MOVE_TO_MASK 0xfc0ull\n");
    contains("out/zf_defs.h", "#define ZF_W_FILES 4 ");
    contains("out/zf_defs.h", "#define ZF_WEIGHT_WORDS 7 ");
    contains("out/zf_weights.c", "{\"files\", 2, 3, 6, 10, -512},");
    contains("out/zf_weights.c", "    0, -12, 0, 0, 1, -2, -512,\n");
    contains("out/zf_tables.c", "{\"null_r\", 0, 3, 2, \"reduction\"},");
    char command[256];
    snprintf(command, sizeof command,
             "cd %s/out && for f in zf_weights zf_tables; do "
             "cc -std=c11 -Wall -Wextra -Werror -c $f.c -o $f.o || exit 1; done",
             folder);
    cr_expect_eq(system(command), 0, "the generated C does not compile");
}

Test(defs, what_is_written_for_verilog) {
    put("a.def", good);
    cr_assert_eq(generate(), 0, "%s", get("error"));
    contains("out/zf_defs.vh", "localparam [2:0] ZF_PIECE_LAST = 3'd7;\n");
    contains("out/zf_defs.vh", "localparam ZF_MOVE_TO_LSB = 6;\n");
    contains("out/zf_defs.vh",
             "localparam [29:0] ZF_W_FILES_DEFAULT = {10'h200, 10'h3fe, 10'h001};");
    contains("out/zf_defs.vh", "localparam ZF_FLOOR = -7;\n");
    contains("out/zf_defs.vh", "lint_on UNUSEDPARAM");
    cr_expect_str_eq(get("out/zf_weights.hex"), "000\n3f4\n000\n000\n001\n3fe\n200\n");
}

// The values of seed 0x1234 come from the published splitmix64.
Test(defs, keys_are_splitmix64) {
    put("a.def", good);
    cr_assert_eq(generate(), 0, "%s", get("error"));
    cr_expect_str_eq(get("out/zobrist.hex"),
                     "5f642f87d5e23888\n5a4d78533d034cb5\n8a85ffdaea35a5a6\nad002edb4259d53a\n");
    contains("out/zf_tables.c", "0x5f642f87d5e23888u, 0x5a4d78533d034cb5u,");
}

Test(defs, what_is_written_for_readers) {
    put("a.def", good);
    cr_assert_eq(generate(), 0, "%s", get("error"));
    contains("out/defs.md", "| 11:6 | 6 | `TO` | target |");
    contains("out/defs.md", "| 15:12 | 4 | - | reserved |");
    contains("out/defs.md", "| `null_r` | 0 | 3 | 2 | reduction |");
    contains("out/defs.md", "| `ZF_W_TEMPO` | 1 | 8 | -12 | for the side to move |");
}

Test(defs, equal_input_gives_equal_output) {
    static const char *const names[] = {"out/zf_defs.h",   "out/zf_defs.vh", "out/zf_weights.c",
                                        "out/zf_tables.c", "out/defs.md",    "out/zobrist.hex"};
    struct stat before[6], after[6];
    char path[128], *old[6];
    put("a.def", good);
    cr_assert_eq(generate(), 0, "%s", get("error"));
    for (int i = 0; i < 6; i++) {
        old[i] = strdup(get(names[i]));
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        cr_assert_eq(stat(path, &before[i]), 0);
    }
    cr_assert_eq(generate(), 0, "%s", get("error"));
    for (int i = 0; i < 6; i++) {
        cr_expect_str_eq(get(names[i]), old[i]);
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        cr_assert_eq(stat(path, &after[i]), 0);
        cr_expect(before[i].st_mtim.tv_sec == after[i].st_mtim.tv_sec &&
                      before[i].st_mtim.tv_nsec == after[i].st_mtim.tv_nsec,
                  "%s was written again", names[i]);
        free(old[i]);
    }
}

// The hash of `text` as one file.
static uint64_t hash_of(const char *text) {
    put("a.def", text);
    cr_assert_eq(generate(), 0, "%s", get("error"));
    const char *at = strstr(get("out/zf_defs.h"), "ZF_DEFS_HASH 0x");
    cr_assert_not_null(at);
    return strtoull(at + 13, NULL, 16);
}

Test(defs, hash_ignores_comments_and_blanks) {
    uint64_t hash = hash_of("const A 1 \"x y\"\nenum B 2 \"e\"\n    0 C \"c\"\n");
    cr_expect_eq(hash_of("# note\n\nconst  A\t1 \"x y\" # why\nenum B 2 \"e\"\n  0 C  \"c\"\n\n"),
                 hash);
    put("b.def", "# only a comment\n");
    cr_expect_eq(hash_of("const A 1 \"x y\"\nenum B 2 \"e\"\n    0 C \"c\"\n"), hash);
    char text[32];
    snprintf(text, sizeof text, "64'h%016llx", (unsigned long long)hash);
    contains("out/zf_defs.vh", text);
}

Test(defs, hash_sees_every_change) {
    uint64_t hash = hash_of("const A 1 \"x y\"\nconst B 2 \"z\"\n");
    cr_expect_neq(hash_of("const A 2 \"x y\"\nconst B 2 \"z\"\n"), hash);
    cr_expect_neq(hash_of("const A 1 \"x  y\"\nconst B 2 \"z\"\n"), hash);
    cr_expect_neq(hash_of("const B 2 \"z\"\nconst A 1 \"x y\"\n"), hash);
    cr_expect_neq(hash_of("const A 1 \"x y\"\n"), hash);
    // FNV-1a of the canonical lines, computed by the published definition.
    cr_expect_eq(hash_of(" # \nconst   A 1 \"x\"\n"), 0xf72c7ea2902f7c8aull);
    cr_expect_eq(hash_of("enum B 2 \"e\"\n    0  C \"c\"\n"), 0x5a1710ed237c7aefull);
}
