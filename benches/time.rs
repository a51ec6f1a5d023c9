//! The time of each piece of work, by criterion.
//!
//! `cargo bench -p partida-benches --bench time [-- FILTER]`. Ours and the peers' follow one
//! another within a group; for ratios on a noisy machine use `peers`, which interleaves them.

#![allow(missing_docs, reason = "the macros make public items")]

use benches::work::TASKS;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

fn tasks(criterion: &mut Criterion) {
    for task in TASKS {
        let mut group = criterion.benchmark_group(task.name);
        group.sample_size(10);
        group.warm_up_time(Duration::from_millis(500));
        group.measurement_time(Duration::from_secs(2));
        for contestant in task.contestants {
            let found = (contestant.run)(task.depth);
            group.throughput(Throughput::Elements(found.leaves));
            group.bench_function(contestant.name, |bencher| {
                bencher.iter(|| (contestant.run)(black_box(task.depth)));
            });
        }
        group.finish();
    }
}

criterion_group!(time, tasks);
criterion_main!(time);
