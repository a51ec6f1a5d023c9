//! The report on Contact4: minimax to the end, three evaluators, their matches, and what cuts save.

mod exhaustive;
mod matches;
mod pruning;
mod published;
mod times;

use crate::Experiment;
use crate::findings::{Verdict, times as ratio};
use crate::intervals::Interval;
use crate::measure::Moved;
use report::Curve;

pub(crate) const EXPERIMENTS: &[Experiment] = &[
    exhaustive::EXPERIMENT,
    times::EXPERIMENT,
    matches::EXPERIMENT,
    pruning::EXPERIMENT,
];

/// What holds only if all of some things hold.
fn all_of(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    let mut whole = Verdict::Confirmed;
    for verdict in verdicts {
        match verdict {
            Verdict::NotConfirmed | Verdict::Different => return Verdict::NotConfirmed,
            Verdict::CannotTell => whole = Verdict::CannotTell,
            Verdict::Confirmed | Verdict::Equal => {}
        }
    }
    whole
}

/// By what factor some times are longer than others, as a logarithm. Each pair is one observation.
fn factor(pairs: impl IntoIterator<Item = [f64; 2]>) -> Interval {
    let logarithms: Vec<f64> = pairs
        .into_iter()
        .map(|[longer, shorter]| (longer / shorter).ln())
        .collect();
    Interval::of_mean(&logarithms)
}

/// A factor that is known as a logarithm.
fn factor_text(logarithm: &Interval) -> String {
    let [value, low, high] =
        [logarithm.value, logarithm.low, logarithm.high].map(|it| match it.exp() {
            f64::INFINITY => "∞".to_string(),
            factor => ratio(factor),
        });
    format!("{value} ({low} to {high})")
}

/// The first so many moves together, in seconds.
fn total(moves: &[Moved], plies: usize) -> f64 {
    moves.iter().take(plies).map(|it| it.seconds).sum()
}

/// Seconds by move, from this move on, as powers of ten: they differ too much for anything else. What took no
/// time that could be measured is left out.
fn curve(label: impl Into<String>, first: usize, seconds: impl IntoIterator<Item = f64>) -> Curve {
    let points = (first..).zip(seconds).filter(|&(_, time)| time > 0.0);
    Curve {
        label: label.into(),
        points: points
            .map(|(number, time)| [number as f64, time.log10()])
            .collect(),
        band: Vec::new(),
    }
}

/// What goes up in plots of such curves.
const POWERS: &str = "seconds, as powers of ten (0: 1 s, −3: 1 ms)";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_fails_decides_and_one_that_is_open_leaves_it_open() {
        let [yes, no, open] = [
            Verdict::Confirmed,
            Verdict::NotConfirmed,
            Verdict::CannotTell,
        ];
        assert_eq!(all_of([yes, yes]), yes);
        assert_eq!(all_of([yes, open]), open);
        assert_eq!(all_of([open, no, yes]), no);
    }

    #[test]
    fn factors_are_geometric_means() {
        let twice_and_eight_times = factor([[2.0, 1.0], [8.0, 1.0]]);
        assert!((twice_and_eight_times.value.exp() - 4.0).abs() < 1e-9);
        assert!(factor_text(&twice_and_eight_times).starts_with("4.00 ("));
        let alone = factor([[2.0, 1.0]]);
        assert_eq!(factor_text(&alone), "2.00 (0.00 to ∞)");
    }

    #[test]
    fn times_that_were_too_short_are_not_drawn() {
        let drawn = curve("", 3, [10.0, 0.0, 0.1]);
        assert_eq!(drawn.points, [[3.0, 1.0], [5.0, -1.0]]);
    }
}
