//! A tuning from its beginning to its end.

use crate::cma::{Cma, CmaOptions};
use crate::genetic::{Genetic, GeneticOptions};
use crate::space::{Point, Space};
use crate::spsa::{Spsa, SpsaOptions};
use crate::trial::Trial;
use arena::ratings::Tally;
use game::random::{Generator, Seed};
use serde::{Deserialize, Serialize};

/// How to tune.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Method {
    /// Simultaneous perturbation.
    Spsa(SpsaOptions),
    /// Covariance matrix adaptation.
    Cma(CmaOptions),
    /// A genetic algorithm.
    Genetic(GeneticOptions),
}

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
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum State {
    Spsa(Spsa),
    Cma(Cma),
    Genetic(Genetic),
}

impl Tuning {
    /// A tuning that has not begun, for so many games.
    #[must_use]
    pub fn new(space: Space, method: Method, budget: u64, seed: u64) -> Tuning {
        // Questions have the others.
        let mut generator = Seed(seed).child(u64::MAX).generator();
        let state = match &method {
            Method::Spsa(options) => State::Spsa(Spsa::new(options, &space, budget)),
            Method::Cma(options) => State::Cma(Cma::new(options, &space)),
            Method::Genetic(options) => {
                State::Genetic(Genetic::new(options, &space, budget, &mut generator))
            }
        };
        Tuning {
            space,
            method,
            seed,
            budget,
            played: 0,
            rounds: 0,
            state,
        }
    }

    /// The games to be played next, in any order and by anybody; nothing when it is over.
    #[must_use]
    pub fn ask(&self) -> Vec<Trial> {
        let mut trials = self.trials();
        for trial in &mut trials {
            trial.candidate = self.space.on_grid(&trial.candidate);
            if let crate::Opponent::Candidate(point) = &mut trial.opponent {
                *point = self.space.on_grid(point);
            }
        }
        let games: u64 = trials.iter().map(|trial| u64::from(trial.games)).sum();
        if self.played + games > self.budget {
            trials.clear();
        }
        trials
    }

    fn trials(&self) -> Vec<Trial> {
        let mut generator = self.generator();
        let (space, generator) = (&self.space, &mut generator);
        match (&self.method, &self.state) {
            (Method::Spsa(options), State::Spsa(spsa)) => spsa.ask(options, space, generator),
            (Method::Cma(options), State::Cma(cma)) => cma.ask(options, space, generator),
            (Method::Genetic(options), State::Genetic(genetic)) => genetic.ask(options),
            _ => Vec::new(),
        }
    }

    /// What came of the last question, in its order.
    pub fn tell(&mut self, answers: &[Tally]) {
        let mut generator = self.generator();
        let (space, generator) = (&self.space, &mut generator);
        match (&self.method, &mut self.state) {
            (Method::Spsa(options), State::Spsa(spsa)) => {
                spsa.tell(options, space, generator, answers);
            }
            (Method::Cma(options), State::Cma(cma)) => cma.tell(options, space, generator, answers),
            (Method::Genetic(options), State::Genetic(genetic)) => {
                genetic.tell(options, space, generator, answers);
            }
            _ => {}
        }
        let games = answers.iter().map(|it| it.losses + it.draws + it.wins);
        self.played += games.sum::<u64>();
        self.rounds += 1;
    }

    /// The same for a question and its answer.
    fn generator(&self) -> Generator {
        Seed(self.seed).child(self.rounds).generator()
    }

    /// The best point so far, as it is played.
    #[must_use]
    pub fn best(&self) -> Point {
        let best = match &self.state {
            State::Spsa(spsa) => spsa.centre().clone(),
            State::Cma(cma) => cma.best(&self.space),
            State::Genetic(genetic) => genetic.best(&self.space),
        };
        self.space.on_grid(&best)
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
}
