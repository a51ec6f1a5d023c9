#!/usr/bin/env python3
"""The artificial intelligences of hnefatafl-copenhagen as players of Copenhagen tafl in Partida's protocol.

    cargo install hnefatafl-copenhagen --version 6.4.1 --no-default-features --bin hnefatafl-text-protocol --root opponents
    partida match tafl:copenhagen engine \
      "process:memory=4G,python3 tools/opponents/hnefatafl-copenhagen.py opponents/bin/hnefatafl-text-protocol monte-carlo" --time 1s

It has two that think, and either is the second argument here:

- `monte-carlo` thinks for whole seconds: as many as the time of a move has, and one if it has less, when it answers too late.
- `basic` is alpha-beta to a fixed depth, however long that takes. Here it is asked for depth 1, 2, 3, … until the time is
  over, and the deepest answer counts.

It may use one processor, as Partida's players do; there it would grow one Monte Carlo tree for each.

It is the other end of a TCP connection that the program makes to port 49152 of a host, so each bridge is a host of its own:
another loopback address, which takes Linux. Cells are written as ours are. Rules differ:

- There, defenders may never bring an earlier position back; in Partida's rules who keeps repeating loses with the third
  occurrence. So that it need not refuse a move that Partida allows, it is told the game without detours: where a position
  comes back, what happened in between is left out.
- There, the attackers have also won when they have closed off all corners and the defenders are too few to do anything
  about it; in Partida's rules the game goes on. It does not, and gives the game up.
"""

import os
import re
import socket
import subprocess
import sys
import time

PORT = 49152
SIZE = 11
USUAL_SECONDS = 1
# Games of several hundred moves are told in less; a search that takes so much longer than it should has failed.
PATIENCE_SECONDS = 60
# A move must be on its way when the time is over.
MARGIN_SECONDS = 0.02
DEEPEST = 20
RULES = "tafl:copenhagen"
ROWS = "3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3"


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def beginning():
    """What stands where: cells as words to pieces as letters."""
    board = {}
    for number, row in enumerate(ROWS.split("/")):
        column = 0
        for empty, piece in re.findall(r"(\d+)|(\w)", row):
            if empty:
                column += int(empty)
            else:
                board[f"{chr(ord('a') + column)}{SIZE - number}"] = piece
                column += 1
    return board


def without_detours(moves):
    """The moves as pairs of cells, none of which are played between two occurrences of a position."""
    board = beginning()
    kept, seen = [], [frozenset(board.items())]
    for move in moves:
        departure, target, *captured = re.findall(r"[a-k]\d+", move)
        board[target] = board.pop(departure)
        for cell in captured:
            del board[cell]
        now = frozenset(board.items())
        # Every second one has the same side to move.
        same_side = range((len(seen) % 2), len(seen), 2)
        earlier = next((number for number in same_side if seen[number] == now), None)
        if earlier is None:
            kept.append((departure, target))
            seen.append(now)
        else:
            del kept[earlier:]
            del seen[earlier + 1 :]
    return kept


class Program:
    """The program at work on one position."""

    def __init__(self, command, moves):
        # Linux has a whole network of loopback addresses, and no two processes have the same number.
        number = os.getpid()
        host = f"127.{number >> 16 & 127}.{number >> 8 & 255}.{number & 255 or 1}"
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, PORT))
            listener.listen()
            listener.settimeout(PATIENCE_SECONDS)
            self.process = subprocess.Popen(
                [*command, "--host", host],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                preexec_fn=use_one_processor,
            )
            self.connection, _ = listener.accept()
        roles = ["attacker", "defender"] * (len(moves) // 2 + 1)
        orders = [f"play {role} {departure} {target}\n" for role, (departure, target) in zip(roles, moves)]
        self.connection.sendall("".join([*orders, "generate_move\n"]).encode())

    def answer(self, seconds):
        """Its move; None if there is none in time, or none at all."""
        self.connection.settimeout(seconds)
        answer = b""
        try:
            while not answer.endswith(b"\n"):
                part = self.connection.recv(1024)
                if not part:
                    return None
                answer += part
        except TimeoutError:
            return None
        # It resigns in words.
        cells = re.findall(r"\b[a-k]\d+\b", answer.decode().lower())
        return "-".join(cells) if len(cells) == 2 else None

    def end(self):
        self.connection.close()
        self.process.kill()
        self.process.wait()


def use_one_processor():
    processors = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, [processors[os.getpid() % len(processors)]])


def ask(command, moves, seconds):
    program = Program(command, moves)
    try:
        return program.answer(seconds)
    finally:
        program.end()


def choose(program, kind, moves, seconds):
    """Its move, or None if it gives up."""
    moves = without_detours(moves)
    if kind == "monte-carlo":
        whole = max(1, int(seconds))
        return ask([program, "--ai", kind, "--seconds", str(whole)], moves, whole + PATIENCE_SECONDS)
    deadline = time.monotonic() + seconds - MARGIN_SECONDS
    chosen = None
    for depth in range(1, DEEPEST):
        # The first answer is waited for: without it there is no move.
        left = deadline - time.monotonic() if chosen else PATIENCE_SECONDS
        move = ask([program, "--ai", kind, "--depth", str(depth)], moves, left) if left > 0 else None
        if not move:
            break
        chosen = move
    return chosen


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in ("basic", "monte-carlo"):
        sys.exit("usage: hnefatafl-copenhagen.py PROGRAM basic|monte-carlo")
    program, kind = sys.argv[1:]
    game, is_usual_beginning, moves = None, True, []
    for line in sys.stdin:
        words = line.split()
        order = words[0] if words else None
        if order == "partida":
            say(f"id name hnefatafl-copenhagen {kind}")
            say("id author the developers of hnefatafl-copenhagen")
            say("ok")
        elif order == "game":
            game = words[1]
        elif order == "isready":
            say("readyok")
        elif order == "position":
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
            is_usual_beginning = words[1] == "start"
        elif order == "go":
            if game != RULES or not is_usual_beginning:
                say("error this game, or this beginning, it does not play")
                continue
            limits = dict(zip(words[1::2], words[2::2]))
            seconds = int(limits["movetime"]) / 1000 if "movetime" in limits else USUAL_SECONDS
            move = choose(program, kind, moves, seconds)
            say(f"bestmove {move}" if move else "error it gives up")
        elif order == "quit":
            return


if __name__ == "__main__":
    main()
