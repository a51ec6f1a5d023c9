//! Copenhagen beside crate `hnefatafl`, by criterion. Compiled once Tafl is among the games: it then
//! has an entry `[[bench]]` in the manifest, like `time`.
//!
//! `cargo bench -p partida-benches --bench tafl`

#![allow(missing_docs, reason = "the macros make public items")]

use benches::tafl::Copenhagen;
use benches::work::{OURS, tafl_every_leaf, tafl_perft};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn perft(criterion: &mut Criterion) {
    let theirs = Copenhagen::new();
    let leaves = theirs.perft(3);
    assert_eq!(tafl_perft(3), Some(leaves), "both must count the same tree");
    let mut group = criterion.benchmark_group("tafl copenhagen perft 3");
    group
        .sample_size(20)
        .throughput(Throughput::Elements(leaves));
    group.bench_function(OURS, |bencher| bencher.iter(|| tafl_perft(black_box(3))));
    group.bench_function("hnefatafl", |bencher| {
        bencher.iter(|| theirs.perft(black_box(3)));
    });
    group.finish();
}

fn every_leaf(criterion: &mut Criterion) {
    let theirs = Copenhagen::new();
    let found = theirs.every_leaf(2);
    assert_eq!(
        tafl_every_leaf(2),
        Some(found),
        "both must count the same tree"
    );
    let mut group = criterion.benchmark_group("tafl copenhagen to 2, every leaf played and judged");
    group.throughput(Throughput::Elements(found.leaves));
    group.bench_function(OURS, |bencher| {
        bencher.iter(|| tafl_every_leaf(black_box(2)));
    });
    group.bench_function("hnefatafl", |bencher| {
        bencher.iter(|| theirs.every_leaf(black_box(2)));
    });
    group.finish();
}

criterion_group!(tafl, perft, every_leaf);
criterion_main!(tafl);
