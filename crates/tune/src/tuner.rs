//! What all methods have in common.

use crate::contest::Contest;
use crate::hall::{Champion, Hall};
use crate::history::{Field, Window};
use crate::space::{Point, Space};
use crate::trial::{Answer, Fitness, Trial};
use game::random::Generator;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// What a tuner is told with each question.
pub(crate) struct Context<'tuning> {
    pub(crate) space: &'tuning Space,
    /// The same for a question and its answer.
    pub(crate) generator: Generator,
    /// Games that may still be played; when an answer comes, after it.
    pub(crate) left: u64,
}

/// A method at work.
pub(crate) trait Tuner: Debug {
    /// The games to be played next; nothing when it is over.
    fn ask(&self, context: &mut Context<'_>) -> Vec<Trial>;

    /// How many games that will be, without asking.
    fn cost(&self) -> u64;

    /// What came of them; whether a generation is over now.
    fn tell(&mut self, context: &mut Context<'_>, answers: &[Answer]) -> Step;

    /// The best so far.
    fn best(&self, space: &Space) -> Point;

    /// The best there ever were, from the best on.
    fn hall(&self) -> &[Champion] {
        &[]
    }

    /// Windows of a grid.
    fn windows(&self) -> &[Window] {
        &[]
    }
}

/// What an answer led to.
#[derive(Debug)]
pub(crate) enum Step {
    /// More games are needed to know.
    Within,
    /// Something was decided, among these players if there are any.
    Decided(Option<Field>),
}

/// A last choice among the best there ever were, at the end of a tuning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Finals {
    games: u32,
    fitness: Fitness,
    contest: Option<Contest>,
}

impl Finals {
    pub(crate) fn new(games: u32, fitness: Fitness) -> Finals {
        Finals {
            games,
            fitness,
            contest: None,
        }
    }

    /// Games that must be kept for it.
    pub(crate) fn cost(&self) -> u64 {
        self.games.into()
    }

    /// What the round to come takes.
    pub(crate) fn round_cost(&self) -> u64 {
        self.contest.as_ref().map_or(0, Contest::round_cost)
    }

    pub(crate) fn have_begun(&self) -> bool {
        self.contest.is_some()
    }

    /// With all of the hall, and perhaps somebody else.
    pub(crate) fn begin(&mut self, hall: &Hall, guest: Option<Point>) {
        let points = hall.points().chain(guest);
        // Without games the hall decides.
        let points = points.filter(|_| self.games > 0);
        self.contest = Some(Contest::finals(points, self.fitness, self.games));
    }

    pub(crate) fn ask(&self, context: &mut Context<'_>) -> Vec<Trial> {
        let contest = self.contest.as_ref();
        contest.map_or_else(Vec::new, |it| it.ask(&mut context.generator))
    }

    pub(crate) fn tell(&mut self, context: &mut Context<'_>, answers: &[Answer]) -> Step {
        if let Some(contest) = &mut self.contest {
            contest.tell(&mut context.generator, answers);
            if contest.is_over() {
                return Step::Decided(Field::of(contest));
            }
        }
        Step::Within
    }

    /// Who won it, as far as it has come.
    pub(crate) fn best(&self) -> Option<&Point> {
        self.contest.as_ref()?.best()
    }
}
