//! Who of several is good: all play the same number of games, or, by halving, those without hope play few.

use crate::space::Point;
use crate::trial::{Answer, Fitness, Opponent, Trial};
use game::random::Generator;
use serde::{Deserialize, Serialize};

/// How a contest is held.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rules {
    pub(crate) fitness: Fitness,
    /// Games of each, in the mean.
    pub(crate) games: u32,
    /// Whether the worse half leaves after each round, until one is left.
    pub(crate) halving: bool,
    /// Whether they play each other rather than the given opponents.
    pub(crate) inside: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Contest {
    rules: Rules,
    entries: Vec<Entry>,
    /// Those still in.
    left: Vec<usize>,
    is_over: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) point: Point,
    pub(crate) answer: Answer,
    /// How many rounds it was in.
    rounds: u32,
}

impl Contest {
    pub(crate) fn new(points: impl IntoIterator<Item = Point>, rules: Rules) -> Contest {
        let entries: Vec<Entry> = points
            .into_iter()
            .map(|point| Entry {
                point,
                answer: Answer::default(),
                rounds: 0,
            })
            .collect();
        Contest {
            rules,
            left: (0..entries.len()).collect(),
            is_over: entries.is_empty(),
            entries,
        }
    }

    /// The best of some, each of them once, by halving with so many games in all.
    pub(crate) fn finals(
        points: impl IntoIterator<Item = Point>,
        fitness: Fitness,
        games: u32,
    ) -> Contest {
        let mut different: Vec<Point> = Vec::new();
        for point in points {
            if !different.contains(&point) {
                different.push(point);
            }
        }
        let count = u32::try_from(different.len()).unwrap_or(u32::MAX).max(1);
        let rules = Rules {
            fitness,
            games: games / count,
            halving: true,
            inside: false,
        };
        let is_over = different.len() < 2;
        Contest {
            is_over,
            ..Contest::new(different, rules)
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn fitness(&self, entry: usize) -> f64 {
        self.rules.fitness.of(&self.entries[entry].answer)
    }

    /// What all of it takes at most.
    pub(crate) fn cost(&self) -> u64 {
        let count = self.entries.len() as u64;
        // Two games for everybody, two more for half of them, and so forth.
        let least = if self.rules.halving { 4 * count } else { 0 };
        let shares = self.shares().max(least);
        if self.rules.inside {
            shares.div_ceil(2)
        } else {
            shares
        }
    }

    /// What the round to come takes.
    pub(crate) fn round_cost(&self) -> u64 {
        let (left, games) = (self.left.len() as u64, u64::from(self.games()));
        match (self.is_over, self.rules.inside) {
            (true, _) => 0,
            (false, true) => games.div_ceil(2) * (left / 2) * 2,
            (false, false) => left * games,
        }
    }

    /// Games as players count them: one between two of them twice.
    fn shares(&self) -> u64 {
        self.entries.len() as u64 * u64::from(self.rules.games)
    }

    /// Games of each in the round to come.
    fn games(&self) -> u32 {
        if !self.rules.halving {
            return self.rules.games;
        }
        let count = self.entries.len();
        let rounds = u64::from(count.max(2).next_power_of_two().ilog2());
        let each = self.shares() / rounds / self.left.len().max(1) as u64;
        // With both sides.
        u32::try_from(each.max(2) & !1).unwrap_or(u32::MAX)
    }

    /// The next games; nothing when it is over.
    pub(crate) fn ask(&self, generator: &mut Generator) -> Vec<Trial> {
        if self.is_over {
            return Vec::new();
        }
        if self.rules.inside {
            let pairs = self.pairs(generator);
            let point = |place: usize| self.entries[place].point.clone();
            return pairs
                .into_iter()
                .map(|[one, other]| Trial {
                    candidate: point(one),
                    opponent: Opponent::Candidate(point(other)),
                    games: 2,
                })
                .collect();
        }
        let games = self.games();
        let left = self.left.iter();
        left.map(|&place| Trial::given(self.entries[place].point.clone(), games))
            .collect()
    }

    /// Who meets whom inside: in each of some rounds everybody meets somebody by lot, but for one where their
    /// number is odd.
    fn pairs(&self, generator: &mut Generator) -> Vec<[usize; 2]> {
        let mut order = self.left.clone();
        let rounds = self.games().div_ceil(2);
        let mut pairs = Vec::new();
        for _ in 0..rounds {
            for last in (1..order.len()).rev() {
                order.swap(last, generator.below(last + 1));
            }
            pairs.extend(order.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
        }
        pairs
    }

    /// What came of them, with the same generator.
    pub(crate) fn tell(&mut self, generator: &mut Generator, answers: &[Answer]) {
        if self.rules.inside {
            for ([one, other], answer) in self.pairs(generator).into_iter().zip(answers) {
                self.entries[one].answer += *answer;
                self.entries[other].answer += answer.reversed();
            }
        } else {
            for (&place, answer) in self.left.iter().zip(answers) {
                self.entries[place].answer += *answer;
            }
        }
        for &place in &self.left {
            self.entries[place].rounds += 1;
        }
        if self.rules.halving {
            let mut left = std::mem::take(&mut self.left);
            left.sort_by(|&one, &other| self.fitness(other).total_cmp(&self.fitness(one)));
            left.truncate(left.len().div_ceil(2));
            self.is_over = left.len() < 2;
            self.left = left;
        } else {
            self.is_over = true;
        }
    }

    /// All from the best to the worst: those who stayed longer, then those who did better, then those who
    /// came first.
    pub(crate) fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by(|&one, &other| {
            let rounds = |place: usize| self.entries[place].rounds;
            rounds(other)
                .cmp(&rounds(one))
                .then(self.fitness(other).total_cmp(&self.fitness(one)))
        });
        order
    }

    pub(crate) fn best(&self) -> Option<&Point> {
        let best = *self.ranking().first()?;
        Some(&self.entries[best].point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::ratings::Tally;
    use game::random::Seed;

    /// Tells a contest of points from 0 to 10 what they are worth, and how many games that took.
    fn held(contest: &mut Contest) -> (u32, u32) {
        let (mut played, mut rounds) = (0, 0);
        loop {
            let trials = contest.ask(&mut Seed(rounds.into()).generator());
            if trials.is_empty() {
                return (played, rounds);
            }
            let answers: Vec<Answer> = trials
                .iter()
                .map(|trial| {
                    let chance = match &trial.opponent {
                        Opponent::Given => trial.candidate[0] / 10.0,
                        Opponent::Candidate(other) if trial.candidate < *other => 0.0,
                        Opponent::Candidate(_) => 1.0,
                    };
                    let wins = (f64::from(trial.games) * chance) as u64;
                    played += trial.games;
                    Answer::from(Tally {
                        losses: u64::from(trial.games) - wins,
                        draws: 0,
                        wins,
                    })
                })
                .collect();
            contest.tell(&mut Seed(rounds.into()).generator(), &answers);
            rounds += 1;
        }
    }

    const RULES: Rules = Rules {
        fitness: Fitness::Score,
        games: 100,
        halving: false,
        inside: false,
    };

    #[test]
    fn the_best_is_left_and_the_games_are_enough() {
        let points = (0..11).map(|number| vec![f64::from(number % 10)]);
        let mut contest = Contest::finals(points, Fitness::Score, 1000);
        let (played, rounds) = held(&mut contest);
        assert_eq!(contest.best(), Some(&vec![9.0]));
        // Ten different ones: ten, five, three, two.
        assert_eq!(rounds, 4);
        assert!((900..=1000).contains(&played), "{played}");
        assert_eq!(contest.ranking()[..2], [9, 8]);
    }

    #[test]
    fn without_halving_all_play_the_same() {
        let points = (0..10).map(|number| vec![f64::from(number)]);
        let mut contest = Contest::new(points, RULES);
        assert_eq!(held(&mut contest), (1000, 1));
        let expected: Vec<usize> = (0..10).rev().collect();
        assert_eq!(contest.ranking(), expected);
    }

    #[test]
    fn inside_a_population_everybody_plays_everybody_else() {
        for halving in [false, true] {
            let points = (0..9).map(|number| vec![f64::from(number)]);
            let rules = Rules {
                inside: true,
                halving,
                ..RULES
            };
            let mut contest = Contest::new(points, rules);
            let (played, _) = held(&mut contest);
            // Each game is one of two players.
            assert!((300..=450).contains(&played), "{played}");
            assert_eq!(contest.best(), Some(&vec![8.0]));
        }
    }
}
