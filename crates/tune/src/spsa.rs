//! Simultaneous perturbation: all numbers are moved at once, each at random up or down; two players play,
//! one moved this way and one that way, and the result moves the centre. In the form that chess
//! programmers use, in which both step sizes are given for the end of the tuning.

use crate::space::{Point, Space};
use crate::trial::{Answer, Opponent, Trial};
use crate::tuner::{Context, Step, Tuner};
use crate::values::{COUNT, SHARE, Values};
use game::Weight;
use game::arguments::{Parameter, Range};
use game::random::Generator;
use serde::{Deserialize, Serialize};

const GAMES: Parameter = Parameter::named("games", "for each move of the centre", "2", COUNT);
const BATCH: Parameter = Parameter::named(
    "batch",
    "how many moves are asked for at once, from the same centre: more keep more processors busy",
    "1",
    Range::Integer(1, 1000),
);
const REACH: Parameter = Parameter::named(
    "reach",
    "how far the two players are from the centre at the end, as a share of each range",
    "0.1",
    SHARE,
);
const RATE: Parameter = Parameter::named(
    "rate",
    "how far a game moves the centre at the end, as a share of that",
    "0.01",
    Range::Number(Weight::ZERO, Weight::integer(100)),
);
const ALPHA: Parameter = Parameter::named("alpha", "how fast the rate falls", "0.602", SHARE);
const GAMMA: Parameter = Parameter::named("gamma", "how fast the reach falls", "0.101", SHARE);
const DELAY: Parameter = Parameter::named(
    "delay",
    "the share of all moves before the rate falls",
    "0.1",
    SHARE,
);

pub(crate) const PARAMETERS: &[Parameter] = &[GAMES, BATCH, REACH, RATE, ALPHA, GAMMA, DELAY];

/// So many stages of the way are remembered.
const REMEMBERED: u32 = 200;

/// What was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SpsaOptions {
    games: u32,
    batch: u32,
    reach: f64,
    rate: f64,
    alpha: f64,
    gamma: f64,
    delay: f64,
}

impl SpsaOptions {
    pub(crate) fn new(values: &Values) -> SpsaOptions {
        SpsaOptions {
            games: values.count(&GAMES),
            batch: values.count(&BATCH),
            reach: values.number(&REACH),
            rate: values.number(&RATE),
            alpha: values.number(&ALPHA),
            gamma: values.number(&GAMMA),
            delay: values.number(&DELAY),
        }
    }
}

/// Where it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Spsa {
    options: SpsaOptions,
    centre: Point,
    /// Moves of the centre so far.
    moves: u32,
    /// Moves in all.
    planned: u32,
}

impl Spsa {
    pub(crate) fn new(options: SpsaOptions, context: &Context<'_>) -> Spsa {
        let planned = (context.left / u64::from(options.games.max(1))).max(1);
        Spsa {
            centre: context.space.start(),
            moves: 0,
            planned: u32::try_from(planned).unwrap_or(u32::MAX),
            options,
        }
    }

    /// How many moves the next batch has.
    fn batch(&self) -> u32 {
        let left = self.planned.saturating_sub(self.moves).max(1);
        self.options.batch.clamp(1, left)
    }

    /// Up or down for each number of each move of a batch.
    fn flips(&self, space: &Space, generator: &mut Generator) -> Vec<Vec<f64>> {
        let mut flip = |_| if generator.bits() & 1 == 1 { 1.0 } else { -1.0 };
        (0..self.batch())
            .map(|_| (0..space.size()).map(&mut flip).collect())
            .collect()
    }

    /// c, as a share of each range.
    fn reach(&self, number: u32) -> f64 {
        let progress = f64::from(number + 1) / f64::from(self.planned);
        self.options.reach / progress.powf(self.options.gamma)
    }

    /// R = a / c², where a falls so that it is `rate` times c² at the end.
    fn rate(&self, number: u32) -> f64 {
        let options = &self.options;
        let planned = f64::from(self.planned);
        let delay = options.delay * planned;
        let end = options.rate * options.reach.powi(2) * (delay + planned).powf(options.alpha);
        let now = end / (delay + f64::from(number + 1)).powf(options.alpha);
        now / self.reach(number).powi(2)
    }
}

impl Tuner for Spsa {
    fn ask(&self, context: &mut Context<'_>) -> Vec<Trial> {
        let space = context.space;
        let flips = self.flips(space, &mut context.generator);
        let moves = (self.moves..).zip(&flips);
        moves
            .map(|(number, flips)| {
                let reach = self.reach(number);
                let moved = |sign: f64| {
                    let steps = space.widths().zip(flips).zip(&self.centre);
                    let point: Point = steps
                        .map(|((width, flip), centre)| centre + sign * flip * reach * width)
                        .collect();
                    space.clamped(&point)
                };
                Trial {
                    candidate: moved(1.0),
                    opponent: Opponent::Candidate(moved(-1.0)),
                    games: self.options.games,
                }
            })
            .collect()
    }

    fn cost(&self) -> u64 {
        u64::from(self.batch()) * u64::from(self.options.games)
    }

    fn tell(&mut self, context: &mut Context<'_>, answers: &[Answer]) -> Step {
        let space = context.space;
        let flips = self.flips(space, &mut context.generator);
        let widths: Vec<f64> = space.widths().collect();
        let stage = |moves: u32| u64::from(moves) * u64::from(REMEMBERED) / u64::from(self.planned);
        let before = stage(self.moves);
        for (flips, answer) in flips.iter().zip(answers) {
            let reach = self.reach(self.moves);
            let rate = self.rate(self.moves);
            let result = answer.tally.wins as f64 - answer.tally.losses as f64;
            for ((value, flip), width) in self.centre.iter_mut().zip(flips).zip(&widths) {
                *value += rate * reach * width * result * flip;
            }
            self.centre = space.clamped(&self.centre);
            self.moves += 1;
        }
        if stage(self.moves) == before {
            Step::Within
        } else {
            Step::Decided(None)
        }
    }

    fn best(&self, _space: &Space) -> Point {
        self.centre.clone()
    }
}
