//! What a position is worth to a player who does not see its end: features and their weights.

use crate::{Game, Outcome, Score, Side, Symmetry};
use std::fmt;
use std::fmt::Debug;

/// Judges positions. A search asks it where it stops before the end of the game.
///
/// The judgement may depend on nothing but what [`Game::key`] depends on: searches keep values by
/// key.
pub trait Evaluator<G: Game>: Clone + Debug + Send + Sync {
    /// What a search keeps beside each position on its path, so that the next position need not be
    /// judged from scratch; `()` where that would not pay.
    type Sketch: Clone + Debug + Send;

    /// The sketch of a position, from scratch.
    fn sketch(&self, game: &G, position: &G::Position) -> Self::Sketch;

    /// The sketch of a position that was reached with a move, from the sketch of the one before.
    #[inline]
    fn sketch_after(
        &self,
        game: &G,
        _before: &Self::Sketch,
        _chosen: G::Move,
        after: &G::Position,
    ) -> Self::Sketch {
        self.sketch(game, after)
    }

    /// The sketch of a position in which a side has passed, from the sketch of the one before.
    #[inline]
    fn sketch_after_pass(
        &self,
        game: &G,
        _before: &Self::Sketch,
        after: &G::Position,
    ) -> Self::Sketch {
        self.sketch(game, after)
    }

    /// The same as [`Evaluator::evaluate`], with the help of the position's sketch.
    #[inline]
    fn evaluate_sketched(
        &self,
        game: &G,
        position: &G::Position,
        _sketch: &Self::Sketch,
        viewer: Side,
    ) -> i32 {
        self.evaluate(game, position, viewer)
    }

    /// What the position is worth to `viewer`, at most [`Score::GREATEST_VALUE`] in size.
    ///
    /// The viewer is who asks: the side for which a search looks for a move. Most evaluators say
    /// to one side the opposite of what they say to the other; those that do not (some published
    /// features count one side's stones only) are still searched as a zero-sum game, in the eyes
    /// of the viewer.
    fn evaluate(&self, game: &G, position: &G::Position, viewer: Side) -> i32;

    /// What a finished game is worth to `viewer`, `plies` plies below the root.
    ///
    /// The rules decide, unless an evaluator must compare finished games with unfinished ones on a
    /// scale of its own: margins mean nothing beside weighted sums. Wins may depend on `plies`;
    /// nothing else may.
    #[inline]
    fn finished(
        &self,
        _game: &G,
        _position: &G::Position,
        outcome: Outcome,
        viewer: Side,
        plies: u32,
    ) -> Score {
        Score::of_outcome(outcome, G::GOAL, viewer, plies)
    }

    /// Whether positions that a symmetry of the game takes to each other are worth the same. Some
    /// published features have quirks; a search with such an evaluator must not take the one for
    /// the other.
    fn respects(&self, _symmetry: Symmetry) -> bool {
        true
    }

    /// How many units of the value are one of what the weights count: weights with decimals are
    /// multiplied until they have none.
    fn unit(&self) -> i32 {
        1
    }
}

/// No judgement at all: unfinished games are even. For searches to the end, and for games that
/// have nothing better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByOutcome;

impl<G: Game> Evaluator<G> for ByOutcome {
    type Sketch = ();

    #[inline]
    fn sketch(&self, _game: &G, _position: &G::Position) {}

    #[inline]
    fn evaluate(&self, _game: &G, _position: &G::Position, _viewer: Side) -> i32 {
        0
    }
}

/// A named number of a position, and how it may be weighted: declared once, read by the player
/// language, listings and tuners.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// A word: `wall-distance`.
    pub name: String,
    /// What it counts.
    pub meaning: String,
    /// Its weight unless one is given.
    pub default: Weight,
    /// … for whoever plays the second side, where the two sides' tasks are so different that another
    /// weight wins more.
    pub default_second: Option<Weight>,
    /// The least weight.
    pub least: Weight,
    /// The greatest weight.
    pub greatest: Weight,
}

impl Feature {
    /// A feature that may have any weight.
    #[must_use]
    pub fn new(name: impl Into<String>, meaning: impl Into<String>, default: Weight) -> Feature {
        Feature {
            name: name.into(),
            meaning: meaning.into(),
            default,
            default_second: None,
            least: Weight::LEAST,
            greatest: Weight::GREATEST,
        }
    }

    /// The same with another weight for whoever plays the second side.
    #[must_use]
    pub fn for_second(self, default: Weight) -> Feature {
        Feature {
            default_second: (default != self.default).then_some(default),
            ..self
        }
    }

    /// Its weight for whoever plays a side, unless one is given.
    #[must_use]
    pub fn default_for(&self, side: Side) -> Weight {
        match side {
            Side::First => self.default,
            Side::Second => self.default_second.unwrap_or(self.default),
        }
    }

    /// The same with weights in this range only.
    #[must_use]
    pub fn within(self, least: i32, greatest: i32) -> Feature {
        Feature {
            least: Weight::integer(least),
            greatest: Weight::integer(greatest),
            ..self
        }
    }
}

/// A decimal number with at most six decimals, kept exactly: what is read is what is used and what
/// is written.
///
/// ```
/// use game::Weight;
/// let weight = Weight::parse("221.120").expect("a number");
/// assert_eq!(weight.to_string(), "221.12");
/// assert_eq!(weight.as_f64(), 221.12);
/// assert_eq!(Weight::parse("-0.5"), Some(Weight::from_millionths(-500_000)));
/// assert_eq!(Weight::parse("1e3"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight(i64);

/// Why weights cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the weights are too large, or have too many decimals, for sums on this board to be exact")]
pub struct WeightsTooLarge;

impl Weight {
    /// No weight at all.
    pub const ZERO: Weight = Weight(0);
    /// The greatest weight.
    pub const GREATEST: Weight = Weight::integer(1_000_000);
    /// The least weight.
    pub const LEAST: Weight = Weight::integer(-1_000_000);
    const DECIMALS: usize = 6;
    const ONE: i64 = 1_000_000;

    /// A whole number.
    #[must_use]
    pub const fn integer(value: i32) -> Weight {
        Weight(value as i64 * Self::ONE)
    }

    /// A number of millionths.
    #[must_use]
    pub const fn from_millionths(millionths: i64) -> Weight {
        Weight(millionths)
    }

    /// The number of millionths.
    #[must_use]
    pub const fn millionths(self) -> i64 {
        self.0
    }

    /// Reads a decimal number such as `-12.5`; `None` if it is none, or has too many digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Weight> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let useful = decimals.trim_end_matches('0');
        if whole.len() + decimals.len() == 0
            || !all_digits(whole)
            || !all_digits(decimals)
            || whole.trim_start_matches('0').len() > 9
            || useful.len() > Self::DECIMALS
        {
            return None;
        }
        let padded = format!("{whole}{useful:0<width$}", width = Self::DECIMALS);
        let size: i64 = padded.trim_start_matches('0').parse().unwrap_or(0);
        Some(Weight(if negative { -size } else { size }))
    }

    /// The nearest floating-point number.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / Self::ONE as f64
    }

    /// The weights as whole numbers of a common unit, and how many of those units are 1: the
    /// smallest power of ten that leaves no decimals.
    ///
    /// `bounds` says for each feature how large it can become. An error if a weighted sum could
    /// then be too large for a [`Score`].
    pub fn scale(weights: &[Weight], bounds: &[i64]) -> Result<(Vec<i32>, i32), WeightsTooLarge> {
        let mut unit = 1_i64;
        while weights
            .iter()
            .any(|weight| weight.0 * unit % Self::ONE != 0)
        {
            unit *= 10;
        }
        let scaled: Vec<i64> = weights
            .iter()
            .map(|weight| weight.0 * unit / Self::ONE)
            .collect();
        let greatest: i128 = scaled
            .iter()
            .zip(bounds)
            .map(|(&weight, &bound)| i128::from(weight.abs()) * i128::from(bound))
            .sum();
        if greatest > i128::from(Score::GREATEST_VALUE) {
            return Err(WeightsTooLarge);
        }
        let scaled: Result<Vec<i32>, _> = scaled.into_iter().map(i32::try_from).collect();
        Ok((scaled.map_err(|_| WeightsTooLarge)?, unit as i32))
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, one) = (self.0.unsigned_abs(), Self::ONE.unsigned_abs());
        if self.0 < 0 {
            formatter.write_str("-")?;
        }
        write!(formatter, "{}", size / one)?;
        if size % one != 0 {
            let decimals = format!("{:06}", size % one);
            write!(formatter, ".{}", decimals.trim_end_matches('0'))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn weights_share_the_smallest_unit() {
        let weights: Vec<Weight> = ["187.0", "163", "221.12", "211.2", "-202.62"]
            .iter()
            .filter_map(|text| Weight::parse(text))
            .collect();
        let bounds = [3600, 3600, 3600, 600, 88];
        assert_eq!(
            Weight::scale(&weights, &bounds),
            Ok((vec![18700, 16300, 22112, 21120, -20262], 100))
        );
        assert_eq!(
            Weight::scale(&[Weight::integer(4), Weight::ZERO], &[9, 9]),
            Ok((vec![4, 0], 1))
        );
    }

    #[test]
    fn sums_that_would_not_fit_are_refused() {
        let fine = Weight::from_millionths(1);
        assert_eq!(Weight::scale(&[fine], &[2000]), Ok((vec![1], 1_000_000)));
        let large = [Weight::GREATEST, fine];
        assert_eq!(Weight::scale(&large, &[1, 1]), Err(WeightsTooLarge));
        assert_eq!(
            Weight::scale(&[Weight::GREATEST], &[i64::MAX]),
            Err(WeightsTooLarge)
        );
    }

    #[test]
    fn what_is_no_weight_is_refused() {
        for text in [
            "",
            "-",
            ".",
            "1.2.3",
            "1,5",
            "0x1",
            "NaN",
            "12345678901",
            "0.1234567",
            "1 ",
        ] {
            assert_eq!(Weight::parse(text), None, "{text:?}");
        }
        assert_eq!(
            Weight::parse("+.5").map(|weight| weight.to_string()),
            Some("0.5".into())
        );
        assert_eq!(
            Weight::parse("007").map(|weight| weight.to_string()),
            Some("7".into())
        );
        assert_eq!(
            Weight::parse("-0").map(|weight| weight.to_string()),
            Some("0".into())
        );
    }

    proptest! {
        #[test]
        fn weights_are_read_as_they_are_written(millionths in -1_000_000_000_000_i64..=1_000_000_000_000) {
            let weight = Weight::from_millionths(millionths);
            prop_assert_eq!(Weight::parse(&weight.to_string()), Some(weight));
        }
    }
}
