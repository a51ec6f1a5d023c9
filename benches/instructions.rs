//! The instructions of each piece of work, by gungraun under valgrind.
//!
//! `cargo bench -p partida-benches --bench instructions`, with valgrind and the runner of the same
//! version as the library: `cargo install gungraun-runner --version 0.20.0`.

#![allow(missing_docs, reason = "the macros make public items")]

use benches::tafl::Copenhagen;
use benches::{connect, work};
use game::{Game, perft::perft};
use games::amazons::Amazons;
use gungraun::prelude::*;
use std::hint::black_box;

/// Deep enough for millions of leaves, and done in seconds under valgrind.
const CONNECT_DEPTH: u8 = 8;
const EVERY_LEAF_DEPTH: u8 = 7;
const TAFL_DEPTH: u8 = 3;

#[library_benchmark]
#[bench::partida(work::connect_all_depths)]
#[bench::minimax(connect::minimax_perft)]
fn connect_perft_all_depths(count: fn(u8) -> u64) -> u64 {
    count(black_box(CONNECT_DEPTH))
}

#[library_benchmark]
#[bench::partida(work::connect_perft)]
#[bench::board_game_naive(connect::board_game_perft)]
#[bench::partida_with_table(work::connect_with_table)]
#[bench::board_game_with_table(connect::board_game_perft_with_table)]
fn connect_perft(count: fn(u8) -> u64) -> u64 {
    count(black_box(CONNECT_DEPTH))
}

#[library_benchmark]
#[bench::partida(work::connect_every_leaf)]
#[bench::minimax(connect::minimax_every_leaf)]
#[bench::board_game(connect::board_game_every_leaf)]
fn connect_every_leaf(count: fn(u8) -> benches::counting::Tally) -> u64 {
    count(black_box(EVERY_LEAF_DEPTH)).finished
}

#[library_benchmark]
#[bench::partida(Amazons::new(10, 10))]
fn amazons_perft(game: Amazons<u128>) -> u64 {
    perft(&game, &mut game.start(), black_box(2))
}

#[library_benchmark]
#[bench::partida(work::tafl_perft)]
#[bench::hnefatafl(|depth| Copenhagen::new().perft(depth))]
fn tafl_perft(count: fn(u8) -> u64) -> u64 {
    count(black_box(TAFL_DEPTH))
}

library_benchmark_group!(
    name = perft_counts,
    benchmarks = [
        connect_perft_all_depths,
        connect_perft,
        connect_every_leaf,
        amazons_perft,
        tafl_perft
    ]
);

main!(library_benchmark_groups = perft_counts);
