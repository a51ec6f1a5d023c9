"""Solves Connect positions with the package `bitbully` and says what that took.

`cargo run --release -p partida-benches --bin solvers` runs this as a program of its own and talks to
it; the package is under the AGPL, so nothing of ours is linked with it. An argument, if there is
one, limits the seconds of processor time: then the system ends the process.

Out, first of all: the package's version, the bytes of its table, and the nanoseconds of a call that
has nothing to search. In: a position a line, as columns from 1. Out for each: its score, nodes, and
nanoseconds of processor time, with the table cleared before and no opening book.
"""

import importlib.metadata
import os
import resource
import statistics
import sys
import time

from bitbully import bitbully_core

# All but the last stone of a drawn game.
NOTHING_TO_SEARCH = "56333371542144677625551411226532173744266"
CALLS = 1001


def address_space():
    with open("/proc/self/statm", encoding="ascii") as sizes:
        return int(sizes.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def board_after(moves):
    board = bitbully_core.BoardCore()
    for digit in moves:
        if not board.play(int(digit) - 1):
            raise ValueError(f"not legal: {moves}")
    return board


def timed(solver, board):
    began = time.thread_time_ns()
    score = solver.mtdf(board, 0)
    return score, time.thread_time_ns() - began


def main():
    if len(sys.argv) > 1:
        seconds = int(sys.argv[1])
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    before = address_space()
    solver = bitbully_core.BitBullyCore()
    table = address_space() - before

    trivial = board_after(NOTHING_TO_SEARCH)
    overhead = statistics.median(timed(solver, trivial)[1] for _ in range(CALLS))
    print(importlib.metadata.version("bitbully"), table, overhead, flush=True)

    for line in sys.stdin:
        board = board_after(line.strip())
        solver.resetTranspositionTable()
        solver.resetNodeCounter()
        score, nanoseconds = timed(solver, board)
        print(score, solver.getNodeCounter(), nanoseconds, flush=True)


main()
