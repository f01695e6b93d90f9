#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pages against the tree: constants they give, files and tests they name, blocks they owe.

Prints "N passed, N failed".
"""
import glob
import os
import re
import sys

PAGES = sorted(glob.glob("docs/*.md")) + ["ARCHITECTURE.md", "README.md", "CONTRIBUTING.md"]
DEFS = os.path.join(os.environ.get("B", "build"), "gen", "zf_defs.h")
# Folders whose files a page may name without being a path of the tree itself.
ROOTS = ("rtl/", "host/", "sim/", "tests/", "docs/", "tools/", "defs/", "mk/", "constraints/")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def wrong_constants(text, values):
    """`NAME` = N, `NAME` (N) and `NAME` N beside what defs says."""
    found = re.findall(r"`([A-Z][A-Z0-9_]+)` (?:= |\()?(-?\d+)\b", text)
    return ([f"{name} is {values[name]}, not {number}" for name, number in found
             if name in values and values[name] != int(number)],
            sum(name in values for name, _ in found))


def missing_paths(text):
    """Paths in running text, globs too."""
    wanted = set(re.findall(r"(?<![\w/.])((?:%s)[\w./*-]*[\w*])" % "|".join(ROOTS), text))
    # NAME stands for any, and results are made by whoever measures.
    wanted = {path for path in wanted
              if "NAME" not in path and not path.startswith("docs/results/")}
    return sorted(path for path in wanted if not glob.glob(path) and not glob.glob(path + ".*")), \
        len(wanted)


def missing_tests(text):
    """make test TEST=name, also after a comma in the same list."""
    names = set(re.findall(r"TEST=([a-z_]+)", text))
    return sorted(name for name in names if not glob.glob(f"tests/test_{name}.c")
                  and not glob.glob(f"tests/check_{name}.*")), len(names)


def blocks_without_page(texts):
    named = set(re.findall(r"zf_\w+\*?", " ".join(texts)))
    stems = tuple(name[:-1] for name in named if name.endswith("*"))
    blocks = [os.path.basename(path)[:-2] for path in glob.glob("rtl/*/*.v")]
    return sorted(block for block in blocks
                  if block not in named and not (stems and block.startswith(stems))), len(blocks)


def main():
    values = {name: int(number) for name, number in
              re.findall(r"\bZF_([A-Z0-9_]+) = (-?\d+)", read(DEFS))}
    values.update({name: int(number) for name, number in
                   re.findall(r"#define ZF_([A-Z0-9_]+) \(?(-?\d+)\)?", read(DEFS))})
    texts = {page: read(page) for page in PAGES}
    passed = failed = constants = paths = tests = 0
    for page, text in texts.items():
        wrong, count = wrong_constants(text, values)
        constants += count
        absent, count = missing_paths(text)
        paths += count
        unknown, count = missing_tests(text)
        tests += count
        faults = wrong + [f"there is no {path}" for path in absent] + \
            [f"there is no test {name}" for name in unknown]
        for fault in faults:
            print(f"{page}: {fault}")
        passed += not faults
        failed += bool(faults)
    orphans, blocks = blocks_without_page(
        [text for page, text in texts.items() if page.startswith("docs/")])
    for block in orphans:
        print(f"no page of docs names {block}")
    # A pattern that no longer matches must not pass for agreement.
    for what, count, least in (("constants", constants, 8), ("paths", paths, 30),
                               ("tests", tests, 8), ("blocks", blocks, 30)):
        if count < least:
            print(f"only {count} {what} were found in the pages")
            failed += 1
    passed += not orphans
    failed += bool(orphans)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
