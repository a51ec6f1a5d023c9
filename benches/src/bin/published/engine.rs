//! What is promised of the engine: its speed beside crate `minimax`, how much deeper than full width
//! it looks, what threads add.

use crate::Effort;
use crate::measure::{Failure, Measured, search, search_repeatedly};
use benches::connect::minimax_iterative;
use benches::markdown::{Table, code};
use std::time::Instant;

/// Plies of Connect on the classic board, from the start.
const DEPTH: u8 = 14;
/// Minimax to exactly that depth, as the peer's search is, with the plainest evaluator.
const CONNECT: &str = "engine:depth=14,eval=h1,selective=off,table=4";
/// The peer's table, in MiB: the best of these counts.
const PEER_TABLES: [usize; 5] = [1, 4, 16, 64, 256];
/// How many times we repeat what takes less than a second.
const ROUNDS: usize = 5;

/// Prints the tables, and says whether all that is promised holds.
pub(crate) fn print(_effort: &Effort) -> Result<bool, Failure> {
    Ok(beside_peer()? & deeper_than_full_width()? & amazons()? & threads()?)
}

fn verdict(holds: bool) -> &'static str {
    if holds { "holds" } else { "MISSED" }
}

fn milliseconds(measured: &Measured) -> f64 {
    measured.cpu.as_secs_f64() * 1000.0
}

fn millions_per_second(nodes: u64, milliseconds: f64) -> f64 {
    nodes as f64 / milliseconds / 1000.0
}

fn beside_peer() -> Result<bool, Failure> {
    let mut table = Table::new(
        ["by".to_string(), "table, MiB".to_string()],
        ["nodes", "CPU ms, best", "M nodes/s", "× ours"].map(str::to_string),
    );
    let ours = search_repeatedly("connect", CONNECT)?;
    let our_time = milliseconds(&ours);
    let our_speed = millions_per_second(ours.nodes, our_time);
    let mut row = |by: &str, size: String, nodes: u64, time: f64| {
        table.push([
            by.to_string(),
            size,
            nodes.to_string(),
            format!("{time:.1}"),
            format!("{:.1}", millions_per_second(nodes, time)),
            format!("{:.2}", time / our_time),
        ]);
    };
    row("partida", "4".to_string(), ours.nodes, our_time);
    // Its nodes per second are those at its best size too.
    let (mut best, mut their_speed) = (f64::INFINITY, 0.0_f64);
    for size in PEER_TABLES {
        let mut least = f64::INFINITY;
        let mut nodes = 0;
        for _ in 0..ROUNDS {
            let before = cpu_time::ThreadTime::now();
            // It shuffles as it goes: rounds differ.
            let explored = minimax_iterative(DEPTH, size << 20);
            let time = before.elapsed().as_secs_f64() * 1000.0;
            if time < least {
                (least, nodes) = (time, explored);
            }
        }
        row("minimax", size.to_string(), nodes, least);
        if least < best {
            (best, their_speed) = (least, millions_per_second(nodes, least));
        }
    }
    println!(
        "Connect 7 × 6 from the start to depth {DEPTH}, one thread, judged by `h1` on both sides; ours: {}.\n\n{table}",
        code(CONNECT)
    );
    let (half, as_fast) = (2.0 * our_time <= best, our_speed >= their_speed);
    println!(
        "At most half the time: {}. At least as many nodes per second: {}.\n",
        verdict(half),
        verdict(as_fast)
    );
    Ok(half & as_fast)
}

fn deeper_than_full_width() -> Result<bool, Failure> {
    let players = [
        "engine:cpu=10s,eval=h2",
        "engine:cpu=10s,eval=h2,selective=off",
        "alphabeta:cpu=10s,eval=h2,symmetry=on,table=256,order=history",
    ];
    let mut table = Table::new(
        ["game".to_string()],
        players
            .map(code)
            .into_iter()
            .chain(["two plies deeper".to_string()]),
    );
    let mut all = true;
    for game in ["fuga:11", "tafl:copenhagen"] {
        let mut depths = Vec::new();
        for player in players {
            depths.push(search(game, player)?.depth);
        }
        let full_width = depths[1..].iter().copied().max().unwrap_or(0);
        let holds = depths[0] >= full_width + 2;
        all &= holds;
        let cells = depths.iter().map(u32::to_string);
        table.push(
            [code(game)]
                .into_iter()
                .chain(cells)
                .chain([verdict(holds).to_string()]),
        );
    }
    println!("Depth completed from the start in 10 s of processor time:\n\n{table}");
    Ok(all)
}

fn amazons() -> Result<bool, Failure> {
    let player = "engine:depth=3,eval=mobility,selective=off";
    let measured = search("amazons", player)?;
    let holds = milliseconds(&measured) <= 2000.0;
    println!(
        "Amazons 10 × 10, depth 3 from the start by {}: {:.0} ms of processor time, {} nodes; at most 2 s: {}.\n",
        code(player),
        milliseconds(&measured),
        measured.nodes,
        verdict(holds)
    );
    Ok(holds)
}

fn threads() -> Result<bool, Failure> {
    let mut table = Table::new(
        ["game".to_string()],
        ["M nodes/s, 1 thread", "2 threads", "ratio", "at least 1.5"].map(str::to_string),
    );
    let mut all = true;
    for game in ["connect:8x7,c=4", "bricks:10", "fuga:11", "amazons"] {
        let mut speeds = Vec::new();
        for threads in [1, 2] {
            let began = Instant::now();
            let measured = search(game, &format!("engine:time=3s,threads={threads}"))?;
            let time = began.elapsed().as_secs_f64() * 1000.0;
            speeds.push(millions_per_second(measured.nodes, time));
        }
        let ratio = speeds[1] / speeds[0];
        all &= ratio >= 1.5;
        table.push([
            code(game),
            format!("{:.2}", speeds[0]),
            format!("{:.2}", speeds[1]),
            format!("{ratio:.2}"),
            verdict(ratio >= 1.5).to_string(),
        ]);
    }
    println!(
        "Nodes per second on the wall, 3 s from the start, on a machine that must be idle:\n\n{table}"
    );
    Ok(all)
}
