//! From what an evaluator says to a chance of winning, and back.

use game::Score;

/// Maps scores to chances between 0 and 1 by a logistic curve. Proven wins are 1, losses 0.
///
/// Where the curve is steepest, and how steep, follows from the position searched: what lies far
/// from what can be reached there need not be told apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    /// The value with an even chance.
    centre: f32,
    /// By how much more the odds are about three to one.
    width: f32,
}

/// How many times the usual difference that a move makes the curve is wide.
const WIDTH: f64 = 2.0;

impl Scale {
    /// For a position that is worth `value`, with moves that are worth `after`: finished games
    /// apart.
    pub(super) fn new(value: i32, after: impl Iterator<Item = i32>, unit: i32) -> Scale {
        let (mut count, mut squares) = (0, 0.0);
        let mut best = i32::MIN;
        for other in after {
            let difference = f64::from(other) - f64::from(value);
            squares += difference * difference;
            count += 1;
            best = best.max(other);
        }
        let usual = if count == 0 {
            0.0
        } else {
            (squares / f64::from(count)).sqrt()
        };
        let width = if usual > 0.0 {
            usual * WIDTH
        } else {
            f64::from(unit)
        };
        let centre = if count == 0 {
            f64::from(value)
        } else {
            (f64::from(value) + f64::from(best)) / 2.0
        };
        Scale {
            centre: centre as f32,
            width: width as f32,
        }
    }

    /// The usual difference that a move makes.
    pub(super) fn spread(&self) -> i32 {
        (f64::from(self.width) / WIDTH) as i32
    }

    /// The chance that goes with a score.
    #[inline]
    pub(super) fn chance(&self, score: Score) -> f32 {
        if score.is_decided() {
            return if score > Score::EVEN { 1.0 } else { 0.0 };
        }
        let odds = (self.centre - score.as_i32() as f32) / self.width;
        1.0 / (1.0 + odds.exp())
    }

    /// The score that goes with a chance; never a proven one.
    pub(super) fn score(&self, chance: f32) -> Score {
        let chance = chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
        let odds = (chance / (1.0 - chance)).ln();
        Score::value((self.centre + self.width * odds).round() as i32)
    }

    /// Whether chances by the other scale mean about the same.
    pub(super) fn resembles(&self, other: &Scale) -> bool {
        let wider = self.width / other.width;
        (0.67..1.5).contains(&wider) && (self.centre - other.centre).abs() < other.width / 4.0
    }

    /// The chance by this scale of what has a chance by another.
    pub(super) fn convert(&self, chance: f32, by: &Scale) -> f32 {
        if chance <= 0.0 || chance >= 1.0 {
            chance
        } else {
            self.chance(by.score(chance))
        }
    }
}

/// Chances beyond are rounding errors.
const LEAST_CHANCE: f32 = 1e-6;
