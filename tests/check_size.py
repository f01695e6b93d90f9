#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/size.py: the placers' logs and reports, the median, the judgement, and the netlist's way."""
import argparse
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
import size  # noqa: E402

ECP5_LOG = """
Info: Logic utilisation before packing:
Info:     Total LUT4s:      4996/24288    20%
Info:         logic LUTs:   4748/24288    19%
Info:      Total DFFs:      2326/24288     9%
"""
ECP5_REPORT = {
    "utilization": {
        "TRELLIS_COMB": {"used": 5003, "available": 24288},
        "TRELLIS_FF": {"used": 2326, "available": 24288},
        "DP16KD": {"used": 7, "available": 56},
        "MULT18X18D": {"used": 0, "available": 28},
    },
    "fmax": {"clk": {"achieved": 77.25, "constraint": 100}},
}
ICE40_LOG = """
Info: Packing LUT-FFs..
Info:     2940 LCs used as LUT4 only
Info:     1287 LCs used as LUT4 and DFF
Info: Packing non-LUT FFs..
Info:     1039 LCs used as DFF only
Info: Packing carries..
Info:       12 LCs used as CARRY only
Info: Device utilisation:
Info: \t         ICESTORM_LC:  5499/ 7680    71%
Info: \t        ICESTORM_RAM:    20/   32    62%
"""


def only(folder):
    """What `only` leaves of a netlist with a library: the modules, the stub's cells, the rest."""
    whole = os.path.join(folder, "all.json")
    chip = {"attributes": {}, "ports": {"clk": {}}, "cells": {"a": {}}, "netnames": {"n": {}}}
    with open(whole, "w", encoding="utf-8") as file:
        json.dump({"creator": "y", "modules": {"LUT4": {}, "chip": chip}}, file)
    paths = [os.path.join(folder, name) for name in ("chip.json", "stub.json")]
    size.only(whole, "chip", *paths)
    left, stub = (json.loads(size.read_bytes(path))["modules"] for path in paths)
    return left == {"chip": chip}, stub["chip"]["ports"], stub["chip"]["cells"], os.path.exists(whole)


def leave(folder):
    """Whether the netlist's date changes when it is left again, unchanged and changed."""
    options = argparse.Namespace(netlists=folder)
    base = os.path.join(folder, "base")
    dates = []
    for text in ("1", "1", "2"):
        with open(base + "-chip.json", "w", encoding="utf-8") as file:
            file.write(text)
        path = size.leave_netlist(options, "board", base)
        dates.append(os.stat(path).st_mtime_ns)
        os.utime(path, ns=(0, 0))
    return [date == 0 for date in dates]


def lockstep(folder, script):
    """What comes of a lockstep command that runs `script` in the board's folder."""
    board = os.path.join(folder, "board")
    os.makedirs(board, exist_ok=True)
    command = os.path.join(folder, "command")
    with open(command, "w", encoding="utf-8") as file:
        file.write(f"cd {board}\n{script}\n")
    try:
        return size.lockstep(argparse.Namespace(lockstep=f"sh {command}", netlists=folder), "board")
    except size.SizeError as error:
        return str(error).split(":", 1)[0]


def spaced(folder):
    """Sites that are kept free on a board with spacers: all told, in a row, and in that above."""
    base = os.path.join(folder, "place")
    with open(base + ".json", "w", encoding="utf-8") as file:
        json.dump({"modules": {"top": {"cells": {"a": {}}}}}, file)
    path, count = size.spaced("ecp5-85f-6", base, "top")
    cells = json.loads(size.read_bytes(path))["modules"]["top"]["cells"]
    sites = [cell["attributes"]["BEL"] for cell in cells.values() if cell]
    return (count == len(sites) == len(set(sites)), "a" in cells,
            sum("X7/Y9/" in site for site in sites), sum("X7/Y8/" in site for site in sites),
            size.spaced("ecp5-25f-6", base, "top") == (base + ".json", 0))


def stopped(folder):
    """A command that ends in time and one that does not."""
    log = os.path.join(folder, "log")
    return [size.run_logged(["sh", "-c", "exit 3"], log, 1),
            size.run_logged(["sleep", "60"], log, 0.001)]


def folder_cases(folder):
    yield "spacers", (True, True, 6, 0, True), spaced(folder)
    yield "stopped for time", [3, None], stopped(folder)
    yield "the chip alone", (True, {"clk": {}}, {}, False), only(folder)
    yield "the netlist's date", [False, True, False], leave(folder)
    clean = 'echo \'{"jobs": 200, "differences": 0, "nodes": 1}\' > lockstep.json'
    yield "lockstep", {"jobs": 200, "differences": 0}, lockstep(folder, clean)
    found = clean.replace('": 0', '": 1') + "; exit 1"
    yield "lockstep with a difference", 1, lockstep(folder, found)["differences"]
    # An old result is not taken for a new one.
    yield "lockstep that did not run", "board", lockstep(folder, "exit 2")


def cases():
    cells = {"lut4": 4996, "ff": 2326, "bram": 7, "dsp": 0}
    yield "ecp5", cells, size.parse_ecp5(ECP5_LOG, ECP5_REPORT)
    yield "ecp5 without the log's line", 5003, size.parse_ecp5("", ECP5_REPORT)["lut4"]
    yield "ecp5 without its spacers", 4896, size.parse_ecp5(ECP5_LOG, ECP5_REPORT, 100)["lut4"]
    yield (
        "ice40",
        {"lut4": 4227, "ff": 2326, "carry": 12, "bram": 20, "logic_cells": 5499},
        size.parse_ice40(ICE40_LOG, {}),
    )
    two = {"fmax": {"a": {"achieved": 77.25}, "b": {"achieved": 12.5}}}
    yield "slowest clock", 12.5, size.parse_report(two)
    yield "no clock", None, size.parse_report({"fmax": {}})
    clocks = (70.0, 61.0, 75.0, 66.0, 68.0)
    five = [(seed, {"lut4": 1}, clock) for seed, clock in enumerate(clocks, 1)]
    result = size.summarize(five)
    yield "median", 68.0, result["fmax_mhz"]
    yield "worst", 61.0, result["fmax_worst_mhz"]
    yield "fits", True, result["fits"]
    result = size.summarize(five[:4] + [(5, {"lut4": 1}, None)])
    yield "one seed does not fit", (False, None), (result["fits"], result["fmax_mhz"])
    least = ("least", 65, 85)
    yield "missed", True, size.judge(least, 64.99).startswith("MISSED")
    yield "met", True, size.judge(least, 65).startswith("met")
    yield "aim", True, size.judge(least, 85).startswith("aim")
    yield "most missed", True, size.judge(("most", 12000, 9000), 12001).startswith("MISSED")
    yield "most met", True, size.judge(("most", 12000, 9000), 12000).startswith("met")
    text = "Yosys 0.70 (git sha1 28ba3cb92, Release, Clang /w/clang++ 22.1.0)"
    yield "yosys version", "0.70 (28ba3cb92)", size.short_version(text)
    text = "nextpnr-ice40 -- Next Generation Place and Route (Version 0.4-1+b1)"
    yield "nextpnr version", "0.4-1+b1", size.short_version(text)
    yield "digest splits its parts", False, size.digest("ab", "c") == size.digest("a", "bc")


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        all_cases = [*cases(), *folder_cases(folder)]
    for name, expected, found in all_cases:
        if expected == found:
            passed += 1
        else:
            failed += 1
            print(f"{name}: expected {expected}, found {found}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
