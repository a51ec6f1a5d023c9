//! What a tuning remembers of its way, for those who look at it.

use crate::contest::Contest;
use crate::space::Point;
use crate::trial::{Answer, Fitness};
use serde::{Deserialize, Serialize};

/// How a tuning stood after a generation: after a window, for those that walk over a grid, or after some
/// moves, for those that have no generations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Games so far.
    pub games: u64,
    /// Whom it would have named as the best then.
    pub best: Point,
    /// How the players of the generation did, where there are any.
    pub field: Option<Field>,
}

/// How the players of a generation did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// The fitness of the best of them, …
    pub best: f64,
    /// … of all in the mean, …
    pub mean: f64,
    /// … and of the worst.
    pub worst: f64,
    /// What the best of them achieved.
    pub winner: Answer,
}

impl Field {
    /// That of a contest which is over.
    pub(crate) fn of(contest: &Contest) -> Option<Field> {
        let best = *contest.ranking().first()?;
        let count = contest.entries().len();
        let fitness: Vec<f64> = (0..count).map(|entry| contest.fitness(entry)).collect();
        Some(Field::new(&fitness, best, contest.entries()[best].answer))
    }

    /// That of players who all played the same games.
    pub(crate) fn of_answers(measure: Fitness, answers: &[Answer]) -> Option<Field> {
        let fitness: Vec<f64> = answers.iter().map(|answer| measure.of(answer)).collect();
        let best =
            (0..fitness.len()).max_by(|&one, &other| fitness[one].total_cmp(&fitness[other]))?;
        Some(Field::new(&fitness, best, answers[best]))
    }

    fn new(fitness: &[f64], best: usize, winner: Answer) -> Field {
        Field {
            best: fitness[best],
            mean: fitness.iter().sum::<f64>() / fitness.len() as f64,
            worst: fitness.iter().copied().fold(f64::INFINITY, f64::min),
            winner,
        }
    }
}

/// A window of a grid that was searched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// Which numbers were changed: two, or a last one alone.
    pub dimensions: Vec<usize>,
    /// Their values and how good they were.
    pub cells: Vec<(Vec<f64>, f64)>,
    /// Which cell was chosen.
    pub chosen: usize,
}
