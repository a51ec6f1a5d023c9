#!/usr/bin/env python3
"""OpenSpiel's Monte Carlo tree search as a player in Partida's protocol: Connect and Amazons.

    partida match amazons:10x10 mcts "process:memory=4G,.venv/bin/python tools/opponents/open-spiel-mcts.py" --time 1s

It thinks until the time of a move is over, as its own library measures it; without one, for so many simulations. Its
settings are those of OpenSpiel's own example: a constant of 2, one random playout for each leaf, proven results kept.
"""

import re
import sys

import pyspiel

# What it thinks with if no time is given.
USUAL_SIMULATIONS = 1000
MOST_SIMULATIONS = 1_000_000_000
MEMORY_MB = 1000
# A move must be on its way when the time is over.
MARGIN_SECONDS = 0.005


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Connect:
    """An action is a column from 0; one for each move."""

    def __init__(self, columns, rows, length):
        self.game = pyspiel.load_game(f"connect_four(rows={rows},columns={columns},x_in_row={length})")
        self.actions_per_move = 1

    def actions(self, move):
        return [ord(move) - ord("a")]

    def move(self, actions):
        return chr(ord("a") + actions[0])


class Amazons:
    """A move is three actions: the queen's cell, where it goes, where it shoots; row by row from the top left."""

    def __init__(self, size):
        self.size = size
        self.game = pyspiel.load_game(f"amazons(board_size={size})")
        self.actions_per_move = 3

    def actions(self, move):
        cells = re.findall(r"[a-z]\d+", move)
        return [(self.size - int(cell[1:])) * self.size + ord(cell[0]) - ord("a") for cell in cells]

    def move(self, actions):
        cells = []
        for action in actions:
            row, column = divmod(action, self.size)
            cells.append(f"{chr(ord('a') + column)}{self.size - row}")
        return f"{cells[0]}-{cells[1]}/{cells[2]}"


def rules_of(text):
    """The rules that a game's text stands for; None for games that it does not play."""
    found = re.fullmatch(r"connect:(\d+)x(\d+),c=(\d+)", text)
    if found:
        return Connect(*map(int, found.groups()))
    found = re.fullmatch(r"amazons:(\d+)x\1", text)
    return Amazons(int(found.group(1))) if found else None


def think(rules, moves, seconds, simulations, seed):
    """The chosen move; the time is shared by its actions."""
    state = rules.game.new_initial_state()
    for move in moves:
        for action in rules.actions(move):
            state.apply_action(action)
    share = -1.0 if seconds is None else max(0.001, (seconds - MARGIN_SECONDS) / rules.actions_per_move)
    chosen = []
    for number in range(rules.actions_per_move):
        bot = pyspiel.MCTSBot(
            rules.game,
            pyspiel.RandomRolloutEvaluator(1, seed + number),
            2.0,
            simulations if seconds is None else MOST_SIMULATIONS,
            MEMORY_MB,
            True,
            seed + number,
            False,
            max_wall_clock_time=share,
        )
        action = bot.step(state)
        chosen.append(action)
        state.apply_action(action)
    return rules.move(chosen)


def main():
    rules, is_usual_beginning, moves, seed = None, True, [], 0
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        order = words[0]
        if order == "partida":
            say("id name OpenSpiel MCTS")
            say("id author the authors of OpenSpiel")
            say("option name seed type integer default 0")
            say("ok")
        elif order == "setoption":
            seed = int(words[words.index("value") + 1])
        elif order == "game":
            rules = rules_of(words[1])
        elif order == "isready":
            say("readyok")
        elif order == "position":
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
            is_usual_beginning = words[1] == "start"
        elif order == "go":
            if rules is None or not is_usual_beginning:
                say("error this game, or this beginning, it does not play")
                continue
            limits = dict(zip(words[1::2], words[2::2]))
            seconds = int(limits["movetime"]) / 1000 if "movetime" in limits else None
            simulations = int(limits.get("nodes", USUAL_SIMULATIONS))
            say("bestmove " + think(rules, moves, seconds, simulations, (seed + len(moves)) % 2**31))
        elif order == "quit":
            return


if __name__ == "__main__":
    main()
