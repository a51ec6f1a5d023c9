//! The report on Bricks (Ladrillos): exact trees, greedy players and their weights, the adaptive player.

mod trees;

use crate::Experiment;

pub(crate) const EXPERIMENTS: &[Experiment] = &[trees::EXPERIMENT];
