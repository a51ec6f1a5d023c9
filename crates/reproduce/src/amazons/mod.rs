//! The report on Amazons: two evaluators, mobility and proximity, at depths from one to three.

mod cuts;
mod matches;
mod response;
mod shots;
mod table;

use crate::Experiment;
use crate::intervals::mean;

pub(crate) const EXPERIMENTS: &[Experiment] = &[
    matches::EXPERIMENT,
    response::EXPERIMENT,
    cuts::EXPERIMENT,
    table::EXPERIMENT,
];

const GAME: &str = "amazons";

/// Heuristic 1 and heuristic 2.
const EVALUATORS: [&str; 2] = ["mobility", "proximity"];
const MOBILITY: usize = 0;
const PROXIMITY: usize = 1;

/// How deep the report looks.
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=3;

/// Games begin with so many random moves, of each side the same number: players that draw no random numbers
/// play the same game each time from the same start. At depth 3 a move near the start takes seconds, so such
/// games begin later.
fn opening(depth: u32) -> usize {
    match depth {
        ..3 => 4,
        _ => 24,
    }
}

/// What to say about that.
const OPENINGS: &str = "Games begin after 4 random moves; those at depth 3 after 24, because before that a move takes seconds.";

/// The player of the report: negamax with alpha-beta, moves in the order in which they are found.
fn player(evaluator: usize, depth: u32) -> String {
    format!("alphabeta:depth={depth},eval={}", EVALUATORS[evaluator])
}

/// By how much a number grows from one step to the next: the slope of the straight line that is nearest.
fn slope(points: &[[f64; 2]]) -> f64 {
    let [across, up] = [0, 1].map(|place| points.iter().map(|it| it[place]).collect::<Vec<_>>());
    let (middle, height) = (mean(&across), mean(&up));
    let products: f64 = points
        .iter()
        .map(|[x, y]| (x - middle) * (y - height))
        .sum();
    let squares: f64 = across.iter().map(|x| (x - middle).powi(2)).sum();
    if squares == 0.0 {
        0.0
    } else {
        products / squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_those_of_lines() {
        assert!((slope(&[[1.0, 1.0], [2.0, 3.0], [3.0, 5.0]]) - 2.0).abs() < 1e-12);
        assert!(slope(&[[1.0, 0.0], [2.0, 3.0], [3.0, 0.0]]).abs() < 1e-12);
        assert!(slope(&[[1.0, 7.0]]).abs() < 1e-12);
    }
}
