//! The report on Connect (C en línea): an exact player and a greedy one, and two ways to tune the greedy one's
//! weights. Its figures are pictures whose numbers are not in the text: what can be compared is what it says of
//! them.

mod cost;
mod exact;
mod genetic;
mod grid;
mod vectors;
mod ways;

use crate::Experiment;
use crate::intervals::Interval;

pub(crate) const EXPERIMENTS: &[Experiment] = &[
    cost::EXPERIMENT,
    exact::EXPERIMENT,
    grid::EXPERIMENT,
    genetic::EXPERIMENT,
    vectors::EXPERIMENT,
];

/// By how much one number is greater than another that has nothing to do with it, each with its interval: the
/// distances to the ends add up as squares do.
fn difference(one: &Interval, other: &Interval) -> Interval {
    let value = one.value - other.value;
    Interval {
        value,
        low: value - (one.value - one.low).hypot(other.high - other.value),
        high: value + (one.high - one.value).hypot(other.value - other.low),
    }
}

/// A share as people write it.
fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Shares as points of a hundred.
fn points(share: &Interval) -> Interval {
    Interval {
        value: 100.0 * share.value,
        low: 100.0 * share.low,
        high: 100.0 * share.high,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_of_shares_is_that_of_the_textbooks() {
        // Newcombe's example: 56 of 70 less 48 of 80.
        let difference = difference(&Interval::of_share(56, 70), &Interval::of_share(48, 80));
        assert!((difference.value - 0.2).abs() < 1e-9);
        assert!((difference.low - 0.0524).abs() < 1e-4, "{difference:?}");
        assert!((difference.high - 0.3339).abs() < 1e-4, "{difference:?}");
    }
}
