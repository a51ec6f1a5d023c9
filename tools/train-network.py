"""Trains a network on a graphics card from positions that `partida train --export DIRECTORY` wrote.

Needs PyTorch and NumPy. Does what `partida train` does, with larger batches; the file it writes is read by
players as any other: eval=network,network=@./FILE. docs/networks.md has the form of the file.
"""

import argparse
import math
import pathlib
import struct

import numpy
import torch

# As in crates/game/src/network.rs: what a full hidden unit, a logit, and the point are in whole numbers.
FULL = 255
LOGIT = 1000
POINT = 1 << 8
# As in crates/tune/src/network/model.rs: by what inputs are divided, and the greatest weights.
SCALE = 16
MOST_HIDDEN = 8.0
MOST_OUTPUT = 32.0
LEAK = 0.01


def read(directory, device):
    """The game, the names of the inputs, and for learning and examination: inputs, results, targets."""
    game, *names = (directory / "inputs.txt").read_text().split("\n")[:-1]
    record = numpy.dtype(
        [("seen", "u1", (len(names),)), ("result", "<f4"), ("target", "<f4"), ("examined", "u1")]
    )
    positions = numpy.fromfile(directory / "positions.bin", dtype=record)
    parts = []
    for examined in (0, 1):
        part = positions[positions["examined"] == examined]
        tensors = [torch.tensor(part[name].copy(), device=device) for name in ("seen", "result", "target")]
        parts.append(tensors)
    return game, names, parts


def values(numbers, seen, leak):
    """The logits of positions."""
    weights, biases, output, last = numbers
    sums = seen.float() / SCALE @ weights + biases
    clipped = sums.clamp(0, 1)
    return (clipped + leak * (sums - clipped)) @ output + last


def loss_of(logits, targets):
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, targets)


def train(arguments, inputs, learnt, examined, device):
    torch.manual_seed(arguments.seed)
    hidden = arguments.hidden
    numbers = [
        torch.randn(inputs, hidden, device=device) * 0.15,
        torch.rand(hidden, device=device) * 0.5,
        torch.randn(hidden, device=device) * 0.3,
        torch.zeros(1, device=device),
    ]
    for tensor in numbers:
        tensor.requires_grad_()
    optimiser = torch.optim.Adam(numbers, lr=arguments.rate)
    seen, _, targets = learnt
    steps = arguments.epochs * math.ceil(len(seen) / arguments.batch)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    best = None
    for epoch in range(arguments.epochs):
        leak = LEAK if 2 * epoch < arguments.epochs else 0.0
        for batch in torch.randperm(len(seen), device=device).split(arguments.batch):
            loss = loss_of(values(numbers, seen[batch], leak), targets[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            with torch.no_grad():
                numbers[0].clamp_(-MOST_HIDDEN, MOST_HIDDEN)
                numbers[2].clamp_(-MOST_OUTPUT, MOST_OUTPUT)
        with torch.no_grad():
            logits = values(numbers, examined[0], 0.0)
            loss = loss_of(logits, examined[2]).item()
            decided = examined[1] != 0.5
            right = ((logits > 0) == (examined[1] > 0.5))[decided].float().mean().item()
        print(f"epoch {epoch + 1}: loss {loss:.4f}, right {100 * right:.1f} %", flush=True)
        if best is None or loss < best[0]:
            best = (loss, [tensor.detach().clone() for tensor in numbers])
    return best[1]


def content(game, names, numbers):
    """The network's file."""
    weights, biases, output, last = (tensor.double().cpu().numpy() for tensor in numbers)
    text = "\n".join(names).encode()
    content = b"PARTINET" + struct.pack("<HH", 1, len(game.encode())) + game.encode()
    content += struct.pack("<I", len(text)) + text
    content += struct.pack("<HH", len(names), len(biases))
    content += numpy.round(weights.T * FULL * POINT / SCALE).astype("<i2").tobytes()
    content += numpy.round(biases * FULL * POINT).astype("<i4").tobytes()
    content += numpy.round(output * LOGIT * POINT / FULL).astype("<i2").tobytes()
    content += numpy.round(last * LOGIT * POINT).astype("<i4").tobytes()
    checksum = 0xCBF29CE484222325
    for byte in content:
        checksum = (checksum ^ byte) * 0x100000001B3 % (1 << 64)
    return content + struct.pack("<Q", checksum)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directory", type=pathlib.Path, help="what partida train --export wrote")
    parser.add_argument("output", type=pathlib.Path, help="where the network is written")
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    arguments = parser.parse_args()
    game, names, (learnt, examined) = read(arguments.directory, arguments.device)
    print(f"{len(learnt[0])} positions to learn from, {len(examined[0])} for the examination")
    numbers = train(arguments, len(names), learnt, examined, arguments.device)
    arguments.output.write_bytes(content(game, names, numbers))


if __name__ == "__main__":
    main()
