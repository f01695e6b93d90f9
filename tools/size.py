#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Places and routes the chip alone and writes build/size.json; called by `make size`.

For each board: the chip is synthesized by itself, a small top is put around that very netlist, and
the whole is placed once a seed, two at most at a time. The chip's netlist is also left for the
simulator, which runs lockstep jobs on it (mk/netlist.mk). The clock is the median over the seeds,
with the worst beside it; LUT4 and flip-flops are the placer's own count. A synthesis is kept by a
hash of all it was made from, a placement by that and its seed, under build/size/; a second run of
the same sources only prints. A router that has not ended in time is stopped, and its board has no
clock. Standard library only.
"""
import argparse
import concurrent.futures
import datetime
import functools
import hashlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

# ABC's script for ECP5: three rounds of choices and mapping, the later ones for area where there is time left.
# A tenth fewer LUT4 than the one round that is the tool's own, the longest paths a level or two longer.
ABC9 = (
    "+&scorr;&sweep;&dc2;&dch,-f,-r;&ps;&if,{C},{W},{D},{R};&mfs;"
    + ";".join(["&st;&dch,-f;&if,{C},{W},{D},{R},-F,4,-A,6;&mfs"] * 2)
)

ECP5 = {
    "synth": "scratchpad -set abc9.D 4000; "
             + "scratchpad -set abc9.script " + ABC9.replace("{", "{{").replace("}", "}}")
             + "; synth_ecp5 -abc9 -top {top}",
    "cells": "+/ecp5/cells_sim.v +/ecp5/cells_bb.v",
    "targets": {"lut4": ("most", 12000, 9000), "fmax_mhz": ("least", 65, 85)},
}
PLACE_ECP5 = ["--speed", "6", "--package", "CABGA381", "--lpf-allow-unconstrained",
              "--lpf", "constraints/size_ecp5.lpf", "--placer", "static", "--router", "router2"]

# What each board needs: synthesis, placement, and the figures to reach (limit, aim); for a board
# with spacers, the sites that are kept free for the router's sake (see spaced()).
BOARDS = {
    "ecp5-25f-6": {**ECP5, "place": ["--25k", *PLACE_ECP5]},
    "ecp5-85f-6": {
        **ECP5,
        "place": ["--85k", *PLACE_ECP5],
        "spacers": {"columns": range(2, 124), "rows": range(3, 94, 2), "slices": "BCD"},
    },
    "hx8k": {
        "synth": "synth_ice40 -abc2 -dff -top {top}",
        "cells": "+/ice40/cells_sim.v",
        "place": ["--hx8k", "--package", "ct256"],
        "targets": {"logic_cells": ("most", 6900, 6900), "fmax_mhz": ("least", 24, 24)},
    },
}


# What the placers say of a design that is too large for the device.
FULL = r"Unable to (place|find a placement location)|[Nn]o [Bb]els remaining|failed to place"


class SizeError(Exception):
    """One sentence for the user."""


def used(report, *names):
    """Sum of the used cells of the given kinds in a placer's report."""
    table = report.get("utilization", {})
    return sum(table[name]["used"] for name in names if name in table)


def parse_report(report):
    """Clock of the slowest net in MHz, or None where the report holds no clock."""
    clocks = [clock["achieved"] for clock in report.get("fmax", {}).values()]
    return min(clocks) if clocks else None


def parse_ecp5(log, report, spacers=0):
    """LUT4 without the spacers, flip-flops, block RAMs and multipliers from nextpnr-ecp5."""
    total = re.search(r"Total LUT4s:\s+(\d+)/", log)
    lut4 = int(total.group(1)) if total else used(report, "TRELLIS_COMB", "TRELLIS_RAMW")
    return {
        "lut4": lut4 - spacers,
        "ff": used(report, "TRELLIS_FF"),
        "bram": used(report, "DP16KD"),
        "dsp": used(report, "MULT18X18D"),
    }


def parse_ice40(log, report):
    """The same from nextpnr-ice40, whose cells pair a LUT with a flip-flop."""

    def lines(text):
        found = re.search(r"(\d+) LCs used as " + text + r"\b(?! and)", log)
        return int(found.group(1)) if found else 0

    alone, both, ff = lines("LUT4 only"), lines("LUT4 and DFF"), lines("DFF only")
    carry = lines("CARRY only")
    cells = re.search(r"ICESTORM_LC:\s+(\d+)/", log)
    rams = re.search(r"ICESTORM_RAM:\s+(\d+)/", log)
    return {
        "lut4": alone + both,
        "ff": both + ff,
        "carry": carry,
        "bram": used(report, "ICESTORM_RAM") or (int(rams.group(1)) if rams else 0),
        "logic_cells": used(report, "ICESTORM_LC") or (int(cells.group(1)) if cells else 0),
    }


def judge(rule, value):
    """A word on one figure against its target."""
    kind, limit, aim = rule
    if value is None:
        return "not measured"
    sign = 1 if kind == "least" else -1
    if sign * value < sign * limit:
        word = "MISSED"
    else:
        word = "aim reached" if sign * value >= sign * aim else "met"
    return f"{word} (at {kind} {limit}{f', aim {aim}' if aim != limit else ''})"


def summarize(runs):
    """One board's figures from its runs, a list of (seed, cells, clock or None)."""
    clocks = {str(seed): round(clock, 2) for seed, _, clock in runs if clock}
    result = dict(runs[0][1])
    result["fits"] = len(clocks) == len(runs)
    result["fmax_mhz"] = round(statistics.median(clocks.values()), 2) if result["fits"] else None
    result["fmax_worst_mhz"] = min(clocks.values()) if result["fits"] else None
    result["fmax_by_seed"] = clocks
    return result


def digest(*parts):
    """A short name for what a step was made from."""
    state = hashlib.sha256()
    for part in parts:
        state.update(part if isinstance(part, bytes) else part.encode())
        state.update(b"\0")
    return state.hexdigest()[:16]


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def version(tool):
    """First line that the tool says about itself."""
    flag = "-V" if "yosys" in os.path.basename(tool) else "--version"
    done = subprocess.run([tool, flag], capture_output=True, text=True, check=False)
    text = (done.stdout + done.stderr).strip()
    if not text:
        raise SizeError(f"{tool} does not tell its version.")
    return text.splitlines()[0]


def short_version(text):
    """The number (and commit) out of a version line; the whole line where there is none."""
    yosys = re.match(r"Yosys (\S+)(?:.*git sha1 ([0-9a-f]+))?", text)
    if yosys:
        return yosys.group(1) + (f" ({yosys.group(2)})" if yosys.group(2) else "")
    number = re.search(r"Version (?:nextpnr-)?([^\s)]+)", text)
    return number.group(1) if number else text


def run_logged(command, log, minutes=None):
    """Runs a command with its output in a file; its status, None if it was stopped for time."""
    with open(log, "w", encoding="utf-8") as out:
        out.write(" ".join(command) + "\n")
        out.flush()
        try:
            return subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, check=False,
                                  timeout=minutes and minutes * 60).returncode
        except subprocess.TimeoutExpired:
            return None


def log_tail(path, count=12):
    with open(path, encoding="utf-8", errors="replace") as file:
        return "".join("    " + line for line in file.readlines()[-count:])


def run_yosys(tool, base, step, lines):
    """One run of Yosys with its log; the number of warnings."""
    out = f"{base}-{step}.out"
    log = f"{base}-{step}.log"
    if run_logged([tool, "-q", "-l", log, "-p", "; ".join(lines)], out) != 0:
        raise SizeError(f"{os.path.basename(base)}: {step}: synthesis failed:\n{log_tail(out)}")
    return read_bytes(out).count(b"Warning:")


def only(path, module, netlist, stub=None):
    """Leaves one module in a netlist, without the cells' library; its ports go to `stub`."""
    design = json.loads(read_bytes(path))
    kept = design["modules"][module]
    modules = {netlist: kept}
    if stub:
        modules[stub] = {"attributes": {**kept["attributes"], "blackbox": f"{1:032b}"},
                         "ports": kept["ports"], "cells": {}, "netnames": {}}
    for name, text in modules.items():
        with open(name + ".part", "w", encoding="utf-8") as file:
            json.dump({**design, "modules": {module: text}}, file)
        os.replace(name + ".part", name)
    os.remove(path)


def synthesize(options, name, parameters, made_from):
    """Netlist of one board; the path without its ending. Beside it BASE-chip.json, the chip alone.

    The chip is a finished netlist, mapped to the cells of the part, when the top is put around it,
    and goes into that as it is.
    """
    tool = options.yosys_ecp5 if name.startswith("ecp5") else options.yosys
    base = os.path.join(options.work, f"{name}-{digest(name, made_from, version(tool))}")
    if os.path.exists(base + ".json"):
        print(f"size: {name}: netlist kept from before", flush=True)
        return base
    synth, chip = BOARDS[name]["synth"], options.chip
    includes = " ".join("-I" + folder for folder in options.include)
    print(f"size: {name}: synthesis", flush=True)
    begin = time.monotonic()
    warnings = run_yosys(tool, base, "chip", [
        f"read_verilog {includes} {' '.join(options.source)}",
        *(f"chparam -set {key} {value} {chip}"
          for key, value in (item.split("=", 1) for item in parameters)),
        synth.format(top=chip), "check -assert", "stat", f"write_json {base}-chip.all",
    ])
    only(base + "-chip.all", chip, base + "-chip.json", base + "-stub.json")
    warnings += run_yosys(tool, base, "top", [
        f"read_json {base}-stub.json", f"read_verilog {options.wrapper}",
        synth.format(top=options.top), f"write_json {base}-top.all",
    ])
    only(base + "-top.all", options.top, base + "-top.json")
    warnings += run_yosys(tool, base, "whole", [
        f"read_verilog -lib {BOARDS[name]['cells']}",
        f"read_json {base}-top.json", f"read_json {base}-chip.json",
        f"hierarchy -check -top {options.top}", "flatten", "check -assert", "stat",
        "blackbox =A:whitebox", f"write_json {base}.part",
    ])
    os.replace(base + ".part", base + ".json")
    if warnings:
        print(f"size: {name}: {warnings} warnings, see {base}-*.out", flush=True)
    print(f"size: {name}: synthesis took {time.monotonic() - begin:.0f} s", flush=True)
    return base


def leave_netlist(options, name, base):
    """Puts the chip's netlist where mk/netlist.mk takes it; its date changes only with its text."""
    text = read_bytes(base + "-chip.json")
    path = os.path.join(options.netlists, name, "chip.json")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or read_bytes(path) != text:
        with open(path + ".part", "wb") as file:
            file.write(text)
        os.replace(path + ".part", path)
    return path


def lockstep(options, name):
    """Runs lockstep jobs on the simulated netlist of a board: their number and the differences."""
    command = options.lockstep.split() + [f"NETLIST_BOARD={name}"]
    print(f"size: {name}: lockstep on the netlist", flush=True)
    result = os.path.join(options.netlists, name, "lockstep.json")
    if os.path.exists(result):
        os.remove(result)
    log = os.path.join(options.netlists, name, "lockstep.log")
    status = run_logged(command, log)
    if not os.path.exists(result):
        raise SizeError(f"{name}: no lockstep on the netlist (status {status}):\n{log_tail(log)}")
    run = json.loads(read_bytes(result))
    print(f"size: {name}: {run['jobs']} lockstep jobs on the netlist, "
          f"{run['differences']} differences", flush=True)
    return {"jobs": run["jobs"], "differences": run["differences"]}


def spaced(name, base, top):
    """The netlist to be placed, and the LUT4 in it that are only spacers.

    The placer packs a chip of such dense wiring so tightly that no router finds a way through the
    middle. Constants in fixed places, connected to nothing, keep three of four slices of every
    second row free; carry chains, which need whole rows, go between.
    """
    spacers = BOARDS[name].get("spacers")
    if not spacers:
        return base + ".json", 0
    sites = [f"X{x}/Y{y}/SLICE{letter}.K{half}"
             for x in spacers["columns"] for y in spacers["rows"]
             for letter in spacers["slices"] for half in "01"]
    path = f"{base}-{digest(*sites)}-spaced.json"
    if not os.path.exists(path):
        design = json.loads(read_bytes(base + ".json"))
        for site in sites:
            design["modules"][top]["cells"]["$spacer$" + site] = {
                "hide_name": 1, "type": "LUT4", "parameters": {"INIT": "0" * 16},
                "attributes": {"BEL": site, "keep": f"{1:032b}"},
                "port_directions": {**dict.fromkeys("ABCD", "input"), "Z": "output"},
                "connections": {**{pin: ["0"] for pin in "ABCD"}, "Z": []},
            }
        with open(path + ".part", "w", encoding="utf-8") as file:
            json.dump(design, file)
        os.replace(path + ".part", path)
    return path, len(sites)


def place(options, name, base, placed_from, seed):
    """Placement with one seed: (seed, cells, clock or None where it does not fit or not route).

    `placed_from`: what spaced() gave.
    """
    ecp5 = name.startswith("ecp5")
    tool = options.nextpnr_ecp5 if ecp5 else options.nextpnr_ice40
    netlist, spacers = placed_from
    parse = functools.partial(parse_ecp5, spacers=spacers) if ecp5 else parse_ice40
    made = digest(version(tool), str(options.freq), *BOARDS[name]["place"], netlist)
    stem = f"{base}-{made}-seed{seed}"
    report_path, log_path = stem + ".report", stem + ".log"
    if not os.path.exists(report_path):
        begin = time.monotonic()
        command = [tool, *BOARDS[name]["place"], "--json", netlist, "--seed", str(seed)]
        command += ["--freq", str(options.freq), "--timing-allow-fail"]
        status = run_logged(command + ["--report", report_path + ".part"], log_path,
                            options.minutes)
        log = read_bytes(log_path).decode(errors="replace")
        if status != 0:
            why = "does not fit" if re.search(FULL, log) else None
            if status is None:
                why = f"not routed in {options.minutes} minutes"
            if why:
                print(f"size: {name}: seed {seed}: {why}", flush=True)
                return seed, parse(log, {}), None
            raise SizeError(f"{name}: placement failed:\n{log_tail(log_path)}")
        os.replace(report_path + ".part", report_path)
        took = time.monotonic() - begin
    else:
        took = None
    log = read_bytes(log_path).decode(errors="replace")
    report = json.loads(read_bytes(report_path))
    clock = parse_report(report)
    if clock is None:
        raise SizeError(f"{name}: the report holds no clock: is the top's clock port connected?")
    note = "kept from before" if took is None else f"{took:.0f} s"
    print(f"size: {name}: seed {seed}: {clock:.2f} MHz ({note})", flush=True)
    return seed, parse(log, report), clock


def measure(options, name, parameters, made_from):
    base = synthesize(options, name, parameters, made_from)
    netlist = leave_netlist(options, name, base)
    if not options.seeds:
        return None
    placed_from = spaced(name, base, options.top)
    with concurrent.futures.ThreadPoolExecutor(max_workers=min(options.jobs, 2)) as pool:
        runs = list(pool.map(lambda seed: place(options, name, base, placed_from, seed),
                             options.seeds))
    ecp5 = name.startswith("ecp5")
    result = {"name": name, "top": options.top, "parameters": parameters}
    result.update(summarize(runs))
    result["netlist"] = netlist
    if options.lockstep:
        result["netlist_lockstep"] = lockstep(options, name)
    result["made_from"] = made_from
    result["tools"] = {
        "yosys": short_version(version(options.yosys_ecp5 if ecp5 else options.yosys)),
        "nextpnr": short_version(version(options.nextpnr_ecp5 if ecp5 else options.nextpnr_ice40)),
    }
    return result


def print_table(boards):
    print(f"\n{'board':<12}{'LUT4':>7}{'FF':>7}{'BRAM':>6}{'cells':>7}{'Fmax':>8}{'worst':>8}")
    for board in boards:
        clock = [
            f"{board[key]:.2f}" if board[key] else "-" for key in ("fmax_mhz", "fmax_worst_mhz")
        ]
        print(
            f"{board['name']:<12}{board['lut4']:>7}{board['ff']:>7}{board['bram']:>6}"
            f"{board.get('logic_cells', '-'):>7}{clock[0]:>8}{clock[1]:>8}"
        )
    for board in boards:
        if not board["fits"]:
            print(f"  {board['name']}: does not fit or was not routed, or not with every seed")
        if "netlist_lockstep" in board:
            run = board["netlist_lockstep"]
            print(f"  {board['name']} netlist: {run['jobs']} lockstep jobs, "
                  f"{run['differences']} differences")
        for figure, rule in BOARDS[board["name"]]["targets"].items():
            print(f"  {board['name']} {figure} {board[figure]}: {judge(rule, board[figure])}")


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", action="append", required=True, metavar="NAME:HASH:PARAMETERS",
                        help="board, name of its parameters, and the parameters (blanks between)")
    parser.add_argument("--top", default="zf_size_top")
    parser.add_argument("--chip", default="zf_chip")
    parser.add_argument("--source", nargs="+", required=True, help="the chip's files")
    parser.add_argument("--wrapper", required=True, help="the file of the top around it")
    parser.add_argument("--include", nargs="*", default=["build/gen"])
    parser.add_argument("--seeds", type=lambda text: [int(s) for s in text.split(",") if s],
                        default=[1, 2, 3, 4, 5], help="none: no placement, only the netlist")
    parser.add_argument("--lockstep", metavar="COMMAND",
                        help="what runs the lockstep jobs of a board; NETLIST_BOARD=NAME is added")
    parser.add_argument("--netlists", default="build/netlist")
    parser.add_argument("--freq", type=int, default=100, help="clock the placer works towards, MHz")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=int, default=20, help="a placement is given so long")
    parser.add_argument("--work", default="build/size")
    parser.add_argument("--out", default="build/size.json")
    for tool in ("yosys", "yosys-ecp5", "nextpnr-ice40", "nextpnr-ecp5"):
        parser.add_argument("--" + tool, default=tool)
    return parser.parse_args(arguments)


def run(options):
    os.makedirs(options.work, exist_ok=True)
    text = [read_bytes(path) for path in [*options.source, options.wrapper]]
    for folder in options.include:
        for path in sorted(os.listdir(folder)):
            if path.endswith((".vh", ".hex")):
                text.append(read_bytes(os.path.join(folder, path)))
    boards = []
    for wanted in options.board:
        name, parameters_hash, parameters = wanted.split(":", 2)
        if name not in BOARDS:
            raise SizeError(f"{name} is no board ({', '.join(BOARDS)}).")
        ecp5 = name.startswith("ecp5")
        tools = ("yosys_ecp5", "nextpnr_ecp5") if ecp5 else ("yosys", "nextpnr_ice40")
        for tool in tools if options.seeds else tools[:1]:
            if not shutil.which(getattr(options, tool)):
                raise SizeError(f"{getattr(options, tool)} is missing: make setup")
        made_from = digest(BOARDS[name]["synth"], options.top, parameters, *text)
        board = measure(options, name, parameters.split(), made_from)
        if board:
            board["parameters_hash"] = parameters_hash
            boards.append(board)
    if not boards:
        return 0
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    with open(options.out, "w", encoding="utf-8") as file:
        json.dump({"date": now, "freq_mhz": options.freq, "boards": boards}, file, indent=1)
        file.write("\n")
    print_table(boards)
    print(f"written: {options.out}")
    return int(any(board.get("netlist_lockstep", {}).get("differences") for board in boards))


def main(arguments):
    options = parse_arguments(arguments)
    try:
        return run(options)
    except SizeError as error:
        print(f"size: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
