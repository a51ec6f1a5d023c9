//! The best there ever were. One lucky round does not make somebody famous for long: whoever plays again is
//! judged by all games.

use crate::space::Point;
use crate::trial::{Answer, Fitness};
use serde::{Deserialize, Serialize};

/// Somebody in the hall of fame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Champion {
    /// Who it is.
    pub point: Point,
    /// When it came in, counted from 1.
    pub generation: u32,
    /// What it achieved in all its games.
    pub answer: Answer,
    /// How good that is.
    pub fitness: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Hall {
    size: usize,
    fitness: Fitness,
    champions: Vec<Champion>,
}

impl Hall {
    pub(crate) fn new(size: usize, fitness: Fitness) -> Hall {
        Hall {
            size,
            fitness,
            champions: Vec::new(),
        }
    }

    /// From the best on.
    pub(crate) fn champions(&self) -> &[Champion] {
        &self.champions
    }

    pub(crate) fn points(&self) -> impl Iterator<Item = Point> {
        self.champions.iter().map(|it| it.point.clone())
    }

    /// Shows somebody with what it achieved in a generation.
    pub(crate) fn show(&mut self, point: &Point, generation: u32, answer: Answer) {
        let known = self.champions.iter_mut().find(|it| it.point == *point);
        match known {
            Some(champion) => {
                champion.answer += answer;
                champion.fitness = self.fitness.of(&champion.answer);
            }
            None => self.champions.push(Champion {
                point: point.clone(),
                generation,
                fitness: self.fitness.of(&answer),
                answer,
            }),
        }
        self.champions
            .sort_by(|one, other| other.fitness.total_cmp(&one.fitness));
        self.champions.truncate(self.size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::ratings::Tally;

    #[test]
    fn fame_is_for_all_games() {
        let mut hall = Hall::new(2, Fitness::Score);
        let answer = |wins| {
            Answer::from(Tally {
                losses: 10 - wins,
                draws: 0,
                wins,
            })
        };
        hall.show(&vec![1.0], 1, answer(10));
        hall.show(&vec![2.0], 1, answer(7));
        hall.show(&vec![3.0], 2, answer(5));
        hall.show(&vec![1.0], 2, answer(2));
        let points: Vec<Point> = hall.points().collect();
        assert_eq!(points, [vec![2.0], vec![1.0]]);
        assert_eq!(hall.champions()[1].fitness, 0.6);
        assert_eq!(hall.champions()[1].generation, 1);
    }
}
