#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/netlist.py: truth tables of LUTs, pins of black boxes, and which mutations are worth it."""
import copy
import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
import netlist  # noqa: E402

PINS = "ABCD"


def lut(table, pins):
    """What lut_cell makes of a LUT4, as a function of the nets 2.."""
    cell = netlist.lut_cell({
        "type": "LUT4", "parameters": {"INIT": f"{table:016b}"},
        "connections": {**{pin: [bit] for pin, bit in zip(PINS, pins)}, "Z": [9]},
    })
    inputs, rows = cell["connections"]["A"], cell["parameters"]["LUT"]
    assert len(rows) == 1 << len(inputs) == 1 << int(cell["parameters"]["WIDTH"], 2)

    def value(nets):
        index = sum((bit == "1" or nets.get(bit, 0)) << i for i, bit in enumerate(inputs))
        return int(rows[-1 - index])

    return value, len([bit for bit in inputs if isinstance(bit, int)])


def lut_differences(table, pins):
    """Values of the nets for which the reduced LUT differs from the table of the part."""
    value, _ = lut(table, pins)
    wrong = 0
    for bits in itertools.product((0, 1), repeat=4):
        nets = dict(zip((2, 3, 4, 5), bits))
        index = sum((pin == "1" or nets.get(pin, 0)) << i for i, pin in enumerate(pins))
        wrong += value(nets) != table >> index & 1
    return wrong


def ram(**changes):
    """A block RAM of nine bits as the mapper writes it."""
    pins = {f"{name}{bit}": [100 * n + bit] for n, (name, width) in enumerate(
        netlist.BLACK_BOXES["DP16KD"]["vectors"].items(), 1) for bit in range(width)}
    pins.update({"CLKA": [2], "CLKB": [2], "CEA": ["1"], "CEB": ["1"], "WEA": [3], "WEB": ["0"],
                 "RSTA": ["0"], "RSTB": ["0"]})
    parameters = {"DATA_WIDTH_A": f"{9:032b}", "DATA_WIDTH_B": f"{9:032b}", "REGMODE_B": "NOREG"}
    for key, value in changes.items():
        (parameters if key in parameters else pins)[key] = value
    return {"type": "DP16KD", "parameters": parameters, "connections": pins}


def refusal(**changes):
    try:
        netlist.box_cell("m", ram(**changes), netlist.BLACK_BOXES["DP16KD"])
    except netlist.NetlistError as error:
        return str(error)
    return ""


def design():
    """A LUT between a flip-flop whose enable is a constant and a port; its own output unread."""
    ff = {"type": "TRELLIS_FF", "parameters": {"CEMUX": "1 "},
          "port_directions": {"Q": "output", "DI": "input", "CE": "input", "CLK": "input"},
          "connections": {"Q": [4], "DI": [3], "CE": [3], "CLK": [2]}}
    dead = copy.deepcopy(ff)
    dead["connections"]["Q"] = [5]
    cells = {"ff": ff, "dead": dead,
             "lut": {"type": "$lut", "parameters": {}, "connections": {"Y": [6], "A": [4, "0"]},
                     "port_directions": {"Y": "output", "A": "input"}},
             "carry": {"type": "CCU2C", "parameters": {},
                       "port_directions": {"S0": "output", "S1": "output", "COUT": "output",
                                           "A0": "input", "A1": "input"},
                       "connections": {"S0": [6], "S1": [7], "COUT": [8], "A0": [4], "A1": [4]}}}
    ports = {"clk": {"direction": "input", "bits": [2]}, "y": {"direction": "output", "bits": [6]}}
    made = {"modules": {"t": {"cells": cells, "ports": ports}}}
    made["read"] = netlist.nets_read(made["modules"]["t"])
    return made


def shell_of(ports, *parameters):
    """The module around the gates, its blanks squeezed; or why there is none."""
    ports = {name: {"direction": way, "bits": [0] * width} for name, (way, width) in ports.items()}
    try:
        return " ".join(netlist.shell("t", ports, parameters).split())
    except netlist.NetlistError as error:
        return str(error)


def shells():
    text = shell_of({"clk": ("input", 1), "y": ("output", 40)}, "CONTEXTS=4", "FULL=0")
    yield "parameters and ports of the shell", True, (
        "module t #(parameter CONTEXTS=4, FULL=0) ( input wire [0:0] clk, "
        "output wire [39:0] y );" in text)
    yield "the gates in the shell", True, (
        "t_gates gates (.mutant(mutant), .clk(clk), .y(y));" in text)
    yield "the mutation of the shell", True, '"bug=%d", value)) mutant = value[15:0]' in text
    yield "no parameters", True, "module t ( input" in shell_of({"clk": ("input", 1)})
    yield "a port of both directions", "port pad is inout", shell_of({"pad": ("inout", 1)})


def worth(cell, port, bit="0"):
    return netlist.worth(design(), "t", {"cell": cell, "port": port, "portbit": bit})


def cases():
    for table in (0x8000, 0x6996, 0xAAAA, 0x00FF, 0xCAFE, 0x0000, 0xFFFF):
        for pins in ((2, 3, 4, 5), (2, "1", 4, "0"), ("1", "1", "0", 5), ("0",) * 4, (2, 2, 3, 3)):
            yield f"LUT {table:04x} on {pins}", 0, lut_differences(table, pins)
    yield "inputs that do not matter", 1, lut(0xAAAA, (2, 3, 4, 5))[1]
    yield "all inputs", 4, lut(0x6996, (2, 3, 4, 5))[1]
    box = netlist.box_cell("m", ram(), netlist.BLACK_BOXES["DP16KD"])
    yield "pins in order", [100 + bit for bit in range(14)], box["connections"]["ada"]
    yield "single pins", [3], box["connections"]["wea"]
    yield "outputs", "output", box["port_directions"]["dob"]
    yield "second write port", True, "WEB" in refusal(WEB=[7])
    yield "output register", True, "REGMODE_B" in refusal(REGMODE_B="OUTREG")
    yield "two clocks", True, "differ" in refusal(CLKB=[8])
    yield "sound", "", refusal()
    yield "a net that is read", True, worth("ff", "Q")
    yield "a net that nobody reads", False, worth("dead", "Q")
    yield "a clock", False, worth("ff", "CLK")
    yield "an input of a cell that is read", True, worth("ff", "DI")
    yield "an input of a cell that nobody reads", False, worth("dead", "DI")
    yield "a carry cell of which only the first sum is read", (True, False), (
        worth("carry", "A0"), worth("carry", "A1"))
    yield "an enable that does not count", False, worth("ff", "CE")
    yield "a constant", False, worth("lut", "A", "1")
    yield "a port of the chip", True, worth("lut", "Y")
    fields = netlist.read_fields("mutate -mode inv -cell a.b -port Q -portbit 3 -src x -src y")
    yield "fields", ("inv", "a.b", "3"), (fields["mode"], fields["cell"], fields["portbit"])


def main():
    passed = failed = 0
    for name, expected, found in [*cases(), *shells()]:
        if expected == found:
            passed += 1
        else:
            failed += 1
            print(f"{name}: expected {expected}, found {found}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
