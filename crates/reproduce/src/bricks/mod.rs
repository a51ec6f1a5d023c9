//! The report on Bricks (Ladrillos): exact trees, greedy players and their weights, the adaptive player.

mod adaptive;
mod duration;
mod evolution;
mod masters;
mod numbers;
mod published;
mod swiss;
mod trees;

use crate::Experiment;

pub(crate) const EXPERIMENTS: &[Experiment] = &[
    trees::EXPERIMENT,
    duration::EXPERIMENT,
    swiss::EXPERIMENT,
    evolution::EXPERIMENT,
    masters::EXPERIMENT,
    adaptive::EXPERIMENT,
];
