//! Contests one after the other, and at the end a last choice among the best there ever were: what methods with
//! generations have in common.

use crate::contest::Contest;
use crate::hall::Hall;
use crate::history::Field;
use crate::space::Point;
use crate::trial::{Answer, Fitness, Trial};
use crate::tuner::{Context, Step};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Course {
    stage: Stage,
    contest: Contest,
    /// Games for the last choice.
    finals: u32,
    fitness: Fitness,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Generations,
    Finals,
    Over,
}

/// What an answer led to.
pub(crate) enum Told {
    /// A generation is over: whoever holds the course goes on with the next one.
    Generation(Option<Field>),
    /// Anything else.
    Other(Step),
}

impl Course {
    /// From the first generation on.
    pub(crate) fn new(first: Contest, finals: u32, fitness: Fitness) -> Course {
        Course {
            stage: Stage::Generations,
            contest: first,
            finals,
            fitness,
        }
    }

    /// The generation that plays.
    pub(crate) fn contest(&self) -> &Contest {
        &self.contest
    }

    pub(crate) fn ask(&self, context: &mut Context<'_>) -> Vec<Trial> {
        match self.stage {
            Stage::Over => Vec::new(),
            Stage::Generations | Stage::Finals => self.contest.ask(&mut context.generator),
        }
    }

    pub(crate) fn cost(&self) -> u64 {
        match self.stage {
            Stage::Over => 0,
            Stage::Generations | Stage::Finals => self.contest.round_cost(),
        }
    }

    pub(crate) fn tell(&mut self, context: &mut Context<'_>, answers: &[Answer]) -> Told {
        self.contest.tell(&mut context.generator, answers);
        if !self.contest.is_over() {
            return Told::Other(Step::Within);
        }
        let field = Field::of(&self.contest);
        if self.stage == Stage::Generations {
            return Told::Generation(field);
        }
        Told::Other(Step::Decided(field))
    }

    /// Goes on with the next generation, or, if it was the last one or the games would not suffice, with the
    /// finals: all of the hall, and perhaps somebody else. Without games for it there are none.
    pub(crate) fn go_on(
        &mut self,
        next: Contest,
        is_last: bool,
        left: u64,
        hall: &Hall,
        guest: Option<Point>,
    ) {
        if !is_last && left >= next.cost() + u64::from(self.finals) {
            self.contest = next;
        } else if self.finals > 0 {
            self.stage = Stage::Finals;
            let points = hall.points().chain(guest);
            self.contest = Contest::finals(points, self.fitness, self.finals);
        } else {
            self.stage = Stage::Over;
        }
    }

    /// Who won the finals, as far as they have come.
    pub(crate) fn champion(&self) -> Option<&Point> {
        match self.stage {
            Stage::Finals => self.contest.best(),
            Stage::Generations | Stage::Over => None,
        }
    }
}
