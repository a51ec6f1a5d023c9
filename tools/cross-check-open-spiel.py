"""Plays random games in OpenSpiel and in Partida at once and compares them at every ply.

Started by `cross-check-open-spiel`, which prepares both sides. Compared are the position, the set of
legal moves, and the outcome; the first difference is printed and ends the run with status 1.
"""

import argparse
import importlib.metadata
import random
import subprocess
import sys
import time

import pyspiel

# Columns, rows, length of the line that wins, and how many games for every 100 on the classic board.
CONNECT_BOARDS = [
    (7, 6, 4, 100),
    (4, 4, 3, 25),
    (5, 4, 4, 25),
    (3, 5, 3, 25),
    (8, 7, 4, 25),
    (7, 6, 5, 25),
    (6, 6, 2, 25),
    (9, 9, 5, 10),
    (12, 5, 4, 10),
    (5, 12, 6, 10),
    (20, 20, 4, 5),
]

# Side and how many games for every 100 on the standard board. OpenSpiel has these three sizes.
AMAZONS_BOARDS = [(10, 100), (8, 100), (6, 200)]


class Difference(Exception):
    """The two sides disagree."""


class Referee:
    """Partida's side: the example program `referee`, asked line by line."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, game, position, moves=""):
        """The outcome, the position and the legal moves after `moves` from `position`."""
        self.process.stdin.write(f"{game}\t{position}\t{moves}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().rstrip("\n").split("\t")
        if len(answer) != 3:
            raise Difference(f"{game}, {position}, {moves}: {answer}")
        outcome, position, moves = answer
        return outcome, position, moves.split()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Connect:
    """Connect: an action of OpenSpiel is a column from 0."""

    # How OpenSpiel's pieces are written in our positions.
    LETTERS = {"x": "x", "o": "o"}
    SIDES = "xo"

    def __init__(self, columns, rows, length):
        self.name = f"connect:{columns}x{rows},c={length}"
        self.game = pyspiel.load_game(
            f"connect_four(rows={rows},columns={columns},x_in_row={length})"
        )

    def moves(self, state):
        """The legal moves in our notation, and the actions that each stands for."""
        return {chr(ord("a") + action): [action] for action in state.legal_actions()}


class Amazons:
    """Amazons: a move is three actions of OpenSpiel: the queen's cell, where it goes, where it
    shoots. Cells are numbered row by row from the top left."""

    LETTERS = {"X": "Q", "O": "q", "#": "*"}
    SIDES = "wb"

    def __init__(self, size):
        self.size = size
        self.name = f"amazons:{size}x{size}"
        self.game = pyspiel.load_game(f"amazons(board_size={size})")

    def cell(self, action):
        row, column = divmod(action, self.size)
        return f"{chr(ord('a') + column)}{self.size - row}"

    def moves(self, state):
        """The legal moves in our notation, and the actions that each stands for."""
        moves = {}
        for origin in state.legal_actions():
            lifted = state.child(origin)
            targets = lifted.legal_actions()
            if not targets:
                raise Difference(f"OpenSpiel lets the queen on {self.cell(origin)} move nowhere")
            for target in targets:
                for arrow in lifted.child(target).legal_actions():
                    text = f"{self.cell(origin)}-{self.cell(target)}/{self.cell(arrow)}"
                    moves[text] = [origin, target, arrow]
        return moves


def position_text(rules, state, side):
    """OpenSpiel's board in our notation."""
    rows = []
    for line in str(state).split():
        row, empty = "", 0
        for character in line:
            if character == ".":
                empty += 1
                continue
            row += (str(empty) if empty else "") + rules.LETTERS[character]
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows) + " " + rules.SIDES[side]


def outcome_of(state):
    """OpenSpiel's outcome in the referee's words."""
    if not state.is_terminal():
        return "-"
    first, second = state.returns()
    if first + second != 0:
        raise Difference(f"returns {first} and {second} are not zero-sum")
    return "draw" if first == 0 else "first" if first > 0 else "second"


def play_one_game(rules, referee, generator, counts):
    """Plays one random game on both sides."""
    state = rules.game.new_initial_state()
    # The start may differ from ours; any position is legal input.
    ours = referee.ask(rules.name, position_text(rules, state, 0))
    played = []
    side = 0
    while True:
        theirs_text = position_text(rules, state, side)
        moves = {} if state.is_terminal() else rules.moves(state)
        theirs = (outcome_of(state), theirs_text, sorted(moves))
        if theirs != (ours[0], ours[1], sorted(ours[2])):
            only_theirs = sorted(set(moves) - set(ours[2]))
            only_ours = sorted(set(ours[2]) - set(moves))
            raise Difference(
                f"{rules.name} after {' '.join(played) or 'no moves'}\n"
                f"  OpenSpiel: {theirs[0]} in {theirs[1]}, {len(moves)} moves; only here: {only_theirs}\n"
                f"  Partida:   {ours[0]} in {ours[1]}, {len(ours[2])} moves; only here: {only_ours}"
            )
        counts["positions"] += 1
        counts["moves"] += len(moves)
        if state.is_terminal():
            counts["games"] += 1
            counts[theirs[0]] += 1
            return
        chosen = generator.choice(theirs[2])
        for action in moves[chosen]:
            state.apply_action(action)
        played.append(chosen)
        side = 1 - side
        ours = referee.ask(rules.name, ours[1], chosen)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("referee", help="the built example program")
    parser.add_argument("--connect-games", type=int, default=10000, help="on 7x6; other boards: fewer")
    parser.add_argument("--amazons-games", type=int, default=500, help="on 10x10; others likewise")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    referee = Referee(options.referee)
    sides = [(Connect(*board[:3]), options.connect_games * board[3] // 100) for board in CONNECT_BOARDS]
    sides += [(Amazons(size), options.amazons_games * share // 100) for size, share in AMAZONS_BOARDS]
    print(f"OpenSpiel {importlib.metadata.version('open_spiel')}, seed {options.seed}")
    print(f"{'game':20} {'games':>7} {'positions':>10} {'moves':>12} {'first/draw/second':>20} {'seconds':>8}")
    totals = {"games": 0, "positions": 0, "moves": 0}
    for rules, games in sides:
        counts = dict.fromkeys(["games", "positions", "moves", "first", "draw", "second"], 0)
        generator = random.Random(f"{options.seed} {rules.name}")
        began = time.monotonic()
        try:
            for _ in range(games):
                play_one_game(rules, referee, generator, counts)
        except Difference as difference:
            print(f"difference in game {counts['games'] + 1}: {difference}", file=sys.stderr)
            return 1
        results = f"{counts['first']}/{counts['draw']}/{counts['second']}"
        print(
            f"{rules.name:20} {counts['games']:7} {counts['positions']:10} {counts['moves']:12}"
            f" {results:>20} {time.monotonic() - began:8.1f}",
            flush=True,
        )
        for count in totals:
            totals[count] += counts[count]
    referee.close()
    print(
        f"no difference in {totals['games']} games, {totals['positions']} positions,"
        f" {totals['moves']} legal moves"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
