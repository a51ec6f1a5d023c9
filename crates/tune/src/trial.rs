//! What tuners ask for, and what they are told.

use crate::space::Point;
use arena::ratings::Tally;
use game::arguments::Range;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

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

/// What came of a trial, as the candidate sees it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// How many games were lost, drawn and won.
    pub tally: Tally,
    /// What the games counted for the candidate, less what they counted for the opponent, in thousandths.
    pub lead: i64,
}

impl Answer {
    /// How many games it is about.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.tally.losses + self.tally.draws + self.tally.wins
    }

    /// The same games as the opponent sees them.
    #[must_use]
    pub(crate) fn reversed(self) -> Answer {
        Answer {
            tally: self.tally.reversed(),
            lead: -self.lead,
        }
    }
}

impl AddAssign for Answer {
    fn add_assign(&mut self, other: Answer) {
        self.tally.losses += other.tally.losses;
        self.tally.draws += other.tally.draws;
        self.tally.wins += other.tally.wins;
        self.lead += other.lead;
    }
}

impl From<Tally> for Answer {
    /// Where only the winner counts.
    fn from(tally: Tally) -> Answer {
        Answer {
            tally,
            lead: 1000 * (tally.wins as i64 - tally.losses as i64),
        }
    }
}

/// How good results are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fitness {
    /// The share of games won, draws counting half.
    Score,
    /// The share of games not lost: draws are as good as wins.
    Losses,
    /// 15 for a win, 10 for a draw, -1 for a loss, and 100, for a hundred games: draws are nearly as
    /// good as wins.
    Points,
    /// By how many points games are won, as the game counts them.
    Margin,
}

impl Fitness {
    pub(crate) const RANGE: Range = Range::Choice(&["score", "losses", "points", "margin"]);

    pub(crate) fn of_word(word: &str) -> Fitness {
        match word {
            "losses" => Fitness::Losses,
            "points" => Fitness::Points,
            "margin" => Fitness::Margin,
            _ => Fitness::Score,
        }
    }

    /// The greater, the better.
    #[must_use]
    pub fn of(self, answer: &Answer) -> f64 {
        let tally = &answer.tally;
        let [losses, draws, wins] = [tally.losses, tally.draws, tally.wins].map(|it| it as f64);
        let games = (losses + draws + wins).max(1.0);
        match self {
            Fitness::Score => (wins + draws / 2.0) / games,
            Fitness::Losses => 1.0 - losses / games,
            Fitness::Points => (15.0 * wins + 10.0 * draws - losses) * 100.0 / games + 100.0,
            Fitness::Margin => answer.lead as f64 / 1000.0 / games,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_those_of_the_report() {
        let answer = |losses, draws, wins| {
            Answer::from(Tally {
                losses,
                draws,
                wins,
            })
        };
        assert_eq!(Fitness::Points.of(&answer(100, 0, 0)), 0.0);
        assert_eq!(Fitness::Points.of(&answer(0, 0, 100)), 1600.0);
        assert_eq!(Fitness::Points.of(&answer(0, 50, 0)), 1100.0);
        assert_eq!(Fitness::Losses.of(&answer(1, 1, 2)), 0.75);
        assert_eq!(Fitness::Score.of(&answer(1, 1, 2)), 0.625);
        assert_eq!(Fitness::Margin.of(&answer(1, 1, 2)), 0.25);
        assert_eq!(Fitness::Margin.of(&answer(1, 1, 2).reversed()), -0.25);
    }
}
