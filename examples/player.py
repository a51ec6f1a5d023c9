#!/usr/bin/env python3
"""A complete player in Partida's protocol (docs/protocol.md): Connect on any board, by alpha-beta.

    partida best connect "process:python3 examples/player.py"
    partida protocol check "python3 examples/player.py"
"""

import queue
import random
import re
import sys
import threading
import time


def say(text):
    """A whole line at once, and not kept for later."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Board:
    """A position: columns of stones from the bottom up, and whose turn it is (0 or 1)."""

    def __init__(self, columns, rows, length, pieces):
        self.columns, self.rows, self.length = columns, rows, length
        self.most = min(columns * rows, 2 * pieces)
        self.stacks = [[] for _ in range(columns)]
        self.played = 0
        self.turn = 0
        # The middle first: it is part of more lines.
        self.order = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))

    def moves(self):
        return [column for column in self.order if len(self.stacks[column]) < self.rows]

    def play(self, column):
        self.stacks[column].append(self.turn)
        self.turn = 1 - self.turn
        self.played += 1

    def undo(self, column):
        self.stacks[column].pop()
        self.turn = 1 - self.turn
        self.played -= 1

    def stone(self, column, row):
        if 0 <= column < self.columns and 0 <= row < len(self.stacks[column]):
            return self.stacks[column][row]
        return None

    def wins(self, column):
        """Whether the last stone, on top of this column, makes a line."""
        row = len(self.stacks[column]) - 1
        own = self.stacks[column][row]
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                step = sign
                while self.stone(column + step * right, row + step * up) == own:
                    count += 1
                    step += sign
            if count >= self.length:
                return True
        return False

    def full(self):
        return self.played >= self.most


def read_game(text):
    """connect:7x6,c=4 or connect:7x6,c=4,p=21; None for other games."""
    found = re.fullmatch(r"connect:(\d+)x(\d+),c=(\d+)(?:,p=(\d+))?", text)
    if not found:
        return None
    columns, rows, length = (int(number) for number in found.groups()[:3])
    return columns, rows, length, int(found.group(4) or columns * rows)


def read_position(game, text, moves):
    """The text of a position has the top row first: letters for stones, numbers for empty cells."""
    board = Board(*game)
    if text != "start":
        rows, turn = text.split()
        for row in reversed(rows.split("/")):
            column = 0
            for part in re.findall(r"\d+|[xo]", row):
                if part.isdigit():
                    column += int(part)
                else:
                    board.stacks[column].append("xo".index(part))
                    board.played += 1
                    column += 1
        board.turn = "xo".index(turn)
    for move in moves:
        board.play(ord(move) - ord("a"))
    return board


class OutOfTime(Exception):
    """The search has to end."""


class Search:
    def __init__(self, board, limits, stop):
        self.board, self.stop = board, stop
        self.nodes = 0
        self.depth = limits.get("depth", 100)
        self.most_nodes = limits.get("nodes")
        self.began = time.monotonic()
        allowed = limits.get("movetime")
        if "clock" in limits:
            share = limits["clock"] / 30 + limits.get("increment", 0) / 2
            allowed = share if allowed is None else min(allowed, share)
        if allowed is None and not limits:
            allowed = 1000
        # Some of it passes on the way.
        self.until = None if allowed is None else self.began + 0.8 * allowed / 1000

    def check(self):
        self.nodes += 1
        if self.stop.is_set() or (self.most_nodes and self.nodes > self.most_nodes):
            raise OutOfTime
        if self.until and self.nodes % 64 == 0 and time.monotonic() > self.until:
            raise OutOfTime

    def value(self, depth, alpha, beta):
        """For the side to move: 0 is even, 1000 - plies a win."""
        self.check()
        if self.board.full() or depth == 0:
            return 0, []
        best, line = -10000, []
        for move in self.board.moves():
            self.board.play(move)
            if self.board.wins(move):
                value, rest = 1000 - 1, []
            else:
                value, rest = self.value(depth - 1, -beta, -alpha)
                value = -value
                # A win or loss is one ply further away from here.
                value -= (value > 500) - (value < -500)
            self.board.undo(move)
            if value > best:
                best, line = value, [move] + rest
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        return best, line

    def best(self, generator):
        """The move of the deepest search there is time for."""
        chosen = generator.choice(self.board.moves())
        spare = self.board
        for depth in range(1, min(self.depth, spare.most - spare.played) + 1):
            # A search that ends early leaves stones behind: it gets a board of its own.
            self.board = Board(spare.columns, spare.rows, spare.length, spare.most)
            self.board.stacks = [list(stack) for stack in spare.stacks]
            self.board.played, self.board.turn = spare.played, spare.turn
            self.board.most = spare.most
            try:
                value, line = self.value(depth, -10000, 10000)
            except OutOfTime:
                break
            chosen = line[0]
            score = f"value {value}"
            if abs(value) > 500:
                score = f"{'win' if value > 0 else 'loss'} {1000 - abs(value)}"
            moves = " ".join(chr(ord("a") + move) for move in line)
            spent = int(1000 * (time.monotonic() - self.began))
            say(f"info depth {depth} score {score} nodes {self.nodes} time {spent} pv {moves}")
            if abs(value) > 500:
                break
        return chr(ord("a") + chosen)


def listen(orders, searches):
    """Reads the host's lines, so that stop is heard in the middle of a search."""
    stop = threading.Event()
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["stop"]:
            stop.set()
        elif words[:1] == ["quit"]:
            break
        elif words:
            if words[0] == "go":
                stop = threading.Event()
                searches.put(stop)
            orders.put(words)
    stop.set()
    orders.put(["quit"])


def main():
    orders, searches = queue.Queue(), queue.Queue()
    threading.Thread(target=listen, args=(orders, searches), daemon=True).start()
    game, board = None, None
    generator = random.Random(0)
    while True:
        order, *words = orders.get()
        if order == "partida":
            say("id name Example player in Python")
            say("id author the Partida project")
            say("option name seed type integer default 0")
            say("ok")
        elif order == "setoption":
            if words[:2] == ["name", "seed"]:
                generator = random.Random(int(words[-1]))
            else:
                say("error there is no such option")
        elif order == "game":
            game = read_game(" ".join(words))
            if game is None:
                say("error this player knows Connect only")
        elif order == "newgame":
            board = None
        elif order == "isready":
            say("readyok")
        elif order == "position" and game:
            place = words.index("moves") if "moves" in words else len(words)
            board = read_position(game, " ".join(words[:place]), words[place + 1 :])
        elif order == "go":
            limits = {name: int(number) for name, number in zip(words[::2], words[1::2])}
            stop = searches.get()
            if board is None:
                say("error there is no position")
            else:
                say("bestmove " + Search(board, limits, stop).best(generator))
        elif order == "quit":
            return
        else:
            say(f"error what is {order}?")


main()
