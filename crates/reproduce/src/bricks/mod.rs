//! The report on Bricks (Ladrillos): exact trees, greedy players and their weights, the adaptive player.

mod adaptive;
mod duration;
mod masters;
mod numbers;
mod published;
mod trees;

use crate::Experiment;

pub(crate) const EXPERIMENTS: &[Experiment] = &[
    duration::EXPERIMENT,
    trees::EXPERIMENT,
    masters::EXPERIMENT,
    adaptive::EXPERIMENT,
];
