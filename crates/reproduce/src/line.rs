//! Not here yet.

use crate::Experiment;

pub(crate) const EXPERIMENTS: &[Experiment] = &[];
