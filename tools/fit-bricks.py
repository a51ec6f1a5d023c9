#!/usr/bin/env python3
"""Fits the evaluator `growth` of Bricks to games: what patches of three by three cells are worth, and the other weights.

Needs NumPy and Numba. Two commands, on games that `partida records export --format text` wrote:

    fit-bricks.py spoil GAMES... --count N > openings.txt
        Beginnings of these games with a random move or two at the end. Games that go on from there say what bad moves
        are worth, which games of players who make none do not.

    fit-bricks.py fit PATCHES GAMES... [--spoilt GAMES OPENINGS]...
        Writes the file `crates/games/src/bricks/bricks.patches` and prints the other weights, in points of the score.
        Of games from spoilt openings only the first positions behind the opening are learnt.

Logistic regression on who wins: a tenth of the games is kept to tell how well. How common a patch is decides how much it
may be worth (`--caution`). crates/games/src/bricks/patches.rs has what a patch is, and the form of the file.
"""

import argparse
import re

import numpy
from numba import njit

SIDE = 10
CELLS = SIDE * SIDE
# As in crates/games/src/bricks/patches.rs.
KNOTS = [0.2, 0.5, 0.8]
FINE = 32
# Of each game so many positions; of one from a spoilt opening, the first ones.
POSITIONS = 14
SPOILT = 4

AROUND = numpy.full((CELLS, 4), -1)
for cell in range(CELLS):
    row, column = divmod(cell, SIDE)
    for place, (down, right) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
        if 0 <= row + down < SIDE and 0 <= column + right < SIDE:
            AROUND[cell, place] = cell + SIDE * down + right
CENTRE = numpy.array([min(c // SIDE, c % SIDE, SIDE - 1 - c // SIDE, SIDE - 1 - c % SIDE) for c in range(CELLS)])


def read(path):
    """The margin of each game and its bricks, as pairs of cells."""
    with open(path) as file:
        games = file.read().split("[Game ")[1:]
    for game in games:
        if not game.startswith(f'"bricks:{SIDE}"'):
            raise SystemExit(f"{path}: a game on another board than bricks:{SIDE}")
        margin = int(re.search(r'\[Margin "(-?\d+)"\]', game)[1])
        moves = "\n".join(line for line in game.split("\n")[1:] if not line.startswith("["))
        found = re.findall(r"\b([a-j])(\d+)([a-j])(\d+)\b", moves)
        yield margin, [((int(b) - 1) * SIDE + ord(a) - 97, (int(d) - 1) * SIDE + ord(c) - 97) for a, b, c, d in found]


def written(brick):
    return "".join("abcdefghij"[cell % SIDE] + str(cell // SIDE + 1) for cell in brick)


def spoil(paths, count, seed):
    chance = numpy.random.default_rng(seed)
    games = [bricks for path in paths for _, bricks in read(path)]
    lines = set()
    for _ in range(20 * count):
        bricks = games[chance.integers(len(games))]
        if len(lines) == count or len(bricks) < 12:
            break
        moves = list(bricks[: chance.integers(4, min(34, len(bricks) - 6))])
        for _ in range(1 if chance.random() < 0.65 else 2):
            covered = {cell for brick in moves for cell in brick}
            pairs = ((cell, AROUND[cell, place]) for cell in range(CELLS) for place in (0, 2))
            legal = [pair for pair in pairs if pair[1] >= 0 and not covered & set(pair)]
            if len(legal) > 3:
                moves.append(legal[chance.integers(len(legal))])
        lines.add(" ".join(map(written, moves)))
    print("\n".join(sorted(lines)))


def names():
    """By kind of place and code the number of the patch, and 1, -1 with the sides exchanged, or 0 if it is worth nothing."""
    powers = 4 ** numpy.arange(8, -1, -1)
    square = numpy.arange(9).reshape(3, 3)
    views = [view.ravel() for turns in range(4) for view in (numpy.rot90(square, turns), numpy.rot90(square, turns)[:, ::-1])]
    digits = numpy.arange(3**9)[:, None] // 3 ** numpy.arange(9) % 3
    least, sign = numpy.zeros((9, 3**9), int), numpy.zeros((9, 3**9), numpy.int8)
    for kind in range(9):
        wall = numpy.zeros((3, 3), bool)
        for axis, where in enumerate(divmod(kind, 3)):
            if where:
                numpy.moveaxis(wall, axis, 0)[2 * (where - 1)] = True
        wall = wall.ravel()
        possible = (digits[:, wall] == 0).all(1)
        cells = digits[possible]
        cells[:, wall] = 3
        exchanged = numpy.array([0, 2, 1, 3])[cells]
        both = [numpy.min([some[:, view] @ powers for view in views], 0) for some in (cells, exchanged)]
        least[kind, possible] = numpy.minimum(*both)
        sign[kind, possible] = numpy.sign(both[1] - both[0])
    all_names = numpy.unique(least[sign != 0])
    return numpy.where(sign != 0, numpy.searchsorted(all_names, least), 0), sign, len(all_names)


NUMBER, SIGN, COUNT = names()


@njit
def reach(board, side, sizes, steps):
    """Over all empty cells the size of the largest island that gets there in so many steps."""
    largest = sizes.copy()
    for _ in range(steps):
        before = largest.copy()
        for cell in range(CELLS):
            if board[cell] == -1:
                for beside in AROUND[cell]:
                    if beside >= 0 and (board[beside] == -1 or board[beside] == side):
                        largest[cell] = max(largest[cell], before[beside])
    return (largest * (board == -1)).sum()


@njit
def islands(board, side):
    """The size of its island for each cell of a side, and the sum of the squares."""
    sizes, squares = numpy.zeros(CELLS, numpy.int64), 0
    for start in range(CELLS):
        if board[start] == side and sizes[start] == 0:
            island = [start]
            sizes[start] = 1
            for cell in island:
                for beside in AROUND[cell]:
                    if beside >= 0 and board[beside] == side and sizes[beside] == 0:
                        sizes[beside] = 1
                        island.append(beside)
            for cell in island:
                sizes[cell] = len(island)
            squares += len(island) ** 2
    return sizes, squares


@njit
def see(board, features, number, sign, numbers, signs):
    """Score, reach, far reach and centre, first side minus second; and the patches."""
    for side in range(2):
        towards = 1 - 2 * side
        sizes, squares = islands(board, side)
        features[0] += towards * squares
        features[1] += towards * reach(board, side, sizes, 3)
        features[2] += towards * reach(board, side, sizes, 5)
        features[3] += towards * (CENTRE * (board == side)).sum()
    for cell in range(CELLS):
        row, column = cell // SIDE, cell % SIDE
        kind = 3 * (1 if row == 0 else 2 if row == SIDE - 1 else 0) + (1 if column == 0 else 2 if column == SIDE - 1 else 0)
        code = 0
        for place in range(9):
            down, right = row + place // 3 - 1, column + place % 3 - 1
            if 0 <= down < SIDE and 0 <= right < SIDE:
                code += (board[down * SIDE + right] + 1) * 3**place
        numbers[cell], signs[cell] = number[kind, code], sign[kind, code]


def collect(paths, spoilt):
    chance = numpy.random.default_rng(1)
    games = [(margin, bricks, None) for path in paths for margin, bricks in read(path)]
    for path, openings in spoilt:
        with open(openings) as file:
            known = {line.strip() for line in file}
        for margin, bricks in read(path):
            begins = [k for k in range(1, len(bricks)) if " ".join(map(written, bricks[:k])) in known]
            games += [(margin, bricks, begins[-1])] if begins else []
    rows = []
    for game, (margin, bricks, begin) in enumerate(games):
        last = len(bricks) - 2
        if begin is None:
            picked = set(chance.choice(numpy.arange(2, last), min(POSITIONS, last - 2), replace=False))
        else:
            picked = set(range(begin, min(last, begin + SPOILT)))
        board = numpy.full(CELLS, -1)
        for ply, brick in enumerate(bricks):
            if ply in picked:
                features, numbers, signs = numpy.zeros(4), numpy.zeros(CELLS, numpy.int16), numpy.zeros(CELLS, numpy.int8)
                see(board, features, NUMBER, SIGN, numbers, signs)
                empty = 1 - 2 * ply / CELLS
                rows.append((game, features, numbers, signs, empty, 1 - 2 * (ply % 2), (numpy.sign(margin) + 1) / 2))
            board[list(brick)] = ply % 2
    print(f"{len(games)} games, {len(rows)} positions, {COUNT} patches")
    return [numpy.array(column) for column in zip(*rows)]


@njit
def learn(order, seen, numbers, signs, shares, won, weights, worths, caution, weight_steps, worth_steps, rate):
    """One pass of stochastic gradient descent, with steps as in AdaGrad."""
    for at in order:
        logit = (seen[at] * weights).sum()
        for cell in range(CELLS):
            for knot in range(3):
                logit += signs[at, cell] * shares[at, knot] * worths[knot, numbers[at, cell]]
        error = 1 / (1 + numpy.exp(-logit)) - won[at]
        for feature in range(len(weights)):
            slope = error * seen[at, feature]
            weight_steps[feature] += slope**2
            weights[feature] -= rate * slope / numpy.sqrt(weight_steps[feature] + 1e-8)
        for cell in range(CELLS):
            if signs[at, cell] == 0:
                continue
            patch = numbers[at, cell]
            for knot in range(3):
                if shares[at, knot] != 0:
                    slope = error * signs[at, cell] * shares[at, knot] + caution[knot, patch] * worths[knot, patch]
                    worth_steps[knot, patch] += slope**2
                    worths[knot, patch] -= rate * slope / numpy.sqrt(worth_steps[knot, patch] + 1e-8)


def fit(output, paths, spoilt, caution, passes):
    game, features, numbers, signs, empty, turn, won = collect(paths, spoilt)
    shares = numpy.stack([numpy.interp(empty, KNOTS, row) for row in numpy.eye(3)], 1)
    score, near, far, centre = features.T
    seen = numpy.stack([score, score * empty**2, near, near * empty, far * empty, centre * empty**4, turn], 1)
    scale = seen.std(0)
    seen /= scale
    examined, learnt = numpy.where(game % 10 == 0)[0], numpy.where(game % 10 != 0)[0]
    common = numpy.ones((3, COUNT))
    for knot in range(3):
        numpy.add.at(common[knot], numbers[learnt], numpy.abs(signs[learnt]) * shares[learnt, knot, None])
    weights, worths = numpy.zeros(7), numpy.zeros((3, COUNT))
    weight_steps, worth_steps = numpy.zeros(7), numpy.zeros((3, COUNT))
    chance = numpy.random.default_rng(0)
    for number in range(passes):
        rate = 0.03 if number < passes // 2 else 0.01 if number < passes - 3 else 0.003
        order = chance.permutation(learnt)
        learn(order, seen, numbers, signs, shares, won, weights, worths, caution / common, weight_steps, worth_steps, rate)
        logits = seen[examined] @ weights
        for knot in range(3):
            logits += shares[examined, knot] * (worths[knot][numbers[examined]] * signs[examined]).sum(1)
        loss = numpy.logaddexp(0, logits) - won[examined] * logits
        print(f"pass {number + 1}: loss {loss.mean():.4f}", flush=True)
    # One point of the score is the unit of everything.
    point = scale[0] / weights[0]
    words = ["score", "early-score", "reach", "early-reach", "far-reach", "centre", "tempo"]
    print(", ".join(f"{word} {weight * point:.2f}" for word, weight in zip(words, weights / scale)))
    whole = numpy.clip(numpy.round(worths * point * FINE), -32768, 32767).astype("<i2")
    with open(output, "wb") as file:
        file.write(whole.T.tobytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    spoiling = commands.add_parser("spoil", help="openings with a random move or two at their end")
    spoiling.add_argument("games", nargs="+")
    spoiling.add_argument("--count", type=int, default=12000)
    spoiling.add_argument("--seed", type=int, default=1)
    fitting = commands.add_parser("fit", help="the weights")
    fitting.add_argument("patches", help="the file to write")
    fitting.add_argument("games", nargs="+")
    fitting.add_argument("--spoilt", nargs=2, action="append", default=[], metavar=("GAMES", "OPENINGS"))
    fitting.add_argument("--caution", type=float, default=100)
    fitting.add_argument("--passes", type=int, default=16)
    given = parser.parse_args()
    if given.command == "spoil":
        spoil(given.games, given.count, given.seed)
    else:
        fit(given.patches, given.games, given.spoilt, given.caution, given.passes)


if __name__ == "__main__":
    main()
