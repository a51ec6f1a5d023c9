//! The best of several, found with few games for those without hope: all play, the worse half leaves, and
//! again, until one is left.

use crate::space::Point;
use crate::trial::{Fitness, Trial};
use arena::ratings::Tally;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Halving {
    /// Those still in, with all their results.
    left: Vec<(Point, Tally)>,
    /// Games of all together in each round.
    games: u64,
}

impl Halving {
    /// The different ones of some points, with so many games in all.
    pub(crate) fn new(points: impl IntoIterator<Item = Point>, games: u64) -> Halving {
        let mut left: Vec<(Point, Tally)> = Vec::new();
        for point in points {
            if left.iter().all(|(other, _)| *other != point) {
                left.push((point, Tally::default()));
            }
        }
        let rounds = u64::from(left.len().max(1).next_power_of_two().ilog2()).max(1);
        Halving {
            left,
            games: games / rounds,
        }
    }

    /// Nothing when it is decided.
    pub(crate) fn ask(&self) -> Vec<Trial> {
        if self.left.len() < 2 {
            return Vec::new();
        }
        let each = (self.games / self.left.len() as u64).max(2);
        let each = u32::try_from(each).unwrap_or(u32::MAX);
        let points = self.left.iter();
        points
            .map(|(point, _)| Trial::given(point.clone(), each))
            .collect()
    }

    pub(crate) fn tell(&mut self, fitness: Fitness, answers: &[Tally]) {
        for ((_, tally), answer) in self.left.iter_mut().zip(answers) {
            tally.losses += answer.losses;
            tally.draws += answer.draws;
            tally.wins += answer.wins;
        }
        self.left
            .sort_by(|one, other| fitness.of(&other.1).total_cmp(&fitness.of(&one.1)));
        self.left.truncate(self.left.len().div_ceil(2));
    }

    pub(crate) fn best(&self) -> Option<&Point> {
        self.left.first().map(|(point, _)| point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_left_and_the_games_are_enough() {
        let points = (0..11).map(|number| vec![f64::from(number % 10)]);
        let mut halving = Halving::new(points, 1000);
        let mut played = 0;
        let mut rounds = 0;
        loop {
            let trials = halving.ask();
            if trials.is_empty() {
                break;
            }
            let answers: Vec<Tally> = trials
                .iter()
                .map(|trial| {
                    let wins = (f64::from(trial.games) * trial.candidate[0] / 10.0) as u64;
                    played += trial.games;
                    Tally {
                        losses: u64::from(trial.games) - wins,
                        draws: 0,
                        wins,
                    }
                })
                .collect();
            halving.tell(Fitness::Score, &answers);
            rounds += 1;
        }
        assert_eq!(halving.best(), Some(&vec![9.0]));
        // Ten different ones: ten, five, three, two.
        assert_eq!(rounds, 4);
        assert!((900..=1000).contains(&played), "{played}");
    }
}
