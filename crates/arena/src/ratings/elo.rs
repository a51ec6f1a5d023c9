//! How much stronger one player is than another, and how sure that is.

use super::normal::{DEVIATIONS_OF_95_PERCENT, cumulative};
use super::results::Results;
use std::f64::consts::LN_10;
use std::fmt;

/// A difference in strength and the interval in which it lies with 95 % confidence. Never NaN; both
/// it and the ends of its interval may be infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The most likely difference.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// The interval `error` to both sides of a value.
    pub(super) fn around(value: f64, error: f64) -> Estimate {
        Estimate {
            value,
            low: value - error,
            high: value + error,
        }
    }

    /// Half the width of the interval, what stands behind ±; infinite if an end is.
    #[must_use]
    pub fn error(&self) -> f64 {
        if self.low.is_finite() && self.high.is_finite() {
            (self.high - self.low) / 2.0
        } else {
            f64::INFINITY
        }
    }
}

impl fmt::Display for Estimate {
    /// Such as `40.70 ± 30.43`, with as many decimals as asked for, or two.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = formatter.precision().unwrap_or(2);
        let write = |formatter: &mut fmt::Formatter<'_>, number: f64| {
            // What is nothing when rounded has no sign.
            let number = if number.abs() < 0.5 / 10_f64.powi(decimals as i32) {
                0.0
            } else {
                number
            };
            match number {
                f64::INFINITY => formatter.write_str("∞"),
                f64::NEG_INFINITY => formatter.write_str("−∞"),
                _ => write!(formatter, "{number:.decimals$}"),
            }
        };
        write(formatter, self.value)?;
        formatter.write_str(" ± ")?;
        write(formatter, self.error())
    }
}

/// Normalised Elo per standard deviation, so that it is close to Elo where nothing is drawn:
/// 800/ln 10.
pub(super) const NORMALISED_UNIT: f64 = 800.0 / LN_10;

/// The expected score against an opponent that many Elo weaker: 1/(1 + 10^(−elo/400)).
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference at which a score is expected: −400·log10(1/score − 1). Scores of 0 and 1 and what
/// lies beyond them are infinitely far.
///
/// ```
/// use arena::ratings::{elo_of_score, score_of_elo};
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert_eq!(elo_of_score(1.0), f64::INFINITY);
/// assert!((elo_of_score(score_of_elo(123.0)) - 123.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The difference in Elo that the score stands for; `None` without games.
///
/// The interval is that of the score, s ± 1.96·√(v/N) with v the [variance](Results::variance) of a
/// result and N their number, each end turned into Elo: it is not symmetric around the value, and
/// [`Estimate::error`] is half its width. An end at which the score would leave 0 to 1 is infinite.
#[must_use]
pub fn elo<R: Results>(results: &R) -> Option<Estimate> {
    let (mean, variance) = (results.mean()?, results.variance()?);
    let error = DEVIATIONS_OF_95_PERCENT * (variance / results.total() as f64).sqrt();
    Some(Estimate {
        value: elo_of_score(mean),
        low: elo_of_score(mean - error),
        high: elo_of_score(mean + error),
    })
}

/// The difference in normalised Elo: the distance of the score from one half, in standard deviations
/// of a game, times 800/ln 10; `None` without games.
///
/// It says how many games it takes to show a difference, whatever the share of draws. The standard
/// deviation of a game is √v for games and √(2v) for pairs. The error is 1.96·800/ln 10/√games, for
/// which one divided by the root of the number of games is taken for the error of the quotient: that
/// leaves out how uncertain the deviation itself is, which is little while the players are close.
/// If all results are the same, the value is infinite (or 0, if that is a draw).
#[must_use]
pub fn normalised_elo<R: Results>(results: &R) -> Option<Estimate> {
    let excess = results.mean()? - 0.5;
    let deviation = (f64::from(R::GAMES) * results.variance()?).sqrt();
    let value = if excess == 0.0 {
        0.0
    } else {
        // Infinite, with the sign of the excess, where nothing deviates.
        excess / deviation * NORMALISED_UNIT
    };
    let games = results.total() as f64 * f64::from(R::GAMES);
    let error = DEVIATIONS_OF_95_PERCENT * NORMALISED_UNIT / games.sqrt();
    Some(Estimate::around(value, error))
}

/// The likelihood that the player is the stronger one, by the normal distribution of the score;
/// `None` without games. If all results are the same it is 0, ½ or 1.
#[must_use]
pub fn superiority<R: Results>(results: &R) -> Option<f64> {
    let excess = results.mean()? - 0.5;
    if excess == 0.0 {
        return Some(0.5);
    }
    let deviation = (results.variance()? / results.total() as f64).sqrt();
    Some(cumulative(excess / deviation))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::{Pairs, Tally};
    use proptest::prelude::*;

    fn near(found: f64, expected: f64, decimals: i32) {
        let tolerance = 0.5 * 10_f64.powi(-decimals);
        assert!((found - expected).abs() <= tolerance, "{found} {expected}");
    }

    #[test]
    fn games_as_computed_elsewhere() {
        let results = Tally::from([96, 111, 136]);
        let estimate = elo(&results).unwrap();
        near(estimate.value, 40.7025, 4);
        near(estimate.error(), 30.4272, 4);
        let estimate = normalised_elo(&results).unwrap();
        near(estimate.value, 49.7684, 4);
        near(estimate.error(), 36.7685, 4);
        near(superiority(&results).unwrap(), 0.996_010, 6);
    }

    #[test]
    fn pairs_as_computed_elsewhere() {
        let results = Pairs([34, 54, 63, 64, 75]);
        let estimate = elo(&results).unwrap();
        near(estimate.value, 55.5798, 4);
        near(estimate.error(), 27.6534, 4);
        let estimate = normalised_elo(&results).unwrap();
        near(estimate.value, 57.9356, 4);
        near(estimate.error(), 28.2754, 4);
    }

    #[test]
    fn extremes() {
        assert_eq!(elo(&Tally::default()), None);
        assert_eq!(normalised_elo(&Pairs::default()), None);
        assert_eq!(superiority(&Pairs::default()), None);
        let won = Tally::from([0, 0, 10]);
        let estimate = elo(&won).unwrap();
        assert_eq!(
            (estimate.value, estimate.error()),
            (f64::INFINITY, f64::INFINITY)
        );
        assert_eq!(estimate.to_string(), "∞ ± ∞");
        assert_eq!(elo(&won.reversed()).unwrap().to_string(), "−∞ ± ∞");
        assert_eq!(superiority(&won), Some(1.0));
        assert_eq!(superiority(&won.reversed()), Some(0.0));
        // The value of nine wins out of ten is known, the upper end is not.
        let estimate = elo(&Tally::from([1, 0, 9])).unwrap();
        assert!(estimate.low > 0.0 && estimate.value.is_finite());
        assert_eq!(estimate.high, f64::INFINITY);
        let drawn = Tally::from([0, 10, 0]);
        assert_eq!(elo(&drawn).unwrap().to_string(), "0.00 ± 0.00");
        assert_eq!(normalised_elo(&drawn).unwrap().value, 0.0);
        assert_eq!(superiority(&drawn), Some(0.5));
    }

    fn check<R: Results>(results: &R, reversed: &R) {
        let opposite = |one: f64, other: f64| {
            let scale = one.abs().max(1.0);
            one == -other || (one + other).abs() < 1e-6 * scale
        };
        for estimate in [elo::<R>, normalised_elo::<R>] {
            match (estimate(results), estimate(reversed)) {
                (Some(one), Some(other)) => {
                    assert!(opposite(one.value, other.value), "{one:?} {other:?}");
                    assert!(opposite(one.low, other.high), "{one:?} {other:?}");
                    assert!(one.low <= one.value && one.value <= one.high, "{one:?}");
                    assert!(!one.error().is_nan() && one.error() >= 0.0);
                }
                (one, other) => assert_eq!((one, other), (None, None)),
            }
        }
        if let (Some(one), Some(other)) = (superiority(results), superiority(reversed)) {
            assert!((one + other - 1.0).abs() < 1e-9, "{one} {other}");
        }
    }

    proptest! {
        #[test]
        fn the_opponent_sees_the_opposite(
            three in prop::array::uniform3(0_u64..2000), five in prop::array::uniform5(0_u64..2000)
        ) {
            check(&Tally::from(three), &Tally::from(three).reversed());
            check(&Pairs(five), &Pairs(five).reversed());
        }

        #[test]
        fn nothing_is_ever_nan(three: [u64; 3], five: [u64; 5]) {
            let ordered = |estimate: Estimate| {
                !estimate.value.is_nan() && !estimate.low.is_nan() && !estimate.error().is_nan()
            };
            prop_assert!(elo(&Tally::from(three)).is_none_or(ordered));
            prop_assert!(normalised_elo(&Tally::from(three)).is_none_or(ordered));
            prop_assert!(elo(&Pairs(five)).is_none_or(ordered));
            prop_assert!(normalised_elo(&Pairs(five)).is_none_or(ordered));
        }
    }
}
