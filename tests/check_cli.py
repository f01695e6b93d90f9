#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands of the program: exit statuses, messages, JSON, and counts that must agree.

Prints "N passed, N failed". Parts that need the simulated chip are left out where the program was
built without it. time limit: 900 s
"""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

import chess

from runner import PROGRAM, main, test

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def run(*arguments, seconds=120, status=0):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=seconds, text=True,
                          stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == status, \
        f"{arguments}: status {done.returncode}, wanted {status}: {done.stdout}{done.stderr}"
    return done


def load(*arguments, **named):
    done = run(*arguments, "--json", **named)
    assert done.stderr == "", done.stderr
    return json.loads(done.stdout)


def devices():
    return [device["name"] for device in load("devices")]


@test
def bad_usage():
    """One sentence on the error output that names the fault; status 2; nothing on the output."""
    cases = [
        (["teapot"], "teapot"),
        (["search"], "position"),
        (["search", "startpos", "--depth", "0"], "--depth 0"),
        (["search", "startpos", "--depth", "999"], "--depth 999"),
        (["search", "startpos", "--depth", "x"], "--depth x"),
        (["search", "startpos", "--depth"], "--depth"),
        (["search", "startpos", "--nodes", "-1"], "--nodes -1"),
        (["search", "startpos", "--time", "0"], "--time 0"),
        (["search", "startpos", "--frobnicate"], "--frobnicate"),
        (["search", "startpos", "--json=1"], "--json"),
        (["search", "startpos", "--device", "teapot"], "teapot"),
        (["search", "startpos", "--contexts", "0"], "--contexts 0"),
        (["search", "startpos", "--threads", "2"], "--threads 2"),
        (["perft"], "depth"),
        (["perft", "21"], "depth 21"),
        (["perft", "-1"], "-1"),
        (["perft", "x"], "depth x"),
        (["perft", "16", "--device", "model"], "depth 16"),
        (["perft", "3", "--device", "teapot"], "teapot"),
        (["rates", "--size", "no/such/file.json"], "no/such/file.json"),
        (["bench", "0"], "depth 0"),
        (["bench", "5", "6"], "6"),
        (["epd"], "file"),
        (["epd", "no/such/file.epd"], "no/such/file.epd"),
        (["epd", "tests"], "tests"),
        (["search", "startpos", "moves", "e2e4"], "moves"),
        ([""], "command"),
        (["search", "startpos", "--depth", "1e3"], "--depth 1e3"),
        (["search", "startpos", "--depth", "99999999999999999999"], "--depth 9999"),
        (["search", "startpos", "--depth", ""], "--depth"),
        (["perft", "0x3"], "depth 0x3"),
        (["job", "search", "startpos", "--limit", "16777216"], "limit"),
        (["job", "search", "startpos", "--history", "zzz"], "history"),
        (["epd", "tests", "--json"], "directory"),
        (["epd", "/dev/null"], "/dev/null holds no position"),
        (["epd", "/dev/zero"], "large"),
        (["rates", "--size", "tests"], "directory"),
        (["rates", "--device", "model"], "sim"),
        (["rates", "--size", "/dev/null"], "no boards"),
        (["help", "teapot"], "teapot"),
        (["help", "job", "epd"], "epd"),
        (["teapot", "--help"], "teapot"),
        (["job", "eval own Ke1 other Ke1", "--depth", "3"], "depth 3"),
        (["job", "eval own Ke1 other Ke1 abort 5"], "abort"),
        (["job", "search"], "position"),
        (["job", "dance", "startpos"], "kind"),
        (["job", "search", "startpos", "--depth", "16"], "depth"),
        (["job", "search", "startpos", "--beta", "40000"], "beta"),
        (["job", "search", "startpos", "--null", "4"], "null"),
        (["job", "perft", "startpos", "--depth", "0"], None),
        (["job", "search depth 3"], "position"),
        (["job", "search fen \"startpos\" depth 3"], None),
        (["rates", "--size", "no/such.json"], "rates"),
        (["devices", "all"], "all"),
        (["search", "startpos", "--device", "model:chips=0"],
         "chips is not a whole number from 1 to 64"),
        (["search", "startpos", "--device", "model:chips=2,sheep=3"], "sheep is no field"),
        (["search", "startpos", "--device", "model:boards=64,chips=64"], "8192"),
        (["scaling"], "file"),
        (["scaling", "no/such/file.epd"], "no/such/file.epd"),
        (["scaling", "tests/data/search/busy.epd"], "acd"),
        (["scaling", "tests/data/search/scaling.epd", "--rooms", "1x65"], "--rooms 1x65"),
        (["scaling", "tests/data/search/scaling.epd", "--link", "x"], "link is not a number"),
        (["uci", "now"], "now"),
    ]
    for arguments, word in cases:
        done = run(*arguments, status=2)
        assert done.stdout == "", (arguments, done.stdout)
        lines = done.stderr.splitlines()
        assert len(lines) == 1 and lines[0].startswith("zaffre"), (arguments, done.stderr)
        assert word is None or word in lines[0], (arguments, done.stderr)


@test
def unreadable_files():
    """Files and folders of lockstep, waves of every command that can write them."""
    if "sim" not in devices():
        return
    with tempfile.TemporaryDirectory() as folder:
        def write(name, text):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(text)
            return file.name

        row = b'perft fen "4k3/8/8/8/8/8/8/4K3 w - - 0 1" depth 1'
        waves = ["--trace-file", "no/such/folder/waves.vcd"]
        bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
        os.makedirs(os.path.join(folder, "openings/noob_3moves_2000.epd"))
        cases = [
            (["lockstep", "--file", folder], "directory"),
            (["lockstep", "--file", "no/such.txt"], "no/such.txt"),
            (["lockstep", "--file", "/dev/zero"], "large"),
            (["lockstep", "--file", write("empty", b"")], "holds no job"),
            (["lockstep", "--file", write("comments", b"# none\n\n")], "holds no job"),
            (["lockstep", "--file", write("nul", row + b"\0\n")], "line 1"),
            (["lockstep", "--file", write("torn", row + b"\n" + row[:30])], "line 2"),
            (["lockstep", "--file", write("long", row + b" x" * 10000)], "line 1"),
            (["lockstep", "--file", write("one", row + b"\n"), "--job", "1"], "holds 1 job"),
            (["lockstep", "--data", "no/such"], "no/such"),
            (["lockstep", "--data", folder], "noob_3moves"),
            (["lockstep", "--jobs", "1", *waves], "waves"),
            (["job", "eval", bare, *waves], "waves"),
            (["job", "eval", bare, "--device", "model", *waves], "waves"),
            (["perft", "2", bare, "--device", "sim", *waves], "waves"),
            (["search", bare, "--depth", "1", *waves], "waves"),
        ]
        for arguments, word in cases:
            done = run(*arguments, status=2)
            lines = done.stderr.splitlines()
            assert done.stdout == "" and len(lines) == 1, (arguments, done.stdout, done.stderr)
            assert word in lines[0], (arguments, lines)
        # A last line without its end is a line.
        for end in (b"", b"\n", b"\r\n"):
            assert load("lockstep", "--file", write("well", row + end))["jobs"] == 1


@test
def no_iteration_ended():
    """Sixteen contexts are at work in the first iteration when the limit cuts it."""
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    if "sim" in devices():
        found = load("search", kiwipete, "--device", "sim", "--nodes", "3000")
        assert found["depth"] == 0, found
        assert found["score"] == load("job", "eval", kiwipete, "--device", "model")["score"], found
        assert found["pv"] == [found["bestmove"]], found


@test
def many_chips():
    """24 chips on six boards: so many times as fast as one; and the search's options are heard."""
    rows = [row for row in open("tests/data/search/scaling.epd") if "BK.05" in row or "CCR01" in row]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "two.epd")
        with open(path, "w") as file:
            file.writelines(rows)
        words = ["scaling", path, "--json"]
        lines = run(*words, "--rooms", "1x1,6x4", "--depth", "8").stdout.splitlines()
        speed_up = [json.loads(line)["speed_up"] for line in lines][1::2]
        assert speed_up[0] > 3.6 and speed_up[1] > 3, speed_up
        words += ["--rooms", "1x1", "--depth", "5"]
        outcomes = {run(*words, *more).stdout
                    for more in ((), ("--credits", "none"), ("--null-move", "3"), ("--late", "2"))}
        assert len(outcomes) == 4, outcomes
        bad = run(*words, "--credits", "none,", status=2)
        assert "--credits" in bad.stderr, bad


@test
def scaling():
    words = ["scaling", "tests/data/search/scaling.epd", "--rooms", "1x1,2x2", "--depth", "3"]
    first, second = (run(*words, "--json").stdout for _ in range(2))
    assert first == second
    # Virtual time knows nothing of a machine that stands still for a while.
    process = subprocess.Popen([PROGRAM, *words, "--json"], stdout=subprocess.PIPE, text=True)
    for _ in range(5):
        time.sleep(0.2)
        process.send_signal(signal.SIGSTOP)
        time.sleep(1.1)
        process.send_signal(signal.SIGCONT)
    assert process.communicate(timeout=100)[0] == first, "a pause changed the outcome"
    rows = [json.loads(line) for line in first.splitlines()]
    assert [row["chips"] * row["boards"] for row in rows] == [1, 4] * 6, rows
    for one, four in zip(rows[::2], rows[1::2]):
        assert one["speed_up"] == 1 and one["efficiency"] == 1, one
        assert abs(four["speed_up"] - one["clocks"] / four["clocks"]) < 0.001, four
        assert abs(four["efficiency"] - four["speed_up"] / 4) < 0.001, four
        assert abs(four["milliseconds"] - four["clocks"] / 65e3) < 0.001, four
    table = run(*words).stdout.splitlines()
    assert len(table) == 1 + 12 + 2 + 2, table
    assert table[-2].startswith("tactical") and table[-1].startswith("quiet"), table


@test
def bad_positions():
    cases = [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("K7/8/8/8/8/8/8/KK5k w - - 0 1", "king"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pawn"),
        ("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "check"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "pawns"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 text", "column 31"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "column 21"),
        ("4k3/8/8/8/8/8/8 w - - 0 1", "rank"),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "column 5"),
        ("", None),
        ("4k3/8" * 200, None),
    ]
    for fen, word in cases:
        for command in (["search", fen], ["perft", "2", fen], ["job", "eval", fen]):
            done = run(*command, status=2)
            lines = done.stderr.splitlines()
            assert done.stdout == "" and len(lines) == 1, (command, done.stderr)
            assert word is None or word in lines[0], (command, lines)


@test
def lenient_positions():
    done = run("perft", "1", "4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1")
    assert done.stdout.startswith("5 nodes")
    assert len(done.stderr.splitlines()) == 2 and "note" in done.stderr, done.stderr
    # A FEN may also come as words.
    assert run("perft", "1", *KIWIPETE.split()).stdout.startswith("48 nodes")


@test
def help_and_version():
    for command in ("help", "--help"):
        text = run(command).stdout
        for name in ("bench", "search", "perft", "epd", "job", "lockstep", "rates", "demo",
                     "devices"):
            assert f"zaffre {name}" in text, name
    commands = ("uci", "bench", "search", "perft", "epd", "pgn", "tune", "job", "lockstep",
                "rates", "demo", "devices", "version", "help")
    for name in commands:
        text = run("help", name).stdout
        assert text.startswith(f"zaffre {name}") and len(text.splitlines()[0]) > 20
        for words in (["--help"], ["-h"], ["--frobnicate", "--help"], ["x", "y", "-h"]):
            assert run(name, *words).stdout == text, (name, words)
    # Every option that a command reads is in its text.
    shared = set(re.findall(r'\{"(--[a-z-]+)", CLI', open("host/cli/options.c").read()))
    assert len(shared) == 13
    for name in commands:
        path = "host/check/lockstep_cli.c" if name == "lockstep" else f"host/cli/cmd_{name}.c"
        own = set(re.findall(r'\{"(--[a-z-]+)", CLI', open(path).read())
                  if os.path.exists(path) else ())
        if name == "job":
            fields = re.search(r"fields\[FIELDS\] = \{(.*?)\}", open(path).read(), re.S).group(1)
            own = {"--" + field.replace("_", "-") for field in re.findall(r'"(\w+)"', fields)}
            assert len(own) == 21
        text = run("help", name).stdout
        written = set(re.findall(r"--[a-z-]+", text))
        wanted = own | (shared if name not in ("version", "help") else set())
        assert wanted <= written, (name, wanted - written)
        extra = written - wanted - {"--help"} - ({"--file"} if name == "job" else set())
        assert not extra, (name, extra)
    assert re.match(r"zaffre \S+, definitions [0-9a-f]{16}, ", run("version").stdout)


@test
def perft_counts():
    rows = [("2", None, 400), ("4", None, 197281), ("3", KIWIPETE, 97862), ("0", KIWIPETE, 1),
            ("1", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", 0), ("3", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", 0)]
    for device in ("host", *devices()):
        for depth, fen, nodes in rows:
            words = [depth] + ([fen] if fen else [])
            if device == "sim" and nodes > 50000:
                continue
            found = load("perft", *words, "--device", device)
            assert found["nodes"] == nodes, (device, depth, fen, found)
        divided = load("perft", "2", KIWIPETE, "--divide", "--device", device)
        assert sum(divided["divide"].values()) == divided["nodes"] == 2039
        assert len(divided["divide"]) == 48 and divided["divide"]["e1g1"] == 43
    # Deeper than a job's 32 bits are sure to hold: many jobs for a root move.
    counts = [load("perft", "6", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "--divide", "--device", device)
              for device in ("host", *devices())]
    assert counts[0]["nodes"] == 72339
    assert all(count["divide"] == counts[0]["divide"] for count in counts), counts
    assert run("perft", "1", "--divide").stdout.splitlines().count("a2a3: 1") == 1


def check_search(found, fen=chess.STARTING_FEN):
    keys = {"bestmove", "score", "pv", "depth", "nodes", "hardware_nodes", "software_nodes",
            "clocks"}
    assert keys <= found.keys(), found
    assert found["nodes"] == found["hardware_nodes"] + found["software_nodes"]
    board = chess.Board(fen)
    assert found["pv"][0] == found["bestmove"]
    for move in found["pv"]:
        assert chess.Move.from_uci(move) in board.legal_moves, found
        board.push_uci(move)


@test
def search_json():
    for device in devices():
        found = load("search", "startpos", "--depth", "4", "--device", device)
        check_search(found)
        assert found["depth"] == 4 and found["device"] == device
        assert (found["clocks"] > 0) == (device == "sim"), found
    mate = load("search", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "--depth", "3", "--device", "model")
    assert mate["bestmove"] == "a1a8" and mate["mate"] == 1 and mate["score"] == 31743
    limited = load("search", KIWIPETE, "--nodes", "50000", "--device", "model")
    check_search(limited, KIWIPETE)
    assert 1000 < limited["nodes"] < 50200
    begin = time.monotonic()
    timed = load("search", KIWIPETE, "--time", "500", "--device", "model")
    assert 0.4 < time.monotonic() - begin < 0.8 and timed["milliseconds"] <= 600
    none = load("search", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "--device", "model")
    assert none["bestmove"] == "0000" and none["pv"] == [] and none["score"] == -31744


@test
def search_text():
    text = run("search", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "--depth", "2", "--device",
               "model").stdout
    assert "Best move Ra8# (a1a8), mate in 1" in text and "White to move" in text
    text = run("search", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--device", "model").stdout
    assert "No legal move: stalemate" in text


@test
def interrupted_search():
    process = subprocess.Popen([PROGRAM, "search", "startpos", "--time", "60000", "--device",
                                "model"], stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if line.startswith("depth  5"):
            break
    process.send_signal(signal.SIGINT)
    rest = process.communicate(timeout=3)[0]
    assert process.returncode == 0 and "Best move " in rest, rest


@test
def interrupted_at_once():
    """Ctrl-C before the first iteration: a legal move all the same."""
    for device in devices():
        process = subprocess.Popen([PROGRAM, "search", KIWIPETE, "--time", "60000", "--device",
                                    device], stdout=subprocess.PIPE, text=True)
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=10)[0]
        found = re.search(r"Best move \S+ \((\w+)\)", rest)
        assert process.returncode == 0 and found, (device, rest)
        assert chess.Move.from_uci(found.group(1)) in chess.Board(KIWIPETE).legal_moves


@test
def job_json():
    keys = {"status", "score", "bestmove", "nodes", "clocks"}
    board = chess.Board(KIWIPETE)
    results = {}
    for device in devices():
        common = ["--device", device]
        moves = load("job", "moves", KIWIPETE, *common)
        assert keys <= moves.keys() and moves["status"] == "done" and moves["nodes"] == 48
        assert sorted(moves["moves"]) == sorted(move.uci() for move in board.legal_moves)
        black = load("job", "moves", "8/8/8/8/8/6k1/4p3/6K1 b - - 0 1", *common)
        assert {"e2e1q", "e2e1n", "e2e1r", "e2e1b"} <= set(black["moves"])
        count = load("job", "perft", KIWIPETE, "--depth", "2", *common)
        assert count["nodes"] == 2039
        search = load("job", "search", KIWIPETE, "--depth", "3", "--beta", "-50", "--null", "3",
                      "--verified", "1", "--verify", "1", "--evasion=1", "--delta", "1", *common)
        limited = load("job", "search", KIWIPETE, "--depth", "3", "--limit", "10", *common)
        assert limited["status"] == "node_limit" and limited["nodes"] == 10
        whole = load("job", "search own Ke1,Pe2 other Ke1,Pd2 depth 4 beta 30", *common)
        found = [moves["moves"], search, limited, whole, load("job", "eval", KIWIPETE, *common)]
        for result in found[1:]:
            assert (result.pop("clocks") > 0) == (device == "sim"), result
            result.pop("device")
        results[device] = found
    assert all(result == results["model"] for result in results.values()), results


@test
def job_lines():
    """A whole line gives what the same position gives as a word, Black's squares too."""
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"
    word = load("job", "moves", fen, "--device", "model")
    assert "e7e5" in word["moves"]
    assert load("job", f'moves fen "{fen}"', "--device", "model") == word
    turned = load("job", "moves own Ke1,Pe2 other Ke1,Pd2", "--device", "model")
    assert "e2e4" in turned["moves"]
    note = run("job", 'eval fen "4k3/8/8/8/8/8/8/4K3 w K - 0 1"', "--device", "model").stderr
    assert note.startswith("zaffre job: note: ") and len(note.splitlines()) == 1, note


@test
def bench_counts():
    counts = set()
    for device in devices():
        last = run("bench", "3", "--device", device, seconds=400).stdout.splitlines()[-1]
        found = re.fullmatch(r"(\d+) nodes (\d+) nps", last)
        assert found, last
        counts.add(int(found.group(1)))
    counts.add(load("bench", "3")["nodes"])
    counts.add(load("bench", "3", "--contexts", "16", "--hash", "16")["nodes"])
    assert len(counts) == 1, counts
    begin = time.monotonic()
    run("bench")
    assert time.monotonic() - begin < 60


@test
def bench_positions():
    """The positions in the program are those of the data files, and these are the named rows."""
    source = open("host/cli/positions.c", encoding="utf-8").read()
    for name in ("bench", "rates"):
        table = re.search(rf"position_{name}\[\] = \{{(.*?)NULL", source, re.S).group(1)
        with open(f"tests/data/{name}.epd", encoding="utf-8") as file:
            rows = [line.strip() for line in file if not line.startswith("#")]
        assert re.findall(r'"([^"]+)"', table) == rows, name

    def every(path, stride, most=1000):
        with open(f"tests/data/{path}", encoding="utf-8") as file:
            rows = [line for line in file if not line.startswith("#")]
        return [" ".join(row.split()[:4]) for row in rows[stride - 1::stride]][:most]

    with open("tests/data/rates.epd", encoding="utf-8") as file:
        rows = [line.strip() for line in file if not line.startswith("#")]
    assert rows == (every("tactical/wac_300_corrected.epd", 30) +
                    every("tactical/silent_but_deadly_134.epd", 13) +
                    every("openings/noob_3moves_2000.epd", 200) +
                    every("endgame/eet_100.epd", 10))
    assert len(rows) == 40
    with open("tests/data/bench.epd", encoding="utf-8") as file:
        rows = [line.strip() for line in file if not line.startswith("#")]
    assert rows == every("tactical/bratko_kopec_24.epd", 1) + every("endgame/eet_100.epd", 12)


@test
def epd_suites():
    with tempfile.TemporaryDirectory() as folder:
        def write(text):
            path = os.path.join(folder, "suite.epd")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return path

        mate = '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "back rank";\n'
        avoid = "6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8#;\n"
        count = f"{KIWIPETE} ;D1 48 ;D2 2039 ;D3 97862\n"
        path = write("# a comment\n\n" + mate + avoid + count +
                     "6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;\n")
        found = load("epd", path, "--depth", "3")
        assert (found["solved"], found["total"]) == (3, 4), found
        assert run("epd", path, "--depth", "3").stdout.splitlines()[-1].startswith("3 of 4 solved")
        run("epd", path, "--depth", "3", "--strict", status=1)
        run("epd", write(mate), "--depth", "3", "--strict")
        wrong = write(f"{KIWIPETE} ;D1 48 ;D2 2040\n")
        assert load("epd", wrong)["solved"] == 0
        run("epd", wrong, "--strict", status=1)
        for bad, word in ((mate + "nonsense bm e4;\n", "line 2"),
                          (mate + mate.replace("Ra8#", "Ra9"), "line 2"),
                          ("6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"x\";\n", "line 1"),
                          (mate + mate[:20], "line 2"), (mate + mate[:-3], "line 2"),
                          (mate.replace("bm Ra8#", "dm 0"), "line 1: dm"),
                          (mate.replace("bm Ra8#", "dm 99999999999999999999"), "line 1"),
                          (mate.replace("bm", "bm Kf1; bm"), "twice"),
                          ("\n# nothing\n  \t\r\n", "no position")):
            done = run("epd", write(bad), "--depth", "3", status=2)
            assert word in done.stderr and done.stdout == "", (bad, done.stderr, done.stdout)


@test
def epd_texts():
    """Files as editors leave them, rows that say two things, and rows that cannot be checked."""
    with tempfile.TemporaryDirectory() as folder:
        def suite(text, *options):
            path = os.path.join(folder, "suite.epd")
            with open(path, "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode())
            found = load("epd", path, "--depth", "2", *options)
            return found["solved"], found["total"]

        mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - "
        assert suite(mate + "bm Ra8#;") == (1, 1)
        assert suite(b"\xef\xbb\xbf" + mate.encode() + b"bm Ra8#;\r\n  \r\n") == (1, 1)
        assert suite(mate + f'bm Ra8#; c0 "{"x" * 100000}";\n') == (1, 1)
        assert suite(mate + "bm Ra8#; am Kf1;\n") == (1, 1)
        assert suite(mate + "bm Ra8#; am Ra8#;\n") == (0, 1)
        # A count that nobody made is not right; a wrong small one at a great depth ends soon.
        count = f"{KIWIPETE} ;D3 97862\n"
        assert suite(count) == (1, 1) and suite(count, "--perft-nodes", "97861") == (0, 1)
        assert suite(f"{KIWIPETE} ;D20 5\n") == (0, 1)
        path = os.path.join(folder, "suite.epd")
        assert run("epd", path, "--perft-nodes", "4").stdout.startswith("skipped")
        suite(mate + 'bm Ra8#; id "\x1b[31mred";\n')
        assert "\x1b" not in run("epd", path, "--depth", "2").stdout
    # An interrupted run has not solved everything.
    process = subprocess.Popen([PROGRAM, "epd", "tests/data/mate/mate_in_2.epd", "--time", "2000",
                                "--strict"], stdout=subprocess.PIPE, text=True)
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest = process.communicate(timeout=5)[0]
    assert process.returncode == 1 and " of " in rest.splitlines()[-1], (first, rest)


@test
def rates_json():
    if "sim" not in devices():
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "size.json")
        parameters = run("version").stdout.split()[-1]
        boards = [{"name": "same", "fmax_mhz": 70.5, "fmax_worst_mhz": 69.0, "lut4": 9000,
                   "parameters_hash": parameters},
                  # A board on which no router ended has no clock, so no rate.
                  {"name": "unrouted", "fmax_mhz": None, "fmax_worst_mhz": None, "lut4": 12000,
                   "parameters_hash": parameters},
                  {"name": "other", "fmax_mhz": 25.0, "fmax_worst_mhz": 24.0, "lut4": 6500,
                   "parameters_hash": "0123456789abcdef"}]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"date": "2001-02-03", "boards": boards}, file, indent=1)
        found = load("rates", "--every", "10", "--size", path, seconds=400)
        for key in ("clocks_per_node", "passes_per_node", "nodes", "clocks", "contexts",
                    "sim_clock_hz", "sim_nps", "model_nps", "boards"):
            assert key in found, key
        assert abs(found["clocks"] / found["nodes"] - found["clocks_per_node"]) < 0.001
        same, other = found["boards"]
        assert abs(same["nps"] - 70.5e6 / found["clocks_per_node"]) < same["nps"] * 0.001
        assert same["lut4"] == 9000 and same["fmax_mhz"] == 70.5
        # Clocks of one build and Fmax of another are not multiplied.
        assert other["nps"] is None and "build" in other["reason"]
        # The ring makes at most one pass a clock, and with every context busy nearly that.
        passes = found["passes_per_node"]["all"]
        assert passes <= found["clocks_per_node"], found


@test
def demo():
    if "sim" not in devices():
        return
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    text = run("demo", seconds=400).stdout
    assert "Best move Be6 (g4e6)" in text and "Black to move" in text
    assert "in software" in text and "in hardware" in text and "clocks for each node" in text
    # A minute of one processor, however loaded the machine is.
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 60


@test
def full_output():
    """A full disk is no success."""
    if not os.path.exists("/dev/full"):
        return
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([PROGRAM, "perft", "2"], stdout=full, stderr=subprocess.PIPE,
                              check=False)
    assert done.returncode == 2 and b"output" in done.stderr
    for words in ([], ["uci"]):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([PROGRAM, *words], input=b"uci\nquit\n", stdout=full,
                                  stderr=subprocess.PIPE, check=False)
        assert done.returncode == 2 and b"output" in done.stderr, words


@test
def closed_streams():
    """A closed output is no success, and what is written meanwhile goes to no other file."""
    def closed(line, status):
        done = subprocess.run(["sh", "-c", line.replace("ZAFFRE", PROGRAM)], capture_output=True,
                              timeout=60, text=True, check=False)
        assert done.returncode == status, (line, done)
        return done.stderr

    assert "output" in closed("ZAFFRE perft 2 >&-", 2)
    assert "output" in closed("echo uci | ZAFFRE >&-", 2)
    closed("ZAFFRE perft 2 2>&-", 0)
    closed("ZAFFRE perft 2 <&-", 0)
    closed("ZAFFRE perft x 2>&-", 2)
    if "sim" in devices():
        with tempfile.TemporaryDirectory() as folder:
            waves = os.path.join(folder, "waves.vcd")
            closed(f"ZAFFRE job eval startpos --device sim --trace-file {waves} >&-", 2)
            with open(waves, encoding="utf-8") as file:
                assert "best move" not in file.read()


if __name__ == "__main__":
    sys.exit(main())
