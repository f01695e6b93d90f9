#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes Verilog that a simulator takes out of a netlist of the chip, with mutations if wanted.

The cells of the part become expressions and registers by Yosys's own simulation models, which are
read from the Yosys in use. A LUT becomes its truth table at once, which simulates faster than their
tree of choices; and what they leave as black boxes (block RAM, multiplier) gets a model of ours,
below sim/netlist. Registers and memories lose their first contents, so that the simulator
may draw them. The result is a module zf_chip_gates with the chip's ports and one more, `mutant`,
the number of the mutation at work, and around it one that stands in the chip's place.
Standard library only.
"""
import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys

MUTANT_BITS = 16

# Primitives with a model of ours: its name, its ports (the pins NAME0.. of the primitive), single
# pins under another name, and what must hold for the model to be right: parameters by value, pins
# by constant ("-" not connected).
OFF = ("0", "-")
BLACK_BOXES = {
    "DP16KD": {
        "model": "zf_dp16kd",
        "vectors": {"ADA": 14, "DIA": 18, "DIB": 18, "ADB": 14, "DOA": 18, "DOB": 18},
        "pins": {"CLKA": "clk", "CEA": "cea", "WEA": "wea", "CEB": "ceb"},
        "kept": ("DATA_WIDTH_A", "DATA_WIDTH_B"),
        "parameters": {
            "REGMODE_A": "NOREG", "REGMODE_B": "NOREG", "CLKAMUX": "CLKA", "CLKBMUX": "CLKB",
            "CSDECODE_A": "0b000", "CSDECODE_B": "0b000",
        },
        "constants": {pin: OFF for pin in ("WEB", "RSTA", "RSTB", "CSA0", "CSA1", "CSA2", "CSB0",
                                           "CSB1", "CSB2")},
        "same": ("CLKA", "CLKB"),
    },
    "MULT18X18D": {
        "model": "zf_mult18x18d",
        "vectors": {"A": 18, "B": 18, "P": 36},
        "pins": {"SIGNEDA": "signeda", "SIGNEDB": "signedb"},
        "kept": (),
        "parameters": {f"REG_{stage}_CLK": "NONE"
                       for stage in ("INPUTA", "INPUTB", "PIPELINE", "OUTPUT")},
        "constants": {pin: OFF for pin in ("SOURCEA", "SOURCEB")},
        "same": (),
    },
}

# Clocks are not logic: a mutation there makes another clock domain.
CLOCKS = ("clk", "wck", "c", "wclk", "rclk")

# LUTs: inputs from the lowest bit of the index, parameter, output.
LUTS = {
    "LUT4": (("A", "B", "C", "D"), "INIT", "Z"),
    "SB_LUT4": (("I0", "I1", "I2", "I3"), "LUT_INIT", "O"),
}


class NetlistError(Exception):
    """One sentence for the user."""


def constant(bits):
    """What a pin is tied to: 0, 1, x, - for nothing, or None where a net comes."""
    if not bits:
        return "-"
    return bits[0] if isinstance(bits[0], str) else None


def box_cell(name, cell, box):
    """The cell with the ports of our model; refuses what the model does not do."""
    pins = cell["connections"]
    for key, value in box["parameters"].items():
        if cell["parameters"].get(key, value).rstrip() != value:
            raise NetlistError(f"{cell['type']} {name}: {key} is {cell['parameters'][key]}, and "
                               f"{box['model']} knows {value} only")
    for pin, values in box["constants"].items():
        if constant(pins.get(pin, [])) not in values:
            raise NetlistError(f"{cell['type']} {name}: {pin} is used; {box['model']} lacks it")
    if len({tuple(pins[pin]) for pin in box["same"]}) > 1:
        raise NetlistError(f"{cell['type']} {name}: {' and '.join(box['same'])} differ")
    connections = {
        name.lower(): [(pins.get(f"{name}{bit}") or ["x"])[0] for bit in range(width)]
        for name, width in box["vectors"].items()
    }
    connections.update({port: pins.get(pin) or ["x"] for pin, port in box["pins"].items()})
    outputs = {port.lower() for port in box["vectors"] if port in ("DOA", "DOB", "P")}
    return {
        "hide_name": cell.get("hide_name", 0),
        "type": box["model"],
        "parameters": {key: cell["parameters"][key] for key in box["kept"]},
        "attributes": {},
        "port_directions": {port: "output" if port in outputs else "input" for port in connections},
        "connections": connections,
    }


def lut_cell(cell):
    """A LUT as Yosys's own kind of cell, without the inputs that are constant or do not matter."""
    table = [bit == "1" for bit in reversed(cell["parameters"][LUTS[cell["type"]][1]])]
    inputs = []
    for pin in LUTS[cell["type"]][0]:
        tied = constant(cell["connections"].get(pin, []))
        # The inputs so far are the low bits of an index; this one is the bit above them.
        step = 1 << len(inputs)
        low = [value for index, value in enumerate(table) if not index & step]
        high = [value for index, value in enumerate(table) if index & step]
        if tied is not None or low == high:
            table = high if tied == "1" else low
        else:
            inputs += cell["connections"][pin]
    if not inputs:
        inputs, table = ["0"], table * 2
    output = LUTS[cell["type"]][2]
    return {
        "hide_name": cell.get("hide_name", 0),
        "type": "$lut",
        "parameters": {
            "WIDTH": f"{len(inputs):032b}",
            "LUT": "".join("01"[value] for value in reversed(table)),
        },
        "attributes": {},
        "port_directions": {"A": "input", "Y": "output"},
        "connections": {"A": inputs, "Y": cell["connections"][output]},
    }


def join_pins(design, top):
    """Replaces LUTs and the black boxes of a netlist by our models; the number of each kind."""
    count = collections.Counter()
    cells = design["modules"][top]["cells"]
    for name in [name for name, cell in cells.items() if cell["type"] == "$scopeinfo"]:
        del cells[name]
    free = 1 + max((bit for net in design["modules"][top]["netnames"].values()
                    for bit in net["bits"] if isinstance(bit, int)), default=1)
    for name, cell in cells.items():
        box = BLACK_BOXES.get(cell["type"])
        if cell["type"] in LUTS and cell["connections"].get(LUTS[cell["type"]][2]):
            count[cell["type"]] += 1
            cell.update(lut_cell(cell))
        if not box:
            continue
        count[cell["type"]] += 1
        joined = box_cell(name, cell, box)
        # An output that goes nowhere still wants a net.
        for port, bits in joined["connections"].items():
            if joined["port_directions"][port] == "output":
                for index, bit in enumerate(bits):
                    if bit == "x":
                        bits[index] = free
                        free += 1
        cell.clear()
        cell.update(joined)
    return count


def worth(design, top, fields):
    """Whether a mutation touches logic: a net between cells, no clock, and something reads it."""
    cell = design["modules"][top]["cells"].get(fields["cell"])
    bits = cell["connections"].get(fields["port"], []) if cell else []
    bit = int(fields["portbit"])
    if bit >= len(bits) or not isinstance(bits[bit], int) or fields["port"].lower() in CLOCKS:
        return False
    if cell["type"] == "TRELLIS_FF":
        pin = {"CE": "CEMUX", "LSR": "LSRMUX"}.get(fields["port"])
        if pin and cell["parameters"].get(pin, "").strip() in ("0", "1"):
            return False
    if cell["port_directions"].get(fields["port"]) == "output":
        return bits[bit] in design["read"]
    # The second half of a carry cell does not drive the first half's sum.
    second = cell["type"] == "CCU2C" and fields["port"].endswith("1")
    return any(net in design["read"] for port, nets in cell["connections"].items()
               if cell["port_directions"].get(port) == "output" and not (second and port == "S0")
               for net in nets)


def nets_read(module):
    """The nets that an input of a cell or an output of the module takes."""
    nets = set()
    for cell in module["cells"].values():
        for port, bits in cell["connections"].items():
            if cell["port_directions"].get(port) != "output":
                nets.update(bits)
    for port in module["ports"].values():
        if port["direction"] == "output":
            nets.update(port["bits"])
    return nets


def read_fields(line):
    """A line of `mutate -list` by its options."""
    words = line.split()[1:]
    return {words[i].lstrip("-"): words[i + 1] for i in range(0, len(words) - 1, 2)}


def draw_mutations(options, design, joined):
    """Draws the mutations by `mutate -list`, in random order: a list of numbered commands."""
    path = options.out + ".list"
    run_yosys(options, "list", [
        f"read_verilog -D NO_INCLUDES -lib {options.cells}",
        f"read_verilog -lib {' '.join(options.models)}",
        f"read_json {joined}",
        f"mutate -list {4 * options.mutations} -seed {options.seed} -o {path} {options.top}",
    ])
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.startswith("mutate ")]
    design["read"] = nets_read(design["modules"][options.top])
    lines = [line for line in lines if worth(design, options.top, read_fields(line))]
    random.Random(options.seed).shuffle(lines)
    if len(lines) < options.mutations:
        raise NetlistError(f"Yosys drew only {len(lines)} mutations of logic")
    drawn = []
    for number, line in enumerate(lines[: options.mutations], 1):
        fields = read_fields(line)
        cell = design["modules"][options.top]["cells"][fields["cell"]]
        drawn.append({
            "mutant": number,
            "type": cell["type"],
            "source": " ".join(re.findall(r"-src (rtl/\S+)", line)),
            **{key: fields[key] for key in
               ("mode", "cell", "port", "portbit", "ctrlbit", "wire", "wirebit") if key in fields},
            "command": line.replace("mutate ", f"mutate -ctrl mutant {MUTANT_BITS} {number} ", 1),
        })
    with open(options.list, "w", encoding="utf-8") as file:
        json.dump(drawn, file, indent=1)
        file.write("\n")
    return [mutation["command"] for mutation in drawn]


def run_yosys(options, step, lines):
    """Runs steps of Yosys, with script and log beside the result."""
    script = f"{options.out}.{step}.ys"
    with open(script, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    done = subprocess.run([options.yosys, "-q", "-l", f"{options.out}.{step}.log", script],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NetlistError(f"{options.yosys} failed:\n{(done.stdout + done.stderr)[-2000:]}")


def simulation_steps(options, joined, commands):
    """The steps from the netlist to the module that is simulated."""
    # Mutations want to know which pins of a cell are outputs.
    lines = [f"read_verilog -D NO_INCLUDES -lib {options.cells}"] if commands else []
    lines += [
        f"read_verilog -lib {' '.join(options.models)}",
        f"read_json {joined}",
        *(commands or [f"add -input mutant {MUTANT_BITS} {options.top}"]),
        f"rename {options.top} {options.top}_gates",
        "delete =A:whitebox",
        # Only the models of cells that occur are worked out; one of the others is 32 KB of registers.
        f"read_verilog -overwrite -defer -D NO_INCLUDES {options.cells}",
        f"read_verilog -overwrite -lib {' '.join(options.models)}",
        f"hierarchy -check -top {options.top}_gates",
        "setattr -mod -unset whitebox -unset lib_whitebox -unset abc9_box -unset abc9_flop *",
        "proc",
        "opt_expr",
        "opt_clean",
        "flatten",
        "setattr -unset init w:*",
        "delete t:$meminit t:$meminit_v2",
        "memory_collect",
        "opt_clean -purge",
        "splitnets -driver",
        "opt_clean -purge",
        "check -assert",
        f"write_verilog -noattr {options.out}.part",
    ]
    return lines


def shell(top, ports, parameters):
    """The module in the chip's place: its ports, and the gates with the mutation that +bug names."""
    # The parameters are those the gates were made with: the top hands them on, nobody uses them.
    head = f"#(parameter {', '.join(parameters)}) " if parameters else ""
    lines = ["", "// The mutation that +bug=N names is at work from the first clock on.",
             f"module {top} {head}("]
    for name, port in ports.items():
        if port["direction"] not in ("input", "output"):
            raise NetlistError(f"port {name} is {port['direction']}")
        lines.append(f"    {port['direction']} wire [{len(port['bits']) - 1}:0] {name},")
    lines[-1] = lines[-1].rstrip(",")
    lines += [
        ");",
        "    integer value;",
        f"    reg [{MUTANT_BITS - 1}:0] mutant;",
        "    initial begin",
        f"        mutant = {MUTANT_BITS}'d0;",
        f'        if ($value$plusargs("bug=%d", value)) mutant = value[{MUTANT_BITS - 1}:0];',
        "    end",
        f"    {top}_gates gates (.mutant(mutant)"
        + "".join(f", .{name}({name})" for name in ports) + ");",
        "endmodule",
    ]
    return "\n".join(lines) + "\n"


def convert(options):
    with open(options.netlist, encoding="utf-8") as file:
        design = json.load(file)
    if options.top not in design["modules"]:
        raise NetlistError(f"{options.netlist} holds no module {options.top}")
    # The library's modules come anew, with their insides.
    design["modules"] = {options.top: design["modules"][options.top]}
    count = join_pins(design, options.top)
    joined = options.out + ".json"
    with open(joined, "w", encoding="utf-8") as file:
        json.dump(design, file)
    commands = draw_mutations(options, design, joined) if options.mutations else []
    run_yosys(options, "gates", simulation_steps(options, joined, commands))
    with open(options.out + ".part", encoding="utf-8") as file:
        text = file.read()
    unknown = sorted(set(re.findall(r"^  (?:\\)?([A-Z][A-Z0-9_]+) (?:#\(|\\)", text, re.M)))
    if unknown:
        raise NetlistError(f"there is no model of {', '.join(unknown)}")
    with open(options.out + ".part", "a", encoding="utf-8") as file:
        file.write(shell(options.top, design["modules"][options.top]["ports"], options.parameters))
    os.replace(options.out + ".part", options.out)
    return count


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--netlist", required=True, help="the chip as Yosys writes JSON")
    parser.add_argument("--top", default="zf_chip")
    parser.add_argument("--out", required=True, help="the Verilog file")
    parser.add_argument("--yosys", default="yosys")
    parser.add_argument("--cells", required=True, help="Yosys's simulation models, a Verilog file")
    parser.add_argument("--models", nargs="*", default=["sim/netlist/zf_dp16kd.v",
                                                        "sim/netlist/zf_mult18x18d.v"])
    parser.add_argument("--parameters", nargs="*", default=[], metavar="NAME=VALUE",
                        help="parameters of the chip that the netlist was made with")
    parser.add_argument("--mutations", type=int, default=0, help="how many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", help="the file that tells what each mutation is")
    options = parser.parse_args(arguments)
    try:
        count = convert(options)
    except NetlistError as error:
        print(f"netlist: {error}", file=sys.stderr)
        return 2
    print("netlist: " + ", ".join([f"{number} {kind}" for kind, number in sorted(count.items())]
                                  + [f"{options.mutations} mutations"]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
