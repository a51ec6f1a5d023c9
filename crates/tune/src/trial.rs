//! What tuners ask for, and what they are told.

use crate::space::Point;
use arena::ratings::Tally;
use serde::{Deserialize, Serialize};

/// Games that a tuner wants to be played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Who plays.
    pub candidate: Point,
    /// Against whom.
    pub opponent: Opponent,
    /// How many games, with both sides in turn.
    pub games: u32,
}

/// Whom a candidate plays against.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Opponent {
    /// Those that were given with the tuning.
    Given,
    /// Another candidate.
    Candidate(Point),
}

impl Trial {
    /// A trial against the given opponents.
    pub(crate) fn given(candidate: Point, games: u32) -> Trial {
        Trial {
            candidate,
            opponent: Opponent::Given,
            games,
        }
    }
}

/// How good results are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fitness {
    /// The share of games won, draws counting half.
    Score,
    /// The share of games not lost: draws are as good as wins.
    Losses,
    /// 15 for a win, 10 for a draw, -1 for a loss, and 100, for a hundred games: draws are nearly as
    /// good as wins.
    Points,
}

impl Fitness {
    /// The greater, the better; never negative.
    #[must_use]
    pub fn of(self, tally: &Tally) -> f64 {
        let [losses, draws, wins] = [tally.losses, tally.draws, tally.wins].map(|it| it as f64);
        let games = (losses + draws + wins).max(1.0);
        match self {
            Fitness::Score => (wins + draws / 2.0) / games,
            Fitness::Losses => 1.0 - losses / games,
            Fitness::Points => (15.0 * wins + 10.0 * draws - losses) * 100.0 / games + 100.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_those_of_the_report() {
        let tally = |losses, draws, wins| Tally {
            losses,
            draws,
            wins,
        };
        assert_eq!(Fitness::Points.of(&tally(100, 0, 0)), 0.0);
        assert_eq!(Fitness::Points.of(&tally(0, 0, 100)), 1600.0);
        assert_eq!(Fitness::Points.of(&tally(0, 50, 0)), 1100.0);
        assert_eq!(Fitness::Losses.of(&tally(1, 1, 2)), 0.75);
        assert_eq!(Fitness::Score.of(&tally(1, 1, 2)), 0.625);
    }
}
