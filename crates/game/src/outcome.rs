//! How games end, and what a position is worth.

use crate::Side;
use std::fmt;
use std::ops::Neg;

/// What a game is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// To win; all wins are equal, a shorter one is preferred.
    Win,
    /// To win by as much as possible: the margin of the [`Outcome`] is the value.
    Margin,
}

/// The result of a finished game: by how much [`Side::First`] beat [`Side::Second`].
///
/// One number serves both sides, so an outcome is zero-sum by construction. Games that only know
/// win, draw and loss use the margins 1, 0 and −1.
///
/// ```
/// use game::{Outcome, Side};
/// let outcome = Outcome::win(Side::Second);
/// assert_eq!(outcome.winner(), Some(Side::Second));
/// assert_eq!(outcome.margin_for(Side::First), -1);
/// assert_eq!(outcome.margin_for(Side::Second), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    margin_of_first: i32,
}

impl Outcome {
    /// Nobody won.
    pub const DRAW: Outcome = Outcome { margin_of_first: 0 };

    /// `winner` won.
    #[must_use]
    #[inline]
    pub const fn win(winner: Side) -> Outcome {
        Outcome {
            margin_of_first: winner.sign(),
        }
    }

    /// `side` is ahead by `margin` (behind, if negative).
    #[must_use]
    #[inline]
    pub const fn margin(side: Side, margin: i32) -> Outcome {
        Outcome {
            margin_of_first: margin * side.sign(),
        }
    }

    /// By how much `side` won; negative if it lost.
    #[must_use]
    #[inline]
    pub const fn margin_for(self, side: Side) -> i32 {
        self.margin_of_first * side.sign()
    }

    /// Who won, if anybody.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self.margin_of_first {
            0 => None,
            1.. => Some(Side::First),
            _ => Some(Side::Second),
        }
    }
}

/// What a position is worth to the side to move: a proven win or loss with its distance in plies,
/// or a number in between.
///
/// Scores are ordered (a quicker win is greater, a slower loss is greater than a quick one) and
/// negate exactly, so a search can treat them as plain integers.
///
/// ```
/// use game::Score;
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::win_in(900) > Score::value(1_000_000));
/// assert!(Score::loss_in(5) > Score::loss_in(3));
/// assert_eq!(-Score::win_in(3), Score::loss_in(3));
/// assert_eq!(Score::win_in(3).to_string(), "win in 3");
/// assert_eq!(Score::value(-12).to_string(), "-12");
/// assert_eq!(Score::EVEN.to_string(), "0");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Neither side is ahead.
    pub const EVEN: Score = Score(0);
    /// The longest distance to a win that a score can carry.
    pub const LONGEST: i32 = 1_000_000;
    /// The largest size of a value that is not a proven win or loss.
    pub const GREATEST_VALUE: i32 = Self::WIN - Self::LONGEST - 1;
    /// Greater than every score of a position.
    pub const INFINITE: Score = Score(i32::MAX);
    /// Less than every score of a position.
    pub const MINUS_INFINITE: Score = Score(-i32::MAX);
    const WIN: i32 = i32::MAX - 1;

    /// The side to move wins with its move number `plies` from here (0: it has won already).
    #[must_use]
    pub const fn win_in(plies: u32) -> Score {
        let plies = if plies > Self::LONGEST as u32 {
            Self::LONGEST
        } else {
            plies as i32
        };
        Score(Self::WIN - plies)
    }

    /// The side to move loses after `plies` plies (0: it has lost already).
    #[must_use]
    pub const fn loss_in(plies: u32) -> Score {
        Score(-Self::win_in(plies).0)
    }

    /// An estimate, or an exact margin; cut off at ±[`Score::GREATEST_VALUE`].
    #[must_use]
    pub fn value(value: i32) -> Score {
        Score(value.clamp(-Self::GREATEST_VALUE, Self::GREATEST_VALUE))
    }

    /// The score of a finished game for `side`, `plies` plies below the root of a search.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, goal: Goal, side: Side, plies: u32) -> Score {
        let margin = outcome.margin_for(side);
        match goal {
            Goal::Margin => Score::value(margin),
            Goal::Win if margin > 0 => Score::win_in(plies),
            Goal::Win if margin < 0 => Score::loss_in(plies),
            Goal::Win => Score::EVEN,
        }
    }

    /// The greatest score below this one.
    #[must_use]
    #[inline]
    pub const fn just_below(self) -> Score {
        Score(self.0.saturating_sub(1))
    }

    /// The least score above this one.
    #[must_use]
    #[inline]
    pub const fn just_above(self) -> Score {
        Score(self.0.saturating_add(1))
    }

    /// The same score seen from `plies` plies earlier in the game: wins and losses are farther off.
    #[must_use]
    #[inline]
    pub const fn seen_from_above(self, plies: u32) -> Score {
        self.moved(-(plies as i32))
    }

    /// The same score seen from `plies` plies later in the game: wins and losses are nearer.
    #[must_use]
    #[inline]
    pub const fn seen_from_below(self, plies: u32) -> Score {
        self.moved(plies as i32)
    }

    /// Wins go up by so much, losses down.
    #[inline]
    const fn moved(self, distance: i32) -> Score {
        if self.0 > Self::GREATEST_VALUE {
            Score(self.0 + distance)
        } else if self.0 < -Self::GREATEST_VALUE {
            Score(self.0 - distance)
        } else {
            self
        }
    }

    /// Whether it is a proven win or loss.
    #[must_use]
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0 > Self::GREATEST_VALUE || self.0 < -Self::GREATEST_VALUE
    }

    /// The plain number, for arithmetic.
    #[must_use]
    #[inline]
    pub const fn as_i32(self) -> i32 {
        self.0
    }

    /// The score that [`Score::as_i32`] was asked of.
    #[must_use]
    #[inline]
    pub const fn from_i32(number: i32) -> Score {
        // The one number that is no score has no negative.
        Score(if number == i32::MIN {
            -i32::MAX
        } else {
            number
        })
    }

    /// Plies to the proven win (`Some(n)`, for the side to move) or `None`.
    #[must_use]
    pub const fn plies_to_win(self) -> Option<u32> {
        if self.0 > Self::GREATEST_VALUE {
            Some((Self::WIN - self.0) as u32)
        } else {
            None
        }
    }

    /// Plies to the proven loss or `None`.
    #[must_use]
    pub const fn plies_to_loss(self) -> Option<u32> {
        Score(-self.0).plies_to_win()
    }
}

/// A score as people read it: in units of which so many are 1.
#[derive(Debug, Clone, Copy)]
pub struct InUnits {
    score: Score,
    unit: i32,
}

impl Score {
    /// The score for people, where so many units of it are 1 (see
    /// [`Evaluator::unit`](crate::Evaluator::unit)): exactly for powers of ten, which weights
    /// with decimals have, else to the hundredth.
    ///
    /// ```
    /// use game::Score;
    /// assert_eq!(Score::value(-22112).in_units(100).to_string(), "-221.12");
    /// assert_eq!(Score::value(50).in_units(100).to_string(), "+0.5");
    /// assert_eq!(Score::value(7).in_units(1).to_string(), "+7");
    /// assert_eq!(Score::value(-500).in_units(300).to_string(), "-1.67");
    /// assert_eq!(Score::win_in(3).in_units(100).to_string(), "win in 3");
    /// ```
    #[must_use]
    pub fn in_units(self, unit: i32) -> InUnits {
        InUnits { score: self, unit }
    }
}

impl fmt::Display for InUnits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.score.is_decided() || self.unit <= 1 {
            return self.score.fmt(formatter);
        }
        let (size, unit) = (
            u64::from(self.score.0.unsigned_abs()),
            u64::from(self.unit.unsigned_abs()),
        );
        let exponent = unit.ilog10();
        let (digits, size) = if unit == 10_u64.pow(exponent) {
            (exponent, size)
        } else {
            (2, (size * 100 + unit / 2) / unit)
        };
        let one = 10_u64.pow(digits);
        let sign = match self.score.0 {
            ..0 => "-",
            0 => "",
            1.. => "+",
        };
        write!(formatter, "{sign}{}", size / one)?;
        if size % one != 0 {
            let decimals = format!("{:0width$}", size % one, width = digits as usize);
            write!(formatter, ".{}", decimals.trim_end_matches('0'))?;
        }
        Ok(())
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Score::INFINITE {
            formatter.write_str("∞")
        } else if *self == Score::MINUS_INFINITE {
            formatter.write_str("-∞")
        } else if let Some(plies) = self.plies_to_win() {
            write!(formatter, "win in {plies}")
        } else if let Some(plies) = self.plies_to_loss() {
            write!(formatter, "loss in {plies}")
        } else {
            write!(formatter, "{}{}", if self.0 > 0 { "+" } else { "" }, self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_outcomes_follow_the_goal() {
        let lost = Outcome::margin(Side::Second, 20);
        assert_eq!(
            Score::of_outcome(lost, Goal::Win, Side::First, 4),
            Score::loss_in(4)
        );
        assert_eq!(
            Score::of_outcome(lost, Goal::Margin, Side::First, 4),
            Score::value(-20)
        );
        assert_eq!(
            Score::of_outcome(Outcome::DRAW, Goal::Win, Side::First, 4),
            Score::EVEN
        );
    }

    #[test]
    fn extreme_scores_stay_in_their_bands() {
        assert_eq!(Score::value(i32::MAX).plies_to_win(), None);
        assert_eq!(Score::value(i32::MIN).plies_to_loss(), None);
        assert_eq!(Score::win_in(u32::MAX).plies_to_win(), Some(1_000_000));
        assert_eq!(Score::loss_in(0).plies_to_loss(), Some(0));
    }
}
