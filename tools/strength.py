#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How strong the program is: suites, mates and games, against the figures that it should reach.

    tools/strength.py [--parts wac,ecm,sts,mates,games,null,credits] [--sample N] [--games N]
        [--opponents phalanx,sjeng,gnuchess,glaurung] [--out build/strength.json] [--show] [--json]

Each part is measured by the program itself (`zaffre epd`) or by tools/match.py, all with the C
model as device and one thread. --sample N takes every Nth row of a suite. --games sets the games of
each match. Results are merged into the output file part by part, with date, revision and load, so
that hours of work can be cut into pieces; --show prints what is there and measures nothing.
docs/results/strength.json is a copy that was worth keeping.
"""

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile

import match

PROGRAM = os.path.join(os.environ.get("O", "build"), "zaffre")
DATA = "tests/data"
OPENINGS = f"{DATA}/openings/noob_3moves_2000.epd"
CLOCK = [5.0, 0.05]
MATE_NODES = 200000
MATCH_NODES = 20000

# Part: file, milliseconds, what is counted, least, aim, of the whole suite.
SUITES = {
    "wac": (f"{DATA}/tactical/wac_300_corrected.epd", 1000, "solved", 280, 297),
    "ecm": (f"{DATA}/tactical/ecm_879.epd", 1000, "solved", 560, 700),
    "sts": (f"{DATA}/tactical/sts.epd", 200, "points", 5000, 6000),
}
MATES = [f"{DATA}/mate/mate_in_4.epd", f"{DATA}/mate/mate_in_5.epd"]
# Opponent: how it is started, least and aim in per cent. The --uci of gnuchess reads no book.
OPPONENTS = {
    "phalanx": ("xboard:phalanx -b-", 75, None),
    "sjeng": ("xboard:sjeng", 75, None),
    "gnuchess": ("gnuchess --uci", 35, 50),
    "glaurung": ("glaurung", None, 50),
}
# Part: a UCI option of the program, its two values by the name of the variant, games.
VARIANTS = {
    "credits": ("Credits", {"with credits": "all", "without": "none"}, 400),
    "null": ("NullMove", {"verified": "verified", "standard": "3"}, 400),
}
PARTS = [*SUITES, "mates", "games", "null", "credits"]


class Unmeasured(Exception):
    """Why a part cannot be measured here."""


def sampled(name, step, edit=lambda row: row):
    with open(name, encoding="utf-8") as file:
        rows = [line.rstrip("\n") for line in file if line.strip() and line[0] != "#"]
    return [edit(row) for row in rows[::step]]


def run_suite(rows, *limits):
    """What `zaffre epd` counts of these rows."""
    handle, name = tempfile.mkstemp(suffix=".epd")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write("\n".join(rows) + "\n")
        done = subprocess.run([PROGRAM, "epd", name, "--device", "model", "--json", *limits],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              check=False)
    finally:
        os.unlink(name)
    if done.returncode:
        raise Unmeasured(done.stderr.strip())
    return json.loads(done.stdout)


def measure_suite(part, options):
    name, time, what, least, aim = SUITES[part]
    found = run_suite(sampled(name, options.sample), "--time", str(time))
    whole = sum(1 for row in sampled(name, 1))
    share = found["total"] / whole
    return {"sample": options.sample, "time": time, **found, "value": found[what],
            "of": found["points_most"] if what == "points" else found["total"],
            "least": round(least * share), "aim": round(aim * share)}


def only_mate(row):
    """The row with its dm alone: the key move says nothing of the length."""
    fields = row.split(" ", 4)
    kept = [op.strip() for op in fields[4].split(";") if op.strip().startswith(("dm ", "id "))]
    return " ".join(fields[:4]) + " " + "; ".join(kept) + ";"


def measure_mates(options):
    result = {"sample": options.sample, "nodes": MATE_NODES}
    for name in MATES:
        rows = sampled(name, options.sample, only_mate)
        part = os.path.basename(name)[:-4]
        result[part] = {"default": run_suite(rows, "--nodes", str(MATE_NODES))}
        for label, value in (("with credits", "all"), ("without", "none")):
            try:
                result[part][label] = run_suite(rows, "--nodes", str(MATE_NODES), "--credits",
                                                value)
            except Unmeasured as error:
                result[part][label] = {"unmeasured": str(error)}
    return result


def measure_games(options):
    openings = match.read_openings(OPENINGS, 1)
    result = {"clock": CLOCK}
    for name in options.opponents:
        command, least, aim = OPPONENTS[name]
        try:
            specs = [match.Spec(PROGRAM), match.Spec(command)]
        except OSError as error:
            result[name] = {"unmeasured": f"{error}; apt-get install {name}"}
            continue
        found, _ = match.match(specs, match.Control(clock=CLOCK), options.games or 200, openings,
                               options.jobs, report=progress(name))
        result[name] = {**found, "least": least, "aim": aim}
    return result


def measure_variant(part, options):
    option, values, games = VARIANTS[part]
    spec = match.Spec(PROGRAM)
    engine = match.start(spec)
    known = engine.options.get(option)
    engine.quit()
    if known is None:
        raise Unmeasured(f"this build has no UCI option {option}")
    specs = [match.Spec(f"{PROGRAM} {option}={value}") for value in values.values()]
    found, _ = match.match(specs, match.Control(nodes=MATCH_NODES), options.games or games,
                           match.read_openings(OPENINGS, 1), options.jobs,
                           report=progress(part))
    return {"nodes": MATCH_NODES, "first": list(values)[0], "second": list(values)[1], **found}


def progress(name):
    if not sys.stderr.isatty():
        return None
    return lambda found: print(f"\r{name}: {found['games']} games, {match.text_of(found)}  ",
                               end="", file=sys.stderr)


def measure(part, options):
    if part in SUITES:
        return measure_suite(part, options)
    if part == "mates":
        return measure_mates(options)
    return measure_games(options) if part == "games" else measure_variant(part, options)


def revision():
    done = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True,
                          text=True, check=False)
    return done.stdout.strip() or "unknown"


# ---- The table

def row_of(name, value, least="", aim="", remark=""):
    return f"{name:<34} {value:>18} {least!s:>8} {aim!s:>8}  {remark}"


def suite_rows(part, found):
    met = ("aim" if found["value"] >= found["aim"] else
           "reached" if found["value"] >= found["least"] else "missed")
    sample = f", every {found['sample']}th row" if found["sample"] > 1 else ""
    yield row_of(f"{part} at {found['time'] / 1000:g} s{sample}",
                 f"{found['value']}/{found['of']}", found["least"], found["aim"], met)


def mate_rows(found):
    for part in ("mate_in_4", "mate_in_5"):
        for label, counted in found[part].items():
            name = f"{part} at {found['nodes']} nodes, {label}"
            if "unmeasured" in counted:
                yield row_of(name, "-", remark=counted["unmeasured"])
            else:
                unsolved = counted["total"] - counted["solved"]
                yield row_of(name, f"{unsolved} unsolved", remark=f"of {counted['total']}")


def percent(value):
    return "" if value is None else f"{value} %"


def game_rows(found):
    for name in OPPONENTS:
        if name not in found:
            continue
        games = found[name]
        label = f"{name}, {found['clock'][0]:g} s + {found['clock'][1]:g} s"
        if "unmeasured" in games:
            yield row_of(label, "-", percent(OPPONENTS[name][1]), percent(OPPONENTS[name][2]),
                         games["unmeasured"])
            continue
        yield row_of(label, f"{100 * games['score']:.1f} %", percent(games["least"]),
                     percent(games["aim"]), f"{games['games']} games {match.text_of(games)}")


def variant_rows(part, found):
    yield row_of(f"{found['first']} against {found['second']}", f"{100 * found['score']:.1f} %",
                 remark=f"{found['games']} games {match.text_of(found)}")


def table(results):
    yield row_of("figure", "measured", "least", "aim")
    for part in PARTS:
        found = results["parts"].get(part)
        if found is None:
            yield row_of(part, "-", remark="not measured yet")
        elif "unmeasured" in found:
            yield row_of(part, "-", remark=found["unmeasured"])
        elif part in SUITES:
            yield from suite_rows(part, found)
        elif part == "mates":
            yield from mate_rows(found)
        elif part == "games":
            yield from game_rows(found)
        else:
            yield from variant_rows(part, found)


def listed(known):
    def read(text):
        words = [word for word in text.replace(",", " ").split() if word]
        for word in words:
            if word not in known:
                raise argparse.ArgumentTypeError(f"{word} is none of {', '.join(known)}")
        return words
    return read


def positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1")
    return int(text)


def load(name):
    try:
        with open(name, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {"parts": {}}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--parts", type=listed(PARTS), default=PARTS)
    parser.add_argument("--sample", type=positive, default=1)
    parser.add_argument("--games", type=positive)
    parser.add_argument("--opponents", type=listed(list(OPPONENTS)), default=list(OPPONENTS))
    parser.add_argument("--jobs", type=positive, default=1, help="games at once")
    parser.add_argument("--out", default=os.path.join(os.path.dirname(PROGRAM), "strength.json"))
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    try:
        results = load(options.out)
        for part in [] if options.show else options.parts:
            try:
                found = measure(part, options)
            except Unmeasured as error:
                found = {"unmeasured": str(error)}
            if part == "games" and "clock" in results["parts"].get("games", {}):
                found = {**results["parts"]["games"], **found}
            found["measured"] = {"date": datetime.date.today().isoformat(),
                                 "revision": revision(), "load": os.getloadavg()[1],
                                 "machine": platform.machine(), "processors": os.cpu_count()}
            results["parts"][part] = found
            with open(options.out, "w", encoding="utf-8") as file:
                json.dump(results, file, indent=1)
                file.write("\n")
    except (OSError, ValueError) as error:
        print(f"strength: {error}", file=sys.stderr)
        return 2
    print(json.dumps(results) if options.json else "\n".join(table(results)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
