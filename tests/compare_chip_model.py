# SPDX-License-Identifier: Apache-2.0
"""The two chip models side by side: `zaffre job --device model` against tests/chip_model.py.

2,000 evaluations with every term of both sides, 400 random searches and the listed rare ones node
for node (score, best move, nodes and the running hash of the visited order), and lists of moves
and perft counts with their hash. The first job that differs is shown as a line of
`zaffre lockstep --file`.
"""
import collections
import json
import os
import subprocess
from multiprocessing.pool import ThreadPool

from chip_jobs import (job_fen, job_from_text, job_options, job_text, random_fens, random_search,
                       rows)
from chip_model import Chip, Table, job_from_fen, move_text

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
ZAFFRE = os.path.join(ROOT, os.environ.get("O", "build"), "zaffre")
TABLE_BITS = 18  # what the device `model` of `zaffre job` has

# What 400 random searches must have met; the rare rules are in data/model_jobs.tsv.
EXPECTED = ("bare material", "delta", "fifty moves", "killer", "mate", "mate in quiescence",
            "null move, high", "repetition, game", "repetition, job", "table, high", "table, low",
            "verification")


class Differs(Exception):
    pass


def zaffre(job):
    """The C model's result, or its complaint. White moves, so its squares are the mover's."""
    command = [ZAFFRE, "job", job.kind.lower(), job_fen(job), "--device", "model", "--json"]
    done = subprocess.run(command + job_options(job), capture_output=True, text=True, check=False)
    if not done.stdout.startswith("{"):
        raise Differs(f"{done.stderr.strip()[:300]}: {job_text(job)}")
    return json.loads(done.stdout)


def packed_text(move):
    """A move as UCI writes it: chip_model writes no q, for it does not know the man."""
    return move[:-1] if move.endswith("q") else move


def compare(jobs, view):
    """`view` makes of our result what theirs must say. Returns our results."""
    ours = [Chip(Table(TABLE_BITS) if job.table else None).run(job) for job in jobs]
    with ThreadPool(2) as pool:
        for job, mine, theirs in zip(jobs, ours, pool.imap(zaffre, jobs)):
            theirs["bestmove"] = packed_text(theirs["bestmove"])
            theirs["moves"] = [packed_text(move) for move in theirs.get("moves", ())]
            for name, value in view(mine).items():
                if theirs.get(name) != value:
                    raise Differs(f"{name} {theirs.get(name)}, here {value}: {job_text(job)}")
    return ours


def search_view(result):
    return {"status": result.status.lower(), "score": result.score, "nodes": result.nodes,
            "bestmove": move_text(result.move), "hash": f"{result.hash:08x}"}


def moves_view(result):
    return dict(search_view(result), moves=[move_text(move) for move in result.moves])


def eval_view(result):
    mine, yours = result.terms
    return dict(search_view(result),
                terms={name.lower(): [mine[name], yours[name]] for name in mine})


def test_compare_eval(rng):
    """2,000 evaluations, every term of both sides."""
    jobs = [job_from_fen(fen, kind="EVAL") for fen in random_fens(rng, 2000)]
    if "terms" in zaffre(jobs[0]):
        compare(jobs, eval_view)
    else:
        print("note: zaffre job gives no terms; the evaluations are compared by score alone")
        compare(jobs, search_view)


def test_compare_search(rng):
    """400 searches with random switches, windows, limits and histories."""
    jobs = []
    for fen in random_fens(rng, 400):
        score = Chip().run(job_from_fen(fen, kind="EVAL")).score
        jobs.append(random_search(rng, fen, score))
    met = collections.Counter()
    for result in compare(jobs, search_view):
        met += result.met
    if not set(EXPECTED) <= set(met):
        raise Differs(f"no job met: {sorted(set(EXPECTED) - set(met))}")


def test_compare_rare(_):
    """Searches that meet what random ones seldom do."""
    listed = [row.split("\t") for row in rows("model_jobs.tsv")]
    jobs = [job_from_text(text) for _, text in listed]
    for (rule, text), result in zip(listed, compare(jobs, search_view)):
        if not result.met[rule]:
            raise Differs(f"does not meet \"{rule}\" any more: {text}")


def test_compare_moves(rng):
    """200 lists of moves, and perft counts with the hash of their leaves."""
    fens = random_fens(rng, 200)
    compare([job_from_fen(fen, kind="MOVES") for fen in fens], moves_view)
    compare([job_from_fen(fen, kind="PERFT", depth=2) for fen in fens], search_view)


TESTS = [test_compare_eval, test_compare_search, test_compare_rare, test_compare_moves]
