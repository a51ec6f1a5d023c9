//! Intervals of what is made of other intervals.

use crate::findings::Verdict;
use crate::intervals::{Interval, spearman};

/// By how much one thing is more than another that was measured apart from it: the distances of their ends are
/// added as those of independent errors are.
pub(super) fn difference(one: &Interval, other: &Interval) -> Interval {
    let value = one.value - other.value;
    let down = (one.value - one.low).hypot(other.high - other.value);
    let up = (one.high - one.value).hypot(other.value - other.low);
    Interval {
        value,
        low: value - down,
        high: value + up,
    }
}

/// Spearman's correlation of pairs, with its interval.
pub(super) fn rank_correlation(pairs: &[[f64; 2]]) -> Interval {
    Interval::of_correlation(spearman(pairs), pairs.len())
}

/// A fact of one table, which no interval belongs to.
pub(super) fn fact(holds: bool) -> Verdict {
    match holds {
        true => Verdict::Confirmed,
        false => Verdict::NotConfirmed,
    }
}

/// Whether something is less than a number.
pub(super) fn at_most(interval: &Interval, number: f64) -> Verdict {
    match interval.less(number).is_positive() {
        Verdict::Confirmed => Verdict::NotConfirmed,
        Verdict::NotConfirmed => Verdict::Confirmed,
        other => other,
    }
}

/// Two things that must both hold.
pub(super) fn both(one: Verdict, other: Verdict) -> Verdict {
    match [one, other] {
        [Verdict::Confirmed, Verdict::Confirmed] => Verdict::Confirmed,
        pair if pair.contains(&Verdict::NotConfirmed) => Verdict::NotConfirmed,
        _ => Verdict::CannotTell,
    }
}

/// Half the width of an interval, for plots; nothing where it has no end.
pub(super) fn half_width(interval: &Interval) -> f64 {
    let width = (interval.high - interval.low) / 2.0;
    if width.is_finite() { width } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_add_as_squares() {
        let one = Interval {
            value: 10.0,
            low: 7.0,
            high: 13.0,
        };
        let other = Interval {
            value: 4.0,
            low: 0.0,
            high: 8.0,
        };
        let apart = difference(&one, &other);
        assert!((apart.low - 1.0).abs() < 1e-12 && (apart.high - 11.0).abs() < 1e-12);
        assert_eq!(apart.is_positive(), Verdict::Confirmed);
        assert_eq!(
            difference(&other, &one).is_positive(),
            Verdict::NotConfirmed
        );
    }
}
