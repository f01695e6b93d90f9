#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random mutations of the placed netlist, each simulated against lockstep jobs until a difference.

soak_mutations.py [--count N] [--first N] [--batches N] [--jobs N] [--seed N] [--workers N]

One build holds all the mutations (make build/mutate/mutants: tools/netlist.py draws them by Yosys's
`mutate`, build/mutate/list.json tells them); which is at work is said at run time. The sound netlist
goes first and must show no difference, under the same limit of clocks without a result by which
a mutant counts as hung. First the jobs of tests/data/jobs/mutations.txt, then random ones. At least
90 % must be killed; every survivor is listed, with whether docs/mutations.md explains it. Writes
build/mutations.json. --count tries the first N only. time limit: 28800 s
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PROGRAM = "build/mutate/mutants"
LIST = "build/mutate/list.json"
OUT = "build/mutations.json"
PAGE = "docs/mutations.md"
LEAST = 0.9  # of the mutants must be killed
# Clocks without a result after which a chip hangs: five times the longest of the sound chip.
SILENCE = 1500000
SECONDS = 3600  # for one mutant; a run that needs more is an error, not a kill


class RunError(Exception):
    """One sentence for the user."""


def build():
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    done = subprocess.run(["make", "--no-print-directory", PROGRAM], env=environment,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RunError(f"make {PROGRAM} failed:\n{(done.stdout + done.stderr)[-3000:]}")


def attempt(options, number):
    """One line of tests/drivers/mutants.c as a dictionary, with the seconds."""
    begin = time.monotonic()
    command = [PROGRAM, *map(str, (number, options.batches, options.jobs, options.seed, SILENCE))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    if done.returncode != 0 or not done.stdout.strip():
        raise RunError(f"{' '.join(command)}: status {done.returncode}: {done.stderr.strip()}")
    result = json.loads(done.stdout)
    result["seconds"] = round(time.monotonic() - begin, 1)
    return result


def place_of(mutation):
    """Which mutation it is, as the page writes it."""
    bit = f"[{mutation['portbit']}]" if mutation["portbit"] != "0" else ""
    return f"{mutation['mode']} of {mutation['cell']}.{mutation['port']}{bit}"


def name_of(mutation):
    """What and where a mutation is, in one line."""
    wire = f", net {mutation['wire']}[{mutation['wirebit']}]" if "wire" in mutation else ""
    return (f"mutant {mutation['mutant']}: {place_of(mutation)} ({mutation['type']}){wire}; "
            f"{mutation['source']}")


def run(options):
    build()
    with open(LIST, encoding="utf-8") as file:
        mutations = json.load(file)
    mutations = mutations[options.first - 1:][:options.count]
    if not mutations:
        raise RunError("there is no mutation to try")
    sound = attempt(options, 0)
    if sound["killed"]:
        raise RunError(f"the sound netlist differs: {sound['difference']}")
    print(f"the sound netlist: {sound['jobs']} jobs, {sound['clocks']} clocks, no difference, "
          f"{sound['seconds']} s", flush=True)
    killed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=options.workers) as pool:
        for mutation, result in zip(mutations, pool.map(
                lambda mutation: attempt(options, mutation["mutant"]), mutations)):
            mutation.update(result)
            killed += result["killed"]
            print(f"{name_of(mutation)}: " + (f"killed: {result['difference']}" if result["killed"]
                                              else "SURVIVED"), flush=True)
    rate = killed / len(mutations)
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    survivors = [mutation for mutation in mutations if not mutation["killed"]]
    for mutation in survivors:
        mutation["explained"] = f"`{place_of(mutation)}`" in page
        print(f"survivor, {'explained' if mutation['explained'] else 'not explained'} in {PAGE}: "
              f"{name_of(mutation)}")
    with open(OUT, "w", encoding="utf-8") as file:
        json.dump({"mutants": len(mutations), "killed": killed, "rate": round(rate, 4),
                   "batches": options.batches, "jobs": options.jobs, "seed": options.seed,
                   "sound": sound,
                   "explained": sum(mutation["explained"] for mutation in survivors),
                   "survivors": survivors,
                   "all": mutations}, file, indent=1)
        file.write("\n")
    print(f"{killed} of {len(mutations)} mutations killed ({100 * rate:.1f} %), at least "
          f"{100 * LEAST:.0f} % wanted; {OUT}")
    return rate >= LEAST


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200, help="mutations to try")
    parser.add_argument("--first", type=int, default=1, help="the first of them")
    parser.add_argument("--batches", type=int, default=15, help="of lockstep jobs")
    parser.add_argument("--jobs", type=int, default=50, help="of each batch")
    parser.add_argument("--seed", type=int, default=1, help="of the jobs")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args(arguments)
    os.chdir(ROOT)
    try:
        good = run(options)
    except (RunError, subprocess.TimeoutExpired) as error:
        print(f"mutations: {error}")
        good = False
    print("1 passed, 0 failed" if good else "0 passed, 1 failed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
