//! A tuning from its beginning to its end.

use crate::cma::Cma;
use crate::evolution::Evolution;
use crate::genetic::Genetic;
use crate::grid::Grid;
use crate::hall::Champion;
use crate::history::{Generation, Window};
use crate::method::Method;
use crate::regression::Fitted;
use crate::space::{Point, Space};
use crate::spsa::Spsa;
use crate::trial::{Answer, Opponent, Trial};
use crate::tuner::{Context, Step, Tuner};
use game::random::{Generator, Seed};
use serde::{Deserialize, Serialize};

/// A tuning, as far as it has come. All of it can be written down and read back between an answer and the
/// next question; and the next question is the same whenever it is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    space: Space,
    method: Method,
    seed: u64,
    /// Games in all.
    budget: u64,
    /// Games so far.
    played: u64,
    /// Questions answered so far.
    rounds: u64,
    state: State,
    history: Vec<Generation>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum State {
    Spsa(Spsa),
    Cma(Cma),
    Genetic(Genetic),
    Evolution(Evolution),
    Grid(Box<Grid>),
    Fitted(Fitted),
}

impl State {
    fn tuner(&self) -> &dyn Tuner {
        match self {
            State::Spsa(tuner) => tuner,
            State::Cma(tuner) => tuner,
            State::Genetic(tuner) => tuner,
            State::Evolution(tuner) => tuner,
            State::Grid(tuner) => &**tuner,
            State::Fitted(tuner) => tuner,
        }
    }

    fn tuner_mut(&mut self) -> &mut dyn Tuner {
        match self {
            State::Spsa(tuner) => tuner,
            State::Cma(tuner) => tuner,
            State::Genetic(tuner) => tuner,
            State::Evolution(tuner) => tuner,
            State::Grid(tuner) => &mut **tuner,
            State::Fitted(tuner) => tuner,
        }
    }
}

impl Tuning {
    /// A tuning that has not begun, for so many games.
    #[must_use]
    pub fn new(space: Space, method: Method, budget: u64, seed: u64) -> Tuning {
        let mut context = Context {
            space: &space,
            // Questions have the others.
            generator: Seed(seed).child(u64::MAX).generator(),
            left: budget,
        };
        let state = method.begin(&mut context);
        Tuning {
            space,
            method,
            seed,
            budget,
            played: 0,
            rounds: 0,
            state,
            history: Vec::new(),
        }
    }

    /// The games to be played next, in any order and by anybody; nothing when it is over.
    #[must_use]
    pub fn ask(&self) -> Vec<Trial> {
        if self.is_over() {
            return Vec::new();
        }
        let mut context = Context {
            space: &self.space,
            generator: self.generator(),
            left: self.budget.saturating_sub(self.played),
        };
        let mut trials = self.state.tuner().ask(&mut context);
        for trial in &mut trials {
            trial.candidate = self.space.on_grid(&trial.candidate);
            if let Opponent::Candidate(point) = &mut trial.opponent {
                *point = self.space.on_grid(point);
            }
        }
        trials
    }

    /// Whether there is nothing more to ask.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let cost = self.next_cost();
        cost == 0 || cost > self.budget.saturating_sub(self.played)
    }

    /// How many games the next question asks for, whether they may still be played or not.
    #[must_use]
    pub fn next_cost(&self) -> u64 {
        self.state.tuner().cost()
    }

    /// What came of the last question, in its order.
    pub fn tell(&mut self, answers: &[Answer]) {
        let games: u64 = answers.iter().map(Answer::games).sum();
        let mut context = Context {
            space: &self.space,
            generator: self.generator(),
            left: self.budget.saturating_sub(self.played + games),
        };
        let step = self.state.tuner_mut().tell(&mut context, answers);
        self.played += games;
        self.rounds += 1;
        if let Step::Decided(field) = step {
            self.history.push(Generation {
                games: self.played,
                best: self.best(),
                field,
            });
        }
    }

    /// The same for a question and its answer.
    fn generator(&self) -> Generator {
        Seed(self.seed).child(self.rounds).generator()
    }

    /// Says what was found without games.
    pub(crate) fn settle(&mut self, point: Point) {
        self.state = State::Fitted(Fitted { point });
    }

    /// The best point so far, as it is played.
    #[must_use]
    pub fn best(&self) -> Point {
        let best = self.state.tuner().best(&self.space);
        self.space.on_grid(&best)
    }

    /// The best there ever were, from the best on, where the method keeps them.
    #[must_use]
    pub fn hall(&self) -> &[Champion] {
        self.state.tuner().hall()
    }

    /// The windows that were searched, where the method walks over a grid.
    #[must_use]
    pub fn windows(&self) -> &[Window] {
        self.state.tuner().windows()
    }

    /// How it stood after each generation.
    #[must_use]
    pub fn history(&self) -> &[Generation] {
        &self.history
    }

    /// What is tuned.
    #[must_use]
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// How it is tuned.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// Games so far.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Questions answered so far.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Games in all, at most.
    #[must_use]
    pub fn budget(&self) -> u64 {
        self.budget
    }
}
